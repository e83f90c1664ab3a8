"""One way into the window's thread: what other threads put in is carried out there, in order."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from kivy.clock import Clock


class Inbox:
    """``put`` may be called from any thread; the calls happen before the next frame."""

    def __init__(self) -> None:
        self._waiting: deque[Callable[[], object]] = deque()
        self._open = Clock.create_trigger(self._carry_out)

    def put(self, call: Callable[[], object]) -> None:
        """Have this called in the window's thread."""
        self._waiting.append(call)
        self._open()

    def _carry_out(self, _elapsed: float) -> None:
        try:
            while self._waiting:
                self._waiting.popleft()()
        finally:
            if self._waiting:
                # One of them failed, and Kivy lets go of the trigger then.
                Clock.schedule_once(self._carry_out, 0)
