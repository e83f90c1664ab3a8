"""The island with its three destination hexes (TB-01, TB-03)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.extension import Audit, Part, Stage, Term
from companion.engine.geometry import MIDDLE
from companion.engine.ids import CornerId, EdgeId, HexId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.board import Area, Board, Island
from companion.rules.base.network import Closed, board
from companion.rules.base.slice import Base
from companion.rules.scenarios.traders_barbarians.box import box, destinations


def island(table: Table, old: Island) -> Island:
    """TB-01: what the box of the scenario says, in the place of the base game's."""
    return laid(old)


@remembered
def laid(old: Island) -> Island:
    """TB-01, TB-03: the destinations in their places, no desert, no tokens 2 and 12."""
    areas = tuple(Area((place.hex,), {name: 1}) for name, place in destinations().items())
    return replace(
        old,
        terrain={**box().terrain, **dict.fromkeys(destinations(), 1)},
        tokens=box().tokens,
        areas=areas,
        by_letters=True,
        hubs={name: place.paths for name, place in destinations().items()},
        rule="TB-01",
        token_rule="TB-01",
    )


def robber_start(table: Table, old: HexId | None, board: Board) -> HexId | None:
    """TB-01: the robber stays in the box."""
    return None


def middles(table: Table) -> dict[Site, str]:
    """TB-03: the destinations by the corner in their middle."""
    return _middles(board(table))


@remembered
def _middles(laid: Board) -> dict[Site, str]:
    return {CornerId(f"{hex}{MIDDLE}"): laid.terrain[hex] for hex, _ways in laid.hubs}


def no_roads(table: Table, old: Closed) -> Closed:
    """TB-03: no roads on the three sides of a destination at the sea."""
    return {**old, **_closed_sides(board(table))}


@remembered
def _closed_sides(laid: Board) -> dict[str, Violation]:
    return {edge: soft("TB-03", "destination.no-road") for edge in closed_sides(laid)}


def closed_sides(laid: Board) -> tuple[EdgeId, ...]:
    """TB-03: the sides of the destinations at the sea."""
    return tuple(
        laid.geometry.edge(f"{hex}{side}")
        for hex, _ways in laid.hubs
        if (place := destinations().get(laid.terrain[hex])) is not None
        for side in place.closed
    )


def no_settlements(table: Table, old: Closed) -> Closed:
    """TB-03: nobody settles in the middle, nor on the corners to which no path leads from there."""
    return {**old, **_closed_corners(board(table))}


@remembered
def _closed_corners(laid: Board) -> dict[str, Violation]:
    land, found = laid.geometry, dict[str, Violation]()
    for hex, ways in laid.hubs:
        found[f"{hex}{MIDDLE}"] = soft("TB-03", "destination.middle")
        open_corners = {land.corner(f"{hex}{way}") for way in ways}
        for corner in land.hex_corners[hex]:
            if corner not in open_corners:
                found[corner] = soft("TB-03", "destination.no-path")
    return found


def closed_places(table: Table) -> Iterable[Violation]:
    """TB-03: pieces where a destination lets none stand, in the order of their places."""
    base = table.slice(Base)
    if base.board is None:
        return
    for edge in closed_sides(base.board):
        if (owner := base.roads.get(edge)) is not None:
            yield soft("TB-03", "fit.closed-road", player=owner, place=edge)
    for site in _closed_corners(base.board):
        if (building := base.buildings.get(CornerId(site))) is not None:
            yield soft("TB-03", "fit.closed-corner", player=building.owner, place=site)


PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(
            Term("island", Stage.TRANSFORM, island),
            Term("robber_start", Stage.REPLACE, robber_start),
            Term("roadless", Stage.ADD, no_roads),
            Term("unsettled", Stage.ADD, no_settlements),
        ),
        audits=(Audit("tb.closed_places", closed_places),),
    ),
)
