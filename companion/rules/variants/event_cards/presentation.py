"""What the event cards have for screens to show."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.decide import may
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.presentation.parts import Adornment, Pad, PadCard, Piece
from companion.rules.variants.event_cards.deck import before_new_year, coming, deck, state_of
from companion.rules.variants.event_cards.turning import CardTurned, NewYear, TurnCard


def _road(table: Table, road: Piece) -> Piece:
    """EV-12: a damaged road lies sideways."""
    return replace(road, damaged=road.place in state_of(table).damaged)


def _cards(table: Table, who: PlayerId) -> Iterator[PadCard]:
    left = coming(table)
    for card in deck(table):
        yield PadCard(card.number, card.event, card in left, TurnCard(who, card.number, card.event))


def _due(table: Table, who: PlayerId) -> bool:
    return may(table, TurnCard, who)


def _new_year(table: Table, who: PlayerId) -> tuple[Command, bool]:
    return NewYear(who), state_of(table).count >= before_new_year(table)


def _rolls(event: Event) -> bool:
    return isinstance(event, CardTurned) and event.counts


PLACES = (Adornment("edge", _road), Pad((TurnCard, NewYear), _due, _cards, _new_year, _rolls))
