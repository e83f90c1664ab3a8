"""Cards exchanged unseen between two hands: what the others know of it, held against brute force."""

from __future__ import annotations

import random

import pytest

from companion.engine.cells import BANK, Holder
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge
from tests.kit.each import each
from tests.kit.enumeration import Enumeration

ANNA, BEN = PlayerId("anna"), PlayerId("ben")
SUPPLY = {"brick": 5, "wool": 5, "ore": 5}


def dealt(anna: dict[str, int], ben: dict[str, int], budget: int = 1024) -> Knowledge:
    return Knowledge.start((ANNA, BEN), SUPPLY, budget).gain(ANNA, anna).gain(BEN, ben)


def test_who_gives_all_other_cards_gives_none_of_those_drawn() -> None:
    known = dealt({"wool": 2}, {"ore": 2}).exchange(BEN, ANNA, ({}, 2), ({}, 2))
    assert known.certain_hand(ANNA) == {"ore": 2}
    assert known.certain_hand(BEN) == {"wool": 2}


def test_cards_that_were_seen_come_from_the_hand_before() -> None:
    known = dealt({"wool": 2, "brick": 1}, {"ore": 1}).exchange(BEN, ANNA, ({"ore": 1}, 0), ({"wool": 1}, 1))
    assert known.total(BEN) == 2
    assert known.low(BEN, "wool") == 1
    assert known.high(BEN, "ore") == 0
    assert known.low(ANNA, "ore") == 1


def test_only_some_kinds_may_be_drawn() -> None:
    known = dealt({"wool": 2}, {"ore": 3, "brick": 2}).exchange(BEN, ANNA, ({}, 2), ({}, 2), ("brick",))
    assert known.certain_hand(BEN) == {"ore": 3, "wool": 2}


def hand(chance: random.Random) -> dict[str, int]:
    cards = {good: chance.randint(0, 2) for good in SUPPLY}
    return {**cards, "brick": 2}


@each(range(40))
def test_the_possible_hands_are_those_of_brute_force(seed: int) -> None:
    chance = random.Random(seed)
    known = dealt({}, {})
    worlds = Enumeration([ANNA, BEN, "aside"], SUPPLY)
    for player in (ANNA, BEN):
        cards = {good: count for good, count in hand(chance).items() if count}
        known = known.gain(player, cards)
        worlds.move(None, player, cards)
    for giver, taker in ((ANNA, BEN), (BEN, ANNA)):
        known = known.draw(giver, taker, 1)
        worlds.unseen(giver, taker, 1, None, at_random=True)
    known = known.exchange(BEN, ANNA, ({}, 2), ({}, 2))
    worlds.unseen(BEN, "aside", 2, None, at_random=True)
    worlds.unseen(ANNA, BEN, 2, None, at_random=False)
    worlds.unseen("aside", ANNA, 2, None, at_random=False)
    holders: tuple[Holder, ...] = (ANNA, BEN, BANK)
    for holder in holders:
        for good in SUPPLY:
            odds = {count: float(chance) for count, chance in worlds.counts(holder, good).items()}
            assert (known.low(holder, good), known.high(holder, good)) == (min(odds), max(odds))
            assert known.odds(holder, good) == pytest.approx(odds)


@each(range(40))
def test_bounds_contain_what_brute_force_finds_possible(seed: int) -> None:
    chance = random.Random(seed)
    hands = [{good: count for good, count in hand(chance).items() if count} for _ in range(2)]
    known = dealt(hands[0], hands[1], budget=0).exchange(BEN, ANNA, ({}, 2), ({"brick": 1}, 1))
    worlds = Enumeration([ANNA, BEN, "aside"], SUPPLY)
    worlds.move(None, ANNA, hands[0])
    worlds.move(None, BEN, hands[1])
    worlds.unseen(BEN, "aside", 2, None, at_random=True)
    worlds.move(ANNA, BEN, {"brick": 1})
    worlds.unseen(ANNA, BEN, 1, None, at_random=False)
    worlds.unseen("aside", ANNA, 2, None, at_random=False)
    for player in (ANNA, BEN):
        assert known.total(player) == sum(hands[player == BEN].values())
        for good in SUPPLY:
            counts = worlds.counts(player, good)
            assert known.low(player, good) <= min(counts)
            assert known.high(player, good) >= max(counts)
