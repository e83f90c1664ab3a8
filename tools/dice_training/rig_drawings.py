"""Faces of the dice of ``rigs``: drawings and pips on bodies of any kind, with their relief."""

from __future__ import annotations

import math
from dataclasses import dataclass

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


@dataclass(frozen=True)
class Pips:
    """How the pips of a die look. Lengths are in edges."""

    radius: float
    across: float
    """How far a pip lies from the middle, to the side."""
    along: float
    """The same along the two rows of a six."""
    drilled: bool
    """Hollows, or printed."""
    outline: Floats
    """Of a pip of radius 1, (count, 2)."""
    hole: float = 0.0
    """The part of a pip's radius that is left out of it; 0 is a whole one."""
    lone: float = 1.0
    """How much larger the one pip of a one is."""
    lone_colour: Floats | None = None

    def side(self, value: int, body: Floats, pip: Floats) -> tuple[Floats, Floats]:
        """A side with that many pips: its colours and its relief, both 0 to 1."""
        face, heights = drawings.blank(body, SIDE_PX), np.ones((SIDE_PX, SIDE_PX), np.float32)
        radius, colour = self.radius, pip
        if value == 1:
            radius, colour = radius * self.lone, pip if self.lone_colour is None else self.lone_colour
        for column, row in drawings.PIP_PLACES[value]:
            middle = (column * self.across, row * self.along)
            self._area(face, middle, radius, colour)
            if self.hole:
                self._area(face, middle, radius * self.hole, body)
            for part in np.linspace(1, 0.1, 10) if self.drilled and not self.hole else ():
                depth = 1 - 0.75 * math.sqrt(1 - part**2) - 0.1
                self._area(heights, middle, part * radius, np.array([depth]))
        return face, heights

    def _area(self, picture: Floats, middle: tuple[float, float], radius: float, paint: Floats) -> None:
        points = [(x * radius + middle[0], y * radius + middle[1]) for x, y in self.outline]
        drawings.polygon(picture, points, paint)


def disc() -> Floats:
    """The outline of a round pip."""
    return outline(2.0, 2.0, 0.0)


def outline(lobes: float, power: float, turn: float) -> Floats:
    """The outline of a pip by Gielis' formula (as many ``lobes`` as corners, the sharper the lower the
    ``power``; 2 and 2 is a disc), no point further than 1 from the middle: (count, 2)."""
    angles = np.linspace(0, 2 * math.pi, 48, endpoint=False)
    there = np.abs(np.cos(lobes * angles / 4)) ** power + np.abs(np.sin(lobes * angles / 4)) ** power
    far = there ** (-1 / max(power, 1.0))
    far = far / far.max()
    return np.stack([far * np.cos(angles + turn), far * np.sin(angles + turn)], axis=1)


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
