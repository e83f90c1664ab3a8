"""Camels: where the next one may stand, placing it, and what it is worth (CV-04 to CV-07)."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from itertools import chain

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.extension import Part, PointSource, Stage, Term
from companion.engine.geometry import Geometry
from companion.engine.ids import CornerId, EdgeId, PlayerId, RuleId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, clear, hard, soft
from companion.rules.base.network import ONE_EACH, Lengths, geometry, no_edge
from companion.rules.base.queries import buildings, laid
from companion.rules.base.slice import Base, Building
from companion.rules.base.trail import measure
from companion.rules.scenarios.caravans.oasis import Arrows, arrows, state_of
from companion.rules.scenarios.caravans.slice import CAMELS, CARAVANS, Caravans, CaravansEvent, Trails

BESIDE = 2
"""CV-06: the roads for which one beside a camel counts."""

Fronts = tuple[tuple[EdgeId, ...], ...]
"""The edges on which the next camel of each caravan may stand."""


class CamelPlaced(CaravansEvent, frozen=True, tag="cv.camel_placed"):
    """CV-04: a camel stands on an edge, at the front of one of the caravans."""

    by: PlayerId
    edge: EdgeId
    caravan: int

    def apply(self, state: Caravans) -> Caravans:
        trails = tuple(
            (*trail, self.edge) if number == self.caravan else trail
            for number, trail in enumerate(state.trails)
        )
        extended = (*state.extended, self.caravan)
        return replace(state, trails=trails, placers=state.placers[1:], extended=extended, wishes={})


class OasisTurned(CaravansEvent, frozen=True, tag="cv.oasis_turned"):
    """CV-01: the arrows of the oasis point to these corners."""

    turned: bool

    def apply(self, state: Caravans) -> Caravans:
        return replace(state, turned=self.turned)


def camels(table: Table) -> frozenset[EdgeId]:
    """Edges with a camel."""
    return _camels(state_of(table).trails)


@remembered
def _camels(trails: Trails) -> frozenset[EdgeId]:
    return frozenset(chain.from_iterable(trails))


def camels_left(table: Table) -> int:
    """CV-01: camels beside the board."""
    return CAMELS - sum(map(len, state_of(table).trails))


def front(land: Geometry, start: CornerId, trail: Iterable[EdgeId]) -> CornerId | None:
    """The corner that a caravan from a corner of the oasis has come to; None if its edges are no trail."""
    at = start
    for edge in trail:
        if at not in land.ends[edge]:
            return None
        at = land.other_end(edge, at)
    return at


def fronts(table: Table) -> Fronts:
    """CV-04, CV-05: where the next camel of each caravan may stand; nowhere once it has ended."""
    if not laid(table):
        return ((),) * CARAVANS
    return fronts_of(geometry(table), arrows(table), state_of(table).trails)


@remembered
def fronts_of(land: Geometry, starts: Arrows, trails: Trails) -> Fronts:
    """CV-04, CV-05: the same for camels that stand like this.

    Two caravans at one corner have the same edge before them; whichever gets the camel, the other one has
    ended, and so they go on as one.
    """
    taken = _camels(trails)
    if len(taken) >= CAMELS:
        return ((),) * len(trails)
    found: list[tuple[EdgeId, ...]] = []
    for start, trail in zip(starts, trails, strict=True):
        if start is None:
            found.append(())
        elif not trail:
            found.append(() if start[1] in taken else (start[1],))
        else:
            at = front(land, start[0], trail)
            found.append(() if at is None else tuple(e for e in land.corner_edges[at] if e not in taken))
    return tuple(found)


def next_places(table: Table) -> tuple[EdgeId, ...]:
    """CV-04, CV-09: the edges for the next camel, but for the caravans that have got one by this vote."""
    return tuple(edge for edge in dict.fromkeys(chain(*fronts(table))) if clear(check_other(table, edge)))


def other_arrow(table: Table, edge: EdgeId) -> bool:
    """CV-01: whether the first camel on this edge says that the oasis lies the other way round."""
    if any(state_of(table).trails):
        return False
    turned = arrows(table, not state_of(table).turned)
    return any(start is not None and start[1] == edge for start in turned)


def check_camel(table: Table, edge: EdgeId) -> Iterable[Violation]:
    """CV-04, CV-05: a free path at the front of a caravan."""
    if edge not in geometry(table).ends:
        yield no_edge(table, edge)
    elif edge in camels(table):
        yield hard("CV-04", "camel.taken")
    elif not camels_left(table):
        yield hard("CV-05", "camel.none-left", count=CAMELS)
    elif other_arrow(table, edge):
        yield soft("CV-01", "camel.other-arrow")
    elif not any(edge in front for front in fronts(table)):
        yield hard("CV-04", "camel.not-in-front")
    else:
        yield from check_other(table, edge)


def check_other(table: Table, edge: EdgeId) -> Iterable[Violation]:
    """CV-09: the camels of one vote go to different caravans."""
    extended = state_of(table).extended
    if extended and not any(edge in front for front in _others(table, extended)):
        yield soft("CV-09", "camel.same-caravan")


def _others(table: Table, extended: Collection[int]) -> Iterable[tuple[EdgeId, ...]]:
    """The fronts of the other caravans; one that stands at the same corner is the same caravan."""
    found = fronts(table)
    own = {edge for number in extended for edge in found[number]}
    return [
        front for number, front in enumerate(found) if number not in extended and not own.intersection(front)
    ]


def place(draft: Draft, by: PlayerId, edge: EdgeId) -> None:
    """CV-04: a camel comes to an edge at the front of a caravan, and a road there counts double."""
    if other_arrow(draft, edge):
        draft.emit(OasisTurned(not state_of(draft).turned))
    found, extended = fronts(draft), state_of(draft).extended
    in_front = [number for number, front in enumerate(found) if edge in front]
    caravan = next((number for number in in_front if number not in extended), in_front[0])
    draft.emit(CamelPlaced(by, edge, caravan))
    owner = draft.slice(Base).roads.get(edge)
    if owner is not None:
        measure(draft, (owner,))


def road_lengths(table: Table, old: Lengths) -> Lengths:
    """CV-06: a road beside a camel counts for two."""
    return _lengths(old, state_of(table).trails)


@remembered
def _lengths(old: Lengths, trails: Trails) -> Lengths:
    found = _camels(trails)
    return {**old, **{edge: BESIDE * old.get(edge, 1) for edge in found}} if found else old or ONE_EACH


def passed(table: Table, player: PlayerId) -> Sequence[Site]:
    """CV-07: where the player has a settlement or a city between two camels."""
    if not laid(table):
        return ()
    return _passed(geometry(table), state_of(table).trails, buildings(table, player))


@remembered
def _passed(land: Geometry, trails: Trails, own: Mapping[Site, Building]) -> Sequence[Site]:
    found = _camels(trails)
    if not found:
        return ()
    return [site for site in own if sum(edge in found for edge in land.corner_edges.get(site, ())) >= 2]


def between_camels(table: Table, player: PlayerId) -> int:
    """CV-07: 1 point for each such building."""
    return len(passed(table, player))


def camels_kept(table: Table) -> Iterable[str]:
    """CV-01, CV-04: no more camels than there are, at most one on an edge, each caravan unbroken from its
    arrow."""
    trails = state_of(table).trails
    count = sum(map(len, trails))
    if count > CAMELS or len(_camels(trails)) != count:
        yield f"camels stand on {trails}"
    if len(trails) != CARAVANS:
        yield f"there are {len(trails)} caravans"
    elif not laid(table):
        if count:
            yield f"camels stand on no board: {trails}"
    else:
        for start, trail in zip(arrows(table), trails, strict=True):
            if not trail:
                continue
            if start is None or trail[0] != start[1] or front(geometry(table), start[0], trail) is None:
                yield f"a caravan from {start} stands on {trail}"


EVENTS: tuple[type[Event], ...] = (CamelPlaced, OasisTurned)

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(Term("road_lengths", Stage.TRANSFORM, road_lengths),),
        points=(PointSource("caravans", RuleId("CV-07"), between_camels),),
    ),
)
