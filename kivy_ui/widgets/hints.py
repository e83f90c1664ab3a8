"""Hints one after another on a card, with their drawings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.i18n import _
from companion.presenters.hints import HintView, hints
from kivy_ui.geometry import Box
from kivy_ui.metrics import PRIMARY_MM, Text
from kivy_ui.paint import Look, Painter
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_icon
from kivy_ui.widgets.sheets import Sheet


class HintsSheet(Sheet):
    """One hint at a time; the last one's key closes the card, and so does the cross on any."""

    def __init__(self, look: Look, on_close: Callable[[], object], **properties: Any) -> None:
        self.number = 0
        self.next = Button(
            look, "hint_next", icon="forward", kind="primary", role=Text.TABLE, on_tap=self._on
        )
        self.close = Button(look, "close", icon="cross", kind="quiet", on_tap=on_close)
        super().__init__(look, "hints_sheet", on_close, **properties)
        for widget in (self.next, self.close):
            self.add_widget(widget)
        self._words()

    @property
    def view(self) -> HintView:
        """The hint that is shown."""
        return hints()[self.number]

    def _words(self) -> None:
        last = self.number == len(hints()) - 1
        self.next.show(_("Play") if last else _("Next"), icon="check" if last else "forward")

    def _on(self) -> None:
        if self.number == len(hints()) - 1:
            self.on_close()
            return
        self.number += 1
        self._words()
        self.repaint()

    def arrange(self, card: Box) -> None:
        look = self.look
        bottom, self._room = card.inset(look.mm(3)).cut_bottom(look.mm(PRIMARY_MM) + 2)
        close, bottom = bottom.cut_left(look.mm(PRIMARY_MM) + 2)
        self.close.place(close)
        self.next.place(bottom.cut_right(min(bottom.w * 0.62, look.mm(60)))[0])
        self._count = Box(bottom.x, bottom.y, max(0.0, self.next.x - bottom.x), bottom.h)

    _room = _count = Box(0, 0, 0, 0)

    def paint_card(self, p: Painter, card: Box) -> None:
        view, look, theme = self.view, p.look, p.theme
        if look.metrics.portrait:
            sign, words = self._room.cut_top(self._room.h * 0.3)
        else:
            sign, words = self._room.cut_left(self._room.w * 0.24)
        side = min(sign.w, sign.h, look.mm(26))
        draw_icon(p, view.icon, sign.middle(side, side), theme.accent, theme.surface)
        title, text = words.inset(look.mm(2), look.mm(1)).rows([1.0, 2.0])
        align = 0.5 if look.metrics.portrait else 0.0
        p.write(view.title, title, 44, theme.text, bold=True, align=align, lines=2)
        p.write(view.text, text, Text.TABLE, theme.text, align=align, rise=1.0, lines=6)
        count = f"{self.number + 1}/{len(hints())}"
        p.write(count, self._count, Text.OPERATOR, theme.quiet)
