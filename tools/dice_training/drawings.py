"""Faces of dice and surfaces of tables, drawn by code: all different, so that none is learned by heart."""

from __future__ import annotations

import itertools
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Floats = NDArray[Any]
Random = np.random.Generator

TEXTURE_PX = 96
PIP_PLACES = {
    1: ((0, 0),),
    2: ((-1, -1), (1, 1)),
    3: ((-1, -1), (0, 0), (1, 1)),
    4: ((-1, -1), (1, -1), (-1, 1), (1, 1)),
    5: ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0)),
    6: ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)),
}

FIRST_DIE = (
    ((0.93, 0.70, 0.08), (0.55, 0.05, 0.04)),
    ((0.88, 0.87, 0.84), (0.03, 0.03, 0.03)),
    ((0.88, 0.74, 0.16), (0.04, 0.03, 0.03)),
    ((0.88, 0.82, 0.66), (0.05, 0.04, 0.04)),
    ((0.90, 0.90, 0.90), (0.60, 0.05, 0.06)),
    ((0.86, 0.86, 0.90), (0.06, 0.12, 0.50)),
    ((0.95, 0.80, 0.15), (0.92, 0.92, 0.90)),
    ((0.88, 0.82, 0.66), (0.45, 0.30, 0.08)),
)
RED_DIE = (
    ((0.52, 0.03, 0.03), (0.85, 0.62, 0.12)),
    ((0.66, 0.04, 0.05), (0.90, 0.89, 0.86)),
    ((0.72, 0.08, 0.05), (0.86, 0.84, 0.80)),
    ((0.38, 0.02, 0.03), (0.88, 0.87, 0.84)),
    ((0.70, 0.10, 0.08), (0.03, 0.03, 0.03)),
    ((0.55, 0.16, 0.08), (0.88, 0.82, 0.66)),
)
EVENT_DIE = (
    (0.88, 0.87, 0.85),
    (0.86, 0.80, 0.66),
    (0.88, 0.77, 0.58),
    (0.62, 0.46, 0.30),
    (0.60, 0.60, 0.62),
)
GATES = ((0.92, 0.70, 0.08), (0.06, 0.25, 0.62), (0.08, 0.45, 0.15))


def near(random: Random, colour: tuple[float, float, float], spread: float = 0.06) -> Floats:
    """A colour (sRGB, 0 to 1) like the given one."""
    gain = 1 + random.normal(0, spread)
    return np.clip(np.array(colour) * gain * (1 + random.normal(0, spread / 2, 3)), 0.01, 0.97).astype(
        np.float32
    )


def _points(places: list[tuple[float, float]], size_px: int = TEXTURE_PX) -> NDArray[np.int32]:
    return np.round((np.array(places) + 0.5) * size_px * 16).astype(np.int32)


def polygon(face: Floats, places: list[tuple[float, float]], colour: Floats, width: float = 0.0) -> None:
    """Fills or outlines an area of a face; places are in edges from its middle, to the right and down."""
    paint = tuple(float(part) for part in colour)
    size_px = len(face)
    points = _points(places, size_px)
    if width:
        cv2.polylines(face, [points], True, paint, max(1, round(width * size_px)), cv2.LINE_AA, 4)
    else:
        cv2.fillPoly(face, [points], paint, cv2.LINE_AA, 4)


def blank(body: Floats, size_px: int = TEXTURE_PX) -> Floats:
    """A face with nothing on it."""
    return np.tile(body.astype(np.float32), (size_px, size_px, 1))


