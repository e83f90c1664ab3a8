"""Faces of the dice of ``rigs``: drawings and pips on bodies of any kind, with their relief."""

from __future__ import annotations

import math

import cv2
import numpy as np

from tools.dice_training import drawings
from tools.dice_training.drawings import Floats, Random

FACE_PX = 280
MARGIN_PX = 12
CUT = 0.8  # how high ink lies where 1 is the surface of the die
SHIP, GATE = 1, 2
SIDE_PX = FACE_PX + 2 * MARGIN_PX


def ship(style: int, body: Floats, ink: Floats) -> tuple[Floats, Floats]:
    """The ship of that number: its colours and its relief, both 0 to 1."""
    random = np.random.default_rng([SHIP, style])
    return _framed(drawings.ship(random, body, ink, FACE_PX), body)


def gate(style: int, body: Floats, colour: Floats, ink: Floats) -> tuple[Floats, Floats]:
    """The gate of that number, likewise."""
    random = np.random.default_rng([GATE, style])
    return _framed(drawings.gate(random, body, colour, ink, FACE_PX), body)


def _framed(face: Floats, body: Floats) -> tuple[Floats, Floats]:
    """The face with a margin, which the rounding of the die takes, and how deep its paint is cut."""
    paint = tuple(float(part) for part in body)
    border = (MARGIN_PX, MARGIN_PX, MARGIN_PX, MARGIN_PX, cv2.BORDER_CONSTANT)
    face = np.clip(cv2.copyMakeBorder(face, *border, value=paint), 0, 1)
    painted = np.abs(face - body.astype(np.float32)).max(axis=2) > 0.02
    return face, np.where(painted, CUT, 1.0).astype(np.float32)


def pips(
    value: int, body: Floats, pip: Floats, radius: float, place: float, drilled: bool
) -> tuple[Floats, Floats]:
    """A side with pips of ``radius`` at ``place`` from its middle, in edges: hollows, or printed."""
    face, heights = drawings.blank(body, SIDE_PX), np.ones((SIDE_PX, SIDE_PX), np.float32)
    paint = tuple(float(part) for part in pip)
    for column, row in drawings.PIP_PLACES[value]:
        centre = (np.array([column, row]) * place + 0.5) * SIDE_PX * 16
        middle = (int(centre[0]), int(centre[1]))
        cv2.circle(face, middle, int(radius * SIDE_PX * 16), paint, -1, cv2.LINE_AA, 4)
        for part in np.linspace(1, 0.1, 10) if drilled else ():
            depth = 1 - 0.75 * math.sqrt(1 - part**2) - 0.1
            cv2.circle(heights, middle, int(part * radius * SIDE_PX * 16), depth, -1, cv2.LINE_AA, 4)
    return face, heights


def grained(side: tuple[Floats, Floats], kind: str, random: Random) -> tuple[Floats, Floats]:
    """A side whose body is plain, or grained like wood, marbled, speckled or pearly."""
    colours, heights = side
    amount: Floats
    if kind == "wood":
        fine, broad = drawings.noise(random, SIDE_PX, 26, 1.5), drawings.noise(random, SIDE_PX, 40, 8)
        amount = 0.09 * fine + 0.05 * broad
    elif kind == "marble":
        veins = np.abs(drawings.noise(random, SIDE_PX, 26) + 0.4 * drawings.noise(random, SIDE_PX, 9))
        amount = random.uniform(-0.5, 0.5) * np.exp(-4 * veins) + 0.08 * drawings.noise(random, SIDE_PX, 30)
    elif kind == "speckle":
        amount = -0.5 * (drawings.noise(random, SIDE_PX, 2.5) > 2.1)
    elif kind == "pearl":
        amount = 0.1 * drawings.noise(random, SIDE_PX, 45)
    else:
        return side
    return np.clip(colours * (1 + amount[..., None]), 0, 1).astype(np.float32), heights
