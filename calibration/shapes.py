"""How much two pictures of a face show the same drawing, whatever light falls on them.

A lamp that is mirrored lays a veil over a drawing, and a patch of sun lights half of it: the colours change,
but not in which direction they change from place to place. So what is compared is how each pixel differs
from its surroundings, beside how much pixels differ around there.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration.geometry import Floats, Picture

NOISE_PX = 0.8
SURROUNDINGS_PX = 4.0
"""How far the surroundings of a pixel reach, as a standard deviation."""
FAINT = 6.0
"""Levels of the three colours together: what differs by less counts for little."""


def relief(picture: Picture) -> Floats:
    """How each pixel differs from its surroundings, beside how much others there do: (rows, columns, 3)."""
    seen = cv2.GaussianBlur(picture.astype(np.float32), (0, 0), NOISE_PX)
    differs = seen - _around(seen)
    strength = np.sqrt(_around((differs * differs).sum(axis=2)) + FAINT**2)
    even: Floats = differs / strength[..., None]
    return even


def likeness(seen: Floats, drawn: Floats) -> float:
    """From -1 to 1: how much of one relief is found in a larger one, at the best place."""
    found = cv2.matchTemplate(seen, drawn, cv2.TM_CCORR_NORMED)
    return float(found.max())


def _around(values: Floats) -> Floats:
    smooth: Floats = cv2.GaussianBlur(values, (0, 0), SURROUNDINGS_PX, borderType=cv2.BORDER_REFLECT)
    return smooth
