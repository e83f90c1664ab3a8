"""The ways of a wagon, and what they cost (TB-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from heapq import heappop, heappush
from itertools import count

import msgspec

from companion.engine.geometry import Geometry
from companion.engine.ids import CornerId, EdgeId, PlayerId, Site
from companion.engine.remember import remembered
from companion.engine.table import Table, kept
from companion.rules.base.network import geometry
from companion.rules.base.slice import Base
from companion.rules.scenarios.traders_barbarians.island import middles
from companion.rules.scenarios.traders_barbarians.wagons import state_of

PATH = 2
ROAD = 1
BARBARIAN = 2
"""TB-10: points for a path without a road and for one with a road, and what a barbarian there adds."""

FURTHEST = 40
"""More points than any way on the island costs."""


class Route(msgspec.Struct, frozen=True, gc=False):
    """A way to a corner: the gold and the points that it costs, and its last edge with whose road lies there
    if that is paid for; ``before`` is the way up to that edge."""

    gold: int
    points: int
    edge: EdgeId | None = None
    toll: PlayerId | None = None
    before: Route | None = None

    @property
    def edges(self) -> tuple[EdgeId, ...]:
        """All edges from the start on."""
        way, found = self, list[EdgeId]()
        while way.before is not None and way.edge is not None:
            found.append(way.edge)
            way = way.before
        return tuple(reversed(found))

    @property
    def tolls(self) -> Mapping[PlayerId, int]:
        """How much gold is owed to whom."""
        way, found = self, Counter[PlayerId]()
        while way.before is not None:
            if way.toll is not None:
                found[way.toll] += 1
            way = way.before
        return dict(found)


Step = tuple[int, int, int, CornerId, EdgeId | None, PlayerId | None, Route | None]
"""What is still to be looked at: gold, points, the number of the step, a corner, and how it was come by."""

Routes = Mapping[Site, Sequence[Route]]
"""By corner the ways there that are worth going, those with less gold first, and then with fewer points."""


class Ground(msgspec.Struct, frozen=True):
    """What decides how a wagon goes: the roads that count, the barbarians, and where each move ends."""

    land: Geometry
    roads: Mapping[EdgeId, PlayerId]
    barbarians: Collection[EdgeId]
    ends: Collection[Site]


def ground(table: Table) -> Ground:
    """The ground as it lies now."""
    roads, worn = table.slice(Base).roads, table.value("worn_roads")
    sound = _without(roads, worn) if worn else roads
    return Ground(geometry(table), sound, state_of(table).barbarians, middles(table))


@remembered
def _without(roads: Mapping[EdgeId, PlayerId], worn: Collection[EdgeId]) -> Mapping[EdgeId, PlayerId]:
    return {edge: owner for edge, owner in roads.items() if edge not in worn}


def routes(ground: Ground, who: PlayerId, start: Site, budget: int) -> dict[Site, Route]:
    """TB-10: by corner the way there that costs the least gold, and of those the fewest points, for no more
    points than the budget. A way may end at a destination, and never go on from there."""
    lie = ground
    return _within(_routes(lie.land, lie.roads, lie.barbarians, lie.ends, who, start, budget), budget)


def _within(ways: Routes, budget: int) -> dict[Site, Route]:
    found: dict[Site, Route] = {}
    for corner, some in ways.items():
        for way in some:
            if way.points <= budget:
                found[corner] = way
                break
    return found


@remembered
def _steps(land: Geometry) -> Mapping[CornerId, Sequence[tuple[EdgeId, CornerId]]]:
    """By corner the edges there, with their other ends."""
    return {
        corner: tuple((edge, land.other_end(edge, corner)) for edge in edges)
        for corner, edges in land.corner_edges.items()
    }


@remembered
def _routes(
    land: Geometry,
    roads: Mapping[EdgeId, PlayerId],
    barbarians: Collection[EdgeId],
    ends: Collection[Site],
    who: PlayerId,
    start: Site,
    budget: int,
) -> Routes:
    """Dijkstra's search by gold, then points: what comes to a corner later is worth it for fewer points."""
    steps, order, far = _steps(land), count(), budget + 1
    found: dict[Site, list[Route]] = {}
    fewest: dict[Site, int] = {}
    waiting: list[Step] = [(0, 0, 0, CornerId(start), None, None, None)]
    while waiting:
        gold, points, _, corner, edge, toll, before = heappop(waiting)
        if fewest.get(corner, far) <= points:
            continue
        fewest[corner] = points
        way = Route(gold, points, edge, toll, before)
        found.setdefault(corner, []).append(way)
        if corner in ends and corner != start:
            continue
        for onward, other in steps[corner]:
            owner = roads.get(onward)
            spent = points + (PATH if owner is None else ROAD)
            if onward in barbarians:
                spent += BARBARIAN
            if spent < fewest.get(other, far):
                paid = owner if owner != who else None
                heappush(waiting, (gold + (paid is not None), spent, next(order), other, onward, paid, way))
    del found[start]
    return found


def _ways(table: Table, who: PlayerId, budget: int) -> Routes:
    start, lie = state_of(table).wagons.get(who), ground(table)
    if start is None:
        return {}
    return _routes(lie.land, lie.roads, lie.barbarians, lie.ends, who, start, budget)


@kept
def reach(table: Table, who: PlayerId, budget: int, most: int) -> Mapping[Site, Route]:
    """TB-10: where a player's wagon can go for so many points, and how. The search goes as far as ``most``,
    which all who ask for one move say alike."""
    return _within(_ways(table, who, max(budget, most)), budget)


def shortest(table: Table, who: PlayerId, corner: Site) -> Route | None:
    """The way to a corner that costs the fewest points, whatever they come to."""
    ways = _ways(table, who, FURTHEST).get(corner)
    return None if ways is None else ways[-1]
