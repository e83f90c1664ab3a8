"""A brush for whole landscapes: thousands of shapes with colours that run into each other, as one mesh.

The pen makes drawings that are stamped again and again. What is painted once and as large as a board is
gathered here as triangles with a colour at each corner, drawn at twice its size and averaged down.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from kivy.graphics import (
    Callback,
    Canvas,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    Mesh,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Scale,
    Translate,
)
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.graphics.texture import Texture

from kivy_ui.art.atlas import AVERAGE
from kivy_ui.art.pen import Point
from kivy_ui.theme import Colour

MOST_CORNERS = 60_000
"""Corners of one mesh: their numbers have 16 bits."""

TILE = 256
"""Side of the sheet that parts of the landscape are drawn on before they are averaged."""

_FORMAT = [(b"vPosition", 2, "float"), (b"vColour", 4, "float")]

_CORNERS = """
#ifdef GL_ES
    precision highp float;
#endif
attribute vec2 vPosition;
attribute vec4 vColour;
uniform mat4 modelview_mat;
uniform mat4 projection_mat;
varying vec4 tint;
void main(void) {
    tint = vColour;
    gl_Position = projection_mat * modelview_mat * vec4(vPosition, 0.0, 1.0);
}
"""

_FILL = """
#ifdef GL_ES
    precision highp float;
