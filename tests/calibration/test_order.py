"""The order in which the event die's faces were shown, by their colours."""

from __future__ import annotations

from itertools import permutations

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration.geometry import Picture  # noqa: E402
from calibration.model import EVENT_FACES, unpack  # noqa: E402
from calibration.order import mistaken  # noqa: E402
from tests.kit.dice_pictures import LABELS, learned  # noqa: E402


def references(rig: str) -> dict[str, Picture]:
    return {name: unpack(packed) for name, packed in learned(rig).faces_png.items()}


@pytest.mark.parametrize("rig", LABELS["rigs"])
def test_every_wrong_order_is_noticed_and_the_right_one_is_not(rig: str) -> None:
    faces = references(rig)
    for order in permutations(EVENT_FACES):
        wrong = mistaken({name: faces[shown] for name, shown in zip(EVENT_FACES, order, strict=True)})
        moved = {name for name, shown in zip(EVENT_FACES, order, strict=True) if name != shown}
        assert (wrong is None) == (order == EVENT_FACES), order
        assert wrong is None or set(wrong) <= moved, order


@pytest.mark.parametrize("colour", [(40, 160, 230), (160, 60, 30), (60, 120, 30), (30, 30, 170)])
def test_a_ship_of_any_colour_is_a_ship(colour: tuple[int, int, int]) -> None:
    faces = references("d03")
    grey = cv2.cvtColor(faces["ship"], cv2.COLOR_BGR2GRAY)[..., None] / 255
    faces["ship"] = (255 * grey + colour * (1 - grey)).clip(0, 255).astype(np.uint8)
    assert mistaken(faces) is None


@pytest.mark.parametrize("light", [(0.6, 0.9, 1.2), (1.2, 1.0, 0.8), (0.4, 0.4, 0.4)])
def test_the_light_does_not_matter(light: tuple[float, float, float]) -> None:
    faces = {name: (face * light).clip(0, 255).astype(np.uint8) for name, face in references("d04").items()}
    assert mistaken(faces) is None
    assert mistaken({**faces, "yellow": faces["green"], "green": faces["yellow"]}) == ("yellow", "green")
