"""What moves on a board: roads, figures and marks."""

from __future__ import annotations

from kivy.graphics import Color, Rectangle

from kivy_ui import art
from kivy_ui.art.pen import Pen
from kivy_ui.board.layout_math import BoardMap
from kivy_ui.board.view import BoardView, Marks, Place
from kivy_ui.paint import Look
from kivy_ui.theme import BLACK, WHITE, Colour, mix


def stamp(
    name: str, at: tuple[float, float], height: float, *colours: Colour, options: tuple[object, ...] = ()
) -> None:
    """A drawing with its middle at a point."""
    texture = art.texture(name, height * 2, colours, options)
    width = height * art.aspect(name)
    Color(1, 1, 1, 1)
    Rectangle(pos=(at[0] - width / 2, at[1] - height / 2), size=(width, height), texture=texture)


def draw(view: BoardView, board: BoardMap, look: Look) -> None:
    """Roads and figures, those further up first."""
    pen = Pen(1.0)
    for road in view.roads:
        pen.line(board.ends(road.edge), 9, BLACK)
        pen.line(board.ends(road.edge), 7, look.livery(road.colour).fill)
    for corner, piece in sorted(view.corners, key=lambda found: -board.corner(found[0])[1]):
        fill = look.livery(piece.colour).fill
        at = board.corner(corner)
        if piece.kind == "knight":
            stamp(
                "knight",
                at,
                30,
                fill,
                BLACK,
                WHITE,
                mix(fill, BLACK, 0.5),
                options=(piece.strength, piece.active),
            )
        else:
            stamp(piece.kind, at, 26, fill, BLACK)
    if view.robber is not None:
        stamp("robber", board.hex(view.robber), 40, BLACK, WHITE)


def draw_marks(marks: Marks, board: BoardMap, look: Look) -> None:
    """Lit places."""
    pen = Pen(1.0)
    for place in marks.lit:
        pen.ring(board.spot(place), 9, 4, WHITE)


def draw_preview(place: Place, marks: Marks, board: BoardMap, look: Look) -> None:
    """The place that the finger means."""
    Pen(1.0).ring(board.spot(place), 40, 6, WHITE)
