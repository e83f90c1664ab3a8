"""Ships on the event dice of rigs that were written down by hand."""

from __future__ import annotations

import math

from tools.dice_training.looks import Colour
from tools.dice_training.written.sheet import Sheet, archway, curve, mirrored, ring


def caravel(sheet: Sheet, ink: Colour) -> None:
    """Two swollen sails over a high stern."""
    keel = [
        *curve((-0.72, -0.12), (-0.5, -0.66), (0.1, -0.62)),
        *curve((0.1, -0.62), (0.55, -0.6), (0.62, -0.2)),
    ]
    deck = curve((0.42, -0.24), (0.0, -0.36), (-0.72, -0.12))
    sheet.area([*keel, (0.74, 0.06), (0.5, 0.04), *deck], ink)
    sheet.stroke([(-0.2, -0.3), (-0.2, 0.72)], 0.05, ink)
    sheet.stroke([(0.34, -0.3), (0.34, 0.5)], 0.05, ink)
    sheet.stroke([(-0.6, -0.2), (-0.86, 0.06)], 0.05, ink)
    swollen, behind = (0.34, 0.3), (-0.1, 0.2)
    head, foot = (-0.2, 0.6), (-0.16, -0.14)
    sheet.area([*curve(head, swollen, foot), *curve(foot, behind, head)], ink)
    sheet.area([*curve((-0.25, 0.56), (-0.42, 0.2), (-0.7, -0.04)), (-0.25, -0.14)], ink)
    sheet.area([*curve((0.38, 0.44), (0.76, 0.22), (0.4, -0.1)), (0.38, 0.0)], ink)
    sheet.area([(-0.2, 0.74), (0.1, 0.68), (-0.2, 0.62)], ink)


def head_on(sheet: Sheet, ink: Colour) -> None:
    """A ship that comes straight at you, under a round sail with a cross."""
    hull = [(0.0, -0.74), *curve((0.3, -0.6), (0.52, -0.3), (0.5, -0.06))]
    sheet.area([*reversed(mirrored(hull[1:])), hull[0]], ink)
    sheet.stroke([(0, -0.68), (0, -0.08)], 0.05, sheet.body)
    sheet.disc(0, 0.36, 0.4, ink)
    sheet.stroke([(0, 0.72), (0, 0.0)], 0.09, sheet.body)
    sheet.stroke([(-0.36, 0.36), (0.36, 0.36)], 0.09, sheet.body)
    for side in (-1, 1):
        sheet.stroke([(side * 0.5, -0.24), (side * 0.84, -0.56)], 0.05, ink)


def junk(sheet: Sheet, ink: Colour) -> None:
    """Sails like fans, with battens."""
    sheet.area(
        [(-0.76, -0.2), (-0.5, -0.34), (0.46, -0.34), (0.76, -0.12), (0.56, -0.64), (-0.5, -0.64)], ink
    )
    for foot, reach, high in ((-0.36, 0.4, 0.6), (0.24, 0.5, 0.74)):
        sheet.area(
            [(foot, -0.26), (foot - 0.05, high), (foot + reach, high * 0.55), (foot + reach, -0.2)], ink
        )
        for part in (0.25, 0.5, 0.75):
            left = (foot - 0.06, -0.26 + part * (high + 0.2))
            right = (foot + reach, -0.2 + part * (high * 0.55 + 0.2))
            sheet.stroke([left, right], 0.045, sheet.body)


def galley(sheet: Sheet, ink: Colour) -> None:
    """A boat from above, with its oars out."""
    for oar in range(5):
        y = -0.36 + 0.18 * oar
        sheet.stroke([(-0.7, y - 0.16), (0.0, y), (0.7, y - 0.16)], 0.05, ink)
    sheet.area(mirrored([*curve((0, 0.8), (0.42, 0.3), (0.2, -0.7)), (0.0, -0.7)]), ink)
    sheet.area(mirrored([*curve((0, 0.56), (0.26, 0.24), (0.1, -0.56)), (0.0, -0.56)]), sheet.body)
    sheet.stroke([(-0.2, 0.12), (0.2, 0.12)], 0.07, ink)


