"""The 7 with places and hands: discards, the frozen robber, where he goes (CK-50 to CK-52)."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.ids import HexId
from companion.engine.level import Level
from companion.engine.state import Phase
from companion.rules.base.robber import DiscardCards, MoveRobber
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.slice import Track
from tests.kit.island import Island, bag, corner, island
from tests.kit.tables import ANNA, BEN, CARLA, CITIES_KNIGHTS

DESERT = HexId(9)


def at(pieces: str = "", hands: dict[str, str] | None = None, attacks: int = 1, **more: Any) -> Island:
    """A table before Anna's roll, after so many attacks."""
    table = island(modules=CITIES_KNIGHTS, pieces=pieces, hands=hands, rolled=False, **more)
    table.given_ship(0, attacks)
    return table


def seven(table: Island) -> None:
    table.roll("anna", 3, 4, "politics")


def goals(table: Island, who: str = "anna") -> set[int]:
    """The hexes that the player may move the robber to."""
    return {option.hex for option in table.options(who, MoveRobber) if isinstance(option, MoveRobber)}


# walls, cards in hand, what has to go back (nothing: no question)
LIMITS = [
    (0, "7 ore", ""),
    (0, "4 ore 4 coin", "1 ore 3 coin"),
    (0, "9 cloth", "4 cloth"),
    (1, "5 ore 4 coin", ""),
    (1, "5 ore 5 coin", "5 coin"),
    (2, "6 ore 5 coin", ""),
    (2, "6 ore 6 coin", "3 ore 3 coin"),
    (3, "7 ore 6 coin", ""),
    (3, "8 ore 7 coin", "7 coin"),
]


@pytest.mark.parametrize(("walls", "hand", "back"), LIMITS)
def test_ck_50_two_cards_more_for_each_wall(walls: int, hand: str, back: str) -> None:
    cities = ("0NW", "1N", "2NE")
    standing = "".join(f", wall {at}" for at in cities[:walls])
    table = at(f"anna: city {' '.join(cities)}{standing}", {"anna": hand}, attacks=0)
    seven(table)
    assert table.questions == ([("discard", "anna")] if back else [])
    if back:
        count = sum(bag(back).values())
        assert table.refused(DiscardCards(ANNA, {}, unseen=count - 1)) == {"CK-50"}
        assert table.refused(DiscardCards(ANNA, {}, unseen=count + 1)) == {"CK-50"}
        table.enter(DiscardCards(ANNA, bag(back)))
        assert table.questions == []


def test_ck_50_progress_cards_never_count() -> None:
    table = at("anna: city 0NW", {"anna": "4 ore 3 coin"}, attacks=0)
    table.given_cards("anna", Track.TRADE, Track.TRADE, Track.POLITICS)
    seven(table)
    assert table.questions == []


def test_ck_50_the_wall_of_a_lost_city_protects_no_more() -> None:
    table = at("anna: city 0NW, wall 0NW", {"anna": "9 ore"}, attacks=0)
    table.given_no_city("anna")
    seven(table)
    assert table.questions == [("discard", "anna")]


def test_ck_51_before_the_first_attack_only_the_discards_happen() -> None:
    table = at("ben: city 0NW", {"anna": "8 ore", "ben": "1 coin"}, attacks=0)
    seven(table)
    assert table.questions == [("discard", "anna")]
    table.enter(DiscardCards(ANNA, {"ore": 4}))
    assert table.questions == []
    assert table.base.robber == DESERT
    assert table.core.phase is Phase.AFTER_ROLL
    assert (table.cards("anna"), table.cards("ben")) == ("4 ore", "1 coin")


def test_ck_51_the_table_is_told_why_the_robber_may_not_be_moved_on_an_early_seven() -> None:
    table = at("ben: city 0NW", {"ben": "1 coin"}, attacks=0)
    seven(table)
    assert "CK-51" in table.impossible(MoveRobber(ANNA, HexId(0), BEN))
    late = at("ben: city 0NW", {"ben": "1 coin"}, attacks=1)
    assert late.impossible(MoveRobber(ANNA, HexId(0), BEN)) == {"B-24"}, "there was no 7"


