"""The gates' signs on the event dice of rigs that were written down by hand."""

from __future__ import annotations

import math

from tools.dice_training.looks import Colour
from tools.dice_training.written.sheet import Sheet, archway, curve, mirrored, ring


def bricks(sheet: Sheet, colour: Colour) -> None:
    """A wall of bricks with an arch and a portcullis."""
    sheet.area([(-0.7, -0.66), (-0.7, 0.56), (0.7, 0.56), (0.7, -0.66)], colour)
    for row in range(6):
        y = -0.46 + 0.2 * row
        sheet.stroke([(-0.7, y), (0.7, y)], 0.035, sheet.body)
        for brick in range(4):
            x = -0.53 + 0.36 * brick + 0.18 * (row % 2)
            sheet.stroke([(x, y), (x, y - 0.2)], 0.035, sheet.body)
    sheet.area(archway(0.32, -0.68, 0.0, 0.3), sheet.body)
    for bar in (-0.2, 0.0, 0.2):
        sheet.stroke([(bar, -0.6), (bar, 0.22)], 0.05, colour)
    for bar in (-0.36, -0.08):
        sheet.stroke([(-0.3, bar), (0.3, bar)], 0.05, colour)


def doors(sheet: Sheet, colour: Colour) -> None:
    """Two wings under a round arch, with hinges and rings."""
    arch = archway(0.56, -0.68, 0.1, 0.56)
    sheet.area(arch, colour)
    sheet.stroke([(0, -0.66), (0, 0.64)], 0.06, sheet.body)
    for side in (-1, 1):
        for y in (-0.4, 0.1):
            sheet.stroke([(side * 0.5, y), (side * 0.2, y)], 0.07, sheet.body)
        sheet.stroke(ring(side * 0.14, -0.16, 0.06, 0.06), 0.035, sheet.body, True)
    sheet.stroke(archway(0.68, -0.68, 0.1, 0.68), 0.06, colour)


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


def planks(sheet: Sheet, colour: Colour) -> None:
    """A barn's door: a frame of boards, a bar across it and two braces."""
    frame = [(-0.64, -0.74), (0.64, -0.74), (0.64, 0.74), (-0.64, 0.74)]
    sheet.stroke(frame, 0.2, colour, True)
    sheet.stroke([(-0.6, 0.0), (0.6, 0.0)], 0.18, colour)
    sheet.stroke([(-0.56, -0.66), (0.56, -0.06)], 0.17, colour)
    sheet.stroke([(-0.56, 0.06), (0.56, 0.66)], 0.17, colour)
    sheet.disc(-0.34, -0.2, 0.1, colour)


def portcullis(sheet: Sheet, colour: Colour) -> None:
    """Five pointed bars on two chains."""
    for x in (-0.56, -0.28, 0.0, 0.28, 0.56):
        sheet.stroke([(x, 0.42), (x, -0.56)], 0.11, colour)
        sheet.area([(x - 0.11, -0.54), (x + 0.11, -0.54), (x, -0.84)], colour)
    for y in (0.36, 0.02, -0.32):
        sheet.stroke([(-0.66, y), (0.66, y)], 0.11, colour)
    for side in (-1, 1):
        for link in range(2):
            sheet.stroke(ring(side * 0.56, 0.54 + 0.2 * link, 0.08, 0.11), 0.06, colour, True)


def star_fort(sheet: Sheet, colour: Colour) -> None:
    """A fortress from above: five bastions, a ditch and a round yard."""
    points = []
    for point in range(5):
        for turn, reach in ((0, 0.88), (20, 0.6), (20, 0.5), (52, 0.5), (52, 0.6)):
            angle = math.radians(90 + 72 * point + turn)
            points.append((reach * math.cos(angle), reach * math.sin(angle) - 0.04))
    sheet.area(points, colour)
    sheet.disc(0, -0.04, 0.32, sheet.body)
    sheet.disc(0, -0.04, 0.19, colour)
    sheet.stroke([(0, -0.04), (0, -0.6)], 0.12, sheet.body)


