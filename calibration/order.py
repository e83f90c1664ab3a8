"""Whether the faces of the event die were shown in the order in which they were asked for, by their colours.

The four are compared with one another, as their colours differ from that of the die's body: so it matters
little in what light they were seen.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

import numpy as np

from calibration.faces import lab_of
from calibration.geometry import Floats, Picture
from calibration.model import EVENT_FACES

RIM_PX = 3
EVERY = 13
BODY = 0.25
"""At least as much of each face has the colour of the body."""
COLOURED = 0.15
"""As much of a face, where its colour is strongest, tells its hue."""
HUES = np.radians([85, 285, 150])
"""Yellow, blue and green in the plane of the two colour parts of Lab."""
CLEARLY = 0.1
"""By so much of what fits at best must gates in another order fit better."""
MOST_OF_GATE = 0.5
"""What was shown as a gate is one if it has so much of the gate's colour beside what was shown as the ship:
a ship may have any colour."""
LEAST_COLOUR = 8.0
MOST_BODY = 60.0
"""On a body of a stronger colour even black has a hue, and nobody can tell what is the ship."""


def mistaken(faces: Mapping[str, Picture]) -> tuple[str, str] | None:
    """Two of ``EVENT_FACES`` whose pictures clearly show other faces than their own, or nothing."""
    cut = slice(RIM_PX, -RIM_PX)
    seen = [lab_of(faces[name][cut, cut])[..., 1:].reshape(-1, 2) for name in EVENT_FACES]
    body = _body(seen)
    gates = np.stack([np.cos(HUES), np.sin(HUES)])
    # how much of the colour of each name a face has; the ship has none
    fits = np.array([[0.0, *(_strongest(face - body) @ gates)] for face in seen])
    shown = [0, 1, 2, 3]

    def whole(order: Sequence[int]) -> float:
        return float(fits[shown, order].sum())

    orders = [list(order) for order in permutations(shown)]
    best = max((order for order in orders if order[0] == 0), key=whole)
    if whole(best) - whole(shown) <= CLEARLY * abs(whole(best)):
        best = max(orders, key=whole)
        moved = [place for place in shown[1:] if best[place] != place]
        own = float(fits[moved, moved].sum())
        other = sum(float(fits[best.index(place), place]) for place in moved)
        if own > MOST_OF_GATE * other or other - own < LEAST_COLOUR or np.hypot(*body) > MOST_BODY:
            return None
    first, second = [EVENT_FACES[place] for place in shown if best[place] != place][:2]
    return first, second


def _body(seen: Sequence[Floats]) -> Floats:
    """The colour that all faces have in common."""
    candidates = np.concatenate([face[::EVERY] for face in seen])
    far = [np.hypot(*(face[::2, None] - candidates).transpose(2, 0, 1)) for face in seen]
    body: Floats = candidates[np.argmin(sum(np.quantile(each, BODY, axis=0) for each in far))]
    return body


def _strongest(colours: Floats) -> Floats:
    strength = np.hypot(*colours.T)
    mean: Floats = colours[strength >= np.quantile(strength, 1 - COLOURED)].mean(axis=0)
    return mean
