"""Hexes, corners and edges of any layout of pointy-top hexes, and what lies beside what. No game words.

Hexes are numbered row by row from the top left. A corner is named by the first hex that has it and its
direction there (``4N``), an edge likewise (``4NE``), so that a name can be found on the table.

A hex may be a hub: its middle is a corner, too (``4C``), with edges to some of its corners (``4CN``).
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from functools import cache
from itertools import pairwise
from typing import TypeVar

import msgspec

from companion.engine.errors import LongshipError
from companion.engine.ids import CornerId, EdgeId, HexId

CORNERS = ("N", "NE", "SE", "S", "SW", "NW")
"""Directions of a hex's corners, clockwise."""

SIDES = ("NE", "E", "SE", "SW", "W", "NW")
"""Directions of a hex's sides, clockwise; side i runs from corner i to corner i + 1."""

LONGEST = 12
"""Most rows, and most hexes in a row: far more than any box holds, so that no number runs away."""

Axial = tuple[int, int]
"""Place of a hex: column along the row, and row from the top, columns slanting down to the right."""

Point = tuple[float, float]
"""Place in a drawing, in sides of a hex: x to the right, y downwards, hex 0 at (0, 0)."""

MIDDLE = "C"
"""In the name of the corner in the middle of a hub, and of the edges that lead there."""

Hub = tuple[HexId, tuple[str, ...]]
"""A hex whose middle is a corner, and the directions of its corners to which edges lead from there."""

_STEPS: tuple[Axial, ...] = ((1, -1), (1, 0), (0, 1), (-1, 1), (-1, 0), (0, -1))
"""From a hex to its neighbour across each side."""

_HALF_WIDTH = 3**0.5 / 2

_TO_CORNER: tuple[Point, ...] = (
    (0.0, -1.0),
    (_HALF_WIDTH, -0.5),
    (_HALF_WIDTH, 0.5),
    (0.0, 1.0),
    (-_HALF_WIDTH, 0.5),
    (-_HALF_WIDTH, -0.5),
)
"""From the middle of a hex to each corner."""

_NORTH_WEST = SIDES.index("NW")

K = TypeVar("K")
V = TypeVar("V")


class OffBoardError(LongshipError, ValueError):
    """A name or number of a place that the layout does not have."""


class Turn(msgspec.Struct, frozen=True, eq=False):
    """Where each place comes to lie when the layout is turned or mirrored into itself."""

    hexes: Mapping[HexId, HexId]
    corners: Mapping[CornerId, CornerId]
    edges: Mapping[EdgeId, EdgeId]


