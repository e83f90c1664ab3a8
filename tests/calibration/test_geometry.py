from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

pytest.importorskip("cv2")

from calibration.geometry import Floor, Square, fault, in_order, reduced, sides, through

COORDINATE = st.floats(-0.9, 0.9)


@st.composite
def cameras(draw: st.DrawFn) -> tuple[np.ndarray, float, float, float]:
    """Corners of a rectangle as a camera sees it, its true sides, and the camera's focal length."""
    wide, deep = draw(st.floats(14, 21)), draw(st.floats(10, 16))
    focal = draw(st.floats(0.7, 1.3)) * 960
    lean, turn = math.radians(draw(st.floats(0, 30))), math.radians(draw(st.floats(-12, 12)))
    ahead = np.array([[1, 0, 0], [0, math.cos(lean), -math.sin(lean)], [0, math.sin(lean), math.cos(lean)]])
    about = np.array([[math.cos(turn), -math.sin(turn), 0], [math.sin(turn), math.cos(turn), 0], [0, 0, 1]])
    rectangle = np.array([[-wide, -deep, 0], [wide, -deep, 0], [wide, deep, 0], [-wide, deep, 0]]) / 2
    seen = rectangle @ (ahead @ about).T + [0, 0, 1.6 * wide]
    return seen[:, :2] / seen[:, 2:] * focal + [480, 360], wide, deep, focal


@given(cameras(), st.lists(st.tuples(COORDINATE, COORDINATE), min_size=1, max_size=5))
def test_a_place_on_the_floor_is_found_again_in_the_picture(camera: tuple, places: list) -> None:
    corners, wide, deep, _ = camera
    floor = Floor.of(in_order(corners), wide, deep)
    points = (np.array(places) + 1) / 2 * [wide, deep]
    assert np.allclose(through(floor.from_image, through(floor.to_image, points)), points, atol=1e-4)


@given(cameras())
def test_the_sides_of_a_tray_follow_from_its_corners(camera: tuple) -> None:
    corners, wide, deep, focal = camera
    across, down = sides(in_order(corners), 960, 720, focal)
    assert across / down == pytest.approx(wide / deep, rel=0.01)
    across, down = sides(in_order(corners), 960, 720)  # and nearly so where the lens is not known
    assert across / down == pytest.approx(wide / deep, rel=0.16)


@given(cameras(), st.permutations(range(4)))
def test_corners_may_be_given_in_any_order(camera: tuple, order: list[int]) -> None:
    corners = camera[0]
    assert in_order(corners[order]) == in_order(corners)


@given(cameras(), COORDINATE, COORDINATE, st.floats(0, 1.5), st.floats(0.4, 3))
@settings(max_examples=50)
def test_a_square_keeps_its_size_wherever_it_lies(
    camera: tuple, x: float, y: float, angle: float, factor: float
) -> None:
    corners, wide, deep, _ = camera
    floor = Floor.of(in_order(corners), wide, deep)
    square = Square((x + 1) / 2 * wide, (y + 1) / 2 * deep, angle, 1.0)
    seen = through(floor.scaled(factor).to_image, square.corners())
    back = through(floor.from_image, seen / factor)
    lengths = [math.dist(one, two) for one, two in itertools.pairwise([*back, back[0]])]
    assert lengths == pytest.approx([1.0] * 4, abs=1e-3)


@pytest.mark.parametrize(
    ("corners", "reason"),
    [
        ([(0, 0), (900, 0), (900, 700)], "count"),
        ([(0, 0), (900, 0), (900, float("nan")), (0, 700)], "count"),
        ([(0, 0), (9000, 0), (900, 700), (0, 700)], "outside"),
        ([(0, 0), (40, 0), (40, 40), (0, 40)], "small"),
        ([(0, 0), (900, 0), (300, 200), (0, 700)], "shape"),
    ],
)
def test_what_cannot_be_a_tray_is_refused(corners: list, reason: str) -> None:
    assert fault(corners, 960, 720) == reason


def test_a_large_picture_is_read_at_the_size_that_is_needed() -> None:
    floor = Floor.of(((100.0, 100.0), (1500.0, 100.0), (1500.0, 1100.0), (100.0, 1100.0)), 14, 10)
    image = np.zeros((1200, 1600, 3), np.uint8)
    image[600:700, 800:900] = 255
    small_floor, small = reduced(floor, image)
    assert small.shape == (348, 464, 3)
    lit = np.argwhere(small[..., 0] > 128)
    middle = through(small_floor.from_image, lit.mean(0)[None, ::-1])[0]
    assert middle == pytest.approx([7.495, 5.495], abs=0.02)
