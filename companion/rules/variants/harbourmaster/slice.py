"""Harbourmaster's part of the state, and the event that changes it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import Slice


class Harbourmaster(Slice, frozen=True):
    """Who holds the card, and the most harbour points that anybody has, 0 while that is too little."""

    module: ClassVar[str] = "harbourmaster"

    holder: PlayerId | None = None
    amount: int = 0


class HarbourmasterHeld(Event, frozen=True, tag="hm.harbourmaster_held"):
    """HM-02, HM-04: who is Harbourmaster from now on (None: set aside), with how many harbour points."""

    module: ClassVar[str] = "harbourmaster"

    by: PlayerId | None
    amount: int

    @property
    def variant(self) -> str:
        return "nobody" if self.by is None else ""

    def apply(self, part: Harbourmaster) -> Harbourmaster:
        return replace(part, holder=self.by, amount=self.amount)


EVENTS: tuple[type[Event], ...] = (HarbourmasterHeld,)
