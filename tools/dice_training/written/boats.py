"""Ships on the event dice of the rigs u40 to u47."""

from __future__ import annotations

import math

from tools.dice_training.looks import Colour
from tools.dice_training.written.sheet import Points, Sheet, archway, curve, mirrored, ring


def corsair(sheet: Sheet, ink: Colour) -> None:
    """A hull with a stepped stern under one broad sail, which has two crossed sabres on it."""
    hull = [(-0.88, 0.1), (-0.6, 0.06), (-0.56, -0.16), (0.5, -0.2), (0.9, -0.02)]
    sheet.area([*hull, (0.56, -0.72), (-0.66, -0.72)], ink)
    sheet.stroke([(0.02, -0.2), (0.02, 0.9)], 0.07, ink)
    right = curve((0.5, 0.78), (0.74, 0.36), (0.46, -0.08))
    sheet.area([*right, *curve((-0.44, -0.08), (-0.2, 0.36), (-0.5, 0.78))], ink)
    for side in (-1, 1):
        blade = curve((side * -0.22, 0.08), (side * 0.16, 0.2), (side * 0.24, 0.64))
        sheet.stroke([(x + 0.06, y) for x, y in blade], 0.08, sheet.body)
    sheet.stroke([(-0.5, -0.46), (0.46, -0.5)], 0.06, sheet.body)


def rowers(sheet: Sheet, ink: Colour) -> None:
    """A rowing boat that comes on, one head in it, with its two oars lifted out of the water."""
    sheet.area(mirrored([*curve((-0.5, 0.06), (-0.46, -0.5), (0.0, -0.66))]), ink)
    sheet.stroke(curve((-0.34, -0.02), (0.0, -0.16), (0.34, -0.02)), 0.07, sheet.body)
    sheet.disc(0, 0.56, 0.19, ink)
    sheet.area([(-0.28, 0.0), *ring(0, 0.12, 0.28, 0.22, 180, 0), (0.28, 0.0)], ink)
    for side in (-1, 1):
        sheet.stroke([(side * 0.2, 0.1), (side * 0.72, 0.4)], 0.08, ink)
        blade = ((0.62, 0.28), (0.84, 0.38), (0.94, 0.6), (0.72, 0.56))
        sheet.area([(side * x, y) for x, y in blade], ink)
        sheet.stroke([(side * 0.3, -0.78), (side * 0.8, -0.78)], 0.09, ink)


def bottled(sheet: Sheet, ink: Colour) -> None:
    """A ship in a bottle that lies on its side."""
    glass: list[tuple[float, float]] = [(0.36, 0.5), *curve((0.5, 0.5), (0.6, 0.16), (0.86, 0.15))]
    sheet.stroke(
        [*reversed(glass), *ring(-0.5, 0, 0.38, 0.5, 90, 270), *((x, -y) for x, y in glass)], 0.08, ink
    )
    sheet.stroke([(0.86, 0.24), (0.86, -0.24)], 0.12, ink)
    sheet.area([(-0.62, -0.12), (0.38, -0.12), (0.22, -0.34), (-0.5, -0.34)], ink)
    for x, high in ((-0.42, 0.24), (-0.12, 0.36), (0.16, 0.22)):
        sheet.area([(x - 0.11, high), (x + 0.1, high * 0.8), (x + 0.1, -0.06), (x - 0.13, -0.06)], ink)
    sheet.stroke([(-0.62, -0.68), (0.5, -0.68)], 0.12, ink)


def ark(sheet: Sheet, ink: Colour) -> None:
    """A house with a roof and three windows on a round hull."""
    hull = [
        *curve((-0.88, 0.06), (-0.7, -0.62), (0.0, -0.62)),
        *curve((0.0, -0.62), (0.7, -0.62), (0.88, 0.06)),
    ]
    sheet.area([*hull, *curve((0.88, 0.06), (0.0, -0.26), (-0.88, 0.06))], ink)
    sheet.area([(-0.5, -0.1), (-0.5, 0.34), (0.5, 0.34), (0.5, -0.1)], ink)
    sheet.area([(-0.66, 0.38), (-0.4, 0.76), (0.4, 0.76), (0.66, 0.38)], ink)
    for x in (-0.32, 0.0, 0.32):
        sheet.area([(x - 0.09, 0.06), (x + 0.09, 0.06), (x + 0.09, 0.25), (x - 0.09, 0.25)], sheet.body)
    sheet.stroke(curve((-0.56, -0.24), (0.0, -0.44), (0.56, -0.24)), 0.06, sheet.body)
    for left in (-0.8, -0.27, 0.26):
        sheet.stroke(curve((left, -0.84), (left + 0.27, -0.66), (left + 0.54, -0.84)), 0.07, ink)


