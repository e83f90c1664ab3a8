"""The Lighthouses' contributions to the extension points."""

from __future__ import annotations

from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.rules.discovery import events_of, parts_of
from tests.modules.lighthouses import (
    facts,
    keeper,
    lamps,
    letters,
    oil,
    presentation,
    tallies,
    tracking,
    vote,
)
from tests.modules.lighthouses.slice import Lighthouses

JARS = 3
"""LH-01: jars of oil at the beginning."""


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """LH-01: three jars for everyone."""
    return Lighthouses(oil={player.id: JARS for player in players})


carry = tracking.carry

FILES = (oil, lamps, keeper, letters, vote, facts, tracking, tallies, presentation)
"""What the scenario is made of, in the order in which it is listed."""

PARTS = parts_of(FILES)
EVENTS = events_of(FILES)

__all__ = ["EVENTS", "PARTS", "carry", "start"]
