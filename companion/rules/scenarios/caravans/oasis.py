"""The oasis: where it lies, how it is turned, and where the robber may come first (CV-01)."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.engine.geometry import CORNERS, Geometry
from companion.engine.ids import CornerId, EdgeId, HexId, PlayerId
from companion.engine.remember import remembered
from companion.engine.table import Table
from companion.engine.verdict import soft
from companion.rules.base.board import DESERT, Area, Board, Island, hexes_of
from companion.rules.base.network import board
from companion.rules.base.robber import Faults
from companion.rules.base.slice import Base
from companion.rules.scenarios.caravans.slice import Caravans

OASIS = "oasis"
"""CV-01: the terrain that lies where the desert would."""

MIDDLE: Mapping[tuple[int, ...], HexId] = {(3, 4, 5, 4, 3): HexId(9)}
"""CV-01: the hex in the middle of an island, by its rows."""

ARROWS = ("S", "NW", "NE")
"""CV-01: the corners of the oasis to which its arrows point."""

TURNED = ("N", "SE", "SW")
"""CV-01: the same when it lies the other way round; any other turn is one of the two."""

Arrows = tuple[tuple[CornerId, EdgeId] | None, ...]
"""The corner of the oasis at which each caravan begins, and its first edge; None where that would be sea."""


def state_of(table: Table) -> Caravans:
    """This module's slice of the state."""
    return table.slice(Caravans)


def island(table: Table, old: Island) -> Island:
    """CV-01: the oasis for the desert, in the middle."""
    return _with_oasis(old)


@remembered
def _with_oasis(old: Island) -> Island:
    terrain = {OASIS if name == DESERT else name: count for name, count in old.terrain.items()}
    middle = MIDDLE.get(old.rows)
    if middle is None or OASIS not in terrain:
        return msgspec.structs.replace(old, terrain=terrain, inland=(*old.inland, OASIS))
    area = Area((middle,), {OASIS: 1})
    return msgspec.structs.replace(old, terrain=terrain, areas=(*old.areas, area), rule="CV-01")


def robber_start(table: Table, old: HexId | None, board: Board) -> HexId | None:
    """CV-01: off the board."""
    return None


def not_on_the_oasis(table: Table, old: Faults, by: PlayerId) -> Faults:
    """CV-01: from beside the board the robber goes to a hex with a number, which the oasis has not."""
    return old if table.slice(Base).robber is not None else _without_oasis(old, board(table))


@remembered
def _without_oasis(old: Faults, island: Board) -> Faults:
    fault = soft("CV-01", "robber.on-oasis")
    return {**old, **{hex: (*old.get(hex, ()), fault) for hex in hexes_of(island, OASIS)}}


def arrows(table: Table, turned: bool | None = None) -> Arrows:
    """CV-01: where the caravans begin, as the oasis lies or as it is said to lie."""
    lies = state_of(table).turned if turned is None else turned
    return arrows_of(board(table), TURNED if lies else ARROWS)


@remembered
def arrows_of(island: Board, corners: tuple[str, ...]) -> Arrows:
    """Where the caravans begin if the arrows point to these corners; nowhere without an oasis."""
    oasis = next(iter(hexes_of(island, OASIS)), None)
    return tuple(None if oasis is None else _arrow(island.geometry, oasis, one) for one in corners)


def _arrow(land: Geometry, oasis: HexId, direction: str) -> tuple[CornerId, EdgeId] | None:
    corner = land.hex_corners[oasis][CORNERS.index(direction)]
    own = land.hex_edges[oasis]
    outward = next((edge for edge in land.corner_edges[corner] if edge not in own), None)
    return None if outward is None else (corner, outward)
