"""Ships on the event dice of the rigs u60 to u71."""

from __future__ import annotations

import math

from tools.dice_training.looks import Colour
from tools.dice_training.written.manners import dots, lens, pricks, stitches, tesserae, tubes
from tools.dice_training.written.pips import between
from tools.dice_training.written.sheet import Points, Sheet, curve, mirrored, ring


def porthole(sheet: Sheet, ink: Colour) -> None:
    """A ship seen through a porthole with eight bolts, the sea up to the middle of the glass."""
    sheet.stroke(ring(0, 0, 0.76, 0.76), 0.22, ink, True)
    for bolt in range(8):
        angle = math.radians(22.5 + 45 * bolt)
        sheet.disc(0.76 * math.cos(angle), 0.76 * math.sin(angle), 0.055, sheet.body)
    sheet.area([*ring(0, 0, 0.58, 0.58, 205, 335)], ink)
    sheet.area([(-0.42, -0.06), (0.42, -0.06), (0.28, -0.34), (-0.28, -0.34)], ink)
    sheet.area([(-0.03, 0.5), *curve((0.0, 0.5), (0.42, 0.3), (0.36, 0.02)), (-0.03, 0.02)], ink)
    sheet.area([(-0.11, 0.4), (-0.11, 0.02), (-0.36, 0.02)], ink)
    wave = [(x / 20, -0.4 + 0.025 * math.sin(x * 1.3)) for x in range(-9, 10)]
    sheet.stroke(wave, 0.05, sheet.body)


def neon(sheet: Sheet, ink: Colour) -> None:
    """A ship as a neon sign shows it: its hull and two sails in double lines with round corners."""
    keel = mirrored(curve((-0.82, -0.16), (-0.6, -0.8), (0.0, -0.74)))
    lines: list[tuple[Points, bool]] = [
        (keel, True),
        ([(0.12, 0.8), *curve((0.12, 0.8), (0.8, 0.5), (0.7, 0.1)), (0.12, 0.1)], True),
        ([(-0.14, 0.7), (-0.64, 0.1), (-0.14, 0.1)], True),
        ([(0.0, 0.84), (0.0, -0.1)], False),
    ]
    tubes(sheet, lines, ink)


def halftone(sheet: Sheet, ink: Colour) -> None:
    """A ship as a newspaper prints it, in dots: a full sail with its shadow, a black hull, a pale sea."""

    def radius(row: int, _column: int, x: float, y: float) -> float:
        bulge = 0.56 + 0.1 * math.cos(3 * (y - 0.3))
        tone = 0.0
        if -0.5 < y < -0.1 and abs(x) < 0.98 + 0.7 * y:
            tone = 1.0
        elif 0.05 <= y < 0.75 and abs(x) < bulge:
            tone = 0.3 + 0.6 * (x + bulge) / (2 * bulge)
        elif abs(x) < 0.05 and y > -0.15:
            tone = 0.9
        elif y < -0.4:
            tone = 0.2 if row % 2 else 0.1
        return 0.078 * math.sqrt(tone)

    dots(sheet, radius, ink)


def reflected(sheet: Sheet, ink: Colour) -> None:
    """A low ship with a pennant on still water, and its reflection, which ripples cut into stripes."""
    hull = mirrored(curve((-0.84, 0.36), (-0.8, -0.06), (-0.3, -0.06)))
    deck = [*curve((0.76, 0.26), (0.6, 0.1), (0.3, 0.1)), *curve((-0.3, 0.1), (-0.6, 0.1), (-0.76, 0.26))]
    sail = [(-0.36, 0.72), (0.36, 0.72), (0.46, 0.2), (-0.46, 0.2)]
    for part in ([*hull, *deck], sail, [(-0.02, 0.92), (0.3, 0.86), (-0.02, 0.8)]):
        sheet.area(part, ink)
        sheet.area([(x, -0.1 - 0.82 * (y + 0.06)) for x, y in part], ink)
    sheet.stroke([(0.0, 0.06), (0.0, 0.92)], 0.07, ink)
    for number in range(6):
        y = -0.17 - 0.125 * number
        sheet.stroke([(-0.9, y), *curve((-0.5, y), (0, y + 0.03), (0.5, y)), (0.9, y)], 0.05, sheet.body)


