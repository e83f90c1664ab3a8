"""One line of what is wrong or still to be done, with the fix that one tap does."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.app.i18n import _
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.theme import Colour, mix
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_icon


class FixButton(Button):
    """A button whose words may hold a long name."""

    def paint_content(self, p: Painter, room: Box, fill: Colour, ink: Colour) -> None:
        side = min(room.h * 0.6, p.look.mm(6), room.w * 0.2)
        icon, words = room.cut_left(side)
        self._draw_icon(p, icon.middle(side, side), ink, fill)
        p.write(
            self.label, words.inset(p.look.mm(0.8), 0), self.role, ink, bold=True, lines=2, may_shorten=True
        )


class TellAll(Tappable):
    """The sentence as a target; its words are drawn by the line."""

    def spoken(self) -> str:
        return _("More about it")


class ProblemLine(Painted):
    """A sentence, said in a warning's colour if it is one, and a button beside it. Where there are more of
    them, a tap tells them all."""

    def __init__(
        self,
        look: Look,
        name: str,
        on_fix: Callable[[], None],
        on_tell: Callable[[], None] | None = None,
        **properties: Any,
    ) -> None:
        self.text = ""
        self.warns = False
        self.more = 0
        self.all = TellAll(look, f"{name}_all", on_tell)
        self.fix = FixButton(look, f"{name}_fix", icon="check", kind="primary", on_tap=on_fix)
        super().__init__(look, name, **properties)

    def show(self, text: str, fix: str = "", warns: bool = False, more: int = 0) -> None:
        """Show another sentence; ``more`` counts those behind it."""
        self.fix.show(fix)
        if bool(fix) != (self.fix.parent is not None):
            if fix:
                self.add_widget(self.fix)
            else:
                self.remove_widget(self.fix)
        if (text, warns, more) != (self.text, self.warns, self.more):
            self.text, self.warns, self.more = text, warns, more
            self.repaint()
        self._arrange()

    def place(self, box: Box) -> None:
        super().place(box)
        self._arrange()

    _room = Box(0, 0, 0, 0)

    def _arrange(self) -> None:
        self._room = self.box
        if self.fix.parent is not None:
            button, self._room = self.box.cut_right(self.box.w * 0.40)
            self.fix.place(button)
        self.have(self.all, bool(self.more and self.all.on_tap))
        self.all.place(self._room)
        self.repaint()

    def paint(self, p: Painter) -> None:
        if not self.text:
            return
        theme, look = p.theme, p.look
        room = self._room.inset(look.mm(GAP_MM) / 2, look.mm(0.8))
        if self.warns:
            p.frame(
                room, mix(theme.surface, theme.warn, 0.10), theme.warn, max(1.0, look.mm(0.3)), look.mm(1.8)
            )
            icon, room = room.inset(look.mm(1.2), look.mm(0.4)).cut_left(min(room.h, look.mm(8)))
            draw_icon(p, "warning", icon.inset(icon.w * 0.12), theme.warn, theme.surface)
            if self.more:
                count, room = room.cut_right(look.mm(9))
                p.write(f"+{self.more}", count, Text.OPERATOR, theme.text, bold=True)
        p.write(
            self.text,
            room.inset(look.mm(1), 0),
            Text.OPERATOR,
            theme.text if self.warns else theme.quiet,
            align=0.0,
            lines=3,
            may_shorten=True,
        )
