"""Where dice lie: what the finder network sees, as squares on the floor."""

from __future__ import annotations

import math
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration import networks
from calibration.geometry import Floats, Grid, Picture, Square, slopes

LEAST_CHANCE = 0.2
"""What looks less like a die is not looked at."""
SAME_DIE_EDGES = 0.55


@dataclass(frozen=True)
class Sighting:
    """Something like a die."""

    square: Square
    chance: float

    def odds(self, junk: float) -> float:
        """The logarithm of the odds that it is a die, given how sure the face reader is that it is none.

        Both networks must be wrong where it is none. The weights were fitted to rigs they had never seen.
        """
        return 1.3 + 3.0 * logit(self.chance) - 1.4 * logit(junk)


def logit(chance: float) -> float:
    """The logarithm of the odds, of a chance from 0 to 1."""
    kept = min(max(float(chance), 1e-4), 1 - 1e-4)
    return math.log(kept / (1 - kept))


@dataclass(frozen=True)
class View:
    """What the finder makes of a picture."""

    sightings: tuple[Sighting, ...]
    """The likeliest first."""
    foreign: NDArray[np.float32]
    """For each cell the chance that neither a die nor the tray is there."""


def ground(grid: Grid, empty: Picture, camera: Floats) -> networks.Ground:
    """What the finder is told of a tray, of which ``empty`` is the rectified picture.

    The place of the ``camera`` over its floor is across, down and up, in edges.
    """
    below = grid.from_floor @ [float(camera[0]), float(camera[1]), 1.0]
    return networks.Ground.of(empty, slopes(grid.size, below, float(camera[2]) * grid.px_per_edge))


def look(grid: Grid, picture: Picture, bare: networks.Ground) -> View:
    """Find dice in a rectified picture of a tray."""
    out = networks.finder(picture, bare)
    chances: Floats = 1 / (1 + np.exp(-out[..., :3]))
    sightings = [
        sighting
        for heat in (chances[..., 0], chances[..., 1])
        for sighting in _peaks(grid, heat, out[..., 3:])
    ]
    sightings.sort(key=lambda sighting: -sighting.chance)
    kept: list[Sighting] = []
    for sighting in sightings:
        near = [other for other in kept if sighting.square.away(other.square) < SAME_DIE_EDGES]
        if not near:
            kept.append(sighting)
    return View(tuple(kept), chances[..., 2].astype(np.float32))


def _peaks(grid: Grid, heat: Floats, measures: Floats) -> list[Sighting]:
    heat = np.ascontiguousarray(heat, np.float32)
    around = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    places = np.argwhere((heat >= around) & (heat > LEAST_CHANCE))
    from_pixels = np.linalg.inv(grid.from_floor)
    found = []
    for row, column in places[:40]:
        top, left = max(0, row - 1), max(0, column - 1)
        near = heat[top : row + 2, left : column + 2]
        weight = near / near.sum()
        part = measures[top : row + 2, left : column + 2]
        high, wide = np.mgrid[top : top + near.shape[0], left : left + near.shape[1]]
        x = float(((wide + part[..., 0]) * weight).sum())
        y = float(((high + part[..., 1]) * weight).sum())
        turn = (part[..., 2:4] * weight[..., None]).sum((0, 1))
        angle = math.atan2(float(turn[1]), float(turn[0])) / 4 % (math.pi / 2)
        size = float((part[..., 4] * weight).sum())
        pixel = (np.array([x, y]) + 0.5) * networks.FINDER_STRIDE
        place = from_pixels @ np.array([pixel[0], pixel[1], 1.0])
        edge = math.exp(min(max(size, -1.0), 1.0)) * networks.FINDER_PX_PER_EDGE / grid.px_per_edge
        square = Square(float(place[0]), float(place[1]), angle, edge)
        found.append(Sighting(square, float(heat[row, column])))
    return found
