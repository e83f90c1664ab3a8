"""What a simulated game needs to know and the table does not: the real cards.

A module that hides something has a class ``Secrets`` in its ``secrets.py``. The simulator
(``companion.app.simulate``) plays with them: it asks what could be entered, makes it true to the real cards,
enters what the table would see, and tells every ``Secrets`` what the engine said happened.
"""

from __future__ import annotations

from collections.abc import Iterable, MutableSequence, Sequence
from typing import Any, Protocol, TypeVar

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table

T = TypeVar("T")


class Chance(Protocol):
    """Where chance comes from: ``random.Random`` of the caller, seeded."""

    def random(self) -> float:
        """A number from 0 up to 1."""

    def randrange(self, stop: int, /) -> int:
        """A whole number from 0 up to ``stop``."""

    def choice(self, items: Sequence[T], /) -> T:
        """One of the items."""

    def shuffle(self, items: MutableSequence[Any], /) -> None:
        """The items in another order."""


class Secrets(Protocol):
    """The real cards of one module in one simulated game. ``others`` are those of the other modules by id."""

    def __init__(self, chance: Chance, table: Table, others: dict[str, Any]) -> None:
        """The real decks at the beginning of a game, shuffled."""

    def proposals(self, table: Table, who: PlayerId) -> Iterable[Command]:
        """What the player may do now that ``options`` does not list: rolls, trades, discards, shown cards.

        Everything proposed is true to the real cards and allowed by the rules.
        """

    def complete(self, table: Table, command: Command) -> Command | None:
        """The command as it is really done, seen as the table sees it; None if the real cards forbid it.

        A command of another module comes back as it is.
        """

    def agrees(self, table: Table, events: Sequence[Event]) -> bool:
        """Whether what the engine says a command would mean can be done with the real cards."""

    def happened(self, table: Table, command: Command, events: Sequence[Event]) -> None:
        """Move the real cards. ``table`` is the position before the command."""

    def wrong(self, table: Table) -> Iterable[str]:
        """What of the truth the engine thinks impossible, and which cards were lost or made."""

    def truth(self) -> Any:
        """All that is hidden, as plain data for a file."""
