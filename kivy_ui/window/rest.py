"""A table that nobody touches is lit less, so that the panel lasts and the room is dark at night.

Whatever happens at the table makes it bright again: a touch, which does nothing else then, dice before the
camera, a press, a key. While a game is being played the picture can always be seen.
"""

from __future__ import annotations

import enum
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, Rectangle

from companion.app.backlight import Backlight

if TYPE_CHECKING:
    from kivy.clock import ClockEvent
    from kivy.input.motionevent import MotionEvent

DARK_AFTER = 3
"""Without a game the light goes out after this multiple of the time until it is dimmed."""
WAKING_SECONDS = 0.4
"""For this long after the touch that wakes, no other counts: it was meant to wake as well."""


class Light(enum.Enum):
    """How bright the table is: the share of its usual light, and of what a veil takes where that cannot be
    turned."""

    FULL = 1.0, 0.0
    DIM = 0.2, 0.75
    OUT = 0.0, 1.0

    def __init__(self, share: float, veil: float) -> None:
        self.share = share
        self.veil = veil


class Rest:
    """Turns the light down while nothing happens, from the first ``stir`` on. Keep it: the window holds it
    weakly.

    ``minutes`` says after how many, None for never, and ``playing`` whether a game goes on.
    """

    def __init__(
        self,
        window: Any,
        backlight: Backlight,
        minutes: Callable[[], int | None],
        playing: Callable[[], bool],
    ) -> None:
        self.light = Light.FULL
        self._window = window
        self._backlight = backlight
        self._minutes = minutes
        self._playing = playing
        self._veil = InstructionGroup()
        self._woken_at = -WAKING_SECONDS
        self._waking: set[int] = set()
        self._waiting: ClockEvent | None = None
        window.bind(on_touch_down=self._down, on_touch_move=self._later, on_touch_up=self._up)
        backlight.shine(1.0)

    def close(self) -> None:
        """Full light, for whoever comes after."""
        self._wait(None)
        self._shine(Light.FULL)
        self._window.unbind(on_touch_down=self._down, on_touch_move=self._later, on_touch_up=self._up)
        self._window.unbind(on_key_down=self._key)

    def hear_keys(self) -> None:
        """Hear keys before those who take them and were there before."""
        self._window.bind(on_key_down=self._key)

    def stir(self) -> None:
        """Something happens at the table."""
        self._shine(Light.FULL)
        self._wait(self._minutes())

    def _wait(self, minutes: int | None) -> None:
        if self._waiting is not None:
            self._waiting.cancel()
        self._waiting = None if minutes is None else Clock.schedule_once(self._darker, minutes * 60)

    def _darker(self, _elapsed: float) -> None:
        minutes = self._minutes()
        if self.light is Light.FULL:
            self._shine(Light.DIM)
            self._wait(None if minutes is None else minutes * (DARK_AFTER - 1))
        elif not self._playing():
            self._shine(Light.OUT)

    def _shine(self, light: Light) -> None:
        if light is self.light:
            return
        self.light = light
        self._backlight.shine(light.share)
        after = self._window.canvas.after
        after.remove(self._veil)
        self._veil.clear()
        if light is Light.OUT or (light is Light.DIM and not self._backlight.there):
            side = max(self._window.size)  # however the picture is turned
            self._veil.add(Color(0, 0, 0, light.veil))
            self._veil.add(Rectangle(pos=(0, 0), size=(side, side)))
            after.add(self._veil)
        self._window.canvas.ask_update()

    # --- what happens on the screen -----------------------------------------------------------------

    def _down(self, _window: Any, touch: MotionEvent) -> bool:
        now: float = Clock.time()
        if self.light is not Light.FULL:
            self._woken_at = now
        wakes = now - self._woken_at < WAKING_SECONDS
        self.stir()
        if wakes:
            self._waking.add(touch.uid)
        return wakes

    def _later(self, _window: Any, touch: MotionEvent) -> bool:
        return touch.uid in self._waking

    def _up(self, _window: Any, touch: MotionEvent) -> bool:
        self.stir()
        if touch.uid not in self._waking:
            return False
        self._waking.discard(touch.uid)
        return True

    def _key(self, *_: Any) -> bool:
        self.stir()
        return False
