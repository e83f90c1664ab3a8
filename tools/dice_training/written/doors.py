"""The gates' signs on the event dice of the rigs u40 to u47."""

from __future__ import annotations

import math

from tools.dice_training.looks import Colour
from tools.dice_training.written.sheet import Sheet, archway, curve, mirrored, ring


def lock_gates(sheet: Sheet, colour: Colour) -> None:
    """The two wings of a canal's lock, which meet in a point, with their long beams."""
    for side in (-1, 1):
        wing = ((0.04, 0.36), (0.66, 0.12), (0.66, -0.78), (0.04, -0.56))
        sheet.area([(side * x, y) for x, y in wing], colour)
        for drop in (0.22, 0.5):
            sheet.stroke([(side * 0.14, 0.3 - drop), (side * 0.58, 0.12 - drop)], 0.08, sheet.body)
        beam = ((0.0, 0.7), (0.9, 0.44), (0.9, 0.24), (0.0, 0.5))
        sheet.area([(side * x, y) for x, y in beam], colour)
        sheet.stroke([(side * 0.8, 0.34), (side * 0.8, -0.8)], 0.16, colour)


def tunnel(sheet: Sheet, colour: Colour) -> None:
    """The mouth of a tunnel, its stones in a ring, and rails with sleepers that lead into it."""
    sheet.area([(-0.9, -0.56), (-0.9, 0.3), (-0.5, 0.66), (0.5, 0.66), (0.9, 0.3), (0.9, -0.56)], colour)
    sheet.area(archway(0.5, -0.58, 0.0, 0.48), sheet.body)
    for stone in range(6):
        angle = math.radians(15 + 30 * stone)
        x, y = math.cos(angle), math.sin(angle)
        sheet.stroke([(0.5 * x, 0.48 * y), (0.68 * x, 0.64 * y)], 0.05, sheet.body)
    for side in (-1, 1):
        sheet.stroke([(side * 0.14, -0.06), (side * 0.44, -0.86)], 0.09, colour)
    for y, reach in ((-0.2, 0.26), (-0.44, 0.38), (-0.7, 0.54)):
        sheet.stroke([(-reach, y), (reach, y)], 0.09, colour)


def picket(sheet: Sheet, colour: Colour) -> None:
    """A garden's gate of five pointed slats, whose tops swing down towards its middle."""
    for x, top in ((-0.68, 0.6), (-0.34, 0.36), (0.0, 0.26), (0.34, 0.36), (0.68, 0.6)):
        sheet.area(
            [(x - 0.13, -0.8), (x - 0.13, top), (x, top + 0.22), (x + 0.13, top), (x + 0.13, -0.8)], colour
        )
    for y in (0.06, -0.54):
        sheet.stroke([(-0.88, y), (0.88, y)], 0.14, colour)


def swing_doors(sheet: Sheet, colour: Colour) -> None:
    """The two half doors of a bar, with louvres, between posts under a lintel."""
    sheet.area([(-0.86, 0.64), (0.86, 0.64), (0.86, 0.86), (-0.86, 0.86)], colour)
    for side in (-1, 1):
        sheet.stroke([(side * 0.76, 0.66), (side * 0.76, -0.84)], 0.2, colour)
        wing = [(0.06, 0.12), *curve((0.06, 0.12), (0.3, 0.16), (0.58, 0.44)), (0.58, -0.5), (0.06, -0.5)]
        sheet.area([(side * x, y) for x, y in wing], colour)
        for y in (0.0, -0.16, -0.32):
            sheet.stroke([(side * 0.18, y), (side * 0.46, y)], 0.065, sheet.body)


def gate_tower(sheet: Sheet, colour: Colour) -> None:
    """One square tower over a street: a pyramid for its roof, a clock, and a wide low arch."""
    sheet.area([(-0.5, 0.3), (0.0, 0.92), (0.5, 0.3)], colour)
    sheet.area([(-0.44, 0.24), (0.44, 0.24), (0.44, -0.12), (-0.44, -0.12)], colour)
    sheet.disc(0, 0.06, 0.14, sheet.body)
    sheet.area([(-0.8, -0.18), (0.8, -0.18), (0.8, -0.82), (-0.8, -0.82)], colour)
    sheet.area(archway(0.4, -0.84, -0.6, 0.26), sheet.body)


def lion_gate(sheet: Sheet, colour: Colour) -> None:
    """A gate of huge blocks: two posts, a lintel, and a three-cornered stone with a column on it."""
    for side in (-1, 1):
        post = ((0.3, -0.8), (0.24, -0.04), (0.5, -0.04), (0.58, -0.8))
        sheet.area([(side * x, y) for x, y in post], colour)
        for low in (-0.8, -0.38, 0.04, 0.46):
            block = ((0.66, low), (0.66, low + 0.34), (0.92, low + 0.34), (0.92, low))
            sheet.area([(side * x, y) for x, y in block], colour)
    sheet.area([(-0.58, 0.04), (0.58, 0.04), (0.58, 0.24), (-0.58, 0.24)], colour)
    sheet.area([(-0.52, 0.3), (0.0, 0.92), (0.52, 0.3)], colour)
    sheet.stroke([(0, 0.32), (0, 0.62)], 0.11, sheet.body)


def child_castle(sheet: Sheet, colour: Colour) -> None:
    """A castle as a child draws it, in one thick line, with two windows and a door."""
    tops = [
        (-0.78, 0.68),
        (-0.56, 0.68),
        (-0.56, 0.46),
        (-0.34, 0.46),
        (-0.34, 0.68),
        (-0.12, 0.68),
        (-0.12, 0.34),
    ]
    sheet.stroke(mirrored([(-0.78, -0.76), *tops]), 0.12, colour, True)
    sheet.stroke(archway(0.24, -0.74, -0.34, 0.26), 0.12, colour)
    for side in (-1, 1):
        sheet.disc(side * 0.44, 0.14, 0.13, colour)
    sheet.disc(0.1, -0.46, 0.06, colour)


def ajar(sheet: Sheet, colour: Colour) -> None:
    """A heavy door that stands half open in its round frame, so that one sees along it."""
    frame = [*archway(0.76, -0.82, 0.1, 0.74), *reversed(archway(0.52, -0.82, 0.1, 0.52))]
    sheet.area(frame, colour)
    sheet.area(
        [(-0.46, -0.74), (-0.46, 0.4), *curve((-0.4, 0.46), (-0.1, 0.6), (0.14, 0.36)), (0.14, -0.88)], colour
    )
    for low, high in ((-0.5, -0.58), (0.2, 0.2)):
        sheet.stroke([(-0.44, low), (0.02, high)], 0.08, sheet.body)
    sheet.stroke(ring(-0.02, -0.18, 0.08, 0.1), 0.05, sheet.body, True)
