"""Pips of the dice of rigs that were written down by hand."""

from __future__ import annotations

import itertools
import math

import numpy as np

from tools.dice_training.looks import Colour
from tools.dice_training.written.sheet import Points, Sheet, curve, mirrored, ring

GRID = {
    1: ((0, 0),),
    2: ((-1, 1), (1, -1)),
    3: ((-1, 1), (0, 0), (1, -1)),
    4: ((-1, 1), (1, 1), (-1, -1), (1, -1)),
    5: ((-1, 1), (1, 1), (0, 0), (-1, -1), (1, -1)),
    6: ((-1, 1), (-1, 0), (-1, -1), (1, 1), (1, 0), (1, -1)),
}


HOLLOWED = (
    "drilled", "eastern", "red one", "painted", "inlaid", "square", "heart", "shield", "flower", "hexagon",
    "chinese", "target", "crescent", "cross", "leaf", "triangle", "spade", "worn",
    "clover", "pinched", "burnt", "paw",
)  # fmt: skip
BRASS = (0.74, 0.55, 0.22)
CINNABAR = (0.74, 0.07, 0.05)
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
    "shield": mirrored([*ring(0.82, 0.86, 0.12, 0.12, 90, 0), *curve((0.94, 0.6), (0.96, -0.6), (0, -1.16))]),
    "hexagon": [
        (1.14 * math.cos(math.radians(60 * corner)), 1.14 * math.sin(math.radians(60 * corner)))
        for corner in range(6)
    ],
    "droplet": mirrored([*curve((0, 1.3), (0.2, 0.7), (0.66, 0.16)), *ring(0, -0.3, 0.8, 0.8, 35, -90)]),
    "crown": mirrored([(0, 1.1), (0.34, 0.2), (0.96, 0.84), (1.02, -0.86)]),
    "crescent": [*ring(0, 0, 1.12, 1.12, 50, 310), *ring(0.44, 0, 0.88, 0.88, 282, 78)],
    "cross": [
        (0.4, 1.14), (0.4, 0.4), (1.14, 0.4), (1.14, -0.4), (0.4, -0.4), (0.4, -1.14),
        (-0.4, -1.14), (-0.4, -0.4), (-1.14, -0.4), (-1.14, 0.4), (-0.4, 0.4), (-0.4, 1.14),
    ],
    "leaf": [
        *curve((-0.94, -0.94), (-0.9, 0.7), (0.94, 0.94)), *curve((0.94, 0.94), (0.9, -0.7), (-0.94, -0.94)),
    ],
    "triangle": [
        *ring(0, 0.9, 0.2, 0.2, 150, 30), *ring(0.84, -0.54, 0.2, 0.2, 30, -90),
        *ring(-0.84, -0.54, 0.2, 0.2, 270, 150),
    ],
    "asterisk": [
        (reach * math.sin(math.radians(turn)), reach * math.cos(math.radians(turn)))
        for arm in range(0, 360, 60)
        for turn, reach in ((arm - 15, 1.2), (arm + 15, 1.2), (arm + 30, 0.42))
    ],
    "spade": mirrored(
        [(0, 1.2), *curve((0.1, 0.9), (0.5, 0.5), (0.82, 0.2)), *ring(0.54, -0.18, 0.46, 0.46, 50, -150),
         (0.16, -0.5), (0.4, -1.16)]
    ),
    "clover": mirrored(
        [*((reach * math.sin(turn), reach * math.cos(turn)) for turn in np.linspace(0, 2.8, 30).tolist()
           for reach in (0.5 + 0.62 * abs(math.cos(1.5 * turn)),)),
         (0.12, -0.6), (0.34, -1.16)]
    ),
    "pinched": [
        *curve((0, 1.3), (0.2, 0.2), (1.3, 0)), *curve((1.3, 0), (0.2, -0.2), (0, -1.3)),
        *curve((0, -1.3), (-0.2, -0.2), (-1.3, 0)), *curve((-1.3, 0), (-0.2, 0.2), (0, 1.3)),
    ],
    "cog": [
        (reach * math.sin(math.radians(turn)), reach * math.cos(math.radians(turn)))
        for tooth in range(0, 360, 45)
        for turn, reach in ((tooth - 13, 0.86), (tooth - 8, 1.2), (tooth + 8, 1.2), (tooth + 13, 0.86))
    ],
    "paw": [
        (reach * math.cos(math.radians(turn)), reach * math.sin(math.radians(turn)))
        for turn in range(0, 360, 4)
        for reach in (0.5 + 0.7 * abs(math.sin(math.radians(4.5 * turn - 45))) if 10 < turn < 170 else 0.8,)
    ],
    "flower": [
        (reach * math.sin(angle), reach * math.cos(angle))
        for angle in np.linspace(0, 2 * math.pi, 60, endpoint=False).tolist()
        for reach in (0.72 + 0.44 * abs(math.cos(2.5 * angle)),)
    ],
}  # fmt: skip


