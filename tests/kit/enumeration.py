"""Possible hands by brute force: every table of hands written out, none merged, none packed.

Slow and plain on purpose: an algorithm of its own to hold the engine's against.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

Hands = tuple[tuple[int, ...], ...]
"""Counts by row and good, the bank's row last."""


class Enumeration:
    """Every table of hands that fits what was told, with its probability."""

    def __init__(self, holders: Iterable[str], supply: Mapping[str, int]) -> None:
        self.rows: list[str | None] = [*holders, None]
        self.goods = list(supply)
        empty = tuple(0 for _ in self.goods)
        start: Hands = (*(empty for _ in self.rows[:-1]), tuple(supply.values()))
        self.odds_of: dict[Hands, Fraction] = {start: Fraction(1)}

    @property
    def possible(self) -> set[Hands]:
        return set(self.odds_of)

    def counts(self, holder: str | None, good: str) -> dict[int, Fraction]:
        row, column = self.rows.index(holder), self.goods.index(good)
        found: dict[int, Fraction] = {}
        for hands, odds in self.odds_of.items():
            found[hands[row][column]] = found.get(hands[row][column], Fraction(0)) + odds
        whole = sum(found.values())
        return {count: odds / whole for count, odds in found.items()}

    def holding(self, needs: Mapping[Any, Mapping[str, int]]) -> list[bool]:
        """For each possible table whether all have what is asked of them."""
        return [
            all(
                hands[self.rows.index(holder)][self.goods.index(good)] >= count
                for holder, bag in needs.items()
                for good, count in bag.items()
            )
            for hands in self.odds_of
        ]

    def probabilities(self) -> dict[Hands, Fraction]:
        whole = sum(self.odds_of.values())
        return {hands: odds / whole for hands, odds in self.odds_of.items()}

    def any_of(self, holder: str | None, goods: Iterable[str]) -> list[bool]:
        """For each possible table whether somebody has at least one card among the goods."""
        row, columns = self.rows.index(holder), [self.goods.index(good) for good in goods]
        return [any(hands[row][column] for column in columns) for hands in self.odds_of]

    def move(self, giver: str | None, taker: str | None, bag: Mapping[str, int]) -> None:
        handful = tuple(bag.get(good, 0) for good in self.goods)
        after = {}
        for hands, odds in self.odds_of.items():
            moved = self._moved(hands, giver, taker, handful)
            if moved is not None:
                after[moved] = odds
        self.odds_of = after

    def unseen(
        self,
        giver: str | None,
        taker: str | None,
        count: int,
        among: Iterable[str] | None,
        at_random: bool,
    ) -> None:
        allowed = set(self.goods if among is None else among)
        after: dict[Hands, Fraction] = {}
        for hands, odds in self.odds_of.items():
            ways = list(self._ways(hands[self.rows.index(giver)], count, allowed))
            if not at_random:
                ways = sorted(set(ways))
            for handful in ways:
                moved = self._moved(hands, giver, taker, handful)
                assert moved is not None
                after[moved] = after.get(moved, Fraction(0)) + odds / len(ways)
        self.odds_of = after

    def _ways(self, hand: tuple[int, ...], count: int, allowed: set[str]) -> Iterator[tuple[int, ...]]:
        """Each choice of that many cards out of single cards, equal kinds told apart."""
        cards = [
            column
            for column, number in enumerate(hand)
            for _ in range(number)
            if self.goods[column] in allowed
        ]
        for chosen in itertools.combinations(cards, count):
            yield tuple(chosen.count(column) for column in range(len(self.goods)))

    def shows(self, holder: str | None, bag: Mapping[str, int], whole: bool = False) -> None:
        fits = self.holding({holder: bag})
        row, size = self.rows.index(holder), sum(bag.values())
        self.odds_of = {
            hands: odds
            for (hands, odds), fit in zip(self.odds_of.items(), fits, strict=True)
            if fit and (not whole or sum(hands[row]) == size)
        }

    def has_none(self, holder: str | None, goods: Iterable[str]) -> None:
        row, columns = self.rows.index(holder), [self.goods.index(good) for good in goods]
        self.odds_of = {
            hands: odds
            for hands, odds in self.odds_of.items()
            if not any(hands[row][column] for column in columns)
        }

    def _moved(
        self, hands: Hands, giver: str | None, taker: str | None, handful: tuple[int, ...]
    ) -> Hands | None:
        rows = [list(row) for row in hands]
        for column, count in enumerate(handful):
            rows[self.rows.index(giver)][column] -= count
            if rows[self.rows.index(giver)][column] < 0:
                return None
            rows[self.rows.index(taker)][column] += count
        return tuple(tuple(row) for row in rows)


def all_hands(totals: Iterable[int], supply: Iterable[int]) -> Iterator[Hands]:
    """Every table of hands with these numbers of cards (the bank's last) and this supply."""
    totals, supply = list(totals), list(supply)
    if len(totals) == 1:
        if sum(supply) == totals[0]:
            yield (tuple(supply),)
        return
    for hand in itertools.product(*(range(min(totals[0], most) + 1) for most in supply)):
        if sum(hand) == totals[0]:
            left = [most - count for most, count in zip(supply, hand, strict=True)]
            for rest in all_hands(totals[1:], left):
                yield (hand, *rest)
