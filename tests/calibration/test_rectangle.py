"""A tray's floor as a rectangle, by its outline and the dice on it, both seen a little wrongly."""

from __future__ import annotations

import math

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration.geometry import Floats, Floor, camera_over, in_order, through  # noqa: E402
from calibration.plane import Dice  # noqa: E402
from calibration.rectangle import fitted, holding  # noqa: E402

WIDTH, HEIGHT = 960, 720
WIDE, DEEP = 12.0, 9.0
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def seen_at(tilt: float, focal_widths: float) -> Floor:
    """A floor under a camera that is tilted by so many degrees, below the picture."""
    focal, steep = focal_widths * WIDTH, math.radians(tilt)
    turn = np.array(
        [[1, 0, 0], [0, math.cos(steep), -math.sin(steep)], [0, math.sin(steep), math.cos(steep)]]
    )
    camera = np.array([[focal, 0, WIDTH / 2], [0, focal, HEIGHT / 2], [0, 0, 1.0]])
    axes = turn @ np.diag([1, 1, -1.0])
    middle = np.array([WIDE / 2, DEEP / 2, 0])
    start = np.array([0, 0, 16 * focal_widths / 0.9 + 3]) - axes @ middle
    return Floor(camera @ np.stack([axes[:, 0], axes[:, 1], start], axis=1), WIDE, DEEP)


def outline_of(floor: Floor, random: np.random.Generator) -> Floats:
    """Places along the sides, wavy by a tenth of an edge; one side bulges where a thing lies."""
    share = np.linspace(0, 1, 40, endpoint=False)
    corners = np.array([[0, 0], [WIDE, 0], [WIDE, DEEP], [0, DEEP]])
    sides = [a + share[:, None] * (b - a) for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True)]
    places = np.concatenate(sides) + random.normal(0, 0.1, (160, 2))
    places[10:16, 1] += 1.5
    return through(floor.to_image, places)


@pytest.mark.parametrize("focal", [0.75, 0.9, 1.1])
@pytest.mark.parametrize("tilt", [0, 20, 40])
def test_the_floor_is_found_though_all_is_measured_a_little_wrongly(tilt: int, focal: float) -> None:
    random = np.random.default_rng([tilt, int(100 * focal)])
    floor = seen_at(tilt, focal)
    on = random.uniform(0.8, [WIDE - 0.8, DEEP - 0.8], (12, 2))
    squares = [through(floor.to_image, place + SQUARE) for place in on]
    areas = [
        cv2.contourArea(square.astype(np.float32)) * math.exp(random.normal(0, 0.05)) for square in squares
    ]
    dice = Dice(through(floor.to_image, on), np.array(areas), np.arange(12) % 3 == 0)
    corners = np.array(in_order(floor.corners_px()))
    found = fitted(corners + random.normal(0, 12, (4, 2)), outline_of(floor, random), dice, WIDTH, HEIGHT)
    off = through(floor.from_image, found) - through(floor.from_image, corners)
    assert np.abs(off).max() < 0.4, "edges"
    there = Floor.of(in_order(found.tolist()), WIDE, DEEP)
    (x, y, high), (x_now, y_now, high_now) = (camera_over(each, WIDTH, HEIGHT) for each in (floor, there))
    slopes = [
        ((WIDE / 2 - a) / c, (DEEP / 2 - b) / c) for a, b, c in ((x, y, high), (x_now, y_now, high_now))
    ]
    assert math.dist(*slopes) < 0.15


def tops_on(floor: Floor, camera: Floats, places: Floats) -> Dice:
    """Dice that stand there, as their tops are seen: farther from the camera's foot than they stand."""
    over = (camera[2] + 1) / camera[2]
    tops = [camera[:2] + over * (place + SQUARE - camera[:2]) for place in places]
    seen = [through(floor.to_image, top) for top in tops]
    areas = [cv2.contourArea(each.astype(np.float32)) for each in seen]
    return Dice(np.array([each.mean(axis=0) for each in seen]), np.array(areas), np.zeros(len(areas), bool))


@pytest.mark.parametrize("tilt", [0, 30])
def test_a_stripe_is_no_end_of_a_floor_if_a_die_stands_beyond_it(tilt: int) -> None:
    floor = seen_at(tilt, 0.9)
    camera = camera_over(floor, WIDTH, HEIGHT)
    corners = through(floor.to_image, np.array([[0, 2.5], [WIDE, 2.5], [WIDE, DEEP], [0, DEEP]]))
    inside = np.array([[2.0, 4.0], [6.0, 5.0], [10.0, 7.0], [4.0, 8.0], [9.0, 3.5]])
    kept = holding(corners, tops_on(floor, camera, inside), WIDTH, HEIGHT)
    assert np.abs(through(floor.from_image, kept) - through(floor.from_image, corners)).max() < 0.05
    beyond = np.vstack([inside, [[3.0, 1.0]]])
    moved = through(floor.from_image, holding(corners, tops_on(floor, camera, beyond), WIDTH, HEIGHT))
    assert moved[:2, 1] == pytest.approx([0.5, 0.5], abs=0.15), "as far as half a die beyond its middle"
    assert moved[2:, 1] == pytest.approx([DEEP, DEEP], abs=0.15)
    assert moved[[0, 3], 0] == pytest.approx([0, 0], abs=0.15)
