"""The Fishermen of Catan with the Friendly robber (FR-03)."""

from __future__ import annotations

import pytest

from companion.engine.ids import HexId
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.robber import MoveRobber, RobberMoved
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.progress.bishop import PlayBishop
from companion.rules.cities_knights.slice import Track
from companion.rules.scenarios.fishermen.spending import DriveOffRobber
from tests.kit.fishing import Fishery, fishing
from tests.kit.island import corner
from tests.kit.tables import ANNA, BEN, none

MODULES = ("base", "fishermen", "friendly_robber")

EVERYWHERE = (
    "anna: settlement 4SE, settlement 6S; ben: settlement 3S, settlement 13S; "
    "carla: settlement 14SE, settlement 0SE; david: settlement 2S, settlement 7S"
)
"""Two settlements each, so that every hex has one beside it."""


def friendly(robber: int | None, pieces: str = EVERYWHERE) -> Fishery:
    return fishing(modules=MODULES, pieces=pieces, robber=robber)


@pytest.mark.parametrize("robber", [None, 4])
def test_fr_03_with_every_hex_forbidden_the_robber_is_off_the_board(robber: int | None) -> None:
    table = friendly(robber)
    table.roll("anna", 3, 4)
    assert (table.base.robber, table.questions) == (None, [])


def test_fr_03_a_seven_does_nothing_to_a_robber_who_is_off_the_board_already() -> None:
    assert none(friendly(None).roll("anna", 3, 4), RobberMoved)


@pytest.mark.parametrize("robber", [None, 4])
def test_fr_03_a_knight_card_with_every_hex_forbidden_is_played_all_the_same(robber: int | None) -> None:
    """It counts for Largest Army, and the robber is off the board after it."""
    table = friendly(robber)
    table.given_development("anna")
    table.roll("anna", 1, 5)
    assert table.options("anna", PlayKnight) == [PlayKnight(ANNA)]
    assert table.refused(PlayKnight(ANNA, HexId(9))) == {"FR-02"}
    assert table.refused(PlayKnight(ANNA, None, BEN)) == {"B-62"}
    table.enter(PlayKnight(ANNA))
    assert (table.base.robber, table.base.development.played[ANNA]) == (None, {"knight": 1})


def test_fr_03_as_long_as_a_hex_is_left_a_knight_card_names_it() -> None:
    table = friendly(None, "anna: settlement 4N")
    table.given_development("anna")
    table.roll("anna", 1, 5)
    assert table.impossible(PlayKnight(ANNA)) == {"B-62"}


KNIGHTS = ("base", "cities_knights", "fishermen", "friendly_robber")


def catan(robber: int | None) -> Fishery:
    """With Cities & Knights after the first attack; Anna has rolled, and a knight of hers stands at 4."""
    pieces = EVERYWHERE + "; anna: active knight 4NE"
    table = fishing(modules=KNIGHTS, pieces=pieces, robber=robber, rolled=True)
    table.given_ship(0, 1)
    return table


def test_fr_03_a_knight_chases_him_off_the_board() -> None:
    table = catan(4)
    assert table.options("anna", ChaseRobber) == [ChaseRobber(ANNA, corner("4NE"))]
    assert table.refused(ChaseRobber(ANNA, corner("4NE"), HexId(18), BEN)) >= {"FR-02"}
    table.enter(ChaseRobber(ANNA, corner("4NE")))
    assert (table.base.robber, table.ck.knights[corner("4NE")].active) == (None, False)


def test_fr_03_a_bishop_drives_him_off_the_board() -> None:
    table = catan(4)
    table.given_cards("anna", Track.POLITICS)
    assert table.options("anna", PlayBishop) == [PlayBishop(ANNA)]
    table.enter(PlayBishop(ANNA))
    assert table.base.robber is None


def test_fr_03_as_long_as_a_hex_is_left_knight_and_bishop_name_it() -> None:
    table = fishing(modules=KNIGHTS, pieces="anna: active knight 4NE", robber=4, rolled=True)
    table.given_ship(0, 1)
    table.given_cards("anna", Track.POLITICS)
    assert table.impossible(ChaseRobber(ANNA, corner("4NE"))) == {"CK-98"}
    assert table.impossible(PlayBishop(ANNA)) == {"PC-B01"}


def test_fr_02_the_lake_is_a_hex_like_any_other_for_him() -> None:
    table = friendly(None, "anna: settlement 4N; ben: settlement 9S")
    table.roll("anna", 3, 4)
    assert table.refused(MoveRobber(ANNA, HexId(9))) == {"FR-02"}
    table.enter(MoveRobber(ANNA, HexId(18)))


def test_fi_06_two_fish_send_a_friendly_robber_off_too() -> None:
    table = friendly(18, "anna: settlement 4N")
    table.given_tokens("anna", "2")
    table.roll("anna", 1, 5)
    table.enter(DriveOffRobber(ANNA, (2,)))
    assert table.base.robber is None