def cog(sheet: Sheet, ink: Colour) -> None:
    """A round merchantman of lines alone: planks, two castles and a square sail with stripes."""
    keel = [
        *curve((-0.72, -0.08), (-0.56, -0.7), (0.0, -0.68)),
        *curve((0.0, -0.68), (0.56, -0.7), (0.72, -0.08)),
    ]
    sheet.stroke([*keel, *curve((0.72, -0.08), (0.0, -0.3), (-0.72, -0.08))], 0.07, ink, True)
    sheet.stroke(curve((-0.6, -0.32), (0.0, -0.56), (0.6, -0.32)), 0.055, ink)
    for side in (-1, 1):
        castle = [(0.42, -0.12), (0.42, 0.12), (0.82, 0.16), (0.8, -0.06)]
        sheet.stroke([(side * x, y) for x, y in castle], 0.07, ink)
    sheet.stroke([(0, -0.2), (0, 0.86)], 0.07, ink)
    sail = [(-0.46, 0.7), (0.46, 0.7), *curve((0.46, 0.7), (0.56, 0.36), (0.34, 0.08)), (-0.34, 0.08)]
    sail += curve((-0.34, 0.08), (-0.56, 0.36), (-0.46, 0.7))
    sheet.area(sail, sheet.body)
    sheet.stroke(sail, 0.07, ink, True)
    for x in (-0.24, 0.0, 0.24):
        sheet.stroke([(x, 0.7), (x * 0.8, 0.08)], 0.055, ink)


def medal(sheet: Sheet, ink: Colour) -> None:
    """A coin with a boat under a slanting sail left out of it."""
    sheet.disc(0, 0, 0.86, ink)
    sheet.stroke(ring(0, 0, 0.74, 0.74), 0.045, sheet.body, True)
    deck = curve((0.5, 0.0), (0.0, -0.24), (-0.56, -0.02))
    keel = [
        *curve((-0.56, -0.02), (-0.3, -0.44), (0.06, -0.42)),
        *curve((0.06, -0.42), (0.42, -0.4), (0.5, 0.0)),
    ]
    sheet.area([*keel, *deck], sheet.body)
    luff, leech = curve((-0.46, 0.12), (-0.2, 0.5), (0.3, 0.62)), curve((0.3, 0.62), (0.14, 0.2), (0.34, 0.0))
    sheet.area([*luff, *leech, *curve((0.34, 0.0), (0.0, -0.04), (-0.46, 0.12))], sheet.body)
    sheet.stroke([(-0.02, 0.54), (-0.02, -0.2)], 0.05, ink)
    sheet.stroke([(-0.36, -0.54), (0.36, -0.54)], 0.055, sheet.body)


def paper_boat(sheet: Sheet, ink: Colour) -> None:
    """A boat folded of paper, on two waves."""
    sheet.area([(-0.3, -0.08), (0.0, 0.68), (0.3, -0.08)], ink)
    sheet.area([(-0.84, 0.12), (-0.5, -0.44), (0.5, -0.44), (0.84, 0.12), (0.0, -0.1)], ink)
    sheet.stroke([(-0.84, 0.12), (0.0, -0.1), (0.84, 0.12)], 0.05, sheet.body)
    sheet.stroke([(0.0, -0.1), (-0.36, -0.44)], 0.05, sheet.body)
    sheet.stroke([(0.0, -0.1), (0.36, -0.44)], 0.05, sheet.body)
    sheet.stroke([(0.0, 0.6), (0.0, -0.1)], 0.045, sheet.body)
    for wave in range(3):
        left = -0.75 + 0.5 * wave
        sheet.stroke(curve((left, -0.62), (left + 0.25, -0.86), (left + 0.5, -0.62)), 0.08, ink)


