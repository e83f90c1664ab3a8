"""What a picture of a top face shows of its pips, without a network: whether a number of them stands alone,
and whether a lamp may hide more.

Patches (``networks.FACE_PX`` wide, with the surroundings of a face) are those that the network is given.
"""

from __future__ import annotations

import cv2
import numpy as np

from calibration import networks
from calibration.geometry import Floats, Picture

Places = tuple[tuple[float, float], ...]

PX_PER_EDGE = networks.FACE_PX / networks.FACE_EDGES
PIP_EDGES = 0.27
"""How far pips are from the middle, to the right and down."""
MIDDLE: Places = ((0.0, 0.0),)
FALLING: Places = ((-PIP_EDGES, -PIP_EDGES), (PIP_EDGES, PIP_EDGES))
RISING: Places = ((-PIP_EDGES, PIP_EDGES), (PIP_EDGES, -PIP_EDGES))
LEVEL: Places = ((-PIP_EDGES, 0.0), (PIP_EDGES, 0.0))
UPRIGHT: Places = ((0.0, -PIP_EDGES), (0.0, PIP_EDGES))
ALL = MIDDLE + FALLING + RISING + LEVEL + UPRIGHT
LAYOUTS = {
    1: (MIDDLE,),
    2: (FALLING, RISING),
    3: (MIDDLE + FALLING, MIDDLE + RISING),
    4: (FALLING + RISING,),
    5: (MIDDLE + FALLING + RISING,),
    6: (FALLING + RISING + LEVEL, FALLING + RISING + UPRIGHT),
}
REACH_PX = 2
"""How far from where it should be a pip is looked for."""

# With these bounds no wrong number of 9,600 that were tried with dice of rendered trays stood alone, and half
# of the right ones did.
LEAST_CONTRAST = 60.0
"""Between pips and the body, in levels of the three colours together."""
MOST_UNLIKE = 0.2
"""How much pips may differ from one another, in parts of that contrast."""
MOST_ELSEWHERE, NEARLY_ALL = 0.25, 0.85
"""How much like a pip nearly all pixels of a place may look where this number has none."""
BURNT = 245.0
"""Where all colours are as bright as this, a lamp leaves nothing of a dark pip."""


def stand_alone(patch: Picture, pips: int) -> bool:
    """Whether there is a pip at every place of this number, all alike, and where other numbers have theirs
    there is neither anything nor a lamp that could hide it."""
    seen, body = _seen(patch)
    return any(_alone(seen, body, layout) for layout in LAYOUTS[pips])


def _alone(seen: Floats, body: Floats, layout: Places) -> bool:
    around = [_around(seen, place) - body for place in layout]
    shown = np.array([part[np.argmax((part * part).sum(axis=1))] for part in around])
    pip = np.median(shown, axis=0)
    contrast = float(np.linalg.norm(pip))
    if contrast < LEAST_CONTRAST or np.linalg.norm(shown - pip, axis=1).max() > MOST_UNLIKE * contrast:
        return False
    empty = [_around(seen, place) for place in ALL if place not in layout]
    return all(
        float(np.quantile(np.abs((part - body) @ pip), NEARLY_ALL)) < MOST_ELSEWHERE * contrast**2
        and float(part.min(axis=1).max()) < BURNT
        for part in empty
    )


def hidden_pips(patch: Picture, pips: int) -> float:
    """How much differs from the body where further pips would make another number than this, from 0 to about
    1; all of them must. A lamp that is mirrored there may hide them, and then nobody can tell."""
    seen, body = _seen(patch)
    far = np.linalg.norm(seen - body, axis=2)
    scale = max(float(np.quantile(far[networks.INNER, networks.INNER], 0.92)), 12.0)

    def shown(places: Places) -> float:
        return min(float(far[_at(place)]) / scale for place in places)

    other = RISING if shown(FALLING) > shown(RISING) else FALLING
    more = {1: (FALLING, RISING), 2: (MIDDLE, other), 3: (other,), 4: (MIDDLE, LEVEL, UPRIGHT)}
    return max((shown(places) for places in more.get(pips, ())), default=0.0)


def _seen(patch: Picture) -> tuple[Floats, Floats]:
    """The patch without its noise, and the commonest colour of the face: its body."""
    inner = patch[networks.INNER, networks.INNER].reshape(-1, 3).astype(np.float32)
    return cv2.GaussianBlur(patch, (0, 0), 0.8).astype(np.float32), np.median(inner, axis=0)


def _around(seen: Floats, place: tuple[float, float]) -> Floats:
    """The colours around a place: (count, 3)."""
    row, column = _at(place)
    reach = slice(row - REACH_PX, row + REACH_PX + 1), slice(column - REACH_PX, column + REACH_PX + 1)
    return seen[reach].reshape(-1, 3)


def _at(place: tuple[float, float]) -> tuple[int, int]:
    """The row and column of a place."""
    middle, (right, down) = (networks.FACE_PX - 1) / 2, place
    return round(middle + down * PX_PER_EDGE), round(middle + right * PX_PER_EDGE)
