"""What people of a simulated game would lay in a vote, which nobody knows before they have."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.scenarios.caravans.vote import (
    AgreeOnCamel,
    EndVote,
    LayVote,
    PlaceCamel,
    VoteBegun,
    came_after,
    goods,
    votes,
    voting,
)
from companion.rules.secrets import Chance

WISHES = (0, 0, 1, 1, 2, 3)
"""How many cards somebody would lay, each as likely as the others."""


class Secrets:
    """How many cards each would lay in the vote that is on; the hands are the base game's."""

    def __init__(self, chance: Chance, table: Table, others: dict[str, Any]) -> None:
        self.chance = chance
        self.base = others["base"]
        self.wishes = dict.fromkeys(table.core.ids, 0)

    def proposals(self, table: Table, who: PlayerId) -> Iterable[Command]:
        """Everything is among the options."""
        return ()

    def complete(self, table: Table, command: Command) -> Command | None:
        """Nobody lays more than he would, and the vote goes on until all have laid that."""
        if isinstance(command, LayVote):
            return command if self._lays(table, command.by) else None
        if isinstance(command, EndVote | PlaceCamel | AgreeOnCamel) and voting(table):
            return None if any(self._lays(table, voter) for voter in table.core.ids) else command
        return command

    def _lays(self, table: Table, voter: PlayerId) -> bool:
        """Whether a voter would lay a further card, and can."""
        if self.wishes[voter] <= votes(table, voter) or came_after(table, voter) is not None:
            return False
        return not self.base.counted or any(self.base.hands[voter][good] for good in goods(table))

    def agrees(self, table: Table, events: Sequence[Event]) -> bool:
        """The base game's hands say so."""
        return True

    def happened(self, table: Table, command: Command, events: Sequence[Event]) -> None:
        """For each vote all make up their minds anew."""
        if any(isinstance(event, VoteBegun) for event in events):
            self.wishes = {voter: self.chance.choice(WISHES) for voter in table.core.ids}

    def wrong(self, table: Table) -> Iterable[str]:
        """Nothing but what the base game finds."""
        return ()

    def truth(self) -> Any:
        """What each would lay."""
        return dict(self.wishes)
