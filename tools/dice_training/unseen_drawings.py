"""Drawings of the dice of the rigs that are kept apart (``unseen``): ships, gates and pips.

No drawing here is shared with what networks are trained on. Keep it so: whatever is taken from here into
training no longer says how strange dice are read.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import cv2
import numpy as np

from tools.dice_training.drawings import Floats
from tools.dice_training.looks import Colour

SIDE_PX = 256
FINER = 3  # sides are drawn so many times as large
PRINTED, HOLLOW = 0.82, 0.15  # heights of ink and of a pip's bottom, where 1 is the side of the die
Points = Sequence[tuple[float, float]]


class Sheet:
    """A side of a die. Places are from -1 to 1, to the right and up."""

    def __init__(self, body: Colour) -> None:
        large = SIDE_PX * FINER
        self.colours = np.full((large, large, 3), body, np.float32)
        self.heights = np.ones((large, large), np.float32)
        self.body = body

    def _pixels(self, points: Points) -> Floats:
        places = (np.array(points) * (1, -1) + 1) / 2 * SIDE_PX * FINER
        return np.round(places).astype(np.int32)

    def area(self, points: Points, colour: Colour) -> None:
        """Fills a polygon."""
        cv2.fillPoly(self.colours, [self._pixels(points)], colour)
        cv2.fillPoly(self.heights, [self._pixels(points)], 1.0 if colour == self.body else PRINTED)

    def stroke(self, points: Points, width: float, colour: Colour, closed: bool = False) -> None:
        """Draws along points with a round pen."""
        pen = max(1, round(width / 2 * SIDE_PX * FINER))
        pixels = [self._pixels(points)]
        cv2.polylines(self.colours, pixels, closed, colour, pen)
        cv2.polylines(self.heights, pixels, closed, 1.0 if colour == self.body else PRINTED, pen)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fills a circle."""
        self.area(ring(x, y, radius, radius), colour)

    def pip(self, x: float, y: float, radius: float, colour: Colour, hollow: bool, shape: Points) -> None:
        """A pip, drilled or printed, of a shape whose points are from -1 to 1."""
        self.area([(x + radius * right, y + radius * up) for right, up in shape], colour)
        if hollow:
            for part in np.linspace(1, 0.1, 12):
                height = HOLLOW + (1 - HOLLOW) * float(part) ** 2 * 0.9
                edge = [(x + radius * part * right, y + radius * part * up) for right, up in shape]
                cv2.fillPoly(self.heights, [self._pixels(edge)], height)

    def done(self) -> tuple[Floats, Floats]:
        """Its colours and heights."""
        colours, heights = (
            cv2.resize(part, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
            for part in (self.colours, self.heights)
        )
        return colours, heights


def ring(
    x: float, y: float, across: float, up: float, start: float = 0, end: float = 360
) -> list[tuple[float, float]]:
    """Points of an ellipse, angles in degrees from the right, anticlockwise."""
    around = np.radians(np.linspace(start, end, 40))
    return [(x + across * math.cos(angle), y + up * math.sin(angle)) for angle in around]


def curve(start: tuple[float, float], pull: tuple[float, float], end: tuple[float, float]) -> Points:
    """A curve from one point to another that a third one pulls at."""
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * pull[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * pull[1] + t * t * end[1],
        )
        for t in np.linspace(0, 1, 20)
    ]


def mirrored(points: Points) -> Points:
    """The points and then their mirror images, back again."""
    return [*points, *((-x, y) for x, y in reversed(points))]


# --- the barbarians' sides ---------------------------------------------------------------------------------


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


def galley(sheet: Sheet, ink: Colour) -> None:
    """A boat from above, with its oars out."""
    for oar in range(5):
        y = -0.36 + 0.18 * oar
        sheet.stroke([(-0.7, y - 0.16), (0.0, y), (0.7, y - 0.16)], 0.05, ink)
    sheet.area(mirrored([*curve((0, 0.8), (0.42, 0.3), (0.2, -0.7)), (0.0, -0.7)]), ink)
    sheet.area(mirrored([*curve((0, 0.56), (0.26, 0.24), (0.1, -0.56)), (0.0, -0.56)]), sheet.body)
    sheet.stroke([(-0.2, 0.12), (0.2, 0.12)], 0.07, ink)


