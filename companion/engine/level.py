"""Tracking levels: how much of the table the people enter.

A level is a set of aspects. Parts of modules say which aspects they need, so what is not tracked
is simply not assembled; no rule asks for the level. Turns, dice and gauges are tracked at every level and
need none.
"""

from __future__ import annotations

import enum


class Aspect(enum.StrEnum):
    """One thing that a table may track."""

    SCORE = "score"
    PLACES = "places"
    HANDS = "hands"


class Level(enum.StrEnum):
    """L0 alerts, L1 score and pieces, L2 full board, L3 board and hands."""

    L0 = "L0"
    L1 = "L1"
    L2 = "L2"
    L3 = "L3"

    @property
    def aspects(self) -> frozenset[Aspect]:
        """The aspects tracked at this level; each level tracks all of the one below."""
        order = (Aspect.SCORE, Aspect.PLACES, Aspect.HANDS)
        return frozenset(order[: int(self.value[1])])
