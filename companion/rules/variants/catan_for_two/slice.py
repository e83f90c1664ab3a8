"""Catan for two's slice of the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import Slice


class CatanForTwo(Slice, frozen=True):
    """Neutral colours, trade tokens, what has been done this turn, neutral pieces still to be placed.

    ``rolls`` are the numbers of the turn in ``rolled_in``; ``acted`` and ``given_up`` are the turns of the
    last token action and of the last figure or card given up for tokens, 0 for never. ``due`` are the
    players who still have to place a neutral piece, and which.
    """

    module: ClassVar[str] = "catan_for_two"

    neutrals: tuple[PlayerId, ...] = ()
    tokens: Mapping[PlayerId, int] = {}
    rolled_in: int = 0
    rolls: tuple[int, ...] = ()
    acted: int = 0
    given_up: int = 0
    thrown: Mapping[PlayerId, int] = {}
    due: tuple[tuple[PlayerId, str], ...] = ()

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """Trade tokens."""
        yield from ((player, "term.piece.trade_token", count) for player, count in self.tokens.items())


class C2Event(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "catan_for_two"
