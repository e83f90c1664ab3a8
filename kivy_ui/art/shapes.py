"""The six shapes that tell players apart."""

from __future__ import annotations

from kivy_ui.art.atlas import Drawing
from kivy_ui.art.pen import Pen, Point, arc, star
from kivy_ui.theme import Colour


def outline_of(kind: str) -> list[Point]:
    """The outline of a player's shape in a square of side 1; one that nobody has is a circle."""
    return {
        "square": [(0.10, 0.10), (0.90, 0.10), (0.90, 0.90), (0.10, 0.90)],
        "triangle": [(0.5, 0.97), (1.0, 0.07), (0.0, 0.07)],
        "diamond": [(0.5, 1.0), (1.0, 0.5), (0.5, 0.0), (0.0, 0.5)],
        "cross": [
            (0.27, 0.97),
            (0.73, 0.97),
            (0.73, 0.73),
            (0.97, 0.73),
            (0.97, 0.27),
            (0.73, 0.27),
            (0.73, 0.03),
            (0.27, 0.03),
            (0.27, 0.27),
            (0.03, 0.27),
            (0.03, 0.73),
            (0.27, 0.73),
        ],
        "star": star((0.5, 0.47), 0.53, 0.30),
    }.get(kind) or arc((0.5, 0.5), 0.47, 0, 360, 40)


def shape(pen: Pen, fill: Colour, line: Colour, kind: str, outlined: bool) -> None:
    """One of the six shapes of the players, with an outline if it would fade into its ground."""
    edge = 0.05
    if kind == "circle":
        if outlined:
            pen.circle((0.5, 0.5), 0.47, line)
        pen.circle((0.5, 0.5), 0.47 - (edge if outlined else 0), fill)
        return
    outline = outline_of(kind)
    inner = [((x - 0.5) * 0.86 + 0.5, (y - 0.47) * 0.86 + 0.47) for x, y in outline]
    if outlined:
        pen.polygon(outline, line)
        pen.polygon([((x - 0.5) * 0.88 + 0.5, (y - 0.46) * 0.88 + 0.46) for x, y in outline], fill)
    else:
        pen.polygon(inner, fill)
        pen.line(inner, 0.07, fill, closed=True)


DRAWINGS: dict[str, tuple[Drawing, float]] = {"shape": (shape, 1.0)}
