"""Trails beside camels, places of camels and deciding voters, against plain searches that share no code."""

from __future__ import annotations

import random
from itertools import chain, combinations

from companion.engine.ids import CornerId, EdgeId, PlayerId
from companion.rules.base.trail import longest_trail, trail_length
from companion.rules.scenarios.caravans.camels import fronts_of
from companion.rules.scenarios.caravans.deciding import Reason, agreements, chosen, decider, may_agree
from companion.rules.scenarios.caravans.oasis import ARROWS, TURNED, arrows_of
from companion.rules.scenarios.caravans.slice import CAMELS
from tests.kit.camels import OASIS_BOARD

POSITIONS = 1000
LAND = OASIS_BOARD.geometry
ENDS = {edge: frozenset(ends) for edge, ends in LAND.ends.items()}
STARTS = {
    ARROWS: (("9S", "13E"), ("4S", "4SW"), ("5S", "5SE")),
    TURNED: (("4SE", "4E"), ("9SE", "10SW"), ("8SE", "8SE")),
}
"""By hand, from the drawing of the island."""


def test_cv_01_arrows_are_where_the_drawing_shows_them() -> None:
    for corners, starts in STARTS.items():
        assert arrows_of(OASIS_BOARD, corners) == starts


# --- CV-04, CV-05: places of camels


class Walkers:
    """Three caravans walked camel by camel: each knows its corner, nothing is worked out from trails."""

    def __init__(self, chance: random.Random, corners: tuple[str, ...]) -> None:
        self.chance = chance
        self.trails: list[list[str]] = [[], [], []]
        self.at = [corner for corner, _edge in STARTS[corners]]
        self.first = [edge for _corner, edge in STARTS[corners]]
        self.camels: set[str] = set()

    def places(self) -> dict[str, set[int]]:
        """Every edge of the island that is allowed, and for which caravans."""
        found: dict[str, set[int]] = {}
        if len(self.camels) == 22:
            return found
        for edge, ends in ENDS.items():
            for caravan in range(3):
                begun = bool(self.trails[caravan])
                joins = self.at[caravan] in ends if begun else edge == self.first[caravan]
                if joins and edge not in self.camels:
                    found.setdefault(edge, set()).add(caravan)
        return found

    def step(self) -> None:
        places = self.places()
        if not places:
            return
        edge = self.chance.choice(sorted(places))
        caravan = min(places[edge])
        self.trails[caravan].append(edge)
        self.camels.add(edge)
        (self.at[caravan],) = ENDS[EdgeId(edge)] - {CornerId(self.at[caravan])}


def test_cv_04_cv_05_places_of_camels_by_brute_force() -> None:
    chance = random.Random(41)
    positions = meetings = ended = 0
    while positions < 3 * POSITIONS:
        corners = chance.choice((ARROWS, TURNED))
        walkers = Walkers(chance, corners)
        for _ in range(CAMELS + 1):
            trails = tuple(tuple(map(EdgeId, trail)) for trail in walkers.trails)
            found = fronts_of(LAND, arrows_of(OASIS_BOARD, corners), trails)
            wanted = walkers.places()
            for caravan in range(3):
                assert set(found[caravan]) == {e for e, whose in wanted.items() if caravan in whose}, trails
            assert max(map(len, found)) <= 2, "a caravan has two paths before it at most"
            positions += 1
            meetings += any(len(whose) > 1 for whose in wanted.values())
            ended += len(walkers.camels) < CAMELS and any(
                trail and not front for trail, front in zip(trails, found, strict=True)
            )
            walkers.step()
    assert meetings > 20
    assert ended > 100


# --- CV-06: trails beside camels


def longest(edges: frozenset[EdgeId], closed: frozenset[str], long: dict[EdgeId, int]) -> int:
    """The most that any trail comes to, by trying each from each corner on, an edge after the other."""
    best = 0

    def walk(at: str, left: frozenset[EdgeId], length: int) -> None:
        nonlocal best
        best = max(best, length)
        if length and at in closed:
            return
        for edge in left:
            if at in ENDS[edge]:
                (other,) = ENDS[edge] - {CornerId(at)}
                walk(other, left - {edge}, length + long.get(edge, 1))

    for corner in {str(end) for edge in edges for end in ENDS[edge]}:
        walk(corner, edges, 0)
    return best


