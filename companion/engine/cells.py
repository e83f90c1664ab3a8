"""All hands of a table packed into one number: some bits for each holder and good.

The bank is the last row, so a payment is a move like any other and the supply takes care of itself.
Each cell has a guard bit on top that no count reaches: subtracting a need from hands whose guard bits
are set clears the guard of every cell that falls short, and of no other.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.engine.ids import PlayerId

Bag = Mapping[str, int]
"""Cards by good."""

BANK = None
"""Stands for the bank where a holder is asked for."""

Holder = PlayerId | None
"""A player, or the bank."""

Grid = list[list[int]]
"""Counts by row and column: one row for each holder, the bank last, one column for each good."""

TOTAL_BITS = 32
TOTAL_MASK = (1 << TOTAL_BITS) - 1

MOST = 9999
"""No number of cards is greater."""


@dataclass(frozen=True)
class Cells:
    """Where each count stands in the number. Made by :func:`cells`, one for each table."""

    holders: tuple[PlayerId, ...]
    goods: tuple[str, ...]
    supply: tuple[int, ...]
    budget: int
    rows: dict[Holder, int] = field(init=False, compare=False, repr=False)
    columns: dict[str, int] = field(init=False, compare=False, repr=False)
    bits: int = field(init=False, compare=False, repr=False)
    mask: int = field(init=False, compare=False, repr=False)
    row_shift: dict[Holder, int] = field(init=False, compare=False, repr=False)
    row_mask: int = field(init=False, compare=False, repr=False)
    row_guard: int = field(init=False, compare=False, repr=False)
    good_shift: dict[str, int] = field(init=False, compare=False, repr=False)
    total_shift: dict[Holder, int] = field(init=False, compare=False, repr=False)
    guard: int = field(init=False, compare=False, repr=False)

    def __post_init__(self) -> None:
        places: tuple[Holder, ...] = (*self.holders, BANK)
        # one more than the supply must fit too, so that a need of too many can be written down
        bits = (max(self.supply, default=0) + 1).bit_length() + 1
        width = bits * len(self.goods)
        derived: dict[str, Any] = {
            "rows": {holder: row for row, holder in enumerate(places)},
            "columns": {good: column for column, good in enumerate(self.goods)},
            "bits": bits,
            "mask": (1 << (bits - 1)) - 1,
            "row_shift": {holder: row * width for row, holder in enumerate(places)},
            "row_mask": (1 << width) - 1,
            "row_guard": sum(1 << (column * bits + bits - 1) for column in range(len(self.goods))),
            "good_shift": {good: column * bits for column, good in enumerate(self.goods)},
            "total_shift": {holder: row * TOTAL_BITS for row, holder in enumerate(places)},
        }
        derived["guard"] = sum(derived["row_guard"] << shift for shift in derived["row_shift"].values())
        for name, value in derived.items():
            object.__setattr__(self, name, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return cells, (self.holders, self.goods, self.supply, self.budget)

    def pack(self, bag: Bag) -> tuple[int, int]:
        """The bag as a row, and its number of cards. More than the supply is written as one too many.

        Raises ValueError for an unknown good or a number below 0 or above :data:`MOST`.
        """
        packed = count = 0
        shifts, most = self.good_shift, self.mask
        for good, number in bag.items():
            shift = shifts.get(good)
            if shift is None:
                raise ValueError(f"no such good: {good!r}")
            if 0 <= number <= most:
                packed += number << shift
            else:
                check_number(number)
                packed += most << shift
            count += number
        return packed, count

    def ordered(self, goods: Iterable[str] | None) -> tuple[str, ...]:
        """The goods in the order of the columns, each once; all of them for None. Raises ValueError."""
        if goods is None:
            return self.goods
        wanted = set(goods)
        unknown = wanted - self.columns.keys()
        if unknown:
            raise ValueError(f"no such good: {min(unknown)!r}")
        return tuple(good for good in self.goods if good in wanted)

    def row(self, holder: Holder) -> int:
        """The row of a holder. Raises ValueError for a stranger."""
        try:
            return self.rows[holder]
        except KeyError:
            raise ValueError(f"no such holder: {holder!r}") from None

    def grid(self, packed: int) -> Grid:
        """The number taken apart."""
        bits, mask, width = self.bits, self.mask, len(self.goods)
        flat = [packed >> place & mask for place in range(0, bits * width * len(self.rows), bits)]
        return [flat[start : start + width] for start in range(0, len(flat), width)]

    def packed(self, grid: Grid) -> int:
        """The inverse of :meth:`grid`."""
        number = 0
        for row in reversed(grid):
            for count in reversed(row):
                number = number << self.bits | count
        return number

    def totals(self, packed: int) -> list[int]:
        """Cards of each holder, the bank last, out of the number that holds all totals."""
        return [packed >> shift & TOTAL_MASK for shift in self.total_shift.values()]

    def packed_totals(self, totals: Iterable[int]) -> int:
        """The inverse of :meth:`totals`."""
        return sum(total << shift for total, shift in zip(totals, self.total_shift.values(), strict=True))


def check_number(number: int) -> None:
    """Raises ValueError for a number of cards below 0 or above :data:`MOST`."""
    if not 0 <= number <= MOST:
        raise ValueError(f"no number of cards: {number}")


@functools.lru_cache(maxsize=256)
def cells(
    holders: tuple[PlayerId, ...], goods: tuple[str, ...], supply: tuple[int, ...], budget: int
) -> Cells:
    """The cells of a table; the same object for the same table."""
    return Cells(holders, goods, supply, budget)
