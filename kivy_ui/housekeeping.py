"""Python's search for rubbish, put off until nobody touches the screen.

A full search walks every object there is and takes longer than a touch may wait. What lives as long as the
app is taken out of it; the rest is searched when the table has been quiet for some seconds.
"""

from __future__ import annotations

import gc
from typing import Any

QUIET_SECONDS = 4.0
NEVER = 1_000_000


class Housekeeping:
    """Clears up while the table is quiet. Keep it: the window holds it weakly."""

    def __init__(self, window: Any) -> None:
        from kivy.clock import Clock

        gc.freeze()
        youngest, younger, _oldest = gc.get_threshold()
        gc.set_threshold(youngest, younger, NEVER)
        self._later = Clock.create_trigger(self._clear, QUIET_SECONDS)
        window.bind(on_touch_down=self._touched)

    def _touched(self, *_: object) -> None:
        self._later.cancel()
        self._later()

    def _clear(self, _elapsed: float) -> None:
        gc.collect()
