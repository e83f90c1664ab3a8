"""Where places of the board are in pixels, and which place a finger means. No Kivy.

Board coordinates are sides of a hex, x to the right and y upwards, from the middle of what is drawn.
"""

from __future__ import annotations

import copy
import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

from companion.engine.geometry import Geometry
from companion.engine.ids import EdgeId, HexId
from companion.presenters.board_view import TURNS, Place
from companion.rules.presentation.parts import PlaceSort
from kivy_ui.geometry import Box

Point = tuple[float, float]

REACH_MM = 9.0
"""A place further from the finger than this is not meant."""
COMFORT_MM: dict[PlaceSort, float] = {"corner": 8.5, "edge": 11.0, "hex": 8.5}
"""Places that lie closer together than this are shown larger before one is chosen. Edges need more: a finger
slips from one to the next to every side."""
LEAST_MM: dict[PlaceSort, float] = {"corner": 8.0, "edge": 8.0, "hex": 8.0}
"""How close they may lie where only a few are lit."""
FEW = 6
ZOOM = 2.0
"""How much larger lit places are shown that lie too close."""
MOST_ZOOM = 3.0

HARBOUR_REACH = 0.62
"""From the middle of a harbour's side to the middle of its sign, in sides."""
HARBOUR_RADIUS = 0.30
OFFSHORE = 1.6
"""From the middle of a hex at the coast to the open sea, in sides."""
RIM = 0.30
"""Sea that is always left around the island, in sides."""
ROAD_ENDS = 0.20
"""Share of an edge at each end that a road leaves to the corner."""
HEX_SLACK = 0.35
"""A hex under the finger counts as this far away, so that a corner or an edge lit beside it is taken."""

_UNIT: dict[PlaceSort, float] = {"corner": 1.0, "edge": 3**0.5 / 2, "hex": 3**0.5}
"""How far apart neighbouring places of a sort are, in sides."""


@dataclass(frozen=True, slots=True)
class View:
    """How much larger than whole the board is seen, and which of its points is in the middle."""

    scale: float = 1.0
    centre: Point = (0.0, 0.0)


WHOLE = View()


