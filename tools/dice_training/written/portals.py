"""The gates' signs on the event dice of the rigs u48 to u59."""

from __future__ import annotations

from tools.dice_training.looks import Colour
from tools.dice_training.written.sheet import Points, Sheet, archway, curve, mirrored, ring


def _ogive(half: float, floor: float, spring: float, top: float) -> Points:
    side = curve((-half, spring), (-half, top - 0.3 * (top - spring)), (0, top))
    return mirrored([(-half, floor), *side])


def line_towers(sheet: Sheet, colour: Colour) -> None:
    """Two towers with pointed roofs and an arch between them, all in one thin line."""
    for side in (-1, 1):
        tower = ((0.34, -0.78), (0.34, 0.3), (0.8, 0.3), (0.8, -0.78))
        sheet.stroke([(side * x, y) for x, y in tower], 0.1, colour, True)
        sheet.stroke(
            [(side * x, y) for x, y in ((0.26, 0.34), (0.57, 0.84), (0.88, 0.34))], 0.1, colour, True
        )
        sheet.stroke([(side * 0.57, 0.08), (side * 0.57, -0.12)], 0.1, colour)
    sheet.stroke([(-0.3, 0.12), (0.3, 0.12)], 0.1, colour)
    sheet.stroke(archway(0.2, -0.78, -0.3, 0.22), 0.09, colour)


def iron_bound(sheet: Sheet, colour: Colour) -> None:
    """One leaf of a church's door, with a pointed top, forked straps across it and a ring to pull."""
    sheet.area(_ogive(0.62, -0.84, 0.16, 0.88), colour)
    for y in (0.3, -0.5):
        sheet.stroke([(-0.54, y), (0.26, y)], 0.09, sheet.body)
        for up in (-1, 1):
            sheet.stroke(curve((0.12, y), (0.3, y), (0.36, y + up * 0.16)), 0.07, sheet.body)
    sheet.stroke(ring(0.36, -0.14, 0.11, 0.11), 0.065, sheet.body, True)


def entrance(sheet: Sheet, colour: Colour) -> None:
    """The sign of a way in: an arrow that points into an open frame."""
    sheet.stroke([(-0.04, 0.78), (0.76, 0.78), (0.76, -0.78), (-0.04, -0.78)], 0.2, colour)
    sheet.area([(-0.86, 0.13), (-0.1, 0.13), (-0.1, -0.13), (-0.86, -0.13)], colour)
    sheet.area([(-0.12, 0.44), (0.42, 0.0), (-0.12, -0.44)], colour)


def bell_arch(sheet: Sheet, colour: Colour) -> None:
    """A wall with an arch in which a bell hangs, and a small cross on top."""
    sheet.area([(-0.7, -0.8), (-0.7, 0.3), (0.0, 0.66), (0.7, 0.3), (0.7, -0.8)], colour)
    sheet.area(archway(0.42, -0.66, -0.06, 0.42), sheet.body)
    bell = [(0.0, 0.24), *curve((0.14, 0.2), (0.16, -0.3), (0.32, -0.36)), (0.32, -0.46)]
    sheet.area(mirrored(bell), colour)
    sheet.disc(0, -0.52, 0.08, colour)
    sheet.stroke([(0, 0.6), (0, 0.92)], 0.1, colour)
    sheet.stroke([(-0.14, 0.8), (0.14, 0.8)], 0.09, colour)


def palisade(sheet: Sheet, colour: Colour) -> None:
    """A stockade of seven pointed logs, a low door in the three middle ones."""
    for number in range(7):
        x, top = -0.72 + 0.24 * number, (0.5, 0.62, 0.54, 0.7, 0.52, 0.64, 0.48)[number]
        log = [(x - 0.1, -0.78), (x - 0.1, top), (x, top + 0.2), (x + 0.1, top), (x + 0.1, -0.78)]
        sheet.area(log, colour)
    sheet.stroke([(-0.84, 0.22), (0.84, 0.22)], 0.13, colour)
    sheet.area(archway(0.3, -0.8, -0.3, 0.2), sheet.body)
    sheet.stroke([(-0.22, -0.12), (0.22, -0.12)], 0.06, sheet.body)


def linocut_gate(sheet: Sheet, colour: Colour) -> None:
    """A printed square out of which a gatehouse with three merlons is cut, its door printed again."""
    sheet.area([(-0.82, 0.78), (0.8, 0.82), (0.8, -0.8), (-0.8, -0.82)], colour)
    top = [(0.1, 0.56), (0.1, 0.4), (0.28, 0.4), (0.28, 0.56), (0.5, 0.56), (0.5, -0.6)]
    sheet.area(mirrored(top), sheet.body)
    sheet.area(archway(0.24, -0.6, -0.2, 0.26), colour)
    for x in (-0.34, 0.34):
        sheet.stroke([(x, 0.2), (x, 0.04)], 0.1, colour)