def mural_crown(sheet: Sheet, colour: Colour) -> None:
    """The crown of a city: a ring of walls with three towers."""
    sheet.area([(-0.62, -0.2), (-0.74, 0.16), (0.74, 0.16), (0.62, -0.2)], colour)
    for x, low, high in ((-0.6, 0.16, 0.5), (0.0, 0.16, 0.58), (0.6, 0.16, 0.5)):
        sheet.area([(x - 0.18, low), (x + 0.18, low), (x + 0.22, high), (x - 0.22, high)], colour)
        for step in (-0.22, -0.06, 0.1):
            sheet.area(
                [
                    (x + step, high),
                    (x + step + 0.11, high),
                    (x + step + 0.11, high + 0.16),
                    (x + step, high + 0.16),
                ],
                colour,
            )
        sheet.stroke([(x, 0.1), (x, 0.3)], 0.09, sheet.body)
    sheet.area(
        [
            (-0.6, -0.28),
            *ring(0, -0.28, 0.6, 0.1, 180, 360),
            (0.58, -0.6),
            *ring(0, -0.6, 0.58, 0.12, 360, 180),
        ],
        colour,
    )
    for x in (-0.34, 0.0, 0.34):
        sheet.disc(x, -0.5 - 0.02 * (x == 0), 0.085, sheet.body)


def triumph(sheet: Sheet, colour: Colour) -> None:
    """A triumphal arch: a tall arch between two low ones, columns, and a heavy top."""
    sheet.area([(-0.78, -0.76), (0.78, -0.76), (0.78, 0.42), (-0.78, 0.42)], colour)
    sheet.area([(-0.86, 0.36), (0.86, 0.36), (0.86, 0.5), (-0.86, 0.5)], colour)
    sheet.area([(-0.66, 0.56), (0.66, 0.56), (0.66, 0.84), (-0.66, 0.84)], colour)
    sheet.area(archway(0.25, -0.78, 0.0, 0.26), sheet.body)
    for side in (-1, 1):
        x = side * 0.53
        sheet.area([(x - 0.13, -0.78), *ring(x, -0.3, 0.13, 0.14, 180, 0), (x + 0.13, -0.78)], sheet.body)
        sheet.disc(x, 0.1, 0.1, sheet.body)


def arches(sheet: Sheet, colour: Colour) -> None:
    """Three round arches one within the other, and a small door behind them."""
    for reach in (0.72, 0.46):
        sheet.stroke(archway(reach, -0.72, 0.06, reach), 0.15, colour)
    sheet.area(archway(0.22, -0.78, 0.06, 0.22), colour)
    sheet.disc(0.1, -0.26, 0.06, sheet.body)


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


def pixel_gate(sheet: Sheet, colour: Colour) -> None:
    """A gate in large squares."""
    sheet.squares(GATE_PIXELS, colour)


def roundel(sheet: Sheet, colour: Colour) -> None:
    """A coloured side with a keep between rays."""
    sheet.area([(-0.86, -0.86), (0.86, -0.86), (0.86, 0.86), (-0.86, 0.86)], colour)
    for ray in range(12):
        angle = math.radians(30 * ray)
        x, y = math.cos(angle), math.sin(angle)
        sheet.stroke([(0.6 * x, 0.6 * y), (0.76 * x, 0.76 * y)], 0.08, sheet.body)
    sheet.area(mirrored([(-0.3, -0.4), (-0.24, 0.16), (-0.34, 0.2), (-0.34, 0.4)]), sheet.body)
    sheet.area(archway(0.1, -0.42, -0.14, 0.1), colour)


def pennant(sheet: Sheet, colour: Colour) -> None:
    """A flag with two tails, a bar across it, on a pole."""
    sheet.stroke([(-0.56, 0.78), (-0.56, -0.78)], 0.09, colour)
    sheet.area([(-0.5, 0.68), (0.76, 0.5), (0.44, 0.28), (0.76, 0.04), (-0.5, -0.12)], colour)
    sheet.stroke([(-0.16, 0.62), (-0.16, -0.06)], 0.14, sheet.body)


