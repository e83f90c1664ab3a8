"""Figures on the board that a person draws: an SVG file each, in the folder ``figures`` of a module.

They are as :mod:`kivy_ui.art.vector` understands them, in any colours: ``black``, ``white``, ``#rrggbb``, or
``#rrggbbaa`` for what shines through; ``currentColor`` is the owner's. A circle with the id ``shape`` is no
part of the picture: there the owner's shape is drawn, so that nobody has to tell owners by colour alone.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache

from kivy_ui.art.board import emblem
from kivy_ui.art.pen import Pen, Point
from kivy_ui.art.vector import Ink, Sign, SignError, drawn, file_of, frame_of, root_of
from kivy_ui.theme import Colour, rgb

SHAPE = "shape"
OWNER = "currentcolor"
NAMED = {"black": "#000000", "white": "#ffffff"}
"""Black is also what SVG fills a shape with that says nothing."""


@dataclass(frozen=True, slots=True)
class StandingFigure:
    """A figure: its picture, and where in it its owner's shape is drawn, as large as is said."""

    picture: Sign
    middle: Point
    size: float

    @property
    def aspect(self) -> float:
        """Its width over its height."""
        return self.picture.aspect

    def draw(self, pen: Pen, fill: Colour, label: Colour, shape: str, hollow: bool) -> None:
        """Draw it as its owner's, in a space of height 1."""
        self.picture.draw(pen, fill)
        emblem(pen, shape, self.middle, self.size, label, hollow)


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
    places = [(parent, element) for parent in root.iter() for element in parent if element.get("id") == SHAPE]
    if len(places) != 1 or not places[0][1].tag.endswith("circle"):
        raise SignError("a figure has one circle with the id shape, where its owner's shape is drawn")
    ((parent, circle),) = places
    parent.remove(circle)
    picture = drawn(root, _ink)
    try:
        x, y, radius = (float(circle.get(name, "")) for name in ("cx", "cy", "r"))
    except ValueError as error:
        raise SignError(f"the circle of the owner's shape cannot be read: {error}") from None
    frame = frame_of(root)
    return StandingFigure(picture, frame.at(x, y), 2 * radius / frame.height)


def _ink(colour: str) -> Ink:
    if colour.lower() == OWNER:
        return 0
    colour = NAMED.get(colour.lower(), colour)
    if re.fullmatch("#[0-9a-fA-F]{6}([0-9a-fA-F]{2})?", colour) is None:
        raise SignError(f"the colour {colour} is neither currentColor nor #rrggbb")
    return rgb(colour[:7], int(colour[7:] or "ff", 16) / 255)
