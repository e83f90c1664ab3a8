"""Says when a roll has come to rest: once for each roll, and only after the dice have moved."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Picture, Square
from calibration.reading import Read, Reader, Unsure

WORK_PX = 240
RIM_EDGES = 0.6
"""So far around the floor movement counts."""
CHANGED = 0.11
"""So much must the fine structure of a place change, in parts of its brightness, to count as moved."""
LEAST_MOVED_FACES = 0.05
"""As much of the picture as this part of a top face must have changed."""
AGREEING = 2
"""So many pictures at rest must say the same."""
UNSURE_AFTER_S = 1.0
MOVED_EDGES = 0.3
MOVED_ANGLE = math.radians(12)
PATIENCE_S = 0.25
"""How long to wait before looking again at dice at rest that cannot be read."""


@dataclass(frozen=True)
class Rolled:
    """A roll that came to rest."""

    frame: int
    outcome: Read | Unsure


class Motion:
    """Whether anything on the tray moved from one frame to the next; changes of the light do not count."""

    def __init__(self, reader: Reader) -> None:
        self._reader = reader
        self._before: NDArray[np.float32] | None = None
        self._mask: NDArray[np.bool_] | None = None
        self._least = 1.0

    def moved(self, picture: Picture) -> bool:
        """Compare with the picture before; the first one counts as moved."""
        factor = WORK_PX / picture.shape[1]
        small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        grey = cv2.GaussianBlur(small.astype(np.float32), (0, 0), 0.8)
        around = cv2.blur(grey, (15, 15))
        structure = (grey - around) / (around + 12)
        before, self._before = self._before, structure
        if before is None or before.shape != structure.shape:
            self._prepare(structure.shape[:2])
            return True
        change = np.abs(structure - before).max(axis=2)
        cells = cv2.blur(change, (3, 3))
        assert self._mask is not None
        return int(np.count_nonzero((cells > CHANGED) & self._mask)) > self._least

    def _prepare(self, shape: tuple[int, ...]) -> None:
        floor, camera = self._reader.floor, self._reader.calibration.camera
        factor = WORK_PX / camera.width_px
        self._mask = floor.mask(shape, factor, RIM_EDGES) > 0
        self._least = max(2.0, LEAST_MOVED_FACES * (floor.edge_px() * factor) ** 2)


class Watcher:
    """Feed it every frame; it gives each roll once.

    ``first_counts`` says whether dice that lie there from the beginning are a roll.
    """

    def __init__(self, reader: Reader, *, first_counts: bool = True) -> None:
        self._reader = reader
        self._motion = Motion(reader)
        self._still = 0
        self._since_s = 0.0
        self._looked_s = -math.inf
        self._agreed: list[Read] = []
        self._told = not first_counts
        self._lay: tuple[Square, ...] | None = None
        self._learn = not first_counts
        self.moving = True
        self.looked: Read | Unsure | None = None
        """What was read in the last frame; None where nothing was."""

    def feed(self, number: int, seconds: float, picture: Picture) -> Rolled | None:
        """The roll that has come to rest with this frame, or nothing."""
        self.looked = None
        self.moving = self._motion.moved(picture)
        if self.moving:
            self._still = 0
            self._agreed.clear()
            self._told = False
            self._looked_s = -math.inf
            return None
        self._still += 1
        if self._still == 1:
            self._since_s = seconds
        if self._told or seconds - self._looked_s < (PATIENCE_S if not self._agreed else 0):
            return None
        outcome = self.looked = self._reader.read(picture)
        seen = self._reader.seen
        if isinstance(outcome, Read):
            self._agreed = [read for read in self._agreed if _same(read, outcome)] + [outcome]
            if len(self._agreed) < AGREEING:
                return None
            self._told = True
            if not self._rolled(seen):
                return None
            return Rolled(number, outcome)
        self._agreed.clear()
        if seconds - self._since_s < UNSURE_AFTER_S:
            self._looked_s = seconds if self._still > 3 else -math.inf
            return None
        self._looked_s = seconds
        if len(seen) < 2 or outcome.reason in ("hand", "blocked", "dark", "bright", "tray_moved", "empty"):
            return None
        self._told = True
        return Rolled(number, outcome) if self._rolled(seen) else None

    def _rolled(self, seen: tuple[Square, ...]) -> bool:
        """Whether every die lies elsewhere than at the last roll. A die that was only pushed is no roll."""
        before, learning = self._lay, self._learn
        if before is not None and any(_near(square, other) for square in seen for other in before):
            return False
        self._lay, self._learn = seen, False
        return not learning


def _same(one: Read, two: Read) -> bool:
    return (one.white, one.red, one.event) == (two.white, two.red, two.event)


def _near(one: Square, two: Square) -> bool:
    turn = abs((one.angle - two.angle + math.pi / 4) % (math.pi / 2) - math.pi / 4)
    return math.hypot(one.x - two.x, one.y - two.y) < MOVED_EDGES and turn < MOVED_ANGLE
