from __future__ import annotations

from typing import Any

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")

from calibration.loose import on_plain_ground, read_loose  # noqa: E402
from tests.kit.dice_pictures import LABELS, picture  # noqa: E402

ROLLS = LABELS["rolls"][:4]


@pytest.mark.parametrize("roll", ROLLS, ids=lambda roll: str(roll["file"]))
def test_dice_are_read_where_a_caller_says_they_are(roll: dict[str, Any]) -> None:
    found = read_loose(picture(roll["file"]), list(roll["boxes"].values()))
    for kind, told in zip(roll["boxes"], found, strict=True):
        assert told.value in (roll[kind], None), "never another number"
    assert any(told.value is not None for told in found)


@pytest.mark.parametrize("deep", (0.9, 0.8, 0.7))
@pytest.mark.parametrize("file", ("d01_11.jpg", "d03_10.jpg"))
def test_dice_that_were_photographed_a_little_from_the_side_are_read(file: str, deep: float) -> None:
    roll = next(roll for roll in LABELS["rolls"] if roll["file"] == file)
    seen = cv2.resize(picture(file), None, fx=1, fy=deep, interpolation=cv2.INTER_AREA)
    for kind in ("white", "red"):
        left, top, width, height = roll["boxes"][kind]
        (found,) = read_loose(seen, [(left, top * deep, width, height * deep)])
        assert found.value == roll[kind], kind


def test_dice_on_a_plain_ground_are_found() -> None:
    ground = np.full((480, 640, 3), (90, 110, 100), np.uint8)
    for left, top in ((100, 120), (400, 300)):
        cv2.rectangle(ground, (left, top), (left + 70, top + 70), (230, 235, 235), -1)
    boxes = sorted(on_plain_ground(ground))
    assert len(boxes) == 2
    assert boxes[0] == pytest.approx((100, 120, 71, 71), abs=4)


def test_what_is_no_die_is_not_read() -> None:
    assert read_loose(picture("d03_empty.jpg")) == []
    assert read_loose(picture("d03_empty.jpg"), [(0, 0, 3, 3)])[0].value is None
