"""The real letters of a simulated game."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.secrets import Chance
from tests.modules.lighthouses.letters import LetterRead, LetterTaken, OpenLogbook, PlayGift, letters
from tests.modules.lighthouses.slice import LETTERS

PLAYED: dict[type[Command], str] = {PlayGift: "gift", OpenLogbook: "logbook"}


class Secrets:
    """The pile, whose last letter is taken next, and what everyone really holds."""

    def __init__(self, chance: Chance, table: Table, others: dict[str, Any]) -> None:
        self.pile = [letter for letter, copies in LETTERS.items() for _ in range(copies)]
        self.hands: dict[PlayerId, Counter[str]] = {player: Counter() for player in table.core.ids}
        chance.shuffle(self.pile)

    def proposals(self, table: Table, who: PlayerId) -> Iterable[Command]:
        """Everything is among the options."""
        return ()

    def complete(self, table: Table, command: Command) -> Command | None:
        """Only letters that are there are read."""
        letter = PLAYED.get(type(command))
        return None if letter is not None and not self.hands[command.by][letter] else command

    def agrees(self, table: Table, events: Sequence[Event]) -> bool:
        """Nothing to refuse: ``complete`` has seen to it."""
        return True

    def happened(self, table: Table, command: Command, events: Sequence[Event]) -> None:
        """Move the real letters."""
        for event in events:
            match event:
                case LetterTaken(by=by):
                    self.hands[by][self.pile.pop()] += 1
                case LetterRead(by=by, letter=letter):
                    self.hands[by][letter] -= 1

    def wrong(self, table: Table) -> Iterable[str]:
        """Letters that are lost."""
        for player, hand in self.hands.items():
            if hand.total() != letters(table, player):
                yield f"{player} holds {hand}, not {letters(table, player)} letters"

    def truth(self) -> Any:
        """The pile and the hands."""
        return {"pile": self.pile, "hands": {player: dict(hand) for player, hand in self.hands.items()}}
