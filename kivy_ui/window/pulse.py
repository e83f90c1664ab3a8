"""The sign of life for systemd's watchdog: it comes from frames that were drawn, and from nothing else.

A thread would go on saying that all is well while the screen stands still. Here the loop that draws asks for
a frame now and then, and only what comes out at its end, on the screen, counts.
"""

from __future__ import annotations

import math
from typing import Any

from companion.app.life import Life

CALM_SECONDS = 15.0
"""A run that has lasted this long did not crash at once."""


class Pulse:
    """Tells ``life`` of each frame that was drawn, and sees to it that there are some. Keep it: the window
    holds it weakly."""

    def __init__(self, window: Any, life: Life) -> None:
        from kivy.clock import Clock

        self._window = window
        self._life = life
        window.bind(on_flip=self._drawn)
        self._beat = Clock.create_trigger(self._ask, min(life.beat_s, 3600.0), interval=True)
        if math.isfinite(life.beat_s):
            self._beat()
        self._calm = Clock.schedule_once(lambda _elapsed: life.calm(), CALM_SECONDS)

    def close(self) -> None:
        """Nothing is told any more."""
        self._window.unbind(on_flip=self._drawn)
        self._beat.cancel()
        self._calm.cancel()

    def _drawn(self, *_: object) -> None:
        self._life.drawn()

    def _ask(self, _elapsed: float) -> None:
        self._window.canvas.ask_update()
