"""The plane that dice lie on, as their tops tell it."""

from __future__ import annotations

import math

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration.geometry import USUAL_FOCAL_WIDTHS  # noqa: E402
from calibration.plane import Dice, floor_under, tilted, unevenness  # noqa: E402

WIDTH, HEIGHT = 960, 720
SQUARE = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]])


def seen_at(tilt: float) -> Dice:
    """Tops on a table that a camera sees which is tilted by so many degrees."""
    focal, steep = USUAL_FOCAL_WIDTHS * WIDTH, math.radians(tilt)
    turn = np.array(
        [[1, 0, 0], [0, math.cos(steep), -math.sin(steep)], [0, math.sin(steep), math.cos(steep)]]
    )
    places, areas = [], []
    for across in (-5, 0, 5):
        for away in (-4, 0, 4):
            square = SQUARE + np.array([across, away])
            points = np.column_stack([square, np.zeros(4)]) @ turn.T * [1, 1, -1] + [0, 0, 18]
            quad = (points[:, :2] / points[:, 2:] * focal + [WIDTH / 2, HEIGHT / 2]).astype(np.float32)
            places.append(quad.mean(0))
            areas.append(cv2.contourArea(quad))
    return Dice(np.array(places), np.array(areas), np.zeros(9, bool))


@pytest.mark.parametrize("tilt", [0, 25, 42])
def test_on_the_plane_of_a_tilted_camera_dice_are_of_one_size(tilt: float) -> None:
    dice = seen_at(tilt)
    known = floor_under(dice, WIDTH, HEIGHT, tilted(tilt, WIDTH))
    assert unevenness(known.to_image, dice) < 0.01
    for off in (-25, 25):
        wrong = floor_under(dice, WIDTH, HEIGHT, tilted(tilt + off, WIDTH))
        assert unevenness(wrong.to_image, dice) > 0.02
    told = floor_under(dice, WIDTH, HEIGHT)
    assert unevenness(told.to_image, dice) < 0.03, "and so the dice themselves tell it"
