"""What is seen around the dice, and which part of it is the floor of their tray."""

from __future__ import annotations

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration import networks  # noqa: E402
from calibration.geometry import in_order, through  # noqa: E402
from calibration.inside import Window  # noqa: E402
from calibration.plane import Dice, floor_under  # noqa: E402
from tests.kit.dice_pictures import LABELS, picture  # noqa: E402


def lying(rig: str) -> Dice:
    """Dice all over the tray of a rig, as large as its own are in about."""
    corners = np.array(in_order(LABELS["rigs"][rig]["corners"]), np.float32)
    to = cv2.getPerspectiveTransform(np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float32), corners)
    places = through(to, np.array([[x, y] for x in (0.2, 0.5, 0.8) for y in (0.2, 0.5, 0.8)]))
    return Dice(places, np.full(9, 55.0**2), np.zeros(9, bool))


@pytest.mark.parametrize("rig", LABELS["rigs"])
def test_the_floor_is_told_from_the_rim(rig: str) -> None:
    image, dice = picture(f"{rig}_empty.jpg"), lying(rig)
    window = Window.of(image, floor_under(dice, *image.shape[1::-1]), dice)
    odds = window.odds()
    assert odds.shape == (networks.TRAY_PX, networks.TRAY_PX)
    quad = through(window.from_image, np.array(in_order(LABELS["rigs"][rig]["corners"])))
    floor = np.zeros(odds.shape, np.uint8)
    cv2.fillConvexPoly(floor, np.round(quad).astype(np.int32), 1)
    reach = np.ones((5, 5), np.uint8)
    inner, outer = cv2.erode(floor, reach) == 1, cv2.dilate(floor, reach) == 0
    assert (odds[inner] > 0).mean() > 0.95
    assert (odds[outer & (window.known > 0)] < 0).mean() > 0.95


def test_a_window_is_turned_with_its_dice_and_its_camera() -> None:
    image, dice = picture("d03_empty.jpg"), lying("d03")
    floor = floor_under(dice, *image.shape[1::-1])
    plain = Window.of(image, floor, dice)
    turned = Window.of(image, floor, dice, np.array([[0.0, -1.0], [1.0, 0.0]]))
    for one, other in ((plain.spots, turned.spots), (plain.picture, turned.picture)):
        assert np.abs(np.rot90(one, -1).astype(float) - other).mean() < 2
    right, down = plain.slopes
    assert np.abs(np.rot90(down, -1) + turned.slopes[0]).max() < 0.01
    assert np.abs(np.rot90(right, -1) - turned.slopes[1]).max() < 0.01
    spot = through(plain.from_image, dice.places[:1])[0].round().astype(int)
    assert plain.spots[spot[1], spot[0]] == 1
