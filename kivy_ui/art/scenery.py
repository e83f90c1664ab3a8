"""Land that a module draws: an SVG file in its folder ``land`` for each terrain, and for what lies on hexes
or at the coast.

They are as :mod:`kivy_ui.art.vector` understands them, in any colours. The middle of the hex is at (0, 0),
its sides are 100 long, and the ``viewBox`` is ``-100 -100 200 200``. A terrain has a circle with the id
``ground`` that is no part of the picture: its fill is the ground's colour in the middle, its stroke that at
the rim. What lies on a hex or at the coast has none; if it leaves the hex, it does
so to the east, and is turned from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from kivy.graphics.tesselator import Tesselator

from kivy_ui.art.brush import Brush
from kivy_ui.art.figures import colour_of
from kivy_ui.art.pen import Cap, Pen, Point, arc
from kivy_ui.art.vector import Sign, SignError, drawn, file_of, marked, own_style, root_of
from kivy_ui.theme import Colour, rgb

GROUND = "ground"
TALL = 2.0
"""Height of a picture, in sides of a hex."""

EAST: Point = (1.0, 0.0)


@dataclass(frozen=True, slots=True)
class Scenery:
    """A picture on a hex, and the ground below it: in its middle and at the rim, if it is a terrain."""

    picture: Sign
    ground: tuple[Colour, Colour] | None

    def paint(self, brush: Brush, east: Point = EAST, mirrored: bool = False) -> None:
        """Paint it on a hex of side 1 around the brush's origin, its east towards there."""
        self.picture.draw(_BrushPen(brush, self.picture.aspect, east, mirrored), rgb("#000000"))


@cache
def scenery(name: str) -> Scenery | None:
    """The land of this name that a module has drawn; None if none has."""
    text = file_of("land", name)
    return None if text is None else parsed(text)


def parsed(text: str) -> Scenery:
    """The land of an SVG file.

    Raises:
        SignError: if it is not one that is understood.
    """
    root = root_of(text)
    grounds = marked(root, GROUND)
    if len(grounds) > 1:
        raise SignError("a terrain has one circle with the id ground, which says its colours")
    ground = None
    for parent, circle in grounds:
        parent.remove(circle)
        style = own_style(circle)
        ground = colour_of(style.get("fill", "")), colour_of(style.get("stroke", ""))
    return Scenery(drawn(root, colour_of), ground)


class _BrushPen(Pen):
    """A pen that paints with a brush."""

    def __init__(self, brush: Brush, aspect: float, east: Point, mirrored: bool) -> None:
        super().__init__(1.0)
        self._brush, self._aspect, self._east = brush, aspect, east
        self._up = -1.0 if mirrored else 1.0

    def _at(self, point: Point) -> Point:
        x, y = (point[0] - self._aspect / 2) * TALL, (point[1] - 0.5) * TALL * self._up
        right, up = self._east
        return x * right - y * up, x * up + y * right

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        tesselator = Tesselator()
        tesselator.add_contour([value for point in points for value in self._at(point)])
        if tesselator.tesselate(polysize=3):
            for flat in tesselator.vertices:
                self._brush.polygon(zip(flat[::2], flat[1::2], strict=True), colour)

    def circle(self, centre: Point, radius: float, colour: Colour) -> None:
        self._brush.disc(self._at(centre), radius * TALL, colour)

    def ring(self, centre: Point, radius: float, width: float, colour: Colour) -> None:
        self.line(arc(centre, radius, 0, 360, 36), width, colour)

    def box(
        self, left: float, bottom: float, width: float, height: float, colour: Colour, radius: float = 0.0
    ) -> None:
        right, top = left + width, bottom + height
        corners = (right, top, 0), (left, top, 90), (left, bottom, 180), (right, bottom, 270)
        outline: list[Point] = []
        for x, y, start in corners:
            inward = radius if x == left else -radius, radius if y == bottom else -radius
            outline += arc((x + inward[0], y + inward[1]), radius, start, start + 90, 5)
        self.polygon(outline, colour)

    def line(
        self,
        points: Sequence[Point],
        width: float,
        colour: Colour,
        closed: bool = False,
        cap: Cap = "round",
        joint: str = "round",
    ) -> None:
        """A stroke with round ends, whatever is said."""
        through = [*points, *points[:1]] if closed else points
        self._brush.line([self._at(point) for point in through], width * TALL, colour)
