"""Barbarian Attack against a plain reckoning from corners in the plane: 3,000 positions by chance.

Nothing of the scenario's own code is used to expect anything: hexes are their six points, paths are pairs of
points, and whatever lies beside something shares points with it.
"""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from math import isclose

from msgspec.structs import replace

from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.state import GameState
from companion.engine.table import Draft, Table
from companion.engine.turn import go_on
from companion.rules.base.roll import claims
from companion.rules.base.slice import Base, Building, BuildingKind
from companion.rules.scenarios.barbarian_attack.battle import (
    BATTLES,
    BattleWon,
    TellCastleDie,
    TellPrisoner,
)
from companion.rules.scenarios.barbarian_attack.coast import lost_points
from companion.rules.scenarios.barbarian_attack.knights import MoveKnight
from companion.rules.scenarios.barbarian_attack.slice import BarbarianAttack
from tests.kit.coasts import COAST, Coast, coast

PEOPLE = tuple(map(PlayerId, ("anna", "ben", "carla", "david")))
CLOCKWISE = (12, 7, 3, 0, 1, 6, 11, 15, 18, 17)
"""The coast from the left of the castle, as the picture of the board shows it."""

Dot = tuple[int, int]


def dots() -> tuple[dict[str, Dot], dict[str, frozenset[Dot]], dict[int, frozenset[Dot]]]:
    """Corners as points in a fine grid, paths as pairs of these, hexes as sets of six."""
    land = COAST.geometry
    corners = {corner: (round(100 * x), round(100 * y)) for corner, (x, y) in land.point.items()}
    paths = {
        f"{one}-{two}": frozenset((corners[one], corners[two]))
        for one, two in combinations(corners, 2)
        if isclose(
            (land.point[one][0] - land.point[two][0]) ** 2 + (land.point[one][1] - land.point[two][1]) ** 2,
            1.0,
            abs_tol=0.01,
        )
    }
    hexes = {
        hex: frozenset(
            dot
            for corner, dot in corners.items()
            if isclose((land.point[corner][0] - x) ** 2 + (land.point[corner][1] - y) ** 2, 1.0, abs_tol=0.01)
        )
        for hex, (x, y) in land.centre.items()
    }
    return corners, paths, hexes  # type: ignore[return-value]


CORNERS, PAIRS, HEXES = dots()
PATH = {
    path: next(pair for pair in PAIRS.values() if pair == frozenset(CORNERS[end] for end in ends))
    for path, ends in COAST.geometry.ends.items()
}
"""Each path of the board as its two points."""


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


def test_the_points_make_the_board() -> None:
    assert (len(CORNERS), len(PAIRS), len(HEXES)) == (54, 72, 19)
    assert all(len(points) == 6 for points in HEXES.values())
    assert {len(around(hex)) for hex in HEXES} == {6}


def position(table: Coast, base: Base, ba: BarbarianAttack) -> Table:
    """The table as it lies."""
    state = table.state.with_slice("base", base).with_slice("barbarian_attack", ba)
    return Table(table.session.ruleset, state)


def random_knights(chance: random.Random, count: int) -> dict[EdgeId, PlayerId]:
    """Knights of all on different paths, six each at most."""
    owners = [owner for owner in PEOPLE for _ in range(6)]
    chance.shuffle(owners)
    return dict(zip(chance.sample(list(PATH), count), owners, strict=False))


def test_ba_30_where_knights_go_by_a_plain_search() -> None:
    """1,000 positions: paths that touch are one step apart."""
    chance = random.Random(1)
    castle = set(around(16))
    beside = {path: [other for other in PATH if other != path and PATH[other] & PATH[path]] for path in PATH}
    poor = coast(level="L2")
    rich = coast(hands={"anna": "1 grain"})
    broke = coast()
    for _ in range(1000):
        knights = random_knights(chance, chance.randrange(1, 24))
        table = chance.choice((poor, rich, broke))
        far = 3 if table is broke else 5
        now = position(table, table.base, replace(table.ba, knights=knights))
        rule = now.ruleset.commands[MoveKnight]
        own = [path for path, owner in knights.items() if owner == "anna"]
        expected = set()
        for start in own:
            steps = {start: 0}
            for round_ in range(1, far + 1):
                for path in [one for one, count in steps.items() if count == round_ - 1]:
                    for other in beside[path]:
                        steps.setdefault(other, round_)
            expected |= {
                (start, path) for path, count in steps.items() if count and path not in {*knights, *castle}
            }
        found = {(way.knight, way.path) for way in rule.ways(now, PEOPLE[0])}
        assert found == expected