def pips(random: Random, value: int, body: Floats, pip: Floats, radius: float, place: float) -> Floats:
    """A face with pips of ``radius`` at ``place`` from the middle, both in edges."""
    face = blank(body)
    hollow = random.uniform(0, 0.35)
    turn = random.uniform(0, 2 * np.pi)
    for column, row in PIP_PLACES[value]:
        centre = _points([(column * place, row * place)])[0]
        for part in (1.0, 0.72):
            paint = pip if part == 1 else np.clip(pip * (1 + hollow * random.normal(0, 0.5)), 0, 1)
            shift = np.round(
                np.array([np.cos(turn), np.sin(turn)]) * (1 - part) * radius * 0.8 * TEXTURE_PX * 16
            )
            middle = centre + shift.astype(int)
            cv2.circle(
                face,
                (int(middle[0]), int(middle[1])),
                int(radius * part * TEXTURE_PX * 16),
                tuple(float(part) for part in paint),
                -1,
                cv2.LINE_AA,
                4,
            )
    return face


def _vessel(random: Random, body: Floats, ink: Floats, size_px: int) -> Floats:
    """Some ship: a hull, masts, sails, filled or in outlines."""
    face = blank(body, size_px)
    deck = random.uniform(0.02, 0.14)
    deep, long, bow = random.uniform(0.1, 0.24), random.uniform(0.28, 0.42), random.uniform(0, 0.16)
    line = random.uniform(0.025, 0.05) if random.random() < 0.4 else 0.0
    hull = [(-long, deck - bow), (-long * 0.75, deck + deep), (long * 0.7, deck + deep), (long, deck - bow)]
    polygon(face, hull, ink, line)
    masts = int(random.integers(1, 4))
    for mast in range(masts):
        at = (mast - (masts - 1) / 2) * long * 1.5 / masts
        top = deck - random.uniform(0.25, 0.45)
        polygon(face, [(at, deck), (at, top)], ink, 0.03)
        half = long * 1.2 / masts * random.uniform(0.5, 0.85)
        foot, head = deck - 0.05, top + 0.04
        shape = int(random.integers(3))
        if shape == 0:
            sail = [(at - half, foot), (at + half, foot), (at + half * 0.8, head), (at - half * 0.8, head)]
        elif shape == 1:
            sail = [(at + 0.02, foot), (at + half * 1.2, foot), (at + 0.02, head)]
        else:
            angles = np.linspace(-np.pi / 2, np.pi / 2, 12)
            sail = [
                (at + half * np.cos(angle), (foot + head) / 2 + (foot - head) / 2 * np.sin(angle))
                for angle in angles
            ]
        polygon(face, sail, ink, line)
        if random.random() < 0.3:
            polygon(
                face, [(at - half * 0.5, (foot + head) / 2), (at + half * 0.5, (foot + head) / 2)], body, 0.03
            )
    return face


def _gateway(random: Random, body: Floats, colour: Floats, ink: Floats, size_px: int) -> Floats:
    """Some gate: towers or an arch with a door, filled, in outlines, or left out of a coloured face."""
    face = blank(body, size_px)
    front, back = colour, body
    if random.random() < 0.3:
        front, back = body, colour
        edge = random.uniform(0.38, 0.46)
        polygon(face, [(-edge, -edge), (edge, -edge), (edge, edge), (-edge, edge)], colour)
    line = random.uniform(0.05, 0.09) if random.random() < 0.35 else 0.0
    foot, half, tower = random.uniform(0.27, 0.36), random.uniform(0.26, 0.38), random.uniform(0.08, 0.14)
    top = -random.uniform(0.08, 0.28)
    middle = top + random.uniform(0, 0.14)
    shape = int(random.integers(3))
    if shape == 0:
        outline = [
            (-half, foot), (-half, top), (-half + 2 * tower, top), (-half + 2 * tower, middle),
            (half - 2 * tower, middle), (half - 2 * tower, top), (half, top), (half, foot),
        ]  # fmt: skip
    elif shape == 1:
        angles = np.linspace(np.pi, 0, 14)
        arch = [(half * np.cos(angle), middle - 0.25 * np.sin(angle)) for angle in angles]
        outline = [(-half, foot), *arch, (half, foot)]
    else:
        outline = [(-half, foot), (-half, top), (0, top - 0.14), (half, top), (half, foot)]
    polygon(face, outline, front, line)
    door = random.uniform(0.08, 0.14)
    opening = ink if random.random() < 0.4 else back
    angles = np.linspace(np.pi, 0, 8)
    arch = [(door * np.cos(angle), foot - 0.18 - door * np.sin(angle)) for angle in angles]
    polygon(face, [(-door, foot), *arch, (door, foot)], front if line else opening, line)
    if random.random() < 0.5 and not line:
        for side in (-0.22, 0.22):
            box = [(side - 0.03, -0.09), (side + 0.03, -0.09), (side + 0.03, 0.0), (side - 0.03, 0.0)]
            polygon(face, box, opening)
    return face


