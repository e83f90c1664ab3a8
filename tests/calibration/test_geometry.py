from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

cv2 = pytest.importorskip("cv2")

from calibration.geometry import Floor, Square, fault, in_order, reduced, sides, through  # noqa: E402

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


def test_a_die_at_the_far_wall_stands_in_the_tray_though_a_steep_camera_sees_its_top_beyond() -> None:
    floor = Floor.of(((0.0, 0.0), (800.0, 0.0), (800.0, 600.0), (0.0, 600.0)), 8.0, 6.0)
    camera = np.array([4.0, 12.0, 10.0])
    at_the_wall = Square(4.0, -1.0, 0.0, 1.0)
    assert at_the_wall.stands_in(floor, camera, 0.75)
    assert not Square(4.0, -2.2, 0.0, 1.0).stands_in(floor, camera, 0.75)
    assert not at_the_wall.stands_in(floor, np.array([4.0, 3.0, 30.0]), 0.75), "nor with a camera above it"


def test_a_square_is_found_again_on_another_floor_that_is_seen_in_the_same_place() -> None:
    quad = ((150.0, 100.0), (820.0, 130.0), (780.0, 620.0), (180.0, 640.0))
    square = Square(4.2, 3.1, 0.4, 1.0)
    moved = square.seen_on(Floor.of(quad, 12.0, 9.0), Floor.of(quad, 24.0, 18.0))
    assert (moved.x, moved.y, moved.angle, moved.edge) == pytest.approx((8.4, 6.2, 0.4, 2.0))


def test_of_a_flat_die_those_sides_are_seen_that_face_the_camera() -> None:
    """Of a side the upper edge is the top's and the lower one nearer to the camera; from right above none is
    seen."""
    camera = np.array([2.0, 3.0, 9.0])
    assert Square(2.0, 3.0, 0.3, 1.0).seen_sides(camera) == {}
    assert Square(4.0, 3.0, 0.0, 1.0).seen_sides(camera) == {}, "hardly seen"
    (near,) = Square(5.0, 3.0, 0.0, 1.0).seen_sides(camera).values()
    assert near.mean(axis=(0, 1)) == pytest.approx([4.375, 3.0])
    (far,) = Square(10.0, 3.0, 0.0, 1.0).seen_sides(camera).values()
    high = 7.5 / 10  # the camera sees so much of a side that is 7.5 edges away
    assert far[0].tolist() == [[9.5, 3.5], [9.5, 2.5]]
    assert far[1].mean(axis=0) == pytest.approx([9.5 - high, 3.0])
    both = Square(10.0, 3.0, math.pi / 4, 1.0).seen_sides(camera)
    assert list(both) == [2, 3], "clockwise"
    assert sum(side[..., 1].mean() for side in both.values()) == pytest.approx(6.0)


@given(st.floats(0, math.pi / 2), st.floats(0, 1.2), st.floats(4, 25))
@settings(max_examples=30)
def test_a_cube_is_seen_from_its_top_down_to_its_foot(angle: float, slope: float, high: float) -> None:
    top = Square(0.0, 0.0, angle, 1.0)
    camera = np.array([0.0, slope * high, high])
    edge = high / (high + 1)  # of a cube whose top seems to be an edge large on the floor
    outline = []
    for corner in top.corners():
        upper = camera + (np.array([*corner, 0.0]) - camera) * (1 - edge / high)
        outline += [corner, upper[:2]]
    seen = top.cube_mask(256, 4.0, slope, high) > 127
    points = (np.array(outline) * 64 + 127.5).astype(np.float32)
    wanted = np.zeros((256, 256), np.uint8)
    cv2.fillConvexPoly(wanted, np.round(cv2.convexHull(points)).astype(np.int32), 1)
    assert (seen & (wanted > 0)).sum() > 0.93 * (seen | (wanted > 0)).sum()
