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


def turned(floor: Floor, yaw: float) -> Floor:
    """By so many degrees around its middle."""
    middle, turn = np.array([WIDE / 2, DEEP / 2]), math.radians(yaw)
    on = np.eye(3)
    on[:2, :2] = [[math.cos(turn), -math.sin(turn)], [math.sin(turn), math.cos(turn)]]
    on[:2, 2] = middle - on[:2, :2] @ middle
    return Floor(floor.to_image @ on, WIDE, DEEP)


@pytest.mark.parametrize("yaw", [0, 20, 45])
@pytest.mark.parametrize("focal", [0.7, 0.9, 1.2])
@pytest.mark.parametrize("tilt", [20, 40])
def test_the_sides_of_a_floor_tell_by_which_lens_a_camera_sees_it(tilt: int, focal: float, yaw: int) -> None:
    """However the tray is turned; if it stands square to the camera, by two sides that are the shorter, the
    steeper that looks."""
    away, steep, turn = 16 * focal / 0.9 + 3, math.radians(tilt), math.radians(yaw)
    below = away * math.sin(steep) * np.array([math.sin(turn), math.cos(turn)])
    wanted = [WIDE / 2 - below[0], DEEP / 2 - below[1], away * math.cos(steep)]
    place = camera_over(turned(seen_at(tilt, focal), yaw), WIDTH, HEIGHT)
    assert place == pytest.approx(wanted, abs=0.05)


@pytest.mark.parametrize("yaw", [10, 20, 30])
@pytest.mark.parametrize("askew", [-0.06, 0.06])
def test_sides_that_are_seen_at_no_right_angles_move_the_camera_little(askew: float, yaw: int) -> None:
    """As those of a tray whose corners were tapped badly: by them alone no lens, or a much longer one, would
    show them so."""
    floor = turned(seen_at(20, 0.9), yaw)
    shear = np.array([[1, askew, -askew * HEIGHT / 2], [askew, 1, -askew * WIDTH / 2], [0, 0, 1]])
    (*_, high), (*_, high_now) = (camera_over(one, WIDTH, HEIGHT) for one in (floor, floor.moved(shear)))
    assert high_now == pytest.approx(high, rel=0.01)


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
    fit = fitted(corners + random.normal(0, 12, (4, 2)), outline_of(floor, random), dice, WIDTH, HEIGHT)
    found = fit.corners
    off = through(floor.from_image, found) - through(floor.from_image, corners)
    assert np.abs(off).max() < 0.4, "edges"
    there = Floor.of(in_order(found.tolist()), WIDE, DEEP)
    (x, y, high), (x_now, y_now, high_now) = (camera_over(each, WIDTH, HEIGHT) for each in (floor, there))
    slopes = [
        ((WIDE / 2 - a) / c, (DEEP / 2 - b) / c) for a, b, c in ((x, y, high), (x_now, y_now, high_now))
    ]
    assert math.dist(*slopes) < 0.15


def tops_on(floor: Floor, camera: Floats, places: Floats) -> Dice:
    """Dice that stand there: their tops are seen on the floor farther from the camera, and larger."""
    over = camera[2] / (camera[2] - 1)
    tops = [camera[:2] + over * (place + SQUARE - camera[:2]) for place in places]
    seen = [through(floor.to_image, top) for top in tops]
    areas = [cv2.contourArea(each.astype(np.float32)) for each in seen]
    return Dice(np.array([each.mean(axis=0) for each in seen]), np.array(areas), np.zeros(len(areas), bool))


INSIDE = np.array([[4.0, 4.0], [6.0, 5.0], [8.0, 6.0], [4.0, 6.0], [8.0, 4.5]])
NARROW = np.array([[2.5, 2.5], [WIDE - 2.5, 2.5], [WIDE - 2.5, DEEP - 2.5], [2.5, DEEP - 2.5]])
"""As if stripes on the floor were its ends."""