def shields(sheet: Sheet, ink: Colour) -> None:
    """A rowing ship with curled ends and a row of round shields, its sail chequered."""
    outer = [*curve((-0.8, 0.3), (-0.74, -0.5), (0.0, -0.5)), *curve((0.0, -0.5), (0.74, -0.5), (0.8, 0.3))]
    inner = [
        *curve((0.72, 0.3), (0.56, -0.16), (0.0, -0.14)),
        *curve((0.0, -0.14), (-0.56, -0.16), (-0.72, 0.3)),
    ]
    sheet.area([*outer, *inner], ink)
    for side in (-1, 1):
        sheet.stroke([(side * x, y) for x, y in ring(0.64, 0.3, 0.13, 0.13, 0, 250)], 0.08, ink)
    for number in range(5):
        x = -0.44 + 0.22 * number
        y = -0.22 + 0.2 * x * x
        sheet.disc(x, y, 0.125, sheet.body)
        sheet.disc(x, y, 0.085, ink)
        sheet.stroke([(x * 1.06, -0.54), (x * 1.3 - 0.06, -0.78)], 0.05, ink)
    sheet.stroke([(0, -0.1), (0, 0.86)], 0.06, ink)
    sheet.stroke([(-0.5, 0.76), (0.5, 0.76)], 0.06, ink)
    for row in range(3):
        for column in range(4):
            if (row + column) % 2 == 0:
                x, y = -0.44 + 0.22 * column, 0.74 - 0.2 * row
                sheet.area([(x, y), (x + 0.22, y), (x + 0.22, y - 0.2), (x, y - 0.2)], ink)
    sheet.stroke([(-0.44, 0.74), (-0.44, 0.14), (0.44, 0.14), (0.44, 0.74)], 0.045, ink)


def schooner(sheet: Sheet, ink: Colour) -> None:
    """Fore-and-aft sails over a slender hull, cut as a stencil is."""
    sheet.area([(-0.8, -0.3), (-0.56, -0.6), (0.4, -0.6), (0.84, -0.22), (0.3, -0.32), (-0.3, -0.36)], ink)
    sheet.area([(-0.28, -0.24), (-0.28, 0.5), (-0.6, 0.3), (-0.78, -0.18)], ink)
    sheet.area([(0.2, -0.2), (0.2, 0.66), (-0.14, 0.44), (-0.18, -0.24)], ink)
    sheet.area([(0.3, 0.6), (0.3, -0.18), (0.5, -0.16)], ink)
    sheet.area([(0.46, 0.4), (0.58, -0.14), (0.8, -0.1)], ink)
    sheet.area([(0.2, 0.9), (0.2, 0.74), (-0.16, 0.82)], ink)
    sheet.stroke([(-0.6, -0.78), (-0.1, -0.78)], 0.08, ink)
    sheet.stroke([(0.1, -0.78), (0.6, -0.78)], 0.08, ink)


def raft(sheet: Sheet, ink: Colour) -> None:
    """Three logs on end under a square sail with a sun on it."""
    for x in (-0.46, 0.0, 0.46):
        sheet.disc(x, -0.6, 0.22, ink)
        sheet.disc(x, -0.6, 0.09, sheet.body)
    sheet.stroke([(-0.8, -0.34), (0.8, -0.34)], 0.09, ink)
    sheet.stroke([(0, -0.34), (0, 0.84)], 0.08, ink)
    sheet.area([(-0.56, 0.7), (0.56, 0.7), (0.48, -0.18), (-0.48, -0.18)], ink)
    sheet.disc(0, 0.26, 0.2, sheet.body)
    for ray in range(8):
        angle = math.radians(45 * ray)
        x, y = math.cos(angle), math.sin(angle)
        sheet.stroke([(0.26 * x, 0.26 + 0.26 * y), (0.36 * x, 0.26 + 0.36 * y)], 0.07, sheet.body)


def trireme(sheet: Sheet, ink: Colour) -> None:
    """A galley from the side, with a ram, an eye on its bow, and oars below a low sail."""
    keel = [
        (-0.66, 0.02),
        (-0.6, -0.24),
        (-0.9, -0.4),
        (-0.5, -0.46),
        *curve((-0.4, -0.5), (0.3, -0.56), (0.6, -0.3)),
    ]
    stern = [*curve((0.6, -0.3), (0.86, 0.0), (0.66, 0.44)), *curve((0.56, 0.4), (0.64, 0.1), (0.44, 0.0))]
    sheet.area([*keel, *stern], ink)
    sheet.disc(-0.42, -0.16, 0.11, sheet.body)
    sheet.disc(-0.42, -0.16, 0.045, ink)
    for x in (-0.16, 0.06, 0.28):
        sheet.stroke([(x, -0.16), (x + 0.1, -0.16)], 0.07, sheet.body)
        sheet.stroke([(x + 0.04, -0.42), (x + 0.2, -0.8)], 0.06, ink)
    sheet.stroke([(-0.04, 0.0), (-0.04, 0.84)], 0.07, ink)
    sheet.area([(-0.5, 0.74), (0.4, 0.74), *curve((0.4, 0.74), (0.24, 0.44), (0.4, 0.16)), (-0.5, 0.16)], ink)
    sheet.stroke([(-0.3, 0.45), (0.2, 0.45)], 0.09, sheet.body)


