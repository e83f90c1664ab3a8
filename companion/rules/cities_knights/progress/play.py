"""What all plays of a progress card have in common (CK-120, CK-121, CK-125)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from companion.engine.command import Command
from companion.engine.extension import CommandRule
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge, least_certain
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, soft
from companion.rules.base.queries import no_opponent, opponents
from companion.rules.base.slice import Base
from companion.rules.cities_knights.cards import CARDS, check_holds, holds, spend
from companion.rules.cities_knights.queries import part


class PlayCard(Command, frozen=True):
    """Base of the plays. The card's name is the end of the tag: ``ck.play_mining``.

    Fields that say where, or which cards, are needed only where places, or hands, are tracked.
    """

    card: ClassVar[str]


P = TypeVar("P", bound=PlayCard)


class PlayRule(CommandRule[P], Generic[P]):
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
        kind: type[P] = self.command  # type: ignore[assignment]
        return (kind(who),)


def hands(table: Table) -> Knowledge:
    """What is known of the cards in the hands."""
    return table.slice(Base).hands


def check_opponent(table: Table, by: PlayerId, victim: PlayerId, card: str) -> Iterable[Violation]:
    """The player named must be one of the others."""
    if victim not in opponents(table, by):
        yield no_opponent(table, by, victim, CARDS[card].rule)


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


def check_victim_richer(table: Table, by: PlayerId, victim: PlayerId, card: str) -> Iterable[Violation]:
    """The opponent named must have more points."""
    yield from check_opponent(table, by, victim, card)
    if victim in opponents(table, by) and not richer(table, by):
        yield soft("CK-125", "card.nobody-richer", player=by, card=card)
    elif victim in table.core.ids and table.points(victim) <= table.points(by):
        yield soft(CARDS[card].rule, "card.victim-not-richer", player=by, victim=victim, card=card)


def knights_of_others(table: Table, player: PlayerId) -> bool:
    """Whether an opponent has a knight on the board."""
    return any(knight.owner != player for knight in part(table).knights.values())
