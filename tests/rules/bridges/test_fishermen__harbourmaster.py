"""The Fishermen of Catan with the Harbourmaster (FI-09)."""

from __future__ import annotations

from companion.rules.base.board import harbour_corners
from companion.rules.scenarios.fishermen.grounds import served
from tests.kit.fishing import LAKE_BOARD, fishing
from tests.kit.tables import ANNA, BEN

MODULES = ("base", "fishermen", "harbourmaster")


def test_fi_09_with_the_harbourmaster_eleven_points_win_and_twelve_with_the_boot() -> None:
    table = fishing(modules=MODULES, boot="ben")
    assert [table.table.value("points_to_win", who) for who in (ANNA, BEN)] == [11, 12]
    table.given_points("anna", 10)
    table.roll("anna", 1, 5)
    assert table.core.winner is None
    table = fishing(modules=MODULES, boot="ben")
    table.given_points("anna", 11)
    table.roll("anna", 1, 5)
    assert table.core.winner == "anna"


def test_fi_09_with_cities_and_knights_too_it_is_fourteen_and_fifteen() -> None:
    table = fishing(modules=(*MODULES, "cities_knights"), boot="ben")
    assert [table.table.value("points_to_win", who) for who in (ANNA, BEN)] == [14, 15]


def test_fi_02_a_building_at_harbour_and_ground_serves_both() -> None:
    """At 1N are the grain harbour and the ground of the 4."""
    assert "1N" in harbour_corners(LAKE_BOARD)
    assert "1N" in served(LAKE_BOARD.geometry, LAKE_BOARD.geometry.edge("0NE"))
    table = fishing(modules=MODULES, pieces="anna: city 1N, settlement 6N", boot="ben")
    assert table.score("anna") == {"buildings": 3, "harbourmaster": 2}
    table.roll("anna", 1, 3)
    assert table.tokens("anna") == "? ?"