def steamer(sheet: Sheet, ink: Colour) -> None:
    """A steamboat with portholes and two funnels that smoke."""
    sheet.area([(-0.84, -0.14), (0.84, -0.14), (0.62, -0.68), (-0.66, -0.68)], ink)
    for x in (-0.44, -0.14, 0.16, 0.46):
        sheet.disc(x, -0.36, 0.085, sheet.body)
    sheet.area([(-0.54, -0.04), (0.5, -0.04), (0.5, 0.16), (-0.54, 0.16)], ink)
    for x in (-0.26, 0.2):
        sheet.area([(x - 0.12, 0.16), (x + 0.12, 0.16), (x + 0.12, 0.54), (x - 0.12, 0.54)], ink)
        sheet.stroke([(x - 0.12, 0.42), (x + 0.12, 0.42)], 0.07, sheet.body)
        sheet.disc(x + 0.14, 0.68, 0.1, ink)
        sheet.disc(x + 0.32, 0.78, 0.12, ink)


def crew(sheet: Sheet, ink: Colour) -> None:
    """Three round heads with spears in a boat, waves under it."""
    for number, x in enumerate((-0.44, 0.0, 0.44)):
        sheet.disc(x, 0.22, 0.17, ink)
        sheet.area([(x - 0.19, -0.3), *ring(x, -0.16, 0.19, 0.2, 180, 0), (x + 0.19, -0.3)], ink)
        spear, top = x + 0.24, 0.62 + 0.1 * (number % 2)
        sheet.stroke([(spear, -0.2), (spear, top)], 0.06, ink)
        sheet.area([(spear - 0.08, top), (spear, top + 0.2), (spear + 0.08, top)], ink)
    hull = [
        *curve((-0.86, 0.1), (-0.7, -0.58), (0.0, -0.56)),
        *curve((0.0, -0.56), (0.7, -0.58), (0.86, 0.1)),
    ]
    sheet.area(
        [
            *hull,
            *curve((0.86, 0.1), (0.6, -0.22), (0.0, -0.2)),
            *curve((0.0, -0.2), (-0.6, -0.22), (-0.86, 0.1)),
        ],
        ink,
    )
    sheet.stroke(curve((-0.6, -0.26), (0.0, -0.46), (0.6, -0.26)), 0.05, sheet.body)
    for left in (-0.6, 0.0):
        sheet.stroke(curve((left, -0.72), (left + 0.3, -0.92), (left + 0.6, -0.72)), 0.08, ink)


def sloop(sheet: Sheet, ink: Colour) -> None:
    """Two sails and a hull in one thick line, as drawn with a pen."""
    sheet.stroke(
        [
            *curve((-0.78, -0.34), (-0.5, -0.74), (0.0, -0.72)),
            *curve((0.0, -0.72), (0.5, -0.74), (0.78, -0.34)),
        ],
        0.11,
        ink,
        True,
    )
    sheet.stroke([*curve((-0.06, 0.78), (-0.16, 0.1), (-0.72, -0.14)), (-0.06, -0.14)], 0.11, ink, True)
    sheet.stroke([*curve((0.12, 0.56), (0.34, 0.1), (0.66, -0.14)), (0.12, -0.14)], 0.11, ink, True)


def longship(sheet: Sheet, ink: Colour) -> None:
    """A long low hull with a beast's head on its prow, its sail in three broad stripes."""
    keel = [
        *curve((-0.84, 0.2), (-0.72, -0.58), (0.0, -0.56)),
        *curve((0.0, -0.56), (0.9, -0.56), (0.8, 0.4)),
    ]
    deck = [
        *curve((0.64, 0.4), (0.66, -0.2), (0.0, -0.22)),
        *curve((0.0, -0.22), (-0.6, -0.22), (-0.72, 0.2)),
    ]
    sheet.area([*keel, *deck], ink)
    sheet.area([(0.62, 0.34), (0.58, 0.6), (0.74, 0.68), (0.94, 0.5), (0.8, 0.46), (0.8, 0.34)], ink)
    sheet.stroke([(-0.06, -0.24), (-0.06, 0.88)], 0.07, ink)
    right, left = (
        curve((0.44, 0.76), (0.56, 0.4), (0.36, 0.0)),
        curve((-0.52, 0.0), (-0.36, 0.4), (-0.58, 0.76)),
    )
    sheet.area([*right, *left], ink)
    sheet.stroke([(-0.26, 0.8), (-0.16, 0.4), (-0.24, -0.02)], 0.08, sheet.body)
    sheet.stroke([(0.1, 0.8), (0.18, 0.4), (0.08, -0.02)], 0.08, sheet.body)


