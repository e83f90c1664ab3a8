"""Figures on the board that a person draws: an SVG file each, in the folder ``figures`` of a module.

They are as :mod:`kivy_ui.art.vector` understands them, in any colours: ``black``, ``white``, ``#rrggbb``, or
``#rrggbbaa`` for what shines through; ``currentColor`` is the owner's. A circle with the id ``shape`` is no
part of the picture: there the owner's shape is drawn, so that nobody has to tell owners by colour alone. One
that nobody owns has neither. What lies along an edge, as a road does, is drawn from the left to the right,
and the picture as a whole has the id ``along``.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cache

from kivy.graphics import PopMatrix, PushMatrix, Rotate, Translate

from kivy_ui.art.board import emblem
from kivy_ui.art.pen import Pen, Point
from kivy_ui.art.vector import Ink, Sign, SignError, drawn, file_of, finite, frame_of, marked, root_of
from kivy_ui.theme import Colour, rgb

SHAPE = "shape"
ALONG = "along"
OWNER = "currentcolor"
NAMED = {"black": "#000000", "white": "#ffffff"}
"""Black is also what SVG fills a shape with that says nothing."""


@dataclass(frozen=True, slots=True)
class StandingFigure:
    """A figure: its picture, and where in it its owner's shape is drawn, as large as is said; None if nobody
    owns it."""

    picture: Sign
    middle: Point | None
    size: float
    along: bool = False

    @property
    def aspect(self) -> float:
        """Its width over its height."""
        return self.picture.aspect

    def draw(self, pen: Pen, fill: Colour, label: Colour, shape: str, hollow: bool) -> None:
        """Draw it as its owner's, in a space of height 1."""
        self.picture.draw(pen, fill)
        if self.middle is not None:
            emblem(pen, shape, self.middle, self.size, label, hollow)

    def draw_along(self, pen: Pen, fill: Colour, label: Colour, shape: str, hollow: bool, angle: int) -> None:
        """Draw it along an edge through the middle of a square of side 1, as long as that is wide; the
        owner's shape stays upright."""
        tall = 1.0 / self.aspect
        PushMatrix()
        Translate(0.5 * pen.scale, 0.5 * pen.scale)
        Rotate(angle=angle, axis=(0, 0, 1))
        Translate(-0.5 * pen.scale, -0.5 * tall * pen.scale)
        self.picture.draw(Pen(pen.scale * tall), fill)
        PopMatrix()
        if self.middle is not None:
            x, y = self.middle[0] * tall - 0.5, (self.middle[1] - 0.5) * tall
            right, up = math.cos(math.radians(angle)), math.sin(math.radians(angle))
            at = 0.5 + x * right - y * up, 0.5 + x * up + y * right
            emblem(pen, shape, at, self.size * tall, label, hollow)


@cache
def figure(name: str) -> StandingFigure | None:
    """The figure of this name that a module has drawn; None if it has none."""
    text = file_of("figures", name)
    return None if text is None else parsed(text)


def parsed(text: str) -> StandingFigure:
    """The figure of an SVG file.

    Raises:
        SignError: if it is not one that is understood.
    """
    root = root_of(text)
    places = marked(root, SHAPE)
    owned = any(OWNER in (value.lower() for value in element.attrib.values()) for element in root.iter())
    if len(places) != owned:
        raise SignError("a figure in its owner's colour has one circle with the id shape, any other has none")
    along = root.get("id") == ALONG
    if not places:
        return StandingFigure(drawn(root, _ink), None, 0.0, along)
    ((parent, circle),) = places
    parent.remove(circle)
    picture = drawn(root, _ink)
    try:
        x, y, radius = (finite(circle.get(name, "")) for name in ("cx", "cy", "r"))
    except ValueError as error:
        raise SignError(f"the circle of the owner's shape cannot be read: {error}") from None
    frame = frame_of(root)
    return StandingFigure(picture, frame.at(x, y), 2 * radius / frame.height, along)


def _ink(colour: str) -> Ink:
    """0 is the first colour of a drawing, its owner's."""
    if colour.lower() == OWNER:
        return 0
    try:
        return colour_of(colour)
    except SignError as error:
        raise SignError(f"{error}, nor currentColor") from None


def colour_of(colour: str) -> Colour:
    """The colour that an SVG file names.

    Raises:
        SignError: if it is none that is understood.
    """
    colour = NAMED.get(colour.lower(), colour)
    if re.fullmatch("#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?", colour) is None:
        raise SignError(f"the colour {colour or 'that is missing'} is not #rrggbb")
    return rgb(colour[:7], int(colour[7:] or "ff", 16) / 255)
