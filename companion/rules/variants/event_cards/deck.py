"""The event cards of the box, and which of them may still come (EV-01 to EV-03)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping

import msgspec

from companion.engine.ids import RuleId
from companion.engine.remember import remembered
from companion.engine.ruleset import Ruleset
from companion.engine.table import Draft, Table
from companion.rules.variants.event_cards.slice import PLAIN, Card, EventCards

PLAIN_CARDS: Mapping[int, int] = {3: 1, 4: 1, 5: 2, 6: 2, 8: 4, 9: 3, 10: 2, 11: 1}
"""EV-03: how many cards of a number have no event."""

UNDER_NEW_YEAR = 5
"""EV-02: cards that lie under New Year, and so never come."""


def nothing(draft: Draft) -> None:
    """Of an event that does nothing before production."""


class Happening(msgspec.Struct, frozen=True):
    """An event: its name, the rule that describes it, how many cards of which number have it (EV-03), and
    what it does before the number brings anything (EV-04).

    ``by_knights`` marks the events that go by the knights of the players (EV-14, EV-19).
    """

    name: str
    rule: RuleId
    copies: Mapping[int, int]
    effect: Callable[[Draft], None] = nothing
    by_knights: bool = False


def happenings(table: Table) -> Mapping[str, Happening]:
    """The events of this game by name."""
    return _by_name(table.ruleset)


@remembered
def _by_name(ruleset: Ruleset) -> Mapping[str, Happening]:
    return {one.name: one for one in ruleset.cards_of(Happening)}


def deck(table: Table) -> Mapping[Card, int]:
    """EV-03: how many of each card there are, 36 in all."""
    return _deck(table.ruleset)


@remembered
def _deck(ruleset: Ruleset) -> Mapping[Card, int]:
    return deck_of(ruleset.cards_of(Happening))


def deck_of(events: Iterable[Happening]) -> Mapping[Card, int]:
    """The cards with these events, and those without one, by number."""
    found: list[tuple[Card, int]] = []
    for one in sorted(events, key=lambda one: one.rule):
        found += [(Card(number, one.name), copies) for number, copies in one.copies.items()]
    found += [(Card(number), copies) for number, copies in PLAIN_CARDS.items()]
    return dict(sorted(found, key=lambda entry: entry[0].number))


def before_new_year(table: Table) -> int:
    """EV-02: how many cards come before New Year does."""
    return sum(deck(table).values()) - UNDER_NEW_YEAR


def state_of(table: Table) -> EventCards:
    """This module's slice of the state."""
    return table.slice(EventCards)


def card_now(table: Table) -> Card | None:
    """The card that stands for the roll of this turn."""
    state = state_of(table)
    return state.card if state.turn == table.core.turn else None


def happening(table: Table) -> str:
    """The event of this turn."""
    card = card_now(table)
    return PLAIN if card is None else card.event


def coming(table: Table) -> Mapping[Card, int]:
    """EV-02, EV-03: how many of each card may still come; none when New Year comes next."""
    state = state_of(table)
    if state.count >= before_new_year(table):
        return {}
    return _left(deck(table), state.turned)


@remembered
def _left(cards: Mapping[Card, int], turned: tuple[Card, ...]) -> Mapping[Card, int]:
    seen = Counter(turned)
    return {card: count - seen[card] for card, count in cards.items() if count > seen[card]}
