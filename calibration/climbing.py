"""Where a function of a few values is highest, by hill climbing."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from calibration.geometry import Floats

MOST_STEPS = 2.0
"""No peak is looked for farther away at once."""
MOST_ROUNDS = 20


def climbed(height: Callable[[Floats], float], count: int, step: float, least: float) -> tuple[Floats, float]:
    """About where ``height`` is highest, beginning where all its ``count`` values are zero; and how high.

    It is looked at a ``step`` away on either side of each value, and where parabolas through these heights
    are highest together; so again from the highest of these places, as long as that gains ``least``.
    """
    at = np.zeros(count)
    here = height(at)
    for _ in range(MOST_ROUNDS):
        ways = step * np.eye(count)
        sides = [(height(at + way), height(at - way)) for way in ways]
        peak = at + [step * _peak(after, here, before) for after, before in sides]
        places = [peak, *(at + way for way in ways), *(at - way for way in ways)]
        heights = [height(peak), *(after for after, _ in sides), *(before for _, before in sides)]
        best = int(np.argmax(heights))
        if not heights[best] > here + least:
            break
        at, here = places[best], heights[best]
    return at, here


def _peak(after: float, here: float, before: float) -> float:
    """Where the parabola through three heights is highest, which are a step apart; in steps."""
    bend = 2 * here - after - before
    if after == before:
        return 0.0
    if not 0 < bend < math.inf:
        return math.copysign(MOST_STEPS, after - before)
    return min(max((after - before) / bend / 2, -MOST_STEPS), MOST_STEPS)
