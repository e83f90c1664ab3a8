"""Traders & Barbarians' contributions to the extension points."""

from __future__ import annotations

from companion.engine.state import Player, Slice
from companion.engine.table import Table
from companion.rules.discovery import events_of, parts_of
from companion.rules.scenarios.traders_barbarians import (
    barbarians,
    cards,
    cargo,
    facts,
    island,
    moving,
    presentation,
    rolling,
    tallies,
    tracking,
    wagons,
)
from companion.rules.scenarios.traders_barbarians.slice import TradersBarbarians


def start(table: Table, players: tuple[Player, ...]) -> Slice:
    """TB-01: the first wagon card, and no cargo; wagons and barbarians come with the island."""
    return TradersBarbarians()


carry = tracking.carry

FILES = (
    island,
    wagons,
    cargo,
    barbarians,
    moving,
    cards,
    rolling,
    facts,
    tracking,
    tallies,
    presentation,
)
"""What the scenario is made of, in the order in which it is listed."""

PARTS = parts_of(FILES)
EVENTS = events_of(FILES)

__all__ = ["EVENTS", "PARTS", "carry", "start"]
