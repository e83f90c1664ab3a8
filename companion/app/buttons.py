"""Between the buttons of a device and the game: more presses than hands can make are not heard."""

from __future__ import annotations

import threading
import time
from collections import deque
from collections.abc import Callable

from companion.app.i18n import _
from companion.app.ports import Buttons, Notice, NoticeSink, Press

REPEAT_S = 0.25
"""The same press again within this time is not a second wish."""
MOST_PRESSES = 8
WITHIN_S = 2.0
"""This many presses within this many seconds may come from a crowd; one more comes from a fault."""


class GuardedButtons:
    """Hands presses of one device on, until they are a flood: then none, until it has rested ``WITHIN_S``
    seconds. Says so once a flood. May be called from any thread."""

    def __init__(
        self,
        device: str,
        into: Buttons,
        notice: NoticeSink,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._device = device
        self._into = into
        self._notice = notice
        self._clock = clock
        self._lock = threading.Lock()
        self._times: deque[float] = deque(maxlen=MOST_PRESSES + 1)
        self._last: dict[Press, float] = {}
        self._flooded = False

    def press(self, press: Press) -> None:
        """Hand it on if a hand may have done it."""
        with self._lock:
            floods, heard = self._count(press, self._clock())
        if floods:
            self._notice(_flood(self._device))
        if heard:
            self._into.press(press)

    def _count(self, press: Press, now: float) -> tuple[bool, bool]:
        """Whether a flood begins with this press, and whether the press is heard."""
        if self._times and now - self._times[-1] >= WITHIN_S:
            self._flooded = False
            self._times.clear()
            self._last.clear()
        before, self._last[press] = self._last.get(press), now
        self._times.append(now)
        if self._flooded:
            return False, False
        if len(self._times) > MOST_PRESSES and now - self._times[0] < WITHIN_S:
            self._flooded = True
            return True, False
        return False, before is None or now - before >= REPEAT_S


def _flood(device: str) -> Notice:
    return Notice(
        _(
            "The buttons ({device}) are pressed faster than hands can; they are not heard until they rest."
        ).format(device=device),
        _("Nothing is lost. If nobody pressed them, check their wires: {command}").format(
            command="./longship doctor --try"
        ),
    )
