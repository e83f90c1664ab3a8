"""Everything that is drawn: one function a drawing, gathered by name.

A drawing is ``function(pen, *colours, *options)`` in a space of height 1 and width ``aspect``.
"""

from __future__ import annotations

from kivy.graphics.texture import Texture

from kivy_ui.art import board, dice, goods, pieces, ship, signs, symbols
from kivy_ui.art.atlas import ATLAS, Drawing
from kivy_ui.theme import Colour

DRAWINGS: dict[str, tuple[Drawing, float]] = {
    **board.DRAWINGS,
    **dice.DRAWINGS,
    **goods.DRAWINGS,
    **pieces.DRAWINGS,
    **ship.DRAWINGS,
    **signs.DRAWINGS,
    **symbols.DRAWINGS,
}
"""Name to drawing and its aspect, width over height."""


def aspect(name: str) -> float:
    """Width over height of a drawing. KeyError for a name that nobody drew."""
    return DRAWINGS[name][1]


def texture(
    name: str, height: float, colours: tuple[Colour, ...], options: tuple[object, ...] = ()
) -> Texture:
    """The drawing as a texture of this height in pixels. KeyError for a name that nobody drew."""
    drawing, ratio = DRAWINGS[name]
    return ATLAS.texture(drawing, ratio, height, colours, options)
