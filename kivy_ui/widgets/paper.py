"""Sentences to read where there is little room: as many as fit, the others behind two buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import LINE_HEIGHT, Look, Painted, Painter, plain, wrap
from kivy_ui.widgets.button import Button

MOST_LINES = 12


class Paper(Painted):
    """Each sentence with a heading or none; ``names`` those of the buttons."""

    def __init__(self, look: Look, name: str, **properties: Any) -> None:
        self.lines: tuple[tuple[str, str], ...] = ()
        self.page = 0
        self._pages: list[list[tuple[str, str, float]]] = []
        self._role: Text = Text.OPERATOR
        self.up = Button(look, f"{name}_up", icon="up", on_tap=lambda: self._turn(-1))
        self.down = Button(look, f"{name}_down", icon="down", on_tap=lambda: self._turn(1))
        super().__init__(look, name, **properties)

    def show(self, lines: Sequence[tuple[str, str]]) -> None:
        """Show other sentences, from the first one on."""
        if tuple(lines) != self.lines:
            self.lines, self.page = tuple(lines), 0
            self._arrange()

    def place(self, box: Box) -> None:
        super().place(box)
        self._arrange()

    def height_for(self, width: float) -> float:
        """Pixels that all of it takes on one page of that width."""
        room = width - self.look.mm(2.8)
        needed = sum(self._height(line, room, Text.OPERATOR) for line in self.lines)
        return needed + self.look.mm(1.6) + 1

    def _turn(self, pages: int) -> None:
        self.page += pages
        self._arrange()

    def _room(self, paged: bool) -> Box:
        room = self.box.inset(self.look.mm(1.4), self.look.mm(0.8))
        return room.cut_left(room.w - self.look.mm(TARGET_MM))[0] if paged else room

    def _height(self, line: tuple[str, str], width: float, role: Text) -> float:
        size = round(self.look.text(role))
        count = len(wrap(plain(line[1]), width, size, False)) + bool(line[0])
        return count * size * LINE_HEIGHT + self.look.mm(1.2)

    def _arrange(self) -> None:
        """On one page if a smaller letter makes that possible, else on several."""
        if self.box.h <= 0:
            return
        for role in (Text.OPERATOR, Text.SMALL):
            self._role = role
            self._pages = self._divided(self._room(paged=False), role)
            if len(self._pages) == 1:
                break
        else:
            self._pages = self._divided(self._room(paged=True), role)
        paged = len(self._pages) > 1
        self.page = max(0, min(self.page, len(self._pages) - 1))
        for button in (self.up, self.down):
            self.have(button, paged)
        if paged:
            side = self.box.cut_right(self.look.mm(TARGET_MM) + 1)[0]
            for button, part in zip((self.up, self.down), side.rows(2), strict=True):
                button.place(part)
            self.up.show(enabled=self.page > 0)
            self.down.show(enabled=self.page < len(self._pages) - 1)
        self.repaint()

    def _divided(self, room: Box, role: Text) -> list[list[tuple[str, str, float]]]:
        pages: list[list[tuple[str, str, float]]] = [[]]
        left = room.h
        for line in self.lines:
            height = self._height(line, room.w, role)
            if height > left and pages[-1]:
                pages.append([])
                left = room.h
            pages[-1].append((*line, min(height, room.h)))
            left -= height
        return pages

    def paint(self, p: Painter) -> None:
        theme, look = p.theme, p.look
        p.rect(self.box.inset(look.mm(0.4)), theme.surface, look.mm(1.8))
        if not self._pages:
            return
        room = self._room(len(self._pages) > 1)
        for heading, text, height in self._pages[self.page]:
            part, room = room.cut_top(height)
            part = part.cut_top(part.h - look.mm(0.6))[0]
            if heading:
                top, part = part.cut_top(look.text(self._role) * LINE_HEIGHT)
                p.write(heading, top, Text.SMALL, theme.accent, bold=True, align=0.0, may_shorten=True)
            p.write(
                text, part, self._role, theme.text, align=0.0, rise=1.0, lines=MOST_LINES, may_shorten=True
            )
