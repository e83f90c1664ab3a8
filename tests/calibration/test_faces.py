"""A mirrored lamp hides pips: then the number is not sure."""

from __future__ import annotations

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration.faces import LEAST_ALONE, MOST_HIDDEN, SURE_ALL_THE_SAME, Face  # noqa: E402
from calibration.geometry import Square  # noqa: E402
from calibration.pips import hidden_pips, stand_alone  # noqa: E402

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


def marbled(patch: np.ndarray, seed: int) -> np.ndarray:
    """With veins that are a fifth as strong as the pips."""
    noise = np.random.default_rng(seed).standard_normal((len(patch), len(patch), 1)).astype(np.float32)
    veins = cv2.GaussianBlur(noise, (0, 0), 1.5)
    return np.clip(patch + 25 * veins[..., None] / veins.std(), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("turns", [0, 1])
@pytest.mark.parametrize("pips", range(1, 7))
def test_only_the_number_that_is_shown_stands_alone(pips: int, turns: int) -> None:
    seen = face(pips, turns)
    assert [number for number in range(1, 7) if stand_alone(seen, number)] == [pips]
    assert not any(
        stand_alone(marbled(seen, seed), other) for seed in range(9) for other in range(1, 7) if other != pips
    )


@pytest.mark.parametrize("pips", range(1, 7))
def test_under_a_lamp_no_other_number_stands_alone(pips: int) -> None:
    """On any place where some number has a pip; on its only pip a lamp leaves a one what it is."""
    for place in ((0, 0), (-1, -1), (1, -1), (0, 1), (1, 0)):
        seen = face(pips, lamp=place)
        alone = [number for number in range(1, 7) if stand_alone(seen, number)]
        assert alone == ([1] if pips == 1 and place == (0, 0) else [])


def test_a_number_that_stands_alone_is_sure_where_the_network_is_in_doubt() -> None:
    chances = np.array([0, 0.1, 0, 0, 0.7, 0.1, 0, 0.1], np.float32)
    square = Square(0, 0, 0, 1)
    assert Face(square, chances, (0, 0, 0)).pips_chance == pytest.approx(7 / 8)
    assert Face(square, chances, (0, 0, 0), alone=True).pips_chance == SURE_ALL_THE_SAME
    chances[5] = 0.6
    assert Face(square, chances, (0, 0, 0), alone=True).pips_chance < LEAST_ALONE, "two witnesses at odds"
