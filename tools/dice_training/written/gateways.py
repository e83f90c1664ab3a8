"""The gates' signs on the event dice of the rigs u60 to u71."""

from __future__ import annotations

import math

from tools.dice_training.looks import Colour
from tools.dice_training.written.manners import dots, lens, pricks, stitches, tesserae, tubes
from tools.dice_training.written.sheet import Points, Sheet, archway, curve, mirrored, ring


def vault(sheet: Sheet, colour: Colour) -> None:
    """The round door of a bank's vault, with its wheel, its bolts and two hinges."""
    for y in (-0.34, 0.34):
        sheet.area([(-0.92, y - 0.14), (-0.92, y + 0.14), (-0.5, y + 0.14), (-0.5, y - 0.14)], colour)
    sheet.disc(0.06, 0, 0.8, colour)
    sheet.stroke(ring(0.06, 0, 0.62, 0.62), 0.07, sheet.body, True)
    sheet.stroke(ring(0.06, 0, 0.3, 0.3), 0.08, sheet.body, True)
    for spoke in range(3):
        angle = math.radians(90 + 120 * spoke)
        x, y = math.cos(angle), math.sin(angle)
        sheet.stroke([(0.06, 0), (0.06 + 0.44 * x, 0.44 * y)], 0.09, sheet.body)


def neon_door(sheet: Sheet, colour: Colour) -> None:
    """A house's door with a fan of glass over it, in the double lines of a neon sign."""
    lines: list[tuple[Points, bool]] = [
        (archway(0.66, -0.8, 0.14, 0.66), True),
        ([(-0.66, 0.14), (0.66, 0.14)], False),
        ([(0.0, 0.14), (0.0, -0.8)], False),
        *(([(0.0, 0.14), (side * 0.42, 0.62)], False) for side in (-1, 1)),
    ]
    tubes(sheet, lines, colour)
    for side in (-1, 1):
        sheet.disc(side * 0.2, -0.34, 0.07, colour)


def dotted_tower(sheet: Sheet, colour: Colour) -> None:
    """A gate's tower as a newspaper prints it, in dots that grow towards its shady side."""

    def radius(_row: int, column: int, x: float, y: float) -> float:
        wall = y < 0.55 and abs(x) < (0.8 if y > 0.3 else 0.65)
        merlon = 0.55 <= y < 0.8 and column in (1, 2, 4, 5, 7, 9, 10, 12, 13)
        opening = abs(x) < 0.3 and y < -0.05 - 0.9 * x * x
        return 0.04 + 0.022 * (x + 0.84) if (wall or merlon) and not opening else 0.0

    dots(sheet, radius, colour)


def noren(sheet: Sheet, colour: Colour) -> None:
    """The way into a Japanese house: posts, a beam, and a short curtain of three cloths with a ring on it."""
    for side in (-1, 1):
        post = ((0.6, -0.84), (0.6, 0.6), (0.78, 0.6), (0.78, -0.84))
        sheet.area([(side * x, y) for x, y in post], colour)
    sheet.area([(-0.92, 0.84), (0.92, 0.84), (0.86, 0.62), (-0.86, 0.62)], colour)
    for x in (-0.36, 0.0, 0.36):
        cloth = [(x - 0.155, 0.62), (x - 0.165, -0.16), (x + 0.165, -0.16), (x + 0.155, 0.62)]
        sheet.area(cloth, colour)
    sheet.stroke(ring(0, 0.2, 0.24, 0.24), 0.09, sheet.body, True)
    sheet.area([(-0.84, -0.7), (0.84, -0.7), (0.84, -0.84), (-0.84, -0.84)], colour)


def corbelled(sheet: Sheet, colour: Colour) -> None:
    """A wall of rough courses whose stones step inward over a narrow gateway, a lintel at its top."""
    half = (0.3, 0.3, 0.3, 0.3, 0.22, 0.12)
    for course in range(6):
        low = -0.84 + 0.24 * course
        for side in (-1, 1):
            joint = 0.56 if course % 2 else 0.68
            for near, far in ((half[course], joint), (joint + 0.05, 0.88 - 0.04 * (course % 2))):
                stone = ((near, low), (near, low + 0.2), (far, low + 0.2), (far, low))
                sheet.area([(side * x, y) for x, y in stone], colour)
    sheet.area([(-0.66, 0.62), (-0.6, 0.84), (0.6, 0.84), (0.66, 0.62)], colour)