def padlock(sheet: Sheet, colour: Colour) -> None:
    """A lock with its keyhole."""
    sheet.stroke(archway(0.32, 0.0, 0.28, 0.36), 0.14, colour)
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


def gatehouse(sheet: Sheet, colour: Colour) -> None:
    """Two towers with battlements and a lower wall between them, which has an arch."""
    for side in (-1, 1):
        top = [(0.34, 0.4), (0.26, 0.46), (0.26, 0.6), (0.9, 0.6), (0.9, 0.46), (0.82, 0.4)]
        sheet.area([(side * x, y) for x, y in ((0.34, -0.78), *top, (0.82, -0.78))], colour)
        for x in (0.26, 0.5, 0.74):
            merlon = [(x, 0.58), (x, 0.8), (x + 0.16, 0.8), (x + 0.16, 0.58)]
            sheet.area([(side * right, up) for right, up in merlon], colour)
        sheet.stroke([(side * 0.58, 0.24), (side * 0.58, -0.04)], 0.12, sheet.body)
    sheet.area([(-0.36, -0.78), (-0.36, 0.16), (0.36, 0.16), (0.36, -0.78)], colour)
    sheet.area(archway(0.22, -0.8, -0.36, 0.26), sheet.body)


def moon_gate(sheet: Sheet, colour: Colour) -> None:
    """A garden's wall with a round opening, under a roof with turned-up eaves."""
    sheet.area([(-0.82, -0.8), (-0.82, 0.36), (0.82, 0.36), (0.82, -0.8)], colour)
    sheet.disc(0, -0.28, 0.42, sheet.body)
    eave = [(-0.5, 0.84), *curve((-0.52, 0.84), (-0.6, 0.5), (-0.94, 0.6)), (-0.84, 0.44)]
    sheet.area(mirrored(eave), colour)
    sheet.area([(-0.3, -0.72), (-0.3, -0.82), (0.3, -0.82), (0.3, -0.72)], colour)


def trellis(sheet: Sheet, colour: Colour) -> None:
    """A garden's arch with a lattice in it."""
    sheet.stroke(archway(0.66, -0.78, 0.12, 0.62), 0.2, colour)
    for y in (-0.6, -0.1, 0.36):
        sheet.stroke([(-0.56, y), (0.56, y)], 0.15, colour)
    for x in (-0.24, 0.24):
        sheet.stroke([(x, -0.78), (x, 0.6)], 0.15, colour)


def keyhole(sheet: Sheet, colour: Colour) -> None:
    """A round plate of a lock with its keyhole left out."""
    sheet.disc(0, 0, 0.84, colour)
    sheet.stroke(ring(0, 0, 0.7, 0.7), 0.06, sheet.body, True)
    sheet.disc(0, 0.18, 0.24, sheet.body)
    sheet.area([(-0.1, 0.1), (0.1, 0.1), (0.24, -0.48), (-0.24, -0.48)], sheet.body)


def pagoda(sheet: Sheet, colour: Colour) -> None:
    """A gate tower with three roofs, the upper ones smaller."""
    for low, reach in ((-0.22, 0.86), (0.18, 0.64), (0.54, 0.44)):
        roof = [
            (-reach * 0.45, low + 0.22),
            *curve((-reach * 0.5, low + 0.2), (-reach * 0.7, low), (-reach, low + 0.04)),
        ]
        sheet.area(mirrored([*roof, (-reach * 0.9, low - 0.08)]), colour)
        sheet.area(
            [(-reach * 0.5, low), (reach * 0.5, low), (reach * 0.5, low - 0.2), (-reach * 0.5, low - 0.2)],
            colour,
        )
    sheet.area([(-0.62, -0.3), (0.62, -0.3), (0.62, -0.8), (-0.62, -0.8)], colour)
    sheet.area(archway(0.2, -0.82, -0.54, 0.14), sheet.body)
    sheet.stroke([(0, 0.7), (0, 0.9)], 0.1, colour)


