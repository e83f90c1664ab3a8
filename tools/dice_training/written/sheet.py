"""What sides of dice of rigs that were written down by hand are drawn on, and curves to draw with.

Nothing of it is shared with the rigs that are made by rule. The drawings in ``unseen`` are made with it, too,
and no network is trained on those. Keep it so: whatever is taken from there into training no longer says how
strange dice are read.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence

import cv2
import numpy as np

from tools.dice_training.drawings import Floats
from tools.dice_training.looks import Colour

SIDE_PX = 256
FINER = 3  # sides are drawn so many times as large
PRINTED, HOLLOW = 0.82, 0.15  # heights of ink and of a pip's bottom, where 1 is the side of the die
Points = Sequence[tuple[float, float]]


class Sheet:
    """A side of a die. Places are from -1 to 1, to the right and up."""

    def __init__(self, body: Colour) -> None:
        large = SIDE_PX * FINER
        self.colours = np.full((large, large, 3), body, np.float32)
        self.heights = np.ones((large, large), np.float32)
        self.body = body

    def _pixels(self, points: Points) -> Floats:
        places = (np.array(points) * (1, -1) + 1) / 2 * SIDE_PX * FINER
        return np.round(places).astype(np.int32)

    def area(self, points: Points, colour: Colour) -> None:
        """Fills a polygon."""
        cv2.fillPoly(self.colours, [self._pixels(points)], colour)
        cv2.fillPoly(self.heights, [self._pixels(points)], 1.0 if colour == self.body else PRINTED)

    def stroke(self, points: Points, width: float, colour: Colour, closed: bool = False) -> None:
        """Draws along points with a round pen."""
        pen = max(1, round(width / 2 * SIDE_PX * FINER))
        pixels = [self._pixels(points)]
        cv2.polylines(self.colours, pixels, closed, colour, pen)
        cv2.polylines(self.heights, pixels, closed, 1.0 if colour == self.body else PRINTED, pen)

    def disc(self, x: float, y: float, radius: float, colour: Colour) -> None:
        """Fills a circle."""
        self.area(ring(x, y, radius, radius), colour)

    def pip(self, x: float, y: float, radius: float, colour: Colour, hollow: bool, shape: Points) -> None:
        """A pip, drilled or printed, of a shape whose points are from -1 to 1."""
        self.area([(x + radius * right, y + radius * up) for right, up in shape], colour)
        if hollow:
            self.hollow(x, y, radius, shape)

    def hollow(self, x: float, y: float, radius: float, shape: Points) -> None:
        """Drills a hole of such a shape, whatever its colours are."""
        for part in np.linspace(1, 0.1, 12):
            height = HOLLOW + (1 - HOLLOW) * float(part) ** 2 * 0.9
            edge = [(x + radius * part * right, y + radius * part * up) for right, up in shape]
            cv2.fillPoly(self.heights, [self._pixels(edge)], height)

    def squares(self, rows: Sequence[str], colour: Colour) -> None:
        """Fills the squares of a picture that have the sign ``#``."""
        step = 1.44 / len(rows)
        for row, column in signed(rows):
            x, y = -0.72 + column * step, 0.72 - row * step
            self.area([(x, y), (x + step, y), (x + step, y - step), (x, y - step)], colour)

    def done(self) -> tuple[Floats, Floats]:
        """Its colours and heights."""
        colours, heights = (
            cv2.resize(part, (SIDE_PX, SIDE_PX), interpolation=cv2.INTER_AREA)
            for part in (self.colours, self.heights)
        )
        return colours, heights


def signed(rows: Sequence[str]) -> Iterator[tuple[int, int]]:
    """In which row and column of a picture of signs each ``#`` is."""
    for row, line in enumerate(rows):
        for column, sign in enumerate(line):
            if sign == "#":
                yield row, column


def ring(
    x: float, y: float, across: float, up: float, start: float = 0, end: float = 360
) -> list[tuple[float, float]]:
    """Points of an ellipse, angles in degrees from the right, anticlockwise."""
    around = np.radians(np.linspace(start, end, 40))
    return [(x + across * math.cos(angle), y + up * math.sin(angle)) for angle in around]


def archway(half: float, floor: float, spring: float, rise: float) -> list[tuple[float, float]]:
    """An opening that reaches ``half`` to each side: from its floor up to where the arch springs, over that,
    and down again."""
    return [(-half, floor), *ring(0, spring, half, rise, 180, 0), (half, floor)]


def curve(start: tuple[float, float], pull: tuple[float, float], end: tuple[float, float]) -> Points:
    """A curve from one point to another that a third one pulls at."""
    return [
        (
            (1 - t) ** 2 * start[0] + 2 * t * (1 - t) * pull[0] + t * t * end[0],
            (1 - t) ** 2 * start[1] + 2 * t * (1 - t) * pull[1] + t * t * end[1],
        )
        for t in np.linspace(0, 1, 20)
    ]


def mirrored(points: Points) -> Points:
    """The points and then their mirror images, back again."""
    return [*points, *((-x, y) for x, y in reversed(points))]
