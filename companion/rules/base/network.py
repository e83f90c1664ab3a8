"""Roads, and what they reach on a tracked board (B-50, B-51, B-60)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.engine.extension import (
    Part,
    Slot,
    Stage,
    Term,
)
from companion.engine.geometry import Geometry, OffBoardError
from companion.engine.ids import CornerId, EdgeId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.state import Player
from companion.engine.table import Table, kept
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.board import Board
from companion.rules.base.places import in_the_way, place_taken
from companion.rules.base.queries import building_sites, buildings, roads
from companion.rules.base.slice import Base, Building, BuildingKind


def board(table: Table) -> Board:
    """The island in play. Asked for only when it lies on the table."""
    laid = table.slice(Base).board
    assert laid is not None
    return laid


def geometry(table: Table) -> Geometry:
    """Hexes, corners and edges of the island in play."""
    return board(table).geometry


def barriers(table: Table, owner: PlayerId) -> Collection[Site]:
    """Corners through which the player's roads may not go on (B-50)."""
    found: Collection[Site] = table.value("barriers", owner)
    return found


def base_barriers(table: Table, old: None, owner: PlayerId) -> frozenset[Site]:
    """B-50, B-60: an opponent's settlement or city."""
    opposing = _opposing(table.slice(Base).buildings).get(owner)
    return building_sites(table) if opposing is None else opposing


@remembered
def _opposing(buildings: Mapping[Site, Building]) -> Mapping[PlayerId, frozenset[Site]]:
    """For each owner of buildings where others have theirs."""
    owners = dict.fromkeys([building.owner for building in buildings.values()])
    return {
        owner: frozenset(site for site, building in buildings.items() if building.owner != owner)
        for owner in owners
    }


def shut(table: Table, owner: PlayerId) -> frozenset[Site]:
    """Corners that the player's roads reach, and where they may not go on."""
    return _shut(reached(table, owner), barriers(table, owner))


@remembered
def _shut(corners: Sequence[CornerId], closed: Collection[Site]) -> frozenset[Site]:
    return frozenset(closed).intersection(corners)


def reached(table: Table, owner: PlayerId) -> Sequence[CornerId]:
    """Corners at the ends of the player's roads."""
    return _reached(geometry(table), roads(table, owner))


@remembered
def _reached(land: Geometry, own: Sequence[EdgeId]) -> Sequence[CornerId]:
    return tuple(dict.fromkeys([corner for edge in own for corner in land.ends[edge]]))


Closed = Mapping[str, Violation]
"""Why no piece may stand somewhere by rules about the place itself, by edge or corner."""

NOTHING_CLOSED: Closed = {}

Lengths = Mapping[EdgeId, int]
"""For how many roads of a trail the road on an edge counts, where it is not one."""

ONE_EACH: Lengths = {}


def no_road_here(table: Table) -> Closed:
    """Edges where no road may lie, whosever it is, and why."""
    found: Closed = table.value("roadless")
    return found


def no_building_here(table: Table) -> Closed:
    """Corners where no settlement may stand, whosever it is, and why."""
    found: Closed = table.value("unsettled")
    return found


@kept
def road_places(table: Table, owner: PlayerId) -> Sequence[EdgeId]:
    """B-50: where a road of the owner would join what he has."""
    taken, starts = no_more_roads(table), buildings(table, owner)
    return _road_places(geometry(table), taken, roads(table, owner), starts, barriers(table, owner))


def no_more_roads(table: Table) -> Collection[EdgeId]:
    """Edges where a road lies, or may not lie."""
    laid, closed = table.slice(Base).roads, no_road_here(table)
    return _either(laid, closed) if closed else laid


@remembered
def _either(laid: Mapping[EdgeId, PlayerId], closed: Closed) -> frozenset[EdgeId]:
    return frozenset(laid).union(map(EdgeId, closed))


@remembered
def _road_places(
    land: Geometry,
    taken: Collection[EdgeId],
    own: Sequence[EdgeId],
    starts: Mapping[Site, Building],
    closed: Collection[Site],
) -> Sequence[EdgeId]:
    return free_edges(land, taken, own, starts, closed)


def free_edges(
    land: Geometry,
    taken: Collection[EdgeId],
    own: Iterable[EdgeId],
    starts: Iterable[Site],
    closed: Collection[Site],
) -> tuple[EdgeId, ...]:
    """B-50: edges that are not taken and adjoin the own ones, but not at a closed corner, or a start."""
    reached = dict.fromkeys([corner for edge in own for corner in land.ends[edge] if corner not in closed])
    edges = land.corner_edges
    corners = [*reached, *starts]
    return tuple(dict.fromkeys([e for corner in corners for e in edges[corner] if e not in taken]))


@kept
def places_after(table: Table, owner: PlayerId, first: EdgeId) -> Sequence[EdgeId]:
    """B-50: where another road may follow one of the owner on a free edge: the places that there were, and
    those that it leads to."""
    places, closed = road_places(table, owner), barriers(table, owner)
    beyond = free_edges(geometry(table), no_more_roads(table), (first,), (), closed)
    return tuple([edge for edge in dict.fromkeys((*places, *beyond)) if edge != first])


def no_corner(table: Table, name: str) -> Violation:
    """B-04: the reason why a name is no corner of this board, or is one by its other name."""
    try:
        proper = geometry(table).corner(name)
    except OffBoardError:
        return hard("B-04", "place.off-board", place=str(name)[:40])
    return hard("B-04", "place.other-name", place=name, proper=proper)


def no_edge(table: Table, name: str) -> Violation:
    """B-04: the reason why a name is no edge of this board, or is one by its other name."""
    try:
        proper = geometry(table).edge(name)
    except OffBoardError:
        return hard("B-04", "place.off-board", place=str(name)[:40])
    return hard("B-04", "place.other-name", place=name, proper=proper)


