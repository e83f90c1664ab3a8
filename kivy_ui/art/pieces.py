"""The pieces on the table: buildings, knights, walls, awards."""

from __future__ import annotations

from kivy_ui.art.atlas import Drawing
from kivy_ui.art.dice import sign
from kivy_ui.art.pen import Pen, Point, arc, curve
from kivy_ui.theme import Colour, mix

_BLACK: Colour = (0.0, 0.0, 0.0, 1.0)


def _shaded(pen: Pen, outline: list[Point], fill: Colour, line: Colour) -> None:
    pen.line(outline, 0.085, line, closed=True)
    pen.polygon(outline, fill)


def settlement(pen: Pen, fill: Colour, line: Colour) -> None:
    """A house."""
    _shaded(pen, [(0.14, 0.10), (0.86, 0.10), (0.86, 0.52), (0.50, 0.86), (0.14, 0.52)], fill, line)
    pen.box(0.41, 0.10, 0.18, 0.26, line, 0.02)


def city(pen: Pen, fill: Colour, line: Colour) -> None:
    """A hall with a tower."""
    _shaded(
        pen,
        [(0.06, 0.10), (1.14, 0.10), (1.14, 0.48), (0.60, 0.48), (0.60, 0.66), (0.33, 0.93), (0.06, 0.66)],
        fill,
        line,
    )
    pen.box(0.24, 0.48, 0.18, 0.16, line, 0.02)
    pen.box(0.22, 0.10, 0.22, 0.26, line, 0.02)
    pen.box(0.76, 0.22, 0.14, 0.14, line, 0.02)


def wall(pen: Pen, fill: Colour, line: Colour) -> None:
    """A battlemented wall."""
    outline = [
        (0.05, 0.14),
        (0.05, 0.82),
        (0.25, 0.82),
        (0.25, 0.66),
        (0.40, 0.66),
        (0.40, 0.82),
        (0.60, 0.82),
        (0.60, 0.66),
        (0.75, 0.66),
        (0.75, 0.82),
        (0.95, 0.82),
        (0.95, 0.14),
    ]
    _shaded(pen, outline, fill, line)
    for y in (0.33, 0.50):
        pen.line([(0.06, y), (0.94, y)], 0.04, line, cap="none")
    for x, low, high in (
        (0.35, 0.14, 0.33),
        (0.65, 0.14, 0.33),
        (0.2, 0.33, 0.50),
        (0.5, 0.33, 0.50),
        (0.8, 0.33, 0.50),
        (0.35, 0.50, 0.64),
        (0.65, 0.50, 0.64),
    ):
        pen.line([(x, low), (x, high)], 0.04, line, cap="none")


def metropolis(pen: Pen, body: Colour, ink: Colour, track: str) -> None:
    """A gate crowned with its track's sign, as it is set over a city."""
    outline = [
        (0.06, 0.04),
        (0.06, 0.62),
        *curve((0.06, 0.62), (0.06, 0.86), (0.26, 0.97), (0.50, 0.97)),
        *curve((0.50, 0.97), (0.74, 0.97), (0.94, 0.86), (0.94, 0.62)),
        (0.94, 0.04),
    ]
    pen.polygon(outline, body)
    pen.line(outline, 0.05, body, closed=True)
    sign(pen, ink, body, track, 0.20, 0.20, 0.60)


def knight(
    pen: Pen, fill: Colour, line: Colour, metal: Colour, ground: Colour, strength: int, active: bool
) -> None:
    """A knight behind his shield: one to three bars for the strength, the helmet on when active."""
    shield = [
        (0.12, 0.62),
        (0.68, 0.62),
        (0.68, 0.34),
        *curve((0.68, 0.34), (0.66, 0.16), (0.52, 0.06), (0.40, 0.02)),
        *curve((0.40, 0.02), (0.28, 0.06), (0.14, 0.16), (0.12, 0.34)),
    ]
    if active:
        plume = [
            *curve((0.40, 0.93), (0.30, 1.02), (0.10, 1.00), (0.06, 0.80)),
            *curve((0.06, 0.80), (0.14, 0.90), (0.26, 0.90), (0.34, 0.86)),
        ]
        pen.polygon(plume, mix(metal, _BLACK, 0.18))
        pen.polygon([(0.20, 0.58), (0.20, 0.78), *arc((0.40, 0.78), 0.20, 180, 0, 24), (0.60, 0.58)], metal)
        pen.box(0.24, 0.735, 0.36, 0.065, line)
        pen.box(0.40, 0.60, 0.055, 0.17, line)
        pen.line([*shield], 0.075, line, closed=True)
        pen.polygon(shield, fill)
        bar = line
    else:
        pen.circle((0.40, 0.77), 0.145, line)
        pen.circle((0.40, 0.77), 0.085, ground)
        pen.line([*shield], 0.075, line, closed=True)
        pen.polygon(shield, ground)
        bar = line
    rows = {1: (0.33,), 2: (0.42, 0.25), 3: (0.485, 0.345, 0.205)}[strength]
    for y in rows:
        half = 0.19 if y > 0.3 else 0.14
        pen.line(
            [(0.40 - half, y + 0.035), (0.40, y - 0.045), (0.40 + half, y + 0.035)], 0.07, bar, cap="none"
        )


def helmet(pen: Pen, metal: Colour, line: Colour) -> None:
    """A helmet by itself, for activating."""
    pen.polygon(
        [
            *curve((0.50, 0.92), (0.36, 1.04), (0.12, 0.98), (0.06, 0.72)),
            *curve((0.06, 0.72), (0.18, 0.84), (0.34, 0.86), (0.46, 0.80)),
        ],
        mix(metal, _BLACK, 0.2),
    )
    pen.polygon(
        [
            (0.16, 0.06),
            (0.16, 0.50),
            *arc((0.52, 0.50), 0.36, 180, 0, 30),
            (0.88, 0.06),
            (0.60, 0.06),
            (0.60, 0.20),
            (0.44, 0.20),
            (0.44, 0.06),
        ],
        metal,
    )
    pen.box(0.24, 0.44, 0.64, 0.11, line)
    pen.box(0.475, 0.20, 0.09, 0.30, line)


def road(pen: Pen, body: Colour, ink: Colour, line: Colour | None = None) -> None:
    """A winding road, with an outline if it would fade into its ground."""
    left = [
        *curve((0.06, 0.02), (0.10, 0.30), (0.58, 0.34), (0.50, 0.56)),
        *curve((0.50, 0.56), (0.44, 0.72), (0.34, 0.80), (0.44, 0.98)),
    ]
    right = [
        *curve((0.60, 0.98), (0.58, 0.84), (0.74, 0.74), (0.80, 0.56)),
        *curve((0.80, 0.56), (0.88, 0.30), (0.66, 0.26), (0.62, 0.02)),
    ]
    pen.polygon([*left, *right], body)
    if line is not None:
        pen.line([*left, *right], 0.05, line, closed=True)
    middle = [
        *curve((0.34, 0.06), (0.40, 0.28), (0.74, 0.34), (0.65, 0.56)),
        *curve((0.65, 0.56), (0.59, 0.72), (0.46, 0.80), (0.51, 0.94)),
    ]
    for start in range(1, len(middle) - 2, 6):
        pen.line(middle[start : start + 4], 0.05, ink, cap="none")


DRAWINGS: dict[str, tuple[Drawing, float]] = {
    "settlement": (settlement, 1.0),
    "city": (city, 1.2),
    "wall": (wall, 1.0),
    "metropolis": (metropolis, 1.0),
    "knight": (knight, 0.80),
    "helmet": (helmet, 1.0),
    "road": (road, 0.90),
}