def scorched(sheet: Sheet, ink: Colour) -> None:
    """A fishing smack drawn with a hot point: burnt lines, and the wood singed brown between them."""
    singed = between(sheet.body, ink, 0.45)
    hull = [(-0.84, -0.1), *curve((-0.7, -0.22), (0.0, -0.34), (0.84, 0.02)), (0.6, -0.66), (-0.6, -0.66)]
    main = [(-0.1, 0.84), (0.3, 0.74), (0.52, -0.04), (-0.1, -0.12)]
    jib = [(-0.2, 0.66), (-0.2, -0.06), (-0.74, 0.0)]
    for part in (hull, main, jib):
        sheet.area(part, singed)
        sheet.stroke(part, 0.085, ink, True)
    for y in (-0.4, -0.54):
        sheet.stroke([(-0.66, y + 0.04), *curve((-0.3, y), (0.2, y - 0.04), (0.68, y + 0.08))], 0.05, ink)
    for x in (0.06, 0.24):
        sheet.stroke([(x - 0.06, 0.74), (x + 0.04, -0.08)], 0.05, ink)
    sheet.stroke([(-0.15, 0.9), (-0.15, -0.2)], 0.08, ink)
    for x in (-0.6, 0.0, 0.6):
        sheet.stroke(curve((x - 0.24, -0.82), (x, -0.72), (x + 0.24, -0.82)), 0.06, ink)


def one_line(sheet: Sheet, ink: Colour) -> None:
    """A ship and the sea in one line that is never lifted."""
    waves = [(-0.92 + 0.02 * step, -0.62 + 0.07 * math.sin(0.5 * step)) for step in range(20)]
    bow = [*curve((-0.54, -0.62), (-0.8, -0.4), (-0.84, -0.06)), (0.0, -0.06), (0.0, 0.84)]
    sail = [
        *curve((0.0, 0.84), (0.72, 0.6), (0.62, 0.1)),
        (0.06, 0.1),
        *curve((0.0, 0.1), (-0.5, 0.1), (-0.56, 0.16)),
    ]
    back = [(-0.56, 0.16), (0.0, 0.72), (0.0, -0.06), (0.84, -0.06)]
    keel = [
        *curve((0.84, -0.06), (0.74, -0.44), (0.4, -0.44)),
        *curve((0.0, -0.44), (-0.3, -0.44), (-0.3, -0.66)),
    ]
    last = [(-0.22 + 0.02 * step, -0.66 + 0.06 * math.sin(0.5 * step + 4)) for step in range(56)]
    sheet.stroke([*waves, *bow, *sail, *back, *keel, *last], 0.1, ink)


def dragon_boat(sheet: Sheet, ink: Colour) -> None:
    """A racing boat with a dragon's head and tail: five who paddle, and a drum in its bow."""
    hull = [
        *curve((-0.72, -0.02), (-0.4, -0.22), (0.0, -0.22)),
        *curve((0.0, -0.22), (0.4, -0.22), (0.6, 0.0)),
    ]
    keel = [
        *curve((0.72, -0.16), (0.5, -0.58), (0.0, -0.58)),
        *curve((0.0, -0.58), (-0.5, -0.58), (-0.84, -0.1)),
    ]
    sheet.area([*hull, *keel], ink)
    sheet.stroke(curve((-0.78, -0.08), (-0.96, 0.28), (-0.66, 0.46)), 0.13, ink)
    sheet.area([(-0.74, 0.62), (-0.5, 0.48), (-0.66, 0.3)], ink)
    sheet.stroke([(0.64, -0.1), *curve((0.64, -0.1), (0.76, 0.1), (0.62, 0.3))], 0.2, ink)
    head = ((0.46, 0.5), (0.5, 0.22), (0.68, 0.2), (0.92, 0.16), (0.7, 0.3), (0.94, 0.38), (0.7, 0.52))
    sheet.area(head, ink)
    sheet.area([(0.5, 0.46), (0.38, 0.7), (0.64, 0.54)], ink)
    sheet.disc(0.64, 0.4, 0.045, sheet.body)
    for x in (-0.52, -0.3, -0.08, 0.14):
        sheet.disc(x + 0.02, 0.2, 0.085, ink)
        sheet.stroke([(x, -0.2), (x, 0.04)], 0.13, ink)
        sheet.stroke([(x + 0.06, -0.02), (x - 0.12, -0.78)], 0.055, ink)
    sheet.disc(0.36, -0.02, 0.13, ink)
    sheet.stroke(curve((-0.66, -0.3), (0.0, -0.54), (0.62, -0.28)), 0.05, sheet.body)


