"""Everything that is drawn, by name.

Signs are SVG files (``vector``): those of the app in ``signs``, a module's in the folder of that name beside
its texts. So are the figures that a module puts onto the board (``figures``) and the faces of its cards
(``goods``), in its folders ``figures`` and ``faces``. What changes with what it shows is a function
``drawing(pen, *colours, *options)`` in a space of height 1 and width ``aspect``.
"""

from __future__ import annotations

from functools import cache

from kivy.graphics.texture import Texture

from kivy_ui.art import board, dice, goods, pieces, shapes, ship
from kivy_ui.art.atlas import ATLAS, Drawing
from kivy_ui.art.figures import figure as figure
from kivy_ui.art.vector import sign as sign
from kivy_ui.art.vector import sign_or_plain
from kivy_ui.theme import Colour

DRAWINGS: dict[str, tuple[Drawing, float]] = {
    **board.DRAWINGS,
    **dice.DRAWINGS,
    **goods.DRAWINGS,
    **pieces.DRAWINGS,
    **shapes.DRAWINGS,
    **ship.DRAWINGS,
}
"""Name to drawing and its aspect, width over height, for those that are functions."""


ON_BOARD = "board_"
"""What the names of drawings on the board begin with."""

ALONG = "along_"
"""The same of figures that lie along an edge."""


@cache
def drawing(name: str) -> tuple[Drawing, float]:
    """A drawing and its aspect. A plain one for a name that nobody drew, so that the game goes on."""
    if name in DRAWINGS:
        return DRAWINGS[name]
    lying = figure(name.removeprefix(ALONG)) if name.startswith(ALONG) else None
    if lying is not None:
        return lying.draw_along, 1.0
    standing = figure(name.removeprefix(ON_BOARD)) if name.startswith(ON_BOARD) else None
    found = standing or sign_or_plain(name)
    return found.draw, found.aspect


def stands(name: str) -> bool:
    """Whether pieces of this kind have a figure of their own."""
    return ON_BOARD + name in DRAWINGS or figure(name) is not None


def lies_along(name: str) -> bool:
    """Whether the figure of this name lies along an edge, and is turned with it."""
    found = figure(name)
    return found is not None and found.along


def texture(
    name: str, height: float, colours: tuple[Colour, ...], options: tuple[object, ...] = ()
) -> Texture:
    """The drawing as a texture of this height in pixels."""
    drawn, ratio = drawing(name)
    return ATLAS.texture(drawn, ratio, height, colours, options)