def hammer(sheet: Sheet, ink: Colour) -> None:
    """A hammer with a knot on its head."""
    sheet.area([(-0.6, 0.2), (-0.5, 0.6), (0.5, 0.6), (0.6, 0.2), (0.4, 0.06), (-0.4, 0.06)], ink)
    sheet.area([(-0.12, 0.06), (0.12, 0.06), (0.1, -0.6), (0.18, -0.74), (-0.18, -0.74), (-0.1, -0.6)], ink)
    for side in (-1, 1):
        sheet.stroke(ring(side * 0.2, 0.33, 0.16, 0.1), 0.05, sheet.body, True)


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
GATE_PIXELS = (
    "#.#.#...#.#.#",
    "#####...#####",
    "#####...#####",
    "##.##.#.##.##",
    "##.#######.##",
    "#############",
    "#############",
    "#####...#####",
    "####.....####",
    "####.....####",
    "####.....####",
    "####.....####",
    "####.....####",
)


def _pixelled(sheet: Sheet, rows: Sequence[str], colour: Colour) -> None:
    step = 1.44 / len(rows)
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            x, y = -0.72 + column * step, 0.72 - row * step
            if sign == "#":
                sheet.area([(x, y), (x + step, y), (x + step, y - step), (x, y - step)], colour)


def pixel_ship(sheet: Sheet, ink: Colour) -> None:
    """A ship in large squares."""
    _pixelled(sheet, SHIP_PIXELS, ink)


# --- the gates' sides ------------------------------------------------------------------------------------


def bricks(sheet: Sheet, colour: Colour) -> None:
    """A wall of bricks with an arch and a portcullis."""
    sheet.area([(-0.7, -0.66), (-0.7, 0.56), (0.7, 0.56), (0.7, -0.66)], colour)
    for row in range(6):
        y = -0.46 + 0.2 * row
        sheet.stroke([(-0.7, y), (0.7, y)], 0.035, sheet.body)
        for brick in range(4):
            x = -0.53 + 0.36 * brick + 0.18 * (row % 2)
            sheet.stroke([(x, y), (x, y - 0.2)], 0.035, sheet.body)
    sheet.area([(-0.32, -0.68), *ring(0, 0.0, 0.32, 0.3, 180, 0), (0.32, -0.68)], sheet.body)
    for bar in (-0.2, 0.0, 0.2):
        sheet.stroke([(bar, -0.6), (bar, 0.22)], 0.05, colour)
    for bar in (-0.36, -0.08):
        sheet.stroke([(-0.3, bar), (0.3, bar)], 0.05, colour)


def doors(sheet: Sheet, colour: Colour) -> None:
    """Two wings under a round arch, with hinges and rings."""
    arch = [(-0.56, -0.68), *ring(0, 0.1, 0.56, 0.56, 180, 0), (0.56, -0.68)]
    sheet.area(arch, colour)
    sheet.stroke([(0, -0.66), (0, 0.64)], 0.06, sheet.body)
    for side in (-1, 1):
        for y in (-0.4, 0.1):
            sheet.stroke([(side * 0.5, y), (side * 0.2, y)], 0.07, sheet.body)
        sheet.stroke(ring(side * 0.14, -0.16, 0.06, 0.06), 0.035, sheet.body, True)
    sheet.stroke([(-0.68, -0.68), *ring(0, 0.1, 0.68, 0.68, 180, 0), (0.68, -0.68)], 0.06, colour)


def bridge(sheet: Sheet, colour: Colour) -> None:
    """A wall with two arches and a walk along its top."""
    sheet.area([(-0.78, -0.52), (-0.78, 0.34), (0.78, 0.34), (0.78, -0.52)], colour)
    for merlon in range(4):
        x = -0.78 + 0.43 * merlon
        sheet.area([(x, 0.34), (x, 0.54), (x + 0.26, 0.54), (x + 0.26, 0.34)], colour)
    for x in (-0.38, 0.38):
        sheet.area([(x - 0.24, -0.54), *ring(x, -0.14, 0.24, 0.26, 180, 0), (x + 0.24, -0.54)], sheet.body)
    sheet.stroke([(-0.78, 0.22), (0.78, 0.22)], 0.04, sheet.body)


