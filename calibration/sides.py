"""What is seen on the sides of a die that lies flat, and what that leaves for its top.

A lamp that is mirrored in a top leaves nothing of it, but the sides below it lie in the shade.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import permutations

import cv2
import numpy as np

from calibration import networks
from calibration.faces import JUNK, Face, read_faces, with_places
from calibration.geometry import Floats, Floor, Picture, Square, in_picture, places_on, through
from calibration.light import Ceiling

ORIENTATIONS = np.array(
    [
        (top, *around)
        for top, *around in permutations(range(1, 7), 5)
        if around[0] + around[2] == 7 == sum(around) / 2
    ]
)
"""Each way in which a die may lie: its top, then its sides clockwise. Opposite sides make seven; which way
round the others go differs from maker to maker."""
LEAST_SHOWN = 0.2
"""What shows pips or a drawing with less of a chance is no side at all."""
MISTAKEN = 0.02
"""So often something else is on a side, however sure its number seems: of 440 sides of dice in strange trays
whose numbers were surer than 0.95 one was read wrongly."""
PLACES = 0.1 + 0.2 * np.indices((5, 5)).reshape(2, -1).T
"""Where it is asked whether a side is hidden, in parts of its width and height."""
HIDDEN = 0.15
"""A side of which another die covers more is hidden."""
WALL_EDGES = 0.7
"""No usual wall is lower: it hides the foot of a side that is seen lower than this over the floor's end."""
LEAST_FIT = 0.05
"""Sides that go together less well than this in any way in which a die may lie are not those of one die."""
LEAST_BY_TOP = 0.2
"""A number of which the top itself shows less is not told by sides alone."""


def _sides(floor: Floor, image: Picture, top: Square, seen_from: Floats) -> Iterator[tuple[int, Floats]]:
    """Each side that is well seen from that place: its number and its corners, as ``Square.seen_sides`` has
    them."""
    for number, corners in top.whole().seen_sides(seen_from).items():
        if in_picture(through(floor.to_image, corners), image):
            yield number, corners


def _face(floor: Floor, image: Picture, side: Floats) -> Face:
    """What a side with these corners shows."""
    whole = [Square(0.5, 0.5, 0.0, 1.0)]
    return read_faces(Floor.of_side(through(floor.to_image, side)), image, whole, networks.sides)[0]


def seen(floor: Floor, image: Picture, top: Square, seen_from: Floats) -> dict[int, Floats]:
    """The chances of one to six pips, 1 together, on each side of a flat die that is well seen from that
    place, by its number as ``Square.seen_sides`` has it; the less surely it is a side, the more alike."""
    found = {}
    for number, side in _sides(floor, image, top, seen_from):
        pips = _face(floor, image, side).chances[1:7]
        found[number] = pips + (1 - pips.sum()) / 6
    return found


def are_missing(
    floor: Floor, image: Picture, top: Square, seen_from: Floats, others: Iterable[Square]
) -> bool:
    """Whether a flat die would show a side from that place which no other die hides, and nothing is like a
    side where it would show any."""
    places, open_places = _places(floor, image, top, seen_from, others)
    if not open_places:
        return False
    return max(1 - float(_face(floor, image, side).chances[JUNK]) for side in places) < LEAST_SHOWN


def surest(floor: Floor, image: Picture, top: Face, seen_from: Floats, others: Iterable[Square]) -> float:
    """How surely a side is seen where one of a flat die must be, pips below pips and either below a drawing:
    the surest of those that are well seen from that place and that no other die hides; 1 where none would be
    seen anyway."""
    places, open_places = _places(floor, image, top.square, seen_from, others)
    if not places:
        return 1.0
    is_drawn = top.drawing > top.shows_pips
    faces = (_face(floor, image, side) for side in open_places)
    return max((face.shows_pips + is_drawn * face.drawing for face in faces), default=0.0)


def may_be_hidden(
    floor: Floor, image: Picture, top: Square, seen_from: Floats, others: Iterable[Square]
) -> bool:
    """Whether other dice, or a wall that may stand at the end of the floor, hide each side of a flat die that
    would be well seen from that place."""
    _, open_places = _places(floor, image, top, seen_from, others)
    return all(_is_behind_wall(floor, side, seen_from) for side in open_places)


def _is_behind_wall(floor: Floor, side: Floats, seen_from: Floats) -> bool:
    """Whether a usual wall would hide the foot of a side from a camera that stands beyond it."""
    foot, size, camera = side[1].mean(axis=0), np.array([floor.width, floor.depth]), seen_from[:2]
    inside = np.maximum([foot, size - foot], 0.0)
    outside = np.array([-camera, camera - size])
    is_between = outside > 0
    seen_over = seen_from[2] * inside[is_between] / (inside + outside)[is_between]
    return bool((seen_over < WALL_EDGES).any())


def _places(
    floor: Floor, image: Picture, top: Square, seen_from: Floats, others: Iterable[Square]
) -> tuple[list[Floats], list[Floats]]:
    """The sides that are well seen from that place, and those of them that no other die hides."""
    hides = _hiding(top, seen_from, others)
    places = [side for _, side in _sides(floor, image, top, seen_from)]
    return places, [side for side in places if not hides(side)]


def _hiding(top: Square, seen_from: Floats, others: Iterable[Square]) -> Callable[[Floats], bool]:
    """Tells of a side of a die whether one of the others hides some of it, which must be nearer to the
    camera."""
    far = top.from_place(seen_from)
    outlines = [other.whole().outline(seen_from) for other in others if other.from_place(seen_from) < far]
    return lambda side: any(_hides(outline, side) for outline in outlines)


def _hides(outline: Floats, side: Floats) -> bool:
    """Whether what is seen within an outline hides some of a side."""
    places = [(float(x), float(y)) for x, y in places_on(side, PLACES)]
    inside = [cv2.pointPolygonTest(outline, place, False) >= 0 for place in places]
    return float(np.mean(inside)) > HIDDEN


def left_for_top(chances: Floats, sides: Mapping[int, Floats]) -> Floats:
    """How likely one to six pips are on top, given how likely that is by the top alone, and how likely they
    are on the sides: (6,), together as much as before."""
    fit = np.ones(len(ORIENTATIONS))
    for number, pips in sides.items():
        fit *= ((1 - MISTAKEN) * pips + MISTAKEN / 6)[ORIENTATIONS[:, 1 + number] - 1]
    if fit.max() < LEAST_FIT:
        return chances
    tops = ORIENTATIONS[:, 0] - 1
    left = np.bincount(tops, fit * chances[tops], 6)
    together: Floats = left * (chances.sum() / max(float(left.sum()), 1e-9))
    return together


def with_sides(floor: Floor, image: Picture, face: Face, seen_from: Floats, ceiling: Ceiling) -> Face:
    """The top of a die, with what the sides leave for it that are seen below it if it lies flat."""
    chances = face.chances.copy()
    chances[1:7] = left_for_top(chances[1:7], seen(floor, image, face.square, seen_from))
    left = replace(face, chances=chances)
    if left.pips == face.pips:
        return left
    if face.chances[left.pips] < LEAST_BY_TOP:
        return face
    patch = face.square.patch(floor, image, networks.FACE_PX, networks.FACE_EDGES)
    other = with_places(left, patch, ceiling)
    return replace(other, possible=frozenset(), spoken_against=other.spoken_against or other.misplaced)
