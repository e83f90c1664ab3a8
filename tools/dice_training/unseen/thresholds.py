"""The gates' signs on the event dice of the rigs u72 to u83."""

from __future__ import annotations

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
from tools.dice_training.written.sheet import Points, Sheet, archway, mirrored, ring


def false_door(sheet: Sheet, colour: Colour) -> None:
    """The stone door of a tomb: niches one within another, a rolled mat over the slot, a curved ledge."""
    sheet.area([(-0.92, 0.88), (0.92, 0.88), (0.74, 0.64), (-0.74, 0.64)], colour)
    sheet.area([(-0.76, 0.58), (0.76, 0.58), (0.76, -0.86), (-0.76, -0.86)], colour)
    for half, top in ((0.58, 0.42), (0.38, 0.24)):
        sheet.stroke([(-half, -0.86), (-half, top), (half, top), (half, -0.86)], 0.07, sheet.body)
    sheet.area([(-0.15, -0.86), (-0.15, -0.02), (0.15, -0.02), (0.15, -0.86)], sheet.body)
    sheet.stroke([(-0.2, 0.1), (0.2, 0.1)], 0.06, sheet.body)


def lighthouses(sheet: Sheet, colour: Colour) -> None:
    """The way into a harbour: two striped lighthouses on the ends of two piers."""
    for side in (-1, 1):
        pier = ((0.94, -0.84), (0.94, -0.46), (0.24, -0.46), (0.14, -0.84))
        tower = ((0.3, -0.4), (0.4, 0.32), (0.68, 0.32), (0.78, -0.4))
        roof = ((0.36, 0.66), (0.54, 0.92), (0.72, 0.66))
        for part in (pier, tower, roof):
            sheet.area([(side * x, y) for x, y in part], colour)
        for y in (-0.14, 0.12):
            sheet.stroke([(side * 0.28, y), (side * 0.8, y)], 0.09, sheet.body)
        sheet.stroke([(side * 0.32, 0.36), (side * 0.76, 0.36)], 0.09, colour)
        sheet.area([(side * 0.45, 0.44), (side * 0.45, 0.6), (side * 0.63, 0.6), (side * 0.63, 0.44)], colour)


def stamped_gate(sheet: Sheet, colour: Colour) -> None:
    """A postage stamp out of which a gate with two round towers is cut, its door printed again."""
    stamp(sheet, colour)
    for side in (-1, 1):
        tower = ((0.22, -0.58), (0.22, 0.3), (0.18, 0.44), (0.58, 0.44), (0.54, 0.3), (0.54, -0.58))
        sheet.area([(side * x, y) for x, y in tower], sheet.body)
        sheet.area([(side * 0.18, 0.46), (side * 0.38, 0.64), (side * 0.58, 0.46)], sheet.body)
        sheet.disc(side * 0.38, 0.18, 0.07, colour)
    sheet.area([(-0.24, -0.58), (-0.24, 0.14), (0.24, 0.14), (0.24, -0.58)], sheet.body)
    sheet.area(archway(0.16, -0.58, -0.22, 0.2), colour)


def half_discs(sheet: Sheet, colour: Colour) -> None:
    """A gate of parts of circles: half a ring for its arch, two quarters on end for each pier, a disc."""
    sheet.area([*ring(0, 0.04, 0.84, 0.84, 180, 0), *ring(0, 0.04, 0.42, 0.42, 0, 180)], colour)
    for side in (-1, 1):
        for y in (-0.42, -0.86):
            quarter = ring(0.42, y, 0.42, 0.4, 0, 90)
            sheet.area([(side * x, up) for x, up in ((0.42, y), *quarter)], colour)
    sheet.disc(0, -0.3, 0.2, colour)


def woven_gate(sheet: Sheet, colour: Colour) -> None:
    """Two arches that cross each other, as on the walls of old abbeys, and two bars woven through them."""
    left, right = ([(x + off, y) for x, y in archway(0.46, -0.82, 0.22, 0.52)] for off in (-0.32, 0.32))
    bands: list[tuple[Points, bool]] = [
        ([(-0.9, -0.08), (0.9, -0.08)], False),
        (left, False),
        ([(-0.9, -0.5), (0.9, -0.5)], False),
        (right, False),
    ]
    woven(sheet, bands, colour)


