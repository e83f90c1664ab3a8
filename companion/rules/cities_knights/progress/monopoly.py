"""A good from everyone: what the two monopolies have in common."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar, Generic, TypeVar

from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, clear, hard
from companion.rules.base.development.monopoly import check_surrender, surrender
from companion.rules.base.goods import check_named, names, no_such_card
from companion.rules.base.queries import opponents
from companion.rules.cities_knights.cards import PlayCard
from companion.rules.cities_knights.progress.play import PlayRule, Truth, check_opponents_hold, hands


class PlayMonopoly(PlayCard, frozen=True):
    """Everyone gives of a good; ``given`` is how many cards, players left out gave none."""

    good: str | None = None
    given: dict[PlayerId, int] | None = None


M = TypeVar("M", bound=PlayMonopoly)


class MonopolyRule(PlayRule[M], Generic[M]):
    """Each gives up to the limit, and who gave fewer has none left (B-56). Where nobody counts hands, what is
    said of the cards must at least be possible."""

    rule: ClassVar[str]
    kind: ClassVar[str]
    limit: ClassVar[int]
    too_many_forms = True

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if hands(table).counted:
            yield from check_opponents_hold(table, who, self.command.card)

    def at(self, table: Table, command: M) -> Iterable[Violation]:
        if not hands(table).counted:
            yield from check_named(table, command.good, self.kind, self.rule)
            yield from check_surrender(table, command.by, "", self.limit, command.given or {}, self.rule)
        elif command.good is None:
            yield hard(self.rule, "monopoly.which-good")
        elif command.good not in names(table, self.kind):
            yield no_such_card(table, command.good, self.kind, self.rule)
        elif command.given is None:
            yield hard(self.rule, "monopoly.how-many")
        else:
            yield from check_surrender(table, command.by, command.good, self.limit, command.given, self.rule)

    def effect(self, draft: Draft, command: M) -> None:
        if hands(draft).counted:
            surrender(draft, command.by, command.good or "", self.limit, command.given or {})

    def may_begin(self, table: Table, who: PlayerId) -> bool:
        """Who may hold the card, while somebody has cards to give."""
        return clear(self.before(table, who))

    def forms(self, table: Table, who: PlayerId) -> Iterable[M]:
        """What is said with counted hands has more forms than anyone would list."""
        return () if hands(table).counted else super().forms(table, who)

    def proposals(self, table: Table, who: PlayerId, truth: Truth) -> Iterable[Command]:
        """The player names a good, and the others give what they really have of it."""
        others = opponents(table, who)
        if not truth.counted or not any(truth.goods(other).total() for other in others):
            return
        if truth.may_play(table, who, self.command):
            good = truth.choice(names(table, self.kind))
            given = {other: min(self.limit, truth.goods(other)[good]) for other in others}
            kind: type[Any] = self.command
            yield kind(who, good, {other: count for other, count in given.items() if count})