def banner(sheet: Sheet, colour: Colour) -> None:
    """A cloth that hangs from a bar, with two tails, a chevron and a ball."""
    sheet.stroke([(-0.74, 0.74), (0.74, 0.74)], 0.13, colour)
    sheet.area(mirrored([(-0.56, 0.72), (-0.56, -0.84), (0.0, -0.5)]), colour)
    sheet.stroke([(-0.6, -0.24), (0.0, 0.06), (0.6, -0.24)], 0.15, sheet.body)
    sheet.disc(0, 0.38, 0.16, sheet.body)


def hexed(sheet: Sheet, colour: Colour) -> None:
    """A coloured hexagon with a castle left out of it."""
    corners = [math.radians(60 * corner + 30) for corner in range(6)]
    sheet.area([(0.9 * math.cos(angle), 0.9 * math.sin(angle)) for angle in corners], colour)
    tops = [(-0.42, 0.06), (-0.42, 0.3), (-0.24, 0.3), (-0.24, 0.18), (-0.14, 0.18), (-0.14, 0.48)]
    sheet.area(mirrored([(-0.42, -0.42), *tops]), sheet.body)
    sheet.area(archway(0.13, -0.44, -0.2, 0.14), colour)


def pylons(sheet: Sheet, colour: Colour) -> None:
    """The gate of a temple: two sloping towers, a lower lintel with a door, and a sun above it."""
    for side in (-1, 1):
        tower = (
            (0.24, -0.76),
            (0.3, 0.5),
            (0.22, 0.5),
            (0.22, 0.66),
            (0.8, 0.66),
            (0.8, 0.5),
            (0.72, 0.5),
            (0.88, -0.76),
        )
        sheet.area([(side * x, y) for x, y in tower], colour)
        sheet.stroke([(side * 0.5, 0.3), (side * 0.52, -0.5)], 0.11, sheet.body)
    sheet.area([(-0.3, -0.02), (0.3, -0.02), (0.3, -0.26), (-0.3, -0.26)], colour)
    sheet.disc(0, 0.3, 0.15, colour)


def onion_dome(sheet: Sheet, colour: Colour) -> None:
    """A tower with a gateway under an onion-shaped dome, and a low wall to each side."""
    point, bulb = curve((0, 0.94), (0.06, 0.7), (0.28, 0.6)), curve((0.28, 0.6), (0.6, 0.4), (0.26, 0.18))
    sheet.area(mirrored([*point, *bulb]), colour)
    sheet.area([(-0.36, 0.14), (0.36, 0.14), (0.36, -0.8), (-0.36, -0.8)], colour)
    sheet.area(archway(0.17, -0.82, -0.36, 0.2), sheet.body)
    sheet.stroke([(-0.36, 0.0), (0.36, 0.0)], 0.06, sheet.body)
    for side in (-1, 1):
        for left, right, top in ((0.44, 0.88, -0.2), (0.56, 0.74, -0.06)):
            wall = [(left, -0.8), (left, top), (right, top), (right, -0.8)]
            sheet.area([(side * x, y) for x, y in wall], colour)


def farm_gate(sheet: Sheet, colour: Colour) -> None:
    """A gate of a pasture: five bars and a brace between two posts."""
    for x in (-0.76, 0.76):
        sheet.stroke([(x, -0.72), (x, 0.72)], 0.18, colour)
    for y in (0.46, 0.2, -0.06, -0.3, -0.54):
        sheet.stroke([(-0.7, y), (0.7, y)], 0.11, colour)
    sheet.stroke([(-0.66, -0.54), (0.66, 0.46)], 0.12, colour)


