"""What a 7 brings where there is no robber (BA-50)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import CommandRule, Part, Step, Timing
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, soft
from companion.rules.base.queries import no_opponent, opponents
from companion.rules.base.robber import certainty_of_robbing, check_card, take_card
from companion.rules.base.roll import total
from companion.rules.base.slice import Base


class TakeCard(Command, frozen=True, tag="ba.take_card"):
    """On a 7 the player drew a card from another hand, or from none; ``card`` if the table saw it."""

    victim: PlayerId | None = None
    card: str | None = None


def with_cards(table: Table, who: PlayerId) -> list[PlayerId]:
    """BA-50: the others who have cards."""
    hands = table.slice(Base).hands
    return [other for other in opponents(table, who) if hands.total(other)]


def ask_for_card(draft: Draft) -> None:
    """BA-50: after the discards the roller draws a card from any player."""
    if total(draft) == 7 and with_cards(draft, draft.core.on_turn):
        draft.ask("take_card", draft.core.on_turn, "BA-50", "ba.take_card")


class TakeCardRule(CommandRule[TakeCard]):
    """BA-50: a resource by chance, and never gold; the roller need not."""

    command = TakeCard
    timing = Timing.ANSWER

    def at(self, table: Table, command: TakeCard) -> Iterable[Violation]:
        by, victim = command.by, command.victim
        if victim is None:
            if command.card is not None:
                yield hard("BA-50", "robber.card-of-nobody")
            return
        if victim not in opponents(table, by):
            yield no_opponent(table, by, victim, "BA-50")
            return
        if not table.slice(Base).hands.total(victim):
            yield soft("BA-50", "take_card.nothing", victim=victim)
        yield from check_card(table, victim, command.card, "BA-50")

    def apply(self, draft: Draft, command: TakeCard) -> None:
        if command.victim is not None:
            take_card(draft, command.by, command.victim, command.card)
        draft.settle("take_card", command.by)

    def certainty(self, table: Table, command: TakeCard) -> Certainty:
        return certainty_of_robbing(table, command.victim, command.card)

    def forms(self, table: Table, who: PlayerId) -> Iterable[TakeCard]:
        return [*(TakeCard(who, other) for other in opponents(table, who)), TakeCard(who)]


PARTS = (
    Part(
        needs=frozenset({Aspect.HANDS}),
        steps=(Step("roll", "ba.take_card", ask_for_card, after=("base.robber",), before=("base.bank",)),),
        commands=(TakeCardRule(),),
    ),
)
