"""Boxes in space: dice, and the walls that they lean on. Lengths are in centimetres, z points up."""

from __future__ import annotations

import itertools
from collections.abc import Iterable
from dataclasses import dataclass, replace

import numpy as np

from tools.dice_training.drawings import Floats

SIGNS = np.array(list(itertools.product((-0.5, 0.5), repeat=3)))
TOUCH = 0.004  # what touches is this far apart, so that no faces coincide


@dataclass(frozen=True)
class Box:
    """A box; the columns of ``turn`` are its axes."""

    turn: Floats
    centre: Floats
    size: Floats

    @property
    def corners(self) -> Floats:
        """Its eight corners."""
        return (SIGNS * self.size) @ self.turn.T + self.centre

    def moved(self, by: Floats) -> Box:
        """The box elsewhere."""
        return replace(self, centre=self.centre + by)

    def dropped(self, height: float = 0.0) -> Box:
        """The box with its lowest corner at that height."""
        return self.moved(np.array([0.0, 0.0, height - self.corners[:, 2].min()]))


def gap(one: Box, other: Box) -> float:
    """How far two boxes are apart along the axis that parts them best; negative if they overlap."""
    crossed = np.cross(one.turn.T[:, None], other.turn.T[None]).reshape(-1, 3)
    lengths = np.linalg.norm(crossed, axis=1)
    crossed = crossed[lengths > 1e-6] / lengths[lengths > 1e-6, None]
    axes = np.concatenate([one.turn.T, other.turn.T, crossed])
    first, second = one.corners @ axes.T, other.corners @ axes.T
    return float(np.maximum(first.min(0) - second.max(0), second.min(0) - first.max(0)).max())


def slid(box: Box, towards: Floats, obstacle: Box, start: float = 0.0, reach: float = 6.0) -> Box | None:
    """The box moved along a direction until it touches the obstacle, or None if that is not on its way."""
    steps = np.linspace(start, start + reach, 61)
    free = [gap(box.moved(step * towards), obstacle) > TOUCH for step in steps]
    if not free[0] or all(free):
        return None
    last = free.index(False)
    low, high = float(steps[last - 1]), float(steps[last])
    for _ in range(16):
        middle = (low + high) / 2
        if gap(box.moved(middle * towards), obstacle) > TOUCH:
            low = middle
        else:
            high = middle
    return box.moved(low * towards)


def hidden(points: Floats, eye: Floats, boxes: Iterable[Box]) -> Floats:
    """Of each point whether one of the boxes stands between it and the eye."""
    found = np.zeros(len(points), bool)
    for box in boxes:
        starts = (points - box.centre) @ box.turn
        ways = (eye - points) @ box.turn
        ways = np.where(np.abs(ways) < 1e-9, 1e-9, ways)
        one, other = (-box.size / 2 - starts) / ways, (box.size / 2 - starts) / ways
        enters, leaves = np.minimum(one, other).max(1), np.maximum(one, other).min(1)
        found |= (enters < leaves) & (leaves > 0.01) & (enters < 1)
    return found
