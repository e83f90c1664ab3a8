"""Friendly robber: whoever has only two points is left alone."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.ids import HexId
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.hands import CardsDrawn
from companion.rules.base.robber import DiscardCards, MoveRobber, RobberMoved
from companion.rules.base.roll import Produced
from tests.kit.island import Island, bag, island
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, none, only

FRIENDLY = ("base", "friendly_robber")
DESERT = HexId(9)

EVERY_HEX = (
    "anna: settlement 0N, settlement 1N; ben: settlement 2SE, settlement 3S; "
    "carla: settlement 4SE, settlement 10SE; david: settlement 12SE, settlement 14S"
)
"""Two settlements each, and one of them at every hex; Carla's at 4SE stands at the desert too."""


def friendly(pieces: str, **rest: Any) -> Island:
    return island(modules=FRIENDLY, pieces=pieces, **rest)


def seven(pieces: str, **rest: Any) -> Island:
    """Anna has rolled a 7 and moves the robber."""
    table = friendly(pieces, rolled=False, **rest)
    table.roll("anna", 3, 4)
    assert table.questions == [("robber", "anna")]
    return table


BEN_RICH = "anna: settlement 16S, settlement 18S; ben: settlement 0N, city 2N; carla: settlement 13S"
"""Ben has 3 points, at hexes 0 and 2; the others are at 16, 17, 18 and 13."""


def test_fr_01_on_the_first_turn_the_robber_robs_a_player_with_three_points() -> None:
    table = seven(BEN_RICH, hands={"ben": "1 ore"})
    events = table.enter(MoveRobber(ANNA, HexId(0), BEN))
    assert only(events, CardsDrawn) == CardsDrawn(BEN, ANNA)
    assert table.cards("anna") == "1 ore"


def test_fr_01_he_blocks_the_hex_from_the_beginning() -> None:
    table = friendly(BEN_RICH, robber=2, rolled=False)
    assert only(table.roll("anna", 4, 5), Produced).gains == {}
    assert only(friendly(BEN_RICH, rolled=False).roll("anna", 4, 5), Produced).gains == {BEN: {"lumber": 2}}


@pytest.mark.parametrize("hex", [13, 16, 18])
def test_fr_02_on_a_seven_he_keeps_away_from_players_with_two_points(hex: int) -> None:
    table = seven(BEN_RICH, hands={"carla": "1 ore"})
    victim = CARLA if hex == 13 else None
    assert "FR-02" in table.refused(MoveRobber(ANNA, HexId(hex), victim))


def test_fr_02_the_own_hexes_of_the_mover_are_closed_too() -> None:
    table = seven(BEN_RICH)
    assert table.refused(MoveRobber(ANNA, HexId(18))) == {"FR-02"}


def test_fr_02_one_neighbour_with_two_points_closes_a_hex_of_a_rich_one() -> None:
    table = seven("ben: settlement 4N, city 2N; carla: settlement 4SE", hands={"ben": "1 ore"})
    assert "FR-02" in table.refused(MoveRobber(ANNA, HexId(4), BEN))
    table.enter(MoveRobber(ANNA, HexId(0), BEN))


def test_fr_02_a_knight_card_is_held_to_it_as_well() -> None:
    table = friendly(BEN_RICH, hands={"ben": "1 ore"}).given_development("anna")
    assert table.refused(PlayKnight(ANNA, HexId(18))) == {"FR-02"}
    table.enter(PlayKnight(ANNA, HexId(0), BEN))


def test_fr_02_a_third_point_opens_the_hex() -> None:
    table = friendly("ben: settlement 0N, settlement 2N", hands={"ben": "1 ore"})
    table.given_development("anna").given_points("ben", 3)
    table.enter(PlayKnight(ANNA, HexId(0), BEN))


def test_b_72_fr_02_hidden_points_do_not_open_it() -> None:
    table = friendly("ben: settlement 0N, settlement 2N", hands={"ben": "1 ore"})
    table.given_development("anna").given_development("ben", 5)
    assert table.refused(PlayKnight(ANNA, HexId(0), BEN)) == {"FR-02", "FR-03"}