def spiral_doors(sheet: Sheet, colour: Colour) -> None:
    """Two wings of a gate with a spiral in each, under an arch, in one line that is never lifted."""

    def wing(side: float) -> Points:
        coil = [
            (side * (0.36 + far * math.cos(turn)), -0.12 + far * math.sin(turn))
            for turn, far in ((0.25 * step - 2.7, 0.05 + 0.0085 * step) for step in range(28))
        ]
        return [*coil, (side * 0.08, -0.5), (side * 0.08, -0.8), (side * 0.74, -0.8), (side * 0.74, 0.06)]

    arch = ring(0, 0.06, 0.74, 0.74, 180, 0)
    sheet.stroke([*wing(-1), *arch, *reversed(wing(1))], 0.09, colour)
    sheet.stroke([(0.0, 0.8), (0.0, -0.5)], 0.09, colour)


def rosettes(sheet: Sheet, colour: Colour) -> None:
    """A gate of glazed bricks: stepped battlements, a row of rosettes, a tall round arch."""
    sheet.area([(-0.82, -0.84), (-0.82, 0.56), (0.82, 0.56), (0.82, -0.84)], colour)
    for x in (-0.62, 0.0, 0.62):
        sheet.area([(x - 0.2, 0.54), (x - 0.2, 0.7), (x + 0.2, 0.7), (x + 0.2, 0.54)], colour)
        sheet.area([(x - 0.1, 0.68), (x - 0.1, 0.84), (x + 0.1, 0.84), (x + 0.1, 0.68)], colour)
    sheet.area(archway(0.32, -0.84, -0.28, 0.34), sheet.body)
    for x in (-0.6, -0.2, 0.2, 0.6):
        sheet.disc(x, 0.32, 0.13, sheet.body)
        sheet.disc(x, 0.32, 0.055, colour)
    for side in (-1, 1):
        for y in (-0.06, -0.4, -0.7):
            sheet.stroke([(side * 0.5, y), (side * 0.68, y)], 0.09, sheet.body)


def stitched_gate(sheet: Sheet, colour: Colour) -> None:
    """A town's gate embroidered in crosses."""
    stitches(
        sheet,
        (
            "#.#.......#.#", "###.......###", "###.#.#.#.###", "###.#####.###", "#############",
            "#.#########.#", "#.####.####.#", "#####...#####", "####.....####", "####.....####",
            "####.....####", "####.....####", "####.....####",
        ),
        colour,
    )  # fmt: skip


def chip_gate(sheet: Sheet, colour: Colour) -> None:
    """A gate of notches: two rings of them for its arch, two rows for each post, a diamond on top."""
    for far in (0.42, 0.7):
        for number in range(5):
            first, last = math.radians(36 * number + 2), math.radians(36 * number + 34)
            start = (far * math.cos(first), 0.02 + far * math.sin(first))
            sheet.area(lens(start, (far * math.cos(last), 0.02 + far * math.sin(last)), 0.1), colour)
        for side in (-1, 1):
            for y in (-0.02, -0.44):
                sheet.area(lens((side * far, y), (side * far, y - 0.4), 0.1), colour)
    sheet.area([(0, 0.94), (0.12, 0.82), (0, 0.7), (-0.12, 0.82)], colour)


def garage(sheet: Sheet, colour: Colour) -> None:
    """A house's gable with a slatted door to roll up, in thick lines."""
    sheet.stroke([(-0.72, -0.78), (-0.72, 0.2), (0.72, 0.2), (0.72, -0.78)], 0.14, colour)
    sheet.stroke([(-0.86, 0.16), (0.0, 0.8), (0.86, 0.16)], 0.16, colour)
    for y in (0.0, -0.24, -0.48, -0.72):
        sheet.area([(-0.52, y - 0.08), (-0.52, y + 0.08), (0.52, y + 0.08), (0.52, y - 0.08)], colour)
    sheet.disc(0, 0.42, 0.11, colour)
    sheet.stroke([(-0.12, -0.72), (0.12, -0.72)], 0.07, sheet.body)


def mosaic_gate(sheet: Sheet, colour: Colour) -> None:
    """A broad arch in a floor of small stones, with a band of them above it."""

    def shade(x: float, y: float) -> float:
        far = math.hypot(x, 0.95 * (y + 0.1))
        pier = y < -0.1 and 0.36 < abs(x) < 0.78
        arch = y >= -0.1 and 0.36 < far < 0.74
        return float(pier or arch or y > 0.76)

    tesserae(sheet, shade, colour)


def pricked_door(sheet: Sheet, colour: Colour) -> None:
    """A pointed door of two leaves in punched dots, a larger dot for each of its rings."""
    side = curve((-0.64, 0.1), (-0.6, 0.62), (0.0, 0.84))
    outline = mirrored([(-0.64, -0.8), *side])
    lines = [outline, [(-0.64, -0.8), (0.64, -0.8)], [(0.0, 0.66), (0.0, -0.64)]]
    pricks(sheet, lines, 0.15, 0.06, colour)
    for x in (-0.3, 0.3):
        for y in (0.2, -0.54):
            sheet.disc(x, y, 0.06, colour)
        sheet.disc(x, -0.16, 0.13, colour)