def ship(random: Random, body: Floats, ink: Floats, size_px: int = TEXTURE_PX) -> Floats:
    """The barbarians' side of some event die: most often a ship as it is, else another sign or manner."""
    if random.random() < 0.45:
        return _vessel(random, body, ink, size_px)
    symbol = SHIPS[int(random.choice(len(SHIPS), p=(0.45, 0.3, 0.1, 0.15)))](random, size_px)
    return pressed(random, symbol, body, ink, body)


def gate(random: Random, body: Floats, colour: Floats, ink: Floats, size_px: int = TEXTURE_PX) -> Floats:
    """A gate's side of some event die: most often a gate as it is, else another sign or manner."""
    if random.random() < 0.4:
        return _gateway(random, body, colour, ink, size_px)
    symbol = GATE_SIGNS[int(random.integers(len(GATE_SIGNS)))](random, size_px)
    return pressed(random, symbol, body, colour, ink if random.random() < 0.3 else body)


def pressed(random: Random, symbol: Floats, body: Floats, colour: Floats, inner: Floats) -> Floats:
    """A sign (a mask from 0 to 1) on a face: filled, in outlines, left out of a coloured face or disc, in a
    ring, or with a dark or light edge. ``inner`` is what is left out of a coloured face."""
    size_px = len(symbol)
    manner = random.choice(["filled", "outline", "out", "disc", "ring", "edged"])
    face = blank(body, size_px)
    wide = max(1, round(size_px * random.uniform(0.02, 0.05)))
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (2 * wide + 1, 2 * wide + 1))
    if manner in ("disc", "ring"):
        round_face = blank(np.zeros(3), size_px)
        radius = random.uniform(0.4, 0.47)
        around = np.linspace(0, 2 * np.pi, 48)
        edge = [(radius * float(np.cos(angle)), radius * float(np.sin(angle))) for angle in around]
        polygon(round_face, edge, np.ones(3), random.uniform(0.03, 0.06) if manner == "ring" else 0.0)
        smaller = cv2.warpAffine(
            symbol, np.array([[0.7, 0, 0.15 * size_px], [0, 0.7, 0.15 * size_px]]), (size_px, size_px)
        )
        face = _painted(face, round_face[..., 0], colour)
        return _painted(face, smaller, colour if manner == "ring" else inner)
    if manner == "out":
        reach = random.uniform(0.4, 0.5)
        square = blank(np.zeros(3), size_px)
        polygon(square, [(-reach, -reach), (reach, -reach), (reach, reach), (-reach, reach)], np.ones(3))
        return _painted(_painted(face, square[..., 0], colour), symbol, inner)
    if manner == "outline":
        return _painted(face, cv2.morphologyEx(symbol, cv2.MORPH_GRADIENT, kernel), colour)
    if manner == "edged":
        dark = colour * 0.35 if colour.sum() > 0.6 else np.clip(colour + 0.5, 0, 1)
        face = _painted(face, cv2.dilate(symbol, kernel), dark)
    return _painted(face, symbol, colour)


def _painted(face: Floats, mask: Floats, colour: Floats) -> Floats:
    part = np.clip(mask, 0, 1)[..., None]
    return (face * (1 - part) + colour.astype(np.float32) * part).astype(np.float32)


def _sign(size_px: int, *areas: list[tuple[float, float]], line: float = 0.0) -> Floats:
    mask = blank(np.zeros(3), size_px)
    for area in areas:
        polygon(mask, area, np.ones(3), line)
    return mask[..., 0]