def check_edge(table: Table, edge: EdgeId, rule: str = "B-50") -> Iterable[Violation]:
    """A new road lies on the board and on no other road, and nothing is against one there."""
    if edge not in geometry(table).ends:
        yield no_edge(table, edge)
    elif edge in table.slice(Base).roads:
        yield hard(rule, "road.taken", place=edge)
    elif edge in (closed := no_road_here(table)):
        yield closed[edge]


def check_road(
    table: Table, owner: PlayerId, edge: EdgeId, after: EdgeId | None = None
) -> Iterable[Violation]:
    """B-50: free, and adjoining an own road, settlement or city that no opponent shuts off. ``after`` is the
    free edge of another road that is placed before this one."""
    places = road_places(table, owner) if after is None else places_after(table, owner, after)
    if edge in places:
        return ()
    return list(check_edge(table, edge)) or [not_joined(table, owner, edge, after)]


def not_joined(
    table: Table, owner: PlayerId, edge: EdgeId, after: EdgeId | None = None, rule: str = "B-50"
) -> Violation:
    """Why a road on a free edge would join nothing of the owner's: a piece of another one shuts it off, or
    there is nothing."""
    land, roads = geometry(table), table.slice(Base).roads
    for corner in land.ends[edge]:
        around = land.corner_edges[corner]
        if after in around or any(roads.get(other) == owner for other in around):
            there = in_the_way(table, corner, rule)
            return soft(there.rule, "road.shut-off", player=owner, owner=there.owner, piece=there.piece)
    return soft(rule, "road.not-joined", player=owner)


def too_near(table: Table, site: Site) -> bool:
    """B-51: a settlement or city stands on a neighbouring corner."""
    buildings = table.slice(Base).buildings
    return any(corner in buildings for corner in geometry(table).neighbours[site])


def travel(table: Table, owner: PlayerId, start: Site) -> Sequence[CornerId]:
    """Corners that a piece reaches along own roads, as far as nothing of others stands in the way.

    Own pieces may be passed, but the corner must be free to stop there. The start is not among them.
    """
    return _travel(_ways(geometry(table), roads(table, owner)), barriers(table, owner), start)


@remembered
def _ways(land: Geometry, own: Sequence[EdgeId]) -> Mapping[CornerId, Sequence[CornerId]]:
    """Where roads lead from each corner that they reach."""
    roads = frozenset(own)
    return {
        corner: [land.other_end(edge, corner) for edge in land.corner_edges[corner] if edge in roads]
        for corner in _reached(land, own)
    }


@remembered
def _travel(
    ways: Mapping[CornerId, Sequence[CornerId]], closed: Collection[Site], start: Site
) -> Sequence[CornerId]:
    seen = {start: None}
    waiting = [start]
    while waiting:
        corner = waiting.pop()
        for other in ways.get(corner, ()):
            if other not in seen:
                seen[other] = None
                if other not in closed:
                    waiting.append(other)
    del seen[start]
    return list(seen)


@remembered
def free(corners: Sequence[CornerId], taken: Collection[Site]) -> Sequence[CornerId]:
    """Those of the corners that are not taken."""
    return tuple([corner for corner in corners if corner not in taken])


def check_free(table: Table, site: Site | None, rule: str) -> Iterable[Violation]:
    """What is wrong with a piece coming there: it is no corner of the board, or something stands there."""
    if site is None:
        yield hard(rule, "place.missing")
    elif site not in geometry(table).neighbours:
        yield no_corner(table, site)
    elif site in table.value("occupied"):
        yield place_taken(table, site, rule)


class BoardPlaces:
    """The places of a tracked board: corners."""

    named = True

    def start(self, players: Sequence[Player], kinds: Sequence[BuildingKind]) -> Mapping[Site, Building]:
        """Nothing stands before it has been placed."""
        return {}

    def no_place(self, table: Table, owner: PlayerId, site: Site) -> Violation | None:
        """Only the corners of the board are places."""
        return None if site in geometry(table).neighbours else no_corner(table, site)

    def new(self, table: Table, owner: PlayerId, site: Site | None) -> Site:
        """The corner named."""
        assert site is not None
        return site

    def free(self, table: Table, owner: PlayerId) -> Iterable[Site]:
        """Free corners that an own road reaches."""
        return free(reached(table, owner), table.value("occupied"))

    def check(self, table: Table, owner: PlayerId, site: Site | None, rule: str) -> Iterable[Violation]:
        """On the board, free, and reached by an own road."""
        faults = list(check_free(table, site, rule))
        yield from faults
        if faults or site is None:
            return
        own = table.slice(Base).roads
        if not any(own.get(edge) == owner for edge in geometry(table).corner_edges[site]):
            yield soft(rule, "place.not-reached", player=owner)

    def check_settlement(self, table: Table, owner: PlayerId, site: Site | None) -> Iterable[Violation]:
        """B-51: reached, free, and with no building next to it."""
        yield from self.check(table, owner, site, "B-51")
        if site is not None and site in geometry(table).neighbours:
            if too_near(table, site):
                yield soft("B-51", "settlement.too-near", player=owner)
            if site in (closed := no_building_here(table)):
                yield closed[site]


PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        slots=(Slot("places", BoardPlaces()),),
        terms=(
            Term("barriers", Stage.BASE, base_barriers),
            Term("road_faults", Stage.BASE, lambda table, old, owner: ()),
            Term("roadless", Stage.BASE, lambda table, old: NOTHING_CLOSED),
            Term("unsettled", Stage.BASE, lambda table, old: NOTHING_CLOSED),
            Term("road_lengths", Stage.BASE, lambda table, old: ONE_EACH),
        ),
    ),
)
