"""The plane that dice lie on, as their tops tell it."""

from __future__ import annotations

import math

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration import plane  # noqa: E402
from calibration.geometry import USUAL_FOCAL_WIDTHS  # noqa: E402
from calibration.plane import Dice, floor_under, tilted, unevenness  # noqa: E402
from tests.kit.dice_pictures import views  # noqa: E402

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
    known = floor_under(dice, WIDTH, HEIGHT, tilted(tilt, 90, WIDTH))
    assert unevenness(known.to_image, dice) < 0.01
    for off in (-25, 25):
        wrong = floor_under(dice, WIDTH, HEIGHT, tilted(tilt + off, 90, WIDTH))
        assert unevenness(wrong.to_image, dice) > 0.02
    told = floor_under(dice, WIDTH, HEIGHT)
    assert unevenness(told.to_image, dice) < 0.03, "and so the dice themselves tell it"


@pytest.mark.parametrize("turns", [0, 1, 3])
def test_dice_are_found_though_their_outlines_tell_of_another_plane(
    turns: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As with steep cameras, which see shadows and sides, too: the finder tells which plane is theirs."""
    empty, faces = views("d07")
    known = {name: np.ascontiguousarray(np.rot90(face, turns)) for name, face in faces.items()}
    empty = np.ascontiguousarray(np.rot90(empty, turns))
    height, width = empty.shape[:2]
    told = plane.changed(empty, known)
    assert told is not None
    rightly = plane.dice_seen(empty, known)
    assert rightly is not None
    nearer = 90.0 - 90 * turns
    near = tilted(45, nearer + 180, width)
    size = np.column_stack([told.places - [width / 2, height / 2], np.ones(len(told.areas))]) @ near
    misleading = plane.Dice(told.places, 3000 * size**3, told.event)
    monkeypatch.setattr(plane, "changed", lambda *_: misleading)
    found = plane.dice_seen(empty, known)
    assert found is not None and len(found.areas) == 12
    honest, now = (plane.nearness(dice, width, height)[:2] for dice in (rightly, found))
    assert np.hypot(*(now - honest)) < 0.25 * np.hypot(*honest)


def test_dice_are_seen_that_are_hardly_brighter_than_the_dim_paper_they_lie_on(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    random = np.random.default_rng(18)
    print("seed 18")

    def paper(noise: float = 2) -> np.ndarray:
        return np.clip(random.normal(70, noise, (450, 600, 3)), 0, 255).astype(np.uint8)

    empty, pictures, places = paper(), {}, []
    for number in range(4):
        picture = paper()
        for across in range(3):
            x, y = 125 + 156 * across, 94 + 75 * number
            picture[y : y + 38, x : x + 38] += 9  # ivory dice on white paper
            places.append([x + 18.5, y + 18.5])
        picture[12:40, 12:40] += 9  # something smaller
        pictures[str(number)] = picture
    found = plane.changed(empty, pictures)
    assert found is not None
    far = np.linalg.norm(found.places[:, None] - np.array(places), axis=2)
    assert sorted(far.argmin(axis=1)) == list(range(12)) and far.min(axis=1).max() < 8
    noisy = {name: paper(noise=24) for name in pictures}
    assert plane.changed(paper(noise=24), noisy) is None, "noise is no die"
    monkeypatch.setattr(plane, "LEAST_CHANGES", plane.LEAST_CHANGES[:1])
    assert plane.changed(empty, pictures) is None, "less than asked for at first"