def _arc(
    middle: tuple[float, float], radius: tuple[float, float], start: float, end: float
) -> list[tuple[float, float]]:
    """Points of an ellipse's arc; angles in degrees, from the right downwards."""
    around = np.radians(np.linspace(start, end, 20))
    return [
        (middle[0] + radius[0] * float(np.cos(angle)), middle[1] + radius[1] * float(np.sin(angle)))
        for angle in around
    ]


def _drawn_vessel(random: Random, size_px: int) -> Floats:
    return _vessel(random, np.zeros(3), np.ones(3), size_px)[..., 0]


def _longship(random: Random, size_px: int) -> Floats:
    """A hull like a crescent under one square sail, with stripes, shields or oars."""
    long, deep, rise = random.uniform(0.32, 0.42), random.uniform(0.2, 0.32), random.uniform(0.02, 0.12)
    deck, head = random.uniform(0.04, 0.14), -random.uniform(0.3, 0.4)
    hull = [
        *_arc((0, deck - rise), (long, deep), 0, 180),
        *_arc((0, deck - rise), (long * 0.85, deep * random.uniform(0.35, 0.6)), 180, 0),
    ]
    half, belly = random.uniform(0.16, 0.27), random.uniform(0, 0.07)
    foot = deck - 0.06
    sail = [(-half, head), (half, head), (half + belly, foot), (0.0, foot + belly), (-half - belly, foot)]
    mask = blank(np.zeros(3), size_px)
    polygon(mask, hull, np.ones(3))
    polygon(mask, [(0, head - 0.04), (0, deck + 0.08)], np.ones(3), 0.03)
    polygon(mask, sail, np.ones(3))
    for stripe in range(int(random.integers(0, 4))):
        at = -half + (stripe + 0.5) * 2 * half / 3
        polygon(mask, [(at, head), (at, foot + belly)], np.zeros(3), random.uniform(0.03, 0.06))
    if random.random() < 0.4:
        for oar in np.linspace(-0.2, 0.2, 5):
            polygon(mask, [(oar, deck + 0.1), (oar - 0.07, deck + deep + 0.06)], np.ones(3), 0.02)
    return mask[..., 0]


def _anchor(random: Random, size_px: int) -> Floats:
    wide = random.uniform(0.05, 0.08)
    mask = _sign(size_px, [(0, -0.24), (0, 0.3)], [(-0.15, -0.14), (0.15, -0.14)], line=wide)
    crown = [*_arc((0, 0.06), (0.27, 0.28), 10, 170), *_arc((0, 0.02), (0.24, 0.2), 170, 10)]
    ring = blank(np.zeros(3), size_px)
    polygon(ring, _arc((0, -0.3), (0.07, 0.07), 0, 360), np.ones(3), wide * 0.6)
    return np.maximum(np.maximum(mask, _sign(size_px, crown)), ring[..., 0])


def _axes(random: Random, size_px: int) -> Floats:
    """Two axes crossed, or a helmet with horns."""
    if random.random() < 0.5:
        dome = [*_arc((0, 0.12), (0.22, 0.34), 180, 360), (0.22, 0.22), (-0.22, 0.22)]
        horn = [(0.2, 0.0), (0.42, -0.1), (0.4, -0.36), (0.31, -0.14), (0.18, -0.1)]
        return _sign(size_px, dome, *([(side * x, y) for x, y in horn] for side in (-1, 1)))
    shafts = [[(side * -0.28, 0.36), (side * 0.24, -0.32)] for side in (-1, 1)]
    blades = [
        [(side * 0.1, -0.3), (side * 0.36, -0.38), (side * 0.42, -0.06), (side * 0.22, -0.12)]
        for side in (-1, 1)
    ]
    shaft = _sign(size_px, *shafts, line=random.uniform(0.05, 0.08))
    return np.maximum(shaft, _sign(size_px, *blades))


