"""Pictures in another light than that of the calibration, drawn: a coloured floor with a pale thing on it."""

from __future__ import annotations

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration import light  # noqa: E402
from calibration.faces import EventReader  # noqa: E402
from calibration.geometry import Picture  # noqa: E402

FLOOR, PALE = (150, 90, 60), (180, 240, 200)


def tray(white: bool = True) -> Picture:
    made = np.full((120, 160, 3), FLOOR, np.uint8)
    made[40:60, 40:60] = PALE
    made[40:60, 80:100] = (255, 255, 255) if white else (200, 200, 200)
    return made


def lit(picture: Picture, factor: float = 1.0, gamma: float = 1.0) -> Picture:
    return np.clip(factor * 255 * (picture / 255.0) ** gamma + 0.5, 0, 255).astype(np.uint8)


def returned(now: Picture) -> Picture:
    """As it looked in the light of the calibration."""
    bare = light.cells(np.full((120, 160, 3), FLOOR, np.uint8))
    return cv2.LUT(now, light.change(light.cells(now), bare).back(now, bare))


@pytest.mark.parametrize(("factor", "gamma"), [(0.6, 1.0), (1.0, 1.6), (1.2, 1.0)])
def test_a_picture_looks_again_as_it_was_learned(factor: float, gamma: float) -> None:
    white = gamma != 1
    off = np.abs(returned(lit(tray(white), factor, gamma)).astype(int) - tray(white))
    burnt = lit(tray(white), factor, gamma).astype(int) == 255
    assert off[~burnt].max() <= 6


@pytest.mark.parametrize("gamma", [0.6, 1.0, 1.6])
@pytest.mark.parametrize("factor", [0.8, 1.0])
def test_a_patterned_floor_tells_the_curve_of_the_camera(factor: float, gamma: float) -> None:
    floor = np.tile(np.array(FLOOR, np.uint8), (120, 160, 1))
    for row in range(0, 120, 12):
        floor[row : row + 6] = (210, 200, 190) if row % 24 else (70, 40, 30)
    now, bare = lit(floor, factor, gamma), light.cells(floor)
    now[40:60, 40:60] = PALE
    found = light.change(light.cells(now), bare)
    assert found.bend == pytest.approx(gamma, rel=0.12)
    seen = cv2.LUT(now, found.back(now, bare)).astype(int)
    seen[40:60, 40:60] = floor[40:60, 40:60]
    assert np.abs(seen - floor).mean() < 4


def test_what_has_burnt_out_stays_below_what_it_was() -> None:
    now = lit(tray(), 1.4)
    bare = light.cells(np.full((120, 160, 3), FLOOR, np.uint8))
    most = light.change(light.cells(now), bare).ceiling
    assert np.allclose(most, 255 / 1.4, atol=3)
    assert (returned(now) <= np.array(most) + 1).all()


def drawn(colour: tuple[int, int, int], tall: bool) -> Picture:
    """A pale die's face with a drawing."""
    face = np.full((32, 32, 3), 250, np.uint8)
    if tall:
        face[6:26, 12:20] = colour
    else:
        face[18:26, 4:28] = colour
    return face


FACES = {
    "ship": drawn((40, 40, 40), tall=False),
    "yellow": drawn((60, 220, 240), tall=True),
    "blue": drawn((200, 80, 20), tall=True),
    "green": drawn((190, 250, 200), tall=True),
}


def test_faces_are_compared_as_they_look_where_light_burns_them_out() -> None:
    reader = EventReader.of(FACES)
    assert reader.under((255, 255, 255)) is reader
    dim = reader.under((170, 170, 170))
    assert dim.burnt and (dim.faces["green"] <= 170).all() and (dim.faces["ship"] == 40).any()


def test_a_floor_whose_pattern_is_lost_tells_of_no_curve() -> None:
    """As of a picture that is blurred, or has moved by a thread of the cloth."""
    random = np.random.default_rng(7)
    for _ in range(20):
        before, now = (random.normal(120, 30, (400, 3)).clip(20, 230) for _ in range(2))
        found = light.change((0.7 * now).astype(np.uint8), before.astype(np.uint8))
        assert found.bend == 1
    swapped = np.where(before > 120, 60, 180).astype(np.uint8)
    assert light.change(swapped, before.astype(np.uint8)).bend == 1
