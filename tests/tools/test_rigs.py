from __future__ import annotations

import math
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("cv2")

from tools.dice_training import rig_drawings, rigs

BODY, INK, BLUE = np.array((0.9, 0.85, 0.7)), np.array((0.03, 0.03, 0.03)), np.array((0.1, 0.3, 0.7))
NORMALS = np.array([[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]], float)
RENDERER = """
import numpy as np
POOL = {}
fnoise = draw_ship = draw_gate = None
def make_rig(pool, number):
    tray = POOL[pool]["trays"][0]
    return {"name": "theirs", "tray": tray, "tw": float(number), "event": {"faces": ["ship"]}}
def texture(kind, random, size_px):
    return np.full((size_px, size_px, 3), {"felt_grey": 0.4, "wood_oak": 0.5}[kind]), None, 0.9
"""


def lying(yaw: float) -> rigs.Numbers:
    turn = [[math.cos(yaw), -math.sin(yaw), 0], [math.sin(yaw), math.cos(yaw), 0], [0, 0, 1]]
    return {"R": np.array(turn), "yaw": yaw, "t": np.array([1.0, 2.0, 0.8]), "size": 1.6, "face": 4}


@pytest.fixture
def renderer(tmp_path: Path) -> Any:
    file = tmp_path / "renderer.py"
    file.write_text(RENDERER)
    return lambda seed: rigs.load(file, seed)


def test_nothing_of_blender_is_needed_to_import_it() -> None:
    assert "bpy" not in sys.modules


@pytest.mark.parametrize("style", range(30))
def test_a_drawing_is_there_and_inside_its_side_of_the_die(style: int) -> None:
    for face, relief in (
        rig_drawings.ship(style, BODY, INK),
        rig_drawings.gate(style, BODY, BLUE, INK),
    ):
        painted = np.abs(face - BODY).max(axis=2) > 0.02
        assert 0.02 < painted.mean() < 0.9
        inner = painted[12:-12, 12:-12]
        assert inner.sum() == painted.sum()
        assert ((relief < 1) == painted).all()


def test_ships_and_gates_differ_from_number_to_number_and_are_the_same_again() -> None:
    ships = [rig_drawings.ship(style, BODY, INK)[0] for style in (0, 1, 0)]
    gates = [rig_drawings.gate(style, BODY, BLUE, INK)[0] for style in (0, 1, 0)]
    for one, other, again in (ships, gates):
        assert (one == again).all()
        assert (one != other).any()


def test_a_rig_is_made_again_by_its_seed_and_number(renderer: Any) -> None:
    made = renderer(5).make_rig("rigs", 3)
    assert made == renderer(5).make_rig("rigs", 3)
    for seed, number in ((6, 3), (5, 4)):
        other = renderer(seed).make_rig("rigs", number)
        assert all(
            made[name] != other[name] for name in ("name", "tw", "white", "red", "ship_style", "bevel")
        )


def test_every_tray_and_table_of_ours_can_be_painted(renderer: Any) -> None:
    theirs = {"felt_green", "felt_blue", "felt_grey", "wood_pine", "wood_oak", "leather_tan"}
    theirs |= {"white_paper", "plaid", "black_fabric", "tablecloth"}
    assert {*rigs.TRAYS, *rigs.TABLES} <= theirs | set(rigs.FLOORS) | set(rigs.DYED)
    loaded = renderer(0)
    colours, _, dull = loaded.texture("felt_red", np.random.default_rng(0))
    assert np.allclose(colours.mean(axis=(0, 1)), (0.42, 0.07, 0.08), atol=0.01)
    assert dull == 0.9
    for kind in rigs.FLOORS:
        colours, heights, dull = loaded.texture(kind, np.random.default_rng(0))
        assert colours.shape == (rigs.SURFACE_PX, rigs.SURFACE_PX, 3)
        assert colours.min() >= 0
        assert colours.max() <= 1
        assert heights.shape == colours.shape[:2]
        assert 0 < dull < 1


@pytest.mark.parametrize("seed", range(20))
def test_a_leaning_die_stands_on_the_floor_and_is_labelled_as_not_flat(seed: int) -> None:
    random = np.random.default_rng(seed)
    flat = lying(random.uniform(0, 7))
    leaning = rigs.leaned(flat, NORMALS, random)
    labels = rigs.labelled([{}, {}], [flat, leaning], NORMALS, lambda pose: pose["face"])
    assert [label["flat"] for label in labels] == [True, False]
    assert np.allclose(leaning["R"] @ leaning["R"].T, np.eye(3))
    corners = np.array([[x, y, z] for x in (-1, 1) for y in (-1, 1) for z in (-1, 1)]) * 0.8
    heights = (corners @ leaning["R"].T + leaning["t"])[:, 2]
    assert heights.min() == pytest.approx(0)
    assert (leaning["R"] @ NORMALS.T)[2].argmax() == leaning["face"] == labels[1]["value"]