def _drawn_gateway(random: Random, size_px: int) -> Floats:
    return _gateway(random, np.zeros(3), np.ones(3), np.zeros(3), size_px)[..., 0]


def _shield(random: Random, size_px: int) -> Floats:
    """A shield, plain or with a cross, a bar, a chevron or halved."""
    half, top, foot = random.uniform(0.26, 0.34), -random.uniform(0.3, 0.36), random.uniform(0.32, 0.4)
    side = [(half, top), (half, 0.02), (half * 0.7, foot * 0.6), (0.0, foot)]
    mask = blank(np.zeros(3), size_px)
    polygon(mask, [(0.0, top), *side, *((-x, y) for x, y in side[::-1])], np.ones(3))
    charge, wide, nothing = int(random.integers(5)), random.uniform(0.07, 0.12), np.zeros(3)
    if charge == 1:
        polygon(mask, [(0, top), (0, foot)], nothing, wide)
        polygon(mask, [(-half, -0.06), (half, -0.06)], nothing, wide)
    elif charge == 2:
        polygon(mask, [(-half, top), (half, 0.25)], nothing, wide)
    elif charge == 3:
        polygon(mask, [(-half, 0.16), (0, -0.12), (half, 0.16), (0, -0.11)], nothing, wide * 0.8)
    elif charge == 4:
        polygon(mask, [(0, top), (half, top), (half, 0.02), (half * 0.7, foot * 0.6), (0, foot)], nothing)
        polygon(mask, [(half, top), (half, 0.02), (half * 0.7, foot * 0.6), (0, foot)], np.ones(3), 0.03)
    return mask[..., 0]


def _letter(random: Random, size_px: int) -> Floats:
    """A capital letter of straight strokes, slender or bold, with or without serifs."""
    strokes = LETTERS[str(random.choice(list(LETTERS)))]
    half, high = random.uniform(0.16, 0.26), random.uniform(0.24, 0.33)
    wide = random.uniform(0.06, 0.13)
    areas = [[(x * half, y * high) for x, y in stroke] for stroke in strokes]
    mask = blank(np.zeros(3), size_px)
    for area in areas:
        for start, end in itertools.pairwise(area):
            polygon(mask, [start, end], np.ones(3), wide)
    if random.random() < 0.4:
        for x, y in {place for area in areas for place in (area[0], area[-1])}:
            polygon(mask, [(x - wide, y), (x + wide, y)], np.ones(3), wide * 0.5)
    return mask[..., 0]


# strokes in halves of a letter's width and height from its middle, to the right and down
LETTERS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "A": (((-1, 1), (0, -1), (1, 1)), ((-0.5, 0.25), (0.5, 0.25))),
    "E": (((1, -1), (-1, -1), (-1, 1), (1, 1)), ((-1, 0), (0.6, 0))),
    "F": (((1, -1), (-1, -1), (-1, 1)), ((-1, 0), (0.6, 0))),
    "H": (((-1, -1), (-1, 1)), ((1, -1), (1, 1)), ((-1, 0), (1, 0))),
    "K": (((-1, -1), (-1, 1)), ((1, -1), (-1, 0), (1, 1))),
    "L": (((-1, -1), (-1, 1), (1, 1)),),
    "M": (((-1, 1), (-1, -1), (0, 0.2), (1, -1), (1, 1)),),
    "N": (((-1, 1), (-1, -1), (1, 1), (1, -1)),),
    "T": (((-1, -1), (1, -1)), ((0, -1), (0, 1))),
    "V": (((-1, -1), (0, 1), (1, -1)),),
    "W": (((-1, -1), (-0.5, 1), (0, -0.2), (0.5, 1), (1, -1)),),
    "X": (((-1, -1), (1, 1)), ((1, -1), (-1, 1))),
    "Y": (((-1, -1), (0, 0), (1, -1)), ((0, 0), (0, 1))),
    "Z": (((-1, -1), (1, -1), (-1, 1), (1, 1)),),
}


