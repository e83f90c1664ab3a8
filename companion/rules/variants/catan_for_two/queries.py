"""What others may ask of Catan for two."""

from __future__ import annotations

from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.base.queries import opponents
from companion.rules.variants.catan_for_two.slice import CatanForTwo

ROLLS = 2
"""Rolls of a turn (C2-03)."""


def state_of(table: Table) -> CatanForTwo:
    """This module's slice of the state."""
    return table.slice(CatanForTwo)


def neutrals(table: Table) -> tuple[PlayerId, ...]:
    """The neutral colours (C2-01). They own pieces, and have neither turn nor hand nor points."""
    return state_of(table).neutrals


def opponent(table: Table, player: PlayerId) -> PlayerId:
    """The other player."""
    return opponents(table, player)[0]


def tokens(table: Table, player: PlayerId) -> int:
    """The player's trade tokens; everyone sees them."""
    return state_of(table).tokens.get(player, 0)


def tokens_in_play(table: Table) -> int:
    """Trade tokens of both players and in the supply (C2-01)."""
    count: int = table.value("trade_tokens")
    return count


def tokens_left(table: Table) -> int:
    """Trade tokens in the supply."""
    return tokens_in_play(table) - sum(state_of(table).tokens.values())


def rolls(table: Table) -> tuple[int, ...]:
    """The numbers rolled this turn."""
    state = state_of(table)
    return state.rolls if state.rolled_in == table.core.turn else ()
