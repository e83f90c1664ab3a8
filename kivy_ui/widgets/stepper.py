"""A number between less and more."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, width_of
from kivy_ui.widgets.button import Button


class Stepper(Painted):
    """A label and a number between less and more; ``word`` names the buttons."""

    def __init__(self, look: Look, word: str, on_step: Callable[[int], None], **properties: Any) -> None:
        self.label = ""
        self.value = ""
        self.may_shorten = False
        self.less = Button(look, f"{word}_less", icon="minus", on_tap=lambda: on_step(-1))
        self.more = Button(look, f"{word}_more", icon="plus", on_tap=lambda: on_step(1))
        super().__init__(look, word, **properties)
        self.add_widget(self.less)
        self.add_widget(self.more)

    def show(
        self, label: str, value: str, less: bool = True, more: bool = True, may_shorten: bool = False
    ) -> None:
        """Show another number; the label of a person may be shortened."""
        self.may_shorten = may_shorten
        self.less.show(enabled=less)
        self.more.show(enabled=more)
        if (label, value) != (self.label, self.value):
            self.label, self.value = label, value
            self.place(self.box)
            self.repaint()

    def place(self, box: Box) -> None:
        super().place(box)
        look = self.look
        side = min(box.h, look.mm(TARGET_MM) + 4)
        size = round(look.text(Text.TABLE))
        number = max(size * 1.25, look.mm(8), width_of(self.value, size, True) + look.mm(2))
        right, self._label = box.cut_right(side * 2 + number if self.label else box.w)
        less, rest = right.cut_left(side)
        more, self._value = rest.cut_right(side)
        self.less.place(less.middle(side, box.h))
        self.more.place(more.middle(side, box.h))

    _label = Box(0, 0, 0, 0)
    _value = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        p.write(
            self.label,
            self._label.inset(p.look.mm(0.4), 0),
            Text.SMALL,
            p.theme.quiet,
            align=0.0,
            lines=3,
            may_shorten=self.may_shorten,
        )
        p.write(self.value, self._value, Text.TABLE, p.theme.text, bold=True)
