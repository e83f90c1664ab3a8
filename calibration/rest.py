"""Says when a roll has come to rest: once for each roll, and only after the dice have moved.

One that could not be read is said once more when somebody sets its dice right, and it is read then.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations, permutations

from calibration.geometry import Picture, Square
from calibration.looks import MOST_LOOKS, Looks, agreed, refused
from calibration.model import DICE
from calibration.motion import Motion
from calibration.reading import DOUBTS, Read, Reader, Unsure

RESTED_S = 0.15
"""Nothing is said before the dice have lain still for so long."""
MOVED_EDGES = 0.3
MOVED_ANGLE = math.radians(12)
UNSURE_ROLLS = {*DOUBTS, "missing", "fourth", "cocked", "stacked", "blurred"}
"""Why a roll is not read; for other reasons nothing can be said of what lies in the tray."""
SAME_ARRANGEMENT_EDGES = 0.35
MOST_REMEMBERED = 4


@dataclass(frozen=True)
class Rolled:
    """A roll that came to rest."""

    frame: int
    outcome: Read | Unsure
    set_right: bool = False
    """Whether it is the roll that was said last and could not be read: somebody has set its dice right."""


@dataclass(frozen=True)
class Lay:
    """How dice lay, and what they showed; None for a die that could not be told."""

    squares: tuple[Square, ...]
    """In the order of ``DICE`` where all were told, else as they were found."""
    faces: tuple[int | str | None, ...]
    unread: bool = False
    """Whether that was said to be a roll that cannot be read."""

    def shows(self, faces: tuple[int | str | None, ...]) -> bool:
        """Whether something is known of it, and nothing of that speaks against these faces."""
        known = [(own, face) for own, face in zip(self.faces, faces, strict=True) if own is not None]
        return bool(known) and all(own == face for own, face in known)

    def lying_still(self, squares: tuple[Square, ...]) -> int:
        """How many dice lie where one lay."""
        return sum(any(_near(square, other) for other in self.squares) for square in squares)

    def moved_together(self, squares: tuple[Square, ...]) -> bool:
        """Whether three dice, in whatever order, lie to one another as they did: the tray was moved, or the
        camera."""
        if len(self.squares) != 3 or len(squares) != 3:
            return False
        return any(
            all(
                abs(pair[0].away(pair[1]) - own[0].away(own[1])) < SAME_ARRANGEMENT_EDGES
                and _turned(_turn(*pair) - _turn(*own)) < MOVED_ANGLE
                for pair, own in zip(combinations(order, 2), combinations(self.squares, 2), strict=True)
            )
            for order in permutations(squares)
        )


class Watcher:
    """Feed it every frame; it gives each roll once.

    ``first_counts`` says whether dice that lie there from the beginning are a roll.
    """

    def __init__(self, reader: Reader, *, first_counts: bool = True) -> None:
        self._reader = reader
        self._motion = Motion(reader)
        self._looks = Looks(reader, 0.0)
        self._told = not first_counts
        self._lays: list[Lay] = []
        """How the dice lay at the last reading, and what could not be read since."""
        self._learn = not first_counts
        self.moving = True
        self.looked: Read | Unsure | None = None
        """What was read in the last frame; None where nothing was."""

    @property
    def seen(self) -> Picture:
        """The picture that was read last, of what lies there: noise shows less in it than in a frame."""
        return self._looks.seen

    def was_read(self, read: Read) -> None:
        """The roll that was said last could be read after all."""
        self._lays = [Lay(lay.squares, _faces(read)) for lay in self._lays[-1:]]

    def feed(self, number: int, seconds: float, picture: Picture) -> Rolled | None:
        """The roll that has come to rest with this frame, or nothing."""
        self.looked = None
        self.moving = self._motion.moved(picture)
        if self.moving:
            self.looked = Unsure("moving")
            self._looks = Looks(self._reader, seconds)
            self._told = False
        elif not self._told:
            self.looked = self._looks.look(seconds, picture)
            if self.looked is not None and seconds - self._looks.since_s >= RESTED_S:
                return self._told_by_looks(number)
        return None

    def _told_by_looks(self, number: int) -> Rolled | None:
        looks = self._looks.kept
        read = agreed(looks)
        if read is not None:
            self._told = True
            return self._rolled(number, read)
        if len(looks) < MOST_LOOKS:
            return None
        unsure = refused(looks)
        seen = max((look.seen for look in looks), key=len)
        if unsure.reason not in UNSURE_ROLLS or len(seen) < 2:
            return None
        self._told = True
        return Rolled(number, unsure) if self._unsure_rolled(unsure, seen) else None

    def _rolled(self, number: int, read: Read) -> Rolled | None:
        """The roll, if these dice have been rolled since they were read last, and not only pushed or covered;
        or if that could not be read."""
        showing = [look for look in self._looks.kept if not look.refuses]
        placed = {kind: die.square for look in showing for kind, die in look.dice.items() if look.sure(kind)}
        lay = Lay(tuple(placed[kind] for kind in DICE), _faces(read))
        learning, self._learn = self._learn, False
        before, self._lays = self._lays, [lay]
        if learning:
            return None
        if any(_lies(earlier, lay) for earlier in before):
            return Rolled(number, read, True) if _is_set_right(before, lay) else None
        return Rolled(number, read)

    def _unsure_rolled(self, unsure: Unsure, seen: tuple[Square, ...]) -> bool:
        """Whether what cannot be read is a roll: nothing may lie as it did before."""
        learning = self._learn
        lay = Lay(seen, _faces(unsure), not learning)
        if any(earlier.lying_still(lay.squares) for earlier in self._lays):
            return False
        self._learn = False
        self._lays = [*self._lays, lay][-MOST_REMEMBERED:]
        return not learning


def _lies(earlier: Lay, lay: Lay) -> bool:
    """Whether dice that have been read lie there since ``earlier``.

    Of rolled dice one may lie by chance where one lay before, but hardly two. Where one lies as it did and
    all show what they showed, the others were pushed aside.
    """
    lain = earlier.lying_still(lay.squares)
    if lain > 1:
        return True
    return earlier.shows(lay.faces) and (lain == 1 or earlier.moved_together(lay.squares))


def _is_set_right(before: Sequence[Lay], lay: Lay) -> bool:
    """Whether these are the dice of the last roll, which could not be read, and show all that was sure of it.
    Those of a roll that was read were only covered meanwhile, or swept aside."""
    last = before[-1]
    if not _lies(last, lay):
        return False
    if any(not earlier.unread and (earlier.faces == lay.faces or _lies(earlier, lay)) for earlier in before):
        return False
    return all(known in (None, face) for known, face in zip(last.faces, lay.faces, strict=True))


def _faces(outcome: Read | Unsure) -> tuple[int | str | None, ...]:
    return outcome.white, outcome.red, outcome.event


def _near(one: Square, two: Square) -> bool:
    return one.away(two) < MOVED_EDGES and _turned(_turn(one, two)) < MOVED_ANGLE


def _turn(one: Square, two: Square) -> float:
    return one.angle - two.angle


def _turned(angle: float) -> float:
    """How far a square is turned, which looks alike after each quarter."""
    return abs((angle + math.pi / 4) % (math.pi / 2) - math.pi / 4)
