"""Vector art as textures with smooth edges.

Kivy fills polygons without smoothing unless the whole window is multisampled, which doubles the work of a
software renderer. So each drawing is made once at four times its size, averaged down into one shared
texture, and from then on costs one rectangle.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from kivy.graphics import (
    Callback,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    Rectangle,
)
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.graphics.texture import Texture

from kivy_ui.art.pen import Pen
from kivy_ui.theme import Colour

Drawing = Callable[..., None]

PAGE = 1024
"""Side of the shared texture in pixels."""
SHEET = 1024
"""Side of the sheet that drawings are made on, before they are averaged down."""

_AVERAGE = """
$HEADER$
uniform vec2 texel;
uniform float times;
void main(void) {
    vec4 total = vec4(0.0);
    float half_way = (times - 1.0) / 2.0;
    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++)
            if (float(column) < times && float(row) < times)
                total += texture2D(texture0, tex_coord0
                    + texel * (vec2(float(column), float(row)) - half_way));
    total /= times * times;
    gl_FragColor = vec4(total.a > 0.0 ? total.rgb / total.a : total.rgb, total.a);
}
"""


class Atlas:
    """Pages of drawings that were asked for, packed in rows."""

    def __init__(self) -> None:
        self._drawings: dict[tuple[Any, ...], Texture] = {}
        self._pages: list[Fbo] = []
        self._sheet: Fbo | None = None
        self._left = self._bottom = self._row_height = 0

    def texture(
        self,
        drawing: Drawing,
        aspect: float,
        height: float,
        colours: tuple[Colour, ...],
        options: tuple[Any, ...] = (),
    ) -> Texture:
        """The drawing at this height in pixels; ``colours`` and ``options`` are its arguments."""
        tall = max(4, min(round(height), SHEET // 2))
        key = (drawing, tall, colours, options)
        found = self._drawings.get(key)
        if found is None:
            found = self._drawings[key] = self._draw(drawing, aspect, tall, colours, options)
        return found

    def _draw(
        self,
        drawing: Drawing,
        aspect: float,
        tall: int,
        colours: tuple[Colour, ...],
        options: tuple[Any, ...],
    ) -> Texture:
        wide = max(4, math.ceil(tall * aspect))
        times = max(1, min(4, SHEET // max(wide, tall)))
        sheet = self._sheet
        if sheet is None:
            sheet = self._sheet = Fbo(size=(SHEET, SHEET))
            sheet.texture.mag_filter = sheet.texture.min_filter = "nearest"
        sheet.clear()
        with sheet:
            ClearColor(0, 0, 0, 0)
            ClearBuffers()
            drawing(Pen(tall * times), *colours, *options)
        sheet.draw()
        page, left, bottom = self._place(wide, tall)
        page["texel"] = (1 / SHEET, 1 / SHEET)
        page["times"] = float(times)
        part = sheet.texture.get_region(0, 0, wide * times, tall * times)
        with page:
            Callback(lambda _instruction: glDisable(GL_BLEND))
            Color(1, 1, 1, 1)
            Rectangle(pos=(left, bottom), size=(wide, tall), texture=part)
            Callback(lambda _instruction: glEnable(GL_BLEND))
        page.draw()
        page.clear()
        return page.texture.get_region(left, bottom, wide, tall)

    def _place(self, wide: int, tall: int) -> tuple[Fbo, int, int]:
        margin = 2
        if self._left + wide + margin > PAGE:
            self._left, self._bottom, self._row_height = 0, self._bottom + self._row_height, 0
        if not self._pages or self._bottom + tall + margin > PAGE:
            page = Fbo(size=(PAGE, PAGE), fs=_AVERAGE, clear_color=(0, 0, 0, 0))
            with page:
                ClearColor(0, 0, 0, 0)
                ClearBuffers()
            page.draw()
            page.clear()
            self._pages.append(page)
            self._left = self._bottom = self._row_height = 0
        spot = self._pages[-1], self._left, self._bottom
        self._left += wide + margin
        self._row_height = max(self._row_height, tall + margin)
        return spot


ATLAS = Atlas()
"""The one atlas of the one window."""
