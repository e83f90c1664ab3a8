"""What is known at another tracking level."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.table import Draft, Table
from companion.rules.base.tracking import on_board
from companion.rules.scenarios.traders_barbarians.slice import TradersBarbarians, TradersEvent


class TradersCarried(TradersEvent, frozen=True, tag="tb.carried"):
    """At another tracking level: wagons, their cargo and the barbarians are known no longer, or not yet."""

    silent: ClassVar[bool] = True

    def apply(self, state: TradersBarbarians) -> TradersBarbarians:
        return replace(state, wagons={}, cargo={}, turned={}, journeys={}, barbarians=())


def carry(before: Table, draft: Draft) -> None:
    """Where places are tracked no longer, or from now on, nobody knows any: catch-up asks for them."""
    if on_board(before) is not on_board(draft):
        draft.emit(TradersCarried())


EVENTS: tuple[type[Event], ...] = (TradersCarried,)
