"""Cards that players must give up by their own choice, seen by the table or not (B-30)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar, Generic, TypeVar

from companion.engine.command import Command
from companion.engine.decision import Decision
from companion.engine.extension import CommandRule, Timing
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, impossible, soft
from companion.rules.base.goods import HUGE, check_bag, readable, size
from companion.rules.base.hands import CardsReturned
from companion.rules.base.purse import purse
from companion.rules.base.slice import Base


class GiveUp(Command, frozen=True):
    """Base of the commands by which cards leave a hand: those the table saw, and ``unseen`` more."""

    cards: dict[str, int]
    unseen: int = 0


G = TypeVar("G", bound=GiveUp)


class GiveUpRule(CommandRule[G], Generic[G]):
    """An answer with as many cards of the player's choice as the question says; judged by its rule."""

    timing = Timing.ANSWER
    too_many_forms = True
    kind: ClassVar[str]
    """Of the question."""

    def at(self, table: Table, command: G) -> Iterable[Violation]:
        question = table.question(self.kind, command.by)
        if question is None:
            return
        rule = question.rule
        faults = list(check_bag(table, command.cards))
        if not 0 <= command.unseen <= HUGE:
            faults.append(hard(rule, "cards.count", count=readable(command.unseen)))
        yield from faults
        count, needed = size(command.cards) + command.unseen, int(str(question.params["count"]))
        if not faults:
            total = table.slice(Base).hands.total(command.by)
            if count > total:
                yield impossible(rule, "discard.too-many", player=command.by, total=total)
            yield from purse(table).check(table, command.by, command.cards, rule)
        if count != needed:
            yield self.wrong_number(command, question, readable(count), needed)

    def wrong_number(self, command: G, question: Decision, count: int, needed: int) -> Violation:
        """How another number of cards than was asked for is called."""
        return soft(question.rule, "discard.number", player=command.by, count=count, needed=needed)

    def apply(self, draft: Draft, command: G) -> None:
        question = draft.question(self.kind, command.by)
        assert question is not None
        self.hand_over(draft, command, question)
        draft.settle(self.kind, command.by)

    def hand_over(self, draft: Draft, command: G, question: Decision) -> None:
        """The cards go to the bank."""
        draft.emit(CardsReturned(command.by, command.cards, command.unseen))

    def certainty(self, table: Table, command: G) -> Certainty:
        return table.slice(Base).hands.has(command.by, command.cards)
