"""Sets of possible hands of a whole table: each a packed number with a weight, equal ones merged.

The numbers are what the hands hold beyond the least that all worlds share; see :mod:`cells`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

from companion.engine.bounds import hands
from companion.engine.cells import Cells

Worlds = dict[int, float]

STEPS_PER_BUDGET = 4
"""How many ways, before equal worlds merge, are tried for each world that may remain."""


def extremes(cells: Cells, worlds: Worlds) -> tuple[int, int]:
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
    shared: Sequence[int],
    shift: int,
    steps: Sequence[tuple[int, int]],
    count: int,
    at_random: bool,
    lift: int,
) -> Worlds | None:
    """All worlds after ``count`` unseen cards have left a hand; None if over the budget.

    ``shared`` is what the hand holds in all worlds, ``shift`` its row; ``steps`` are, for each good that
    may leave, its column and what one such card changes in the number. At random a card leaves as often
    as the hand has it, else each different handful is alike. ``lift`` is added to keep counts above 0.
    """
    bits, mask, row_mask = cells.bits, cells.mask, cells.row_mask
    budget = cells.budget
    tries = budget * STEPS_PER_BUDGET
    ways_of: dict[int, list[tuple[int, float]]] = {}
    after: Worlds = {}
    get = after.get
    for world, weight in worlds.items():
        row = world >> shift & row_mask
        ways = ways_of.get(row)
        if ways is None:
            counts = [(row >> column * bits & mask) + shared[column] for column, _ in steps]
            found = _ways(counts, [step for _, step in steps], count, at_random, lift, budget)
            if found is None:
                return None
            ways = ways_of[row] = found
        tries -= len(ways)
        if tries < 0:
            return None
        for change, chance in ways:
            key = world + change
            after[key] = get(key, 0.0) + weight * chance
    return after if len(after) <= budget else None


def _ways(
    counts: list[int], steps: list[int], count: int, at_random: bool, lift: int, budget: int
) -> list[tuple[int, float]] | None:
    """What each handful changes in the number, with its chance; None if there are more than the budget."""
    held = sum(counts)
    if count == 1:
        present = [(number, step) for number, step in zip(counts, steps, strict=True) if number]
        return [(step + lift, number / held if at_random else 1 / len(present)) for number, step in present]
    ways: list[tuple[int, float]] = []
    for handful in hands(counts, count):
        if len(ways) == budget:
            return None
        change = lift + sum(number * step for number, step in zip(handful, steps, strict=True))
        chance = math.prod(math.comb(*pair) for pair in zip(counts, handful, strict=True)) if at_random else 1
        ways.append((change, float(chance)))
    whole = math.comb(held, count) if at_random else len(ways)
    return [(change, chance / whole) for change, chance in ways]