def dotted(sheet: Sheet, value: int, colour: Colour, radius: float, reach: float, manner: str) -> None:
    """Pips: ``drilled``, ``printed``, ``ringed`` (a ring round each), ``eastern`` (a large one), ``red one``
    (that one in red, as in Japan), ``painted`` (drilled, with paint that does not reach the edge),
    ``inlaid`` (in a ring of brass), ``loops`` (printed rings), ``chinese`` (a large red one, the four red as
    well), ``target`` (a hole in a stained ring), ``worn`` (drilled long ago, some paint gone out of each),
    ``burnt`` (with a hot pin, the wood round each singed), ``studded`` (nails' heads, each in a groove),
    ``uneven`` (drilled by hand, none quite in its place), ``gem`` (cut stones, let in), or in one of
    ``PIP_SHAPES``, of which the ``cog`` has a hole."""
    shape = PIP_SHAPES.get(manner, CIRCLE)
    for x, y in GRID[value]:
        if manner == "chinese" and value in (1, 4):
            sheet.pip(x * reach, y * reach, radius * (1.7 if value == 1 else 1), CINNABAR, True, shape)
            continue
        if manner in ("eastern", "red one") and value == 1:
            sheet.pip(0, 0, radius * 1.7, CINNABAR if manner == "red one" else colour, True, shape)
            continue
        if manner == "target":
            sheet.disc(x * reach, y * reach, radius, colour)
            sheet.disc(x * reach, y * reach, radius * 0.74, _darker(sheet.body))
            sheet.pip(x * reach, y * reach, radius * 0.46, colour, True, shape)
            continue
        if manner == "uneven":
            right, up, wider = (math.sin(pace * (3 * x + 5 * y + value)) for pace in (7, 11, 13))
            place = (x * reach + 0.05 * right, y * reach + 0.05 * up)
            sheet.pip(*place, radius * (1 + 0.13 * wider), colour, True, shape)
            continue
        if manner == "gem":
            _stone(sheet, x * reach, y * reach, radius, colour)
            continue
        if manner == "inlaid":
            sheet.disc(x * reach, y * reach, radius * 1.35, BRASS)
        if manner == "burnt":
            for part in (0.15, 0.35, 0.6):
                sheet.disc(
                    x * reach, y * reach, radius * (1.4 - 0.5 * part), between(sheet.body, colour, part)
                )
        if manner == "studded":
            groove = between(sheet.body, (0, 0, 0), 0.3)
            sheet.pip(x * reach, y * reach, radius * 1.25, groove, True, shape)
        if manner == "ringed":
            sheet.stroke(ring(x * reach, y * reach, radius * 1.25, radius * 1.25), 0.03, colour, True)
        sheet.pip(x * reach, y * reach, radius, colour, manner in HOLLOWED, shape)
        if manner in ("loops", "cog"):
            sheet.disc(x * reach, y * reach, radius * 0.42, sheet.body)
        if manner == "worn":
            turn = 360 * math.sin(7 * x + 12 * y + value)
            sheet.area(ring(x * reach, y * reach, radius, radius, turn, turn + 130), _darker(sheet.body))
            sheet.hollow(x * reach, y * reach, radius, shape)
        if manner == "painted":
            sheet.stroke(ring(x * reach, y * reach, radius * 1.04, radius * 1.04), 0.035, _darker(sheet.body))


def _stone(sheet: Sheet, x: float, y: float, radius: float, colour: Colour) -> None:
    """A stone of eight facets, those to the upper left paler, and a flat one in their middle."""
    edge = [
        (x + radius * math.cos(math.radians(turn)), y + radius * math.sin(math.radians(turn)))
        for turn in range(0, 405, 45)
    ]
    for number, (start, end) in enumerate(itertools.pairwise(edge)):
        light = math.cos(math.radians(45 * number + 22.5 - 125))
        other = (1.0, 1.0, 1.0) if light > 0 else (0.0, 0.0, 0.0)
        sheet.area([(x, y), start, end], between(colour, other, 0.3 * abs(light)))
    sheet.area([(x + 0.5 * (right - x), y + 0.5 * (up - y)) for right, up in edge], colour)


def _darker(colour: Colour) -> Colour:
    return between(colour, (0, 0, 0), 0.45)


def between(colour: Colour, other: Colour, part: float) -> Colour:
    """A colour with so much of another instead."""
    red, green, blue = (one + part * (two - one) for one, two in zip(colour, other, strict=True))
    return red, green, blue
