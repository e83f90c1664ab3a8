"""The card that is turned up in the place of a roll, or after it."""

from __future__ import annotations

from companion.app import narrate
from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ruleset import Ruleset
from companion.presenters.game import pad, turner
from companion.presenters.intents import Enter
from companion.presenters.views import ActionView, CardNumberView, CardPadView
from companion.rules.presentation.parts import Pad, PadCard


def counts(ruleset: Ruleset, event: Event) -> bool:
    """Whether a card was turned up that stands for a roll."""
    return any(found.rolls(event) for found in ruleset.presented(Pad))


def card_pad(session: GameSession) -> CardPadView | None:
    """The cards that may come now, by their numbers; None where no card is turned up now."""
    table = session.table
    found, who = pad(table.ruleset), turner(table)
    if found is None or who is None:
        return None
    cards = tuple(found.cards(table, who))
    other, alone = found.besides(table, who)
    return CardPadView(
        tuple(_number(number, cards) for number in sorted({card.number for card in cards})),
        ActionView("card_besides", narrate.command_short(other), "turn", Enter((other,)), primary=alone),
    )


def _number(number: int, all_cards: tuple[PadCard, ...]) -> CardNumberView:
    """Where one event alone is left on the cards with a number, the number says it all."""
    cards = [card for card in all_cards if card.number == number]
    able = [card for card in cards if card.coming]
    sure = able if len(able) == 1 else cards if len(cards) == 1 else []
    events = tuple(
        ActionView(
            f"card_event_{card.event}", narrate.term("event", card.event), "", _enter(card.command),
            primary=card.coming, things=(f"event.{card.event}",),
        )
        for card in cards
    )  # fmt: skip
    return CardNumberView(number, bool(able), events, _enter(sure[0].command) if sure else None)


def _enter(command: Command) -> Enter:
    return Enter((command,))
