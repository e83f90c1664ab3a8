"""Where the rivers run: hexes, banks and bridge sites, and what they change of the island (RI-01, RI-04)."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache

import msgspec
from msgspec.structs import replace

from companion.engine.extension import Part, Stage, Term
from companion.engine.geometry import Geometry
from companion.engine.ids import CornerId, EdgeId, HexId
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Table
from companion.engine.verdict import Violation, hard
from companion.rules import catalogue
from companion.rules.base.board import DESERT, Area, Board, Island, hexes_by_token, hexes_of
from companion.rules.base.network import board, geometry
from companion.rules.base.queries import laid
from companion.rules.presentation.parts import Land, Lying

SWAMP = "swamp"
"""RI-01: the terrain in which both rivers end. It bears no number."""

TWO, TWELVE = 2, 12
"""RI-02: the token that is left out, and the one of the hex on which it is then put."""


class River(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A river from its source to its mouth, hex by hex; it crosses ``bridges``, the last at the sea."""

    hexes: tuple[HexId, ...]
    terrain: tuple[str, ...]
    bridges: tuple[EdgeId, ...]
    drawn: tuple[tuple[str, int], ...]


class Course(msgspec.Struct, frozen=True, eq=False):
    """What the rivers touch on an island: sides where a road brings gold, corners where a settlement does,
    and the sites of bridges."""

    hexes: frozenset[HexId]
    banks: frozenset[EdgeId]
    corners: frozenset[CornerId]
    bridges: frozenset[EdgeId]


class _Rivers(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    rivers: tuple[River, ...]


@cache
def rivers() -> tuple[River, ...]:
    """RI-01: the two rivers, the long one first."""
    return msgspec.convert(catalogue.data("rivers", "rivers"), _Rivers).rivers


@remembered
def course(land: Geometry) -> Course:
    """RI-04: what the rivers touch, as far as the island has it."""
    hexes = frozenset(hex for river in rivers() for hex in river.hexes if hex in land.hex_edges)
    bridges = frozenset(edge for river in rivers() for edge in river.bridges if edge in land.ends)
    sides = frozenset(edge for hex in hexes for edge in land.hex_edges[hex])
    corners = frozenset(corner for hex in hexes for corner in land.hex_corners[hex])
    return Course(hexes, sides - bridges, corners, bridges)


def island(table: Table, old: Island) -> Island:
    """RI-01, RI-02: the hexes of the rivers where they belong, and no 2 among the tokens."""
    return _with_rivers(old, table.option("river_token_start") == "coast")


@remembered
def _with_rivers(old: Island, from_any_coast: bool) -> Island:
    areas = [
        Area((hex,), {name: 1})
        for river in rivers()
        for hex, name in zip(river.hexes, river.terrain, strict=True)
    ]
    swamps = sum(river.terrain.count(SWAMP) for river in rivers())
    terrain = {name: count for name, count in old.terrain.items() if name != DESERT}
    # the rivers replace one pasture more than they have, and the desert
    terrain["pasture"] -= swamps - old.terrain.get(DESERT, 0)
    return replace(
        old,
        terrain={**terrain, SWAMP: swamps},
        tokens=tuple(token for token in old.tokens if token != TWO),
        areas=(*old.areas, *areas),
        by_letters=True,
        from_any_coast=from_any_coast,
        rule="RI-01",
        token_rule="RI-02",
    )


def robber_start(table: Table, old: HexId | None, board: Board) -> HexId | None:
    """RI-03: on a swamp, that of the long river where one lies there."""
    swamps = hexes_of(board, SWAMP)
    longest = rivers()[0].hexes[-1]
    return longest if longest in swamps else next(iter(swamps), old)


def pays_on_two(board: Board) -> tuple[HexId, ...]:
    """RI-02: the hex of the 12, on which the 2 was put; none where the 2 lies on a hex of its own."""
    found = hexes_by_token(board)
    return () if TWO in found else found.get(TWELVE, ())


def token_for(table: Table, old: int, number: int) -> int:
    """RI-02: on a 2 pays what bears the 12."""
    return TWELVE if number == TWO and pays_on_two(board(table)) else old


def bridge_sites(table: Table) -> frozenset[EdgeId]:
    """RI-05: the sites of bridges on the island in play."""
    return course(geometry(table)).bridges


def only_bridges(table: Table, old: Mapping[str, Violation]) -> Mapping[str, Violation]:
    """RI-04: no road crosses a river."""
    return _closed(old, geometry(table))


@remembered
def _closed(old: Mapping[str, Violation], land: Geometry) -> Mapping[str, Violation]:
    sites = sorted(course(land).bridges)
    return {**old, **{edge: hard("RI-04", "bridge.no-road", place=edge) for edge in sites}}


def not_roads(table: Table, old: Collection[EdgeId]) -> Collection[EdgeId]:
    """RI-05: what lies on a bridge site is a bridge, and no road piece."""
    return bridge_sites(table) if laid(table) else old


def drawings(board: Board) -> Iterator[Lying]:
    """RI-01: the rivers as they are seen on the hexes where they run."""
    there = board.geometry.hex_edges
    for river in rivers():
        for hex, (drawing, turn) in zip(river.hexes, river.drawn, strict=True):
            if hex in there:
                yield Lying(hex, drawing, turn)


def second_numbers(board: Board) -> Mapping[HexId, tuple[int, ...]]:
    """RI-02: the 2 beside the 12."""
    return dict.fromkeys(pays_on_two(board), (TWO,))


PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(
            Term("island", Stage.TRANSFORM, island),
            Term("robber_start", Stage.TRANSFORM, robber_start),
            Term("token_for", Stage.TRANSFORM, token_for),
            Term("roadless", Stage.ADD, only_bridges),
            Term("not_roads", Stage.REPLACE, not_roads),
        ),
        presentation=(Land(drawings, second_numbers),),
    ),
)
