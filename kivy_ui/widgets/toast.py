"""A sentence for some seconds, with the way to take back what it tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from companion.presenters.intents import Intent
from companion.presenters.views import ToastView
from kivy_ui.geometry import Box
from kivy_ui.metrics import LEAST_TARGET_MM, TARGET_MM, Text
from kivy_ui.paint import LINE_HEIGHT, Look, Painter, Tappable, fit
from kivy_ui.widgets.button import Button

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent

BUTTON_MM = 34.0
"""Width of the button, or less in a narrow place."""


class Toast(Tappable):
    """Lies where nothing else can be touched. A tap on it takes it away."""

    def __init__(
        self,
        look: Look,
        view: ToastView,
        on_action: Callable[[Intent], object],
        on_close: Callable[[], object],
        **properties: Any,
    ) -> None:
        self.view = view
        self.button: Button | None = None
        self.label = view.action.label if view.action is not None else ""
        super().__init__(look, "toast", on_close, **properties)
        action = view.action
        if action is not None and action.intent is not None:
            intent = action.intent
            self.button = Button(
                look,
                f"toast_{action.name}",
                action.label,
                action.icon,
                kind="primary",
                on_tap=lambda: on_action(intent),
            )
            self.add_widget(self.button)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        for child in self.children:
            if child.dispatch("on_touch_down", touch):
                return True
        return super().on_touch_down(touch)

    def _words(self) -> str:
        return f"{self.view.text}\n{self.view.remedy}" if self.view.remedy else self.view.text

    def _button_width(self, width: float) -> float:
        return min(self.look.mm(BUTTON_MM), width * 0.3) if self.button is not None else 0.0

    def height_for(self, width: float) -> float:
        """Pixels that the sentence needs at this width."""
        look = self.look
        room = width - look.mm(6.6) - self._button_width(width)
        size, lines, _cut = fit(
            self._words(), room, look.mm(40), look.text(Text.OPERATOR), look.metrics.least_text, 5, False
        )
        return max(look.mm(TARGET_MM) + 1, len(lines) * size * LINE_HEIGHT + look.mm(2))

    def place(self, box: Box) -> None:
        super().place(box)
        if self.button is not None:
            self.have(self.button, box.h >= self.look.mm(LEAST_TARGET_MM) - 1)
            self.button.place(box.cut_right(self._button_width(box.w))[0])
            narrow = self.button.width < self.look.mm(BUTTON_MM)
            self.button.show("" if narrow and self.button.icon else self.label)

    def paint(self, p: Painter) -> None:
        theme = p.theme
        edge = {"plain": theme.line, "good": theme.good, "warn": theme.warn, "danger": theme.danger}[
            self.view.tone
        ]
        body = self.box.inset(p.look.mm(0.3))
        p.frame(body, theme.raised, edge, max(2.0, p.look.mm(0.5)), p.look.mm(2.2))
        room = body.inset(p.look.mm(2.0), p.look.mm(0.5))
        if self.button is not None and self.button.parent is self:
            room = room.cut_left(room.w - self.button.width)[0]
        p.write(self._words(), room, Text.OPERATOR, theme.text, align=0.0, lines=5, may_shorten=True)
