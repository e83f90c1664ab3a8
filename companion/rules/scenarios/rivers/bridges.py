"""Bridges: where they may be built, and what they are (RI-05)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import Audit, Invariant, Part, Reaction
from companion.engine.geometry import Geometry
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table, kept
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.building import Priced, RoadBuilt
from companion.rules.base.goods import Bag
from companion.rules.base.network import barriers, free_edges, geometry, no_edge, not_joined
from companion.rules.base.queries import buildings, laid, roads
from companion.rules.base.slice import Base, Building
from companion.rules.base.trail import after_road
from companion.rules.scenarios.rivers.course import bridge_sites

BRIDGES = 3
"""RI-05: the bridges of a player."""

PRICE: Bag = {"brick": 2, "lumber": 1}


class BuildBridge(Command, frozen=True, tag="ri.build_bridge"):
    """The player built a bridge."""

    edge: EdgeId


class BridgeBuilt(RoadBuilt, frozen=True, tag="ri.bridge_built"):
    """RI-05: a bridge lies on its site; it counts as a road, and is kept among them."""


def bridges(table: Table, owner: PlayerId) -> tuple[EdgeId, ...]:
    """Where the player has bridges, oldest first."""
    if not laid(table):
        return ()
    sites = bridge_sites(table)
    return tuple([edge for edge in roads(table, owner) if edge in sites])


@kept
def bridge_places(table: Table, owner: PlayerId) -> Sequence[EdgeId]:
    """RI-05: where a bridge would join what the player has."""
    own, starts = roads(table, owner), buildings(table, owner)
    sites, taken = bridge_sites(table), table.slice(Base).roads
    return _places(geometry(table), sites, taken, own, starts, barriers(table, owner))


@remembered
def _places(
    land: Geometry,
    sites: frozenset[EdgeId],
    taken: Mapping[EdgeId, PlayerId],
    own: Sequence[EdgeId],
    starts: Mapping[Site, Building],
    closed: Collection[Site],
) -> Sequence[EdgeId]:
    return tuple([edge for edge in free_edges(land, taken, own, starts, closed) if edge in sites])


def check_bridge(table: Table, owner: PlayerId, edge: EdgeId) -> Iterable[Violation]:
    """RI-05: on a free site, and adjoining an own road, bridge or building that no opponent shuts off."""
    if edge in bridge_places(table, owner):
        return
    if edge not in geometry(table).ends:
        yield no_edge(table, edge)
    elif edge not in bridge_sites(table):
        yield hard("RI-05", "bridge.no-site", place=edge)
    elif edge in table.slice(Base).roads:
        yield hard("RI-05", "bridge.taken", place=edge)
    else:
        yield not_joined(table, owner, edge, rule="RI-05")


class BuildBridgeRule(Priced[BuildBridge]):
    """RI-05: for two bricks and a lumber."""

    command = BuildBridge
    rule = "RI-05"
    cost = PRICE

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if len(bridges(table, who)) >= BRIDGES:
            yield soft("RI-05", "supply.no-bridge", player=who, count=BRIDGES)

    def at(self, table: Table, command: BuildBridge) -> Iterable[Violation]:
        return check_bridge(table, command.by, command.edge)

    def apply(self, draft: Draft, command: BuildBridge) -> None:
        self.pay(draft, command.by)
        draft.emit(BridgeBuilt(command.by, command.edge))

    def forms(self, table: Table, who: PlayerId) -> Iterable[BuildBridge]:
        return [BuildBridge(who, edge) for edge in bridge_places(table, who)]


def too_many(table: Table) -> Iterable[Violation]:
    """RI-05: more bridges than a player has."""
    for player in table.core.ids:
        used = len(bridges(table, player))
        if used > BRIDGES:
            yield soft("RI-05", "fit.pieces-bridge", player=player, used=used, count=BRIDGES)


def bridges_kept(table: Table) -> Iterable[str]:
    """RI-05: nobody has more bridges on the board than own, and only people build any."""
    for player in table.core.ids:
        if len(bridges(table, player)) > BRIDGES:
            yield f"{player} has {len(bridges(table, player))} bridges"
    if laid(table):
        owners = {table.slice(Base).roads.get(edge, table.core.ids[0]) for edge in bridge_sites(table)}
        yield from (f"{owner} has a bridge" for owner in owners if owner not in table.core.ids)


EVENTS: tuple[type[Event], ...] = (BridgeBuilt,)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        commands=(BuildBridgeRule(),),
        reactions=(Reaction(BridgeBuilt, after_road),),
        invariants=(Invariant("ri.bridges", bridges_kept),),
        audits=(Audit("ri.bridges", too_many),),
    ),
)
