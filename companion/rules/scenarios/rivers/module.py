"""The contributions of the Rivers of Catan to the extension points."""

from __future__ import annotations

from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.rules.discovery import events_of, parts_of
from companion.rules.scenarios.rivers import (
    bridges,
    course,
    facts,
    income,
    presentation,
    riches,
    tallies,
    tracking,
)
from companion.rules.scenarios.rivers.slice import Rivers


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """RI-11: nobody is rich or poor before the set-up is over."""
    return Rivers()


carry = tracking.carry

FILES = (course, bridges, income, riches, facts, tallies, presentation)
"""What the scenario is made of, in the order in which it is listed."""

PARTS = parts_of(FILES)
EVENTS = events_of(FILES)

__all__ = ["EVENTS", "PARTS", "carry", "start"]
