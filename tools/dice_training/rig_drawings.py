"""Faces and trays for ``rigs``: drawings with a relief, and floors beyond those that its renderer has."""

from __future__ import annotations

from collections.abc import Callable

import cv2
import numpy as np

from tools.dice_training import drawings
from tools.dice_training.drawings import Floats, Random

FACE_PX = 360
MARGIN_PX = 16
CUT = 0.8  # how high ink lies where 1 is the surface of the die
SHIP, GATE = 1, 2

# floors that the renderer has, in other colours
DYED = {
    "felt_red": ("felt_grey", (0.42, 0.07, 0.08)),
    "felt_purple": ("felt_grey", (0.24, 0.10, 0.34)),
    "felt_teal": ("felt_grey", (0.05, 0.30, 0.33)),
    "felt_black": ("felt_grey", (0.05, 0.05, 0.05)),
    "felt_brown": ("felt_grey", (0.25, 0.15, 0.09)),
    "felt_yellow": ("felt_grey", (0.70, 0.55, 0.12)),
    "wood_walnut": ("wood_oak", (0.36, 0.23, 0.15)),
    "wood_cherry": ("wood_oak", (0.55, 0.27, 0.16)),
    "wood_grey": ("wood_oak", (0.52, 0.50, 0.46)),
    "wood_dark": ("wood_oak", (0.20, 0.13, 0.09)),
    "leather_dark": ("leather_tan", (0.25, 0.15, 0.09)),
    "leather_red": ("leather_tan", (0.40, 0.10, 0.08)),
    "leather_black": ("leather_tan", (0.06, 0.055, 0.05)),
}
ISLAND = (
    (0.75, 0.59, 0.27),
    (0.35, 0.55, 0.27),
    (0.47, 0.47, 0.51),
    (0.78, 0.71, 0.35),
    (0.67, 0.35, 0.24),
    (0.24, 0.39, 0.59),
)


def ship(style: int, body: Floats, ink: Floats) -> tuple[Floats, Floats]:
    """The ship of that number: its colours and its relief, both 0 to 1."""
    random = np.random.default_rng([SHIP, style])
    face = drawings.ship(random, body, ink, FACE_PX)
    if random.random() < 0.5:
        drawings.polygon(face, [(0, -0.38), (0.14, -0.34), (0, -0.30)], ink)
    if random.random() < 0.4:
        for wave in range(4):
            left = -0.36 + 0.19 * wave
            crest = [(left, 0.42), (left + 0.07, 0.38), (left + 0.14, 0.42), (left + 0.07, 0.39)]
            drawings.polygon(face, crest, ink, 0.02)
    return _framed(face, body)


def gate(style: int, body: Floats, colour: Floats, ink: Floats) -> tuple[Floats, Floats]:
    """The gate of that number, likewise; one in four has pointed towers."""
    random = np.random.default_rng([GATE, style])
    if random.random() < 0.75:
        return _framed(drawings.gate(random, body, colour, ink, FACE_PX), body)
    face = drawings.blank(body, FACE_PX)
    foot, half, wide = random.uniform(0.28, 0.34), random.uniform(0.28, 0.36), random.uniform(0.16, 0.24)
    eaves = -random.uniform(0.06, 0.2)
    for side in (-1, 1):
        inner, outer = side * (half - wide), side * half
        tower = [(inner, foot), (inner, eaves), ((inner + outer) / 2, eaves - 0.2), (outer, eaves)]
        drawings.polygon(face, [*tower, (outer, foot)], colour)
    drawings.polygon(face, [(-half, foot), (-half, 0.04), (half, 0.04), (half, foot)], colour)
    opening = ink if random.random() < 0.4 else body
    door = random.uniform(0.07, 0.11)
    drawings.polygon(face, [(-door, foot), (-door, 0.15), (0, 0.09), (door, 0.15), (door, foot)], opening)
    return _framed(face, body)


