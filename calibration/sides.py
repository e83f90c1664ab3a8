"""What is seen on the sides of a die that lies flat, and what that leaves for its top.

A lamp that is mirrored in a top leaves nothing of it, but the sides below it lie in the shade.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import product

import numpy as np

from calibration import networks
from calibration.faces import Face, compared, read_faces
from calibration.geometry import Floats, Floor, Picture, Square, in_picture, through

ROUND_TOPS = {1: (2, 4, 5, 3), 2: (1, 3, 6, 4), 3: (1, 5, 6, 2)}
"""The sides clockwise round a top, as most makers number dice; others do it the other way round. Opposite
sides make seven."""
LEAST_EDGE = 0.93
"""Tops of flat dice are no smaller, however little of one a lamp leaves to be seen."""
LEAST_PIPS = 0.1
"""What shows pips with less of a chance is hidden, or no side of this die."""
MISTAKEN = 0.02
"""In so many sides another number may be seen than the chances say: of 440 sides of dice in strange trays, of
which one number was surer than 0.95, one was wrong."""


def _orientations() -> Iterator[tuple[int, ...]]:
    """Each way in which a die may lie: its top, then its sides clockwise."""
    for top, ring in ROUND_TOPS.items():
        for start in range(4):
            around = ring[start:] + ring[:start]
            for clockwise, each in product((around, around[::-1]), (top, 7 - top)):
                yield each, *clockwise


ORIENTATIONS = np.array(sorted(_orientations()))


def seen(floor: Floor, image: Picture, top: Square, seen_from: Floats) -> dict[int, Floats]:
    """The chances of one to six pips on each side that is well seen from that place, by its number as
    ``Square.seen_sides`` has it; they are 1 together."""
    top = replace(top, edge=max(top.edge, LEAST_EDGE))
    found = {}
    for number, corners in top.seen_sides(seen_from).items():
        side_px = through(floor.to_image, corners)
        if not in_picture(side_px, image):
            continue
        (side,) = read_faces(Floor.of_side(side_px), image, [Square(0.5, 0.5, 0.0, 1.0)], networks.sides)
        pips = side.chances[1:7]
        if pips.sum() > LEAST_PIPS:
            found[number] = pips / pips.sum()
    return found


def left_for_top(chances: Floats, sides: Mapping[int, Floats]) -> Floats:
    """How likely one to six pips are on top, given how likely that is by the top alone, and how likely they
    are on the sides: (6,), together as much as before."""
    likely = chances[ORIENTATIONS[:, 0] - 1]
    for number, pips in sides.items():
        likely = likely * ((1 - MISTAKEN) * pips + MISTAKEN / 6)[ORIENTATIONS[:, 1 + number] - 1]
    left = np.bincount(ORIENTATIONS[:, 0] - 1, likely, 6)
    together: Floats = left * (chances.sum() / max(float(left.sum()), 1e-9))
    return together


def with_sides(floor: Floor, image: Picture, face: Face, seen_from: Floats) -> Face:
    """The top of a die that lies flat, with what its sides leave for it."""
    sides = seen(floor, image, face.square, seen_from)
    chances = face.chances.copy()
    chances[1:7] = left_for_top(chances[1:7], sides)
    left = replace(face, chances=chances)
    if left.pips == face.pips:
        return left
    unspoken = replace(left, possible=frozenset(), spoken_against=False, misplaced=False)
    other = compared(unspoken, face.square.patch(floor, image, networks.FACE_PX, networks.FACE_EDGES))
    against = other.spoken_against or other.misplaced
    return replace(other, possible=frozenset(), spoken_against=against)
