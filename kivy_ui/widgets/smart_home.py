"""The page of the smart home: whether it is told, where its broker is, and how the connection stands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial

from companion.app.ports import Part
from companion.app.settings import Settings
from companion.presenters import smart_home
from companion.presenters.smart_home import TypedView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.widgets.choice import Segments
from kivy_ui.widgets.rows import Row, RowList


class TypedRow(Row):
    """A setting that is typed."""

    def draw(self, p: Painter, room: Box) -> None:
        view: TypedView = self.item
        upper, lower = room.rows([0.85, 1.0])
        p.write(view.label, upper, Text.LEAST, p.theme.quiet, align=0.0)
        p.write(view.value, lower, Text.OPERATOR, p.theme.text, bold=True, align=0.0, may_shorten=True)


class SmartHomeSection(Painted):
    """``on_set`` takes a key and its value, ``on_type`` the key of what is to be typed."""

    def __init__(
        self, look: Look, on_set: Callable[[str, object], None], on_type: Callable[[str], None]
    ) -> None:
        self.state = ("", False)
        super().__init__(look, "smart_home_section")
        self.switches = {
            view.key: Segments(look, view.key, partial(on_set, view.key))
            for view in smart_home.rows(Settings())
        }
        self.typed = RowList(look, "typed", lambda: TypedRow(look, lambda view: on_type(view.key)))
        for widget in (*self.switches.values(), self.typed):
            self.add_widget(widget)

    def refresh(self, settings: Settings, password: bool, parts: Iterable[Part]) -> None:
        """Show the settings as they are, and how the connection stands."""
        for view in smart_home.rows(settings):
            choices = [(one.name, one.label, one.value, one.chosen, one.icon) for one in view.choices]
            self.switches[view.key].show(view.label, choices)
        self.typed.show(smart_home.typed(settings, password))
        self.stands(settings, parts)
        self.place(self.box)

    def stands(self, settings: Settings, parts: Iterable[Part]) -> None:
        """Show how the connection stands."""
        now = smart_home.state(settings, parts)
        if now != self.state:
            self.state = now
            self.repaint()

    def place(self, box: Box) -> None:
        super().place(box)
        look = self.look
        line = look.mm(TARGET_MM + 1) + max(look.text(Text.SMALL) * 1.25, look.mm(5))
        lines = 2 if look.metrics.portrait else 1
        top, room = box.cut_top(line * lines)
        cells = top.rows(2) if lines == 2 else top.columns([1.3, 1.0])
        for segments, cell in zip(self.switches.values(), cells, strict=True):
            segments.place(cell)
        self._words, room = room.cut_bottom(look.text(Text.SMALL) * 3.8)
        self.typed.place(room)

    _words = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        words, wrong = self.state
        ink = p.theme.danger if wrong else p.theme.quiet
        p.write(
            words, self._words.inset(p.look.mm(1), 0), Text.SMALL, ink, align=0.0, lines=3, may_shorten=True
        )
