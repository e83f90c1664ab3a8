"""What may be a die, made without a picture."""

from __future__ import annotations

import numpy as np

from calibration.candidates import LEAST_FLAT, Candidate
from calibration.faces import Face
from calibration.finding import Sighting
from calibration.geometry import Square


def face_at(square: Square, junk: float = 0.02) -> Face:
    """A top of which nothing is told but that it is one: it shows a single pip."""
    return Face(square, np.array([0, 1 - junk, 0, 0, 0, 0, 0, junk]), (50.0, 0.0, 0.0))


def candidate(x: float, chance: float, junk: float, flat: float) -> Candidate:
    """What so much looks like a die, and as flat, ``x`` edges from the wall on the left."""
    square = Square(x, 0.0, 0.0, 1.0)
    return Candidate(Sighting(square, chance), face_at(square, junk), flat, LEAST_FLAT, alone=False)