def toll_bar(sheet: Sheet, colour: Colour) -> None:
    """A striped bar across the road, half raised, on a post with a weight at its other end."""
    sheet.area([(-0.62, -0.82), (-0.62, 0.1), (-0.3, 0.1), (-0.3, -0.82)], colour)
    sheet.area([(-0.8, -0.82), (-0.12, -0.82), (-0.12, -0.66), (-0.8, -0.66)], colour)
    bar = ((-0.82, -0.28), (0.82, 0.56), (0.72, 0.8), (-0.92, -0.04))
    sheet.area(bar, colour)
    for part in (0.42, 0.62, 0.82):
        x, y = -0.82 + 1.64 * part, -0.28 + 0.84 * part
        sheet.area([(x, y), (x + 0.16, y + 0.082), (x + 0.06, y + 0.322), (x - 0.1, y + 0.24)], sheet.body)
    sheet.disc(-0.46, 0.08, 0.22, colour)
    sheet.disc(-0.46, 0.08, 0.09, sheet.body)


def scrolls(sheet: Sheet, colour: Colour) -> None:
    """A park's gate of wrought iron: two stone posts with balls, and scrolls between them."""
    for side in (-1, 1):
        post = ((0.6, -0.8), (0.6, 0.34), (0.86, 0.34), (0.86, -0.8))
        sheet.area([(side * x, y) for x, y in post], colour)
        sheet.disc(side * 0.73, 0.54, 0.16, colour)
        for y in (0.12, -0.5):
            sheet.stroke([(side * x, y) for x, y in ((0.04, y), (0.6, y))], 0.08, colour)
        loop = [
            *curve((0.08, -0.42), (0.06, 0.06), (0.3, 0.02)),
            *curve((0.3, 0.02), (0.54, -0.02), (0.4, -0.26)),
        ]
        sheet.stroke([(side * x, y) for x, y in loop], 0.075, colour)
        sheet.stroke(curve((side * 0.56, 0.18), (side * 0.3, 0.3), (0.0, 0.66)), 0.085, colour)
        sheet.stroke([(side * 0.3, -0.5), (side * 0.3, -0.78)], 0.08, colour)
    sheet.stroke([(0, 0.66), (0, -0.78)], 0.1, colour)


def stencil_arch(sheet: Sheet, colour: Colour) -> None:
    """An arch sprayed through a stencil: seven wedges over two piers of three stones each."""
    for stone in range(7):
        first, last = 3 + 180 / 7 * stone, 180 / 7 * (stone + 1) - 3
        outer = ring(0, 0.06, 0.8, 0.76, first, last)
        sheet.area([*outer, *reversed(ring(0, 0.06, 0.4, 0.38, first + 2, last - 2))], colour)
    for side in (-1, 1):
        for low in (-0.24, -0.53, -0.82):
            stone_ = ((0.4, low), (0.4, low + 0.24), (0.8, low + 0.24), (0.8, low))
            sheet.area([(side * x, y) for x, y in stone_], colour)


def letter_g(sheet: Sheet, colour: Colour) -> None:
    """A capital G for the gate, with a broad pen, in a square frame."""
    sheet.stroke([(-0.76, 0.76), (0.76, 0.76), (0.76, -0.76), (-0.76, -0.76)], 0.09, colour, True)
    sheet.area([*ring(0, 0, 0.52, 0.56, 42, 328), *reversed(ring(0.02, 0, 0.3, 0.4, 50, 322))], colour)
    sheet.area(
        [(0.06, 0.04), (0.54, 0.04), (0.54, -0.44), (0.34, -0.44), (0.34, -0.12), (0.06, -0.12)], colour
    )
    sheet.area([(0.3, 0.56), (0.5, 0.56), (0.5, 0.22), (0.3, 0.34)], colour)


def concentric(sheet: Sheet, colour: Colour) -> None:
    """A portal of a cathedral in lines: arches one within another, a step below them."""
    for half in (0.74, 0.54, 0.34):
        sheet.stroke(archway(half, -0.62, 0.0, half * 1.08), 0.105, colour)
    sheet.area(archway(0.14, -0.62, -0.06, 0.22), colour)
    sheet.stroke([(-0.86, -0.72), (0.86, -0.72)], 0.12, colour)


def steps(sheet: Sheet, colour: Colour) -> None:
    """A temple on five steps, a dark door at the top of its stairs."""
    for number in range(5):
        half, low = 0.86 - 0.14 * number, -0.76 + 0.22 * number
        sheet.area([(-half, low), (-half, low + 0.19), (half, low + 0.19), (half, low)], colour)
    sheet.area([(-0.16, -0.78), (-0.16, 0.1), (0.16, 0.1), (0.16, -0.78)], sheet.body)
    for number in range(5):
        y = -0.7 + 0.19 * number
        sheet.stroke([(-0.13, y), (0.13, y)], 0.06, colour)
    for x in (-0.3, 0.3):
        sheet.area([(x - 0.1, 0.32), (x - 0.1, 0.62), (x + 0.1, 0.62), (x + 0.1, 0.32)], colour)
    sheet.area([(-0.48, 0.62), (0.0, 0.88), (0.48, 0.62)], colour)
