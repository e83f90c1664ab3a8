"""A brush for whole landscapes: thousands of shapes with colours that run into each other, as one mesh.

The pen makes drawings that are stamped again and again. What is painted once and as large as a board is
gathered here as triangles with a colour at each corner, drawn at twice its size and averaged down.
"""

from __future__ import annotations

import math
from array import array
from collections.abc import Iterable, Iterator, Sequence

from kivy.graphics import (
    Callback,
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


class Part:
    """A mesh: corners with their colours, numbers of the corners of triangles, and how far it spreads."""

    __slots__ = ("corners", "middle", "numbers", "reach")

    def __init__(self, middle: Point | None, reach: float) -> None:
        self.corners = array("f")
        self.numbers = array("H")
        self.middle = middle
        self.reach = reach

    def touches(self, left: float, bottom: float, side: float) -> bool:
        """Whether some of it may lie in a square."""
        if self.middle is None:
            return True
        x, y = self.middle
        return (
            left - self.reach <= x <= left + side + self.reach
            and bottom - self.reach <= y <= bottom + side + self.reach
        )


class Brush:
    """Paints in units of its own: ``scale`` pixels each, from ``origin``."""

    def __init__(self) -> None:
        self.parts: list[Part] = [Part(None, 0.0)]
        self.scale = 1.0
        self.origin: Point = (0.0, 0.0)

    def at(self, origin: Point, scale: float, reach: float | None = None) -> Brush:
        """Paint on from here, in these units. ``reach``: how far what follows spreads, if that is known."""
        self.origin, self.scale = origin, scale
        if reach is not None or self.parts[-1].middle is not None:
            self.parts.append(Part(None if reach is None else origin, (reach or 0.0) * scale))
        return self

    def fan(self, middle: Point, inner: Colour, outline: Iterable[Point], outer: tuple[Colour, ...]) -> None:
        """A shape seen whole from its middle; its colour runs from there to those of the outline."""
        points = list(outline)
        first, count = self._corners((middle, *points), (inner, *(outer * len(points))[: len(points)]))
        numbers = self.parts[-1].numbers
        for number in range(first + 1, first + count - 1):
            numbers.extend((first, number, number + 1))
        numbers.extend((first, first + count - 1, first + 1))

    def polygon(self, outline: Iterable[Point], *colours: Colour) -> None:
        """A convex shape in one colour, or with a colour for each corner."""
        points = tuple(outline)
        first, count = self._corners(points, (colours * len(points))[: len(points)])
        numbers = self.parts[-1].numbers
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
        if len(part.corners) // 6 + count > MOST_CORNERS:
            part = Part(part.middle, part.reach)
            self.parts.append(part)
        corners = part.corners
        first = len(corners) // 6
        (left, bottom), scale = self.origin, self.scale
        for (x, y), colour in zip(points, colours, strict=True):
            corners.extend((left + x * scale, bottom + y * scale, *colour))
        return first, count

    # --- onto a texture -----------------------------------------------------------------------------

    def painting(self, width: int, height: int, times: float) -> Iterator[Texture]:
        """All of it as a texture of this size, a part at a time: the same texture after each of them.

        One of the brush's pixels is ``times`` of the texture's.
        """
        page = Fbo(size=(width, height), fs=AVERAGE)
        sheet = Fbo(size=(TILE, TILE), vs=_CORNERS, fs=_FILL)
        sheet.texture.mag_filter = sheet.texture.min_filter = "nearest"
        step = TILE // 2
        page["texel"] = (1 / TILE, 1 / TILE)
        page["times"] = 2.0
        for left in range(0, width, step):
            for bottom in range(0, height, step):
                sheet.clear()
                with sheet:
                    ClearColor(0, 0, 0, 1)
                    ClearBuffers()
                    PushMatrix()
                    Translate(-2 * left, -2 * bottom)
                    Scale(2 * times, 2 * times, 1)
                    for part in self.parts:
                        if part.numbers and part.touches(left / times, bottom / times, step / times):
                            Mesh(vertices=part.corners, indices=part.numbers, fmt=_FORMAT, mode="triangles")
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


def _opaque(_instruction: object) -> None:
    glDisable(GL_BLEND)


def _blended(_instruction: object) -> None:
    glEnable(GL_BLEND)
