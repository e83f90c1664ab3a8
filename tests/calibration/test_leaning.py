from __future__ import annotations

import math

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration.geometry import Floor, Grid, Square, camera_place, in_order, through  # noqa: E402
from calibration.leaning import unseen_sides  # noqa: E402

GREEN, RED, SHADE = (60, 120, 40), (40, 40, 180), (20, 40, 14)
FLOOR = Floor.of(((0.0, 0.0), (960.0, 0.0), (960.0, 720.0), (0.0, 720.0)), 12.0, 9.0)
GRID = Grid(FLOOR, 18.0, 1.0)
CAMERA = np.array([6.0, 4.5, 14.0])


def scene(*squares: tuple[Square, tuple[int, int, int]]) -> np.ndarray:
    columns, rows = GRID.size
    seen = np.full((rows, columns, 3), GREEN, np.uint8)
    for square, colour in squares:
        cv2.fillPoly(seen, [np.round(through(GRID.from_floor, square.corners())).astype(np.int32)], colour)
    return seen


@pytest.mark.parametrize("angle", [0.0, 0.4, 1.2])
def test_a_side_that_a_flat_die_would_hide_gives_a_leaning_die_away(angle: float) -> None:
    top = Square(9.0, 4.5, angle, 1.0)
    empty = scene()
    outward = Square(9.3, 4.5, angle, 1.0)
    assert unseen_sides(GRID, scene((outward, RED), (top, RED)), empty, top, [], CAMERA) > 0.5
    inward = Square(8.7, 4.5, angle, 1.0)
    assert unseen_sides(GRID, scene((inward, RED), (top, RED)), empty, top, [], CAMERA) < 0.2


def test_a_shadow_or_a_neighbour_is_no_side() -> None:
    top = Square(9.0, 4.5, 0.0, 1.0)
    shadow, neighbour = Square(9.4, 4.5, 0.0, 1.0), Square(10.02, 4.5, 0.0, 1.0)
    assert unseen_sides(GRID, scene((shadow, SHADE), (top, RED)), scene(), top, [], CAMERA) == 0
    beside = scene((neighbour, RED), (top, RED))
    assert unseen_sides(GRID, beside, scene(), top, [neighbour], CAMERA) == 0


def test_the_grey_shadow_of_a_white_die_is_no_side() -> None:
    top, shadow = Square(9.0, 4.5, 0.0, 1.0), Square(9.4, 4.5, 0.0, 1.0)
    white, grey = (250, 250, 250), (66, 67, 78)
    assert unseen_sides(GRID, scene((shadow, grey), (top, white)), scene(), top, [], CAMERA) == 0
    assert unseen_sides(GRID, scene((shadow, (150, 150, 160)), (top, white)), scene(), top, [], CAMERA) > 0.5


def test_a_small_die_right_below_the_camera_hides_no_side() -> None:
    top = Square(float(CAMERA[0]), float(CAMERA[1]), 0.4, 0.6)
    assert unseen_sides(GRID, scene((top, RED)), scene(), top, [], CAMERA) == 0


def test_the_camera_is_found_over_the_floor() -> None:
    lean, height, focal = math.radians(20), 15.0, 864.0
    place = np.array([6.0, 4.5 + height * math.tan(lean), height])
    right = np.array([1.0, 0, 0])
    ahead = np.array([0, -math.sin(lean), -math.cos(lean)])
    down = np.cross(ahead, right)
    corners = np.array([[0, 0, 0], [12, 0, 0], [12, 9, 0], [0, 9, 0]], float) - place
    depth = corners @ ahead
    seen = np.stack([corners @ right / depth, corners @ down / depth], axis=1) * focal + [480, 360]
    found = camera_place(in_order(seen), 960, 720, 12.0, 9.0)
    seen_from_above = [6.0, 9.0 - place[1], height]  # the corner at the upper left of the picture comes first
    assert found == pytest.approx(seen_from_above, abs=0.3)