@dataclass(frozen=True)
class BoardMap:
    """The board in a box, turned clockwise by sixths, seen in a view. ``harbours`` need room at the coast.

    Turns from 6 on are those of the board mirrored left to right, for a table where it lies so.
    """

    land: Geometry
    box: Box
    turn: int = 0
    view: View = WHOLE
    harbours: tuple[str, ...] = ()

    # --- where things are ---------------------------------------------------------------------------

    @cached_property
    def _direction(self) -> Point:
        angle = math.radians(60 * (self.turn % TURNS))
        return math.cos(angle), math.sin(angle)

    @property
    def mirrored(self) -> bool:
        """Whether left and right have changed places."""
        return self.turn >= TURNS

    def _turned(self, point: Point) -> Point:
        """A point of the geometry (y downwards) after the turn, y upwards."""
        cosine, sine = self._direction
        x, y = -point[0] if self.mirrored else point[0], point[1]
        return x * cosine - y * sine, -(x * sine + y * cosine)

    @cached_property
    def _corners(self) -> dict[str, Point]:
        return {corner: self._turned(point) for corner, point in self.land.point.items()}

    @cached_property
    def _hexes(self) -> dict[int, Point]:
        return {hex: self._turned(point) for hex, point in self.land.centre.items()}

    @cached_property
    def _bounds(self) -> tuple[float, float, float, float]:
        """Left, bottom, right and top of island and harbours, in sides."""
        signs = [self._harbour(edge) for edge in self.harbours]
        points = list(self._corners.values())
        around = [(x, y, RIM) for x, y in points] + [(x, y, HARBOUR_RADIUS + 0.06) for x, y in signs]
        return (
            min(x - room for x, _y, room in around),
            min(y - room for _x, y, room in around),
            max(x + room for x, _y, room in around),
            max(y + room for _x, y, room in around),
        )

    @cached_property
    def _middle(self) -> Point:
        left, bottom, right, top = self._bounds
        return (left + right) / 2, (bottom + top) / 2

    @cached_property
    def whole_side(self) -> float:
        """Pixels of a hex's side where the whole board is seen."""
        left, bottom, right, top = self._bounds
        return min(self.box.w / (right - left), self.box.h / (top - bottom))

    @property
    def side(self) -> float:
        """Pixels of a hex's side."""
        return self.whole_side * self.view.scale

    def to_screen(self, point: Point) -> Point:
        """Pixels of a point in board coordinates."""
        x, y = self.box.centre
        return (
            x + (point[0] - self.view.centre[0]) * self.side,
            y + (point[1] - self.view.centre[1]) * self.side,
        )

    def to_board(self, pixel: Point) -> Point:
        """The point in board coordinates that is seen at a pixel."""
        x, y = self.box.centre
        return (
            (pixel[0] - x) / self.side + self.view.centre[0],
            (pixel[1] - y) / self.side + self.view.centre[1],
        )

    def _seen(self, point: Point) -> Point:
        return self.to_screen((point[0] - self._middle[0], point[1] - self._middle[1]))

    def corner(self, corner: str) -> Point:
        """Pixel of a corner."""
        return self._seen(self._corners[corner])

    def hex(self, hex: int) -> Point:
        """Pixel of the middle of a hex."""
        return self._seen(self._hexes[hex])

    def ends(self, edge: str) -> tuple[Point, Point]:
        """Pixels of both ends of an edge."""
        one, two = self.land.ends[EdgeId(edge)]
        return self.corner(one), self.corner(two)

    def edge(self, edge: str) -> Point:
        """Pixel of the middle of an edge."""
        (x, y), (other, above) = self.ends(edge)
        return (x + other) / 2, (y + above) / 2

    def angle(self, edge: str) -> int:
        """Direction of an edge on the screen, anticlockwise from the right: 30, 90 or 150 degrees."""
        (x, y), (other, above) = self.ends(edge)
        return round(math.degrees(math.atan2(above - y, other - x))) % 180

    def outline(self, hex: int) -> list[Point]:
        """Pixels of the six corners of a hex, in order around it."""
        return [self.corner(corner) for corner in self.land.hex_corners[HexId(hex)]]

    def _harbour(self, edge: str) -> Point:
        one, two = (self._corners[corner] for corner in self.land.ends[EdgeId(edge)])
        middle = (one[0] + two[0]) / 2, (one[1] + two[1]) / 2
        inside = self._hexes[self.land.edge_hexes[EdgeId(edge)][0]]
        out = middle[0] - inside[0], middle[1] - inside[1]
        length = math.hypot(*out)
        return middle[0] + out[0] / length * HARBOUR_REACH, middle[1] + out[1] / length * HARBOUR_REACH

    def harbour(self, edge: str) -> Point:
        """Pixel of the middle of a harbour's sign, in the sea before its side."""
        return self._seen(self._harbour(edge))

    def sea(self, hex: int) -> Point:
        """Pixel of the sea off a hex at the coast, straight away from the middle of the island."""
        x, y = self._hexes[hex]
        out = x - self._middle[0], y - self._middle[1]
        away = OFFSHORE / (math.hypot(*out) or 1.0)
        return self._seen((x + out[0] * away, y + out[1] * away))

    def spot(self, place: Place) -> Point:
        """Pixel of the middle of a place."""
        if place.sort == "corner":
            return self.corner(str(place.id))
        return self.edge(str(place.id)) if place.sort == "edge" else self.hex(int(place.id))

    def places(self, sorts: Iterable[PlaceSort]) -> list[Place]:
        """All places of these sorts."""
        found: list[Place] = []
        for sort in sorts:
            names: dict[PlaceSort, Sequence[str | int]] = {
                "corner": self.land.corners,
                "edge": self.land.edges,
                "hex": self.land.hexes,
            }
            found += [Place(sort, name) for name in names[sort]]
        return found

    # --- what a finger means ------------------------------------------------------------------------

    def distance(self, pixel: Point, place: Place) -> float:
        """Pixels from a finger to a place: a corner's point, a road's line, or the rim of a hex."""
        if place.sort == "corner":
            return math.dist(pixel, self.corner(str(place.id)))
        if place.sort == "edge":
            return _to_segment(pixel, *self.ends(str(place.id)), ends=ROAD_ENDS)
        outside = _outside_hex(pixel, self.hex(int(place.id)), self.side)
        return outside + HEX_SLACK * self.whole_side

    def nearest(self, pixel: Point, places: Collection[Place], reach: float) -> Place | None:
        """The place nearest to a finger, None if all are further than ``reach`` pixels."""
        found = min(
            ((self.distance(pixel, place), math.dist(pixel, self.spot(place)), place) for place in places),
            default=None,
        )
        return found[2] if found is not None and found[0] <= reach else None

    # --- what is seen -------------------------------------------------------------------------------

    def seen(self, view: View) -> BoardMap:
        """The same board in another view, as far as that leaves no empty margin."""
        other = copy.copy(self)  # with all that has been worked out: none of it depends on the view
        object.__setattr__(other, "view", self.clamped(view))
        return other

    def clamped(self, view: View) -> View:
        """The view with its scale and centre within what there is to see."""
        scale = max(1.0, min(MOST_ZOOM, view.scale))
        across = self.box.w / 2 / self.whole_side * (1 - 1 / scale)
        up = self.box.h / 2 / self.whole_side * (1 - 1 / scale)
        x, y = view.centre
        return View(scale, (max(-across, min(across, x)), max(-up, min(up, y))))

    def too_close(self, places: Iterable[Place], px_per_mm: float) -> bool:
        """Whether any of these sorts of places is too small for a finger while the whole is seen."""
        return any(
            _UNIT[place.sort] * self.whole_side < COMFORT_MM[place.sort] * px_per_mm for place in places
        )

    def view_of(self, places: Collection[Place], px_per_mm: float) -> View:
        """The view to choose one of the places in: twice as large if they all fit, else as large as they do.

        Never so small that they would be too close for a finger; then as many as possible are seen. A few may
        lie closer, so that all of them are: nobody looks for what is out of sight.
        """
        if not places:
            return WHOLE
        whole = self.seen(WHOLE)
        points = [whole.to_board(whole.spot(place)) for place in places]
        left, right = min(x for x, _y in points), max(x for x, _y in points)
        low, high = min(y for _x, y in points), max(y for _x, y in points)
        room = min(REACH_MM * px_per_mm, min(self.box.w, self.box.h) / 6)
        across, up = (self.box.w - 2 * room) / self.whole_side, (self.box.h - 2 * room) / self.whole_side
        fitting = min(across / max(right - left, 0.01), up / max(high - low, 0.01))
        comfort = LEAST_MM if len(places) <= FEW else COMFORT_MM
        least = max(
            1.0,
            *(comfort[place.sort] * px_per_mm / (_UNIT[place.sort] * self.whole_side) for place in places),
        )
        scale = min(MOST_ZOOM, max(least, min(ZOOM, fitting)))
        middle = (left + right) / 2, (low + high) / 2
        views = [self.clamped(View(scale, centre)) for centre in (middle, *points)]

        def shown(view: View, margin: float) -> int:
            wide, tall = self.box.w / 2 - margin, self.box.h / 2 - margin
            side = self.whole_side * scale
            return sum(
                abs(x - view.centre[0]) * side <= wide + 0.01
                and abs(y - view.centre[1]) * side <= tall + 0.01
                for x, y in points
            )

        return max(views, key=lambda view: (shown(view, room), shown(view, 0.0)))


def _outside_hex(pixel: Point, centre: Point, side: float) -> float:
    """Pixels to a pointy-top hex, 0 inside it."""
    x, y = abs(pixel[0] - centre[0]), abs(pixel[1] - centre[1])
    half = side * 3**0.5 / 2
    corners = ((0.0, side), (half, side / 2), (half, -side / 2))
    if x <= half and y <= side - x / 3**0.5:
        return 0.0
    return min(_to_segment((x, y), one, two) for one, two in pairwise(corners))


def _to_segment(pixel: Point, one: Point, two: Point, ends: float = 0.0) -> float:
    """Pixels to the line between two points, without such a share of it at either end."""
    across, up = two[0] - one[0], two[1] - one[1]
    along = ((pixel[0] - one[0]) * across + (pixel[1] - one[1]) * up) / (across**2 + up**2)
    along = max(ends, min(1 - ends, along))
    return math.dist(pixel, (one[0] + along * across, one[1] + along * up))