class Geometry(msgspec.Struct, frozen=True, eq=False):
    """A layout. Everything is computed once: get it from :func:`geometry`, never build it.

    Everything that goes around a hex goes clockwise, corners from the north, sides from the north-east.
    Corners and edges stand in the order in which the hexes show them.
    """

    rows: tuple[int, ...]
    """Hexes in each row, from the top."""
    hubs: tuple[Hub, ...]
    """Hexes whose middle is a corner, too: none of the six of the hex, as its edges are none of the sides."""
    hexes: tuple[HexId, ...]
    corners: tuple[CornerId, ...]
    edges: tuple[EdgeId, ...]
    hex_corners: Mapping[HexId, tuple[CornerId, ...]]
    """The six corners of a hex."""
    hex_edges: Mapping[HexId, tuple[EdgeId, ...]]
    """The six sides of a hex."""
    across: Mapping[HexId, tuple[HexId | None, ...]]
    """The hex on the other side of each of the six sides, None for the sea."""
    hex_neighbours: Mapping[HexId, tuple[HexId, ...]]
    """The hexes around a hex."""
    corner_hexes: Mapping[CornerId, tuple[HexId, ...]]
    """The one to three hexes of a corner, lowest first; for the middle of a hub that hex."""
    corner_edges: Mapping[CornerId, tuple[EdgeId, ...]]
    """The edges that meet at a corner: two or three, more at a hub."""
    neighbours: Mapping[CornerId, tuple[CornerId, ...]]
    """The corners one edge away, in the order of :attr:`corner_edges`."""
    edge_hexes: Mapping[EdgeId, tuple[HexId, ...]]
    """The one or two hexes of an edge, lowest first; one at the coast and within a hub."""
    ends: Mapping[EdgeId, tuple[CornerId, CornerId]]
    """The two corners of an edge, clockwise seen from its first hex."""
    edge_neighbours: Mapping[EdgeId, tuple[EdgeId, ...]]
    """The edges that share a corner with an edge: two to four, more at a hub."""
    coast: tuple[EdgeId, ...]
    """The sides that face the sea, clockwise along the shore from the north-west of hex 0."""
    coast_corners: tuple[CornerId, ...]
    """The corners at the sea; the ends of ``coast[i]`` are corners i and i + 1 of these."""
    coast_hexes: tuple[HexId, ...]
    """The hexes at the sea, clockwise from hex 0."""
    tips: tuple[HexId, ...]
    """The hexes at the corners of the layout: at least three sides in a row at the sea. Clockwise."""
    centre: Mapping[HexId, Point]
    """The middle of a hex in a drawing."""
    point: Mapping[CornerId, Point]
    """The place of a corner in a drawing."""
    _places: Mapping[HexId, Axial]
    _corner_names: Mapping[str, CornerId]
    _edge_names: Mapping[str, EdgeId]
    _between: Mapping[tuple[CornerId, CornerId], EdgeId]

    def __repr__(self) -> str:
        return f"geometry({self.rows}, {self.hubs})" if self.hubs else f"geometry({self.rows})"

    def hex(self, number: int) -> HexId:
        """The hex of that number.

        Raises:
            OffBoardError: if there is none.
        """
        if not 0 <= number < len(self.hexes):
            raise OffBoardError(f"there is no hex {number} on this board")
        return HexId(number)

    def corner(self, name: str) -> CornerId:
        """The corner of that name, seen from any of its hexes.

        Raises:
            OffBoardError: if there is none.
        """
        found = self._corner_names.get(name)
        if found is None:
            raise OffBoardError(f"there is no corner {name} on this board")
        return found

    def edge(self, name: str) -> EdgeId:
        """The edge of that name, seen from either of its hexes.

        Raises:
            OffBoardError: if there is none.
        """
        found = self._edge_names.get(name)
        if found is None:
            raise OffBoardError(f"there is no edge {name} on this board")
        return found

    def other_end(self, edge: EdgeId, corner: CornerId) -> CornerId:
        """The end of an edge that is not the given end."""
        one, two = self.ends[edge]
        return two if corner == one else one

    def edge_between(self, one: CornerId, two: CornerId) -> EdgeId | None:
        """The edge from one corner to the other; None if they are not neighbours."""
        return self._between.get((one, two))

    def ring(self, start: HexId, clockwise: bool = False) -> tuple[HexId, ...]:
        """The hexes at the sea, once around the layout from one of them.

        Raises:
            ValueError: if the start does not lie at the sea.
        """
        return _ring(self.across, set(self.hexes), start, clockwise)

    def spiral(self, start: HexId, clockwise: bool = False) -> tuple[HexId, ...]:
        """All hexes from one at the sea: once around along the shore, then around further in, to the middle.

        Raises:
            ValueError: if the start does not lie at the sea.
        """
        found: list[HexId] = []
        left = set(self.hexes)
        at = start
        while True:
            ring = _ring(self.across, left, at, clockwise)
            found += ring
            left.difference_update(ring)
            if not left:
                return tuple(found)
            at = self._inward(ring[-1], at, left, clockwise)

    def _inward(self, last: HexId, first: HexId, left: set[HexId], clockwise: bool) -> HexId:
        # Whoever has walked once around and finds the way on taken turns inward until there is a free hex.
        around = self.across[last]
        ahead = around.index(first) if first in around else 0
        for turn in range(6):
            found = around[(ahead + turn if clockwise else ahead - turn) % 6]
            if found in left:
                return found
        return min(left)

    def turned(self, sixths: int, mirrored: bool = False) -> Turn:
        """The layout mirrored left to right, if wanted, and then turned clockwise by sixths of a full turn.

        Raises:
            ValueError: if the layout does not cover itself after it.
        """
        places = {hex: _turned(place, sixths, mirrored) for hex, place in self._places.items()}
        column, row = min(places.values(), key=_reading)
        at = {place: hex for hex, place in self._places.items()}
        first = self._places[HexId(0)]
        moved = {
            hex: at.get((place[0] - column + first[0], place[1] - row + first[1]))
            for hex, place in places.items()
        }
        hexes = {hex: target for hex, target in moved.items() if target is not None}
        if len(hexes) < len(self.hexes):
            raise ValueError(f"rows of {self.rows} hexes do not cover themselves after that turn")
        corners: dict[CornerId, CornerId] = {}
        edges: dict[EdgeId, EdgeId] = {}
        for hex, target in hexes.items():
            for i in range(6):
                corner, side = (-i, 5 - i) if mirrored else (i, i)
                corners[self.hex_corners[hex][i]] = self.hex_corners[target][(corner + sixths) % 6]
                edges[self.hex_edges[hex][i]] = self.hex_edges[target][(side + sixths) % 6]
        for hex, directions in self.hubs:
            target = hexes[hex]
            corners[CornerId(f"{hex}{MIDDLE}")] = moved_hub = CornerId(f"{target}{MIDDLE}")
            for direction in directions:
                edge = self._between.get((moved_hub, corners[self._corner_names[f"{hex}{direction}"]]))
                if edge is None:
                    raise ValueError(f"the hub on hex {hex} does not lie on another after that turn")
                edges[EdgeId(f"{hex}{MIDDLE}{direction}")] = edge
        return Turn(hexes, corners, edges)