def skyline(sheet: Sheet, colour: Colour) -> None:
    """Three towers: a dome, a spire and a flag."""
    sheet.area([(-0.72, -0.62), (-0.72, 0.08), *ring(-0.5, 0.08, 0.22, 0.26, 180, 0), (-0.28, -0.62)], colour)
    sheet.area([(-0.2, -0.62), (-0.2, 0.3), (0.0, 0.78), (0.2, 0.3), (0.2, -0.62)], colour)
    sheet.area([(0.28, -0.62), (0.28, 0.2), (0.72, 0.2), (0.72, -0.62)], colour)
    sheet.stroke([(0.4, 0.2), (0.4, 0.62)], 0.05, colour)
    sheet.area([(0.4, 0.64), (0.72, 0.52), (0.4, 0.4)], colour)
    for x, y in ((-0.5, -0.06), (0.0, 0.16), (0.5, 0.0)):
        sheet.area([(x - 0.07, y - 0.16), *ring(x, y, 0.07, 0.07, 180, 0), (x + 0.07, y - 0.16)], sheet.body)


def quartered(sheet: Sheet, colour: Colour) -> None:
    """A coat of arms of four quarters."""
    outline = mirrored([(0.0, 0.66), (0.58, 0.66), *curve((0.58, 0.1), (0.5, -0.5), (0.0, -0.76))])
    sheet.area(outline, colour)
    sheet.area([(0, 0.56), (0.48, 0.56), (0.48, 0.04), (0, 0.04)], sheet.body)
    sheet.area([(0, 0.04), (-0.48, 0.04), *curve((-0.48, 0.04), (-0.4, -0.4), (0.0, -0.62))], sheet.body)
    sheet.disc(0.24, 0.3, 0.11, colour)
    sheet.disc(-0.22, -0.16, 0.1, colour)


def initial(sheet: Sheet, colour: Colour) -> None:
    """A round letter in a square frame."""
    frame = [(-0.74, -0.74), (0.74, -0.74), (0.74, 0.74), (-0.74, 0.74)]
    sheet.stroke(frame, 0.07, colour, True)
    sheet.stroke(ring(0, 0, 0.36, 0.44, 45, 330), 0.17, colour)
    sheet.stroke([(0.34, -0.2), (0.34, -0.02), (0.06, -0.02)], 0.15, colour)


def pixel_gate(sheet: Sheet, colour: Colour) -> None:
    """A gate in large squares."""
    _pixelled(sheet, GATE_PIXELS, colour)


def roundel(sheet: Sheet, colour: Colour) -> None:
    """A coloured side with a keep between rays."""
    sheet.area([(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)], colour)
    for ray in range(12):
        angle = math.radians(30 * ray)
        x, y = math.cos(angle), math.sin(angle)
        sheet.stroke([(0.6 * x, 0.6 * y), (0.76 * x, 0.76 * y)], 0.08, sheet.body)
    sheet.area(mirrored([(-0.3, -0.4), (-0.24, 0.16), (-0.34, 0.2), (-0.34, 0.4)]), sheet.body)
    sheet.area([(-0.1, -0.42), *ring(0, -0.14, 0.1, 0.1, 180, 0), (0.1, -0.42)], colour)


def pennant(sheet: Sheet, colour: Colour) -> None:
    """A flag with two tails, a bar across it, on a pole."""
    sheet.stroke([(-0.56, 0.78), (-0.56, -0.78)], 0.09, colour)
    sheet.area([(-0.5, 0.68), (0.76, 0.5), (0.44, 0.28), (0.76, 0.04), (-0.5, -0.12)], colour)
    sheet.stroke([(-0.16, 0.62), (-0.16, -0.06)], 0.14, sheet.body)