def horseshoe(sheet: Sheet, colour: Colour) -> None:
    """A Moorish arch in a square frame, its stones coloured and plain by turns."""
    sheet.area([(-0.8, -0.8), (-0.8, 0.8), (0.8, 0.8), (0.8, -0.8)], colour)
    for stone in range(7):
        angle = math.radians(-15 + 35 * stone)
        x, y = math.cos(angle), math.sin(angle)
        sheet.stroke([(0.46 * x, 0.1 + 0.46 * y), (0.62 * x, 0.1 + 0.62 * y)], 0.12, sheet.body)
    sheet.area([(-0.22, -0.82), *ring(0, 0.1, 0.34, 0.34, 230, -50), (0.22, -0.82)], sheet.body)


def lych_gate(sheet: Sheet, colour: Colour) -> None:
    """The gate of a churchyard: a steep roof on two posts with braces, and a low wall."""
    sheet.area([(-0.9, 0.06), (-0.5, 0.8), (0.5, 0.8), (0.9, 0.06)], colour)
    for y in (0.3, 0.54):
        sheet.stroke([(-0.8, y), (0.8, y)], 0.05, sheet.body)
    for side in (-1, 1):
        sheet.stroke([(side * 0.52, 0.06), (side * 0.52, -0.78)], 0.15, colour)
        sheet.stroke([(side * 0.5, -0.3), (side * 0.18, 0.02)], 0.1, colour)
        wall = ((0.62, -0.42), (0.9, -0.42), (0.9, -0.8), (0.62, -0.8))
        sheet.area([(side * x, y) for x, y in wall], colour)


def knocker(sheet: Sheet, colour: Colour) -> None:
    """A ring to knock with in the mouth of a beast's head, and four nails."""
    sheet.stroke(ring(0, -0.3, 0.42, 0.44), 0.15, colour, True)
    sheet.disc(0, 0.32, 0.46, colour)
    for side in (-1, 1):
        sheet.disc(side * 0.18, 0.42, 0.09, sheet.body)
        sheet.disc(side * 0.38, 0.7, 0.14, colour)
        for y in (-0.76, 0.78):
            sheet.disc(side * 0.78, y, 0.1, colour)
    sheet.stroke([(-0.2, 0.08), (0.2, 0.08)], 0.08, sheet.body)


def round_towers(sheet: Sheet, colour: Colour) -> None:
    """The plan of a gate: two round towers, the walls of the passage between them, and its door."""
    for side in (-1, 1):
        sheet.disc(side * 0.52, 0.34, 0.38, colour)
        sheet.disc(side * 0.52, 0.34, 0.16, sheet.body)
        sheet.stroke([(side * 0.34, 0.2), (side * 0.34, -0.72)], 0.2, colour)
        sheet.stroke([(side * 0.34, -0.72), (side * 0.82, -0.72)], 0.2, colour)
    sheet.stroke([(-0.3, -0.2), (0.3, -0.2)], 0.1, colour)


def postern(sheet: Sheet, colour: Colour) -> None:
    """A small pointed door at the head of three steps."""
    for half, top, paint in ((0.5, 0.88, colour), (0.32, 0.62, sheet.body), (0.21, 0.46, colour)):
        sheet.area(mirrored([*curve((0, top), (half, top - 0.3), (half, 0.08)), (half, -0.26)]), paint)
    for step, reach in enumerate((0.56, 0.72, 0.88)):
        y = -0.32 - 0.19 * step
        sheet.area([(-reach, y), (reach, y), (reach, y - 0.14), (-reach, y - 0.14)], colour)


def dolmen(sheet: Sheet, colour: Colour) -> None:
    """Two standing stones that bear a third, with the sun between them."""
    sheet.area([(-0.9, 0.36), (-0.7, 0.68), (0.2, 0.78), (0.86, 0.6), (0.9, 0.3), (0.1, 0.24)], colour)
    sheet.area([(-0.72, 0.18), (-0.36, 0.16), (-0.28, -0.78), (-0.82, -0.78)], colour)
    sheet.area([(0.34, 0.16), (0.7, 0.18), (0.84, -0.78), (0.26, -0.78)], colour)
    sheet.disc(0, -0.16, 0.19, colour)
    sheet.stroke([(-0.2, -0.74), (0.2, -0.74)], 0.08, colour)
