"""Barbarian Attack from points in the plane: knights' ways, overrun coasts, battles (BA-11 to BA-44)."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Collection, Mapping
from functools import cache
from typing import Any

from tests.kit.brute import Map, map_of

ISLAND: Map = map_of((3, 4, 5, 4, 3))
CASTLE, DESERT = 16, 2
CLOCKWISE = (12, 7, 3, 0, 1, 6, 11, 15, 18, 17)
"""The coast from the left of the castle, as the picture of the board shows it."""
NUMBERS = (3, 8, 0, 9, 4, 5, 10, 12, 6, 10, 8, 11, 4, 9, 3, 5, 0, 6, 2)
DIE = {1: "SE NW", 6: "SE NW", 2: "SW NE", 5: "SW NE", 3: "W E", 4: "W E"}
"""The sides to which the die for the castle points."""
FALLEN, CONSOLED = 3, 3
"""Gold for a knight that falls, and for whoever gets no prisoner."""


@cache
def around(hex: int) -> tuple[str, ...]:
    """The six paths of a hex."""
    corners = set(ISLAND.corners_of[hex])
    return tuple(edge for edge, ends in ISLAND.ends.items() if set(ends) <= corners)


@cache
def side(hex: int, path: str) -> str:
    """In which direction of a hex one of its paths lies."""
    (x, y), ends = ISLAND.centre[hex], [ISLAND.point[end] for end in ISLAND.ends[path]]
    right = sum(across for across, _ in ends) / 2 - x
    down = sum(depth for _, depth in ends) / 2 - y
    if down == 0:
        return "E" if right > 0 else "W"
    return ("N" if down < 0 else "S") + ("E" if right > 0 else "W")


@cache
def touching(path: str) -> frozenset[str]:
    """The paths that share a point with one."""
    ends = set(ISLAND.ends[path])
    return frozenset(other for other, far in ISLAND.ends.items() if other != path and ends & set(far))


def moves(knights: Mapping[str, str], who: str, far: int) -> dict[tuple[str, str], int]:
    """BA-30: where knights of somebody may go, and how many paths that is; one step after the other."""
    found: dict[tuple[str, str], int] = {}
    closed = {*knights, *around(CASTLE)}
    for start, owner in knights.items():
        if owner != who:
            continue
        steps, edge = {start: 0}, {start}
        for number in range(1, far + 1):
            edge = {other for path in edge for other in touching(path)} - set(steps)
            steps.update(dict.fromkeys(edge, number))
        found |= {(start, path): n for path, n in steps.items() if n and path not in closed}
    return found


def overrun(placed: Mapping[int, int]) -> set[int]:
    """BA-11: hexes with three barbarians."""
    return {hex for hex, count in placed.items() if count == 3}


def conquered(placed: Mapping[int, int], corner: str) -> bool:
    """BA-12: whether a corner has nothing but sea and overrun coast around it."""
    return set(ISLAND.hexes_at[corner]) <= overrun(placed)


def closed_paths(placed: Mapping[int, int]) -> set[str]:
    """BA-11: paths where no road is built."""
    return {path for hex in overrun(placed) for path in around(hex)}


def closed_corners(placed: Mapping[int, int]) -> set[str]:
    """BA-11: corners where no settlement is built."""
    return {corner for hex in overrun(placed) for corner in ISLAND.corners_of[hex]}


class Fought:
    """The battles of a turn's end by hand: counters of prisoners and gold, knights as a plain dictionary.

    ``strangers`` are neutral knights, which never fall and get no gold (BA-70).
    """

    def __init__(
        self,
        knights: Mapping[str, str],
        placed: Mapping[int, int],
        people: Collection[str],
        strictly: bool,
        fallen: int = FALLEN,
    ) -> None:
        self.knights, self.placed, self.people = dict(knights), dict(placed), list(people)
        self.strictly, self.fallen = strictly, fallen
        self.prisoners: Counter[str] = Counter()
        self.gold: Counter[str] = Counter()
        self.dead: Counter[str] = Counter()
        self.won: list[int] = []

    def play(self, dice: random.Random) -> None:
        """Look at the coast once, clockwise, one battle after the other."""
        for hex in CLOCKWISE:
            here = Counter(self.knights[path] for path in around(hex) if path in self.knights)
            count = self.placed.get(hex, 0)
            enough = here.total() > count if self.strictly else here.total() >= count
            if not count or not enough:
                continue
            self.won.append(hex)
            self.placed[hex] = 0
            self._share(dice, here, count)
            pair = DIE[dice.randrange(1, 7)].split()
            for path in around(hex):
                if side(hex, path) in pair and self.knights.get(path) in self.people:
                    owner = self.knights.pop(path)
                    self.gold[owner] += self.fallen
                    self.dead[owner] += 1

    def _share(self, dice: random.Random, here: Counter[str], count: int) -> None:
        """BA-41: each gets one; what is left goes to the most knights; else dice decide."""
        if len(here) == 1:
            self.prisoners[next(iter(here))] += count
            return
        rolling = sorted(here)
        if count >= len(here):
            self.prisoners.update(here.keys())
            count -= len(here)
            rolling = [who for who in rolling if here[who] == max(here.values())]
            if count and len(rolling) == 1:
                self.prisoners[rolling[0]] += count
                return
        if not count:
            return
        for _ in range(count):
            winner = dice.choice(rolling)
            rolling.remove(winner)
            self.prisoners[winner] += 1
        for who in rolling:
            if who in self.people:
                self.gold[who] += CONSOLED


def positive(counts: Mapping[Any, int]) -> dict[Any, int]:
    """The counts above zero."""
    return {name: count for name, count in counts.items() if count}
