"""A slider: a finger anywhere on it takes its knob there, and along."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy_ui.geometry import Box
from kivy_ui.paint import Look, Painter, Tappable
from kivy_ui.theme import mix

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent


class Slider(Tappable):
    """Whole numbers from 0 to ``most``; ``on_change`` hears of each that a finger comes to."""

    def __init__(self, look: Look, name: str, on_change: Callable[[int], object], **properties: Any) -> None:
        self.value = 0
        self.most = 1
        self.says = ""
        """What it is called."""
        self._on_change = on_change
        super().__init__(look, name, lambda: None, **properties)

    def spoken(self) -> str:
        return self.says

    def show(self, value: int, most: int) -> None:
        """Stand at another number."""
        if (value, most) != (self.value, self.most):
            self.value, self.most = value, most
            self.repaint()

    def on_touch_down(self, touch: MotionEvent) -> bool:
        x: float = touch.x
        taken = super().on_touch_down(touch)
        if taken and self._finger is touch:
            self._slide(x)
        return taken

    def on_touch_move(self, touch: MotionEvent) -> bool:
        if touch.grab_current is not self:
            return False
        self._slide(touch.x)
        return True

    def _track(self) -> Box:
        end = self.look.mm(5)
        return Box(self.x + end, self.y + self.height / 2, max(1.0, self.width - 2 * end), 0)

    def _slide(self, x: float) -> None:
        track = self._track()
        share = min(1.0, max(0.0, (x - track.x) / track.w))
        value = round(share * self.most)
        if value != self.value:
            self._on_change(value)

    def paint(self, p: Painter) -> None:
        track, thick = self._track(), p.look.mm(1.6)
        line = Box(track.x, track.y - thick / 2, track.w, thick)
        p.rect(line, mix(p.theme.ground, p.theme.text, 0.25), thick / 2)
        done = track.w * self.value / max(1, self.most)
        p.rect(Box(line.x, line.y, max(1.0, done), thick), p.theme.accent, thick / 2)
        side = p.look.mm(7)
        knob = Box(track.x + done - side / 2, track.y - side / 2, side, side)
        p.rect(knob.inset(-p.look.mm(0.8)), p.theme.ground, side)
        p.mark(knob, p.theme.accent_pressed if self.pressed else p.theme.accent, side / 2)
