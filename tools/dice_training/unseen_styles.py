"""Drawings, bodies and surfaces of the rigs that are kept apart (``unseen``).

Nothing here is shared with what networks are trained on: no drawing, no texture and no colour list. Keep it
so: whatever is taken from here into training no longer says how strange dice are read.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

import cv2
import numpy as np

from tools.dice_training.drawings import Floats, Random
from tools.dice_training.looks import Colour, Finish, Surface

SIDE_PX = 256
FINER = 3  # sides are drawn so many times as large
SURFACE_PX = 768
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

    def pip(self, x: float, y: float, radius: float, colour: Colour, hollow: bool) -> None:
        """A pip, drilled or printed."""
        self.disc(x, y, radius, colour)
        if hollow:
            for part in np.linspace(1, 0.1, 12):
                height = HOLLOW + (1 - HOLLOW) * float(part) ** 2 * 0.9
                cv2.fillPoly(self.heights, [self._pixels(ring(x, y, radius * part, radius * part))], height)

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


# --- pips and bodies -------------------------------------------------------------------------------------

GRID = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (-1, 0), (-1, -1), (1, 1), (1, 0), (1, -1)),
}


def dotted(sheet: Sheet, value: int, colour: Colour, radius: float, reach: float, manner: str) -> None:
    """Pips: ``drilled``, ``printed``, ``ringed`` (a ring round each), or ``eastern`` (a large one)."""
    for x, y in GRID[value]:
        if manner == "eastern" and value == 1:
            sheet.pip(0, 0, radius * 1.7, colour, True)
            continue
        if manner == "ringed":
            sheet.stroke(ring(x * reach, y * reach, radius * 1.25, radius * 1.25), 0.03, colour, True)
        sheet.pip(x * reach, y * reach, radius, colour, manner in ("drilled", "eastern"))


def bodied(side: tuple[Floats, Floats], kind: str, random: Random) -> tuple[Floats, Floats]:
    """The side of a die that is plain, of beech, of swirled resin, or with glitter in it."""
    colours, heights = side
    if kind == "beech":
        flecks = streaks(random, SIDE_PX, 40, 1.4) > 1.1
        amount = 0.06 * streaks(random, SIDE_PX, 90, 3) - 0.14 * flecks
    elif kind == "swirl":
        field = cloud(random, SIDE_PX, 2.6)
        amount = 0.28 * np.sin(4 * field + 2 * cloud(random, SIDE_PX, 2.2)) * (np.abs(field) < 1.6)
    elif kind == "glitter":
        amount = 0.6 * (random.random((SIDE_PX, SIDE_PX)) > 0.985) - 0.05
    else:
        return side
    return np.clip(colours * (1 + amount[..., None]), 0, 1).astype(np.float32), heights


# --- surfaces --------------------------------------------------------------------------------------------


def cloud(random: Random, size_px: int, slope: float) -> Floats:
    """Noise without a scale, the coarser the higher the slope; mean 0, deviation 1."""
    across = np.fft.fftfreq(size_px)[:, None], np.fft.rfftfreq(size_px)[None, :]
    frequency = np.hypot(*across)
    frequency[0, 0] = 1
    shape = frequency.shape
    phases = random.standard_normal(shape) + 1j * random.standard_normal(shape)
    field = np.fft.irfft2(phases / frequency ** (slope / 1), s=(size_px, size_px))
    return ((field - field.mean()) / field.std()).astype(np.float32)


def streaks(random: Random, size_px: int, along: float, across: float) -> Floats:
    """Noise drawn out to the right; mean 0, deviation 1."""
    down, right = np.fft.fftfreq(size_px)[:, None], np.fft.rfftfreq(size_px)[None, :]
    window = np.exp(-2 * np.pi**2 * ((right * along) ** 2 + (down * across) ** 2))
    field = np.fft.irfft2(np.fft.rfft2(random.standard_normal((size_px, size_px))) * window)
    return ((field - field.mean()) / field.std()).astype(np.float32)


def _grid() -> tuple[Floats, Floats]:
    rows, columns = np.mgrid[0:SURFACE_PX, 0:SURFACE_PX] / SURFACE_PX
    return columns, rows


def _made(colours: Floats, heights: Floats, finish: Finish, tile: float = 20.0) -> Surface:
    return Surface(
        np.clip(colours, 0, 1).astype(np.float32), np.clip(heights, 0, 1).astype(np.float32), finish, tile
    )


def _shaded(colour: Colour, amount: Floats) -> Floats:
    return np.array(colour) * (1 + amount[..., None])


def printed_baize(random: Random) -> Surface:
    """Green baize with pale lines and a circle printed on it."""
    nap = 0.6 * cloud(random, SURFACE_PX, 0.4) + 0.3 * cloud(random, SURFACE_PX, 1.4)
    colours = _shaded((0.05, 0.38, 0.27), 0.1 * nap)
    x, y = _grid()
    far = np.hypot(x - 0.5, y - 0.5)
    lines = (np.abs(far - 0.22) < 0.006) | (np.abs(np.maximum(abs(x - 0.5), abs(y - 0.5)) - 0.34) < 0.005)
    colours[lines] = colours[lines] * 0.35 + np.array((0.86, 0.82, 0.6)) * 0.6
    return _made(colours, 0.5 + 0.1 * nap, Finish(0.97))


def slate(random: Random) -> Surface:
    """Split stone, blue-grey."""
    layers = cloud(random, SURFACE_PX, 2.0)
    steps = np.round(layers * 2) / 2
    amount = 0.10 * steps + 0.08 * cloud(random, SURFACE_PX, 1.0)
    return _made(_shaded((0.20, 0.22, 0.25), amount), 0.5 + 0.16 * steps, Finish(0.6, relief=0.5))


def burlap(random: Random) -> Surface:
    """Sackcloth of coarse threads."""
    x, y = _grid()
    threads = 88
    wander = 0.006 * cloud(random, SURFACE_PX, 1.8)
    over = np.sin((x + wander) * threads * 2 * np.pi), np.sin((y + wander) * threads * 2 * np.pi)
    warp, weft = over[0] * np.sign(over[1] + 0.01), -over[1] * np.sign(over[0] + 0.01)
    woven = np.maximum(warp, 0) + np.maximum(weft, 0)
    thick = 0.12 * streaks(random, SURFACE_PX, 50, 1.5) + 0.12 * streaks(random, SURFACE_PX, 50, 1.5).T
    colours = _shaded((0.62, 0.50, 0.33), 0.35 * (woven - 0.6) + thick)
    return _made(colours, 0.2 + 0.6 * woven, Finish(0.95, relief=0.4))


def cardboard(random: Random) -> Surface:
    """Brown corrugated board."""
    _, y = _grid()
    ribs = np.sin(y * 70 * 2 * np.pi)
    colours = _shaded((0.60, 0.44, 0.28), 0.03 * ribs + 0.04 * cloud(random, SURFACE_PX, 0.8))
    return _made(colours, 0.5 + 0.1 * ribs, Finish(0.85))


def _moulded(colour: Colour) -> Callable[[Random], Surface]:
    def make(random: Random) -> Surface:
        dimples = cloud(random, SURFACE_PX, 0.7)
        return _made(_shaded(colour, 0.015 * dimples), 0.5 + 0.05 * dimples, Finish(0.28, 0.15))

    return make


def bamboo(random: Random) -> Surface:
    """Glued strips, each with its nodes."""
    strips = 26
    x, y = _grid()
    strip = np.minimum((y * strips).astype(int), strips - 1)
    shade, node = random.normal(0, 0.09, strips)[strip], random.uniform(0, 1, strips)[strip]
    knots = np.abs((x - node + 0.5) % 1 - 0.5) < 0.006
    joint = (y * strips) % 1 < 0.05
    amount = shade - 0.32 * knots - 0.25 * joint + 0.05 * streaks(random, SURFACE_PX, 70, 0.9)
    colours = _shaded((0.80, 0.64, 0.36), amount)
    return _made(colours, 0.6 - 0.3 * joint + 0.1 * knots, Finish(0.35, 0.25))


def quilt(random: Random) -> Surface:
    """Satin stitched into lozenges."""
    x, y = _grid()
    one, other = (x + y) * 7 % 1, (x - y) * 7 % 1
    seam = np.minimum(np.minimum(one, 1 - one), np.minimum(other, 1 - other))
    puff = np.sqrt(np.clip(seam * 2, 0, 1))
    stitch = (seam < 0.03) & (np.sin((x - y + np.round((x + y) * 7) * 0) * 400) > 0)
    colours = _shaded((0.16, 0.10, 0.30), 0.05 * cloud(random, SURFACE_PX, 0.6) + 0.25 * (puff - 0.6))
    colours[stitch] = (0.45, 0.38, 0.60)
    return _made(colours, puff, Finish(0.45, relief=0.9))


def linen(random: Random) -> Surface:
    """Undyed linen with thick and thin threads."""
    warp, weft = streaks(random, SURFACE_PX, 60, 0.9), streaks(random, SURFACE_PX, 60, 0.9).T
    amount = 0.06 * warp + 0.06 * weft
    return _made(_shaded((0.74, 0.68, 0.57), amount), 0.5 + 0.1 * (warp + weft), Finish(0.95))


def suede(random: Random) -> Surface:
    """Rough leather brushed to and fro."""
    brushed = cloud(random, SURFACE_PX, 1.7)
    amount = 0.12 * brushed + 0.06 * cloud(random, SURFACE_PX, 0.5)
    return _made(_shaded((0.33, 0.36, 0.20), amount), 0.5 + 0.1 * brushed, Finish(0.95))


def zebrano(random: Random) -> Surface:
    """Pale wood with dark stripes."""
    _, y = _grid()
    bent = y + 0.02 * streaks(random, SURFACE_PX, 140, 40) + 0.004 * streaks(random, SURFACE_PX, 60, 6)
    stripe = np.clip(np.sin(bent * 15 * 2 * np.pi) + 0.5 * np.sin(bent * 41 * 2 * np.pi), -1, 1)
    pale, dark = np.array((0.74, 0.57, 0.38)), np.array((0.30, 0.19, 0.12))
    part = (0.5 + 0.5 * stripe)[..., None]
    colours = (pale * part + dark * (1 - part)) * (1 + 0.06 * streaks(random, SURFACE_PX, 40, 0.8)[..., None])
    return _made(colours, 0.5 + 0.05 * stripe, Finish(0.4, 0.2))


def azulejo(random: Random) -> Surface:
    """Painted tiles, white and blue."""
    tiles = 5
    x, y = _grid()
    u, v = x * tiles % 1 - 0.5, y * tiles % 1 - 0.5
    far, angle = np.hypot(u, v), np.arctan2(v, u)
    petal = np.abs(far - 0.26 - 0.09 * np.cos(4 * angle)) < 0.028
    corner = np.abs(np.hypot(np.abs(u) - 0.5, np.abs(v) - 0.5) - 0.2) < 0.03
    star = far < 0.07 + 0.04 * np.cos(8 * angle)
    joint = np.maximum(np.abs(u), np.abs(v)) > 0.485
    colours = _shaded((0.86, 0.87, 0.85), 0.02 * cloud(random, SURFACE_PX, 1.5))
    colours[petal | star] = (0.16, 0.28, 0.58)
    colours[corner] = (0.40, 0.52, 0.72)
    colours[joint] = (0.62, 0.60, 0.56)
    return _made(colours, 0.7 - 0.5 * joint, Finish(0.22, 0.3))


def lacquer(random: Random) -> Surface:
    """Black lacquer with gold in it."""
    gold = cloud(random, SURFACE_PX, 1.2) > 2.3
    colours = _shaded((0.035, 0.03, 0.03), 0.05 * cloud(random, SURFACE_PX, 1.5))
    colours[gold] = (0.62, 0.47, 0.18)
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.25, 0.4))


def rubber(random: Random) -> Surface:
    """A grey mat with raised lozenges."""
    x, y = _grid()
    u, v = x * 24 % 1 - 0.5, y * 24 % 1 - 0.5
    turned = ((x * 24).astype(int) + (y * 24).astype(int)) % 2 == 0
    along, aside = np.where(turned, u + v, u - v), np.where(turned, u - v, u + v)
    raised = (np.abs(along) < 0.42) & (np.abs(aside) < 0.12)
    colours = _shaded((0.30, 0.31, 0.32), 0.12 * raised + 0.05 * cloud(random, SURFACE_PX, 0.4))
    return _made(colours, 0.3 + 0.5 * raised, Finish(0.7, relief=0.5))


def parquet(random: Random) -> Surface:
    """Basket parquet, each square of five staves."""
    squares, staves = 6, 5
    x, y = _grid()
    column, row = (x * squares).astype(int), (y * squares).astype(int)
    lying = (column + row) % 2 == 0
    across = np.where(lying, y, x) * squares % 1 * staves
    number = column * 97 + row * 31 + across.astype(int)
    shade = random.normal(0, 0.1, 1000)[number % 1000]
    grain = np.where(lying, streaks(random, SURFACE_PX, 40, 0.9), streaks(random, SURFACE_PX, 40, 0.9).T)
    joint = across % 1 < 0.05
    return _made(
        _shaded((0.50, 0.33, 0.18), shade + 0.07 * grain - 0.4 * joint),
        0.5 - 0.2 * joint,
        Finish(0.4, 0.2),
        40.0,
    )


def denim(random: Random) -> Surface:
    """Blue twill."""
    x, y = _grid()
    twill = np.sin((x + y) * 150 * 2 * np.pi)
    amount = 0.18 * twill + 0.12 * streaks(random, SURFACE_PX, 50, 1.0).T
    return _made(_shaded((0.17, 0.25, 0.40), amount), 0.5 + 0.2 * twill, Finish(0.95))


def terrazzo(random: Random) -> Surface:
    """Chips of stone in pale cement."""
    colours = np.full((SURFACE_PX, SURFACE_PX, 3), (0.80, 0.78, 0.74), np.float32)
    for _ in range(420):
        corners = int(random.integers(4, 7))
        angles = np.sort(random.uniform(0, 2 * math.pi, corners))
        reach = random.uniform(3, 14) * random.uniform(0.6, 1, corners)
        chip = np.stack([np.cos(angles) * reach, np.sin(angles) * reach], 1) + random.uniform(
            0, SURFACE_PX, 2
        )
        paint = ((0.35, 0.30, 0.28), (0.62, 0.40, 0.32), (0.25, 0.33, 0.34), (0.70, 0.62, 0.45))
        cv2.fillPoly(colours, [chip.astype(np.int32)], paint[int(random.integers(4))])
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.35, 0.1), 34.0)


def concrete(random: Random) -> Surface:
    """Grey, with pores and stains."""
    amount = 0.08 * cloud(random, SURFACE_PX, 1.6) - 0.3 * (cloud(random, SURFACE_PX, 0.7) > 2.7)
    return _made(_shaded((0.55, 0.54, 0.52), amount), 0.5 + amount, Finish(0.9), 40.0)


def newsprint(random: Random) -> Surface:
    """A newspaper: columns of lines, headings and a picture or two."""
    colours = _shaded((0.80, 0.78, 0.72), 0.02 * cloud(random, SURFACE_PX, 1.0))
    for column in range(4):
        left, y = 12 + column * SURFACE_PX // 4, 8
        while y < SURFACE_PX - 30:
            if random.random() < 0.06:
                colours[y : y + 16, left : left + int(random.uniform(80, 165))] = 0.12
                y += 26
            elif random.random() < 0.03:
                colours[y : y + 90, left : left + 160] = random.uniform(0.25, 0.6)
                y += 100
            else:
                words = np.repeat(random.random(40) > 0.22, 4)
                colours[y : y + 4, left : left + 160][:, words] *= 0.42
                y += 9
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.9), 42.0)


def rug(random: Random) -> Surface:
    """A woven carpet with lozenges and a border."""
    x, y = _grid()
    step = np.floor(np.stack([x, y]) * 128) / 128
    ring_ = np.floor((np.abs(step[0] * 6 % 1 - 0.5) + np.abs(step[1] * 6 % 1 - 0.5)) * 9).astype(int)
    paints = np.array(
        ((0.45, 0.10, 0.09), (0.12, 0.14, 0.28), (0.72, 0.60, 0.42), (0.45, 0.10, 0.09), (0.20, 0.30, 0.25))
    )
    colours = paints[ring_ % 5] * (1 + 0.12 * cloud(random, SURFACE_PX, 0.3)[..., None])
    return _made(colours, 0.5 + 0.1 * cloud(random, SURFACE_PX, 0.3), Finish(0.97), 46.0)


def oilcloth(random: Random) -> Surface:
    """A wiped tablecloth with lemons and leaves."""
    colours = np.full((SURFACE_PX, SURFACE_PX, 3), (0.82, 0.88, 0.88), np.float32)
    for _ in range(70):
        x, y = random.uniform(0, SURFACE_PX, 2).astype(int).tolist()
        turn = float(random.uniform(0, 180))
        leaf = (x + int(random.integers(-24, 24)), y + int(random.integers(-24, 24)))
        cv2.ellipse(colours, leaf, (18, 7), turn + 60, 0, 360, (0.25, 0.45, 0.20), -1)
        cv2.ellipse(colours, (x, y), (20, 14), turn, 0, 360, (0.93, 0.80, 0.20), -1)
    return _made(colours, np.full((SURFACE_PX, SURFACE_PX), 0.5), Finish(0.3, 0.2), 34.0)


def scrubbed(random: Random) -> Surface:
    """Boards of an old kitchen table, greyish."""
    _, y = _grid()
    board = y * 7
    joint = board % 1 < 0.02
    amount = random.normal(0, 0.06, 8)[board.astype(int)] + 0.09 * streaks(random, SURFACE_PX, 80, 1.2)
    return _made(_shaded((0.46, 0.38, 0.30), amount - 0.5 * joint), 0.5 - 0.3 * joint, Finish(0.7), 44.0)


red_plastic = _moulded((0.66, 0.06, 0.06))
cream_plastic = _moulded((0.82, 0.76, 0.62))
