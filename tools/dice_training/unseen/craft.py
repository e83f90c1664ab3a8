"""Ships on the event dice of the rigs u72 to u83."""

from __future__ import annotations

import math

from tools.dice_training.looks import Colour
from tools.dice_training.unseen.strokes import (
    badge,
    bars,
    block,
    matches,
    pieces,
    puzzle,
    ropes,
    stamp,
    woven,
)
from tools.dice_training.written.sheet import Points, Sheet, curve, mirrored, ring


def solar_barque(sheet: Sheet, ink: Colour) -> None:
    """A boat of papyrus whose ends are flowers, a shrine on it under the sun, and two oars to steer with."""
    keel = mirrored(curve((-0.86, 0.4), (-0.62, -0.6), (0.0, -0.6)))
    deck = mirrored(curve((0.86, 0.4), (0.62, -0.26), (0.0, -0.3)))
    sheet.area([*keel, *deck], ink)
    for side in (-1, 1):
        sheet.area([(side * 0.84, 0.3), (side * 0.98, 0.66), (side * 0.84, 0.56), (side * 0.68, 0.66)], ink)
        sheet.stroke([(side * 0.3, -0.3), (side * 0.34, -0.56)], 0.05, sheet.body)
    sheet.area([(-0.32, -0.32), (-0.28, 0.14), (0.28, 0.14), (0.32, -0.32)], ink)
    sheet.stroke([(-0.36, 0.2), (0.36, 0.2)], 0.1, ink)
    sheet.area([(-0.1, -0.2), (-0.1, 0.06), (0.1, 0.06), (0.1, -0.2)], sheet.body)
    sheet.disc(0, 0.56, 0.22, ink)
    for x in (0.52, 0.7):
        sheet.stroke([(x, 0.3), (x - 0.2, -0.86)], 0.06, ink)


def freighter(sheet: Sheet, ink: Colour) -> None:
    """A ship that carries containers in three layers, its bridge at the stern."""
    sheet.area([(-0.9, -0.16), (0.94, -0.16), (0.74, -0.62), (-0.82, -0.62)], ink)
    sheet.stroke([(-0.78, -0.44), (0.78, -0.44)], 0.06, sheet.body)
    sheet.area([(-0.84, -0.1), (-0.84, 0.62), (-0.54, 0.62), (-0.54, -0.1)], ink)
    for y in (0.46, 0.22):
        sheet.stroke([(-0.76, y), (-0.62, y)], 0.09, sheet.body)
    sheet.stroke([(-0.7, 0.6), (-0.7, 0.84)], 0.1, ink)
    for layer, count in enumerate((4, 4, 2)):
        for number in range(count):
            x, y = -0.44 + 0.32 * number, -0.1 + 0.24 * layer
            sheet.area([(x, y), (x, y + 0.19), (x + 0.27, y + 0.19), (x + 0.27, y)], ink)
    sheet.stroke([(x / 20, -0.8 + 0.05 * math.sin(x * 0.7)) for x in range(-17, 18)], 0.08, ink)


def stamped(sheet: Sheet, ink: Colour) -> None:
    """A postage stamp out of which a lugger with two sails and a gull are cut."""
    stamp(sheet, ink)
    sheet.area([(-0.52, -0.2), (0.54, -0.14), (0.4, -0.46), (-0.42, -0.46)], sheet.body)
    sheet.area([(-0.02, 0.5), (0.4, 0.4), (0.46, -0.06), (0.02, -0.08)], sheet.body)
    sheet.area([(-0.14, 0.3), (-0.12, -0.1), (-0.46, -0.12), (-0.36, 0.22)], sheet.body)
    sheet.stroke(curve((-0.56, 0.5), (-0.44, 0.62), (-0.38, 0.5)), 0.05, sheet.body)
    sheet.stroke(curve((-0.38, 0.5), (-0.3, 0.62), (-0.2, 0.5)), 0.05, sheet.body)
    sheet.stroke([(x / 20, -0.58 + 0.03 * math.sin(x * 1.1)) for x in range(-11, 12)], 0.05, sheet.body)


def bauhaus(sheet: Sheet, ink: Colour) -> None:
    """A ship of parts of circles: half of one for its hull, two quarters for its sails, a whole one above."""
    sheet.area(ring(0, -0.2, 0.64, 0.64, 180, 360), ink)
    sheet.area([(0.05, -0.1), *ring(0.05, -0.1, 0.82, 0.82, 0, 90)], ink)
    sheet.area([(-0.05, -0.1), *ring(-0.05, -0.1, 0.54, 0.54, 90, 180)], ink)
    sheet.disc(-0.52, 0.62, 0.2, ink)
    sheet.stroke(ring(0, -0.2, 0.36, 0.36, 180, 360), 0.08, sheet.body)


def woven_ship(sheet: Sheet, ink: Colour) -> None:
    """A ship of four bands that are woven into each other: a sail, a mast, a hull and a wave."""
    wave = [(x / 20, -0.72 + 0.1 * math.sin(x * 0.5)) for x in range(-18, 19)]
    deck = curve((-0.84, 0.06), (0.0, -0.3), (0.84, 0.06))
    hull = [*deck, *curve((0.84, 0.06), (0.56, -0.66), (0.0, -0.66))]
    hull = [*hull, *curve((0.0, -0.66), (-0.56, -0.66), (-0.84, 0.06))]
    sail = mirrored([(-0.36, 0.7), *curve((-0.36, 0.7), (-0.74, 0.3), (-0.46, 0.08))])
    woven(sheet, [(sail, True), ([(0.0, 0.86), (0.0, -0.4)], False), (hull, True), (wave, False)], ink)