def padlock(sheet: Sheet, colour: Colour) -> None:
    """A lock with its keyhole."""
    sheet.stroke([(-0.32, 0.0), *ring(0, 0.28, 0.32, 0.36, 180, 0), (0.32, 0.0)], 0.14, colour)
    sheet.area([(-0.54, 0.08), (-0.54, -0.6), *ring(0, -0.6, 0.54, 0.12, 180, 360), (0.54, 0.08)], colour)
    sheet.disc(0, -0.2, 0.12, sheet.body)
    sheet.area([(-0.05, -0.2), (0.05, -0.2), (0.09, -0.5), (-0.09, -0.5)], sheet.body)


def turret(sheet: Sheet, colour: Colour) -> None:
    """One tower as of a game of chess."""
    sheet.area(
        mirrored([(-0.6, -0.78), (-0.6, -0.56), (-0.42, -0.48), (-0.3, 0.16), (-0.5, 0.26), (-0.5, 0.44)]),
        colour,
    )
    for merlon in range(3):
        x = -0.5 + 0.39 * merlon
        sheet.area([(x, 0.4), (x, 0.76), (x + 0.22, 0.76), (x + 0.22, 0.4)], colour)
    sheet.stroke([(-0.34, 0.16), (0.34, 0.16)], 0.05, sheet.body)
    sheet.stroke([(-0.46, -0.52), (0.46, -0.52)], 0.05, sheet.body)
    sheet.stroke([(0, -0.02), (0, -0.26)], 0.1, sheet.body)


def torii(sheet: Sheet, colour: Colour) -> None:
    """Two posts under two beams, the upper one bent."""
    sheet.area(
        [*curve((-0.86, 0.74), (0.0, 0.5), (0.86, 0.74)), *curve((0.78, 0.5), (0.0, 0.32), (-0.78, 0.5))],
        colour,
    )
    sheet.area([(-0.64, 0.22), (-0.64, 0.04), (0.64, 0.04), (0.64, 0.22)], colour)
    sheet.area([(-0.1, 0.44), (-0.1, 0.2), (0.1, 0.2), (0.1, 0.44)], colour)
    for side in (-1, 1):
        sheet.area(
            [(side * x, y) for x, y in ((0.38, 0.46), (0.54, 0.46), (0.62, -0.7), (0.44, -0.7))], colour
        )
        sheet.area(
            [(side * x, y) for x, y in ((0.36, -0.66), (0.7, -0.66), (0.7, -0.8), (0.36, -0.8))], colour
        )


def key(sheet: Sheet, colour: Colour) -> None:
    """The key of a town."""
    for x, y in ((-0.2, 0.42), (0.2, 0.42), (0.0, 0.68)):
        sheet.stroke(ring(x, y, 0.17, 0.17), 0.11, colour, True)
    sheet.stroke([(0, 0.36), (0, -0.8)], 0.15, colour)
    sheet.stroke([(-0.2, 0.16), (0.2, 0.16)], 0.1, colour)
    for high, low, reach in ((-0.36, -0.54, 0.44), (-0.5, -0.64, 0.3), (-0.6, -0.8, 0.44)):
        sheet.area([(0, high), (reach, high), (reach, low), (0, low)], colour)


def railings(sheet: Sheet, colour: Colour) -> None:
    """Two wings of iron bars with points, between stone posts."""
    for side in (-1, 1):
        sheet.area([(side * x, y) for x, y in ((0.6, -0.78), (0.6, 0.4), (0.84, 0.4), (0.84, -0.78))], colour)
        sheet.disc(side * 0.72, 0.54, 0.14, colour)
        for x, top in ((0.15, 0.56), (0.38, 0.36)):
            sheet.stroke([(side * x, -0.74), (side * x, top)], 0.1, colour)
            point = [(side * x - 0.11, top), (side * x, top + 0.24), (side * x + 0.11, top)]
            sheet.area(point, colour)
    for y in (-0.62, -0.12):
        sheet.stroke([(-0.6, y), (0.6, y)], 0.1, colour)