def test_fr_02_the_hexes_that_are_offered_are_those_left() -> None:
    table = seven(BEN_RICH, hands={"ben": "1 ore"})
    closed = {9, 13, 16, 17, 18}
    offers = table.options("anna", MoveRobber)
    offered = {option.hex for option in offers if isinstance(option, MoveRobber)}
    assert offered == set(range(19)) - closed


def test_fr_02_by_choice_of_the_table_he_may_come_but_takes_nothing() -> None:
    table = seven(BEN_RICH, hands={"carla": "1 ore"}, friendly_robber="no_theft")
    assert table.refused(MoveRobber(ANNA, HexId(13), CARLA)) == {"FR-02"}
    assert none(table.enter(MoveRobber(ANNA, HexId(13))), CardsDrawn)
    assert table.base.robber == 13


def test_fr_02_this_choice_is_that_of_the_books_of_2025() -> None:
    assert friendly("", profile="official2025").table.option("friendly_robber") == "no_theft"
    assert friendly("", profile="hobbyworld").table.option("friendly_robber") == "hex_forbidden"


def test_fr_03_with_no_hex_left_he_stays_in_the_desert_and_nobody_is_asked() -> None:
    table = friendly(EVERY_HEX, rolled=False)
    assert none(table.roll("anna", 3, 4), RobberMoved)
    assert (table.base.robber, table.questions) == (DESERT, [])


def test_fr_03_from_elsewhere_he_goes_back_to_the_desert_by_himself() -> None:
    table = friendly(EVERY_HEX, robber=6, rolled=False)
    assert only(table.roll("anna", 3, 4), RobberMoved) == RobberMoved(DESERT)
    assert table.questions == []


def test_fr_03_the_discards_of_that_seven_come_first() -> None:
    table = friendly(EVERY_HEX, robber=6, hands={"ben": "8 ore"}, rolled=False)
    table.roll("anna", 3, 4)
    assert (table.base.robber, table.questions) == (6, [("discard", "ben")])
    table.enter(DiscardCards(BEN, bag("4 ore")))
    assert (table.base.robber, table.questions) == (DESERT, [])


def test_fr_03_beside_the_desert_two_points_protect_the_hand() -> None:
    table = friendly(EVERY_HEX, hands={"carla": "2 wool"}).given_development("anna")
    assert table.refused(PlayKnight(ANNA, DESERT, CARLA)) == {"FR-03"}
    assert none(table.enter(PlayKnight(ANNA, DESERT)), CardsDrawn)


def test_fr_03_and_three_points_do_not() -> None:
    table = seven(
        "anna: settlement 4N, settlement 2S; ben: settlement 10SE, settlement 14S; "
        "carla: settlement 12SE, settlement 3S; david: city 9N, city 9S",
        hands={"david": "1 ore"},
    )
    assert table.options("anna", MoveRobber) == [MoveRobber(ANNA, DESERT, DAVID)]
    only(table.enter(MoveRobber(ANNA, DESERT, DAVID)), CardsDrawn)


def test_fr_03_a_knight_card_may_be_played_for_the_army_alone() -> None:
    table = friendly(EVERY_HEX).given_development("anna")
    table.enter(PlayKnight(ANNA, DESERT))
    assert table.base.development.played[ANNA] == {"knight": 1}


def test_fr_04_a_player_with_two_points_returns_half_of_eight_cards() -> None:
    table = friendly(BEN_RICH, hands={"carla": "8 ore"}, rolled=False)
    table.roll("anna", 3, 4)
    assert table.questions == [("discard", "carla")]
    table.enter(DiscardCards(CARLA, bag("4 ore")))
    assert table.questions == [("robber", "anna")]


def test_fr_02_where_hands_are_not_entered_the_hexes_are_the_same() -> None:
    table = friendly(BEN_RICH, level="L2", rolled=False)
    table.roll("anna", 3, 4)
    assert table.refused(MoveRobber(ANNA, HexId(13), CARLA)) == {"FR-02", "FR-03"}
    table.enter(MoveRobber(ANNA, HexId(0), BEN))
