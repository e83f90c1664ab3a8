"""Caravans walked camel by camel, and votes counted card by card (CV-03 to CV-07)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from tests.kit.brute import Map, map_of

CAMELS = 22
OASIS = 9
ARROWS = {False: ("S", "NW", "NE"), True: ("N", "SE", "SW")}
"""The corners of the oasis to which its arrows point, as the diagram has them and turned."""

ISLAND: Map = map_of((3, 4, 5, 4, 3))


def corner_of(hex: int, direction: str) -> str:
    """A corner of a hex by its direction."""
    order = ("N", "NE", "SE", "S", "SW", "NW")
    return ISLAND.corners_of[hex][order.index(direction)]


class Herd:
    """Three caravans. Each knows where it has come to; nothing is worked out from rows of camels."""

    def __init__(self, turned: bool) -> None:
        self.turned = turned
        own = set(ISLAND.corners_of[OASIS])
        self.at = [corner_of(OASIS, way) for way in ARROWS[turned]]
        self.first = [
            next(edge for edge in ISLAND.edges_at[corner] if not set(ISLAND.ends[edge]) <= own)
            for corner in self.at
        ]
        self.trails: list[list[str]] = [[], [], []]
        self.camels: set[str] = set()

    def places(self) -> dict[str, set[int]]:
        """Every edge of the island asked in turn: may the next camel stand there, and of which caravans?"""
        found: dict[str, set[int]] = {}
        if len(self.camels) == CAMELS:
            return found
        for edge, ends in ISLAND.ends.items():
            if edge in self.camels:
                continue
            for caravan in range(3):
                if self.at[caravan] in ends if self.trails[caravan] else edge == self.first[caravan]:
                    found.setdefault(edge, set()).add(caravan)
        return found

    def step(self, chance: random.Random) -> bool:
        """One more camel by chance; whether there was a place."""
        places = self.places()
        if not places:
            return False
        edge = chance.choice(sorted(places))
        caravan = min(places[edge])
        self.trails[caravan].append(edge)
        self.camels.add(edge)
        one, other = ISLAND.ends[edge]
        self.at[caravan] = other if self.at[caravan] == one else one
        return True


def between(camels: Collection[str], corners: Collection[str]) -> int:
    """CV-07: at how many of the corners two camels stand, or three."""
    beside = Counter(corner for edge in camels for corner in ISLAND.ends[edge])
    return sum(beside[corner] > 1 for corner in corners)


@dataclass(frozen=True)
class Count:
    """What came of a vote: who decides, why, and which groups of voters may do so in his stead."""

    who: str
    reason: str
    may_agree: frozenset[frozenset[str]]
    smallest: frozenset[frozenset[str]]


def count(laid: Mapping[str, int], on_turn: str) -> Count:
    """CV-03, word for word: every group of people is put together, and its cards are counted against those of
    the others."""
    pile = [who for who, cards in laid.items() for _ in range(cards)]
    people = list(laid)
    groups = [set(some) for size in range(1, len(people) + 1) for some in combinations(people, size)]
    majority = [
        group
        for group in groups
        if all(who in pile for who in group)
        and sum(who in group for who in pile) > sum(who not in group for who in pile)
    ]
    alone = [group for group in majority if len(group) == 1]
    if alone:
        return Count(next(iter(alone[0])), "alone", frozenset(), frozenset())
    ranks = sorted(((pile.count(who), who) for who in people), reverse=True)
    who, reason = (ranks[0][1], "most") if ranks[0][0] > ranks[1][0] else (on_turn, "turn")
    able = [frozenset(group) for group in majority if len(group) > 1]
    others = [group for group in able if who not in group]
    least = [group for group in others if not any(other < group for other in others)]
    return Count(who, reason, frozenset(able), frozenset(least))


def winning_paths(votes: Mapping[str, int], wishes: Mapping[str, str]) -> set[str]:
    """CV-03 as the books of 2025 have it: a ballot for each card; on a tie the largest single vote."""
    ballots = [wishes[who] for who in wishes for _ in range(votes[who])]
    paths: Sequence[str] = sorted(set(ballots))
    most = max(map(ballots.count, paths))
    leading = [path for path in paths if ballots.count(path) == most]
    largest = max(votes[who] for who in wishes if wishes[who] in leading)
    return {wishes[who] for who in wishes if wishes[who] in leading and votes[who] == largest}
