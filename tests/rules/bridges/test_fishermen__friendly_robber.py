"""The Fishermen of Catan with the Friendly robber (FR-03)."""

from __future__ import annotations

import pytest

from companion.engine.ids import HexId
from companion.rules.base.robber import MoveRobber
from companion.rules.scenarios.fishermen.spending import DriveOffRobber
from tests.kit.fishing import Fishery, fishing
from tests.kit.tables import ANNA

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
