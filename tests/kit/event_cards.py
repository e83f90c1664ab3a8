"""Tables that play with event cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.rules.variants.event_cards.happenings import DECK
from companion.rules.variants.event_cards.slice import PLAIN, Card, EventCards
from companion.rules.variants.event_cards.turning import CardTurned, TurnCard
from tests.kit.island import Island, island
from tests.kit.tables import Evening

EVENT_CARDS = ("base", "event_cards")


def events(pieces: str = "", modules: tuple[str, ...] = EVENT_CARDS, **rest: Any) -> Island:
    """A table with event cards; unless told otherwise the first player has yet to turn one up."""
    return island(modules=modules, pieces=pieces, **{"rolled": False, **rest})


def turn(table: Evening, by: str, number: int, event: str = PLAIN) -> tuple[Event, ...]:
    """Let a player turn up a card."""
    return table.enter(TurnCard(PlayerId(by), number, event))


def given_seen(table: Island, cards: Iterable[Card]) -> Island:
    """Let these cards have been turned up in earlier turns."""
    table.given(*(CardTurned(PlayerId("anna"), card.number, card.event, 0) for card in cards))
    return table


def all_but(*out: Card) -> list[Card]:
    """All cards of the deck but these, lowest number first."""
    cards = [card for card, count in DECK.items() for _ in range(count)]
    for card in out:
        cards.remove(card)
    return cards


def deck(table: Evening) -> EventCards:
    """What the table knows of the cards."""
    return table.state.slice(EventCards)
