"""How likely dice are to fall as they did: exact sums, no simulation."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import accumulate
from math import exp, lgamma, log, log1p, sqrt

TWO_DICE: Mapping[int, float] = {number: (6 - abs(number - 7)) / 36 for number in range(2, 13)}
"""How likely each sum of two dice is."""

LOW, HIGH = 0.05, 0.95
"""The quantiles between which nine evenings of ten lie."""

SELDOM = 1e-6
"""What is rarer is not told apart."""
NOTHING = 1e-18
MANY = 500
"""Of more rolls the numbers are as good as independent, and their counts as good as without steps."""


def exactly(count: int, rolls: int, chance: float) -> float:
    """The probability that something of this chance (above 0, below 1) comes exactly ``count`` times: the
    binomial distribution.

    Worked out in logarithms: a thousand rolls can fall in more ways than a float can count.
    """
    ways = lgamma(rolls + 1) - lgamma(count + 1) - lgamma(rolls - count + 1)
    return exp(ways + count * log(chance) + (rolls - count) * log1p(-chance))


def at_least(count: int, rolls: int, chance: float) -> float:
    """The probability that it comes ``count`` times or more."""
    return min(1.0, _summed(range(max(count, 0), rolls + 1), rolls, chance))


def at_most(count: int, rolls: int, chance: float) -> float:
    """The probability that it comes ``count`` times or fewer."""
    return min(1.0, _summed(range(min(count, rolls), -1, -1), rolls, chance))


def _summed(counts: range, rolls: int, chance: float) -> float:
    """The probability of one of these counts. They lead away from the expected count in the end, where the
    terms only get smaller: what is left after a tiny one is left out."""
    total, before = 0.0, 0.0
    for count in counts:
        found = exactly(count, rolls, chance)
        total += found
        if found < before and found < NOTHING:
            break
        before = found
    return total


def band(rolls: int, chance: float) -> tuple[int, int]:
    """The counts between which it lies on nine evenings of ten: the 5 % and 95 % quantiles."""
    reached = 0.0
    low = -1
    for count in range(_far_below(rolls, chance), rolls + 1):
        reached += exactly(count, rolls, chance)
        if low < 0 and reached >= LOW - 1e-12:
            low = count
        if reached >= HIGH - 1e-12:
            return low, count
    return max(low, 0), rolls


def _far_below(rolls: int, chance: float) -> int:
    """A count ten standard deviations below the expected one: those below it add nothing."""
    return max(0, int(rolls * chance - 10 * sqrt(rolls * chance * (1 - chance))) - 10)


def oddness(count: int, rolls: int, chance: float) -> float:
    """The probability of a count at least as far from the expected one, on the same side."""
    if count >= rolls * chance:
        return at_least(count, rolls, chance)
    return at_most(count, rolls, chance)


def any_as_odd(rolls: int, oddest: float) -> float:
    """The probability that at least one sum of two dice has an ``oddness`` of ``oddest`` or less.

    Of eleven numbers one is often far off, so this is what an oddest number has to be judged by. It is exact:
    the numbers are drawn one after another, each from the rolls that the ones before have left. For more than
    MANY rolls it is Šidák's bound, which is a little higher.
    """
    if rolls > MANY:
        return float(1 - (1 - min(1.0, 2 * oddest)) ** len(TWO_DICE))
    if oddest * 2 * len(TWO_DICE) < SELDOM:
        return oddest * 2 * len(TWO_DICE)  # an upper bound, where nobody sees the difference
    left = {rolls: 1.0}
    rest = 1.0
    for likely in TWO_DICE.values():
        usual = _usual(rolls, likely, oddest)
        after: dict[int, float] = {}
        for remaining, reached in left.items():
            share = likely / rest
            for count in usual:
                if count > remaining:
                    break
                # the last number gets all that is left
                ways = float(count == remaining) if share > 1 - 1e-9 else exactly(count, remaining, share)
                if reached * ways > 1e-15:
                    after[remaining - count] = after.get(remaining - count, 0.0) + reached * ways
        left, rest = after, rest - likely
    return max(0.0, 1.0 - sum(left.values()))


def _usual(rolls: int, likely: float, oddest: float) -> list[int]:
    """The counts that are less odd than that."""
    each = [exactly(count, rolls, likely) for count in range(rolls + 1)]
    below, above = list(accumulate(each)), list(accumulate(reversed(each)))[::-1]
    limit = oddest * (1 + 1e-9)
    return [
        count
        for count in range(rolls + 1)
        if (above[count] if count >= rolls * likely else below[count]) > limit
    ]
