"""What the board widget shows and what is marked on it: plain frozen values, no engine, no Kivy.

Corners and edges are named as the engine names them (``4N``, ``4NE``), hexes by their number.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from companion.engine.geometry import Geometry, Hub, geometry
from companion.rules.presentation.parts import PlaceSort

NO_TOKEN = 0

TURNS = 6
"""Ways to turn the board. As many more are those of its mirror image."""


class Place(NamedTuple):
    """A corner, an edge or a hex: corners and edges may have the same name."""

    sort: PlaceSort
    id: str | int


class HexView(msgspec.Struct, frozen=True):
    """A hex: its terrain ("" while not known), number token (0 for none), which may lie ``face_down``, and
    numbers printed on it. ``lying`` are drawings, turned clockwise by so many sixths from the east."""

    hex: int
    terrain: str
    token: int = NO_TOKEN
    numbers: tuple[int, ...] = ()
    face_down: bool = False
    lying: tuple[tuple[str, int], ...] = ()


class PieceView(msgspec.Struct, frozen=True):
    """What stands on a corner or an edge, with what belongs to it.

    ``kind`` names its figure, or the sign on its token; ``colour`` is the livery's name; ``seat`` None is
    for a colour that nobody plays. A knight has ``strength`` 1 to 3 and wears its helmet when ``active``; a
    city may have a ``wall`` and bear the metropolis of a ``track``. A settlement ``on_side`` is a city's
    figure laid on its side, where no settlement's figure was left; a ``fallen`` building lies on its side as
    what it is. What stands ``beside`` the middle of a corner that several share has a number there.
    """

    kind: str
    colour: str
    seat: int | None = None
    strength: int = 0
    active: bool = False
    wall: bool = False
    on_side: bool = False
    fallen: bool = False
    beside: int = 0
    track: str = ""


class RoadView(msgspec.Struct, frozen=True):
    """A road; a ``damaged`` one lies sideways."""

    edge: str
    colour: str
    seat: int | None = None
    damaged: bool = False


class HarbourView(msgspec.Struct, frozen=True):
    """A harbour at a side that faces the sea; ``good`` "any" is 3:1, "" what is not known yet."""

    edge: str
    good: str


class ShoreView(msgspec.Struct, frozen=True):
    """A number that lies at the coast, such as a fishing ground: the three corners that it serves in their
    order along the shore, and its ``drawing``."""

    corners: tuple[str, str, str]
    number: int
    drawing: str = ""


class FigureView(msgspec.Struct, frozen=True):
    """Somebody's figure on a hex, such as the merchant: ``figure`` names its drawing."""

    hex: int
    figure: str
    colour: str
    seat: int | None = None


class BoardView(msgspec.Struct, frozen=True):
    """Everything that lies on the table. ``rows`` are the hexes in each row, from the top, at turn 0,
    ``hubs`` those whose middle is a corner.

    ``corner_figures`` is every figure that may stand on a corner in this game, so that it can be drawn ahead.
    """

    rows: tuple[int, ...]
    hexes: tuple[HexView, ...]
    corners: tuple[tuple[str, PieceView], ...] = ()
    roads: tuple[RoadView, ...] = ()
    edges: tuple[tuple[str, PieceView], ...] = ()
    harbours: tuple[HarbourView, ...] = ()
    robber: int | None = None
    figures: tuple[FigureView, ...] = ()
    shores: tuple[ShoreView, ...] = ()
    corner_figures: frozenset[str] = frozenset()
    hubs: tuple[Hub, ...] = ()

    @property
    def land(self) -> Geometry:
        """What lies beside what."""
        return geometry(self.rows, self.hubs)

    @property
    def occupied(self) -> frozenset[Place]:
        """Where a piece stands or a road lies."""
        corners = (Place("corner", corner) for corner, _piece in self.corners)
        edges = (Place("edge", edge) for edge in (*(road.edge for road in self.roads), *dict(self.edges)))
        return frozenset((*corners, *edges))


class Ghost(msgspec.Struct, frozen=True):
    """The piece that is about to be placed, shown under the finger: a road, a figure ..."""

    kind: str = ""
    colour: str = ""
    seat: int | None = None
    strength: int = 1
    active: bool = False
    track: str = ""


class Marks(msgspec.Struct, frozen=True):
    """What is marked on the board.

    ``corners``, ``edges`` and ``hexes`` are lit: a touch takes the nearest. Those among them that are legal
    only if hidden cards allow it are in ``possible``. ``wanted`` are the sorts of places that a tap beside
    the lit ones reports; without any it reports the nearest piece (of ``seat`` if possible), or else the hex.
    ``chosen`` are places picked before, such as the knight that moves. ``trail`` is the longest trail,
    ``blocked`` are corners where a road is shut off, ``reach`` the corners that a knight reaches, ``goals``
    those that a touch may mean where nothing is asked.
    """

    corners: frozenset[str] = frozenset()
    edges: frozenset[str] = frozenset()
    hexes: frozenset[int] = frozenset()
    possible: frozenset[Place] = frozenset()
    wanted: tuple[PlaceSort, ...] = ()
    seat: int | None = None
    ghost: Ghost = msgspec.field(default_factory=Ghost)
    chosen: tuple[Place, ...] = ()
    trail: tuple[str, ...] = ()
    blocked: frozenset[str] = frozenset()
    reach: frozenset[str] = frozenset()
    goals: frozenset[str] = frozenset()

    @property
    def lit(self) -> tuple[Place, ...]:
        """All lit places, in a fixed order."""
        return (
            *(Place("corner", corner) for corner in sorted(self.corners)),
            *(Place("edge", edge) for edge in sorted(self.edges)),
            *(Place("hex", hex) for hex in sorted(self.hexes)),
        )
