"""A sentence for some seconds, with the way to take back what it tells."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.i18n import _
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painter, Tappable, fit
from kivy_ui.views import ToastView
from kivy_ui.widgets.button import Button


class Toast(Tappable):
    """Lies over the top of the content. A tap on it takes it away."""

    def __init__(self, look: Look, view: ToastView, on_undo: Callable[[], None], on_close: Callable[[], None],
                 **properties: Any) -> None:
        self.view = view
        self.undo = Button(look, "toast_undo", _("Undo"), "undo", kind="primary", on_tap=on_undo)
        super().__init__(look, "toast", on_close, **properties)
        if view.undo:
            self.add_widget(self.undo)

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
        room = width - look.mm(8) - (look.mm(34) if self.view.undo else 0)
        size, lines, _cut = fit(self._words(), room, look.mm(40), look.text(Text.OPERATOR), look.metrics.least_text,
                                5, False)
        return max(look.mm(TARGET_MM) + 2, len(lines) * size * 1.17 + look.mm(5))

    def place(self, box: Box) -> None:
        super().place(box)
        self.undo.place(box.inset(self.look.mm(1)).cut_right(self.look.mm(34))[0])

    def paint(self, p: Painter) -> None:
        theme = p.theme
        edge = {"plain": theme.line, "good": theme.good, "warn": theme.warn, "danger": theme.danger}[self.view.tone]
        body = self.box.inset(p.look.mm(1))
        p.frame(body, theme.raised, edge, max(2.0, p.look.mm(0.5)), p.look.mm(2.2))
        room = body.inset(p.look.mm(2.5), p.look.mm(0.8))
        if self.view.undo:
            room = room.cut_left(room.w - p.look.mm(32))[0]
        p.write(self._words(), room, Text.OPERATOR, theme.text, align=0.0, lines=5, may_shorten=True)
