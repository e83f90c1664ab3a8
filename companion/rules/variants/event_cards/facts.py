"""How many event cards were turned up, by the table's own word (EV-02)."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import Fact
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.base.facts import StateRule
from companion.rules.base.goods import readable
from companion.rules.variants.event_cards.deck import BEFORE_NEW_YEAR
from companion.rules.variants.event_cards.slice import CardsCounted
from companion.rules.variants.event_cards.turning import part


class StateEventCards(Command, frozen=True, tag="ev.state_event_cards"):
    """So many event cards have been turned up since they were last shuffled."""

    count: int


class StateEventCardsRule(StateRule):
    """EV-02: no more than lie on New Year."""

    command = StateEventCards

    def at(self, table: Table, command: StateEventCards) -> Iterable[Violation]:
        if not 0 <= command.count <= BEFORE_NEW_YEAR:
            yield hard("EV-02", "event.not-so-many", count=readable(command.count), most=BEFORE_NEW_YEAR)

    def apply(self, draft: Draft, command: StateEventCards) -> None:
        draft.emit(CardsCounted(command.by, command.count))


FACTS = (
    Fact(
        "event_cards",
        lambda table, player: part(table).count,
        lambda table, player, count: StateEventCards(player, count),
        most=BEFORE_NEW_YEAR,
        shared=True,
    ),
)
