"""What the pictures of a tray at rest agree on: doubt in one of them is not doubt in all."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.geometry import Picture, Square
from calibration.model import DICE
from calibration.reading import DOUBTS, Read, Reader, Unsure, is_roll
from calibration.telling import Die

LOOK_S = 0.06
"""As often a tray that came to rest is read, each time as the mean of what was seen: what noise hides in one
frame shows in several."""
MOST_MEANT = 8
"""The mean is of so many frames."""
AGREEING = 2
"""As many looks at least must be sure of each die."""
REFUSING = 3
"""One look that shows no roll, as dice that lean, outweighs so many that show one."""
MOST_LOOKS = 10
"""After so many what is not clear is said to be unclear."""
SOON_S = 0.5
"""So soon after a movement each look is followed by the next."""
PATIENCE_S = 0.25
"""How long to wait before looking again at a tray at rest that cannot be read."""
IDLE_AFTER_S = 3.0
IDLE_S = 2.0
"""As long, once nothing has moved for some time: what moves is looked at at once."""
UNSEEN = frozenset(
    {"moving", "empty", "blocked", "tray_moved", "other_tray", "dark", "bright", "light_changed"}
)
"""Such a picture says nothing of dice, and what was seen before counts no more."""


@dataclass(frozen=True)
class Look:
    """What one picture at rest showed."""

    outcome: Read | Unsure
    dice: dict[str, Die]
    seen: tuple[Square, ...]

    def sure(self, kind: str) -> int | str | None:
        """What it is sure that a die shows."""
        face: int | str | None = getattr(self.outcome, kind)
        return face

    @property
    def refuses(self) -> bool:
        """Whether it shows no roll, and not only a face that is unclear."""
        return not is_roll(self.outcome)


def agreed(looks: Sequence[Look]) -> Read | None:
    """The roll that the looks agree on, if there is one; each may be unsure of another die.

    Where two are sure of different faces there is none, and where too many show something else than a roll.
    """
    refusing = sum(look.refuses for look in looks)
    dice = {kind: die for kind in DICE if (die := _agreed_die(looks, kind)) is not None}
    if len(dice) < len(DICE) or len(looks) - refusing <= REFUSING * refusing:
        return None
    return Read.of(dice)


def refused(looks: Sequence[Look]) -> Unsure:
    """Why the looks show no roll that is clear, with the faces that they agree on all the same."""
    reasons = [look.outcome.reason for look in reversed(looks) if isinstance(look.outcome, Unsure)]
    # doubt about a die is one reason, whatever each look says of the light on it
    about = Counter(DOUBTS.get(reason, reason) for reason in reasons)
    faces = {kind: _faces_of(looks, kind) for kind in DICE}
    about.update({kind: len(looks) for kind, told in faces.items() if len(told) > 1})
    most = about.most_common(1)[0][0]
    why = Counter(reason for reason in reasons if DOUBTS.get(reason, reason) == most).most_common(1)
    sure: dict[str, Any] = {kind: told.pop() if len(told) == 1 else None for kind, told in faces.items()}
    return Unsure(why[0][0] if why else f"unclear_{most}", **sure)


def _faces_of(looks: Sequence[Look], kind: str) -> set[int | str]:
    return {face for look in looks if (face := look.sure(kind)) is not None}


def _agreed_die(looks: Sequence[Look], kind: str) -> Die | None:
    """A die that most looks are sure of, where none is sure of another face."""
    sure = [look.dice[kind] for look in looks if look.sure(kind) is not None]
    if len(sure) < AGREEING or 2 * len(sure) <= len(looks) or len(_faces_of(looks, kind)) > 1:
        return None
    return min(sure, key=lambda die: die.confidence)


class Looks:
    """Looks at a tray that came to rest at ``since_s``."""

    def __init__(self, reader: Reader, since_s: float) -> None:
        self._reader = reader
        self.since_s = since_s
        self._looked_s = -math.inf
        self._kept: list[Look] = []
        self._meant = 0
        self._mean: NDArray[np.float32] = np.zeros((0, 0, 3), np.float32)

    @property
    def kept(self) -> Sequence[Look]:
        """The last looks that showed something."""
        return self._kept

    @property
    def seen(self) -> Picture:
        """What was read last: the mean of several frames."""
        return np.asarray(cv2.convertScaleAbs(self._mean), np.uint8)

    def look(self, seconds: float, picture: Picture) -> Read | Unsure | None:
        """See a frame, and read what was seen where that is due."""
        pause_s, waited_s = self._pause_s(seconds), seconds - self._looked_s
        if pause_s > LOOK_S:
            self._meant = 0
        due = waited_s >= pause_s
        if due or pause_s == LOOK_S:
            self._add(picture)
        if not due:
            return None
        self._looked_s = seconds
        outcome = self._reader.read(self.seen)
        if isinstance(outcome, Unsure) and outcome.reason in UNSEEN:
            self._kept.clear()
            self._meant = 0
        else:
            dice = {die.kind: die for die in self._reader.dice}
            self._kept = [*self._kept, Look(outcome, dice, self._reader.seen)][-MOST_LOOKS:]
        return outcome

    def _add(self, picture: Picture) -> None:
        """Take a frame into the mean."""
        self._meant = min(self._meant + 1, MOST_MEANT)
        if self._meant == 1 or self._mean.shape != picture.shape:
            self._mean = picture.astype(np.float32)
        else:
            cv2.accumulateWeighted(picture, self._mean, 1 / self._meant)

    def _pause_s(self, seconds: float) -> float:
        """How long to wait after a look."""
        rested_s = seconds - self.since_s
        if 0 < len(self._kept) < MOST_LOOKS or rested_s < SOON_S:
            return LOOK_S
        return IDLE_S if rested_s > IDLE_AFTER_S else PATIENCE_S
