"""What a roll did: the dice as they were read, and what follows from them, in order."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from companion.presenters.helping import Topic
from companion.presenters.moving import SpotView
from companion.presenters.views import LineView, ResultView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import LINE_HEIGHT, Look, Painter, Tappable, width_of
from kivy_ui.theme import legible, mix
from kivy_ui.widgets.chip import draw_chip, draw_icon
from kivy_ui.widgets.dice import FaceButton

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent

WORDS_SHARE = 0.4
"""The words’ share of the room left over."""


class ResultCard(Tappable):
    """A tap on a die corrects it, a tap beside leads on."""

    def __init__(
        self,
        look: Look,
        view: ResultView,
        on_die: Callable[[str], None],
        on_close: Callable[[], object],
        **properties: Any,
    ) -> None:
        self.view = view
        self.dice = [
            FaceButton(look, f"result_{row}", row, face, on_tap=partial(on_die, row))
            for row, face in view.dice
        ]
        super().__init__(look, "result_card", on_close, **properties)
        for die in self.dice:
            self.add_widget(die)

    def on_touch_down(self, touch: MotionEvent) -> bool:
        if any(die.dispatch("on_touch_down", touch) for die in self.dice):
            return True
        return super().on_touch_down(touch)

    def topic(self) -> Topic:
        shown = (name for line in self.view.lines for name in (line.icon, line.track) if name)
        return Topic(("dice", *dict.fromkeys(shown)))

    def place_of(self, spot: SpotView) -> Box | None:
        dice = [die.box for die in self.dice if die.row == spot.at]
        return dice[0] if spot.sort == "die" and dice else None

    def show(self, view: ResultView) -> None:
        """Show another result of as many dice."""
        if view != self.view:
            self.view = view
            for die, (_row, face) in zip(self.dice, view.dice, strict=True):
                die.show(face=face)
            self.repaint()

    def line_heights(self, width: float) -> list[float]:
        """Pixels of each line: two rows for a sentence that one row would make too small for the table."""
        look = self.look
        size = look.text(Text.TABLE)
        heights = []
        for line in self.view.lines:
            room = width - size * 1.5 - len(line.people) * size * 1.2 - look.mm(2)
            small = int(look.text(Text.OPERATOR))
            if line.values:
                long = bool(line.text) and words_width(look, line, room) is None
                heights.append((2 if long else 1) * size * 1.06)
                continue
            long = width_of(line.text, small, line.tone != "plain") > room
            heights.append(2 * LINE_HEIGHT * small if long else size * 1.06)
        return heights

    def height_for(self, width: float) -> float:
        """Pixels that the card needs at this width."""
        side = self.look.mm(TARGET_MM) + 2
        pad = self.look.mm(1.2)
        if self._stacked(width):
            return side + pad + sum(self.line_heights(width))
        return max(side, sum(self.line_heights(self._lines_width(width)))) + pad

    def _lines_width(self, width: float) -> float:
        """Room beside the dice."""
        side = self.look.mm(TARGET_MM) + 2
        return width - side * 1.1 * len(self.dice) - self.look.mm(4)

    def _stacked(self, width: float) -> bool:
        return width < self.look.mm(110)

    def place(self, box: Box) -> None:
        super().place(box)
        look = self.look
        # with room to spare everything grows, to be read from further away
        spare = max(1.0, min(1.7, box.h / max(1.0, self.height_for(box.w))))
        side = min((look.mm(TARGET_MM) + 2) * spare, (box.w - look.mm(4)) / max(3, len(self.dice)))
        room = box.inset(look.mm(0.6))
        if self._stacked(box.w):
            top, self._lines = room.cut_top(side)
            dice = top.middle(side * len(self.dice), side)
        else:
            large = min(side * 1.1, max(side, room.h))
            dice, self._lines = room.cut_left(large * len(self.dice))
            dice = dice.middle(dice.w, large)
            self._lines = Box(
                self._lines.x + look.mm(2), self._lines.y, self._lines.w - look.mm(3), self._lines.h
            )
        for die, part in zip(self.dice, dice.columns(len(self.dice) or 1), strict=False):
            die.place(part)

    _lines = Box(0, 0, 0, 0)

    def paint(self, p: Painter) -> None:
        theme = p.theme
        body = self.box.inset(p.look.mm(0.5))
        fill = mix(theme.raised, theme.text, 0.10) if self.pressed else theme.raised
        p.rect(body, fill, p.look.mm(2.4))
        if not self.view.lines:
            return
        heights = self.line_heights(self._lines.w)
        stretch = min(2.0, self._lines.h / sum(heights))
        top = self._lines.y + self._lines.h / 2 + sum(heights) * stretch / 2
        for line, wanted in zip(self.view.lines, heights, strict=True):
            height = wanted * stretch
            top -= height
            draw_line(p, line, Box(self._lines.x, top, self._lines.w, height), fill)


def draw_goods(p: Painter, goods: tuple[tuple[str, int], ...], room: Box) -> None:
    """Kinds of cards with their numbers."""
    height = min(room.h, p.look.text(Text.TABLE) * 1.3)
    width = min(room.w / max(1, len(goods)), height * 2.1)
    cells = Box(room.x, room.y, width * len(goods), room.h).columns(len(goods))
    for (good, count), cell in zip(goods, cells, strict=True):
        number, card = cell.cut_left(cell.w * 0.42)
        p.write(str(count), number, Text.TABLE, p.theme.text, bold=True, align=0.8)
        draw_icon(
            p, "good", card.middle(card.w, height * 0.96), p.theme.text, p.theme.ground, options=(good,)
        )


def value_width(look: Look, value: str) -> float:
    """Pixels of a value in the least size that the table reads."""
    return width_of(value, int(look.text(Text.OPERATOR)), True) + look.mm(1)


def words_width(look: Look, line: LineView, room: float) -> float | None:
    """Pixels for the words before values of people; None if both do not fit into one row."""
    small = look.text(Text.OPERATOR)
    words = width_of(line.text, int(small), True) + look.mm(1)
    widest = max(value_width(look, value) for _person, value in line.values)
    spare = room - words - len(line.values) * (widest + small)
    return None if spare < 0 else words + WORDS_SHARE * spare


def draw_line(p: Painter, line: LineView, room: Box, ground: tuple[float, float, float, float]) -> None:
    """One line: its drawing, the people it names as chips, its sentence."""
    theme = p.theme
    colour = {"plain": theme.text, "good": theme.good, "warn": theme.warn, "danger": theme.danger}[line.tone]
    colour = legible(colour, ground)
    height = min(room.h, p.look.text(Text.TABLE) * 1.3)
    icon, rest = room.cut_left(height * 1.2)
    if line.icon:
        draw_icon(p, line.icon, icon.middle(height, height * 0.92), theme.text, ground, track=line.track)
    for person in line.people:
        chip, rest = rest.cut_left(height)
        draw_chip(p, person, chip.middle(height * 0.92, height * 0.92))
    pad = p.look.mm(1.4)
    if line.goods:
        draw_goods(p, line.goods, Box(rest.x + pad, rest.y, rest.w - pad, rest.h))
        return
    if line.values:
        rest = Box(rest.x + pad, rest.y, rest.w - pad, rest.h)
        if line.text:
            width = words_width(p.look, line, rest.w)
            words, rest = rest.rows(2) if width is None else rest.cut_left(width)
            height = min(height, rest.h)
            most = 2 if width is None else 1
            p.write(line.text, words, Text.TABLE, colour, bold=True, align=0.0, lines=most)
        for (person, value), cell in zip(line.values, rest.columns(len(line.values)), strict=True):
            chip, number = cell.cut_left(min(height, cell.w - value_width(p.look, value)))
            draw_chip(p, person, chip.middle(chip.w * 0.92, chip.w * 0.92))
            p.write(value, number, Text.TABLE, theme.text, bold=True, align=0.25)
        return
    p.write(
        line.text,
        Box(rest.x + pad, rest.y, rest.w - pad, rest.h),
        Text.TABLE,
        colour,
        bold=line.tone != "plain",
        align=0.0,
        lines=3,
    )