def tangram(sheet: Sheet, ink: Colour) -> None:
    """A sailing boat of seven pieces of a tangram."""
    pieces(
        sheet,
        (
            [(0.0, 0.88), (0.0, -0.06), (0.84, -0.06)],
            [(0.0, 0.44), (0.0, -0.06), (-0.5, -0.06)],
            [(-0.5, -0.06), (0.0, 0.44), (-0.5, 0.44)],
            [(-0.92, -0.16), (-0.32, -0.16), (-0.32, -0.76)],
            [(-0.32, -0.16), (0.0, -0.46), (-0.32, -0.76)],
            [(-0.32, -0.16), (0.32, -0.16), (0.0, -0.46)],
            [(0.32, -0.16), (0.92, -0.16), (0.6, -0.76), (-0.32, -0.76)],
        ),
        ink,
    )


def patched(sheet: Sheet, ink: Colour) -> None:
    """A badge for scouts: a tubby ship under full sail."""
    half: Points = [
        (0.0, 0.68), *curve((0, 0.68), (0.3, 0.7), (0.46, 0.6)), *curve((0.46, 0.6), (0.74, 0.26), (0.5, 0)),
        (0.12, -0.04), (0.12, -0.18), (0.7, -0.14), *curve((0.7, -0.14), (0.62, -0.62), (0.3, -0.64)),
    ]  # fmt: skip
    badge(sheet, mirrored([(-x, y) for x, y in reversed(half)]), ink)
    sheet.stroke([(0, 0.52), (0, 0.1)], 0.08, sheet.body)
    sheet.stroke([(-0.3, 0.34), (0.3, 0.34)], 0.08, sheet.body)
    sheet.stroke(curve((-0.46, -0.36), (0.0, -0.44), (0.46, -0.36)), 0.06, sheet.body)


def isometric(sheet: Sheet, ink: Colour) -> None:
    """A ship of building blocks seen slantwise: a long hull, a house of two floors, a funnel."""
    block(sheet, (-0.72, -0.18, -0.36), (1.5, 0.52, 0.3), ink)
    block(sheet, (-0.5, -0.06, -0.06), (0.62, 0.3, 0.28), ink)
    block(sheet, (-0.5, -0.06, 0.22), (0.34, 0.3, 0.24), ink)
    block(sheet, (0.36, -0.02, -0.06), (0.2, 0.22, 0.42), ink)


def barred(sheet: Sheet, ink: Colour) -> None:
    """A ship of level bars: a sail of four on its mast, a hull of three."""
    bars(
        sheet,
        (
            (0.82, [(-0.04, 0.1)]),
            (0.62, [(-0.2, 0.28)]),
            (0.42, [(-0.36, 0.46)]),
            (0.22, [(-0.52, 0.62)]),
            (0.02, [(-0.02, 0.02)]),
            (-0.18, [(-0.84, 0.84)]),
            (-0.38, [(-0.72, 0.72)]),
            (-0.58, [(-0.54, 0.54)]),
            (-0.82, [(-0.84, -0.52), (-0.16, 0.16), (0.52, 0.84)]),
        ),
        ink,
    )


def roped(sheet: Sheet, ink: Colour) -> None:
    """A ship laid of rope: a round hull, a mast, and a sail on one side of it."""
    hull = [(-0.8, -0.14), (0.8, -0.14), *curve((0.8, -0.14), (0.66, -0.8), (0.0, -0.76))]
    hull = [*hull, *curve((0.0, -0.76), (-0.66, -0.8), (-0.8, -0.14))]
    sail: Points = [(0.0, 0.74), *curve((0.0, 0.74), (0.74, 0.56), (0.62, 0.1)), (0.02, 0.1)]
    ropes(sheet, [hull, [(-0.1, -0.1), (-0.1, 0.84)], sail, [(-0.1, 0.62), (-0.58, 0.06)]], ink)


def jigsaw(sheet: Sheet, ink: Colour) -> None:
    """A piece of a jigsaw out of which a ship with one sail is cut."""
    puzzle(sheet, ink)
    sheet.area([(-0.5, -0.2), (0.42, -0.2), *curve((0.42, -0.2), (0.3, -0.5), (0.1, -0.5)), (-0.3, -0.5)],
               sheet.body)  # fmt: skip
    sheet.area([(-0.08, 0.46), *curve((-0.08, 0.46), (0.4, 0.24), (0.34, -0.1)), (-0.08, -0.1)], sheet.body)
    sheet.area([(-0.18, 0.34), (-0.18, -0.1), (-0.46, -0.1)], sheet.body)


def matchsticks(sheet: Sheet, ink: Colour) -> None:
    """A ship laid of nine matches."""
    matches(
        sheet,
        (
            ((0.74, -0.16), (-0.82, -0.16)),
            ((-0.84, -0.26), (-0.58, -0.72)),
            ((-0.44, -0.74), (0.52, -0.74)),
            ((0.64, -0.66), (0.82, -0.24)),
            ((0.0, -0.1), (0.0, 0.84)),
            ((0.12, 0.66), (0.66, 0.1)),
            ((0.52, 0.06), (0.12, 0.06)),
            ((-0.12, 0.56), (-0.56, 0.1)),
            ((-0.44, 0.06), (-0.14, 0.06)),
        ),
        ink,
    )
