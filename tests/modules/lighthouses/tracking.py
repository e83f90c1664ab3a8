"""What is known at another tracking level."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.table import Draft, Table
from companion.rules.base.tracking import on_board
from tests.modules.lighthouses.slice import LighthouseEvent, Lighthouses


class LighthousesCarried(LighthouseEvent, frozen=True, tag="lh.carried"):
    """At another tracking level: places that are not tracked, or not known yet, are forgotten."""

    silent: ClassVar[bool] = True

    def apply(self, state: Lighthouses) -> Lighthouses:
        return replace(state, lamps={}, keepers={}, burning=state.burning if state.lamps else {})


def carry(before: Table, draft: Draft) -> None:
    """Where places are tracked no longer, or from now on, nobody knows any: catch-up asks for them."""
    if on_board(before) is not on_board(draft):
        draft.emit(LighthousesCarried())


EVENTS: tuple[type[Event], ...] = (LighthousesCarried,)
