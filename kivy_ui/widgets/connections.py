"""The pages behind the wiring: what is on which pin, and the panel."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from companion.app.ports import Part
from companion.app.settings import Settings
from companion.presenters import connections
from companion.presenters.connections import PinView
from kivy_ui.geometry import Box
from kivy_ui.metrics import Text
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.widgets.chip import draw_icon
from kivy_ui.widgets.choice import Segments
from kivy_ui.widgets.rows import Row

ROW_MM = 24.0


class PinRow(Row):
    """A part and where it is connected, or what is wrong with it."""

    def draw(self, p: Painter, room: Box) -> None:
        view: PinView = self.item
        theme, look = p.theme, p.look
        icon, words = room.cut_left(min(room.h, look.mm(7)))
        colour = theme.danger if view.faulty else theme.text
        draw_icon(p, view.icon, icon.inset(icon.w * 0.1), colour, theme.surface)
        upper, lower = words.inset(look.mm(1), 0).rows([1.0, 0.85])
        p.write(view.label, upper, Text.OPERATOR, theme.text, bold=True, align=0.0)
        ink = theme.danger if view.faulty else theme.quiet
        p.write(view.detail, lower, Text.LEAST, ink, align=0.0, may_shorten=True)


class PanelSection(Painted):
    """Whether a panel is looked for, how bright it is, and whether there is one."""

    def __init__(self, look: Look, on_set: Callable[[str, object], None]) -> None:
        self.words = ""
        super().__init__(look, "panel_section")
        self.rows = {
            view.key: Segments(look, view.key, partial(on_set, view.key), may_shorten=True)
            for view in connections.panel(Settings(), Settings())
        }
        for widget in self.rows.values():
            self.add_widget(widget)

    def refresh(self, settings: Settings, at_start: Settings, parts: Iterable[Part]) -> None:
        """Show the settings as they are and as they were at the start, and whether there is a panel."""
        for view in connections.panel(settings, at_start):
            choices = [(one.name, one.label, one.value, one.chosen, one.icon) for one in view.choices]
            self.rows[view.key].show(view.label, choices)
        self.stands(settings, parts)
        self.place(self.box)

    def stands(self, settings: Settings, parts: Iterable[Part]) -> None:
        """Show whether there is one."""
        words = connections.panel_state(settings, parts)
        if words != self.words:
            self.words = words
            self.repaint()

    def place(self, box: Box) -> None:
        super().place(box)
        top, self._words = box.cut_top(min(box.h * 0.7, 2 * self.look.mm(ROW_MM)))
        for segments, row in zip(self.rows.values(), top.rows(2), strict=True):
            segments.place(row)

    _words = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        room, _rest = self._words.inset(p.look.mm(1), p.look.mm(1)).cut_top(p.look.text(Text.OPERATOR) * 7)
        p.write(self.words, room, Text.OPERATOR, p.theme.quiet, align=0.0, lines=6, rise=1.0)