def proa(sheet: Sheet, ink: Colour) -> None:
    """An islander's boat with an outrigger, its sail like a crab's claw."""
    upper, lower = (
        curve((-0.62, 0.86), (0.0, 0.5), (0.74, 0.66)),
        curve((0.74, 0.66), (0.3, 0.2), (-0.04, -0.24)),
    )
    sheet.area([*curve((-0.04, -0.24), (-0.5, 0.2), (-0.62, 0.86)), *upper, *lower], ink)
    sheet.stroke(curve((-0.02, -0.06), (-0.06, 0.3), (0.02, 0.62)), 0.06, sheet.body)
    sheet.area(
        [
            *curve((-0.88, -0.2), (0.0, -0.78), (0.88, -0.2)),
            *curve((0.88, -0.2), (0.0, -0.42), (-0.88, -0.2)),
        ],
        ink,
    )
    sheet.stroke([(-0.5, -0.78), (0.5, -0.78)], 0.1, ink)
    for x in (-0.3, 0.3):
        sheet.stroke([(x, -0.46), (x, -0.78)], 0.07, ink)


def galleon(sheet: Sheet, ink: Colour) -> None:
    """Three masts with two sails on each, over a hull with a high stern and gun ports."""
    stern, bow = [(-0.86, 0.02), (-0.5, -0.02), (-0.48, -0.18)], [(0.34, -0.18), (0.38, -0.06), (0.84, -0.04)]
    sheet.area([*stern, *bow, (0.6, -0.74), (-0.64, -0.74)], ink)
    for x in (-0.44, -0.15, 0.14, 0.43):
        sheet.area([(x - 0.06, -0.36), (x + 0.06, -0.36), (x + 0.06, -0.48), (x - 0.06, -0.48)], sheet.body)
    for x, top in ((-0.5, 0.66), (-0.02, 0.82), (0.46, 0.64)):
        sheet.stroke([(x, top + 0.06), (x, -0.1)], 0.06, ink)
        sheet.area([(x - 0.15, top), (x + 0.15, top), (x + 0.19, top - 0.28), (x - 0.19, top - 0.28)], ink)
        sheet.area([(x - 0.19, top - 0.35), (x + 0.19, top - 0.35), (x + 0.21, 0.1), (x - 0.21, 0.1)], ink)


def fleet(sheet: Sheet, ink: Colour) -> None:
    """Three small boats, each with one sail."""
    for right, up, size in ((0.0, 0.42, 0.46), (-0.46, -0.44, 0.42), (0.46, -0.44, 0.42)):
        hull, sail = (
            ((-1, -0.3), (-0.6, -0.9), (0.6, -0.9), (1, -0.3)),
            ((-0.1, 1.0), (0.74, -0.12), (-0.1, -0.12)),
        )
        for points in (hull, sail, ((-0.24, 0.7), (-0.24, -0.12), (-0.8, -0.12))):
            sheet.area([(right + size * x, up + size * y) for x, y in points], ink)


def moon_boat(sheet: Sheet, ink: Colour) -> None:
    """A hull like a half moon under two sails, cut as for a stamp."""
    sheet.area([*ring(0, 0.06, 0.84, 0.84, 190, 350), *ring(0, 0.3, 0.76, 0.62, 340, 200)], ink)
    sheet.area(ring(0.07, 0.38, 0.46, 0.44, 90, -90), ink)
    sheet.area([(-0.08, 0.8), (-0.08, -0.06), *curve((-0.08, -0.06), (-0.3, 0.04), (-0.5, -0.02))], ink)
    sheet.stroke([(0.0, -0.3), (0.0, 0.86)], 0.06, ink)
    sheet.stroke(ring(0, 0.14, 0.72, 0.72, 225, 315), 0.05, sheet.body)


