"""Signs of the barbarians other than ships on the event dice of rigs that were written down by hand."""

from __future__ import annotations

import math

from tools.dice_training.looks import Colour
from tools.dice_training.written.sheet import Sheet, archway, curve, ring


def dragon(sheet: Sheet, ink: Colour) -> None:
    """The dragon's head of a prow, over waves."""
    neck = [
        *curve((-0.44, -0.5), (0.1, -0.3), (-0.16, 0.2)),
        *curve((-0.16, 0.2), (-0.3, 0.66), (0.14, 0.66)),
    ]
    sheet.stroke(neck, 0.22, ink)
    sheet.area(
        [(0.02, 0.78), (0.44, 0.66), (0.7, 0.42), (0.38, 0.44), (0.6, 0.28), (0.18, 0.36), (0.0, 0.5)], ink
    )
    sheet.area([(0.02, 0.72), (-0.2, 0.92), (-0.1, 0.66)], ink)
    sheet.disc(0.2, 0.6, 0.05, sheet.body)
    for row, start in ((-0.5, -0.7), (-0.7, -0.55)):
        for wave in range(4):
            left = start + wave * 0.34
            sheet.stroke(curve((left, row), (left + 0.17, row - 0.2), (left + 0.34, row)), 0.06, ink)


def helm(sheet: Sheet, ink: Colour) -> None:
    """A ship's wheel."""
    for radius, width in ((0.46, 0.11), (0.16, 0.09)):
        sheet.stroke(ring(0, 0, radius, radius), width, ink, True)
    for spoke in range(8):
        angle = math.radians(45 * spoke + 22)
        x, y = math.cos(angle), math.sin(angle)
        sheet.stroke([(0.16 * x, 0.16 * y), (0.76 * x, 0.76 * y)], 0.075, ink)


def hammer(sheet: Sheet, ink: Colour) -> None:
    """A hammer with a knot on its head."""
    sheet.area([(-0.6, 0.2), (-0.5, 0.6), (0.5, 0.6), (0.6, 0.2), (0.4, 0.06), (-0.4, 0.06)], ink)
    sheet.area([(-0.12, 0.06), (0.12, 0.06), (0.1, -0.6), (0.18, -0.74), (-0.18, -0.74), (-0.1, -0.6)], ink)
    for side in (-1, 1):
        sheet.stroke(ring(side * 0.2, 0.33, 0.16, 0.1), 0.05, sheet.body, True)


def skull(sheet: Sheet, ink: Colour) -> None:
    """A skull over two crossed oars."""
    for side in (-1, 1):
        sheet.stroke([(side * -0.7, -0.72), (side * 0.66, -0.02)], 0.09, ink)
        sheet.area([(side * x, y) for x, y in ((0.52, -0.02), (0.8, 0.16), (0.86, 0.02), (0.6, -0.14))], ink)
    sheet.disc(0, -0.24, 0.34, sheet.body)
    sheet.area(ring(0, 0.34, 0.46, 0.44), ink)
    sheet.area([(-0.28, 0.06), (0.28, 0.06), (0.24, -0.34), (-0.24, -0.34)], ink)
    for side in (-1, 1):
        sheet.area(ring(side * 0.19, 0.28, 0.13, 0.15), sheet.body)
        sheet.stroke([(side * 0.08, -0.18), (side * 0.08, -0.36)], 0.045, sheet.body)
    sheet.area([(0, 0.14), (0.07, -0.02), (-0.07, -0.02)], sheet.body)


def horned(sheet: Sheet, ink: Colour) -> None:
    """A barbarian's helmet with two horns."""
    for side in (-1, 1):
        outer, inner = (
            curve((0.4, 0.06), (0.92, 0.12), (0.84, 0.8)),
            curve((0.84, 0.8), (0.62, 0.42), (0.36, 0.36)),
        )
        sheet.area([(side * x, y) for x, y in (*outer, *inner)], ink)
    sheet.area(archway(0.48, -0.16, 0.0, 0.56), ink)
    sheet.stroke([(-0.54, -0.06), (0.54, -0.06)], 0.06, sheet.body)
    for side in (-1, 1):
        cheek = [(0.12, -0.2), (0.48, -0.2), (0.48, -0.5), (0.26, -0.72), (0.26, -0.44), (0.12, -0.36)]
        sheet.area([(side * x, y) for x, y in cheek], ink)
    sheet.area([(-0.07, -0.1), (0.07, -0.1), (0.06, -0.52), (-0.06, -0.52)], ink)
    sheet.stroke([(0, 0.5), (0, 0.04)], 0.06, sheet.body)


def anchor(sheet: Sheet, ink: Colour) -> None:
    """An anchor."""
    sheet.stroke(ring(0, 0.68, 0.14, 0.14), 0.09, ink, True)
    sheet.stroke([(0, 0.54), (0, -0.7)], 0.14, ink)
    sheet.stroke([(-0.36, 0.32), (0.36, 0.32)], 0.12, ink)
    for side in (-1, 1):
        sheet.stroke(curve((side * 0.64, -0.2), (side * 0.56, -0.7), (0, -0.74)), 0.14, ink)
        sheet.area([(side * x, y) for x, y in ((0.84, -0.28), (0.68, 0.08), (0.42, -0.28))], ink)


def axes(sheet: Sheet, ink: Colour) -> None:
    """Two crossed axes."""
    for side in (-1, 1):
        sheet.stroke([(side * -0.6, -0.78), (side * 0.52, 0.66)], 0.12, ink)
        edge = curve((0.88, 0.46), (0.86, 0.1), (0.5, -0.04))
        sheet.area([(side * x, y) for x, y in ((0.5, 0.62), *edge, (0.32, 0.36))], ink)


def serpent(sheet: Sheet, ink: Colour) -> None:
    """A serpent of the sea: its head, two humps and the end of its tail above the water."""
    sheet.stroke(curve((-0.44, -0.4), (-0.1, 0.1), (-0.4, 0.5)), 0.2, ink)
    head = [(-0.26, 0.74), (-0.5, 0.76), (-0.9, 0.5), (-0.62, 0.48), (-0.82, 0.34), (-0.44, 0.34)]
    sheet.area([*head, (-0.2, 0.5)], ink)
    sheet.disc(-0.46, 0.62, 0.05, sheet.body)
    for x, reach, high in ((0.02, 0.19, 0.5), (0.5, 0.15, 0.34)):
        sheet.stroke(ring(x, -0.4, reach, high, 180, 0), 0.17, ink)
    sheet.area([(0.76, -0.4), (0.72, 0.02), (0.92, 0.1), (0.88, -0.4)], ink)
    for y in (-0.54, -0.74):
        sheet.stroke([(-0.84, y), (0.84, y)], 0.09, ink)
