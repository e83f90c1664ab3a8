"""A single hex as a picture, for keys and lists."""

from __future__ import annotations

import random

from kivy.graphics.texture import Texture

from kivy_ui.art.brush import Brush
from kivy_ui.art.land import tile
from kivy_ui.theme import Colour

_KEPT = 24
_textures: dict[tuple[object, ...], Texture] = {}


def terrain(name: str, side: float, ground: Colour, dark: bool) -> Texture:
    """A hex of a terrain on a ground, as a square of so many pixels; the latest are kept."""
    pixels = max(8, round(side))
    key = name, pixels, ground, dark
    texture = _textures.get(key)
    if texture is None:
        brush = Brush()
        brush.polygon(((0, 0), (pixels, 0), (pixels, pixels), (0, pixels)), ground)
        brush.at((pixels / 2, pixels / 2), pixels / 2)
        tile(brush, name, random.Random(name), dark)
        for painted in brush.painting(pixels, pixels, 1.0):
            texture = painted
        assert texture is not None
        _textures[key] = texture
        if len(_textures) > _KEPT:
            del _textures[next(iter(_textures))]
    return texture