def interlock(rows: tuple[int, ...]) -> bool:
    """Whether rows of so many hexes make a layout: each one hex longer or shorter than the one above."""
    return (
        0 < len(rows) <= LONGEST
        and all(0 < length <= LONGEST for length in rows)
        and all(abs(above - below) == 1 for above, below in pairwise(rows))
    )


@cache
def geometry(rows: tuple[int, ...], hubs: tuple[Hub, ...] = ()) -> Geometry:
    """The layout of rows of so many hexes, from the top, some of them hubs. The same always gives the same
    object.

    Raises:
        ValueError: if the rows do not :func:`interlock`, or a hub lies on no hex or leads to no corner.
    """
    if not interlock(rows):
        raise ValueError(f"rows of {rows} hexes do not interlock")
    if not all(0 <= hex < sum(rows) and {*directions} <= {*CORNERS} for hex, directions in hubs):
        raise ValueError(f"there are no hubs {hubs} on rows of {rows} hexes")
    places = _places(rows)
    at = {place: hex for hex, place in places.items()}
    hexes = tuple(places)
    across = {
        hex: tuple(at.get((column + right, row + down)) for right, down in _STEPS)
        for hex, (column, row) in places.items()
    }
    corner_names, hex_corners = _corners(across)
    edge_names, hex_edges = _edges(across)
    corners = _unique(hex_corners.values())
    edges = _unique(hex_edges.values())
    ends = {
        hex_edges[hex][i]: (hex_corners[hex][i], hex_corners[hex][(i + 1) % 6])
        for hex in reversed(hexes)  # so that the first hex of an edge has the last word
        for i in range(6)
    }
    ends = {edge: ends[edge] for edge in edges}
    middles = {CornerId(f"{hex}{MIDDLE}"): hex for hex, _directions in hubs}
    spokes = {EdgeId(f"{hex}{MIDDLE}{way}"): hex for hex, directions in hubs for way in directions}
    for hex, directions in hubs:
        for direction in directions:
            middle, rim = CornerId(f"{hex}{MIDDLE}"), corner_names[f"{hex}{direction}"]
            ends[EdgeId(f"{hex}{MIDDLE}{direction}")] = middle, rim
    corners, edges = (*corners, *middles), (*edges, *spokes)
    corner_names |= {name: name for name in middles}
    edge_names |= {name: name for name in spokes}
    between = {pair: edge for edge, (one, two) in ends.items() for pair in ((one, two), (two, one))}
    corner_edges = _by_value(ends)
    shore = _shore(across, set(hexes), HexId(0), _NORTH_WEST)
    centre = {hex: (2 * _HALF_WIDTH * (column + row / 2), 1.5 * row) for hex, (column, row) in places.items()}
    return Geometry(
        rows=rows,
        hubs=hubs,
        hexes=hexes,
        corners=corners,
        edges=edges,
        hex_corners=hex_corners,
        hex_edges=hex_edges,
        across=across,
        hex_neighbours={
            hex: tuple(other for other in around if other is not None) for hex, around in across.items()
        },
        corner_hexes={**_by_value(hex_corners), **{middle: (hex,) for middle, hex in middles.items()}},
        corner_edges=corner_edges,
        neighbours={
            corner: tuple(ends[edge][ends[edge][0] == corner] for edge in meeting)
            for corner, meeting in corner_edges.items()
        },
        edge_hexes={**_by_value(hex_edges), **{spoke: (hex,) for spoke, hex in spokes.items()}},
        ends=ends,
        edge_neighbours={
            edge: tuple(other for corner in pair for other in corner_edges[corner] if other != edge)
            for edge, pair in ends.items()
        },
        coast=tuple(hex_edges[hex][side] for hex, side in shore),
        coast_corners=tuple(hex_corners[hex][side] for hex, side in shore),
        coast_hexes=tuple(dict.fromkeys(hex for hex, _ in shore)),
        tips=tuple(dict.fromkeys(hex for hex, _ in shore if _is_tip(across[hex]))),
        centre=centre,
        point={
            corner: (centre[hex][0] + right, centre[hex][1] + down)
            for hex in hexes
            for corner, (right, down) in zip(hex_corners[hex], _TO_CORNER, strict=True)
        }
        | {middle: centre[hex] for middle, hex in middles.items()},
        _places=places,
        _corner_names=corner_names,
        _edge_names=edge_names,
        _between=between,
    )


