"""Charts of an evening on any canvas: points over time, and dice beside what was to be expected."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.presenters.evening_pages import Curves, CurveView, Dice
from companion.presenters.views import PersonView
from kivy_ui.geometry import Box
from kivy_ui.metrics import Text
from kivy_ui.paint import Painter
from kivy_ui.theme import SIGN_CONTRAST, Colour, legible, mix
from kivy_ui.widgets.chip import draw_chip


def ink_of(p: Painter, person: PersonView) -> Colour:
    """A player's colour, as it can be told from the ground."""
    return legible(p.look.livery(person.colour).fill, p.theme.ground, SIGN_CONTRAST)


def draw_curves(p: Painter, room: Box, view: Curves, words: bool = True) -> None:
    """Steps from left to right; at the end of each its chip, and with ``words`` the great steps below."""
    if view.moments and words:
        size = p.look.text(Text.OPERATOR) * (2.5 if p.look.metrics.portrait else 1.5)
        below, room = room.cut_bottom(min(room.h * 0.42, size * len(view.moments)))
        for moment, row in zip(view.moments, below.rows(len(view.moments)), strict=True):
            chip, text = row.cut_left(min(row.h, p.look.mm(7)))
            draw_chip(p, moment.person, chip.inset(chip.w * 0.06))
            text = Box(text.x + p.look.mm(1.5), text.y, text.w - p.look.mm(1.5), text.h)
            p.write(moment.words, text, Text.OPERATOR, p.theme.text, align=0.0, lines=2)
    most = max(points for curve in view.curves for _at, points in curve.steps)
    least = min(0, *(points for curve in view.curves for _at, points in curve.steps))
    chips, field = room.cut_right(p.look.mm(9))
    scale, field = field.cut_left(p.look.text(Text.SMALL) * 1.6)
    field = field.inset(0, p.look.mm(4.5))
    chips = Box(chips.x, field.y, chips.w, field.h)
    span = max(1, most - least)

    def height(points: int) -> float:
        return field.y + field.h * (points - least) / span

    thin, grid = max(1.0, p.look.mm(0.2)), mix(p.theme.ground, p.theme.text, 0.18)
    step = 5 if span > 6 else 2 if span > 2 else 1
    for points in range(least - least % step, most + 1, step):
        if points >= least:
            p.rect(Box(field.x, height(points), field.w, thin), grid)
            label = Box(
                scale.x, height(points) - p.look.text(Text.SMALL), scale.w * 0.8, p.look.text(Text.SMALL) * 2
            )
            p.write(str(points), label, Text.SMALL, p.theme.quiet, align=1.0)
    wide = max(2.0, p.look.mm(0.7))
    count = len(view.curves)
    for number, curve in enumerate(view.curves):
        # lines of players with as many points lie beside each other
        aside = (number - (count - 1) / 2) * wide
        _curve(
            p,
            field,
            [(at, height(points) + aside) for at, points in curve.steps],
            wide,
            ink_of(p, curve.person),
        )
    _ends(p, chips, view.curves, height)


def _curve(p: Painter, field: Box, steps: Sequence[tuple[float, float]], wide: float, ink: Colour) -> None:
    """A stair of lines, in a colour that is told from the ground; where curves cross the last one shows."""
    ends = [*(at for at, _y in steps[1:]), 1.0]
    before = None
    for (at, y), end in zip(steps, ends, strict=True):
        x = field.x + field.w * at
        p.rect(Box(x, y - wide / 2, field.w * (end - at) + wide / 2, wide), ink)
        if before is not None:
            low, high = sorted((before, y))
            p.rect(Box(x - wide / 2, low - wide / 2, wide, high - low + wide), ink)
        before = y


def _ends(p: Painter, room: Box, curves: Sequence[CurveView], height: Callable[[int], float]) -> None:
    """The chips at the ends of the curves, none over another."""
    side = min(p.look.mm(8), (room.h + p.look.mm(9)) / len(curves))
    lowest = room.y - p.look.mm(4.5)
    for left, curve in zip(
        range(len(curves) - 1, -1, -1), sorted(curves, key=lambda one: one.points), strict=True
    ):
        highest = room.top + p.look.mm(4.5) - side * (left + 1)
        y = min(max(lowest, height(curve.points) - side / 2), highest)
        draw_chip(p, curve.person, Box(room.x + p.look.mm(1), y, room.w - p.look.mm(1), side * 0.94))
        lowest = y + side


def draw_dice(p: Painter, room: Box, view: Dice, role: Text = Text.OPERATOR) -> None:
    """A bar for each number on the band in which nine of ten evenings lie, with a line where it was to be."""
    words, room = room.cut_bottom(p.look.text(role) * 3.8)
    p.write(view.verdict, words, role, p.theme.text, lines=3)
    top = max(max(one.count, one.high) for one in view.numbers) or 1
    line = p.look.text(role) * 1.3
    for one, cell in zip(view.numbers, room.columns(len(view.numbers)), strict=True):
        label, column = cell.cut_bottom(line)
        count, column = column.cut_top(line)
        p.write(str(one.number), label, role, p.theme.quiet)
        scale = column.h / top
        band = column.inset(column.w * 0.06, 0)
        shade = mix(p.theme.ground, p.theme.text, 0.16)
        p.rect(Box(band.x, column.y + one.low * scale, band.w, max(2.0, (one.high - one.low) * scale)), shade)
        ink = legible(p.theme.warn if one.odd else p.theme.accent, shade, SIGN_CONTRAST)
        bar = column.inset(column.w * 0.24, 0)
        p.mark(Box(bar.x, column.y, bar.w, max(2.0, one.count * scale)), ink)
        thin = max(2.0, p.look.mm(0.4))
        mean = Box(band.x, column.y + one.expected * scale, band.w, thin)
        p.rect(mean.inset(0, -thin), p.theme.ground)
        p.mark(mean, p.theme.text)
        y = column.y + one.count * scale
        due = column.y + one.expected * scale
        if y < due < y + line:
            y = due
        p.write(str(one.count), Box(count.x, y, count.w, line), role, p.theme.text, bold=True)
