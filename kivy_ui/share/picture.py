"""Draws a card into memory. A window must be open, shown or not."""

from __future__ import annotations

from collections.abc import Generator

from kivy.graphics import ClearBuffers, ClearColor, Fbo

from companion.engine.piecemeal import finish
from companion.presenters.share_card import CardView
from kivy_ui.art.atlas import ATLAS
from kivy_ui.share.card import HEIGHT, WIDTH, ShareCard, look
from kivy_ui.share.files import Picture
from kivy_ui.theme import Theme


def drawing(view: CardView, theme: Theme) -> Generator[int, None, Fbo]:
    """Draw the card, a little at a time; what it is drawn into."""
    card = ShareCard(look(theme, [place.person.colour for place in view.places]), view)
    for step, _painted in enumerate(card.draw_all()):
        yield step
    ATLAS.make()  # what the card shows and no frame has shown yet
    canvas = Fbo(size=(WIDTH, HEIGHT))
    with canvas:
        ClearColor(*theme.ground)
        ClearBuffers()
    canvas.add(card.canvas)
    canvas.draw()
    return canvas


def draw(view: CardView, theme: Theme) -> Picture:
    """The card as pixels."""
    return picture(finish(drawing(view, theme)))


def picture(canvas: Fbo) -> Picture:
    """The pixels of a card: red, green and blue from the top line on."""
    pixels = canvas.pixels  # four bytes each, from the bottom line on
    colours = bytearray(len(pixels) // 4 * 3)
    for place in range(3):
        colours[place::3] = pixels[place::4]
    row = WIDTH * 3
    lines = (colours[start : start + row] for start in range(len(colours) - row, -1, -row))
    return Picture(WIDTH, HEIGHT, b"".join(lines))
