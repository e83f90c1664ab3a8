"""How many event cards were turned up, by the table's own word (EV-02)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Fact
from companion.engine.ids import PlayerId
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.base.goods import readable
from companion.rules.base.stating import StateRule
from companion.rules.variants.event_cards.deck import UNDER_NEW_YEAR, before_new_year, state_of
from companion.rules.variants.event_cards.happenings import DECK
from companion.rules.variants.event_cards.slice import EventCards, EventCardsEvent


class StateEventCards(Command, frozen=True, tag="ev.state_event_cards"):
    """This many event cards have been turned up since they were last shuffled."""

    count: int


class CardsCounted(EventCardsEvent, frozen=True, tag="ev.cards_counted"):
    """EV-02: so many have been turned up since the last shuffle; where they are fewer than were entered, the
    cards were shuffled meanwhile, and nobody entered any since."""

    by: PlayerId
    count: int

    def apply(self, state: EventCards) -> EventCards:
        turned = state.turned if self.count >= len(state.turned) else ()
        return replace(state, turned=turned, unseen=self.count - len(turned))


class StateEventCardsRule(StateRule):
    """EV-02: no more than lie on New Year."""

    command = StateEventCards

    def at(self, table: Table, command: StateEventCards) -> Iterable[Violation]:
        most = before_new_year(table)
        if not 0 <= command.count <= most:
            yield hard("EV-02", "event.not-so-many", count=readable(command.count), most=most)

    def apply(self, draft: Draft, command: StateEventCards) -> None:
        draft.emit(CardsCounted(command.by, command.count))


FACTS = (
    Fact(
        "event_cards",
        lambda table, player: state_of(table).count,
        lambda table, player, count: StateEventCards(player, count),
        most=sum(DECK.values()) - UNDER_NEW_YEAR,
        shared=True,
    ),
)


EVENTS: tuple[type[Event], ...] = (CardsCounted,)
