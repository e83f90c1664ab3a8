"""A mirrored lamp hides pips: then the number is not sure."""

from __future__ import annotations

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration.faces import MOST_HIDDEN, Face, hidden_pips  # noqa: E402
from calibration.geometry import Square  # noqa: E402

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 1), (0, -1)],
}


def face(pips: int, turns: int = 0, lamp: tuple[float, float] | None = None) -> np.ndarray:
    """A dark red top face with yellow pips, cut out as the reader does it."""
    patch = np.full((128, 128, 3), (25, 20, 90), np.uint8)
    for right, down in PIPS[pips]:
        cv2.circle(patch, (64 + right * 27, 64 + down * 27), 10, (60, 170, 220), -1)
    patch = np.rot90(patch, turns).copy()
    if lamp is not None:
        cv2.circle(patch, (round(64 + lamp[0] * 27), round(64 + lamp[1] * 27)), 14, (250, 255, 255), -1)
    return cv2.resize(patch, (32, 32), interpolation=cv2.INTER_AREA)


@pytest.mark.parametrize("turns", [0, 1])
@pytest.mark.parametrize("pips", range(1, 7))
def test_a_clear_face_hides_nothing(pips: int, turns: int) -> None:
    assert hidden_pips(face(pips, turns), pips) < 0.3


@pytest.mark.parametrize(("pips", "taken_for"), [(5, 4), (3, 2)])
def test_under_a_lamp_in_the_middle_there_may_be_a_pip(pips: int, taken_for: int) -> None:
    assert hidden_pips(face(pips, lamp=(0, 0)), taken_for) > MOST_HIDDEN


def test_where_no_number_has_a_pip_a_lamp_hides_none() -> None:
    assert hidden_pips(face(4, lamp=(0, -1)), 4) < 0.3, "a six would have two more"
    assert hidden_pips(face(2, lamp=(1, -1)), 2) < 0.3, "and a four its other one"


def test_a_number_that_may_hide_pips_is_not_sure() -> None:
    chances = np.array([0, 0, 0, 0, 0.9, 0.09, 0, 0.01], np.float32)
    square = Square(0, 0, 0, 1)
    assert Face(square, chances, (0, 0, 0)).pips_chance == pytest.approx(10 / 11)
    assert Face(square, chances, (0, 0, 0), hidden=0.9).pips_chance == 0.5
    chances[4:6] = 0.98, 0.01
    sees_the_lamp = Face(square, chances, (0, 0, 0), hidden=0.9)
    assert sees_the_lamp.pips_chance == pytest.approx(0.98 / 0.99)