def _places(rows: tuple[int, ...]) -> dict[HexId, Axial]:
    places: list[Axial] = []
    start = 0
    for row, length in enumerate(rows):
        if row and length > rows[row - 1]:
            start -= 1
        places.extend((start + column, row) for column in range(length))
    return {HexId(number): place for number, place in enumerate(places)}


def _corners(
    across: Mapping[HexId, tuple[HexId | None, ...]],
) -> tuple[dict[str, CornerId], dict[HexId, tuple[CornerId, ...]]]:
    """All names of all corners, and the six corners of each hex."""
    names: dict[str, CornerId] = {}
    for hex, around in across.items():
        for i, direction in enumerate(CORNERS):
            name = f"{hex}{direction}"
            corner = names.setdefault(name, CornerId(name))
            # The corner is also one of the hexes across the sides before and after it.
            for side, seen_as in ((i - 1, i + 2), (i, i - 2)):
                if (other := around[side]) is not None:
                    names[f"{other}{CORNERS[seen_as % 6]}"] = corner
    return names, {hex: tuple(names[f"{hex}{direction}"] for direction in CORNERS) for hex in across}


def _edges(
    across: Mapping[HexId, tuple[HexId | None, ...]],
) -> tuple[dict[str, EdgeId], dict[HexId, tuple[EdgeId, ...]]]:
    """All names of all edges, and the six sides of each hex."""
    names: dict[str, EdgeId] = {}
    for hex, around in across.items():
        for i, direction in enumerate(SIDES):
            name = f"{hex}{direction}"
            edge = names.setdefault(name, EdgeId(name))
            if (other := around[i]) is not None:
                names[f"{other}{SIDES[(i + 3) % 6]}"] = edge
    return names, {hex: tuple(names[f"{hex}{direction}"] for direction in SIDES) for hex in across}


def _shore(
    across: Mapping[HexId, tuple[HexId | None, ...]], inside: Collection[HexId], hex: HexId, side: int
) -> list[tuple[HexId, int]]:
    """The outer sides of the connected hexes ``inside``, clockwise from one of them, as hex and side."""
    found: list[tuple[HexId, int]] = []
    at = (hex, side)
    while not found or at != found[0]:
        found.append(at)
        hex, side = at
        following = (side + 1) % 6
        beyond = across[hex][following]
        at = (hex, following) if beyond is None or beyond not in inside else (beyond, (side - 1) % 6)
    return found


def _ring(
    across: Mapping[HexId, tuple[HexId | None, ...]], inside: Collection[HexId], start: HexId, clockwise: bool
) -> tuple[HexId, ...]:
    side = next((i for i, other in enumerate(across[start]) if other not in inside), None)
    if side is None:
        raise ValueError(f"hex {start} does not lie at the sea")
    shore = [hex for hex, _ in _shore(across, inside, start, side)]
    if not clockwise:
        shore = [start, *reversed(shore)]
    return tuple(dict.fromkeys(shore))


def _is_tip(around: tuple[HexId | None, ...]) -> bool:
    return any(around[i - 1] is around[i] is around[(i + 1) % 6] is None for i in range(6))


def _turned(place: Axial, sixths: int, mirrored: bool) -> Axial:
    column, row = place
    if mirrored:
        column = -column - row
    for _ in range(sixths % 6):
        column, row = -row, column + row
    return column, row


def _reading(place: Axial) -> Axial:
    return place[1], place[0]


def _unique(groups: Iterable[tuple[K, ...]]) -> tuple[K, ...]:
    return tuple(dict.fromkeys(item for group in groups for item in group))


def _by_value(groups: Mapping[K, tuple[V, ...]]) -> dict[V, tuple[K, ...]]:
    """For each member of a group, the groups that have it."""
    found: dict[V, list[K]] = {}
    for key, group in groups.items():
        for value in group:
            found.setdefault(value, []).append(key)
    return {value: tuple(keys) for value, keys in found.items()}
