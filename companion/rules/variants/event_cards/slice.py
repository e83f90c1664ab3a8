"""The event cards' slice of the state."""

from __future__ import annotations

from typing import ClassVar

import msgspec

from companion.engine.event import Event
from companion.engine.ids import EdgeId
from companion.engine.state import Slice

PLAIN = "plain"
"""On a card that has a number and no event."""


class Card(msgspec.Struct, frozen=True):
    """An event card: its number, and its event or ``plain``."""

    number: int
    event: str = PLAIN


class EventCards(Slice, frozen=True):
    """The cards turned up since they were last shuffled, oldest first, and how many more that nobody entered;
    the card that counts, and since which turn; the roads that lie sideways."""

    module: ClassVar[str] = "event_cards"
    hidden: ClassVar[tuple[str, ...]] = ("turned", "unseen")

    turned: tuple[Card, ...] = ()
    unseen: int = 0
    card: Card | None = None
    turn: int = 0
    damaged: tuple[EdgeId, ...] = ()

    @property
    def count(self) -> int:
        """How many cards have been turned up since they were last shuffled."""
        return len(self.turned) + self.unseen


class EventCardsEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "event_cards"
    scores: ClassVar[bool] = False