def catamaran(sheet: Sheet, ink: Colour) -> None:
    """Two hulls from ahead, a beam across them and one tall sail with a bar in it."""
    for side in (-1, 1):
        hull = [(0.38, -0.3), (0.78, -0.3), *curve((0.78, -0.3), (0.74, -0.7), (0.58, -0.84)), (0.42, -0.6)]
        sheet.area([(side * x, y) for x, y in hull], ink)
    sheet.stroke([(-0.6, -0.26), (0.6, -0.26)], 0.13, ink)
    sheet.area([(0.0, 0.88), *curve((0.0, 0.88), (0.48, 0.46), (0.44, -0.1)), (-0.44, -0.1)], ink)
    sheet.stroke([(-0.4, 0.14), (0.52, 0.14)], 0.09, sheet.body)
    sheet.stroke([(0.0, 0.86), (0.0, -0.24)], 0.06, ink)


def dhow(sheet: Sheet, ink: Colour) -> None:
    """One great slanting sail over a hull with a raking bow."""
    hull = curve((-0.86, -0.2), (-0.56, -0.8), (0.2, -0.72))
    sheet.area([*hull, *curve((0.92, -0.16), (0.2, -0.44), (-0.86, -0.2))], ink)
    sheet.stroke([(0.08, -0.4), (0.2, 0.6)], 0.08, ink)
    yard = curve((-0.76, -0.06), (-0.1, 0.4), (0.6, 0.92))
    leech = curve((0.6, 0.92), (0.8, 0.3), (0.54, -0.2))
    sheet.area([*yard, *leech, *curve((0.54, -0.2), (0.0, 0.08), (-0.76, -0.06))], ink)
    sheet.stroke([(0.36, 0.66), (0.3, -0.04)], 0.05, sheet.body)


def stern(sheet: Sheet, ink: Colour) -> None:
    """A ship that sails away: the windows of its stern, its rudder and lantern, and two sails set wide."""
    sheet.area(mirrored([(0, -0.84), *curve((0.1, -0.84), (0.64, -0.72), (0.6, -0.3)), (0.42, 0.08)]), ink)
    for window in (-0.27, 0.0, 0.27):
        sheet.area([(window + x, y) for x, y in archway(0.08, -0.2, -0.06, 0.09)], sheet.body)
    sheet.stroke([(-0.46, -0.34), (0.46, -0.34)], 0.06, sheet.body)
    sheet.stroke([(0, -0.44), (0, -0.84)], 0.1, sheet.body)
    sheet.disc(0, 0.22, 0.1, ink)
    for side in (-1, 1):
        sail = [(0.1, 0.84), *curve((0.1, 0.84), (0.8, 0.84), (0.86, 0.14)), (0.16, 0.32)]
        sheet.area([(side * x, y) for x, y in sail], ink)


def woodcut(sheet: Sheet, ink: Colour) -> None:
    """A dark square out of which a ship, the moon and waves are cut."""
    sheet.area([(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)], ink)
    sheet.disc(0.56, 0.56, 0.16, sheet.body)
    hull = [(-0.62, -0.14), (-0.4, -0.44), (0.4, -0.44), (0.66, -0.1), (0.3, -0.22), (-0.3, -0.22)]
    sheet.area(hull, sheet.body)
    sheet.area([*curve((-0.06, 0.7), (0.5, 0.3), (0.34, -0.12)), (-0.06, -0.12)], sheet.body)
    sheet.area([*curve((-0.16, 0.56), (-0.5, 0.2), (-0.46, -0.1)), (-0.16, -0.12)], sheet.body)
    for left in (-0.7, -0.24, 0.22):
        sheet.stroke(curve((left, -0.62), (left + 0.23, -0.82), (left + 0.46, -0.62)), 0.07, sheet.body)


def reed_boat(sheet: Sheet, ink: Colour) -> None:
    """A bundle of reeds with high ends, bound in five places, under a sail of mats."""
    sheet.area([*ring(0, 0.5, 0.9, 1.24, 194, 346), *ring(0, 0.56, 0.78, 0.92, 344, 196)], ink)
    for x in (-0.56, -0.28, 0.0, 0.28, 0.56):
        low = 0.5 - 1.24 * math.sqrt(1 - (x / 0.9) ** 2)
        sheet.stroke([(x, low), (x * 0.9, low + 0.34)], 0.05, sheet.body)
    for side in (-1, 1):
        sheet.stroke([(side * 0.3, -0.36), (0, 0.88)], 0.06, ink)
    for row, reach in enumerate((0.3, 0.38, 0.46, 0.54)):
        y = 0.6 - 0.22 * row
        sheet.area([(-reach, y), (reach, y), (reach + 0.04, y - 0.16), (-reach - 0.04, y - 0.16)], ink)