def _framed(face: Floats, body: Floats) -> tuple[Floats, Floats]:
    """The face with a margin, which the rounding of the die takes, and how deep its paint is cut."""
    paint = tuple(float(part) for part in body)
    border = (MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX, cv2.BORDER_CONSTANT)
    face = np.clip(cv2.copyMakeBorder(face, *border, value=paint), 0, 1)
    painted = np.abs(face - body.astype(np.float32)).max(axis=2) > 0.02
    return face, np.where(painted, CUT, 1.0).astype(np.float32)


def dyed(colours: Floats, wanted: tuple[float, float, float]) -> Floats:
    """A surface of which the middle colour is the wanted one."""
    return np.clip(colours * (np.array(wanted, np.float32) / colours.mean(axis=(0, 1))), 0, 1)


def surface(kind: str, random: Random, size_px: int) -> tuple[Floats, Floats, float]:
    """A floor of our own: its colours and heights, and how dull it is."""
    grain = drawings.noise(random, size_px, 1.2)
    colours, heights, dull, strength = FLOORS[kind](random, size_px), grain, 0.7, 0.04
    if kind.endswith("_plastic"):
        heights, dull = grain * 0.3, 0.25
    elif kind == "marble":
        heights, dull, strength = drawings.noise(random, size_px, 30), 0.12, 0.01
    elif kind in ("cork", "stripes"):
        dull = 0.9
    return np.clip(colours * (1 + strength * grain[..., None]), 0, 1).astype(np.float32), heights, dull


def _plain(colour: tuple[float, float, float], size_px: int) -> Floats:
    return drawings.blank(np.array(colour), size_px)


def _cork(random: Random, size_px: int) -> Floats:
    holes = drawings.noise(random, size_px, 2) > 0.9
    shades = 0.12 * drawings.noise(random, size_px, 6) - 0.35 * holes
    return _plain((0.72, 0.53, 0.34), size_px) * (1 + shades[..., None])


def _stripes(random: Random, size_px: int) -> Floats:
    made = _plain((0.82, 0.80, 0.72), size_px)
    period = int(random.integers(size_px // 24, size_px // 10))
    for start in range(0, size_px, period):
        blue = random.random() < 0.7
        made[:, start : start + period // 2] = (0.20, 0.32, 0.50) if blue else (0.60, 0.20, 0.20)
    return made


def _checks(random: Random, size_px: int) -> Floats:
    square = size_px // 17
    rows, columns = np.mgrid[0:size_px, 0:size_px] // square
    made = _plain((0.80, 0.75, 0.59), size_px)
    made[(rows + columns) % 2 == 1] = (0.24, 0.20, 0.18)
    return made


def _hexes(random: Random, size_px: int, coloured: bool) -> Floats:
    """Hexes in the colours of an island, or in greys."""
    made = _plain((0.94, 0.90, 0.78), size_px)
    radius = size_px / 17
    angles = np.radians(np.arange(30, 390, 60))
    for row in range(13):
        for column in range(11):
            middle = np.array([(column + row % 2 / 2) * radius * 3**0.5, row * radius * 1.5])
            around = middle + 0.95 * radius * np.stack([np.cos(angles), np.sin(angles)], axis=1)
            grey = random.uniform(0.45, 0.85)
            paint = ISLAND[int(random.integers(len(ISLAND)))] if coloured else (grey, grey, grey)
            cv2.fillPoly(made, [np.round(around * 16).astype(np.int32)], paint, cv2.LINE_AA, 4)
    return made


def _marble(random: Random, size_px: int) -> Floats:
    veins = np.abs(drawings.noise(random, size_px, 60) + 0.4 * drawings.noise(random, size_px, 15))
    return _plain((0.8, 0.8, 0.8), size_px) * (1 - 0.35 * np.exp(-12 * veins))[..., None]


FLOORS: dict[str, Callable[[Random, int], Floats]] = {
    "black_plastic": lambda _, size_px: _plain((0.04, 0.04, 0.045), size_px),
    "white_plastic": lambda _, size_px: _plain((0.85, 0.85, 0.86), size_px),
    "cork": _cork,
    "stripes": _stripes,
    "checks": _checks,
    "hexprint": lambda random, size_px: _hexes(random, size_px, True),
    "map": lambda random, size_px: _hexes(random, size_px, False),
    "marble": _marble,
}
