"""A board: what lies on each hex, where the harbours are, and what the box holds for it (B-01 to B-04)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

import msgspec

from companion.engine.geometry import Geometry, geometry
from companion.engine.ids import CornerId, EdgeId, HexId

PRODUCES: Mapping[str, str] = {
    "forest": "lumber",
    "pasture": "wool",
    "fields": "grain",
    "hills": "brick",
    "mountains": "ore",
}
"""B-01: the good of each terrain. Only a hex that produces has a number token."""

DESERT = "desert"
"""B-01: it produces nothing, and the robber starts there (B-13)."""

TERRAINS = (*PRODUCES, DESERT)
"""The terrains of the base game; a module may bring others."""

NO_TOKEN = 0
"""On a hex without a number token."""

ANY_GOOD = "any"
"""The good of a 3:1 harbour."""


class Harbour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A harbour at a side that faces the sea: 2:1 for one good, or 3:1 for any (B-03)."""

    edge: EdgeId
    good: str


class Board(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """A board as it lies on the table. Only one that ``board_faults`` finds possible may be used.

    Args:
        rows: hexes in each row, from the top.
        terrain: by hex.
        tokens: number token by hex, 0 for none.
        harbours: in any order.
    """

    rows: tuple[int, ...]
    terrain: tuple[str, ...]
    tokens: tuple[int, ...]
    harbours: tuple[Harbour, ...] = ()

    # Computed once for a board and kept beside its fields: production asks for them at every roll.

    @cached_property
    def geometry(self) -> Geometry:
        """What lies beside what."""
        return geometry(self.rows)

    @cached_property
    def _by_token(self) -> Mapping[int, tuple[HexId, ...]]:
        found: dict[int, tuple[HexId, ...]] = {}
        for hex, token in zip(self.geometry.hexes, self.tokens, strict=True):
            if token != NO_TOKEN:
                found[token] = (*found.get(token, ()), hex)
        return found

    @cached_property
    def _harbour_corners(self) -> Mapping[CornerId, str]:
        return {corner: port.good for port in self.harbours for corner in self.geometry.ends[port.edge]}


def hexes_by_token(board: Board) -> Mapping[int, tuple[HexId, ...]]:
    """The hexes of each number that lies on the board, lowest first."""
    return board._by_token


def harbour_corners(board: Board) -> Mapping[CornerId, str]:
    """The corners that a harbour serves, two for each, with the good of the harbour (B-03)."""
    return board._harbour_corners


def hexes_of(board: Board, terrain: str) -> tuple[HexId, ...]:
    """The hexes of a terrain, lowest first."""
    return tuple(hex for hex in board.geometry.hexes if board.terrain[hex] == terrain)


def with_tokens_swapped(board: Board, one: HexId, other: HexId) -> Board:
    """The board after two hexes have exchanged their number tokens. Both must be on the board."""
    tokens = list(board.tokens)
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return msgspec.structs.replace(board, tokens=tuple(tokens))


class Island(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a box holds to lay a board with (B-01 to B-03).

    Args:
        rows: hexes in each row, from the top.
        terrain: how many hexes of each.
        tokens: all number tokens, in the order of their letters.
        harbour_sides: where the frame has harbours, clockwise.
        harbours: the good printed at each of these sides.
        inland: terrain that is never laid at the sea.
    """

    rows: tuple[int, ...]
    terrain: dict[str, int]
    tokens: tuple[int, ...]
    harbour_sides: tuple[EdgeId, ...] = ()
    harbours: tuple[str, ...] = ()
    inland: tuple[str, ...] = ()
