"""Keys with which a board is laid: terrain, a number token or a harbour, and how many are left in the box."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.presenters.board_keys import KeyView
from companion.rules.common import RED
from kivy_ui.board import tiles
from kivy_ui.board.ground import INK, PAPER, RED_INK, TERRAIN_OF
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, Text
from kivy_ui.paint import Look, Painter, plain, width_of
from kivy_ui.theme import Colour, dimmed, legible, mix
from kivy_ui.widgets.button import Button


class BoardKey(Button):
    """A key of the board's set-up. What the box holds no more is pale, and can be laid all the same."""

    def __init__(self, look: Look, name: str, on_tap: Callable[[], object], **properties: Any) -> None:
        self.view = KeyView(name, "")
        super().__init__(look, name, on_tap=on_tap, lines=3, **properties)

    def show_key(self, view: KeyView) -> None:
        """Become this key."""
        if view == self.view:
            return
        self.view = view
        self.label, self.icon, self.detail = view.label, view.icon, view.detail
        self.enabled, self.lit = view.enabled, view.lit
        self.kind = "primary" if view.name == "code_done" else "plain"
        self.repaint()

    def _size(self, p: Painter, words: Box) -> int:
        """As every button's, but the icon makes way before a word is divided."""
        least = round(p.look.metrics.least_text)
        longest = max((width_of(word, least, True) for word in plain(self.label).split()), default=0)
        return 0 if longest > words.w else super()._size(p, words)

    def paint(self, p: Painter) -> None:
        view = self.view
        if view.sort in ("plain", "letter"):
            self.role = Text.TABLE if view.sort == "letter" else Text.OPERATOR
            super().paint(p)
            return
        fill, _ink = self.colours()
        gone = view.count is not None and view.count <= 0
        body = self.box.inset(p.look.mm(GAP_MM) / 2)
        p.rect(body, fill, p.look.mm(2.2))
        room = body.inset(p.look.mm(0.8), p.look.mm(0.7))
        if view.sort == "number":
            self._paint_number(p, room, fill, gone)
        else:
            self._paint_named(p, room, fill, gone)

    def _paint_number(self, p: Painter, room: Box, fill: Colour, gone: bool) -> None:
        """The token, and how many are left beside it or below."""
        wide = room.w > 1.5 * room.h
        spot, count = room.cut_left(room.w * 0.55) if wide else room.cut_top(room.h * 0.66)
        side = min(spot.w, spot.h)
        disc = spot.middle(side, side)
        number = int(self.view.value)
        paper = mix(PAPER, fill, 0.6) if gone else PAPER
        p.art("disc", disc, paper)
        ink = RED_INK if number in RED else INK
        ink = legible(ink, paper)
        p.write(str(number), disc, Text.TABLE, ink, bold=True)
        self._paint_count(p, count, gone)

    def _paint_named(self, p: Painter, room: Box, fill: Colour, gone: bool) -> None:
        """The tile with its count beside it, and the name below."""
        theme, view = p.theme, self.view
        least = p.look.metrics.least_text
        one_line = width_of(plain(view.label), round(least), True) <= room.w
        words, upper = room.cut_bottom(max(room.h * 0.34, least * (1.2 if one_line else 2.4)))
        spot, count = upper.cut_left(upper.w * 0.62)
        terrain = str(view.value) if view.sort == "terrain" else TERRAIN_OF.get(str(view.value))
        if terrain is None:
            # what is told by its words alone gets all the room for them
            p.write(view.label, room.cut_left(room.w * 0.62)[0], Text.TABLE, theme.text, bold=True)
            self._paint_count(p, room.cut_right(room.w * 0.38)[0], gone)
            return
        side = min(spot.h, spot.w)
        texture = tiles.terrain(terrain, side, theme.raised, theme.name == "dark")
        p.texture(spot.middle(side, side), texture, (1.0, 1.0, 1.0, 0.35 if gone else 1.0))
        self._paint_count(p, count, gone)
        ink = dimmed(theme.text, fill) if gone else theme.text
        p.write(view.label, words, Text.SMALL, ink, bold=True, lines=1 if one_line else 2)

    def _paint_count(self, p: Painter, room: Box, gone: bool) -> None:
        if self.view.count is not None:
            words = str(self.view.count).replace("-", "−")
            p.write(words, room, Text.TABLE, p.theme.quiet if gone else p.theme.accent, bold=True)
