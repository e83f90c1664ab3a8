"""The Caravans' contributions to the extension points."""

from __future__ import annotations

from companion.engine.extension import Invariant, Part, Stage, Term
from companion.engine.level import Aspect
from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.rules.discovery import events_of, parts_of
from companion.rules.scenarios.caravans import (
    camels,
    claims,
    facts,
    oasis,
    presentation,
    tallies,
    tracking,
    vote,
)
from companion.rules.scenarios.caravans.slice import Caravans


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """No camel stands on the board (CV-01)."""
    return Caravans()


carry = tracking.carry

FILES = (camels, vote, claims, facts, tracking, tallies, presentation)
"""What the scenario is made of, in the order in which it is listed."""

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        invariants=(Invariant("cv.camels", camels.camels_kept), Invariant("cv.points", claims.points_kept)),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(
            Term("island", Stage.TRANSFORM, oasis.island),
            Term("robber_start", Stage.REPLACE, oasis.robber_start),
            Term("robber_faults", Stage.ADD, oasis.not_on_the_oasis),
        ),
    ),
    *parts_of(FILES),
)
EVENTS = events_of(FILES)

__all__ = ["EVENTS", "PARTS", "carry", "start"]