def wave_boat(sheet: Sheet, ink: Colour) -> None:
    """A narrow boat below a great wave that breaks."""
    back = curve((-0.9, -0.82), (-0.9, 0.86), (0.06, 0.84))
    crest = curve((0.06, 0.84), (0.6, 0.8), (0.66, 0.34))
    hollow = curve((0.56, 0.36), (0.2, 0.6), (-0.12, 0.2))
    sheet.area([*back, *crest, *hollow, *curve((-0.12, 0.2), (-0.3, -0.3), (0.1, -0.82))], ink)
    for x, y in ((0.62, 0.26), (0.44, 0.3), (0.28, 0.28), (0.74, 0.5)):
        sheet.disc(x, y, 0.09, ink)
    sheet.stroke(curve((-0.66, -0.7), (-0.62, 0.42), (0.04, 0.62)), 0.07, sheet.body)
    keel = curve((0.04, -0.16), (0.34, -0.72), (0.94, -0.2))
    sheet.area([*keel, *curve((0.94, -0.2), (0.46, -0.44), (0.04, -0.16))], ink)
    for x in (0.36, 0.54):
        sheet.disc(x, -0.16, 0.075, ink)
    sheet.stroke(curve((0.3, -0.76), (0.6, -0.62), (0.9, -0.76)), 0.08, ink)


def prow(sheet: Sheet, ink: Colour) -> None:
    """The bow alone of a longship that comes in from the left, large, with three shields."""
    stem = curve((-0.16, -0.78), (0.62, -0.7), (0.5, 0.56))
    sheet.area([(-0.9, -0.78), *stem, *curve((0.26, 0.5), (0.3, -0.06), (-0.9, -0.04))], ink)
    sheet.stroke(ring(0.5, 0.56, 0.22, 0.22, 180, -150), 0.15, ink)
    for x in (-0.68, -0.3, 0.06):
        sheet.disc(x, -0.26, 0.155, sheet.body)
        sheet.disc(x, -0.26, 0.09, ink)
    sheet.area([(-0.9, 0.14), *curve((-0.1, 0.22), (0.1, 0.6), (-0.16, 0.86)), (-0.9, 0.8)], ink)


def brig(sheet: Sheet, ink: Colour) -> None:
    """Two masts with square sails in thin lines, as a pen draws them."""
    hull = [(-0.8, -0.26), (-0.66, -0.66), *curve((0.4, -0.7), (0.66, -0.6), (0.72, -0.24))]
    sheet.stroke(hull, 0.06, ink, True)
    for y in (-0.4, -0.52):
        sheet.stroke([(-0.68, y), (0.64, y)], 0.045, ink)
    sheet.stroke([(0.72, -0.24), (0.94, 0.0)], 0.06, ink)
    for x, top in ((-0.32, 0.74), (0.28, 0.86)):
        sheet.stroke([(x, -0.26), (x, top)], 0.06, ink)
        for high, low, reach in ((top - 0.06, top - 0.4, 0.2), (top - 0.48, -0.12, 0.27)):
            sail = [(x - reach, high), (x + reach, high), (x + reach + 0.03, low), (x - reach - 0.03, low)]
            sheet.stroke(sail, 0.055, ink, True)
    for line in (((0.28, 0.86), (0.94, 0.0)), ((-0.32, 0.74), (-0.8, -0.2))):
        sheet.stroke(line, 0.04, ink)


SHIP_PIXELS = (
    "......#......",
    "..#...##.....",
    "..##..###....",
    "..###.####...",
    "..###.####...",
    "..###.####...",
    "..#...#......",
    "#.#...#....##",
    "#############",
    ".###########.",
    "..#########..",
    ".............",
    "##.##.##.##.#",
)


def pixel_ship(sheet: Sheet, ink: Colour) -> None:
    """A ship in large squares."""
    sheet.squares(SHIP_PIXELS, ink)
