"""The slice of the state that gold has."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import Slice


class Gold(Slice, frozen=True):
    """How much gold each player has, and how often they have bought with it in ``bought_in``, a turn."""

    module: ClassVar[str] = "gold"

    held: Mapping[PlayerId, int] = {}
    bought: Mapping[PlayerId, int] = {}
    bought_in: int = 0

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """The gold of each player."""
        for player, count in self.held.items():
            yield player, "term.piece.gold", count


class GoldEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "gold"
