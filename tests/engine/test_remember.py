"""What is remembered is found again for the very same objects, and for no others."""

from __future__ import annotations

import random
from collections.abc import Mapping

from companion.engine.remember import MOST_KEPT, remembered


def test_the_same_object_is_looked_at_once_and_an_equal_one_again() -> None:
    seen: list[Mapping[str, int]] = []

    @remembered
    def total(cards: Mapping[str, int]) -> int:
        seen.append(cards)
        return sum(cards.values())

    hand, alike = {"ore": 2}, {"ore": 2}
    assert [total(hand), total(hand), total(alike), total(hand)] == [2, 2, 2, 2]
    assert [cards is hand for cards in seen] == [True, False]


def test_strings_and_frozen_sets_are_told_apart_by_value() -> None:
    calls = 0

    @remembered
    def owned(cards: Mapping[str, int], wanted: frozenset[str], who: str) -> str:
        nonlocal calls
        calls += 1
        return f"{who} has {sum(cards[good] for good in wanted)}"

    hand = {"ore": 2, "wool": 1}
    for name in ("anna", "".join(["an", "na"])):
        assert owned(hand, frozenset({"ore", "wool"}), name) == "anna has 3"
    assert calls == 1
    assert owned(hand, frozenset({"ore"}), "anna") == "anna has 2"
    assert owned(hand, frozenset({"ore"}), "ben") == "ben has 2"


def test_nothing_is_taken_for_an_object_that_is_gone() -> None:
    """Objects that come and go take one another's place in memory; what is kept holds on to its own."""
    seed = 11
    print(f"seed {seed}")
    chance = random.Random(seed)

    @remembered
    def first(cards: tuple[int, ...]) -> int:
        return cards[0]

    @remembered
    def both(cards: tuple[int, ...], more: list[int]) -> tuple[int, int]:
        return cards[0], more[0]

    for _ in range(20 * MOST_KEPT):
        one, other = chance.randrange(10**6), chance.randrange(10**6)
        assert first((one, other)) == one
        assert both((one, other), [other]) == (one, other)


def test_no_more_is_kept_than_may_be() -> None:
    worked_out = 0

    @remembered
    def count(cards: list[int]) -> int:
        nonlocal worked_out
        worked_out += 1
        return len(cards)

    hands = [[number] for number in range(3 * MOST_KEPT)]
    for _ in range(2):
        assert {count(hand) for hand in hands} == {1}
    assert worked_out == 6 * MOST_KEPT
    assert [count(hand) for hand in hands[-2:]] == [1, 1]
    assert worked_out == 6 * MOST_KEPT


def test_nothing_is_worked_out_again_where_there_is_nothing() -> None:
    calls = 0

    @remembered
    def guest(cards: list[int], who: str) -> None:
        nonlocal calls
        calls += 1

    hand = [1]
    for name in ("anna", "anna", "".join(["an", "na"])):
        assert guest(hand, name) is None
    assert calls == 1
