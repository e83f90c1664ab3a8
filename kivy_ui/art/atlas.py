"""Vector art as textures with smooth edges.

Kivy fills polygons without smoothing unless the whole window is multisampled, which doubles the work of a
software renderer. So each drawing is made once at four times its size, averaged down into one shared
texture, and from then on costs one rectangle.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from kivy.clock import Clock
from kivy.graphics import (
    Callback,
    ClearBuffers,
    ClearColor,
    Color,
    Fbo,
    PopMatrix,
    PushMatrix,
    Rectangle,
    Translate,
)
from kivy.graphics.opengl import GL_BLEND, glDisable, glEnable
from kivy.graphics.texture import Texture

from kivy_ui.art.pen import Pen
from kivy_ui.art.skyline import Skyline
from kivy_ui.theme import Colour

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

Drawing = Callable[..., None]

PAGE = 1024
"""Side of the shared texture in pixels."""
SHEETS = (256, 512, 1024)
"""Sides of the sheets that drawings are made on before they are averaged: a small drawing on a small one,
as a software renderer clears and looks through all of it each time."""
SHEET = SHEETS[-1]

BETWEEN = 2
"""Pixels between drawings on a page."""

MARGIN = 14
"""Pixels around a drawing on a sheet: strokes stand out of their shapes a little."""

AVERAGE = """
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


def drawn_height(height: float) -> int:
    """The height in pixels at which a drawing is made that has this much room: somewhat less, so that sizes
    which differ by a hair are one drawing."""
    whole = max(4, min(int(height + 0.5), SHEET // 2))
    before = 4
    for limit, step in ((16, 2), (40, 4), (80, 6), (SHEET, 12)):
        if whole <= limit:
            # never less than the largest of the sizes before, or a larger box had a smaller drawing
            return max(before, whole // step * step)
        before = limit // step * step
    raise AssertionError("no drawing is larger than a sheet")


@dataclass(frozen=True, slots=True)
class _Wish:
    """A drawing whose place on a page is given out and which is not made yet."""

    page: Fbo
    left: int
    bottom: int
    wide: int
    tall: int
    times: int
    drawing: Drawing
    arguments: tuple[object, ...]


class Atlas:
    """Pages of drawings that were asked for.

    What is asked for while a frame is prepared is made in one go before it is shown: a software renderer
    waits each time that it changes from one texture to another.
    """

    def __init__(self) -> None:
        self._drawings: dict[tuple[object, ...], Texture] = {}
        self._pages: list[tuple[Fbo, Skyline]] = []
        self._sheets: dict[int, Fbo] = {}
        self._wishes: list[_Wish] = []
        self._make: ClockEvent | None = None

    def texture(
        self,
        drawing: Drawing,
        aspect: float,
        height: float,
        colours: tuple[Colour, ...],
        options: tuple[object, ...] = (),
    ) -> Texture:
        """The drawing at this height in pixels; ``colours`` and ``options`` are its arguments."""
        tall = drawn_height(min(height, (SHEET - 2 * MARGIN) / aspect))
        key = (drawing, tall, colours, options)
        found = self._drawings.get(key)
        if found is None:
            wide = max(4, math.ceil(tall * aspect))
            page, left, bottom = self._place(wide, tall)
            times = max(1, min(4, (SHEET - 2 * MARGIN) // max(wide, tall)))
            self._wishes.append(_Wish(page, left, bottom, wide, tall, times, drawing, (*colours, *options)))
            found = self._drawings[key] = page.texture.get_region(left, bottom, wide, tall)
            if self._make is None:
                self._make = Clock.create_trigger(self.make, -1)
            self._make()
        return found

    def make(self, *_: object) -> None:
        """Make everything that was asked for."""
        wishes = sorted(self._wishes, key=lambda wish: (id(wish.page), wish.times, wish.tall))
        self._wishes = []
        for (_page, _times), group in groupby(wishes, key=lambda wish: (id(wish.page), wish.times)):
            waiting = list(group)
            while waiting:
                side = next((side for side in SHEETS if len(_packed(waiting, side)) == len(waiting)), SHEET)
                spots = _packed(waiting, side)
                self._draw(waiting[: len(spots)], spots, side)
                waiting = waiting[len(spots) :]

    def _draw(self, wishes: list[_Wish], spots: list[tuple[int, int]], side: int) -> None:
        """Draw large on a sheet, and average down to the page."""
        sheet = self._sheets.get(side)
        if sheet is None:
            sheet = self._sheets[side] = Fbo(size=(side, side))
            sheet.texture.mag_filter = sheet.texture.min_filter = "nearest"
        sheet.clear()
        with sheet:
            ClearColor(0, 0, 0, 0)
            ClearBuffers()
            for wish, (x, y) in zip(wishes, spots, strict=True):
                PushMatrix()
                Translate(x, y)
                wish.drawing(Pen(wish.tall * wish.times), *wish.arguments)
                PopMatrix()
        sheet.draw()
        page, times = wishes[0].page, wishes[0].times
        page["texel"] = (1 / side, 1 / side)
        page["times"] = float(times)
        with page:
            Callback(lambda _instruction: glDisable(GL_BLEND))
            Color(1, 1, 1, 1)
            for wish, (x, y) in zip(wishes, spots, strict=True):
                part = sheet.texture.get_region(x, y, wish.wide * times, wish.tall * times)
                Rectangle(pos=(wish.left, wish.bottom), size=(wish.wide, wish.tall), texture=part)
            Callback(lambda _instruction: glEnable(GL_BLEND))
        page.draw()
        page.clear()
        sheet.clear()

    def _place(self, wide: int, tall: int) -> tuple[Fbo, int, int]:
        room = wide + BETWEEN, tall + BETWEEN
        for page, skyline in self._pages:
            if spot := skyline.place(*room):
                return page, *spot
        page = Fbo(size=(PAGE, PAGE), fs=AVERAGE, clear_color=(0, 0, 0, 0))
        with page:
            ClearColor(0, 0, 0, 0)
            ClearBuffers()
        page.draw()
        page.clear()
        skyline = Skyline(PAGE)
        self._pages.append((page, skyline))
        spot = skyline.place(*room)
        assert spot is not None, "no drawing is larger than a sheet"
        return page, *spot


def _packed(wishes: list[_Wish], side: int) -> list[tuple[int, int]]:
    """Where on a sheet the first of the drawings go, with room around each for what stands out of it."""
    spots: list[tuple[int, int]] = []
    x = y = row = 0
    for wish in wishes:
        wide, tall = wish.wide * wish.times + 2 * MARGIN, wish.tall * wish.times + 2 * MARGIN
        if x + wide > side:
            x, y, row = 0, y + row, 0
        if y + tall > side or wide > side:
            break
        spots.append((x + MARGIN, y + MARGIN))
        x, row = x + wide, max(row, tall)
    return spots


ATLAS = Atlas()
"""The one atlas of the one window."""
