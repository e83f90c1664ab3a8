"""What a picture of a top face shows of its pips, without a network: whether a number of them stands alone,
and whether a lamp may hide more. Patches show a top face and little more, ``PX_PER_EDGE`` to its edge."""

from __future__ import annotations

import cv2
import numpy as np

from calibration import networks
from calibration.geometry import Floats, Picture

Places = tuple[tuple[float, float], ...]

PX_PER_EDGE = networks.FACE_PX / networks.FACE_EDGES
EDGES = 0.27
"""How far pips are from the middle, to the right and down."""
MIDDLE: Places = ((0.0, 0.0),)
FALLING: Places = ((-EDGES, -EDGES), (EDGES, EDGES))
RISING: Places = ((-EDGES, EDGES), (EDGES, -EDGES))
LEVEL: Places = ((-EDGES, 0.0), (EDGES, 0.0))
UPRIGHT: Places = ((0.0, -EDGES), (0.0, EDGES))
ALL = MIDDLE + FALLING + RISING + LEVEL + UPRIGHT
LAYOUTS = {
    1: (MIDDLE,),
    2: (FALLING, RISING),
    3: (MIDDLE + FALLING, MIDDLE + RISING),
    4: (FALLING + RISING,),
    5: (MIDDLE + FALLING + RISING,),
    6: (FALLING + RISING + LEVEL, FALLING + RISING + UPRIGHT),
}
INNER = slice(6, -6)
"""The rows and columns of a patch that show nothing but the face."""
REACH_PX = 2
"""So far from where it should be a pip is looked for."""
LEAST_CONTRAST = 60.0
MOST_UNLIKE = 0.2
"""Of the contrast between pips and the body: so much pips may differ from one another."""
MOST_ELSEWHERE = 0.25
"""And so much like a pip may be seen where this number has none. With these bounds no wrong number of 9,600
that were tried with dice of rendered trays stood alone, and of the right ones half did."""
NEARLY_ALL = 0.85


def stand_alone(patch: Picture, pips: int) -> bool:
    """Whether there is a pip at every place of this number, all alike, and nothing at all where other numbers
    have theirs. It does not say so of faces on which a lamp is mirrored."""
    seen = cv2.GaussianBlur(patch, (0, 0), 0.8).astype(np.float32)
    body = np.median(patch[INNER, INNER].reshape(-1, 3), axis=0)
    return any(_alone(seen, body, layout) for layout in LAYOUTS[pips])


def _alone(seen: Floats, body: Floats, layout: Places) -> bool:
    around = [_around(seen, place) - body for place in layout]
    shown = np.array([part[np.argmax((part * part).sum(axis=1))] for part in around])
    pip = np.median(shown, axis=0)
    contrast = float(np.linalg.norm(pip))
    if contrast < LEAST_CONTRAST or np.linalg.norm(shown - pip, axis=1).max() > MOST_UNLIKE * contrast:
        return False
    empty = [_around(seen, place) - body for place in ALL if place not in layout]
    return all(
        float(np.quantile(np.abs(part @ pip), NEARLY_ALL)) < MOST_ELSEWHERE * contrast**2 for part in empty
    )


def _around(seen: Floats, place: tuple[float, float]) -> Floats:
    """The colours around a place: (count, 3)."""
    row, column = _at(seen, place)
    reach = slice(row - REACH_PX, row + REACH_PX + 1), slice(column - REACH_PX, column + REACH_PX + 1)
    return seen[reach].reshape(-1, 3)


def _at(patch: Floats, place: tuple[float, float]) -> tuple[int, int]:
    """The row and column of a place."""
    middle, (right, down) = (len(patch) - 1) / 2, place
    return round(middle + down * PX_PER_EDGE), round(middle + right * PX_PER_EDGE)


def hidden_pips(patch: Picture, pips: int) -> float:
    """How much differs from the body where further pips would make another number than this, from 0 to about
    1; all of them must. A lamp that is mirrored there may hide them, and then nobody can tell."""
    seen = cv2.GaussianBlur(patch, (0, 0), 0.8).astype(np.float32)
    inner = patch[INNER, INNER].reshape(-1, 3).astype(np.float32)
    far = np.linalg.norm(seen - np.median(inner, axis=0), axis=2)
    scale = max(float(np.quantile(far[INNER, INNER], 0.92)), 12.0)

    def shown(places: Places) -> float:
        return min(float(far[_at(far, place)]) / scale for place in places)

    other = RISING if shown(FALLING) > shown(RISING) else FALLING
    more = {1: (FALLING, RISING), 2: (MIDDLE, other), 3: (other,), 4: (MIDDLE, LEVEL, UPRIGHT)}
    return max((shown(places) for places in more.get(pips, ())), default=0.0)
