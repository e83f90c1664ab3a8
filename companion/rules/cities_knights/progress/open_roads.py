"""Open roads, which the Diplomat removes (PC-B04)."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.table import Table, evolve
from companion.rules.base.network import barriers, geometry, road_places
from companion.rules.base.queries import roads
from companion.rules.base.slice import Base, RoadRemoved
from companion.rules.cities_knights.queries import part


def open_roads(table: Table) -> Iterable[tuple[EdgeId, PlayerId]]:
    """PC-B04: all roads that the Diplomat may remove, with their owners."""
    by_owner: dict[PlayerId, list[EdgeId]] = {}
    for edge, owner in table.slice(Base).roads.items():
        by_owner.setdefault(owner, []).append(edge)
    for owner, edges in by_owner.items():
        pieces = own_pieces(table, owner)
        yield from ((edge, owner) for edge in edges if _is_open(table, owner, edge, pieces))


def is_open(table: Table, edge: EdgeId) -> bool:
    """PC-B04: whether a road that lies on the board may be removed."""
    owner = table.slice(Base).roads[edge]
    return _is_open(table, owner, edge, own_pieces(table, owner))


def own_pieces(table: Table, owner: PlayerId) -> set[Site]:
    """The corners where the owner has a settlement, a city or a knight."""
    buildings, knights = table.slice(Base).buildings, part(table).knights
    found = {site for site, building in buildings.items() if building.owner == owner}
    found.update(site for site, knight in knights.items() if knight.owner == owner)
    return found


def _is_open(table: Table, owner: PlayerId, edge: EdgeId, pieces: Collection[Site]) -> bool:
    if table.option("diplomat") == "not_between_own_pieces":
        return not joins_pieces(table, owner, edge, pieces)
    land, own = geometry(table), table.slice(Base).roads
    return any(
        corner not in pieces
        and not any(own.get(other) == owner for other in land.corner_edges[corner] if other != edge)
        for corner in land.ends[edge]
    )


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


def new_places(table: Table, owner: PlayerId, edge: EdgeId) -> list[EdgeId]:
    """Where the owner may lay an own road anew that was just lifted; where it lay would change nothing."""
    return [place for place in road_places(lifted(table, owner, edge), owner) if place != edge]