def cross_stitched(sheet: Sheet, ink: Colour) -> None:
    """A ship embroidered in crosses."""
    stitches(
        sheet,
        (
            "......#......", "......#.##...", ".....##.###..", "...####.####.", "..#####.####.",
            "..#####.####.", "...####.####.", ".....##.###..", "......#......", "#############",
            ".###########.", "..#########..", ".............",
        ),
        ink,
    )  # fmt: skip


def chip_carved(sheet: Sheet, ink: Colour) -> None:
    """A ship of notches, as a knife cuts them: upright ones for its sails, a broad one for its hull."""
    low = curve((0.86, -0.04), (0.0, -0.86), (-0.86, -0.04))
    sheet.area([*curve((-0.86, -0.04), (0.0, -0.4), (0.86, -0.04)), *low], ink)
    for x, top in (
        (-0.54, 0.26),
        (-0.36, 0.46),
        (-0.18, 0.66),
        (0.04, 0.88),
        (0.26, 0.7),
        (0.46, 0.52),
        (0.66, 0.32),
    ):
        sheet.area(lens((x, -0.06 - 0.12 * math.cos(1.5 * x)), (x, top), 0.075), ink)
    for x in (-0.6, -0.2, 0.2, 0.6):
        sheet.area([(x - 0.17, -0.84), (x, -0.64), (x + 0.17, -0.84)], ink)


def comic(sheet: Sheet, ink: Colour) -> None:
    """A stout ship with an angry face, as in a comic: thick lines, and its sail in a paler ink."""
    pale = between(sheet.body, ink, 0.35)
    hull = mirrored(curve((-0.84, -0.02), (-0.8, -0.8), (0.0, -0.78)))
    sail = [*curve((-0.5, 0.76), (0.0, 0.64), (0.5, 0.76)), *curve((0.5, 0.76), (0.78, 0.4), (0.54, 0.1))]
    sail = [
        *sail,
        *curve((0.54, 0.1), (0.0, 0.24), (-0.54, 0.1)),
        *curve((-0.54, 0.1), (-0.78, 0.4), (-0.5, 0.76)),
    ]
    sheet.stroke([(0, 0.86), (0, 0.0)], 0.12, ink)
    sheet.area(sail, pale)
    sheet.stroke(sail, 0.12, ink, True)
    sheet.area(hull, sheet.body)
    sheet.stroke([*hull, *curve((0.84, -0.02), (0.0, -0.2), (-0.84, -0.02))], 0.12, ink, True)
    for side in (-1, 1):
        sheet.disc(side * 0.3, -0.36, 0.12, ink)
        sheet.stroke([(side * 0.5, -0.18), (side * 0.14, -0.28)], 0.09, ink)
    sheet.stroke(curve((-0.22, -0.64), (0.0, -0.54), (0.22, -0.64)), 0.08, ink)


def mosaic_ship(sheet: Sheet, ink: Colour) -> None:
    """A longship in a floor of small stones, and under it a sea of paler ones."""

    def shade(x: float, y: float) -> float:
        if y < -0.64:
            return 0.4
        hull = y < -0.24 and abs(x) < 1.2 + 0.9 * y
        stem = y < 0.12 and abs(x) > 0.76
        sail = 0.06 < y < 0.74 and abs(x) < 0.4 + 0.3 * y
        return float(hull or stem or sail or abs(x) < 0.05)

    tesserae(sheet, shade, ink)


def pricked(sheet: Sheet, ink: Colour) -> None:
    """A ship's outline in punched dots, close together."""
    outline = mirrored(curve((-0.86, 0.26), (-0.8, -0.6), (0.0, -0.6)))
    deck = [*curve((-0.66, -0.12), (0.0, -0.3), (0.66, -0.12))]
    sail = [
        (-0.42, 0.78),
        (0.42, 0.78),
        *curve((0.42, 0.78), (0.66, 0.4), (0.5, 0.02)),
        *curve((0.5, 0.02), (0, 0.12), (-0.5, 0.02)),
    ]
    sail = [*sail, *curve((-0.5, 0.02), (-0.66, 0.4), (-0.42, 0.78))]
    lines = [outline, deck, sail, [(0.0, 0.62), (0.0, -0.1)], [(-0.8, -0.78), (0.8, -0.78)]]
    pricks(sheet, lines, 0.125, 0.05, ink)