def test_ck_51_a_knight_beside_the_desert_chases_nobody_before_the_first_attack() -> None:
    table = island(modules=CITIES_KNIGHTS, pieces="anna: active knight 9N; ben: settlement 0NW")
    knight = corner("9N")
    assert table.refused(ChaseRobber(ANNA, knight, HexId(0))) == {"CK-51"}
    assert not table.options("anna", ChaseRobber)


def test_ck_51_the_first_attack_frees_the_robber() -> None:
    """The ship lands with a 7: attack first, and then the robber moves."""
    table = at(attacks=0)
    table.given_ship(6, 0)
    table.roll("anna", 3, 4, "ship")
    assert table.ck.attacks == 1
    assert table.questions == [("robber", "anna")]


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
def test_ck_52_the_robber_goes_to_another_hex_with_a_number(level: Level) -> None:
    table = at(level=level)
    seven(table)
    assert goals(table) == set(range(19)) - {DESERT}
    assert table.refused(MoveRobber(ANNA, DESERT)) == {"CK-52"}
    table.enter(MoveRobber(ANNA, HexId(3)))
    assert table.base.robber == 3


def test_ck_52_never_back_to_the_desert() -> None:
    table = at(robber=3)
    seven(table)
    assert goals(table) == set(range(19)) - {DESERT, 3}
    assert table.refused(MoveRobber(ANNA, DESERT)) == {"CK-52"}
    assert table.refused(MoveRobber(ANNA, HexId(3))) == {"CK-52"}


@pytest.mark.parametrize(
    "more", [{"profile": "colonist"}, {"profile": "official2025"}, {"robber_to_desert": True}]
)
def test_ck_52_elsewhere_the_robber_may_go_back_to_the_desert(more: dict[str, Any]) -> None:
    table = at(robber=3, **more)
    seven(table)
    assert goals(table) == set(range(19)) - {3}
    table.enter(MoveRobber(ANNA, DESERT))
    assert table.base.robber == DESERT


def test_ck_52_the_card_may_be_a_commodity() -> None:
    table = at("ben: city 0NW", {"ben": "1 coin 1 ore"})
    seven(table)
    table.enter(MoveRobber(ANNA, HexId(0), BEN))
    assert (table.cards("anna"), table.cards("ben")) == ("1 ?", "1 ?")
    assert table.hands.high(ANNA, "coin") == table.hands.high(ANNA, "ore") == 1


def test_ck_52_a_commodity_that_the_table_saw() -> None:
    table = at("ben: city 0NW", {"ben": "1 coin 1 ore"})
    seven(table)
    assert table.refused(MoveRobber(ANNA, HexId(0), BEN, "cloth")) == {"CK-52"}
    table.enter(MoveRobber(ANNA, HexId(0), BEN, "coin"))
    assert (table.cards("anna"), table.cards("ben")) == ("1 coin", "1 ore")


def test_ck_52_one_of_several_opponents_is_robbed() -> None:
    table = at("ben: city 0NW; carla: settlement 0SE", {"ben": "1 coin", "carla": "1 ore"})
    seven(table)
    assert {o.victim for o in table.options("anna", MoveRobber) if o.hex == 0} == {"ben", "carla"}  # type: ignore[attr-defined]
    assert table.refused(MoveRobber(ANNA, HexId(0))) == {"CK-52"}


def test_b_31_who_has_no_cards_is_not_named_while_another_there_has_some() -> None:
    """Cities & Knights says nothing else of that."""
    table = at("ben: city 0NW; carla: settlement 0SE", {"ben": "1 coin"})
    seven(table)
    assert table.refused(MoveRobber(ANNA, HexId(0), CARLA)) == {"B-31"}


def test_ck_52_a_knight_is_nobody_to_be_robbed() -> None:
    """Ben has only a knight at the hex."""
    table = at("ben: knight 0NW", {"ben": "1 coin"})
    seven(table)
    assert table.refused(MoveRobber(ANNA, HexId(0), BEN)) == {"CK-52"}
    table.enter(MoveRobber(ANNA, HexId(0)))
    assert table.cards("ben") == "1 coin"


def test_ck_50_commodities_are_returned_like_resources() -> None:
    table = at("anna: city 0NW", {"anna": "4 ore 4 coin"}, attacks=0)
    seven(table)
    table.enter(DiscardCards(ANNA, bag("2 coin"), unseen=2))
    assert table.hands.total(ANNA) == 4
    assert table.hands.low(ANNA, "ore") == 2
