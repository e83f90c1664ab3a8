"""Open roads, which the Diplomat removes (PC-B04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.engine.geometry import Geometry
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.remember import remembered
from companion.engine.table import Table, evolve
from companion.engine.verdict import Violation, soft
from companion.rules.base.building import RoadRemoved
from companion.rules.base.network import barriers, free_edges, geometry, no_more_roads
from companion.rules.base.queries import buildings, roads
from companion.rules.base.slice import Base, Building
from companion.rules.cities_knights.field import field
from companion.rules.cities_knights.slice import Knight


def open_roads(table: Table) -> Iterable[tuple[EdgeId, PlayerId]]:
    """PC-B04: all roads that the Diplomat may remove, with their owners."""
    if not keeps_routes(table):
        return _loose_ends(table).items()
    owners = dict.fromkeys(table.slice(Base).roads.values())
    pieces = {owner: own_pieces(table, owner) for owner in owners}
    everyones = table.slice(Base).roads.items()
    return [(edge, who) for edge, who in everyones if not joins_pieces(table, who, edge, pieces[who])]


def is_open(table: Table, edge: EdgeId) -> bool:
    """PC-B04: whether a road that lies on the board may be removed."""
    if not keeps_routes(table):
        return edge in _loose_ends(table)
    owner = table.slice(Base).roads[edge]
    return not joins_pieces(table, owner, edge, own_pieces(table, owner))


def closed(table: Table, edge: EdgeId) -> Violation:
    """PC-B04: what closes a road: a piece of its owner at each end, or the route that it is a part of."""
    base, knights, land = table.slice(Base), field(table).on_corners(table), geometry(table)
    owner = base.roads[edge]
    if keeps_routes(table):
        return soft("PC-B04", "diplomat.on-route", player=owner)
    pieces: list[str] = []
    for corner in land.ends[edge]:
        building, knight = base.buildings.get(corner), knights.get(corner)
        if building is not None and building.owner == owner:
            pieces.append(building.kind.value)
        elif knight is not None and knight.owner == owner:
            pieces.append("knight")
        else:
            pieces.append("road")
    return soft("PC-B04", "diplomat.not-open", player=owner, pieces=tuple(pieces))


def keeps_routes(table: Table) -> bool:
    """Whether every road is open that lies on no route between own pieces."""
    return bool(table.option("diplomat") == "not_between_own_pieces")


def own_pieces(table: Table, owner: PlayerId) -> set[Site]:
    """The corners where the owner has a settlement, a city or a knight."""
    buildings, knights = table.slice(Base).buildings, field(table).on_corners(table)
    found = {site for site, building in buildings.items() if building.owner == owner}
    found.update(site for site, knight in knights.items() if knight.owner == owner)
    return found


def _loose_ends(table: Table) -> Mapping[EdgeId, PlayerId]:
    base = table.slice(Base)
    knights = field(table).on_corners(table)
    return _with_loose_end(geometry(table), base.roads, base.buildings, knights)


@remembered
def _with_loose_end(
    land: Geometry,
    roads: Mapping[EdgeId, PlayerId],
    buildings: Mapping[Site, Building],
    knights: Mapping[Site, Knight],
) -> Mapping[EdgeId, PlayerId]:
    """The roads with an end where no other road and no piece of their owner is."""
    met = [(corner, owner) for edge, owner in roads.items() for corner in land.ends[edge]]
    met += [(site, building.owner) for site, building in buildings.items()]
    met += [(site, knight.owner) for site, knight in knights.items()]
    alone = {end for end, count in Counter(met).items() if count == 1}
    return {
        edge: owner
        for edge, owner in roads.items()
        if not alone.isdisjoint([(corner, owner) for corner in land.ends[edge]])
    }


def joins_pieces(table: Table, owner: PlayerId, edge: EdgeId, pieces: Collection[Site]) -> bool:
    """Whether the road lies on a route of the owner's roads from one own piece to another one.

    The route passes no corner twice and goes through no piece of another player.
    """
    land, closed = geometry(table), barriers(table, owner)
    own = set(roads(table, owner))

    def ways(corner: Site, passed: frozenset[Site]) -> Iterable[frozenset[Site]]:
        """The corners of every way from a corner to an own piece, beside those passed before."""
        passed |= {corner}
        if corner in pieces:
            yield passed
        if corner in closed:
            return
        for road in land.corner_edges[corner]:
            if road in own and road != edge and (other := land.other_end(road, corner)) not in passed:
                yield from ways(other, passed)

    one, other = land.ends[edge]
    return any(any(True for _ in ways(other, passed - {other})) for passed in ways(one, frozenset({other})))


def lifted(table: Table, owner: PlayerId, edge: EdgeId) -> Table:
    """The table without a road, before anything follows from that."""
    return Table(table.ruleset, evolve(table.state, RoadRemoved(owner, edge)))


def new_places(table: Table, owner: PlayerId, edge: EdgeId) -> Sequence[EdgeId]:
    """Where the owner may lay an own road anew that was just lifted; where it lay would change nothing."""
    taken, starts = no_more_roads(table), buildings(table, owner)
    return _new_places(geometry(table), taken, roads(table, owner), starts, barriers(table, owner), edge)


@remembered
def _new_places(
    land: Geometry,
    taken: Collection[EdgeId],
    own: Sequence[EdgeId],
    starts: Mapping[Site, Building],
    closed: Collection[Site],
    edge: EdgeId,
) -> Sequence[EdgeId]:
    return free_edges(land, taken, [other for other in own if other != edge], starts, closed)
