"""The real event cards of a simulated game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.base.turn import RollDice
from companion.rules.secrets import Chance
from companion.rules.variants.event_cards.deck import before_new_year, coming, deck
from companion.rules.variants.event_cards.slice import Card
from companion.rules.variants.event_cards.turning import (
    CardsShuffled,
    CardTurned,
    NewYear,
    TurnCard,
    card_begins,
)


class Secrets:
    """The order of the deck, the next card last; None is New Year."""

    def __init__(self, chance: Chance, table: Table, others: dict[str, Any]) -> None:
        self.chance = chance
        self.deck: list[Card | None] = []
        self._shuffle(table)

    def _shuffle(self, table: Table) -> None:
        cards: list[Card | None] = [card for card, count in deck(table).items() for _ in range(count)]
        self.chance.shuffle(cards)
        last = before_new_year(table)
        self.deck = [*cards[last:], None, *cards[:last]]

    def proposals(self, table: Table, who: PlayerId) -> Iterable[Command]:
        """Nothing that is not offered anyway."""
        return ()

    def complete(self, table: Table, command: Command) -> Command | None:
        """The top card comes and no other; dice are rolled only where they are asked for."""
        top = self.deck[-1]
        if isinstance(command, TurnCard):
            return command if top == Card(command.number, command.event) else None
        if isinstance(command, NewYear):
            return command if top is None else None
        if (
            isinstance(command, RollDice)
            and card_begins(table)
            and table.question("dice", command.by) is None
        ):
            return None
        return command

    def agrees(self, table: Table, events: Sequence[Event]) -> bool:
        """No event depends on the cards still to come."""
        return True

    def happened(self, table: Table, command: Command, events: Sequence[Event]) -> None:
        """Turn up, shuffle."""
        for event in events:
            if isinstance(event, CardTurned):
                self.deck.pop()
            elif isinstance(event, CardsShuffled):
                self._shuffle(table)

    def wrong(self, table: Table) -> Iterable[str]:
        """Whether the card that comes next is one of those that the table expects."""
        expected, top = coming(table), self.deck[-1]
        if top is None and expected:
            yield "New Year comes too early"
        elif top is not None and top not in expected:
            yield f"{top} comes next, and is not expected"

    def truth(self) -> Any:
        """What comes next, and after it; the five under New Year too."""
        return ["new_year" if card is None else [card.number, card.event] for card in reversed(self.deck)]
