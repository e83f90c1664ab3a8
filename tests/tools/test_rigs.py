from __future__ import annotations

import json
import math
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import numpy as np
import pytest

pytest.importorskip("cv2")

import cv2

from tools.dice_training import drawings, rig_drawings, rigs, surfaces, views
from tools.dice_training.boxes import Box, gap, hidden
from tools.dice_training.camera import Camera
from tools.dice_training.looks import Eye, Rig
from tools.dice_training.poses import Lying, Thrower, flat, labels, stacked
from tools.dice_training.scenes import NORMALS
from tools.dice_training.shoots import Shoot

BODY, INK, BLUE = np.array((0.9, 0.85, 0.7)), np.array((0.03, 0.03, 0.03)), np.array((0.1, 0.3, 0.7))
UP = np.array([0.0, 0.0, 1.0])


class Dark:
    """A studio without a light."""

    def __init__(self, *_: object) -> None:
        pass

    def photograph(self, *_: object) -> np.ndarray:
        return np.full((rigs.SIZE_PX[1], rigs.SIZE_PX[0], 3), 0.2, np.float32)


@pytest.fixture(scope="module", autouse=True)
def small_floors() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(surfaces, "SURFACE_PX", 160)
        yield


@pytest.fixture(scope="module")
def rig() -> Rig:
    """One with walls."""
    return next(rig for rig in (rigs.make_rig(5, number) for number in range(20)) if rig.tray.wall > 0.8)


@pytest.fixture(scope="module")
def camera(rig: Rig) -> Camera:
    return Camera(rig.eye, rig.tray, rigs.SIZE_PX)


def thrower(rig: Rig, camera: Camera, seed: int) -> Thrower:
    return Thrower(rig.tray, camera, rig.dice, np.random.default_rng(seed))


def test_nothing_of_blender_is_needed_to_import_it() -> None:
    assert "bpy" not in sys.modules


# --- drawings --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("style", range(20))
def test_a_drawing_is_there_and_inside_its_side_of_the_die(style: int) -> None:
    for face, relief in (rig_drawings.ship(style, BODY, INK), rig_drawings.gate(style, BODY, BLUE, INK)):
        painted = np.abs(face - BODY).max(axis=2) > 0.02
        assert 0.02 < painted.mean() < 0.95
        edge = rig_drawings.MARGIN_PX - 1
        assert painted[edge:-edge, edge:-edge].sum() == painted.sum()
        assert ((relief < 1) == painted).all()


def test_drawings_differ_from_number_to_number_and_are_the_same_again() -> None:
    for draw in (
        lambda style: rig_drawings.ship(style, BODY, INK)[0],
        lambda style: rig_drawings.gate(style, BODY, BLUE, INK)[0],
    ):
        made = [draw(style) for style in range(30)]
        assert (made[7] == draw(7)).all()
        assert len({face.tobytes() for face in made}) == 30


def test_the_three_gates_of_a_die_are_one_drawing_in_three_colours() -> None:
    one, other = (
        rig_drawings.gate(3, BODY, np.array(colour), INK)[1] for colour in ((0.9, 0.7, 0), (0, 0.4, 0.1))
    )
    assert (one == other).all()


@pytest.mark.parametrize("seed", range(30))
def test_pips_are_as_many_as_the_value_and_only_drilled_ones_are_hollow(seed: int) -> None:
    look = rigs._pips(np.random.default_rng(seed), BODY)
    for value in range(1, 7):
        face, relief = look.side(value, BODY, INK)
        pips = (np.abs(face - BODY).max(axis=2) > 0.3).astype(np.uint8)
        assert cv2.connectedComponents(pips)[0] - 1 == value
        drilled = look.drilled and not look.hole
        assert (relief.min() < 0.5) == drilled
        assert not pips[:8].any() and not pips[-8:].any()


@pytest.mark.parametrize("name", sorted(surfaces.FLOORS))
def test_every_floor_can_be_painted(name: str) -> None:
    made = surfaces.surface(name, np.random.default_rng(0))
    assert made.colours.shape == (surfaces.SURFACE_PX, surfaces.SURFACE_PX, 3)
    assert made.heights.shape == made.colours.shape[:2]
    for values in (made.colours, made.heights):
        assert 0 <= values.min() <= values.max() <= 1


