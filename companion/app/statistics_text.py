"""What the statistics of an evening say in words."""

from __future__ import annotations

from companion.app import narrate
from companion.app.i18n import ngettext
from companion.engine import chance
from companion.engine.ids import PlayerId
from companion.history.statistics import Counted, NumberRolled, kinds, oddest, totals

USUAL = 0.5
"""What happens in more than half of all evenings."""


def verdict(rolled: tuple[NumberRolled, ...]) -> str:
    """In one sentence, whether the dice fell as dice do. There must have been rolls."""
    count = sum(number.count for number in rolled)
    odd = oddest(rolled)
    if odd is None:
        return ngettext(
            "{count} roll, and each number came about as often as dice would have it.",
            "{count} rolls, and each number came about as often as dice would have it.",
            count,
        ).format(count=count)
    often = chance.any_as_odd(count, odd.chance)
    if often >= USUAL:
        text = ngettext(
            "In {rolls} rolls {number} came {count} time. On most evenings some number is as far off.",
            "In {rolls} rolls {number} came {count} times. On most evenings some number is as far off.",
            odd.count,
        )
    else:
        text = ngettext(
            "In {rolls} rolls {number} came {count} time. On 1 evening in {evenings} some number is as far"
            " off.",
            "In {rolls} rolls {number} came {count} times. On 1 evening in {evenings} some number is as far"
            " off.",
            odd.count,
        )
    evenings = round(1 / max(often, chance.SELDOM))
    return text.format(rolls=count, number=odd.number, count=odd.count, evenings=evenings)


def summed(counts: tuple[Counted, ...], names: dict[PlayerId, str]) -> str:
    """By player; what is the table's, by its kind, or in all where there is none."""
    found = totals(counts)
    if set(found) != {None}:
        return ", ".join(f"{name} {number(found.get(who, 0))}" for who, name in names.items())
    return by_kind(counts)


def by_kind(counts: tuple[Counted, ...]) -> str:
    """Something that was counted, by its kind, or in all where that is a number."""
    found = kinds(counts)
    if found and not any(kind.isdecimal() for kind in found):
        return ", ".join(
            f"{narrate.say(f'tally_kind.{kind}', {})} {number(amount)}" for kind, amount in found.items()
        )
    return number(sum(count.amount for count in counts))


def number(amount: float) -> str:
    """An amount with one place behind the point, where there is something behind it."""
    return f"{amount:.1f}".removesuffix(".0")
