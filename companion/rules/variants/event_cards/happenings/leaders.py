"""Who has the most of something, by which several events go."""

from __future__ import annotations

from collections.abc import Callable

from companion.engine.ids import PlayerId
from companion.engine.table import Table


def most(table: Table, count: Callable[[Table, PlayerId], int]) -> tuple[PlayerId, ...]:
    """EV-14, EV-16: the players with the most of something, in turn order; nobody if that is 0."""
    counts = {player: count(table, player) for player in table.core.in_turn_order()}
    best = max(counts.values())
    return tuple(player for player, number in counts.items() if number == best) if best else ()


def alone(leaders: tuple[PlayerId, ...]) -> PlayerId | None:
    """EV-19: nobody on a tie."""
    return leaders[0] if len(leaders) == 1 else None


def knights(table: Table, player: PlayerId) -> int:
    """EV-14, EV-19: knights as they count for tournament and conflict."""
    strength: int = table.value("event_knights", player)
    return strength
