"""Which earlier entry excludes what a player says to hold (B-56)."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from companion.engine.state import GameState
from companion.history.log import Entry

Possible = Callable[[GameState], bool]


def excluded_by(states: Sequence[GameState], standing: Sequence[Entry], possible: Possible) -> Entry | None:
    """The entry since which something is not possible any more; None if it never was, or still is.

    Args:
        states: the start and the state after each standing entry.
        standing: the entries that stand, one fewer than the states.
        possible: whether the thing asked about is possible in a state.
    """
    if possible(states[-1]):
        return None
    for entry, before in zip(reversed(standing), reversed(states[:-1]), strict=True):
        if possible(before):
            return entry
    return None