def held(tilt: int, *beyond: tuple[float, float]) -> Floats:
    """The corners on the floor, given the narrow ones and dice within these and beyond."""
    floor = seen_at(tilt, 0.9)
    places = np.array([*INSIDE.tolist(), *beyond])
    dice = tops_on(floor, camera_over(floor, WIDTH, HEIGHT), places)
    return through(
        floor.from_image, holding(through(floor.to_image, NARROW), dice, WIDTH, HEIGHT, 0.9 * WIDTH)
    )


@pytest.mark.parametrize("tilt", [0, 30])
@pytest.mark.parametrize(
    ("beyond", "to"),
    [
        ((6.0, 1.7), [(0, 1, 1.2), (1, 1, 1.2)]),
        ((6.0, DEEP - 1.7), [(2, 1, DEEP - 1.2), (3, 1, DEEP - 1.2)]),
        ((1.7, 4.5), [(0, 0, 1.2), (3, 0, 1.2)]),
        ((WIDE - 1.7, 4.5), [(1, 0, WIDE - 1.2), (2, 0, WIDE - 1.2)]),
    ],
    ids=["above", "below", "left", "right"],
)
def test_a_stripe_is_no_end_of_a_floor_if_a_die_stands_beyond_it(
    beyond: tuple[float, float], to: list[tuple[int, int, float]], tilt: int
) -> None:
    """The side is moved as far as half a die beyond its middle, and the others stay."""
    wanted = NARROW.copy()
    for corner, way, place in to:
        wanted[corner, way] = place
    assert held(tilt, beyond) == pytest.approx(wanted, abs=0.1)


@pytest.mark.parametrize(
    "beyond", [(6.0, 2.9), (6.0, 0.4)], ids=["one at the end, measured badly", "what is far beyond"]
)
def test_a_floor_ends_where_it_does_if_dice_hardly_stand_out_or_too_far(beyond: tuple[float, float]) -> None:
    assert held(30, beyond) == pytest.approx(NARROW, abs=0.02)


def test_a_floor_is_not_made_to_hold_what_would_leave_the_picture() -> None:
    floor = seen_at(0, 0.9)
    left = float(through(floor.from_image, np.array([[-0.2 * WIDTH, HEIGHT / 2]]))[0, 0])
    corners = floor.rectangle_px(left, 2, WIDE, DEEP)
    camera = camera_over(floor, WIDTH, HEIGHT)
    dice = tops_on(floor, camera, np.vstack([INSIDE, [[left - 1.4, 4.0]]]))
    assert np.array_equal(holding(corners, dice, WIDTH, HEIGHT, 0.9 * WIDTH), corners)
    nothing = np.full((4, 2), np.nan)
    assert np.isnan(holding(nothing, dice, WIDTH, HEIGHT, 0.9 * WIDTH)).all()


def test_a_plane_whose_slopes_are_given_and_its_lens_are_kept_as_they_are() -> None:
    """All else is fitted to what is seen: the middle of the floor stays where its outline has it."""
    random = np.random.default_rng(5)
    floor = seen_at(20, 0.9)
    on = random.uniform(0.8, [WIDE - 0.8, DEEP - 0.8], (12, 2))
    areas = [cv2.contourArea(through(floor.to_image, place + SQUARE).astype(np.float32)) for place in on]
    dice = Dice(through(floor.to_image, on), np.array(areas), np.zeros(12, bool))
    seen = np.array(in_order(floor.corners_px())), outline_of(floor, random), dice, WIDTH, HEIGHT
    usual = fitted(*seen)
    by = np.array([0.3, -0.2])
    tilted = fitted(*seen, focal_widths=1.1, slopes=usual.slopes + by)
    assert tilted.slopes - usual.slopes == pytest.approx(by)
    assert tilted.focal_widths == pytest.approx(1.1)
    assert np.linalg.norm(tilted.corners.mean(axis=0) - usual.corners.mean(axis=0)) < 20
