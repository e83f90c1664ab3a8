"""The event cards' part of the state, and the events that change it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.state import Slice
from companion.rules.variants.event_cards.deck import Card, left


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

    @property
    def coming(self) -> Mapping[Card, int]:
        """EV-02, EV-03: how many of each card may still come; none when New Year comes next."""
        return left(self.turned, self.unseen)


class EventCardsEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "event_cards"
    scores: ClassVar[bool] = False


class CardTurned(EventCardsEvent, frozen=True, tag="ev.card_turned"):
    """EV-01: the top card lies open, for the roll of that turn; one that does not count is only seen."""

    by: PlayerId
    number: int
    event: str
    turn: int
    counts: bool = True
    by_strength: bool = False
    """Whether the event goes by the strength of knights, and not by their number (EV-14, EV-19)."""

    @property
    def variant(self) -> str:
        if not self.counts:
            return "not_counted"
        return f"{self.event}_by_strength" if self.by_strength else self.event

    def apply(self, part: EventCards) -> EventCards:
        card = Card(self.number, self.event)
        part = replace(part, turned=(*part.turned, card))
        return replace(part, card=card, turn=self.turn) if self.counts else part


class CardsShuffled(EventCardsEvent, frozen=True, tag="ev.cards_shuffled"):
    """EV-02: all 36 are shuffled again, five of them under New Year."""

    by: PlayerId

    def apply(self, part: EventCards) -> EventCards:
        return replace(part, turned=(), unseen=0)


class CardsCounted(EventCardsEvent, frozen=True, tag="ev.cards_counted"):
    """EV-02: so many have been turned up since the last shuffle; where they are fewer than were entered, the
    cards were shuffled meanwhile, and nobody entered any since."""

    by: PlayerId
    count: int

    def apply(self, part: EventCards) -> EventCards:
        turned = part.turned if self.count >= len(part.turned) else ()
        return replace(part, turned=turned, unseen=self.count - len(turned))


class RoadDamaged(EventCardsEvent, frozen=True, tag="ev.road_damaged"):
    """EV-12: a road lies sideways."""

    by: PlayerId
    edge: EdgeId

    def apply(self, part: EventCards) -> EventCards:
        return replace(part, damaged=(*part.damaged, self.edge))


class RoadRepaired(EventCardsEvent, frozen=True, tag="ev.road_repaired"):
    """EV-12: a road lies straight again, or was taken off the board."""

    by: PlayerId
    edge: EdgeId
    removed: bool = False

    @property
    def variant(self) -> str:
        return "removed" if self.removed else ""

    def apply(self, part: EventCards) -> EventCards:
        return replace(part, damaged=tuple(edge for edge in part.damaged if edge != self.edge))


EVENTS: tuple[type[Event], ...] = (CardTurned, CardsShuffled, CardsCounted, RoadDamaged, RoadRepaired)
