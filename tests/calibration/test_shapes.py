"""Drawings that are told from one another in whatever light."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration.geometry import Picture  # noqa: E402
from calibration.shapes import likeness, relief  # noqa: E402

SIZE_PX = 32
IVORY, BLUE, GREEN, BLACK = (215, 228, 236), (150, 70, 30), (60, 130, 50), (35, 30, 30)


def gate(colour: tuple[int, int, int]) -> Picture:
    face = np.full((SIZE_PX, SIZE_PX, 3), IVORY, np.uint8)
    cv2.rectangle(face, (5, 8), (26, 26), colour, -1)
    cv2.ellipse(face, (16, 26), (5, 9), 0, 180, 360, IVORY, -1)
    return face


def ship() -> Picture:
    face = np.full((SIZE_PX, SIZE_PX, 3), IVORY, np.uint8)
    cv2.ellipse(face, (16, 19), (11, 8), 0, 0, 180, BLACK, -1)
    cv2.fillPoly(face, [np.array([[15, 4], [15, 17], [5, 17]])], BLACK)
    return face


FACES = {"ship": ship(), "blue": gate(BLUE), "green": gate(GREEN)}


def veiled(face: Picture) -> Picture:
    """As under a mirrored lamp, which leaves half of its differences."""
    return np.uint8(0.5 * face + 0.5 * 250)


def half_in_the_sun(face: Picture) -> Picture:
    """Half of it lies in the shade, with a slanting border."""
    light = np.where(np.add.outer(np.arange(SIZE_PX), np.arange(SIZE_PX)) > SIZE_PX, 1.0, 0.4)
    return np.uint8(face * light[..., None])


def dim(face: Picture) -> Picture:
    return np.uint8(0.5 * face)


@pytest.mark.parametrize("light", [veiled, half_in_the_sun, dim])
@pytest.mark.parametrize("name", FACES)
def test_a_drawing_is_told_in_whatever_light(name: str, light: Callable[[Picture], Picture]) -> None:
    seen = relief(cv2.copyMakeBorder(light(FACES[name]), 4, 4, 4, 4, cv2.BORDER_REPLICATE))
    found = {other: likeness(seen, relief(face)) for other, face in FACES.items()}
    assert max(found, key=lambda other: found[other]) == name
    assert found[name] > 0.75
    gates = {"blue": "green", "green": "blue"}
    assert found[name] > found["ship" if name in gates else "blue"] + 0.3
    if name in gates:
        assert found[name] > found[gates[name]] + 0.05, "they differ by their colours alone"


def test_a_face_without_a_drawing_is_like_none() -> None:
    noise = np.random.default_rng(5).normal(0, 3, (SIZE_PX + 8, SIZE_PX + 8, 3))
    plain = np.uint8(np.clip(np.array(IVORY) + noise, 0, 255))
    assert all(likeness(relief(plain), relief(face)) < 0.3 for face in FACES.values())


def test_a_relief_is_as_high_where_half_of_a_drawing_is_left() -> None:
    for face in FACES.values():
        clear, faint = relief(face), relief(veiled(face))
        assert np.abs(faint - clear).mean() < 0.1 * np.abs(clear).mean()


def test_noise_leaves_hardly_any_relief() -> None:
    noise = np.random.default_rng(5).normal(0, 1, (SIZE_PX, SIZE_PX, 3))
    assert np.abs(relief(np.uint8(np.array(BLUE) + noise))).mean() < 0.15 * np.abs(relief(ship())).mean()


def test_a_relief_of_one_colour_is_flat() -> None:
    assert np.abs(relief(np.full((SIZE_PX, SIZE_PX, 3), 90, np.uint8))).max() < 1e-3
