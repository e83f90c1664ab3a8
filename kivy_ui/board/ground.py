"""What never moves on a board: sea, terrain, harbours and tokens, drawn once into a texture."""

from __future__ import annotations

from kivy.graphics import ClearBuffers, ClearColor, Color, Fbo, PopMatrix, PushMatrix, Rectangle, Scale
from kivy.graphics.texture import Texture

from kivy_ui.art.pen import Pen
from kivy_ui.board.layout_math import BoardMap
from kivy_ui.board.view import BoardView
from kivy_ui.paint import Look, text_texture
from kivy_ui.theme import Theme, rgb

FLAT = {
    "forest": rgb("#2F6B3A"),
    "pasture": rgb("#8CBF4A"),
    "fields": rgb("#E3B63C"),
    "hills": rgb("#B9592F"),
    "mountains": rgb("#8A8F98"),
    "desert": rgb("#D9C08A"),
    "lake": rgb("#4FA0C8"),
}


def key(view: BoardView, board: BoardMap, theme: Theme) -> tuple[object, ...]:
    """Whatever makes another ground."""
    return view.rows, view.hexes, view.harbours, view.grounds, board.turn, board.box, theme.name


def texture(view: BoardView, board: BoardMap, look: Look) -> Texture:
    """The ground as a texture."""
    times = min(2.0, 1024 / max(board.box.w, board.box.h))
    fbo = Fbo(size=(int(board.box.w * times), int(board.box.h * times)))
    with fbo:
        ClearColor(*look.theme.sea)
        ClearBuffers()
        PushMatrix()
        Scale(times, times, 1)
        pen = Pen(1.0)
        for hex in view.hexes:
            pen.polygon(board.outline(hex.hex), FLAT.get(hex.terrain, FLAT["desert"]))
            x, y = board.hex(hex.hex)
            if hex.token:
                pen.circle((x, y), 16, rgb("#F3E7C8"))
                label = text_texture(str(hex.token), 40, True)
                Color(*(rgb("#B3291B") if hex.token in (6, 8) else rgb("#1B2028")))
                w, h = label.width / 2, label.height / 2
                Rectangle(pos=(x - w / 2, y - h / 2), size=(w, h), texture=label)
        for harbour in view.harbours:
            pen.circle(board.harbour(harbour.edge), 12, rgb("#F3E7C8"))
        PopMatrix()
    fbo.draw()
    return fbo.texture
