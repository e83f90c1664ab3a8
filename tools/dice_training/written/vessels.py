"""Ships on the event dice of the rigs u48 to u59."""

from __future__ import annotations

import math

from tools.dice_training.looks import Colour
from tools.dice_training.written.sheet import Points, Sheet, curve, mirrored, ring


def outlined(sheet: Sheet, ink: Colour) -> None:
    """A Viking ship in one thin line, as a laser engraves it: its ends curl in, its sail is full of wind."""
    low = curve((-0.62, -0.16), (-0.56, -0.68), (0.0, -0.66))
    keel: Points = mirrored([*ring(-0.7, 0.12, 0.14, 0.14, -100, 190), (-0.84, 0.1), (-0.66, -0.2), *low])
    sheet.stroke(keel, 0.09, ink)
    sheet.stroke([(-0.56, -0.22), *curve((-0.5, -0.22), (0.0, -0.36), (0.56, -0.22))], 0.08, ink)
    sail = [*curve((-0.44, 0.74), (0.0, 0.84), (0.44, 0.74)), *curve((0.5, 0.66), (0.64, 0.3), (0.5, -0.04))]
    belly = [
        *curve((0.5, -0.04), (0.0, 0.14), (-0.5, -0.04)),
        *curve((-0.5, -0.04), (-0.3, 0.3), (-0.44, 0.74)),
    ]
    sheet.stroke([*sail, *belly], 0.09, ink, True)
    for x in (-0.16, 0.2):
        sheet.stroke([(x, 0.78), *curve((x + 0.02, 0.7), (x + 0.14, 0.3), (x + 0.02, 0.06))], 0.06, ink)
    sheet.stroke([(0.0, 0.06), (0.0, -0.26)], 0.07, ink)


def monogram(sheet: Sheet, ink: Colour) -> None:
    """A capital B for the barbarians with square serifs, a wavy line beneath it."""
    sheet.area([(-0.46, 0.84), (-0.46, -0.52), (-0.16, -0.52), (-0.16, 0.84)], ink)
    for middle, high in ((0.53, 0.31), (-0.16, 0.36)):
        reach = high * 1.3
        sheet.area(
            [(-0.2, middle + high), *ring(0.04, middle, reach, high, 90, -90), (-0.2, middle - high)], ink
        )
        inner = high - 0.16
        right = ring(0.02, middle, reach - 0.22, inner, 90, -90)
        sheet.area([(-0.16, middle + inner), *right, (-0.16, middle - inner)], sheet.body)
    for y in (0.77, -0.45):
        sheet.area([(-0.62, y + 0.07), (-0.3, y + 0.07), (-0.3, y - 0.07), (-0.62, y - 0.07)], ink)
    wave = [(x / 20, -0.76 + 0.07 * math.sin(x / 20 * 12)) for x in range(-15, 16)]
    sheet.stroke(wave, 0.1, ink)


def wheel(sheet: Sheet, ink: Colour) -> None:
    """A ship's wheel with eight handles."""
    sheet.stroke(ring(0, 0, 0.5, 0.5), 0.15, ink, True)
    sheet.disc(0, 0, 0.2, ink)
    for spoke in range(8):
        angle = math.radians(45 * spoke)
        x, y = math.cos(angle), math.sin(angle)
        sheet.stroke([(0.16 * x, 0.16 * y), (0.84 * x, 0.84 * y)], 0.08, ink)
        sheet.stroke([(0.68 * x, 0.68 * y), (0.82 * x, 0.82 * y)], 0.15, ink)
    sheet.disc(0, 0, 0.08, sheet.body)


def from_above(sheet: Sheet, ink: Colour) -> None:
    """A longship seen by a gull: a slender hull with thwarts, and six oars to either side."""
    hull = [*curve((0.0, 0.9), (0.34, 0.3), (0.28, -0.3)), *curve((0.28, -0.3), (0.2, -0.66), (0.0, -0.88))]
    sheet.area(mirrored(hull), ink)
    for number in range(6):
        y = 0.42 - 0.18 * number
        for side in (-1, 1):
            sheet.stroke([(side * 0.2, y), (side * 0.76, y - 0.18)], 0.06, ink)
            sheet.stroke([(side * 0.64, y - 0.14), (side * 0.78, y - 0.19)], 0.1, ink)
    for y in (0.34, 0.1, -0.14, -0.38):
        sheet.stroke([(-0.17, y), (0.17, y)], 0.055, sheet.body)
    sheet.stroke([(-0.34, 0.06), (0.34, 0.06)], 0.08, ink)


