"""The board and the pieces on it."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

import msgspec

from companion.engine.command import Command
from companion.engine.geometry import Geometry
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.table import Table

if TYPE_CHECKING:
    from companion.rules.base.board import Board

PlaceSort = Literal["corner", "edge", "hex"]
"""What a piece can lie on."""


class Piece(msgspec.Struct, frozen=True):
    """A piece as it lies on the board. ``figure`` names its drawing, ``place`` is a corner, an edge or a hex.

    A knight has a ``strength`` and is ``active`` or not; a city may have a ``wall`` and bear the metropolis
    of a ``track``; a settlement ``on_side`` is a city's figure; a ``fallen`` building lies on its side as
    what it is; a ``damaged`` road lies sideways. A piece without an ``owner`` is nobody's. Where several
    share a corner, each that stands ``beside`` its middle has a number of its own there, from 1.

    Where no board is tracked, places have no names: ``text`` is the key of the words that tell which piece is
    meant, with the blank ``strength``, and ``apart`` is what else tells it from others.
    """

    place: Site | EdgeId | HexId
    figure: str
    owner: PlayerId
    strength: int = 0
    active: bool = False
    wall: bool = False
    on_side: bool = False
    damaged: bool = False
    fallen: bool = False
    beside: int = 0
    track: str = ""
    text: str = ""
    apart: tuple[object, ...] = ()


class Pieces(msgspec.Struct, frozen=True):
    """The pieces that a module has on places of one sort, drawn in the order of the modules.

    Those on corners stand in the game even where their places have no names. ``figures`` are the drawings
    that they may have; a sign is put on a round token. ``reach`` are the corners to which one of them can go
    at the moment. ``thing`` is what rules are about that tell of them, where that is not their figure.
    """

    sort: PlaceSort
    lie: Callable[[Table], Iterable[Piece]]
    figures: tuple[str, ...]
    reach: Callable[[Table, Piece], frozenset[Site]] = lambda table, piece: frozenset()
    thing: str = ""


class Adornment(msgspec.Struct, frozen=True):
    """What a module adds to pieces of others: ``adorn`` makes of a piece the one that is drawn. ``figures``
    are those that are only ever seen as such an addition."""

    sort: PlaceSort
    adorn: Callable[[Table, Piece], Piece]
    figures: tuple[str, ...] = ()


class Unplayed(msgspec.Struct, frozen=True):
    """Owners of pieces whom nobody plays, and the colour of each one's pieces."""

    colours: Callable[[Table], Mapping[PlayerId, str]]


class Terrain(msgspec.Struct, frozen=True):
    """A kind of hex with numbers printed on it."""

    name: str
    numbers: tuple[int, ...]


class Lying(NamedTuple):
    """A drawing on a hex, turned clockwise by so many sixths from the east."""

    hex: HexId
    drawing: str
    turn: int = 0


class Land(msgspec.Struct, frozen=True):
    """What is seen of hexes besides terrain and tokens: drawings that lie on them, numbers that stand beside
    the token, and the hexes whose token lies face down."""

    lie: Callable[[Board], Iterable[Lying]] = lambda board: ()
    numbers: Callable[[Board], Mapping[HexId, tuple[int, ...]]] = lambda board: {}
    face_down: Callable[[Table], Collection[HexId]] = lambda table: ()


class Shore(msgspec.Struct, frozen=True):
    """Numbers that are laid along the coast once the board lies, such as fishing grounds.

    ``command`` answers what is asked about them. Each lies at a side that faces the sea: ``sides`` are those
    that the island has for them, ``covered`` are all sides that one takes up, ``corners`` the three that it
    serves, in their order along the coast. ``lie`` are those that lie there, ``lay`` says where they lie, and
    ``drawing`` names the land that is drawn below the number, with a line from each corner.
    """

    command: type[Command]
    numbers: tuple[int, ...]
    sides: Callable[[Geometry], tuple[EdgeId, ...]]
    covered: Callable[[Geometry, EdgeId], tuple[EdgeId, ...]]
    corners: Callable[[Geometry, EdgeId], tuple[Site, Site, Site]]
    lie: Callable[[Table], Mapping[EdgeId, int]]
    lay: Callable[[PlayerId, Mapping[EdgeId, int]], Command]
    drawing: str = ""