def _tower(random: Random, size_px: int) -> Floats:
    """One tower with battlements or a roof, and a portcullis or a door."""
    half, top = random.uniform(0.17, 0.27), -random.uniform(0.12, 0.24)
    mask = blank(np.zeros(3), size_px)
    polygon(mask, [(-half, top), (half, top), (half, 0.36), (-half, 0.36)], np.ones(3))
    if random.random() < 0.5:
        wall = half + 0.05
        for left in (-wall, -wall / 5, wall * 3 / 5):
            right, high = left + wall * 0.4, top - 0.12
            polygon(mask, [(left, high), (right, high), (right, top), (left, top)], np.ones(3))
    else:
        polygon(mask, [(-half - 0.05, top), (half + 0.05, top), (0, top - 0.22)], np.ones(3))
    door = half * random.uniform(0.4, 0.65)
    polygon(mask, [(-door, 0.36), *_arc((0, 0.1), (door, door), 180, 360), (door, 0.36)], np.zeros(3))
    if random.random() < 0.5:
        for bar in (-door / 2, 0.0, door / 2):
            polygon(mask, [(bar, 0.0), (bar, 0.36)], np.ones(3), 0.018)
        for bar in (0.12, 0.24):
            polygon(mask, [(-door, bar), (door, bar)], np.ones(3), 0.018)
    return mask[..., 0]


def _crest(random: Random, size_px: int) -> Floats:
    """A crown, a banner, a lozenge, a house or a key."""
    kind = int(random.integers(5))
    if kind == 0:
        points = [(-0.34, -0.2), (-0.16, 0.02), (0, -0.28), (0.16, 0.02), (0.34, -0.2)]
        return _sign(size_px, [*points, (0.28, 0.28), (-0.28, 0.28)])
    if kind == 1:
        return _sign(size_px, [(-0.26, -0.36), (0.26, -0.36), (0.26, 0.36), (0, 0.16), (-0.26, 0.36)])
    if kind == 2:
        wide, inner = random.uniform(0.24, 0.38), random.uniform(0.1, 0.2)
        mask = blank(np.zeros(3), size_px)
        for reach, paint in ((1.0, np.ones(3)), (inner / wide, np.zeros(3))):
            polygon(mask, [(0, -0.4 * reach), (wide * reach, 0), (0, 0.4 * reach), (-wide * reach, 0)], paint)
        return mask[..., 0]
    if kind == 3:
        roof, wall = [(-0.36, -0.02), (0.0, -0.36), (0.36, -0.02)], [(0.27, -0.02), (0.27, 0.34)]
        return _sign(size_px, [*roof, *wall, (-0.27, 0.34), (-0.27, -0.02)])
    shaft, bits = [(-0.1, 0.0), (0.36, 0.0)], [[(x, 0.0), (x, y)] for x, y in ((0.24, 0.14), (0.34, 0.18))]
    bow = _arc((-0.22, 0), (0.13, 0.13), 0, 360)
    return _sign(size_px, shaft, *bits, bow, line=0.07)


SHIPS = (_longship, _drawn_vessel, _anchor, _axes)
GATE_SIGNS = (_drawn_gateway, _shield, _letter, _tower, _crest)


def grain(random: Random) -> Floats:
    """Marble's veins or the rings of wood on a die, as a factor for its colours."""
    if random.random() < 0.5:
        veins = np.exp(-random.uniform(3, 9) * np.abs(noise(random, TEXTURE_PX, random.uniform(4, 14))))
        return 1 + random.uniform(-0.5, 0.6) * veins[..., None]
    rings = noise(random, TEXTURE_PX, random.uniform(6, 20), random.uniform(0.8, 2))
    return 1 + random.uniform(0.03, 0.14) * rings[..., None]


