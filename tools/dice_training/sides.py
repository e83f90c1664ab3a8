"""Cuts the sides of dice out of views as the reader does, with what they show."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from calibration import networks
from calibration.geometry import Floor, Square, places_on
from tools.dice_training.boxes import SIGNS
from tools.dice_training.drawings import Floats, Random
from tools.dice_training.pieces import DRAWING, JUNK, disturbed
from tools.dice_training.scenes import NORMALS, VALUES
from tools.dice_training.views import View

WRONG = 0.12
"""Of so many sides the die leans, or nothing lies there, though the reader took something for its top."""
MOST_HIDDEN, HARDLY_HIDDEN = 0.3, 0.1
"""With more of its places behind another die it shows nothing; between the two nothing is learned of it."""
PLACES = 0.1 + 0.2 * np.indices((5, 5)).reshape(2, -1).T
MOST_OFF = 0.4
"""A side is not learned from that is off by more of this: in edges, radians or by the logarithm."""
BETWEEN_SIDES = math.radians(20)
"""What the reader cuts out shows the side that points in about the same direction."""


class Side(NamedTuple):
    """A side as the reader would cut it: its corners in pixels, as ``Square.seen_sides`` has them, and its
    number, or what else it shows."""

    corners: Floats
    shows: int
    true: Floats | None
    """Where its corners really are, in the same order, those below from right to left: (4, 2), if known."""


def side_piece(view: View, random: Random) -> tuple[Floats, Floats] | None:
    """A side of a die about as the reader cuts it, and what it shows: as ``pieces.face_patch`` has it."""
    side = _wrong(view, random) if random.random() < WRONG else _right(view, random)
    if side is None:
        return None
    floor = Floor.of_side(side.corners)
    (right, down), turn = 0.5 + random.normal(0, 0.04, 2), float(random.integers(4)) * math.pi / 2
    size = math.exp(random.normal(0, 0.04))
    square = Square(right, down, turn + random.normal(0, 0.03), size)
    patch = square.patch(floor, view.picture, networks.FACE_PX, networks.FACE_EDGES)
    target = np.zeros(6, np.float32)
    target[0] = side.shows
    if side.true is not None:
        there = cv2.perspectiveTransform(side.true[None], floor.from_image)[0]
        middle, edge = there.mean(0) - [square.x, square.y], there[1] - there[0]
        cosine, sine = math.cos(square.angle), math.sin(square.angle)
        away = np.array([[cosine, sine], [-sine, cosine]]) @ middle / square.edge
        turned = (math.atan2(edge[1], edge[0]) - square.angle + math.pi / 4) % (math.pi / 2) - math.pi / 4
        large = math.sqrt(abs(cv2.contourArea(there.astype(np.float32)))) / square.edge
        if np.abs([*away, turned, math.log(large)]).max() > MOST_OFF:
            return None
        target[1:] = 1, *away, turned, math.log(large)
    if random.random() < 0.5:
        patch = np.ascontiguousarray(patch[:, ::-1])
        target[[2, 4]] *= -1
    return networks.face_inputs(disturbed(patch, random)[None])[0], target


def _right(view: View, random: Random) -> Side | None:
    """A side of a die that lies flat."""
    if view.solids is None or not len(view.quads):
        return None
    number = int(random.integers(len(view.quads)))
    if view.states[number] != 0:
        return None
    quad = view.quads[number]
    edge = quad[1] - quad[0]
    right, down = quad.mean(0) / view.px_per_edge
    square = Square(
        right,
        down,
        math.atan2(edge[1], edge[0]),
        math.sqrt(abs(cv2.contourArea(quad.astype(np.float32)))) / view.px_per_edge,
    )
    chosen = _one_of(view, _measured(square, random), random)
    if chosen is None:
        return None
    corners, way = chosen
    solid = view.solids[number]
    normals, sides = _sides(solid)
    alike = normals[:, :2] @ way
    of = int(alike.argmax())
    if alike[of] < math.cos(BETWEEN_SIDES):
        return None
    above = sides[of][sides[of][:, 2] > solid[:, 2].mean()]
    below = sides[of][sides[of][:, 2] < solid[:, 2].mean()]
    if len(above) != 2 or len(below) != 2:
        return None
    upper, lower = (
        sorted(ends, key=lambda end: float(end[:2] @ [-way[1], way[0]])) for ends in (above, below)
    )
    places = places_on(np.array([upper, lower]), PLACES)
    hidden = max(
        (_covered(view, places, other) for other in range(len(view.solids)) if other != number), default=0.0
    )
    if hidden > MOST_HIDDEN:
        return Side(corners, JUNK, None)
    if hidden > HARDLY_HIDDEN:
        return None
    true = view.appear(np.array([upper[0], upper[1], lower[1], lower[0]]))
    shows = VALUES[of] if view.faces[number] < 10 else DRAWING
    return Side(corners, shows, true)


def _wrong(view: View, random: Random) -> Side | None:
    """Where a side would be if the die lay flat that the reader thought to see."""
    if view.seen is None or not len(wrong := view.seen[view.seen[:, 4] < 0.5]):
        return None
    x, y, angle, edge, _ = wrong[int(random.integers(len(wrong)))].tolist()
    square = Square(x / view.px_per_edge, y / view.px_per_edge, angle, edge / view.px_per_edge)
    chosen = _one_of(view, _measured(square, random), random)
    return None if chosen is None else Side(chosen[0], JUNK, None)


def _measured(square: Square, random: Random) -> Square:
    """As the reader has it, about."""
    right, down = random.normal(0, 0.03, 2)
    return replace(
        square,
        x=square.x + right,
        y=square.y + down,
        angle=square.angle + random.normal(0, 0.03),
        edge=square.edge * math.exp(random.normal(-0.01, 0.05)),
    )


def _one_of(view: View, square: Square, random: Random) -> tuple[Floats, Floats] | None:
    """One of the sides that are seen of a flat die under a top: its corners in pixels, (2, 2, 2), and where
    it points on the floor, a unit long."""
    high = float(view.camera[2])
    place = view.camera[:2] / view.px_per_edge + random.normal(0, 0.04, 2) * high
    camera = np.array([*place, high * math.exp(random.normal(0, 0.05))])
    found = list(square.seen_sides(camera).values())
    if not found:
        return None
    side = found[int(random.integers(len(found)))]
    way = side[0].mean(axis=0) - [square.x, square.y]
    return side * view.px_per_edge, way / np.hypot(*way)


def _sides(solid: Floats) -> tuple[Floats, Floats]:
    """The directions of a die's six sides, and the corners of each, in no order: (6, 3), (6, 4, 3)."""
    corners = np.array([solid[SIGNS @ normal > 0] for normal in NORMALS])
    ways = corners.mean(axis=1) - solid.mean(axis=0)
    return ways / np.linalg.norm(ways, axis=1, keepdims=True), corners


def _covered(view: View, places: Floats, other: int) -> float:
    """How many of the places another die hides: it stands nearer to the camera, and is seen there."""
    assert view.solids is not None
    solid, eye = view.solids[other], view.eye
    if np.linalg.norm(solid.mean(0) - eye) > np.linalg.norm(places.mean(0) - eye):
        return 0.0
    outline = cv2.convexHull(view.appear(solid).astype(np.float32))
    inside = [cv2.pointPolygonTest(outline, (float(x), float(y)), False) >= 0 for x, y in view.appear(places)]
    return float(np.mean(inside))