def test_cv_06_trails_beside_camels_by_brute_force() -> None:
    chance = random.Random(43)
    doubled = 0
    for _ in range(POSITIONS):
        walkers = Walkers(chance, ARROWS)
        for _ in range(chance.randrange(CAMELS)):
            walkers.step()
        start = chance.choice([*walkers.camels, *LAND.edges])
        own = {EdgeId(start)}
        while len(own) < chance.randrange(3, 12):
            own.add(chance.choice(LAND.edge_neighbours[chance.choice(sorted(own))]))
        corners = sorted({end for edge in own for end in ENDS[edge]})
        closed = frozenset(map(str, chance.sample(corners, chance.randrange(3))))
        long = {EdgeId(edge): 2 for edge in walkers.camels}
        shut = frozenset(map(CornerId, closed))
        wanted = longest(frozenset(own), closed, long)
        assert trail_length(LAND, own, shut, long) == wanted, (own, closed, walkers.camels)
        shown = longest_trail(LAND, own, shut, long)
        assert len(set(shown)) == len(shown)
        assert sum(long.get(edge, 1) for edge in shown) == wanted
        doubled += wanted > len(own)
    assert doubled > 100


# --- CV-03: who decides

PEOPLE = tuple(map(PlayerId, ("anna", "ben", "carla", "david", "eva", "felix")))


def test_cv_03_who_decides_by_brute_force() -> None:
    """Every group of voters is laid out vote by vote and counted."""
    chance = random.Random(47)
    seen = set()
    for _ in range(3 * POSITIONS):
        people = PEOPLE[: chance.randrange(2, 7)]
        laid = {who: chance.choice((0, 0, 1, 1, 2, 2, 3, 4, 6)) for who in people}
        votes = {who: count for who, count in laid.items() if count}
        on_turn = chance.choice(people)
        pile = list(chain.from_iterable([who] * count for who, count in laid.items()))
        groups = [set(group) for size in range(1, len(people) + 1) for group in combinations(people, size)]
        majority = [
            group
            for group in groups
            if sum(who in group for who in pile) > sum(who not in group for who in pile)
            and all(who in pile for who in group)
        ]
        alone = [group for group in majority if len(group) == 1]
        ranks = sorted(((pile.count(who), who) for who in people), reverse=True)
        who, reason = decider(votes, on_turn)
        if alone:
            assert ({who}, reason) == (alone[0], Reason.ALONE)
        elif ranks[0][0] > ranks[1][0]:
            assert (who, reason) == (ranks[0][1], Reason.MOST)
        else:
            assert (who, reason) == (on_turn, Reason.TURN)
        for group in groups:
            allowed = len(group) > 1 and not alone and group in majority
            assert may_agree(votes, tuple(group)) is allowed, (votes, group)
        others = [group for group in majority if who not in group and not alone]
        least = [group for group in others if not any(other < group for other in others)]
        offered = [set(group) for group in agreements(votes, who)]
        assert sorted(map(sorted, offered)) == sorted(map(sorted, least))
        seen.add((reason, bool(least)))
    assert {(Reason.ALONE, False), (Reason.MOST, True), (Reason.MOST, False), (Reason.TURN, True)} <= seen


def test_cv_03_paths_with_most_votes_by_brute_force() -> None:
    chance = random.Random(53)
    for _ in range(POSITIONS):
        people = PEOPLE[: chance.randrange(2, 7)]
        votes = {who: chance.randrange(1, 4) for who in people}
        wishes = {who: chance.choice("abcd") for who in people}
        ballots = [wishes[who] for who in people for _ in range(votes[who])]
        most = max(ballots.count(path) for path in "abcd")
        leading = [path for path in "abcd" if ballots.count(path) == most]
        cards = max(votes[who] for who in people if wishes[who] in leading)
        wanted = {wishes[who] for who in people if wishes[who] in leading and votes[who] == cards}
        assert set(chosen(votes, wishes)) == wanted
