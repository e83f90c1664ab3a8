"""The cards that lie in hands, each in the colour of its ground, with what it stands for.

A person draws that: an SVG file for each good in the folder ``faces`` of its module, as
:mod:`kivy_ui.art.vector` understands them, in any colours. A circle with the id ``ground`` is no part of the
picture: its fill is the colour of the card.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from kivy_ui.art.atlas import Drawing
from kivy_ui.art.figures import colour_of
from kivy_ui.art.pen import Pen
from kivy_ui.art.vector import Sign, SignError, drawn, file_of, marked, own_style, root_of
from kivy_ui.theme import Colour, rgb

GROUND = "ground"
EDGE = rgb("#20242C")
PLAIN, PLAIN_INK = rgb("#7A808C"), rgb("#F6EDD6")


@dataclass(frozen=True, slots=True)
class Face:
    """What is on a card: a picture in a square of side 1, on a ground of one colour."""

    picture: Sign
    ground: Colour


@cache
def face(good: str) -> Face | None:
    """The face of a good's card; None if nobody drew one."""
    text = file_of("faces", good)
    return None if text is None else parsed(text)


def parsed(text: str) -> Face:
    """The face in an SVG file.

    Raises:
        SignError: if it is not one that is understood.
    """
    root = root_of(text)
    grounds = marked(root, GROUND)
    if len(grounds) != 1:
        raise SignError("the face of a card has one circle with the id ground, which says its colour")
    ((parent, circle),) = grounds
    parent.remove(circle)
    return Face(drawn(root, colour_of), colour_of(own_style(circle).get("fill", "")))


def good(pen: Pen, name: str) -> None:
    """The card of a good; one that nobody drew is plain."""
    found = face(name)
    pen.box(0.02, 0.01, 0.96, 0.98, EDGE, 0.14)
    pen.box(0.06, 0.05, 0.88, 0.90, PLAIN if found is None else found.ground, 0.11)
    if found is None:
        pen.circle((0.5, 0.5), 0.16, PLAIN_INK)
    else:
        found.picture.draw(pen, EDGE)


DRAWINGS: dict[str, tuple[Drawing, float]] = {"good": (good, 1.0)}