def stencilled(sheet: Sheet, ink: Colour) -> None:
    """A three-masted ship as one sprays it through a stencil: nothing of it touches anything else."""
    sheet.area([(-0.84, -0.28), (-0.32, -0.34), (-0.32, -0.74), (-0.56, -0.74)], ink)
    sheet.area([(-0.24, -0.35), (0.28, -0.35), (0.28, -0.74), (-0.24, -0.74)], ink)
    sheet.area([(0.36, -0.34), (0.86, -0.22), (0.6, -0.74), (0.36, -0.74)], ink)
    for x, low, high, reach in ((-0.54, -0.2, 0.4, 0.2), (0.0, -0.24, 0.56, 0.26), (0.54, -0.2, 0.36, 0.2)):
        middle = (low + high) / 2
        for bottom, top in ((low, middle - 0.04), (middle + 0.04, high)):
            bulge = curve(
                (x + reach * 0.8, top), (x + reach * 1.3, (bottom + top) / 2), (x + reach * 0.8, bottom)
            )
            sheet.area([(x - reach, top), *bulge, (x - reach, bottom)], ink)
        sheet.area([(x - 0.03, high + 0.08), (x - 0.03, high + 0.28), (x + 0.2, high + 0.18)], ink)


def linocut(sheet: Sheet, ink: Colour) -> None:
    """A printed square out of which a ship, the sun and the waves are cut."""
    sheet.area([(-0.8, 0.8), (0.78, 0.82), (0.82, -0.78), (-0.78, -0.82)], ink)
    hull = [*curve((-0.6, 0.02), (-0.4, -0.22), (0.0, -0.2)), *curve((0.0, -0.2), (0.4, -0.22), (0.58, 0.0))]
    sheet.area([*hull, (0.4, -0.4), (-0.42, -0.4)], sheet.body)
    sheet.stroke([(-0.04, -0.2), (-0.04, 0.66)], 0.06, sheet.body)
    sheet.area([(0.04, 0.62), *curve((0.04, 0.62), (0.5, 0.3), (0.44, -0.06)), (0.04, -0.06)], sheet.body)
    sheet.area([(-0.12, 0.44), (-0.42, 0.0), (-0.12, -0.06)], sheet.body)
    sheet.disc(0.52, 0.56, 0.14, sheet.body)
    for y in (-0.5, -0.66):
        wave = [(x / 20, y + 0.035 * math.sin(x / 20 * 14 + 9 * y)) for x in range(-13, 14)]
        sheet.stroke(wave, 0.05, sheet.body)


def faceted(sheet: Sheet, ink: Colour) -> None:
    """A ship folded of triangles, with pale creases between them."""
    sheet.area([(-0.86, -0.16), (0.86, -0.16), (0.46, -0.72), (-0.46, -0.72)], ink)
    sheet.area([(-0.04, 0.86), (-0.04, -0.06), (-0.74, -0.06)], ink)
    sheet.area([(0.06, 0.68), (0.06, -0.06), (0.68, -0.06)], ink)
    creases = (
        ((-0.46, -0.72), (-0.2, -0.16)), ((-0.2, -0.16), (0.0, -0.72)), ((0.0, -0.72), (0.3, -0.16)),
        ((0.3, -0.16), (0.46, -0.72)), ((-0.04, 0.3), (-0.74, -0.06)), ((0.06, 0.24), (0.68, -0.06)),
    )  # fmt: skip
    for start, end in creases:
        sheet.stroke([start, end], 0.045, sheet.body)


def xebec(sheet: Sheet, ink: Colour) -> None:
    """A corsair's ship with a long beak and two slanting three-cornered sails, hatched by hand."""
    hull = [(-0.72, -0.1), *curve((-0.6, -0.24), (0.0, -0.36), (0.5, -0.2)), (0.92, -0.04)]
    sheet.area([*hull, (0.62, -0.36), *curve((0.5, -0.64), (0.0, -0.74), (-0.6, -0.6))], ink)
    for foot, peak in (((-0.72, 0.0), (-0.08, 0.84)), ((-0.02, -0.06), (0.58, 0.7))):
        corner = (peak[0] + 0.12, foot[1] - 0.02)
        sheet.stroke([foot, peak], 0.08, ink)
        sheet.stroke([peak, corner, foot], 0.07, ink)
        for part in (0.25, 0.5, 0.75):
            start = (foot[0] + part * (peak[0] - foot[0]), foot[1] + part * (peak[1] - foot[1]))
            sheet.stroke([start, (start[0] + 0.1, foot[1])], 0.05, ink)
    for x in (-0.34, -0.06, 0.22):
        sheet.stroke([(x, -0.46), (x + 0.1, -0.46)], 0.07, sheet.body)


def carving(sheet: Sheet, ink: Colour) -> None:
    """A boat as people of the bronze age cut them into rock: two keels, a crew of strokes, a sun."""
    sheet.stroke(
        [(-0.86, -0.3), (-0.7, -0.5), (0.66, -0.5), *curve((0.66, -0.5), (0.9, -0.5), (0.84, -0.16))],
        0.1,
        ink,
    )
    upper = [
        *curve((-0.8, 0.36), (-0.9, -0.12), (-0.5, -0.14)),
        *curve((0.5, -0.14), (0.78, -0.14), (0.7, 0.3)),
    ]
    sheet.stroke([*upper, *curve((0.7, 0.3), (0.58, 0.5), (0.5, 0.26))], 0.1, ink)
    for x in (-0.5, -0.17, 0.17, 0.5):
        sheet.stroke([(x, -0.14), (x, -0.5)], 0.08, ink)
    for x in (-0.46, -0.28, -0.1, 0.08, 0.26):
        sheet.stroke([(x, -0.1), (x, 0.16)], 0.075, ink)
    sheet.stroke(ring(-0.1, 0.58, 0.24, 0.24), 0.09, ink, True)
    sheet.stroke([(-0.1, 0.8), (-0.1, 0.36)], 0.07, ink)
    sheet.stroke([(-0.32, 0.58), (0.12, 0.58)], 0.07, ink)


