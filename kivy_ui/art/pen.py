"""A pen for vector art: filled shapes in a unit space, y upwards, height 1."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from kivy.graphics import Color, Ellipse, Line, Mesh, RoundedRectangle
from kivy.graphics.tesselator import Tesselator

from kivy_ui.theme import Colour

Cap = Literal["round", "none", "square"]
"""How a stroke ends."""

Point = tuple[float, float]


def curve(start: Point, control: Point, other: Point, end: Point, steps: int = 14) -> list[Point]:
    """Points along a cubic Bezier curve, both ends included."""
    points = []
    for step in range(steps + 1):
        t = step / steps
        a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
        points.append(
            (
                a * start[0] + b * control[0] + c * other[0] + d * end[0],
                a * start[1] + b * control[1] + c * other[1] + d * end[1],
            )
        )
    return points


def arc(centre: Point, radius: float, start: float, end: float, steps: int = 20) -> list[Point]:
    """Points along an arc; angles in degrees, anticlockwise from the right."""
    return [
        (
            centre[0] + radius * math.cos(math.radians(start + (end - start) * step / steps)),
            centre[1] + radius * math.sin(math.radians(start + (end - start) * step / steps)),
        )
        for step in range(steps + 1)
    ]


def star(centre: Point, outer: float, inner: float, points: int = 5) -> list[Point]:
    """The outline of a star, one point upwards."""
    return [
        (
            centre[0] + (inner if corner % 2 else outer) * math.cos(math.radians(90 + 180 * corner / points)),
            centre[1] + (inner if corner % 2 else outer) * math.sin(math.radians(90 + 180 * corner / points)),
        )
        for corner in range(2 * points)
    ]


class Pen:
    """Draws on the canvas that is open; one unit is ``scale`` pixels."""

    def __init__(self, scale: float) -> None:
        self.scale = scale

    def polygon(self, points: Sequence[Point], colour: Colour) -> None:
        """Fill a simple outline, convex or not."""
        flat = [value * self.scale for point in points for value in point]
        tesselator = Tesselator()
        tesselator.add_contour(flat)
        # triangles: for larger parts it sets aside room for 65535 corners each, 8 MB and 10 ms for a sail
        if not tesselator.tesselate(polysize=3):
            return
        vertices = [
            value
            for corners in tesselator.vertices
            for x, y in zip(corners[::2], corners[1::2], strict=True)
            for value in (x, y, 0.0, 0.0)
        ]
        Color(*colour)
        Mesh(vertices=vertices, indices=list(range(len(vertices) // 4)), mode="triangles")

    def circle(self, centre: Point, radius: float, colour: Colour) -> None:
        Color(*colour)
        Ellipse(
            pos=((centre[0] - radius) * self.scale, (centre[1] - radius) * self.scale),
            size=(2 * radius * self.scale, 2 * radius * self.scale),
            segments=72,
        )

    def ring(self, centre: Point, radius: float, width: float, colour: Colour) -> None:
        """A circle drawn with a pen of this width, centred on the radius."""
        Color(*colour)
        Line(
            circle=(centre[0] * self.scale, centre[1] * self.scale, radius * self.scale),
            width=width * self.scale / 2,
            close=True,
        )

    def box(
        self, left: float, bottom: float, width: float, height: float, colour: Colour, radius: float = 0.0
    ) -> None:
        Color(*colour)
        corner = max(radius * self.scale, 0.01)
        RoundedRectangle(
            pos=(left * self.scale, bottom * self.scale),
            size=(width * self.scale, height * self.scale),
            radius=[corner],
            segments=18,
        )

    def line(
        self,
        points: Sequence[Point],
        width: float,
        colour: Colour,
        closed: bool = False,
        cap: Cap = "round",
        joint: str = "round",
    ) -> None:
        """A stroke of this width through the points."""
        Color(*colour)
        Line(
            points=[value * self.scale for point in points for value in point],
            width=width * self.scale / 2,
            cap=cap,
            joint=joint,
            close=closed,
        )
