"""The event cards' part of the state, and the events that change it."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.state import Slice
from companion.rules.variants.event_cards.deck import Card


class EventCards(Slice, frozen=True):
    """The cards turned up since they were last shuffled, oldest first; the card that counts, and since which
    turn; the roads that lie sideways."""

    module: ClassVar[str] = "event_cards"
    hidden: ClassVar[tuple[str, ...]] = ("turned",)

    turned: tuple[Card, ...] = ()
    card: Card | None = None
    turn: int = 0
    damaged: tuple[EdgeId, ...] = ()


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

    @property
    def variant(self) -> str:
        return self.event if self.counts else "not_counted"

    def apply(self, part: EventCards) -> EventCards:
        card = Card(self.number, self.event)
        part = replace(part, turned=(*part.turned, card))
        return replace(part, card=card, turn=self.turn) if self.counts else part


class CardsShuffled(EventCardsEvent, frozen=True, tag="ev.cards_shuffled"):
    """EV-02: all 36 are shuffled again, five of them under New Year."""

    by: PlayerId

    def apply(self, part: EventCards) -> EventCards:
        return replace(part, turned=())


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


EVENTS: tuple[type[Event], ...] = (CardTurned, CardsShuffled, RoadDamaged, RoadRepaired)
