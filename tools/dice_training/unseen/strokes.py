"""Manners of drawing that a ship and a gate of one die have in common: bands, bars, matches, ropes."""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterable, Sequence

from tools.dice_training.looks import Colour
from tools.dice_training.written.manners import along, lens
from tools.dice_training.written.sheet import Points, Sheet


def woven(sheet: Sheet, bands: Sequence[tuple[Points, bool]], colour: Colour) -> None:
    """Bands, each closed or not, that lie over those before them."""
    for points, closed in bands:
        sheet.stroke(points, 0.24, sheet.body, closed)
        sheet.stroke(points, 0.13, colour, closed)


def pieces(sheet: Sheet, shapes: Sequence[Points], colour: Colour) -> None:
    """Pieces of a puzzle with straight sides, laid beside each other with gaps between them."""
    for shape in shapes:
        sheet.area(shape, colour)
    for shape in shapes:
        sheet.stroke(shape, 0.07, sheet.body, True)


def bars(sheet: Sheet, rows: Iterable[tuple[float, Sequence[tuple[float, float]]]], colour: Colour) -> None:
    """Level bars with round ends: at each height those from one place to another."""
    for y, spans in rows:
        for start, end in spans:
            sheet.stroke([(start, y), (end, y)], 0.13, colour)


def matches(
    sheet: Sheet, sticks: Sequence[tuple[tuple[float, float], tuple[float, float]]], colour: Colour
) -> None:
    """Matches, each with its head at its second end."""
    for start, end in sticks:
        sheet.stroke([start, end], 0.09, colour)
    for _, (x, y) in sticks:
        sheet.disc(x, y, 0.135, sheet.body)
        sheet.disc(x, y, 0.1, colour)


def ropes(sheet: Sheet, lines: Sequence[Points], colour: Colour) -> None:
    """Lines of rope: slanting strands beside each other."""
    for line in lines:
        for (x, y), (right, up) in itertools.pairwise(along(line, 0.105)):
            long = math.hypot(right - x, up - y) or 1.0
            ahead, aside = (right - x) / long, (up - y) / long
            start = (x - 0.03 * ahead - 0.085 * aside, y - 0.03 * aside + 0.085 * ahead)
            end = (x + 0.13 * ahead + 0.085 * aside, y + 0.13 * aside - 0.085 * ahead)
            sheet.area(lens(start, end, 0.042), colour)


def stamp(sheet: Sheet, colour: Colour) -> None:
    """A printed postage stamp: a square with holes along its edges, and a thin frame in it."""
    sheet.area([(-0.88, -0.88), (-0.88, 0.88), (0.88, 0.88), (0.88, -0.88)], colour)
    for hole in range(9):
        at = -0.88 + 0.22 * hole
        for x, y in ((at, 0.88), (at, -0.88), (0.88, at), (-0.88, at)):
            sheet.disc(x, y, 0.06, sheet.body)
    sheet.stroke([(-0.7, -0.7), (-0.7, 0.7), (0.7, 0.7), (0.7, -0.7)], 0.05, sheet.body, True)


def puzzle(sheet: Sheet, colour: Colour) -> None:
    """A piece of a jigsaw: knobs on top and at the right, sockets below and at the left."""
    sheet.area([(-0.8, -0.8), (-0.8, 0.6), (0.6, 0.6), (0.6, -0.8)], colour)
    for x, y in ((-0.1, 0.71), (0.71, -0.1)):
        sheet.disc(x, y, 0.19, colour)
    for x, y in ((-0.1, -0.71), (-0.71, -0.1)):
        sheet.disc(x, y, 0.17, sheet.body)


def badge(sheet: Sheet, outline: Points, colour: Colour) -> None:
    """A sewn badge: a shape in one colour, and a line that goes round it."""
    for width, paint in ((0.36, colour), (0.22, sheet.body)):
        sheet.stroke(outline, width, paint, True)
    sheet.area(outline, colour)


def block(
    sheet: Sheet, at: tuple[float, float, float], size: tuple[float, float, float], colour: Colour
) -> None:
    """A block seen slantwise from above: its left side full, its right side in lines, its top blank. The
    first way of three leads down to the right, the second down to the left, the third up."""

    def seen(a: float, b: float, c: float) -> tuple[float, float]:
        return 0.87 * (a - b), c - 0.5 * (a + b)

    (a, b, c), (wide, deep, high) = at, size
    top = [seen(a, b, c + high), seen(a + wide, b, c + high), seen(a + wide, b + deep, c + high)]
    top.append(seen(a, b + deep, c + high))
    low = [seen(a, b + deep, c), seen(a + wide, b + deep, c), seen(a + wide, b, c)]
    left, right = [top[3], top[2], low[1], low[0]], [top[2], top[1], low[2], low[1]]
    for side, paint in ((top, sheet.body), (right, sheet.body), (left, colour)):
        sheet.area(side, paint)
    lines = max(2, round(deep / 0.13))
    for line in range(1, lines):
        along_b = b + deep * line / lines
        sheet.stroke([seen(a + wide, along_b, c), seen(a + wide, along_b, c + high)], 0.045, colour)
    for side in (top, right, left):
        sheet.stroke(side, 0.055, colour, True)
