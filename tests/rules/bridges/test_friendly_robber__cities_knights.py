"""Friendly robber with Cities & Knights (CO-04)."""

from __future__ import annotations

from typing import Any

from companion.engine.ids import HexId
from companion.rules.base.hands import CardsDrawn
from companion.rules.base.robber import MoveRobber, RobberMoved
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.progress.bishop import PlayBishop
from companion.rules.cities_knights.slice import Track
from tests.kit.island import Island, corner, island
from tests.kit.tables import ANNA, BEN, CARLA, CITIES_KNIGHTS, DAVID, none, only, told

PIECES = (
    "anna: active knight 9N; ben: city 0N, settlement 2N; carla: city 13S; david: city 16SW, settlement 18S"
)
"""Ben and David have 3 points; Carla, whose city is at 13, 16 and 17, has only 2."""

HANDS = {"ben": "1 ore", "carla": "1 wool", "david": "1 cloth"}


def friendly(attacks: int = 1, pieces: str = PIECES, **rest: Any) -> Island:
    table = island(modules=(*CITIES_KNIGHTS, "friendly_robber"), pieces=pieces, **{"hands": HANDS, **rest})
    table.given_ship(0, attacks)
    return table


def test_co_04_after_a_seven() -> None:
    table = friendly(rolled=False)
    table.roll("anna", 3, 4)
    assert table.refused(MoveRobber(ANNA, HexId(16), CARLA)) == {"FR-02", "FR-03"}
    table.enter(MoveRobber(ANNA, HexId(0), BEN))


def test_co_04_a_knight_that_chases_him() -> None:
    table = friendly()
    knight = corner("9N")
    assert table.refused(ChaseRobber(ANNA, knight, HexId(13), CARLA)) == {"FR-02", "FR-03"}
    hexes = {option.hex for option in table.options("anna", ChaseRobber) if isinstance(option, ChaseRobber)}
    assert hexes == set(range(19)) - {9, 13, 16, 17}
    table.enter(ChaseRobber(ANNA, knight, HexId(0), BEN))


def test_co_04_a_bishop() -> None:
    table = friendly()
    table.given_cards("anna", Track.POLITICS)
    assert table.refused(PlayBishop(ANNA, HexId(17))) == {"FR-02"}
    assert len(told(table.enter(PlayBishop(ANNA, HexId(0))), CardsDrawn)) == 1


def test_co_04_until_the_first_attack_he_stays() -> None:
    table = friendly(attacks=0, rolled=False)
    assert none(table.roll("anna", 3, 4), RobberMoved)
    assert table.questions == []
    assert "CK-51" in table.refused(ChaseRobber(ANNA, corner("9N"), HexId(0), BEN))


EVERY_HEX = (
    "anna: settlement 0N, settlement 1N; ben: settlement 2SE, settlement 3S; "
    "carla: settlement 4SE, settlement 10SE; david: settlement 12SE, settlement 14S; "
    "anna: active knight 2NE, active knight 9S"
)
"""Everyone has 2 points, and somebody a settlement at every hex. One knight is at 2, one at the desert."""


def test_co_04_with_no_hex_left_he_goes_to_the_desert_though_it_has_no_number() -> None:
    table = friendly(pieces=EVERY_HEX, robber=2)
    knight = corner("2NE")
    assert table.options("anna", ChaseRobber) == [ChaseRobber(ANNA, knight, HexId(9))]
    assert table.refused(ChaseRobber(ANNA, knight, HexId(9), CARLA)) == {"FR-03"}
    table.enter(ChaseRobber(ANNA, knight, HexId(9)))
    assert table.base.robber == 9


def test_co_04_or_stays_there() -> None:
    table = friendly(pieces=EVERY_HEX, rolled=False)
    table.roll("anna", 3, 4)
    assert table.questions == []
    assert table.base.robber == 9


def test_ck_125_fr_03_a_bishop_who_cannot_move_the_robber_is_not_played() -> None:
    table = friendly(pieces=EVERY_HEX)
    table.given_cards("anna", Track.POLITICS)
    assert table.refused(PlayBishop(ANNA, HexId(9))) == {"CK-125"}
    assert table.options("anna", PlayBishop) == []
    assert "CK-125" in table.refused(PlayBishop(ANNA, HexId(0)))
    table.overrule(PlayBishop(ANNA, HexId(9)))


def test_ck_125_fr_03_a_bishop_who_sends_the_robber_home_is_played() -> None:
    table = friendly(pieces=EVERY_HEX, robber=2)
    table.given_cards("anna", Track.POLITICS)
    assert table.options("anna", PlayBishop) == [PlayBishop(ANNA, HexId(9))]
    table.enter(PlayBishop(ANNA, HexId(9)))
    assert table.base.robber == 9


def test_ck_125_fr_03_a_bishop_robs_where_he_has_to_stay_whom_three_points_leave_unprotected() -> None:
    pieces = (
        "anna: settlement 4N, settlement 2S; ben: settlement 10SE, settlement 14S; "
        "carla: settlement 12SE, settlement 3S; david: city 9N, city 9S"
    )
    table = friendly(pieces=pieces)
    table.given_cards("anna", Track.POLITICS)
    assert table.options("anna", PlayBishop) == [PlayBishop(ANNA, HexId(9))]
    assert only(table.enter(PlayBishop(ANNA, HexId(9))), CardsDrawn).giver == DAVID
    bare = friendly(pieces=pieces, hands={"ben": "1 ore"})
    bare.given_cards("anna", Track.POLITICS)
    assert bare.refused(PlayBishop(ANNA, HexId(9))) == {"CK-125"}, "David has no cards"
