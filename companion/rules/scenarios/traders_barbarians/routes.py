"""The ways of a wagon, and what they cost (TB-10)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from heapq import heappop, heappush

import msgspec

from companion.engine.geometry import Geometry
from companion.engine.ids import CornerId, EdgeId, PlayerId, Site
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


class Route(msgspec.Struct, frozen=True):
    """A way to a corner: the points that it costs, the edges, and how much gold is owed to whom."""

    points: int
    edges: tuple[EdgeId, ...]
    tolls: Mapping[PlayerId, int]

    @property
    def gold(self) -> int:
        """All that is owed."""
        return sum(self.tolls.values())


class Ground(msgspec.Struct, frozen=True):
    """What decides how a wagon goes: the roads that count, the barbarians, and where each move ends."""

    land: Geometry
    roads: Mapping[EdgeId, PlayerId]
    barbarians: Collection[EdgeId]
    ends: Collection[Site]

    def points(self, edge: EdgeId) -> int:
        """TB-10: what it costs to go along an edge."""
        return (ROAD if edge in self.roads else PATH) + BARBARIAN * (edge in self.barbarians)

    def owed(self, edge: EdgeId, who: PlayerId) -> int:
        """TB-10: another's road costs 1 gold."""
        return int(self.roads.get(edge, who) != who)


def ground(table: Table) -> Ground:
    """The ground as it lies now."""
    roads, worn = table.slice(Base).roads, table.value("worn_roads")
    if worn:
        roads = {edge: owner for edge, owner in roads.items() if edge not in worn}
    return Ground(geometry(table), roads, state_of(table).barbarians, middles(table))


def routes(ground: Ground, who: PlayerId, start: Site, budget: int) -> dict[Site, Route]:
    """TB-10: by corner the way there that costs the least gold, and of those the fewest points, for no more
    points than the budget. A way may end at a destination, and never go on from there."""
    land = ground.land
    best: dict[Site, int] = {}
    found: dict[Site, Route] = {}
    waiting: list[tuple[int, int, tuple[EdgeId, ...], CornerId]] = [(0, 0, (), start)]
    while waiting:
        gold, points, edges, corner = heappop(waiting)
        if best.get(corner, budget + 1) <= points:
            continue
        best[corner] = points
        if corner not in found:
            tolls = Counter(ground.roads[edge] for edge in edges if ground.owed(edge, who))
            found[corner] = Route(points, edges, dict(tolls))
        if corner in ground.ends and corner != start:
            continue
        for edge in land.corner_edges[corner]:
            spent = points + ground.points(edge)
            other = land.other_end(edge, corner)
            if spent <= budget and spent < best.get(other, budget + 1):
                heappush(waiting, (gold + ground.owed(edge, who), spent, (*edges, edge), other))
    del found[start]
    return found


@kept
def reach(table: Table, who: PlayerId, budget: int) -> Mapping[Site, Route]:
    """TB-10: where a player's wagon can go for so many points, and how."""
    start = state_of(table).wagons.get(who)
    if start is None:
        return {}
    return routes(ground(table), who, start, budget)


@kept
def shortest(table: Table, who: PlayerId, corner: Site) -> Route | None:
    """The way to a corner that costs the fewest points, whatever they come to."""
    for budget in range(1, FURTHEST):
        found = reach(table, who, budget).get(corner)
        if found is not None:
            return found
    return None
