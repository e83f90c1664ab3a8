"""Sets of possible hands of a whole table: each a packed number with a weight, equal ones merged.

The numbers are what the hands hold beyond the least that all worlds share; see :mod:`cells`.
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence

from companion.engine.bounds import handfuls
from companion.engine.cells import Cells

Worlds = dict[int, float]

TRIES = 60
"""How many ways to take cards, before equal worlds merge, are tried for each world that may remain."""


def extremes(cells: Cells, worlds: Collection[int]) -> tuple[int, int]:
    """The least and the most of each cell over all worlds, which must not be empty."""
    guard, top = cells.guard, cells.bits - 1
    each = iter(worlds)
    low = high = next(each)
    for world in each:
        # a guard bit less its own lowest bit is a mask over the counts of its cell
        above = ((low | guard) - world) & guard
        low ^= (low ^ world) & (above - (above >> top))
        above = ((world | guard) - high) & guard
        high ^= (high ^ world) & (above - (above >> top))
    return low, high


def spread(
    cells: Cells,
    worlds: Worlds,
    shared: int,
    path: tuple[int, int],
    places: Sequence[int],
    count: int,
    at_random: bool,
    lift: int,
) -> Worlds | None:
    """All worlds after some cards of the goods at these places have left a hand unseen; None if over the
    budget.

    ``shared`` is what that hand holds in all worlds, ``path`` the places of its row and the taker's. At
    random a handful leaves as often as cards of the hand make it up, else all that the hand has are
    alike. ``lift`` is added to keep counts above 0.
    """
    source, target = path
    row_mask, budget = cells.row_mask, cells.budget
    tries = budget * TRIES
    swap = (1 << target) - (1 << source)
    ways_of: dict[int, list[tuple[int, float]]] = {}
    after: Worlds = {}
    get = after.get
    for world, weight in worlds.items():
        row = world >> source & row_mask
        ways = ways_of.get(row)
        if ways is None:
            found = _ways(cells, row + shared, places, count, at_random)
            # different handfuls of one world leave different worlds
            if len(found) > budget:
                return None
            ways = ways_of[row] = [(handful * swap + lift, chance) for handful, chance in found]
        tries -= len(ways)
        if tries < 0:
            return None
        for change, chance in ways:
            key = world + change
            after[key] = get(key, 0.0) + weight * chance
        if len(after) > budget:
            return None
    return after


def _ways(
    cells: Cells, hand: int, places: Sequence[int], count: int, at_random: bool
) -> list[tuple[int, float]]:
    """The handfuls of so many cards that one hand can give, with the chance of each."""
    held = [hand >> place & cells.mask for place in places]
    if count == 1:
        found = [(1 << place, number) for place, number in zip(places, held, strict=True) if number]
        whole = sum(held) if at_random else len(found)
        return [(handful, (number if at_random else 1) / whole) for handful, number in found]
    chosen = handfuls([min(number, count) for number in held], [1 << place for place in places], count)
    if not at_random:
        return [(handful, 1 / len(chosen)) for handful in chosen]
    numbers = [_number_of_ways(cells, hand, _kinds(cells, handful)) for handful in chosen]
    return [(handful, number / sum(numbers)) for handful, number in zip(chosen, numbers, strict=True)]


def _kinds(cells: Cells, handful: int) -> list[tuple[int, int]]:
    """Place and number of each good in a handful."""
    places = cells.good_shift.values()
    return [(place, number) for place in places if (number := handful >> place & cells.mask)]


def _number_of_ways(cells: Cells, hand: int, kinds: Iterable[tuple[int, int]]) -> int:
    """In how many ways single cards of the hand make up the handful."""
    ways = 1
    for place, number in kinds:
        ways *= math.comb(hand >> place & cells.mask, number)
    return ways
