"""A share of the positions that ``python -m tests.positions`` holds against the twins of tests/kit/twins."""

from __future__ import annotations

import ast
from pathlib import Path

import tests.kit.twins
from tests.positions import CHECKS, Report, held_against

SHARE = 60
"""Positions of each check."""


def same(check: str) -> Report:
    """A share of a check; each position is made from its own number."""
    found = held_against(check, SHARE)
    assert not found.differences, "\n".join(found.differences)
    return found


def test_cv_04_cv_05_places_of_camels_by_brute_force() -> None:
    seen = same("camel_places").seen
    assert seen["two caravans before one path"] and seen["a caravan that has ended"]


def test_cv_06_cv_07_trails_and_buildings_beside_camels_by_brute_force() -> None:
    seen = same("camel_trails").seen
    assert seen["trails longer than their roads"] and seen["points between camels"]


def test_cv_03_who_decides_by_brute_force() -> None:
    seen = same("votes").seen
    assert seen["alone"] and seen["most"] and seen["turn"] and seen["others may agree"] and seen["paths tied"]


def test_tb_10_ways_of_wagons_against_every_way_there_is() -> None:
    seen = same("wagon_routes").seen
    assert seen["ways that need a grain"] and seen["ways over roads of others"]
    assert seen["ways that are refused"]


def test_tb_03_tb_21_places_at_the_destinations_by_brute_force() -> None:
    seen = same("destination_places").seen
    assert seen["roads"] and seen["settlements"]


def test_ba_40_ba_41_ba_44_ba_70_battles_by_hand() -> None:
    seen = same("battles").seen
    assert seen["knights fallen"] and seen["prisoners that dice decided"] and seen["battles of strangers"]


def test_ba_30_where_knights_go_by_a_plain_search() -> None:
    assert same("knight_moves").seen["moves that cost a grain"]


def test_ba_11_ba_12_what_is_overrun_and_conquered_by_points_of_the_plane() -> None:
    seen = same("coast_places").seen
    assert seen["points lost"] and seen["roads"] and seen["settlements"]


def test_ri_04_ri_06_ri_07_gold_and_cards_by_a_plain_reckoning() -> None:
    seen = same("riches_and_bridges").seen
    assert seen["a wealthiest settler"] and seen["all poor alike"]


def test_ri_05_places_of_bridges_by_a_plain_reckoning() -> None:
    assert same("river_places").seen["bridges"]


def test_every_check_has_its_share_here() -> None:
    asked = {
        call.args[0].value
        for call in ast.walk(ast.parse(Path(__file__).read_text(encoding="utf-8")))
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "same"
        if isinstance(call.args[0], ast.Constant)
    }
    assert asked == set(CHECKS)


def test_the_twins_import_nothing_of_the_product() -> None:
    folder = Path(tests.kit.twins.__file__).parent
    files = [*folder.glob("*.py"), folder.parent / "brute.py"]
    assert len(files) > 5
    for file in files:
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            assert not any(name.startswith(("companion", "tests.kit.tables")) for name in names), file