def drawbridge(sheet: Sheet, colour: Colour) -> None:
    """Two towers with steep roofs, and a bridge let down on its chains."""
    for side in (-1, 1):
        sheet.area(
            [(side * x, y) for x, y in ((0.36, -0.42), (0.36, 0.3), (0.74, 0.3), (0.74, -0.42))], colour
        )
        sheet.area([(side * x, y) for x, y in ((0.28, 0.36), (0.55, 0.86), (0.82, 0.36))], colour)
        sheet.stroke([(side * 0.55, 0.08), (side * 0.55, -0.1)], 0.1, sheet.body)
        sheet.stroke([(side * 0.3, 0.04), (side * 0.46, -0.5)], 0.04, colour)
    sheet.area([(-0.36, 0.24), (0.36, 0.24), (0.36, 0.06), (-0.36, 0.06)], colour)
    sheet.area([(-0.26, -0.38), (0.26, -0.38), (0.56, -0.8), (-0.56, -0.8)], colour)
    for y in (-0.51, -0.65):
        sheet.stroke([(-0.46, y), (0.46, y)], 0.035, sheet.body)


def rampart(sheet: Sheet, colour: Colour) -> None:
    """The lower part of the side is a coloured wall with battlements and a pointed gateway."""
    tops = []
    for merlon in range(4):
        x = -0.9 + 0.52 * merlon
        tops += [(x, 0.28), (x, 0.56), (x + 0.28, 0.56), (x + 0.28, 0.28)]
    sheet.area([(-0.9, -0.88), *tops[:-2], (0.9, 0.56), (0.9, -0.88)], colour)
    arch = [
        *curve((-0.26, -0.36), (-0.24, -0.04), (0.0, 0.12)),
        *curve((0.0, 0.12), (0.24, -0.04), (0.26, -0.36)),
    ]
    sheet.area([(-0.26, -0.9), *arch, (0.26, -0.9)], sheet.body)
    for side in (-1, 1):
        sheet.stroke([(side * 0.58, 0.0), (side * 0.58, -0.3)], 0.1, sheet.body)


# --- pips -------------------------------------------------------------------------------------

GRID = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (-1, 0), (-1, -1), (1, 1), (1, 0), (1, -1)),
}


HOLLOWED = ("drilled", "eastern", "painted", "square", "heart")
CIRCLE = ring(0, 0, 1, 1)
PIP_SHAPES: dict[str, Points] = {
    "square": [
        *ring(0.66, 0.66, 0.24, 0.24, 0, 90), *ring(-0.66, 0.66, 0.24, 0.24, 90, 180),
        *ring(-0.66, -0.66, 0.24, 0.24, 180, 270), *ring(0.66, -0.66, 0.24, 0.24, 270, 360),
    ],
    "lozenge": [(0, 1.2), (0.86, 0), (0, -1.2), (-0.86, 0)],
    "heart": mirrored(
        [(0, 0.52), *ring(0.5, 0.48, 0.54, 0.54, 150, -20), *curve((1.0, 0.3), (0.8, -0.3), (0, -1.06))]
    ),
    "star": [
        (reach * math.sin(math.radians(36 * point)), reach * math.cos(math.radians(36 * point)))
        for point in range(10) for reach in ((1.3, 0.62)[point % 2],)
    ],
}  # fmt: skip


def dotted(sheet: Sheet, value: int, colour: Colour, radius: float, reach: float, manner: str) -> None:
    """Pips: ``drilled``, ``printed``, ``ringed`` (a ring round each), ``eastern`` (a large one), ``painted``
    (drilled, with paint that does not reach the edge), or in one of ``PIP_SHAPES``."""
    shape = PIP_SHAPES.get(manner, CIRCLE)
    for x, y in GRID[value]:
        if manner == "eastern" and value == 1:
            sheet.pip(0, 0, radius * 1.7, colour, True, shape)
            continue
        if manner == "ringed":
            sheet.stroke(ring(x * reach, y * reach, radius * 1.25, radius * 1.25), 0.03, colour, True)
        sheet.pip(x * reach, y * reach, radius, colour, manner in HOLLOWED, shape)
        if manner == "painted":
            sheet.stroke(ring(x * reach, y * reach, radius * 1.04, radius * 1.04), 0.035, _darker(sheet.body))


def _darker(colour: Colour) -> Colour:
    red, green, blue = colour
    return red * 0.55, green * 0.55, blue * 0.55
