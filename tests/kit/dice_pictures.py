"""Pictures of dice with what they show, and trays learned from them once."""

from __future__ import annotations

import json
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

import pytest

cv2 = pytest.importorskip("cv2", reason="the dice camera is an optional part")

from calibration.calibrate import calibrate  # noqa: E402
from calibration.geometry import Picture  # noqa: E402
from calibration.model import EVENT_FACES, Calibration  # noqa: E402
from calibration.reading import Reader  # noqa: E402
from tests.kit.once import once  # noqa: E402

PICTURES = Path(__file__).parents[1] / "calibration" / "pictures"
LABELS: dict[str, Any] = json.loads((PICTURES / "labels.json").read_text())


@lru_cache(maxsize=16)
def _decoded(name: str) -> Picture:
    seen = cv2.imread(str(PICTURES / name))
    assert seen is not None, name
    return seen


def picture(name: str) -> Picture:
    """A picture of one's own: whoever asks may draw on it."""
    return _decoded(name).copy()


def views(rig: str) -> tuple[Picture, dict[str, Picture]]:
    return picture(f"{rig}_empty.jpg"), {name: picture(f"{rig}_{name}.jpg") for name in EVENT_FACES}


def roll_of(rig: str) -> dict[str, Any]:
    """The labels of a rig's first roll."""
    found: dict[str, Any] = next(roll for roll in LABELS["rolls"] if roll["rig"] == rig)
    return found


@once
def learned(rig: str) -> Calibration:
    empty, faces = views(rig)
    return calibrate(empty, faces, LABELS["rigs"][rig]["corners"])


@cache
def reader_of(rig: str) -> Reader:
    return Reader(learned(rig))