def test_felt_has_the_colour_of_its_name() -> None:
    red, green, blue = surfaces.surface("felt_red", np.random.default_rng(0)).colours.mean(axis=(0, 1))
    assert red > 3 * max(green, blue)


# --- rigs ------------------------------------------------------------------------------------------------


def test_a_rig_is_made_again_by_its_seed_and_number() -> None:
    made, again, other = (rigs.make_rig(5, number) for number in (3, 3, 4))
    assert (made.name, made.eye, made.lamps, made.about) == (again.name, again.eye, again.lamps, again.about)
    for look in made.dice:
        ours, theirs = made.dice[look], other.dice[look]
        assert (ours.sides[0][0] == again.dice[look].sides[0][0]).all()
        assert ours.size != theirs.size
        assert 1.2 <= ours.size <= 2.2
    assert made.eye != other.eye


def test_rigs_are_of_all_the_kinds_that_are_wanted() -> None:
    random = np.random.default_rng(1)
    tilts = [rigs._eye(random).tilt for _ in range(200)]
    assert min(tilts) < 3 and max(tilts) > 40 and max(tilts) <= rigs.STEEPEST
    cameras = [rigs._development(random, 4000) for _ in range(100)]
    assert 20 < sum(camera.blotches > 0 for camera in cameras) < 60


# --- how dice lie ----------------------------------------------------------------------------------------


def lowest(die: Lying) -> float:
    return float(die.box.corners[:, 2].min())


@pytest.mark.parametrize("seed", range(12))
def test_a_die_that_leans_on_a_wall_touches_the_floor_and_the_wall(
    rig: Rig, camera: Camera, seed: int
) -> None:
    made = thrower(rig, camera, seed).on_wall("red", 4)
    assert made is not None
    assert lowest(made) == pytest.approx(0, abs=1e-9)
    nearest = min(gap(made.box, wall) for wall in rig.tray.walls)
    assert 0 <= nearest < 0.02
    assert not made.flat
    lean = math.degrees(math.acos(np.abs(made.box.turn.T @ UP).max()))
    assert 4 < lean <= 45.1


@pytest.mark.parametrize("seed", range(12))
def test_a_die_that_leans_on_another_touches_the_floor_and_the_other(
    rig: Rig, camera: Camera, seed: int
) -> None:
    here = thrower(rig, camera, seed)
    other, made = here.flat("white", 2), here.on_die("red", 4)
    assert other is not None and made is not None
    assert lowest(made) == pytest.approx(0, abs=1e-9)
    assert 0 <= gap(made.box, other.box) < 0.02
    assert other.flat and not made.flat


def test_of_two_stacked_dice_neither_counts_as_flat(rig: Rig, camera: Camera) -> None:
    here = thrower(rig, camera, 3)
    below, above = here.flat("white", 2), here.on_top("red", 5)
    assert below is not None and above is not None
    assert lowest(above) == pytest.approx(below.box.size[2], abs=0.02)
    assert [die["flat"] for die in labels(here.lying, rig.dice, camera)] == [False, False]


@pytest.mark.parametrize("seed", range(6))
def test_thrown_dice_stand_on_the_floor_are_in_nothing_else_and_are_seen(
    rig: Rig, camera: Camera, seed: int
) -> None:
    random = np.random.default_rng(seed)
    lying = rigs.thrown(Thrower(rig.tray, camera, rig.dice, random), random)
    assert 6 <= len(lying) <= 8
    assert sum(die.flat for die in lying) >= 2
    for number, die in enumerate(lying):
        assert die.stacked or lowest(die) == pytest.approx(0, abs=1e-9)
        solid = [*rig.tray.walls, *(other.box for other in lying[:number])]
        assert all(gap(die.box, box) >= 0 for box in solid)
        seen = camera.seen(die.on_top(np.zeros((1, 2))))[0]
        assert (seen > 0).all() and (seen < rigs.SIZE_PX).all()


