"""What totals and supply say about the least and the most of each card in each hand.

A table of counts has a row for each holder, the bank last, and a column for each good. The sum of each
row is known (the number of cards of the holder) and that of each column too (the supply of the good).
"""

from __future__ import annotations

import itertools
import math
import operator
from collections.abc import Iterable, Sequence

from companion.engine.cells import Cells, Grid


def tighten(low: Grid, high: Grid, totals: Sequence[int], supply: Sequence[int]) -> bool:
    """Narrows both bounds in place by the sums of rows and columns; False if nothing fits between them."""
    rows, columns = range(len(totals)), range(len(supply))
    stale_rows, stale_columns = set(rows), set(columns)
    while stale_rows or stale_columns:
        if stale_rows:
            row = min(stale_rows)
            stale_rows.discard(row)
            moved = _narrow(low[row], high[row], totals[row])
            if moved is None:
                return False
            stale_columns.update(moved)
        else:
            column = min(stale_columns)
            stale_columns.discard(column)
            lows, highs = [low[row][column] for row in rows], [high[row][column] for row in rows]
            moved = _narrow(lows, highs, supply[column])
            if moved is None:
                return False
            for row in moved:
                low[row][column], high[row][column] = lows[row], highs[row]
            stale_rows.update(moved)
    return True


def _narrow(low: list[int], high: list[int], total: int) -> list[int] | None:
    """Narrows counts of a known sum in place: which changed, or None if the sum cannot be met."""
    slack = total - sum(low)
    spare = sum(high) - total
    if slack < 0 or spare < 0:
        return None
    moved = []
    for index, (least, most) in enumerate(zip(low, high, strict=True)):
        free = most - least
        if free > slack or free > spare:
            low[index], high[index] = max(least, most - spare), min(most, least + slack)
            moved.append(index)
        elif free < 0:
            return None
    return moved


def handfuls(counts: Sequence[int], steps: Sequence[int], size: int) -> list[int]:
    """All ways to choose ``size`` cards with at most ``counts`` of each good: the sums of their ``steps``."""
    found = [(0, size)]
    rest = sum(counts)
    for most, step in zip(counts, steps, strict=True):
        rest -= most
        if most:
            found = [
                (handful + number * step, left - number)
                for handful, left in found
                for number in range(max(0, left - rest), min(most, left) + 1)
            ]
    return [handful for handful, left in found if not left]


def number_of_hands(free: Sequence[int], slack: int) -> int:
    """In how many ways ``slack`` cards are chosen with at most ``free`` of each good."""
    ways = [1] + [0] * slack
    for most in free:
        if most:
            # with one more good, a number of cards leaves for the others itself or up to `most` fewer
            up_to = list(itertools.accumulate(ways))
            ways = up_to[: most + 1] + list(map(operator.sub, up_to[most + 1 :], up_to))
    return ways[slack]


def enumerate_worlds(cells: Cells, low: Grid, high: Grid, totals: Sequence[int]) -> list[int] | None:
    """All tables of hands between the bounds, packed and less ``low``; None if over the budget.

    Any one row follows from the others; that is the one with the most possible hands.
    """
    free = [[most - least for least, most in zip(*row, strict=True)] for row in zip(low, high, strict=True)]
    slack = [total - sum(row) for total, row in zip(totals, low, strict=True)]
    numbers = [number_of_hands(*row) for row in zip(free, slack, strict=True)]
    last = max(range(len(numbers)), key=numbers.__getitem__)
    if math.prod(numbers) > cells.budget * numbers[last]:
        return None
    shifts = list(cells.row_shift.values())
    steps = [1 << shift for shift in cells.good_shift.values()]
    guard = cells.row_guard

    def packed(counts: Iterable[int]) -> int:
        return sum(count * step for count, step in zip(counts, steps, strict=True))

    in_play = zip(cells.supply, zip(*low, strict=True), strict=True)
    partial = [(0, packed(supply - sum(column) for supply, column in in_play))]
    for row in sorted(range(len(numbers)), key=numbers.__getitem__):
        if row != last and slack[row]:
            hands = handfuls(free[row], steps, slack[row])
            shift = shifts[row]
            partial = [
                (world | hand << shift, left - hand)
                for world, left in partial
                for hand in hands
                if ((left | guard) - hand) & guard == guard
            ]
    most = packed(free[last]) | guard
    return [world | left << shifts[last] for world, left in partial if (most - left) & guard == guard]
