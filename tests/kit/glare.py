"""Dice under a lamp that is mirrored in one of them, as a camera sees them with less and less light."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.bracket import STOPS
from calibration.geometry import Picture, through
from calibration.haze import CURVE
from calibration.haze import light as light_of
from calibration.reading import Read, Reader
from tests.kit.dice_pictures import picture, reader_of

SHARE = 0.95
"""How much of a top mirrors the lamp, in edges."""
GRAIN = 1.5
"""A camera's noise, in levels of each colour (RMS)."""


@dataclass(frozen=True)
class Glare:
    """A roll of the pictures with light added on some of its tops: 1 burns out what is black."""

    reader: Reader
    told: Read
    """What it shows without the lamp."""
    light: NDArray[np.float64]
    _levels: dict[int, NDArray[np.float32]] = field(default_factory=dict, init=False, repr=False)
    """The levels of a picture with so many halvings of it."""

    @staticmethod
    def on(file: str, spot: float = math.inf, **lamps: float) -> Glare:
        """So much light on the tops of these dice; all over them, or in a ``spot`` on their middles, a bell
        whose sigma is so many edges."""
        reader, plain = reader_of(file.partition("_")[0]), picture(file)
        told = reader.read(plain)
        assert isinstance(told, Read), file
        light: Any = light_of(plain)
        for die in reader.dice:
            top = np.zeros(plain.shape[:2], np.float32)
            outline = through(reader.seen_floor.to_image, die.square.corners(SHARE))
            cv2.fillConvexPoly(top, np.round(outline).astype(np.int32), 1.0)
            rows, columns = np.mgrid[: top.shape[0], : top.shape[1]]
            edge = math.dist(outline[0], outline[1]) / SHARE
            far = np.hypot(*(np.stack([columns, rows]) - outline.mean(axis=0)[:, None, None])) / edge
            top *= np.exp(-((far / spot) ** 2) / 2)
            light += lamps.get(die.kind, 0.0) * cv2.GaussianBlur(top, (0, 0), 1.5)[..., None]
        return Glare(reader, told, light)

    def seen(self, stops: int = 0, noise: int = 0) -> Picture:
        """The picture with so many halvings of the light, and with the camera's noise number so and so."""
        if stops not in self._levels:
            self._levels[stops] = np.float32(255 * np.clip(self.light / 2**stops, 0, 1) ** (1 / CURVE))
        grain = np.empty_like(self._levels[stops])
        cv2.setRNGSeed(noise)
        cv2.randn(grain, (0, 0, 0), (GRAIN, GRAIN, GRAIN))
        return np.asarray(cv2.add(self._levels[stops], grain, dtype=cv2.CV_8U))

    @property
    def darker(self) -> list[Picture]:
        """The bracket."""
        return [self.seen(stops, stops) for stops in range(1, STOPS + 1)]