def tangram_gate(sheet: Sheet, colour: Colour) -> None:
    """A gate of seven pieces of a tangram: a gable of two, posts of two, and a step."""
    left: list[Points] = [
        [(0.0, 0.9), (0.0, 0.2), (-0.9, 0.2)],
        [(-0.78, 0.12), (-0.34, 0.12), (-0.34, -0.32), (-0.78, -0.32)],
        [(-0.78, -0.32), (-0.34, -0.32), (-0.78, -0.8)],
    ]
    right = [[(-x, y) for x, y in shape] for shape in left]
    pieces(sheet, [*left, *right, [(-0.3, -0.8), (0.3, -0.8), (0.0, -0.48)]], colour)


def patched_gate(sheet: Sheet, colour: Colour) -> None:
    """A badge for scouts: a keep with battlements and a wide gateway."""
    merlons = [(-0.66, -0.62), (-0.66, 0.64), (-0.4, 0.64), (-0.4, 0.46), (-0.14, 0.46), (-0.14, 0.64)]
    badge(sheet, mirrored(merlons), colour)
    sheet.area(archway(0.34, -0.62, -0.2, 0.36), sheet.body)
    for x in (-0.12, 0.12):
        sheet.stroke([(x, 0.08), (x, -0.58)], 0.08, colour)
    sheet.stroke([(-0.3, -0.22), (0.3, -0.22)], 0.08, colour)


def isometric_gate(sheet: Sheet, colour: Colour) -> None:
    """A gate of building blocks seen slantwise: two posts and a beam across them, a small block on it."""
    for a in (-0.62, 0.3):
        block(sheet, (a, -0.14, -0.5), (0.34, 0.34, 0.72), colour)
    block(sheet, (-0.72, -0.14, 0.22), (1.46, 0.34, 0.24), colour)
    block(sheet, (-0.14, -0.1, 0.46), (0.3, 0.26, 0.24), colour)


def barred_gate(sheet: Sheet, colour: Colour) -> None:
    """A gate of level bars: three merlons, two whole bars, and six pairs of short ones."""
    rows: list[tuple[float, list[tuple[float, float]]]] = [
        (0.82, [(-0.8, -0.58), (-0.11, 0.11), (0.58, 0.8)]),
        (0.62, [(-0.8, 0.8)]),
        (0.42, [(-0.8, 0.8)]),
    ]
    rows += [(0.22 - 0.208 * row, [(-0.8, -0.42), (0.42, 0.8)]) for row in range(6)]
    bars(sheet, rows, colour)


def roped_gate(sheet: Sheet, colour: Colour) -> None:
    """A gate laid of rope: a round arch, its two wings, and a knot in the middle of each."""
    arch = [*archway(0.72, -0.78, 0.06, 0.72), (-0.72, -0.78)]
    knots: list[Points] = [ring(side * 0.35, -0.28, 0.17, 0.17) for side in (-1, 1)]
    ropes(sheet, [arch, [(0.0, 0.66), (0.0, -0.7)], *knots], colour)


def jigsaw_gate(sheet: Sheet, colour: Colour) -> None:
    """A piece of a jigsaw out of which a gateway with a striped portcullis is cut."""
    puzzle(sheet, colour)
    sheet.area([(x - 0.06, y) for x, y in archway(0.42, -0.5, 0.06, 0.42)], sheet.body)
    for x in (-0.3, -0.06, 0.18):
        sheet.stroke([(x, 0.3), (x, -0.42)], 0.1, colour)
    sheet.stroke([(-0.4, 0.02), (0.28, 0.02)], 0.1, colour)


def match_gate(sheet: Sheet, colour: Colour) -> None:
    """A gate laid of nine matches: two beams on two posts, a lower rail, and four pickets on it."""
    pickets = [((x, -0.4), (x, 0.24)) for x in (-0.36, -0.12, 0.12, 0.36)]
    matches(
        sheet,
        (
            ((-0.66, 0.44), (-0.66, -0.82)),
            ((0.66, 0.44), (0.66, -0.82)),
            ((-0.8, 0.52), (0.8, 0.52)),
            ((0.8, 0.8), (-0.8, 0.8)),
            ((0.4, -0.5), (-0.5, -0.5)),
            *pickets,
        ),
        colour,
    )
