"""Tidying up after the app, put off until nobody touches the screen.

Python's garbage collection walks every object there is, and takes longer than a touch may wait. What lives
as long as the app is taken out of it; the rest is collected when the table has been quiet for some seconds,
or after many touches at the latest. What the drawing library has freed in between goes back to the system.
"""

from __future__ import annotations

import ctypes
import gc
from typing import Any

QUIET_SECONDS = 4.0
SETTLED_SECONDS = 0.3
MOST_TOUCHES = 50
SOON_SECONDS = 0.1
"""Long enough that what was touched last has been drawn."""
NEVER = 1_000_000


class Housekeeping:
    """Tidies up while the table is quiet. Keep it: the window holds it weakly."""

    def __init__(self, window: Any) -> None:
        from kivy.clock import Clock

        self._touches = 0
        self._trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
        self._before = gc.get_threshold()
        gc.set_threshold(*self._before[:2], NEVER)
        self._quiet = Clock.create_trigger(self._tidy, QUIET_SECONDS)
        self._soon = Clock.create_trigger(self._tidy, SOON_SECONDS)
        self._window = window
        window.bind(on_touch_up=self._touched)
        self._settle = Clock.schedule_once(self._settled, SETTLED_SECONDS)

    def close(self) -> None:
        """Leave tidying up to Python again: what was kept for good may go."""
        self._window.unbind(on_touch_up=self._touched)
        for waiting in (self._settle, self._quiet, self._soon):
            waiting.cancel()
        gc.set_threshold(*self._before)
        gc.unfreeze()

    def _settled(self, _elapsed: float) -> None:
        """The first screen stands: from now on what is there stays."""
        gc.freeze()
        self._give_back()

    def _touched(self, *_: object) -> None:
        self._touches += 1
        if self._touches > MOST_TOUCHES:
            self._soon()
        self._quiet.cancel()
        self._quiet()

    def _tidy(self, _elapsed: float) -> None:
        self._touches = 0
        gc.collect()
        self._give_back()

    def _give_back(self) -> None:
        """Hand memory that is free back to the system; only the GNU library has to be asked."""
        if self._trim is not None:
            self._trim(0)
