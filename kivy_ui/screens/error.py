"""The card in place of a screen that failed."""

from __future__ import annotations

from typing import Any

from companion.app.i18n import _
from kivy_ui.geometry import Box
from kivy_ui.metrics import PRIMARY_MM, Text
from kivy_ui.paint import Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_icon


class ErrorScreen(Screen):
    """Says in one sentence what failed, and leads back to the game."""

    of_game = False
    shows_past = True

    def __init__(
        self, shell: Shell, failed: str = "", reason: str = "", details: str = "", **rest: Any
    ) -> None:
        self.failed, self.reason, self.details = failed, reason, details
        super().__init__(shell, **rest)
        self.back = Button(
            self.look,
            "error_back",
            _("Back"),
            "back",
            kind="primary",
            role=Text.TABLE,
            on_tap=lambda: shell.go("table" if shell.play is not None and failed != "table" else "home"),
        )
        self.add_widget(self.back)

    def arrange(self, box: Box) -> None:
        bottom, self._room = box.inset(self.look.mm(5)).cut_bottom(self.look.mm(PRIMARY_MM + 1))
        self.back.place(bottom.middle(min(bottom.w, self.look.mm(60)), bottom.h))

    _room = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        icon, room = self._room.cut_top(min(self._room.h * 0.30, p.look.mm(18)))
        draw_icon(p, "warning", icon, p.theme.warn, p.theme.ground)
        title, room = room.cut_top(p.look.text(Text.TABLE) * 2.6)
        p.write(
            _("This page does not work just now. The game is safe and goes on."),
            title,
            Text.TABLE,
            p.theme.text,
            bold=True,
            lines=3,
        )
        p.write(self.reason, room, Text.SMALL, p.theme.quiet, lines=4, rise=0.9, may_shorten=True)
