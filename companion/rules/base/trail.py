"""Longest Road measured on the board (B-60, B-61)."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.extension import (
    Part,
    Reaction,
)
from companion.engine.geometry import Geometry
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.rules.base.award import holder_of
from companion.rules.base.building import CityBuilt, RoadBuilt, RoadMoved, RoadRemoved, SettlementBuilt
from companion.rules.base.longest_road import MINIMUM, LongestRoadHeld
from companion.rules.base.network import ONE_EACH, Lengths, geometry, shut
from companion.rules.base.queries import in_play, roads
from companion.rules.base.slice import Award, Base, BaseEvent


class TrailsMeasured(BaseEvent, frozen=True, tag="base.trails_measured"):
    """The longest trails that have changed; shorter than 5 roads is 0."""

    scores: ClassVar[bool] = False
    silent: ClassVar[bool] = True
    lengths: dict[PlayerId, int]

    def apply(self, state: Base) -> Base:
        trails = {**state.trails, **self.lengths}
        return replace(state, trails={player: length for player, length in trails.items() if length})


def trail_length(
    land: Geometry, edges: Collection[EdgeId], closed: Collection[Site], lengths: Lengths = ONE_EACH
) -> int:
    """The most that a trail comes to: each edge used once, forks not added, loops allowed, none through a
    closed corner (B-60). An edge is one long where ``lengths`` does not say otherwise, and never less."""
    at: dict[Site, list[tuple[EdgeId, Site, int]]] = {}
    for edge in edges:
        one, two = land.ends[edge]
        long = lengths.get(edge, 1)
        at.setdefault(one, []).append((edge, two, long))
        at.setdefault(two, []).append((edge, one, long))
    used: set[EdgeId] = set()
    best = 0

    def follow(corner: Site, length: int) -> None:
        nonlocal best
        if length > best:
            best = length
        if length and corner in closed:
            return
        for edge, other, long in at[corner]:
            if edge not in used:
                used.add(edge)
                follow(other, length + long)
                used.discard(edge)

    for part in _parts(at):
        size = sum([long for corner in part for _edge, _other, long in at[corner]]) // 2
        if size <= best:
            continue
        # A longest trail starts at an end, at a fork or at a closed corner; only a plain ring has none.
        starts = [corner for corner in part if len(at[corner]) != 2 or corner in closed] or part[:1]
        for corner in starts:
            follow(corner, 0)
            if best >= size:
                break
    return best


def longest_trail(
    land: Geometry, edges: Collection[EdgeId], closed: Collection[Site], lengths: Lengths = ONE_EACH
) -> tuple[EdgeId, ...]:
    """The edges of a longest trail (B-60), one after the other, to be shown."""
    length = trail_length(land, edges, closed, lengths)
    own = set(edges)
    trail: list[EdgeId] = []

    def follow(corner: Site) -> bool:
        if sum([lengths.get(edge, 1) for edge in trail]) == length:
            return True
        if trail and corner in closed:
            return False
        for edge in land.corner_edges[corner]:
            if edge in own and edge not in trail:
                trail.append(edge)
                if follow(land.other_end(edge, corner)):
                    return True
                trail.pop()
        return False

    any(follow(corner) for edge in edges for corner in land.ends[edge])
    return tuple(trail)


def _parts(at: dict[Site, list[tuple[EdgeId, Site, int]]]) -> Iterable[list[Site]]:
    """The corners of each connected part of a network."""
    left = dict.fromkeys(at)
    while left:
        first = next(iter(left))
        del left[first]
        part = [first]
        for corner in part:
            for _edge, other, _long in at[corner]:
                if other in left:
                    del left[other]
                    part.append(other)
        yield part


def length_of(table: Table, owner: PlayerId) -> int:
    """The length of the owner's longest trail now."""
    own, closed = roads(table, owner), shut(table, owner)
    return _trail_length(geometry(table), own, closed, table.value("road_lengths"))


_trail_length = remembered(trail_length)


def measure(draft: Draft, owners: Iterable[PlayerId]) -> None:
    """Measure these owners' trails again, and let Longest Road go to whom it belongs (B-61)."""
    if not measure_only(draft, owners):
        return
    base = draft.slice(Base)
    holder, length = holder_of(base.longest_road, base.trails, MINIMUM)
    if (holder, length) != (base.longest_road, base.road_length):
        draft.emit(LongestRoadHeld(holder, length))


def measure_only(draft: Draft, owners: Iterable[PlayerId]) -> bool:
    """Measure these owners' trails again; whether any has changed."""
    if not in_play(draft, Award.LONGEST_ROAD):
        return False
    trails = draft.slice(Base).trails
    changes = {}
    for owner in owners:
        length = length_of(draft, owner) if _enough(draft, owner) else 0
        if length < MINIMUM:
            length = 0
        if length != trails.get(owner, 0):
            changes[owner] = length
    if changes:
        draft.emit(TrailsMeasured(changes))
    return bool(changes)


def _enough(table: Table, owner: PlayerId) -> bool:
    """Whether all roads of the owner together come to a trail that counts."""
    own = roads(table, owner)
    lengths: Lengths = table.value("road_lengths")
    return len(own) + sum([lengths[edge] - 1 for edge in own if edge in lengths]) >= MINIMUM


def after_road(draft: Draft, event: RoadBuilt | RoadMoved | RoadRemoved) -> None:
    """A road more, less or elsewhere changes its owner's trail only."""
    measure(draft, (event.by,))


def after_building(draft: Draft, event: SettlementBuilt | CityBuilt) -> None:
    """A building may cut the trails of others."""
    measure_around(draft, event.by, event.site)


def measure_around(draft: Draft, by: PlayerId, *sites: Site) -> None:
    """Measure the trails of all others who have at least two roads at one of the corners."""
    own, edges = draft.slice(Base).roads, geometry(draft).corner_edges
    found: dict[PlayerId, None] = {}
    for site in sites:
        owners = [own[edge] for edge in edges.get(site, ()) if edge in own]
        found.update(dict.fromkeys(o for o in owners if o != by and owners.count(o) > 1))
    if found:
        measure(draft, found)


EVENTS: tuple[type[Event], ...] = (TrailsMeasured,)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        reactions=(
            Reaction(RoadBuilt, after_road),
            Reaction(RoadRemoved, after_road),
            Reaction(RoadMoved, after_road),
            Reaction(SettlementBuilt, after_building),
            Reaction(CityBuilt, after_building),
        ),
    ),
)