def test_a_label_says_what_is_up_and_where_its_square_is_seen(rig: Rig) -> None:
    straight = Eye(tilt=0, azimuth=-90, roll=0, angle=50, fill=0.9, distortion=(0, 0))
    camera = Camera(straight, rig.tray, rigs.SIZE_PX)
    size = rig.dice["red"].size
    die = flat("red", 4, 0.0, np.array([3.0, 1.0]), size)
    (label,) = labels([die], rig.dice, camera)
    focal, away = camera.matrix[0, 0], camera.place[2] - size
    middle = np.array([280 + 3 * focal / away, 210 - 1 * focal / away])
    assert label["value"] == rig.dice["red"].values[4] == 1
    assert label["center"] == pytest.approx(middle.tolist(), abs=0.06)
    quad = np.array(label["top_quad"])
    assert np.linalg.norm(quad - np.roll(quad, 1, axis=0), axis=1) == pytest.approx(
        np.full(4, size * focal / away), abs=0.15
    )
    above = stacked(flat("white", 0, 1.0, np.zeros(2), 1.5), die, np.zeros(2))
    assert lowest(above) == pytest.approx(size, abs=0.01)


def test_a_lens_bends_a_picture_as_it_bends_points(rig: Rig) -> None:
    eye = Eye(tilt=20, azimuth=-90, roll=3, angle=65, fill=0.9, distortion=(-0.2, 0.03))
    camera = Camera(eye, rig.tray, rigs.SIZE_PX)
    corner = rig.tray.corners[:1]
    wide, high = 700, 525
    place = camera.straight(corner)[0] * wide / 2 / camera.half_width + np.array([wide, high]) / 2
    straight = np.zeros((high, wide, 3), np.float32)
    straight[round(place[1]) - 3 : round(place[1]) + 3, round(place[0]) - 3 : round(place[0]) + 3] = 1
    bent = camera.through_lens(straight)[..., 0]
    rows, columns = np.nonzero(bent > 0.5)
    assert [columns.mean(), rows.mean()] == pytest.approx(camera.seen(corner)[0].tolist(), abs=1.5)


def test_a_box_hides_what_is_behind_it() -> None:
    wall = Box(np.eye(3), np.array([0.0, 5.0, 1.0]), np.array([10.0, 1.0, 2.0]))
    eye = np.array([0.0, -20.0, 10.0])
    points = np.array([[0.0, 6.0, 0.2], [0.0, 6.0, 4.0], [0.0, 3.0, 0.2], [8.0, 6.0, 0.2]])
    assert hidden(points, eye, [wall]).tolist() == [True, False, False, False]


def test_letters_are_drawn_by_strokes_of_ours() -> None:
    made = {drawings._letter(np.random.default_rng(seed), 64).tobytes() for seed in range(30)}
    assert len(made) == 30


def test_where_the_sides_of_leaning_dice_point_is_known_from_their_labels(
    rig: Rig, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """However the tray's corners are counted, and in the picture as its floor is seen."""
    monkeypatch.setitem(sys.modules, "tools.dice_training.renderer", SimpleNamespace(Studio=Dark))
    shoot = Shoot(replace(rig, eye=replace(rig.eye, distortion=(0, 0))), rigs.SIZE_PX, tmp_path, 3)
    there = shoot.thrower(np.random.default_rng(8))
    assert all(there.flat(kind, value) for kind, value in (("white", 2), ("red", 5), ("event", "ship")))
    leaning = [there.on_wall("white 2", 3), there.on_die("red 2", 4)]
    empty, taken = shoot.empty("empty.png"), shoot.take("one.png", there.lying)
    kept = {"rigs": {rig.name: {}}, "calib": [{**empty, "what": "empty"}], "images": [taken], "negatives": []}
    (tmp_path / "labels.json").write_text(json.dumps(kept))
    (view,) = views.pictures(tmp_path)
    assert view.solids is not None
    for number, (die, quad, solid) in enumerate(zip(there.lying, view.quads, view.solids, strict=True)):
        assert view.states[number] == (number > 2)
        up = view.normal_at(quad.mean(axis=0))
        assert up is not None
        assert up[2] == pytest.approx((die.box.turn @ NORMALS[die.top])[2], abs=0.02)
        corners = view.appear(solid)
        assert max(np.linalg.norm(corners - corner, axis=1).min() for corner in quad) < 2, "in pixels of 26"
    assert all(leaning) and view.normal_at(np.array([0.0, 0.0])) is None
