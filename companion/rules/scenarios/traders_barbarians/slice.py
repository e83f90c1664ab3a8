"""The Traders & Barbarians' slice of the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from companion.engine.event import Event
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.state import Slice


class Journey(msgspec.Struct, frozen=True, gc=False):
    """The move of a wagon in a turn: the points ``left``, whether it had its grain, whether it is ``over``,
    and whether its player failed to drive a barbarian off."""

    turn: int
    left: int
    grain: bool = False
    over: bool = False
    failed: bool = False


class TradersBarbarians(Slice, frozen=True):
    """Wagons, cargo and barbarians.

    ``levels`` are those of the wagons, 1 where none is said. ``cargo`` is what a wagon carries, ``turned``
    how many cards have been turned up at each supplier, by cargo. ``journeys`` are the last moves.
    """

    module: ClassVar[str] = "traders_barbarians"

    levels: Mapping[PlayerId, int] = {}
    delivered: Mapping[PlayerId, int] = {}
    wagons: Mapping[PlayerId, Site] = {}
    cargo: Mapping[PlayerId, str] = {}
    turned: Mapping[str, Mapping[str, int]] = {}
    journeys: Mapping[PlayerId, Journey] = {}
    barbarians: tuple[EdgeId, ...] = ()

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """The levels of the wagons."""
        for player, level in self.levels.items():
            yield player, "term.piece.wagon_level", level


class TradersEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "traders_barbarians"


class RoadEvent(TradersEvent, frozen=True):
    """Base of the events of wagons and barbarians on the board, on which no points depend."""

    scores: ClassVar[bool] = False
