"""What is seen of pips without a network: a mirrored lamp hides some, and some stand alone."""

from __future__ import annotations

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration.faces import ALONE_CHANCE, MOST_HIDDEN, Face  # noqa: E402
from calibration.geometry import Square  # noqa: E402
from calibration.pips import hidden_pips, stand_alone  # noqa: E402
from calibration.reading import LEAST_PIPS  # noqa: E402

PIPS = {
    1: [(0, 0)],
    2: [(-1, -1), (1, 1)],
    3: [(-1, -1), (0, 0), (1, 1)],
    4: [(-1, -1), (1, 1), (-1, 1), (1, -1)],
    5: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 0)],
    6: [(-1, -1), (1, 1), (-1, 1), (1, -1), (0, 1), (0, -1)],
}


DARK_RED, YELLOW, IVORY, BLACK = (25, 20, 90), (60, 170, 220), (200, 225, 235), (20, 20, 20)


def face(
    pips: int,
    turns: int = 0,
    lamp: tuple[float, float] | None = None,
    body: tuple[int, int, int] = DARK_RED,
    pip: tuple[int, int, int] = YELLOW,
) -> np.ndarray:
    """A top face, cut out as the reader does it."""
    patch = np.full((160, 160, 3), body, np.uint8)
    for right, down in PIPS[pips]:
        cv2.circle(patch, (80 + right * 27, 80 + down * 27), 10, pip, -1)
    patch = np.rot90(patch, turns).copy()
    if lamp is not None:
        cv2.circle(patch, (round(80 + lamp[0] * 27), round(80 + lamp[1] * 27)), 14, (250, 255, 255), -1)
    return cv2.resize(patch, (40, 40), interpolation=cv2.INTER_AREA)


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
    """With veins that are a twelfth as strong as the pips."""
    noise = np.random.default_rng(seed).standard_normal((len(patch), len(patch), 1)).astype(np.float32)
    veins = cv2.GaussianBlur(noise, (0, 0), 1.5)
    return np.clip(patch + 10 * veins[..., None] / veins.std(), 0, 255).astype(np.uint8)


def alone(patch: np.ndarray) -> list[int]:
    """The numbers whose pips stand alone there."""
    return [number for number in range(1, 7) if stand_alone(patch, number)]


@pytest.mark.parametrize("turns", [0, 1])
@pytest.mark.parametrize("pips", range(1, 7))
def test_only_the_number_that_is_shown_stands_alone(pips: int, turns: int) -> None:
    assert alone(face(pips, turns)) == alone(face(pips, turns, body=IVORY, pip=BLACK)) == [pips]


@pytest.mark.parametrize("pips", range(1, 7))
def test_pips_stand_alone_on_marble(pips: int) -> None:
    told = [alone(marbled(face(pips), seed)) for seed in range(20)]
    assert all(numbers in ([pips], []) for numbers in told)
    assert sum(numbers == [pips] for numbers in told) > 12


def test_pips_that_are_hardly_seen_do_not_stand_alone() -> None:
    assert alone(face(4, body=(120, 120, 120), pip=(150, 150, 150))) == []


@pytest.mark.parametrize("colours", [(DARK_RED, YELLOW), (IVORY, BLACK)])
@pytest.mark.parametrize("pips", range(1, 7))
def test_under_a_lamp_no_other_number_stands_alone(
    pips: int, colours: tuple[tuple[int, int, int], tuple[int, int, int]]
) -> None:
    """On any place where some number has a pip: it may hide one. Next to a single pip it hides nothing, since
    no number has just two there; on that pip it leaves a pale one what it is."""
    for place in ((0, 0), (-1, -1), (1, -1), (0, 1), (1, 0)):
        assert alone(face(pips, 0, place, *colours)) in ([], [pips] if pips == 1 else [])


def test_a_number_that_stands_alone_is_sure_where_the_network_is_in_doubt() -> None:
    chances = np.array([0, 0.1, 0, 0, 0.7, 0.1, 0, 0.1], np.float32)
    square = Square(0, 0, 0, 1)
    assert Face(square, chances, (0, 0, 0)).pips_chance == pytest.approx(7 / 8)
    assert Face(square, chances, (0, 0, 0), alone=True).pips_chance == ALONE_CHANCE > LEAST_PIPS
    chances[[0, 4]] = 0.6, 0.2
    assert Face(square, chances, (0, 0, 0), alone=True).pips_chance < ALONE_CHANCE, "it is a drawing"
