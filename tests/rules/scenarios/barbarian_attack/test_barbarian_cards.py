"""Chronicle cards, a 7 without a robber, and gold."""

from __future__ import annotations

from collections import Counter

import pytest

from companion.engine.core import LeaveQuestion
from companion.rules.base.robber import DiscardCards
from companion.rules.gold.trading import BuyWithGold
from companion.rules.scenarios.barbarian_attack.box import deck
from companion.rules.scenarios.barbarian_attack.cards import (
    CaptureBarbarian,
    CardLost,
    CardTurnedUp,
    DrawCard,
    MoveBarbarians,
)
from companion.rules.scenarios.barbarian_attack.knights import PlaceKnight
from companion.rules.scenarios.barbarian_attack.seven import TakeCard
from tests.kit.coasts import HEX, Coast, coast, hexes
from tests.kit.island import edge
from tests.kit.tables import ANNA, BEN, told

PRICE = "1 ore 1 wool 1 grain"
CASTLE = {edge(f"16{way}") for way in ("NW", "NE", "E", "SE", "SW", "W")}


def buyer(**how: object) -> Coast:
    """A table at which Anna can buy a card."""
    return coast(**{"hands": {"anna": PRICE}, **how})  # type: ignore[arg-type]


def test_ba_20_a_card_is_paid_for_and_turned_up() -> None:
    table = buyer()
    table.enter(DrawCard(ANNA, "knighthood"))
    assert table.cards("anna") == ""
    assert table.ba.drawn == {"knighthood": 1}
    assert table.impossible(DrawCard(ANNA, "monopoly")) >= {"BA-20"}


def test_ba_20_several_a_turn() -> None:
    table = coast(hands={"anna": "3 ore 3 wool 3 grain"})
    for _ in range(3):
        table.enter(DrawCard(ANNA, "treason"))
        table.enter(table.options("anna", MoveBarbarians)[0])
    assert "BA-20" in table.refused(DrawCard(ANNA, "treason"))


def test_ba_20_no_card_comes_more_often_than_it_is_there_until_the_shuffle() -> None:
    table = buyer().with_slice(drawn={"intrigue": 4})
    assert table.refused(DrawCard(ANNA, "intrigue")) == {"BA-20"}
    assert {option.chronicle for option in table.options("anna", DrawCard)} == {  # type: ignore[attr-defined]
        "knighthood",
        "black_knight",
        "treason",
    }
    table = buyer(barbarians={3: 1}).with_slice(drawn={**deck(), "intrigue": 3})
    table.enter(DrawCard(ANNA, "intrigue"))
    assert table.ba.drawn == {}, "the last card: the discard is the new deck"


def test_ba_20_the_deck_has_26_cards() -> None:
    assert deck() == {"knighthood": 14, "black_knight": 4, "intrigue": 4, "treason": 4}


def test_ba_21_knighthood_puts_a_knight_at_the_castle() -> None:
    table = buyer(knights={"ben": "16W"})
    table.enter(DrawCard(ANNA, "knighthood"))
    assert table.questions == [("place_path_knight", "anna")]
    assert {option.path for option in table.options("anna", PlaceKnight)} == CASTLE - {edge("16W")}  # type: ignore[attr-defined]
    assert table.impossible(PlaceKnight(ANNA, edge("16W"))) == {"BA-21"}
    assert table.refused(PlaceKnight(ANNA, edge("0E"))) == {"BA-21"}
    table.enter(PlaceKnight(ANNA, edge("16E")))
    assert table.knights("anna") == {"16E"}


def test_ba_21_the_black_knight_goes_anywhere() -> None:
    table = buyer(knights={"ben": "16W"})
    table.enter(DrawCard(ANNA, "black_knight"))
    assert len(table.options("anna", PlaceKnight)) == 71
    table.enter(PlaceKnight(ANNA, edge("0E")))


@pytest.mark.parametrize("card", ["knighthood", "black_knight"])
def test_ba_21_without_a_knight_in_the_supply_the_card_is_lost(card: str) -> None:
    table = buyer(knights={"anna": "0E 1E 3E 4E 5E 8E"})
    assert told(table.enter(DrawCard(ANNA, card)), CardLost) == [CardLost(ANNA, card)]
    assert not table.questions


def test_ba_21_without_a_free_path_at_the_castle_a_knighthood_is_lost() -> None:
    table = buyer(knights={"ben": "16NW 16NE 16E 16SE 16SW 16W"})
    assert told(table.enter(DrawCard(ANNA, "knighthood")), CardLost)


def test_ba_52_intrigue_takes_a_prisoner() -> None:
    table = buyer(barbarians={3: 3, 10: 1}, pieces="ben: settlement 0N")
    table.enter(DrawCard(ANNA, "intrigue"))
    assert {option.hex for option in table.options("anna", CaptureBarbarian)} == {HEX[3], HEX[10]}  # type: ignore[attr-defined]
    assert table.impossible(CaptureBarbarian(ANNA, HEX[4])) == {"BA-52"}
    assert table.points("ben") == 0
    table.enter(CaptureBarbarian(ANNA, HEX[3]))
    assert (table.barbarians, table.prisoners) == ({3: 2, 10: 1}, {"anna": 1})
    assert table.points("ben") == 1, "the hex is free again (BA-43)"