def gondola(sheet: Sheet, ink: Colour) -> None:
    """A narrow boat with a comb at its bow, and a man who stands in it with a long oar."""
    keel = [
        *curve((-0.92, 0.3), (-0.7, -0.56), (0.0, -0.54)),
        *curve((0.0, -0.54), (0.62, -0.52), (0.84, 0.0)),
    ]
    sheet.area(
        [
            *keel,
            *curve((0.84, 0.0), (0.4, -0.34), (0.0, -0.34)),
            *curve((0, -0.34), (-0.5, -0.3), (-0.92, 0.3)),
        ],
        ink,
    )
    for notch in range(3):
        y = 0.06 + 0.13 * notch
        sheet.stroke([(-0.82, y), (-0.64, y + 0.02)], 0.07, ink)
    sheet.area([(0.22, -0.36), (0.26, 0.28), (0.5, 0.28), (0.5, -0.3)], ink)
    sheet.disc(0.38, 0.46, 0.14, ink)
    sheet.stroke([(0.18, 0.58), (0.58, 0.58)], 0.09, ink)
    sheet.stroke([(0.1, 0.84), (0.82, -0.74)], 0.075, ink)
    sheet.area([(-0.44, -0.34), *ring(-0.2, -0.28, 0.24, 0.26, 180, 0), (0.04, -0.36)], ink)


def regatta(sheet: Sheet, ink: Colour) -> None:
    """A yacht in three strokes of a brush before a large sun."""
    sheet.stroke(ring(0.18, 0.24, 0.56, 0.56, -52, 196), 0.1, ink)
    sheet.area(
        [*curve((0.02, 0.72), (0.5, 0.3), (0.44, -0.26)), *curve((0.44, -0.26), (0.2, -0.2), (0.02, -0.24))],
        ink,
    )
    sheet.area(
        [
            *curve((-0.08, 0.56), (-0.3, 0.1), (-0.74, -0.26)),
            *curve((-0.74, -0.26), (-0.3, -0.2), (-0.1, -0.26)),
        ],
        ink,
    )
    sheet.area(
        [
            *curve((-0.88, -0.36), (0.0, -0.52), (0.86, -0.38)),
            *curve((0.86, -0.38), (0.3, -0.96), (-0.88, -0.36)),
        ],
        ink,
    )


def barge(sheet: Sheet, ink: Colour) -> None:
    """A flat barge full of spears, a striped awning over its middle."""
    sheet.area([(-0.9, -0.18), (0.9, -0.18), (0.68, -0.62), (-0.68, -0.62)], ink)
    for x in (-0.52, 0.0, 0.52):
        sheet.area([(x - 0.14, -0.4), (x, -0.26), (x + 0.14, -0.4), (x, -0.54)], sheet.body)
    for number, x in enumerate((-0.76, -0.6, 0.6, 0.76)):
        top = 0.46 + 0.14 * (number % 2)
        sheet.stroke([(x, -0.18), (x, top)], 0.06, ink)
        sheet.area([(x - 0.075, top), (x, top + 0.2), (x + 0.075, top)], ink)
    sheet.area([(-0.44, 0.16), *ring(0, 0.16, 0.44, 0.5, 180, 0), (0.44, 0.16)], ink)
    for x in (-0.22, 0.0, 0.22):
        sheet.stroke([(x, 0.1), (x * 0.6, 0.58)], 0.065, sheet.body)
    for x in (-0.36, 0.36):
        sheet.stroke([(x, 0.16), (x, -0.18)], 0.08, ink)


def crest(sheet: Sheet, ink: Colour) -> None:
    """A shield, out of which a one-masted ship and three stars are cut."""
    outline: Points = [(-0.74, 0.84), (-0.74, 0.2), *curve((-0.74, 0.0), (-0.66, -0.62), (0.0, -0.9))]
    sheet.area(mirrored(outline), ink)
    for x in (-0.42, 0.0, 0.42):
        for ray in range(3):
            angle = math.radians(60 * ray)
            right, up = 0.13 * math.cos(angle), 0.13 * math.sin(angle)
            sheet.stroke([(x - right, 0.64 - up), (x + right, 0.64 + up)], 0.06, sheet.body)
    sheet.area(
        [
            *curve((-0.52, -0.12), (-0.3, -0.56), (0.0, -0.54)),
            *curve((0.0, -0.54), (0.3, -0.56), (0.52, -0.12)),
            (0.3, -0.24),
            (-0.3, -0.24),
        ],
        sheet.body,
    )
    sheet.area([(x, y + 0.02) for x, y in archway(0.36, -0.14, 0.1, 0.3)], sheet.body)
    sheet.stroke([(0, 0.36), (0, -0.14)], 0.05, ink)
    sheet.stroke([(-0.34, 0.12), (0.34, 0.12)], 0.05, ink)
