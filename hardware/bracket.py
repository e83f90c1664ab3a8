"""Has a camera take darker pictures of a roll in which light hides a die: an exposure bracket.

It needs a camera whose exposure was held when it was calibrated; with others nothing changes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from calibration import bracket
from calibration.geometry import Picture
from calibration.reading import Read, Reader, Unsure
from calibration.rest import Rolled, Watcher
from hardware.frames import Dimmable

if TYPE_CHECKING:
    from hardware.frames import FrameSource

MOST_WAITED = 12
"""A camera follows a change of its exposure within so many frames, or not at all."""
ASKED_AGAIN = 6
"""Every so many frames a camera that is still dark is asked for all of the light again."""
DARKER = 0.9
"""A picture with half the light has less than this part of the brightness."""
AS_BEFORE = 0.97
"""A picture with all of it has at least this part of what it had."""
MEANT = 4
"""Each darker picture is the mean of so many frames: what noise adds to them is more than it was."""
MOST_FAILED = 2
"""A camera that has not followed so many times in a row is not asked any more."""


class Bracket:
    """One bracket, frame by frame: the camera lets in ever less light, and then as much as before."""

    def __init__(self, camera: Dimmable, usual: Picture) -> None:
        self.darker: list[Picture] = []
        """The pictures, as far as the camera followed."""
        self._camera = camera
        self._usual = self._last = _brightness(usual)
        self._frames: list[Picture] = []
        self._stops, self._waited, self._settled = 1, 0, 0
        self.done = not camera.darken(1)
        """Whether the camera sees as before."""

    def see(self, picture: Picture) -> None:
        """The camera's next frame."""
        self._waited += 1
        now = _brightness(picture)
        fits = now > AS_BEFORE * self._usual if self._stops == 0 else now < DARKER * self._last
        self._settled = self._settled + 1 if fits else 0
        if not fits:
            self._frames.clear()
        is_late = self._waited > MOST_WAITED
        if self._stops == 0:
            self.done = self._settled > 1 or is_late
            if not fits and self._waited % ASKED_AGAIN == 0:
                self._camera.darken(0)
        elif self._settled > 1:  # the first may be half a frame of before, as rows are read one after another
            self._take(picture)
        elif is_late:
            self._restore()

    def _take(self, picture: Picture) -> None:
        self._frames.append(picture)
        if len(self._frames) == MEANT:
            mean = np.mean(self._frames, axis=0)
            self.darker.append(np.asarray(mean + 0.5, np.uint8))
            self._last = _brightness(self.darker[-1])
            self._ask(len(self.darker) + 1)
            if self._stops > bracket.STOPS or not self._camera.darken(self._stops):
                self._restore()

    def _restore(self) -> None:
        self._ask(0)
        self._camera.darken(0)

    def _ask(self, stops: int) -> None:
        self._stops, self._waited, self._settled = stops, 0, 0
        self._frames.clear()


class Watching:
    """A watcher of a camera's frames that has darker pictures taken where light hides a die."""

    def __init__(self, watcher: Watcher, reader: Reader) -> None:
        self.watcher = watcher
        self.shown: Picture = np.zeros((0, 0, 3), np.uint8)
        """The picture of the last roll."""
        self._reader = reader
        self._camera: Dimmable | None = None
        self._failed = 0
        self._bracket: Bracket | None = None
        self._hidden: Unsure = Unsure("empty")

    def use(self, source: FrameSource) -> None:
        """The frames come from there."""
        self._camera = source if isinstance(source, Dimmable) else None

    @property
    def busy(self) -> bool:
        """Whether a bracket is being taken, so that frames may be dark."""
        return self._bracket is not None

    def feed(self, number: int, seconds: float, picture: Picture) -> Rolled | None:
        """The roll that has come to rest with this frame, or nothing, as ``Watcher.feed``."""
        if self._bracket is None:
            rolled = self.watcher.feed(number, seconds, picture)
            if rolled is None:
                return None
            self.shown = self.watcher.seen
            if self._begins(rolled.outcome, picture):
                return None
            return rolled
        self._bracket.see(picture)
        if not self._bracket.done:
            return None
        darker, self._bracket = self._bracket.darker, None
        self._failed = 0 if darker else self._failed + 1
        self.watcher.feed(number, seconds, picture)
        if self.watcher.moving or not darker:  # the dice may have been taken up
            return Rolled(number, self._hidden)
        read = bracket.read(self._reader, self.shown, darker, self._hidden)
        if isinstance(read, Read):
            self.watcher.was_read(read)
        return Rolled(number, read)

    @property
    def unsaid(self) -> Unsure | None:
        """What was seen of a roll whose darker pictures were being taken when the frames came to an end."""
        return self._hidden if self.busy else None

    def _begins(self, outcome: Read | Unsure, picture: Picture) -> bool:
        """Begin a bracket where light hides a die and the camera takes that."""
        if self._camera is None or self._failed >= MOST_FAILED or not bracket.is_hidden(outcome):
            return False
        begun = Bracket(self._camera, picture)
        if not begun.done:
            self._bracket, self._hidden = begun, outcome
        return self.busy


def _brightness(picture: Picture) -> float:
    return float(picture[::8, ::8].mean())
