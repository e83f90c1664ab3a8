"""The cards of the base game and what things cost (B-06, B-50 to B-54)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from companion.engine.extension import Good
from companion.engine.table import Table
from companion.engine.verdict import Violation, hard

Bag = Mapping[str, int]
"""Cards by kind; every count is above zero."""

RESOURCES = ("lumber", "brick", "wool", "grain", "ore")
"""The five resources, in the order in which people are used to see them."""

RESOURCE = "resource"
"""The kind of a good that is a resource card."""

GOODS = tuple(Good(name, RESOURCE, 19) for name in RESOURCES)
"""B-06: 19 cards of each resource."""

PRICES: Mapping[str, Bag] = {
    "road": {"brick": 1, "lumber": 1},
    "settlement": {"brick": 1, "lumber": 1, "wool": 1, "grain": 1},
    "city": {"ore": 3, "grain": 2},
    "development_card": {"ore": 1, "wool": 1, "grain": 1},
}
"""B-50 to B-53."""

HUGE = 99
"""No count of cards is ever above this; a larger one is a slip of the keys."""

_READABLE = 1000


def names(table: Table, kind: str | None = None) -> tuple[str, ...]:
    """The goods of this game, of one kind or all."""
    return table.ruleset.good_names.get(kind, ())


def readable(number: int) -> int:
    """A number that somebody entered, for a sentence: one that is too long to read is cut."""
    return max(-_READABLE, min(number, _READABLE))


def size(bag: Bag) -> int:
    """How many cards."""
    return sum(bag.values())


def no_such_card(table: Table, name: str, kind: str | None = None, rule: str = "B-06") -> Violation:
    """What is wrong with a card that was named: it is of another kind than the rule wants, it is a card that
    never lies in the hand of goods, or there is none of that name."""
    if name in names(table):
        return hard(rule, f"cards.no-{kind}", good=name)
    other: Mapping[str, Violation] = table.value("other_cards")
    return other.get(name) or hard(rule, "cards.unknown", good=str(name)[:40])


def check_bag(table: Table, bag: Bag, kind: str | None = None) -> Iterable[Violation]:
    """The bag names goods of this game, of one kind where that is wanted, and sensible counts."""
    known = names(table, kind)
    for good, count in bag.items():
        if good not in known:
            yield no_such_card(table, good, kind)
        if not 1 <= count <= HUGE:
            yield hard("B-06", "cards.count", count=readable(count))


def check_named(
    table: Table, good: str | None, kind: str | None = None, rule: str = "B-06"
) -> Iterable[Violation]:
    """B-06: a good that is named, though it need not be, is one of this game where goods have names."""
    if good is not None and names(table) and good not in names(table, kind):
        yield no_such_card(table, good, kind, rule)
