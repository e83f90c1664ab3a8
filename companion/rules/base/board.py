"""A board: what lies on each hex, where the harbours are, and what the box holds for it (B-01 to B-04)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import cached_property

import msgspec

from companion.engine.geometry import Geometry, Hub, geometry
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

RED = frozenset({6, 8})
"""The numbers that are rolled most often, printed in red."""

ANY_GOOD = "any"
"""The good of a 3:1 harbour."""


class Harbour(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A harbour at a side that faces the sea: 2:1 for one good, or 3:1 for any (B-03)."""

    edge: EdgeId
    good: str


class Board(msgspec.Struct, frozen=True, dict=True, forbid_unknown_fields=True, omit_defaults=True):
    """A board as it lies on the table. Only one that ``board_faults`` finds possible may be used.

    Args:
        rows: hexes in each row, from the top.
        terrain: by hex.
        tokens: number token by hex, 0 for none.
        harbours: in any order.
        hubs: hexes whose middle is a corner, too; they follow from the terrain (``hubs_of``).
    """

    rows: tuple[int, ...]
    terrain: tuple[str, ...]
    tokens: tuple[int, ...]
    harbours: tuple[Harbour, ...] = ()
    hubs: tuple[Hub, ...] = ()

    # Computed once for a board and kept beside its fields: production asks for them at every roll.

    @cached_property
    def geometry(self) -> Geometry:
        """What lies beside what."""
        return geometry(self.rows, self.hubs)

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


class Area(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Hexes that have terrain of their own: one where it always lies, or several in any order."""

    hexes: tuple[HexId, ...]
    terrain: dict[str, int]


class Island(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a box holds to lay a board with (B-01 to B-03).

    Args:
        rows: hexes in each row, from the top.
        terrain: how many hexes of each.
        tokens: all number tokens, in the order of their letters.
        harbour_sides: where the frame has harbours, clockwise.
        harbours: the good printed at each of these sides.
        inland: terrain that is never laid at the sea.
        areas: hexes with terrain of their own, which is counted in ``terrain``, too; the rest lies elsewhere.
        tokens_by_hex: all tokens as a diagram shows them, 0 for none; without it they may lie anywhere.
        by_letters: whether the tokens always lie by their letters.
        from_any_coast: whether the letters may begin anywhere at the sea, and not only at a corner.
        hubs: terrain whose middle is a corner, and the directions of the edges that lead there.
        rule: which says what lies where.
        token_rule: which says what number tokens there are.
    """

    rows: tuple[int, ...]
    terrain: dict[str, int]
    tokens: tuple[int, ...]
    harbour_sides: tuple[EdgeId, ...] = ()
    harbours: tuple[str, ...] = ()
    inland: tuple[str, ...] = ()
    areas: tuple[Area, ...] = ()
    by_letters: bool = False
    from_any_coast: bool = False
    tokens_by_hex: tuple[int, ...] = ()
    hubs: dict[str, tuple[str, ...]] = {}
    rule: str = "B-01"
    token_rule: str = "B-02"

    @property
    def fixed(self) -> Mapping[HexId, str]:
        """The terrain of hexes where no other may lie."""
        alike = (area for area in self.areas if len(area.terrain) == 1)
        return {hex: terrain for area in alike for terrain in area.terrain for hex in area.hexes}

    @property
    def loose(self) -> Mapping[str, int]:
        """How many hexes of each terrain lie in no area."""
        used = sum((Counter(area.terrain) for area in self.areas), Counter[str]())
        return {name: count - used[name] for name, count in self.terrain.items() if count > used[name]}


def hubs_of(island: Island, terrain: Sequence[str]) -> tuple[Hub, ...]:
    """The hexes whose middle is a corner when the terrain lies like that."""
    return tuple((HexId(hex), island.hubs[name]) for hex, name in enumerate(terrain) if name in island.hubs)
