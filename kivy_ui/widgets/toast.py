"""A sentence for some seconds, with the way to take back what it tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy_ui.geometry import Box
from kivy_ui.intents import Intent
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painter, Tappable, fit
from kivy_ui.views import ToastView
from kivy_ui.widgets.button import Button


class Toast(Tappable):
    """Lies over the top of the content. A tap on it takes it away."""

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

    def on_touch_down(self, touch: Any) -> bool:
        for child in self.children:
            if child.dispatch("on_touch_down", touch):
                return True
        return super().on_touch_down(touch)

    def _words(self) -> str:
        return f"{self.view.text}\n{self.view.remedy}" if self.view.remedy else self.view.text

    def height_for(self, width: float) -> float:
        """Pixels that the sentence needs at this width."""
        look = self.look
        room = width - look.mm(8) - (look.mm(34) if self.button else 0)
        size, lines, _cut = fit(
            self._words(), room, look.mm(40), look.text(Text.OPERATOR), look.metrics.least_text, 5, False
        )
        return max(look.mm(TARGET_MM) + 2, len(lines) * size * 1.17 + look.mm(5))

    def place(self, box: Box) -> None:
        super().place(box)
        if self.button is not None:
            self.button.place(box.inset(self.look.mm(1)).cut_right(self.look.mm(34))[0])

    def paint(self, p: Painter) -> None:
        theme = p.theme
        edge = {"plain": theme.line, "good": theme.good, "warn": theme.warn, "danger": theme.danger}[
            self.view.tone
        ]
        body = self.box.inset(p.look.mm(1))
        p.frame(body, theme.raised, edge, max(2.0, p.look.mm(0.5)), p.look.mm(2.2))
        room = body.inset(p.look.mm(2.5), p.look.mm(0.8))
        if self.button is not None:
            room = room.cut_left(room.w - p.look.mm(32))[0]
        p.write(self._words(), room, Text.OPERATOR, theme.text, align=0.0, lines=5, may_shorten=True)
