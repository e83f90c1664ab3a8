"""Says when a roll has come to rest: once for each roll, and only after the dice have moved."""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import combinations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Picture, Square
from calibration.model import DICE
from calibration.reading import Read, Reader, Unsure

WORK_PX = 240
RIM_EDGES = 0.6
"""How far around the floor movement counts."""
CHANGED = 0.11
"""How much the fine structure of a place must change, as a share of its brightness, to count as moved."""
LEAST_MOVED_FACES = 0.05
"""As much of the picture as this part of a top face must have changed."""
AGREEING = 2
"""How many pictures at rest must say the same."""
UNSURE_AFTER_S = 1.0
MOVED_EDGES = 0.3
MOVED_ANGLE = math.radians(12)
UNSURE_ROLLS = frozenset(
    {"missing", "fourth", "cocked", "stacked", "blurred", "unclear_white", "unclear_red", "unclear_event"}
)
"""Why a roll is not read; for other reasons nothing can be said of what lies in the tray."""
PATIENCE_S = 0.25
"""How long to wait before looking again at a tray at rest that cannot be read."""
IDLE_AFTER_S = 3.0
IDLE_S = 2.0
"""As long, once nothing has moved for some time: what moves is looked at at once."""
SAME_ARRANGEMENT_EDGES = 0.35
MOST_REMEMBERED = 4


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


@dataclass(frozen=True)
class Lay:
    """How dice lay, and what they showed; None for a die that could not be told."""

    squares: tuple[Square, ...]
    faces: tuple[int | str | None, ...]

    def shows(self, faces: tuple[int | str | None, ...]) -> bool:
        """Whether nothing that is known of it speaks against these faces."""
        return all(None in (own, other) or own == other for own, other in zip(self.faces, faces, strict=True))

    def lying_still(self, squares: tuple[Square, ...]) -> int:
        """How many dice lie where one lay."""
        return sum(any(_near(square, other) for other in self.squares) for square in squares)

    def moved_together(self, squares: tuple[Square, ...]) -> bool:
        """Whether the dice, in the same order, lie to one another as they did: the tray was moved, or the
        camera."""
        if len(self.squares) != 3 or len(squares) != 3:
            return False
        return all(
            abs(pair[0].away(pair[1]) - own[0].away(own[1])) < SAME_ARRANGEMENT_EDGES
            and _turned(_turn(*pair) - _turn(*own)) < MOVED_ANGLE
            for pair, own in zip(combinations(squares, 2), combinations(self.squares, 2), strict=True)
        )


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
        self._lays: list[Lay] = []
        """How the dice lay at the last reading, and what could not be read since."""
        self._learn = not first_counts
        self.moving = True
        self.looked: Read | Unsure | None = None
        """What was read in the last frame; None where nothing was."""

    def feed(self, number: int, seconds: float, picture: Picture) -> Rolled | None:
        """The roll that has come to rest with this frame, or nothing."""
        self.looked = None
        self.moving = self._motion.moved(picture)
        if self.moving:
            self.looked = Unsure("moving")
            self._still = 0
            self._agreed.clear()
            self._told = False
            self._looked_s = -math.inf
            return None
        self._still += 1
        if self._still == 1:
            self._since_s = seconds
        if self._told or seconds - self._looked_s < self._pause_s(seconds):
            return None
        outcome = self.looked = self._reader.read(picture)
        if isinstance(outcome, Read):
            self._agreed = [read for read in self._agreed if _same(read, outcome)] + [outcome]
            if len(self._agreed) < AGREEING:
                return None
            self._told = True
            return Rolled(number, outcome) if self._rolled(outcome) else None
        self._agreed.clear()
        if seconds - self._since_s < UNSURE_AFTER_S:
            self._looked_s = seconds if self._still > 3 else -math.inf
            return None
        self._looked_s = seconds
        if outcome.reason not in UNSURE_ROLLS or len(self._reader.seen) < 2:
            return None
        self._told = True
        return Rolled(number, outcome) if self._unsure_rolled(outcome) else None

    def _pause_s(self, seconds: float) -> float:
        if self._agreed:
            return 0.0
        return IDLE_S if seconds - self._since_s > IDLE_AFTER_S else PATIENCE_S

    def _rolled(self, read: Read) -> bool:
        """Whether these dice have been rolled since they were read last, and not only pushed or covered.

        Of rolled dice one may lie by chance where one lay before, but hardly two. Where one lies as it did
        and all show what they showed, the others were pushed aside.
        """
        placed = {die.kind: die.square for die in self._reader.dice}
        squares = tuple(placed[kind] for kind in DICE)
        lay = Lay(squares, _faces(read))
        learning, self._learn = self._learn, False
        before, self._lays = self._lays, [lay]
        return not learning and not any(_lies(earlier, lay) for earlier in before)

    def _unsure_rolled(self, unsure: Unsure) -> bool:
        """Whether what cannot be read is a roll: nothing may lie as it did before."""
        lay = Lay(self._reader.seen, _faces(unsure))
        if any(earlier.lying_still(lay.squares) for earlier in self._lays):
            return False
        learning, self._learn = self._learn, False
        self._lays = [*self._lays, lay][-MOST_REMEMBERED:]
        return not learning


def _lies(earlier: Lay, lay: Lay) -> bool:
    """Whether dice that have been read lie there since ``earlier``."""
    lain = earlier.lying_still(lay.squares)
    if lain > 1:
        return True
    return earlier.shows(lay.faces) and (lain == 1 or earlier.moved_together(lay.squares))


def _faces(outcome: Read | Unsure) -> tuple[int | str | None, ...]:
    return outcome.white, outcome.red, outcome.event


def _same(one: Read, two: Read) -> bool:
    return _faces(one) == _faces(two)


def _near(one: Square, two: Square) -> bool:
    return one.away(two) < MOVED_EDGES and _turned(_turn(one, two)) < MOVED_ANGLE


def _turn(one: Square, two: Square) -> float:
    return one.angle - two.angle


def _turned(angle: float) -> float:
    """How far a square is turned, which looks alike after each quarter."""
    return abs((angle + math.pi / 4) % (math.pi / 2) - math.pi / 4)
