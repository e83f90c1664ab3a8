"""Manners of drawing that a ship and a gate of one die have in common: dots, crosses, notches, stones."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import numpy as np

from tools.dice_training.looks import Colour
from tools.dice_training.written.pips import between
from tools.dice_training.written.sheet import Points, Sheet, signed


def along(points: Points, step: float) -> Points:
    """Places on a line, about ``step`` from each other, its two ends among them."""
    line = np.array(points, float)
    way = np.concatenate([[0.0], np.cumsum(np.hypot(*np.diff(line, axis=0).T))])
    places = np.linspace(0, way[-1], max(2, round(way[-1] / step) + 1))
    return list(zip(np.interp(places, way, line[:, 0]), np.interp(places, way, line[:, 1]), strict=True))


def lens(start: tuple[float, float], end: tuple[float, float], half: float) -> Points:
    """A notch from one place to another, pointed at both ends and ``half`` to each side in its middle."""
    (x, y), right, up = start, end[0] - start[0], end[1] - start[1]
    long = math.hypot(right, up)
    bulge = [(t, half * 4 * t * (1 - t)) for t in np.linspace(0, 1, 15)]
    outline = [*bulge, *((t, -off) for t, off in reversed(bulge))]
    return [(x + t * right - off * up / long, y + t * up + off * right / long) for t, off in outline]


def stitches(sheet: Sheet, rows: Sequence[str], colour: Colour) -> None:
    """A cross of two threads in each place of a picture that has the sign ``#``."""
    step = 1.72 / len(rows)
    for row, column in signed(rows):
        x, y, reach = -0.86 + step * (column + 0.5), 0.86 - step * (row + 0.5), 0.38 * step
        sheet.stroke([(x - reach, y - reach), (x + reach, y + reach)], 0.048, colour)
        sheet.stroke([(x - reach, y + reach), (x + reach, y - reach)], 0.048, colour)


def tubes(sheet: Sheet, lines: Sequence[tuple[Points, bool]], colour: Colour) -> None:
    """A neon sign: double lines, each closed or not."""
    for width, paint in ((0.19, colour), (0.06, sheet.body)):
        for points, closed in lines:
            sheet.stroke(points, width, paint, closed)


def dots(sheet: Sheet, radius: Callable[[int, int, float, float], float], colour: Colour) -> None:
    """What a newspaper prints: in each row and column a dot as large as its place asks for, or none."""
    for row in range(15):
        for column in range(15):
            x, y = -0.84 + 0.12 * column, 0.84 - 0.12 * row
            if reach := radius(row, column, x, y):
                sheet.disc(x, y, reach, colour)


def pricks(sheet: Sheet, lines: Sequence[Points], step: float, radius: float, colour: Colour) -> None:
    """Lines of punched dots."""
    for line in lines:
        for x, y in along(line, step):
            sheet.disc(x, y, radius, colour)


def tesserae(sheet: Sheet, shade: Callable[[float, float], float], colour: Colour) -> None:
    """Small stones in uneven rows, each of the colour that its place asks for: from 0, none, to 1."""
    for row in range(13):
        for column in range(13):
            x, y = -0.84 + 0.14 * column, 0.84 - 0.14 * row
            part, turn = shade(x, y), 0.3 * math.sin(5 * row + 3 * column * column)
            if part:
                corners = [(turn + math.radians(45 + 90 * corner), 0.083) for corner in range(4)]
                stone = [(x + far * math.cos(angle), y + far * math.sin(angle)) for angle, far in corners]
                sheet.area(stone, between(sheet.body, colour, part))