#endif
varying vec4 tint;
void main(void) {
    gl_FragColor = tint;
}
"""

_ROUND: list[Point] = [(math.cos(math.tau * step / 24), math.sin(math.tau * step / 24)) for step in range(24)]


class Shapes:
    """Triangles: corners with their colours, and the numbers of the corners of each."""

    __slots__ = ("corners", "numbers")

    def __init__(self) -> None:
        self.corners = array("f")
        self.numbers = array("H")


class Part(NamedTuple):
    """Shapes in units of ``scale`` pixels from ``origin``. They spread ``reach`` pixels, if that is known."""

    shapes: Shapes
    origin: Point
    scale: float
    reach: float | None

    def touches(self, left: float, bottom: float, side: float) -> bool:
        """Whether some of it may lie in a square."""
        if self.reach is None:
            return True
        x, y = self.origin
        return (
            left - self.reach <= x <= left + side + self.reach
            and bottom - self.reach <= y <= bottom + side + self.reach
        )


class Brush:
    """Paints in units of its own: ``scale`` pixels each, from ``origin``."""

    def __init__(self) -> None:
        self.parts: list[Part] = []
        self.at((0.0, 0.0), 1.0)

    @property
    def origin(self) -> Point:
        """Where it paints, in pixels."""
        return self.parts[-1].origin

    @property
    def scale(self) -> float:
        """How many pixels its unit has."""
        return self.parts[-1].scale

    def at(self, origin: Point, scale: float, reach: float | None = None) -> Brush:
        """Paint on from here, in these units. ``reach``: how far what follows spreads, if that is known."""
        self.parts.append(Part(Shapes(), origin, scale, None if reach is None else reach * scale))
        return self

    def put(self, parts: Iterable[Part]) -> None:
        """Put down here what another brush has painted around (0, 0). Its shapes stay its own."""
        here = self.parts[-1]
        x, y = here.origin
        for part in parts:
            self.parts.append(part._replace(origin=(x + part.origin[0], y + part.origin[1])))
        self.parts.append(here._replace(shapes=Shapes()))

    def fan(self, middle: Point, inner: Colour, outline: Iterable[Point], outer: tuple[Colour, ...]) -> None:
        """A shape seen whole from its middle; its colour runs from there to those of the outline."""
        points = list(outline)
        first, count = self._corners((middle, *points), (inner, *(outer * len(points))[: len(points)]))
        numbers = self.parts[-1].shapes.numbers
        for number in range(first + 1, first + count - 1):
            numbers.extend((first, number, number + 1))
        numbers.extend((first, first + count - 1, first + 1))

    def polygon(self, outline: Iterable[Point], *colours: Colour) -> None:
        """A convex shape in one colour, or with a colour for each corner."""
        points = tuple(outline)
        first, count = self._corners(points, (colours * len(points))[: len(points)])
        numbers = self.parts[-1].shapes.numbers
        for number in range(first + 1, first + count - 1):
            numbers.extend((first, number, number + 1))

    def disc(
        self, centre: Point, radius: float, colour: Colour, rim: Colour | None = None, flat: float = 1.0
    ) -> None:
        """A disc, its colour running to that of the rim; ``flat`` is its height over its width."""
        x, y = centre
        seen = radius * self.scale
        round_ = _ROUND[::4] if seen < 1.6 else _ROUND[::2] if seen < 5 else _ROUND
        outline = [(x + radius * right, y + radius * up * flat) for right, up in round_]
        if rim is None:
            self.polygon(outline, colour)
        else:
            self.fan(centre, colour, outline, (rim,))

    def glow(self, centre: Point, radius: float, colour: Colour, flat: float = 1.0) -> None:
        """A disc that fades away; black ones are shadows."""
        self.disc(centre, radius, colour, (*colour[:3], 0.0), flat)

    def line(self, points: Sequence[Point], width: float, colour: Colour, *, tip: float = 1.0) -> None:
        """A stroke through the points with round ends, its width running to ``tip`` of it at the end."""
        count = len(points) - 1
        half = [width / 2 * (1 + (tip - 1) * number / max(1, count)) for number in range(count + 1)]
        for number in range(count):
            (x, y), (right, up) = points[number], points[number + 1]
            length = math.hypot(right - x, up - y) or 1.0
            across, along = -(up - y) / length, (right - x) / length
            one, two = half[number], half[number + 1]
            self.polygon(
                (
                    (x + across * one, y + along * one),
                    (right + across * two, up + along * two),
                    (right - across * two, up - along * two),
                    (x - across * one, y - along * one),
                ),
                colour,
            )
        if colour[3] == 1.0:
            for number in range(count + 1):
                self.disc(points[number], half[number], colour)

    def _corners(self, points: Sequence[Point], colours: Sequence[Colour]) -> tuple[int, int]:
        """Note corners; the number of the first of them, and how many they are."""
        count = len(points)
        part = self.parts[-1]
        if len(part.shapes.corners) // 6 + count > MOST_CORNERS:
            part = part._replace(shapes=Shapes())
            self.parts.append(part)
        corners = part.shapes.corners
        first = len(corners) // 6
        values: list[float] = []
        for point, colour in zip(points, colours, strict=True):
            values += point
            values += colour
        corners.fromlist(values)  # half the work of a corner at a time
        return first, count

    # --- onto a texture -----------------------------------------------------------------------------

    def painting(self, width: int, height: int, times: float) -> Iterator[Texture]:
        """All of it as a texture of this size, a part at a time: the same texture after each of them.

        One of the brush's pixels is ``times`` of the texture's.
        """
        # whoever asks may have a canvas open, which all that is made here would land on
        aside = Canvas(noadd=True)
        with aside:
            page = Fbo(size=(width, height), fs=AVERAGE)
            sheet = Fbo(size=(TILE, TILE), vs=_CORNERS, fs=_FILL)
        sheet.texture.mag_filter = sheet.texture.min_filter = "nearest"
        step = TILE // 2
        parts = [part for part in self.parts if part.shapes.numbers]
        made: dict[int, Canvas] = {}
        page["texel"] = (1 / TILE, 1 / TILE)
        page["times"] = 2.0
        for left in range(0, width, step):
            for bottom in range(0, height, step):
                here = [
                    number
                    for number, part in enumerate(parts)
                    if part.touches(left / times, bottom / times, step / times)
                ]
                with aside:
                    made |= {number: _drawn(parts[number]) for number in here if number not in made}
                sheet.clear()
                with sheet:
                    ClearColor(0, 0, 0, 1)
                    ClearBuffers()
                    PushMatrix()
                    Translate(-2 * left, -2 * bottom)
                    Scale(2 * times, 2 * times, 1)
                    for number in here:
                        sheet.add(made[number])
                    PopMatrix()
                sheet.draw()
                with page:
                    Callback(_opaque)
                    Color(1, 1, 1, 1)
                    Rectangle(pos=(left, bottom), size=(step, step), texture=sheet.texture)
                    Callback(_blended)
                page.draw()
                page.clear()
                yield page.texture
        sheet.clear()


def _drawn(part: Part) -> Canvas:
    """What draws a part, in a canvas of its own."""
    canvas, shapes = Canvas(), part.shapes
    with canvas:
        PushMatrix()
        Translate(*part.origin)
        Scale(part.scale, part.scale, 1)
        Mesh(vertices=shapes.corners, indices=shapes.numbers, fmt=_FORMAT, mode="triangles")
        PopMatrix()
    return canvas


def _opaque(_instruction: object) -> None:
    glDisable(GL_BLEND)


def _blended(_instruction: object) -> None:
    glEnable(GL_BLEND)
