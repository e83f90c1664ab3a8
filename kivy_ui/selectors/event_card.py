"""The event card that is turned up in the place of a roll, or after it."""

from __future__ import annotations

from collections.abc import Iterable

from companion.app import narrate
from companion.app.session import GameSession
from companion.engine.command import tag_of
from companion.engine.ids import PlayerId
from companion.rules.variants.event_cards.deck import BEFORE_NEW_YEAR, DECK, Card
from companion.rules.variants.event_cards.slice import EventCards
from companion.rules.variants.event_cards.turning import NewYear, TurnCard
from kivy_ui.intents import Enter, Intent
from kivy_ui.selectors.game import turner
from kivy_ui.views import ActionView, CardNumberView, EventCardView

ASKED = frozenset({tag_of(TurnCard), tag_of(NewYear)})
"""What answers the question for a card."""


def event_card(session: GameSession) -> EventCardView | None:
    """The cards that may come now, by their numbers; None where no card is turned up now."""
    who = turner(session.table)
    if who is None:
        return None
    deck = session.table.slice(EventCards)
    numbers = sorted({card.number for card in DECK})
    return EventCardView(
        tuple(_number(who, number, deck.coming) for number in numbers),
        ActionView(
            "card_new_year", narrate.command_short(NewYear(who)), "turn", Enter((NewYear(who),)),
            primary=deck.count >= BEFORE_NEW_YEAR,
        ),
    )  # fmt: skip


def _number(who: PlayerId, number: int, coming: Iterable[Card]) -> CardNumberView:
    """Where one event alone is left on the cards with a number, the number says it all."""
    cards = [card for card in DECK if card.number == number]
    able = [card for card in cards if card in coming]
    sure = able if len(able) == 1 else cards if len(cards) == 1 else []
    events = tuple(
        ActionView(
            f"card_event_{card.event}", narrate.term("event", card.event), "", _turn(who, card),
            primary=card in able,
        )
        for card in cards
    )  # fmt: skip
    return CardNumberView(number, bool(able), events, _turn(who, sure[0]) if sure else None)


def _turn(who: PlayerId, card: Card) -> Intent:
    return Enter((TurnCard(who, card.number, card.event),))
