"""A table for selectors that count pieces of Cities & Knights whether or not the game has any."""

from __future__ import annotations

from companion.engine.state import GameState
from companion.engine.table import Table
from companion.rules.cities_knights.slice import CitiesKnights


def full(table: Table) -> Table:
    """The table with an empty part of Cities & Knights where the game has none: then there are no knights, no
    walls, no improvements, and nobody need ask."""
    slices = table.state.slices
    if CitiesKnights.module in slices:
        return table
    return Table(table.ruleset, GameState(table.core, {**slices, CitiesKnights.module: CitiesKnights()}))
