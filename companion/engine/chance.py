"""How likely dice are to fall as they did: exact sums, no simulation."""

from __future__ import annotations

from collections.abc import Mapping
from math import exp, lgamma, log, log1p

TWO_DICE: Mapping[int, float] = {number: (6 - abs(number - 7)) / 36 for number in range(2, 13)}
"""How likely each sum of two dice is."""

LOW, HIGH = 0.05, 0.95
"""The quantiles between which nine evenings of ten lie."""


def exactly(count: int, rolls: int, chance: float) -> float:
    """The probability that something of this chance (above 0, below 1) comes exactly ``count`` times: the
    binomial distribution.

    Worked out in logarithms: a thousand rolls can fall in more ways than a float can count.
    """
    ways = lgamma(rolls + 1) - lgamma(count + 1) - lgamma(rolls - count + 1)
    return exp(ways + count * log(chance) + (rolls - count) * log1p(-chance))


def at_least(count: int, rolls: int, chance: float) -> float:
    """The probability that it comes ``count`` times or more."""
    if count > rolls:
        return 0.0
    return min(1.0, sum(exactly(number, rolls, chance) for number in range(max(count, 0), rolls + 1)))


def at_most(count: int, rolls: int, chance: float) -> float:
    """The probability that it comes ``count`` times or fewer."""
    if count < 0:
        return 0.0
    return min(1.0, sum(exactly(number, rolls, chance) for number in range(min(count, rolls) + 1)))


def band(rolls: int, chance: float) -> tuple[int, int]:
    """The counts between which it lies on nine evenings of ten: the 5 % and 95 % quantiles."""
    bounds = []
    for wanted in (LOW, HIGH):
        reached = 0.0
        for count in range(rolls + 1):
            reached += exactly(count, rolls, chance)
            if reached >= wanted - 1e-12 or count == rolls:
                bounds.append(count)
                break
    return bounds[0], bounds[1]


def oddness(count: int, rolls: int, chance: float) -> float:
    """The probability of a count at least as far from the expected one, on the same side."""
    if count >= rolls * chance:
        return at_least(count, rolls, chance)
    return at_most(count, rolls, chance)