def test_ba_11_and_ba_12_what_is_overrun_and_conquered_by_points_of_the_plane() -> None:
    """1,000 positions: what pays, what is closed, what lies on its side."""
    chance = random.Random(2)
    table = coast(level="L2")
    land = COAST.geometry
    for _ in range(1000):
        spots = list(CORNERS)
        chance.shuffle(spots)
        standing: dict[Site, Building] = {}
        for spot in spots[: chance.randrange(4, 20)]:
            kind = chance.choice(list(BuildingKind))
            standing[Site(spot)] = Building(chance.choice(PEOPLE), kind)
        placed = {HexId(hex): chance.choice((0, 1, 2, 3, 3)) for hex in CLOCKWISE}
        base = replace(table.base, buildings=standing)
        now = position(table, base, replace(table.ba, barbarians=placed))
        full = {hex for hex, count in placed.items() if count == 3}
        lost: Counter[str] = Counter()
        for spot, building in standing.items():
            if all(hex in full for hex, points in HEXES.items() if CORNERS[spot] in points):
                lost[building.owner] += 1 if building.kind is BuildingKind.SETTLEMENT else 2
        assert {who: -lost_points(now, who) for who in PEOPLE} == {who: lost[who] for who in PEOPLE}
        assert set(now.value("roadless")) == {path for hex in full for path in around(hex)}
        assert set(now.value("unsettled")) == {
            corner for corner, dot in CORNERS.items() if any(dot in HEXES[hex] for hex in full)
        }
        number = chance.choice((2, 3, 4, 5, 6, 8, 9, 10, 11, 12))
        owed: Counter[str] = Counter()
        for hex in land.hexes:
            if COAST.tokens[hex] == number and hex not in full:
                for spot, building in standing.items():
                    if CORNERS[spot] in HEXES[hex]:
                        owed[building.owner] += 1 if building.kind is BuildingKind.SETTLEMENT else 2
        paid = {who: sum(cards.values()) for who, cards in claims(now, number).items()}
        assert {who: count for who, count in paid.items() if count} == dict(owed)


class Fought:
    """Battles by hand: counters of prisoners and gold, knights as a plain dictionary."""

    def __init__(self, knights: dict[EdgeId, PlayerId], placed: dict[int, int], strictly: bool) -> None:
        self.knights, self.placed, self.strictly = dict(knights), dict(placed), strictly
        self.prisoners: Counter[str] = Counter()
        self.gold: Counter[str] = Counter()
        self.won: list[int] = []

    def play(self, chance: random.Random) -> None:
        for hex in CLOCKWISE:
            here = Counter(owner for path, owner in self.knights.items() if path in around(hex))
            count, knights = self.placed[hex], sum(here.values())
            if not count or knights < count or (self.strictly and knights == count):
                continue
            self.won.append(hex)
            self.placed[hex] = 0
            self._share(chance, here, count)
            fall = chance.randrange(1, 7)
            pair = {1: "SE NW", 6: "SE NW", 2: "SW NE", 5: "SW NE", 3: "W E", 4: "W E"}[fall].split()
            for path in around(hex):
                if compass(hex, path) in pair and path in self.knights:
                    self.gold[self.knights.pop(path)] += 3

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


def test_ba_40_to_ba_44_battles_by_hand() -> None:
    """1,000 ends of turns, with the same dice on both sides."""
    chance = random.Random(3)
    tables = {
        False: coast(level="L2"),
        True: coast(level="L2", barbarian_battle_tie="strictly_more"),
    }
    fights = shared = 0
    for number in range(1000):
        strictly = chance.random() < 0.3
        table = tables[strictly]
        knights = random_knights(chance, chance.randrange(6, 25))
        for path in around(16):
            knights.pop(path, None)
        placed = {hex: chance.choice((0, 1, 2, 3)) for hex in CLOCKWISE}
        while sum(placed.values()) > 36:
            placed[chance.choice(CLOCKWISE)] = 0
        by_hand = Fought(knights, placed, strictly)
        by_hand.play(random.Random(number))
        dice = random.Random(number)
        state: GameState = table.state.with_slice(
            "barbarian_attack",
            replace(
                table.ba, knights=knights, barbarians={HexId(hex): count for hex, count in placed.items()}
            ),
        )
        draft = Draft(table.session.ruleset, state)
        draft.plan(BATTLES)
        go_on(draft)
        while draft.core.pending:
            (question,) = draft.core.pending
            if question.kind == "prisoner":
                battle = draft.slice(BarbarianAttack).battle
                assert battle is not None
                ways = sorted(battle.rolling, key=PEOPLE.index)
                told = draft.ruleset.commands[TellPrisoner]
                told.apply(draft, TellPrisoner(question.who, dice.choice(ways)))
                shared += 1
            else:
                rule = draft.ruleset.commands[TellCastleDie]
                rule.apply(draft, TellCastleDie(question.who, dice.randrange(1, 7)))
            go_on(draft)
        end = draft.slice(BarbarianAttack)
        assert [event.hex for event in draft.events if isinstance(event, BattleWon)] == by_hand.won
        assert dict(end.knights) == by_hand.knights
        assert {hex: count for hex, count in end.barbarians.items() if count} == {
            hex: count for hex, count in by_hand.placed.items() if count
        }
        assert {who: count for who, count in end.prisoners.items() if count} == dict(by_hand.prisoners)
        gold = draft.state.slices["gold"].held  # type: ignore[attr-defined]
        assert {who: count for who, count in gold.items() if count} == dict(by_hand.gold)
        assert (end.battle, end.checked) == (None, 0)
        fights += len(by_hand.won)
    assert fights > 500
    assert shared > 50
