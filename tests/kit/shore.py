"""The coast of Barbarian Attack reckoned by hand, from points of the plane.

Nothing of the scenario's own code is used: hexes are their six points, paths are pairs of points, and what
lies beside something shares points with it. Dice are those of a ``random.Random``.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from itertools import combinations
from math import isclose

from companion.engine.ids import EdgeId, HexId, PlayerId
from tests.kit.coasts import COAST

PEOPLE = tuple(map(PlayerId, ("anna", "ben", "carla", "david")))
CLOCKWISE = (12, 7, 3, 0, 1, 6, 11, 15, 18, 17)
"""The coast from the left of the castle, as the picture of the board shows it."""
CASTLE = 16
BARBARIANS = 36
FULL = 3
PAIR = {1: "SE NW", 6: "SE NW", 2: "SW NE", 5: "SW NE", 3: "W E", 4: "W E"}
"""Where the die for the castle points."""

Dot = tuple[int, int]


def dots() -> tuple[dict[str, Dot], dict[str, frozenset[Dot]], dict[int, frozenset[Dot]]]:
    """Corners as points in a fine grid, paths as pairs of these, hexes as sets of six."""
    land = COAST.geometry
    corners = {str(corner): (round(100 * x), round(100 * y)) for corner, (x, y) in land.point.items()}
    paths = {
        f"{one}-{two}": frozenset((corners[one], corners[two]))
        for one, two in combinations(corners, 2)
        if isclose(
            (land.point[one][0] - land.point[two][0]) ** 2 + (land.point[one][1] - land.point[two][1]) ** 2,  # type: ignore[index]
            1.0,
            abs_tol=0.01,
        )
    }
    hexes = {
        int(hex): frozenset(
            dot
            for corner, dot in corners.items()
            if isclose((land.point[corner][0] - x) ** 2 + (land.point[corner][1] - y) ** 2, 1.0, abs_tol=0.01)  # type: ignore[index]
        )
        for hex, (x, y) in land.centre.items()
    }
    return corners, paths, hexes


CORNERS, PAIRS, HEXES = dots()
PATH: Mapping[EdgeId, frozenset[Dot]] = {
    path: next(pair for pair in PAIRS.values() if pair == frozenset(CORNERS[end] for end in ends))
    for path, ends in COAST.geometry.ends.items()
}
"""Each path of the board as its two points."""
BESIDE = {path: [other for other in PATH if other != path and PATH[other] & PATH[path]] for path in PATH}
"""The paths that touch each path."""


def around(hex: int) -> list[EdgeId]:
    """The six paths of a hex."""
    return [path for path, pair in PATH.items() if pair <= HEXES[hex]]


def compass(hex: int, path: EdgeId) -> str:
    """In which direction of a hex one of its paths lies."""
    x, y = COAST.geometry.centre[HexId(hex)]
    right = sum(dot[0] for dot in PATH[path]) / 200 - x
    down = sum(dot[1] for dot in PATH[path]) / 200 - y
    if abs(down) < 0.1:
        return "E" if right > 0 else "W"
    return ("N" if down < 0 else "S") + ("E" if right > 0 else "W")


def in_reach(start: EdgeId, most: int, taken: Iterable[EdgeId]) -> set[EdgeId]:
    """Free paths away from the castle, at most so many steps away: paths that touch are one step apart."""
    steps = {start: 0}
    for number in range(1, most + 1):
        for path in [one for one, count in steps.items() if count == number - 1]:
            for other in BESIDE[path]:
                steps.setdefault(other, number)
    return {path for path, count in steps.items() if count} - {*taken, *around(CASTLE)}


@dataclass
class Rider:
    """A knight on a path: what it counts for, and what becomes of it when it is struck."""

    owner: PlayerId
    strength: int = 1
    active: bool = True


@dataclass
class Fought:
    """The battles at the end of a turn of the first player, with plain counters of prisoners and gold.

    With ``pieces`` of each strength a knight that is struck loses one strength, without it is dead.
    """

    riders: dict[EdgeId, Rider]
    placed: dict[int, int]
    strictly: bool
    pieces: int = 0
    prisoners: Counter[str] = field(default_factory=Counter)
    gold: Counter[str] = field(default_factory=Counter)
    won: list[int] = field(default_factory=list)

    def play(self, chance: random.Random) -> None:
        """One battle after the other, clockwise."""
        for hex in CLOCKWISE:
            here: Counter[PlayerId] = Counter()
            for path in around(hex):
                rider = self.riders.get(path)
                if rider is not None and rider.active:
                    here[rider.owner] += rider.strength
            count, strength = self.placed.get(hex, 0), sum(here.values())
            if not count or strength < count or (self.strictly and strength == count):
                continue
            self.won.append(hex)
            self.placed[hex] = 0
            self._share(chance, here, count)
            self._strike(hex, PAIR[chance.randrange(1, 7)].split())

    def _share(self, chance: random.Random, here: Counter[PlayerId], count: int) -> None:
        left = count
        if len(here) == 1:
            self.prisoners[next(iter(here))] += count
            return
        rolling = sorted(here, key=PEOPLE.index)
        if count >= len(here):
            self.prisoners.update(here.keys())
            left = count - len(here)
            most = max(here.values())
            rolling = [who for who in rolling if here[who] == most]
            if left and len(rolling) == 1:
                self.prisoners[rolling[0]] += left
                return
        if not left:
            return
        while left:
            winner = chance.choice(rolling)
            rolling.remove(winner)
            self.prisoners[winner] += 1
            left -= 1
        for who in rolling:
            self.gold[who] += 3

    def _strike(self, hex: int, ways: list[str]) -> None:
        struck = [path for path in around(hex) if compass(hex, path) in ways and path in self.riders]
        struck.sort(key=lambda path: (self.riders[path].strength, ways.index(compass(hex, path))))
        for path in struck:
            rider = self.riders[path]
            self.gold[rider.owner] += 3
            while rider.strength:
                rider.strength -= 1
                out = sum(
                    (one.owner, one.strength) == (rider.owner, rider.strength) and one is not rider
                    for one in self.riders.values()
                )
                if out < self.pieces:
                    break
            if not rider.strength:
                del self.riders[path]


@dataclass
class Landed:
    """Barbarians that come ashore on the numbers of one landing after another."""

    placed: dict[int, int]
    prisoners: int = 0
    told: list[int] = field(default_factory=list)
    """The numbers that were rolled."""

    @property
    def room(self) -> bool:
        """Whether one can still come."""
        out = sum(self.placed.values()) + self.prisoners
        return out < BARBARIANS and any(self.placed.get(hex, 0) < FULL for hex in CLOCKWISE)

    def land(self, chance: random.Random) -> None:
        """Three different numbers, as long as anybody can come."""
        came: set[int] = set()
        while len(came) < 3 and self.room:
            number = chance.randrange(1, 7) + chance.randrange(1, 7)
            if number == 7 or number in came:
                continue
            came.add(number)
            self.told.append(number)
            (hex,) = (hex for hex in CLOCKWISE if COAST.tokens[hex] == number)
            if self.placed.get(hex, 0) < FULL:
                self.placed[hex] = self.placed.get(hex, 0) + 1


def surrounded(corner: str, placed: Mapping[int, int]) -> bool:
    """Whether a corner has nothing but sea and overrun coast around it."""
    return all(placed.get(hex, 0) == FULL for hex, points in HEXES.items() if CORNERS[corner] in points)