def test_ba_52_with_no_barbarian_there_another_card_comes() -> None:
    table = buyer()
    table.enter(DrawCard(ANNA, "intrigue"))
    assert table.questions == [("another_card", "anna")]
    table.enter(DrawCard(ANNA, "black_knight"))
    assert table.ba.drawn == {"intrigue": 1, "black_knight": 1}
    assert table.questions == [("place_path_knight", "anna")]


def test_ba_52_treason_brings_gold_and_moves_two_barbarians() -> None:
    table = buyer(barbarians={3: 3, 10: 1, 12: 2})
    table.enter(DrawCard(ANNA, "treason"))
    assert table.gold("anna") == 2
    ways = table.options("anna", MoveBarbarians)
    assert len(ways) == 2 * 28 + 21, "two of three hexes, to two others but the one with three"
    table.enter(MoveBarbarians(ANNA, hexes((12, 3)), hexes((10, 2))))
    assert table.barbarians == {3: 2, 12: 1, 10: 2, 2: 1}


@pytest.mark.parametrize(
    ("sources", "targets", "key"),
    [
        ((3, 3), (2, 4), "barbarian.other-hexes"),
        ((3, 10), (2, 2), "barbarian.other-hexes"),
        ((3, 10), (10, 2), "barbarian.other-hexes"),
        ((3, 4), (2, 6), "barbarian.none-there"),
        ((10, 12), (3, 2), "barbarian.full"),
        ((3,), (2,), "barbarian.not-so-many"),
        ((3, 10), (2,), "barbarian.not-so-many"),
    ],
)
def test_ba_52_treason_names_different_hexes(
    sources: tuple[int, ...], targets: tuple[int, ...], key: str
) -> None:
    table = buyer(barbarians={3: 3, 10: 1, 12: 2})
    table.enter(DrawCard(ANNA, "treason"))
    faults = table.violations(MoveBarbarians(ANNA, hexes(sources), hexes(targets)))
    assert key in {fault.key for fault in faults}


@pytest.mark.parametrize(("there", "taken", "moved"), [({}, 0, 2), ({3: 2}, 1, 2), ({3: 1, 4: 1}, 2, 2)])
def test_ba_52_missing_barbarians_come_from_the_supply(there: dict[int, int], taken: int, moved: int) -> None:
    table = buyer(barbarians=there)
    table.enter(DrawCard(ANNA, "treason"))
    for way in table.options("anna", MoveBarbarians):
        assert (len(way.sources), len(way.targets)) == (taken, moved)  # type: ignore[attr-defined]
    before = sum(table.barbarians.values())
    table.enter(table.options("anna", MoveBarbarians)[0])
    assert sum(table.barbarians.values()) == before + moved - taken


def test_ba_52_with_an_overrun_coast_everywhere_nothing_moves() -> None:
    table = buyer(barbarians=dict.fromkeys(HEX, 3))
    table.enter(DrawCard(ANNA, "treason"))
    assert not table.questions
    assert table.gold("anna") == 2


def test_ba_52_an_open_treason_may_be_left() -> None:
    table = buyer(barbarians={3: 3})
    table.enter(DrawCard(ANNA, "treason"))
    table.overrule(LeaveQuestion(ANNA, table.core.pending[0].id))
    assert table.barbarians == {3: 3}


def test_ba_20_what_came_is_told_by_its_name() -> None:
    table = buyer()
    events = table.enter(DrawCard(ANNA, "treason"))
    assert told(events, CardTurnedUp)[0].variant == "treason"


# --- a 7


def test_ba_50_on_a_7_discards_and_then_a_card_of_anyone() -> None:
    hands = {"anna": "1 ore", "ben": "9 wool", "carla": "2 brick"}
    table = coast(hands=hands, gold={"david": 5}, rolled=False)
    table.roll("anna", 3, 4)
    assert table.questions == [("discard", "ben")]
    table.enter(DiscardCards(BEN, {"wool": 4}))
    assert table.questions == [("take_card", "anna")]
    assert {option.victim for option in table.options("anna", TakeCard)} == {"ben", "carla", None}  # type: ignore[attr-defined]
    table.enter(TakeCard(ANNA, BEN))
    assert (table.cards("anna"), table.cards("ben")) == ("1 wool 1 ore", "4 wool")
    assert table.gold("david") == 5
    assert not table.questions


def test_ba_50_whoever_has_nothing_is_not_robbed_and_nobody_need_be() -> None:
    table = coast(hands={"ben": "2 wool"}, rolled=False)
    table.roll("anna", 3, 4)
    assert table.refused(TakeCard(ANNA, type(ANNA)("carla"))) == {"BA-50"}
    assert table.impossible(TakeCard(ANNA, ANNA)) == {"BA-50"}
    assert table.refused(TakeCard(ANNA, BEN, "ore")) == {"BA-50"}
    table.enter(TakeCard(ANNA))
    assert table.cards("ben") == "2 wool"


def test_ba_50_with_empty_hands_nothing_is_asked() -> None:
    table = coast(rolled=False)
    table.roll("anna", 3, 4)
    assert not table.questions


def test_ba_51_two_gold_buy_a_resource_twice_a_turn() -> None:
    table = coast(gold={"anna": 9})
    for good in ("ore", "wool"):
        table.enter(BuyWithGold(ANNA, good))
    assert table.refused(BuyWithGold(ANNA, "wool")) == {"BA-51"}
    assert (table.gold("anna"), Counter(table.cards("anna").split()[1::2])) == (5, Counter(("ore", "wool")))
