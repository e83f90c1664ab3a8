"""The base game's contributions to the extension points."""

from __future__ import annotations

from companion.engine.extension import (
    Part,
    PointSource,
    Stage,
    Term,
)
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.base import (
    building,
    development,
    facts,
    fit,
    hands,
    longest_road,
    network,
    places,
    presentation,
    purse,
    robber,
    roll,
    setup,
    showing,
    supplies,
    tallies,
    tracking,
    trade,
    trail,
    turn,
)
from companion.rules.base.goods import GOODS
from companion.rules.discovery import events_of, parts_of


def adjustment(table: Table, player: PlayerId) -> int:
    """What the table gave or took by its own ruling."""
    return table.core.adjustments.get(player, 0)


FILES = (
    turn,
    tracking,
    roll,
    setup,
    places,
    network,
    building,
    longest_road,
    trail,
    robber,
    development,
    purse,
    hands,
    trade,
    showing,
    facts,
    supplies,
    fit,
    tallies,
    presentation,
)
"""What the base game is made of, in the order in which it is listed."""

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(Term("points_to_win", Stage.BASE, lambda table, old, player: table.option("points_to_win")),),
    ),
    Part(needs=frozenset({Aspect.PLACES}), goods=GOODS),
    *parts_of(FILES),
    Part(needs=frozenset({Aspect.SCORE}), points=(PointSource("table", RuleId("B-70"), adjustment),)),
)
EVENTS = events_of(FILES)

start = setup.start
carry = tracking.carry

__all__ = ["EVENTS", "PARTS", "carry", "start"]
