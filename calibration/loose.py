"""Reads single dice with pips in any picture: where a caller says that they are, or on a plain ground.

Nothing was learned of these dice, so only the pips network speaks, from several squares around each place.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from calibration.faces import DRAWING, JUNK, read_faces
from calibration.geometry import Floats, Floor, Picture, Square

SHARES = (0.95, 1.25, 1.6, 2.1, 3.0, 4.2)
"""How large the top face may be beside the box, which may hold the die, or only its pips, or only one pip."""
TURNS = (0.0, 0.52, 1.05)
DEPTHS = (1.0, 0.8, 0.65)
"""How deep a top may look for its width: not every photograph is taken from straight above."""
LEAST_CHANCE = 0.75
LEAST_LIKE_A_FACE = 0.4
LEAST_OF_BOX, MOST_OF_BOX = 0.45, 1.3
"""A top's edge beside its box, where that holds the die: a pip looks like a small die with one large pip."""
ALIKE = 0.1
LEAST_SIDE_PX = 6.0


@dataclass(frozen=True)
class LooseDie:
    """A die, with its number of pips or, where it cannot be told, nothing."""

    box: tuple[int, int, int, int]
    value: int | None
    confidence: float


def read_loose(picture: Picture, boxes: Sequence[Sequence[float]] | None = None) -> list[LooseDie]:
    """Read the dice in these boxes (left, top, width, height), or all that lie on a plain ground."""
    if boxes is None:
        return [
            found for box in on_plain_ground(picture) if (found := _read_one(picture, box)).value is not None
        ]
    return [_read_one(picture, box) for box in boxes]


def _read_one(picture: Picture, box: Sequence[float]) -> LooseDie:
    left, top, width, height = box
    whole = (round(left), round(top), round(width), round(height))
    if not LEAST_SIDE_PX <= max(width, height) <= max(picture.shape):
        return LooseDie(whole, None, 0.0)
    _, votes = max((_votes(picture, box, deep) for deep in DEPTHS), key=lambda found: found[0])
    value = int(np.argmax(votes)) + 1
    confidence = round(float(votes[value - 1]), 4)
    return LooseDie(whole, value if confidence >= LEAST_CHANCE else None, confidence)


def _votes(picture: Picture, box: Sequence[float], deep: float) -> tuple[float, Floats]:
    """How well squares agree on a top that looks so ``deep`` for its width, and how much of that speaks for
    each number from 1 to 6."""
    left, top, width, height = box
    side = max(width, height)
    x, y = left + width / 2, (top + height / 2) / deep
    squares = [Square(x, y, turn, side * share) for share in SHARES for turn in TURNS]
    faces = read_faces(Floor(np.diag([1.0, deep, 1.0]), 1.0, 1.0), picture, squares)
    weights = np.array([(1 - face.chances[JUNK]) * (1 - face.chances[DRAWING]) for face in faces])
    fits = np.array([LEAST_OF_BOX < face.square.edge / side < MOST_OF_BOX for face in faces])
    if (weights * fits).max() > LEAST_LIKE_A_FACE:  # else the box holds only a part of the die
        weights = weights * fits
    if weights.max() < LEAST_LIKE_A_FACE:
        return 0.0, np.zeros(6)
    # from the right beginning the squares come to lie on the face itself, and so on one another
    near = np.array([[_alike(one.square, two.square) for two in faces] for one in faces])
    agreed = near @ weights**2
    best = np.flatnonzero(near[int(np.argmax(agreed))])
    chances = np.array([faces[number].chances[1:7] for number in best])
    shares = chances / chances.sum(axis=1, keepdims=True)
    return float(agreed.max()), (weights[best, None] * shares).sum(axis=0) / weights[best].sum()


def _alike(one: Square, two: Square) -> bool:
    return one.away(two) / one.edge < ALIKE and abs(math.log(one.edge / two.edge)) < ALIKE


def on_plain_ground(picture: Picture) -> list[tuple[float, float, float, float]]:
    """Boxes around what differs from the colour of the picture's rim and is about as wide as it is high."""
    factor = min(1.0, 640 / max(picture.shape[:2]))
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.2), cv2.COLOR_BGR2LAB).astype(np.float32)
    rim = np.concatenate(
        [
            lab[:6].reshape(-1, 3),
            lab[-6:].reshape(-1, 3),
            lab[:, :6].reshape(-1, 3),
            lab[:, -6:].reshape(-1, 3),
        ]
    )
    far = np.clip(np.linalg.norm(lab - np.median(rim, axis=0), axis=2), 0, 255).astype(np.uint8)
    level, _ = cv2.threshold(far, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
    mask = (far > max(level * 0.8, 12)).astype(np.uint8)
    mask = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((7, 7), np.uint8))
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((5, 5), np.uint8))
    count, _, stats, _ = cv2.connectedComponentsWithStats(mask)
    boxes = []
    for left, top, width, height, area in stats[1:count]:
        square = 0.5 < width / height < 2 and area > 0.45 * width * height
        if square and 14 <= max(width, height) < 0.8 * max(small.shape[:2]):
            boxes.append((left / factor, top / factor, width / factor, height / factor))
    return boxes