def hatched(sheet: Sheet, ink: Colour) -> None:
    """A ship of engraved lines alone: upright ones for its sail, level ones for its hull and the sea."""
    for number in range(9):
        x = -0.56 + 0.14 * number
        top, low = 0.74 - 0.5 * x * x, -0.02 + 0.4 * x * x
        sheet.stroke([(x, low), (x + 0.04, top)], 0.07, ink)
    for number in range(4):
        y = -0.24 - 0.13 * number
        reach = 0.84 - 0.14 * number
        sheet.stroke(
            [(-reach, y + 0.04), *curve((-reach, y + 0.04), (0, y - 0.08), (reach, y + 0.04))], 0.075, ink
        )
    sheet.stroke([(-0.84, -0.2), *curve((-0.84, -0.2), (-0.9, 0.1), (-0.72, 0.2))], 0.09, ink)
    sheet.stroke([(0.84, -0.2), *curve((0.84, -0.2), (0.9, 0.1), (0.72, 0.2))], 0.09, ink)
    for x in (-0.6, 0.0, 0.6):
        sheet.stroke(curve((x - 0.24, -0.82), (x, -0.74), (x + 0.24, -0.82)), 0.06, ink)


def roofed(sheet: Sheet, ink: Colour) -> None:
    """A turtle ship: a spiked shell over a hull with gun ports, a head at its bow that breathes smoke."""
    sheet.area([(-0.72, 0.04), *ring(-0.06, 0.04, 0.66, 0.42, 180, 0), (0.6, 0.04)], ink)
    for number in range(5):
        angle = math.radians(30 + 30 * number)
        x, y = -0.06 + 0.66 * math.cos(angle), 0.04 + 0.42 * math.sin(angle)
        right, up = math.cos(angle), math.sin(angle)
        spike = [
            (x - 0.09 * up, y + 0.06 * right),
            (x + 0.2 * right, y + 0.24 * up),
            (x + 0.09 * up, y - 0.06 * right),
        ]
        sheet.area(spike, ink)
    sheet.area([(-0.8, -0.04), (0.66, -0.04), (0.5, -0.54), (-0.56, -0.54)], ink)
    sheet.stroke([(0.6, -0.16), *curve((0.6, -0.16), (0.78, -0.1), (0.74, 0.22))], 0.15, ink)
    sheet.area([(0.64, 0.42), (0.92, 0.28), (0.9, 0.14), (0.64, 0.14)], ink)
    for x in (-0.5, -0.18, 0.14):
        sheet.area([(x, -0.2), (x + 0.16, -0.2), (x + 0.16, -0.36), (x, -0.36)], sheet.body)
    sheet.stroke([(-0.7, 0.0), (0.58, 0.0)], 0.05, sheet.body)
    for x in (-0.44, -0.16, 0.12, 0.4):
        sheet.stroke([(x, -0.5), (x - 0.12, -0.82)], 0.075, ink)


def cross_sail(sheet: Sheet, ink: Colour) -> None:
    """A crusader's round ship: castles on bow and stern, a cross on its full sail, a pennant."""
    sheet.area(
        [
            *curve((-0.8, -0.06), (-0.74, -0.76), (0.0, -0.76)),
            *curve((0.0, -0.76), (0.74, -0.76), (0.8, -0.06)),
            *curve((0.8, -0.06), (0.0, -0.36), (-0.8, -0.06)),
        ],
        ink,
    )
    for side in (-1, 1):
        castle = (
            (0.52, -0.1),
            (0.52, 0.12),
            (0.58, 0.12),
            (0.58, 0.2),
            (0.7, 0.2),
            (0.7, 0.12),
            (0.8, 0.12),
            (0.8, 0.2),
            (0.9, 0.2),
            (0.88, -0.1),
        )
        sheet.area([(side * x, y) for x, y in castle], ink)
    sheet.area(
        [
            *curve((-0.4, 0.66), (0.0, 0.74), (0.4, 0.66)),
            *curve((0.4, 0.66), (0.54, 0.3), (0.44, -0.08)),
            *curve((0.44, -0.08), (0.0, 0.02), (-0.44, -0.08)),
            *curve((-0.44, -0.08), (-0.54, 0.3), (-0.4, 0.66)),
        ],
        ink,
    )
    sheet.stroke([(0, 0.6), (0, 0.06)], 0.1, sheet.body)
    sheet.stroke([(-0.3, 0.36), (0.3, 0.36)], 0.1, sheet.body)
    sheet.stroke([(0, 0.7), (0, 0.9)], 0.06, ink)
    sheet.area([(0.02, 0.92), (0.36, 0.86), (0.02, 0.78)], ink)
    sheet.stroke(curve((-0.7, -0.3), (0.0, -0.56), (0.7, -0.3)), 0.05, sheet.body)
