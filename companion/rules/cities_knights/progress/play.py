"""What all plays of a progress card have in common (CK-120, CK-121, CK-125)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from companion.engine.command import Command
from companion.engine.extension import CommandRule
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge, least_certain
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, soft
from companion.rules.base.queries import no_opponent, opponents
from companion.rules.base.slice import Base
from companion.rules.cities_knights.cards import PlayCard, check_holds, holds, progress_cards, spend
from companion.rules.cities_knights.queries import state_of

P = TypeVar("P", bound=PlayCard)


class Truth(Protocol):
    """What is really so in a simulated game: the cards that only their holders see."""

    @property
    def counted(self) -> bool:
        """Whether hands of goods are tracked."""

    def goods(self, player: PlayerId) -> Counter[str]:
        """The goods that a player really holds."""

    def bank(self, good: str) -> int:
        """How many the bank has left."""

    def some(self, player: PlayerId, count: int) -> tuple[dict[str, int], int]:
        """This many goods of a hand: those that the table sees, and the number of the others."""

    def any_good(self, player: PlayerId) -> str:
        """A card drawn from a hand."""

    def may_play(self, table: Table, who: PlayerId, kind: type[PlayCard]) -> bool:
        """Whether the player has the card, and it is the time for it."""

    def seen(self) -> bool:
        """Whether the table sees a card that goes from hand to hand."""

    def choice(self, among: Iterable[str]) -> str:
        """One of them."""


class Simulated:
    """What a simulated game asks of a rule that is about hidden cards."""

    def proposals(self, table: Table, who: PlayerId, truth: Truth) -> Iterable[Command]:
        """What a player might enter that only the real cards can tell."""
        return ()

    def complete(self, table: Table, command: Any, truth: Truth) -> Command | None:
        """The command made true to the real cards; None where they do not allow it."""
        found: Command = command
        return found


class PlayRule(CommandRule[P], Simulated, Generic[P]):
    """A play: the card must be possible in the hand, its own conditions hold, then it is spent."""

    command: ClassVar[type[PlayCard]]

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return check_holds(table, who, self.command.card)

    def certainty(self, table: Table, command: P) -> Certainty:
        return least_certain((holds(table, command.by, command.card), self.needs(table, command)))

    def needs(self, table: Table, command: P) -> Certainty:
        """Whether the other cards that the play needs are there."""
        return Certainty.SURE

    def apply(self, draft: Draft, command: P) -> None:
        spend(draft, command.by, command.card)
        self.effect(draft, command)

    def effect(self, draft: Draft, command: P) -> None:
        """What the card does to what is tracked."""

    def forms(self, table: Table, who: PlayerId) -> Iterable[P]:
        """The plain play, which names nothing."""
        kind: type[P] = self.command  # type: ignore[assignment]  # a class attribute cannot name P
        return (kind(who),)


def hands(table: Table) -> Knowledge:
    """What is known of the cards in the hands."""
    return table.slice(Base).hands


def check_opponent(table: Table, by: PlayerId, victim: PlayerId, card: str) -> Iterable[Violation]:
    """The player named must be one of the others."""
    if victim not in opponents(table, by):
        yield no_opponent(table, by, victim, progress_cards(table)[card].rule)


def richer(table: Table, by: PlayerId, at_least_as_many: bool = False) -> list[PlayerId]:
    """The opponents with more points (or at least as many), by what everyone sees (B-72)."""
    own = table.points(by)
    return [p for p in opponents(table, by) if table.points(p) > own - at_least_as_many]


def check_richer(
    table: Table, by: PlayerId, card: str, at_least_as_many: bool = False
) -> Iterable[Violation]:
    """CK-125: without an opponent with (at least as) many points the card is known to do nothing."""
    if not richer(table, by, at_least_as_many):
        key = "card.nobody-as-rich" if at_least_as_many else "card.nobody-richer"
        yield soft("CK-125", key, player=by, card=card)


def check_opponents_hold(table: Table, by: PlayerId, card: str) -> Iterable[Violation]:
    """CK-125: the numbers of cards are public, and from empty hands there is nothing to get."""
    if not any(hands(table).total(opponent) for opponent in opponents(table, by)):
        yield soft("CK-125", "card.nobody-has-cards", card=card)


def knights_of_others(table: Table, player: PlayerId) -> bool:
    """Whether an opponent has a knight on the board."""
    return any(knight.owner != player for knight in state_of(table).knights.values())