def noise(random: Random, size_px: int, across_px: float, along_px: float | None = None) -> Floats:
    """Smooth noise with mean 0 and deviation 1."""
    shrink = max(1, int(min(across_px, along_px or across_px) / 2))
    small = random.standard_normal((size_px // shrink + 2, size_px // shrink + 2)).astype(np.float32)
    small = cv2.GaussianBlur(small, (0, 0), across_px / shrink, sigmaY=(along_px or across_px) / shrink)
    large = cv2.resize(small, (size_px, size_px), interpolation=cv2.INTER_LINEAR)
    return ((large - large.mean()) / (large.std() + 1e-6)).astype(np.float32)


def surface(random: Random, size_px: int) -> Floats:
    """Felt, wood, leather, paper, plastic, cloth with stripes, or something printed, in any colour."""
    hue = random.uniform(0, 180)
    strength = random.uniform(0, 0.9) * random.uniform(0.2, 1)
    bright = random.choice([random.uniform(0.04, 0.2), random.uniform(0.2, 0.7), random.uniform(0.7, 0.95)])
    pixel = np.array([[[hue * 2, strength, bright]]], np.float32)
    colour = cv2.cvtColor(pixel, cv2.COLOR_HSV2RGB)[0, 0]
    if random.random() < 0.3:
        colour = near(
            random, ((0.66, 0.47, 0.29), (0.82, 0.66, 0.44), (0.36, 0.23, 0.15))[int(random.integers(3))]
        )
    kind = random.choice(
        ["felt", "wood", "leather", "plain", "stripes", "print"], p=[0.3, 0.2, 0.1, 0.18, 0.1, 0.12]
    )
    made = np.tile(colour.astype(np.float32), (size_px, size_px, 1))
    if kind == "felt":
        amount = (
            0.1 * noise(random, size_px, 0.8)
            + 0.06 * noise(random, size_px, 2)
            + 0.05 * noise(random, size_px, 40)
        )
    elif kind == "wood":
        rows = np.linspace(0, 1, size_px, dtype=np.float32)[:, None]
        wave = noise(random, size_px, 60, 8) * 0.03 + noise(random, size_px, 80, 20) * 0.06
        rings = np.sin((rows * random.uniform(4, 14) + wave * 8) * 2 * np.pi)
        amount = 0.1 * rings + 0.08 * noise(random, size_px, 20, 0.8) + 0.05 * noise(random, size_px, 40)
    elif kind == "leather":
        amount = 0.12 * (np.abs(noise(random, size_px, 3)) + np.abs(noise(random, size_px, 1.5)) - 1.6)
    elif kind == "plain":
        amount = 0.015 * noise(random, size_px, 1) + 0.02 * noise(random, size_px, 50)
    else:
        amount = 0.04 * noise(random, size_px, 1)
        if kind == "stripes":
            for _ in range(int(random.integers(1, 4))):
                period, wide, depth = (
                    int(random.integers(12, 70)),
                    int(random.integers(3, 30)),
                    random.uniform(0.2, 0.9),
                )
                other = random.uniform(0.05, 0.95, 3).astype(np.float32)
                for start in range(int(random.integers(0, period)), size_px, period):
                    made[:, start : start + wide] = (
                        made[:, start : start + wide] * (1 - depth) + other * depth
                    )
                    if random.random() < 0.8:
                        made[start : start + wide] = made[start : start + wide] * (1 - depth) + other * depth
        else:
            for _ in range(int(random.integers(15, 120))):
                at, reach = random.uniform(0, size_px, 2), random.uniform(2, 26)
                paint = tuple(float(part) for part in random.uniform(0.05, 0.95, 3))
                if random.random() < 0.5:
                    cv2.circle(made, (int(at[0]), int(at[1])), int(reach), paint, -1, cv2.LINE_AA)
                else:
                    turned = cv2.boxPoints(
                        ((float(at[0]), float(at[1])), (float(reach), float(reach * 1.5)), 30.0)
                    )
                    cv2.fillPoly(made, [turned.astype(np.int32)], paint, cv2.LINE_AA)
    return np.clip(made * (1 + amount[..., None]), 0, 1).astype(np.float32)
