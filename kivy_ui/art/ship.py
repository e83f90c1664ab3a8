"""The barbarians' longship, and the shore where it lands."""

from __future__ import annotations

from kivy_ui.art.atlas import Drawing
from kivy_ui.art.pen import Pen, Point, curve
from kivy_ui.theme import Colour, mix

_BLACK: Colour = (0.0, 0.0, 0.0, 1.0)

_HULL: list[Point] = [
    *curve((0.00, 0.62), (0.03, 0.44), (0.08, 0.36), (0.20, 0.33)),
    *curve((0.20, 0.33), (0.40, 0.29), (0.62, 0.29), (0.82, 0.33)),
    *curve((0.82, 0.33), (0.97, 0.37), (1.00, 0.52), (1.00, 0.66)),
    *curve((1.00, 0.66), (1.00, 0.78), (1.05, 0.80), (1.13, 0.78)),
    *curve((1.13, 0.78), (1.16, 0.84), (1.08, 0.90), (1.00, 0.87)),
    *curve((1.00, 0.87), (0.91, 0.83), (0.91, 0.72), (0.91, 0.60)),
    *curve((0.91, 0.60), (0.91, 0.50), (0.86, 0.45), (0.78, 0.44)),
    *curve((0.78, 0.44), (0.60, 0.42), (0.40, 0.42), (0.24, 0.44)),
    *curve((0.24, 0.44), (0.14, 0.46), (0.10, 0.56), (0.10, 0.66)),
    *curve((0.10, 0.66), (0.09, 0.74), (0.00, 0.74), (0.00, 0.62)),
]
_BELLY: list[Point] = [
    *curve((0.045, 0.46), (0.10, 0.24), (0.20, 0.13), (0.36, 0.10)),
    *curve((0.36, 0.10), (0.48, 0.085), (0.58, 0.085), (0.68, 0.10)),
    *curve((0.68, 0.10), (0.86, 0.13), (0.96, 0.26), (0.98, 0.48)),
    *curve((0.90, 0.40), (0.70, 0.34), (0.36, 0.34), (0.14, 0.40)),
]
_SAIL: list[Point] = [
    *curve((0.24, 0.98), (0.40, 1.01), (0.62, 1.01), (0.80, 0.97)),
    *curve((0.80, 0.97), (0.90, 0.82), (0.88, 0.66), (0.79, 0.53)),
    *curve((0.79, 0.53), (0.62, 0.57), (0.42, 0.57), (0.24, 0.54)),
    *curve((0.24, 0.54), (0.32, 0.68), (0.32, 0.84), (0.24, 0.98)),
]


def _stripe(left: float, right: float) -> list[Point]:
    """A stripe of the sail, from top to foot, bulging as the sail does."""
    return [
        *curve((left, 0.995), (left + 0.08, 0.84), (left + 0.08, 0.68), (left, 0.555)),
        *curve((right, 0.555), (right + 0.08, 0.68), (right + 0.08, 0.84), (right, 0.995)),
    ]


def sail_and_hull(
    pen: Pen, hull: Colour, sail: Colour, stripe: Colour, left: float, bottom: float, size: float
) -> None:
    """The plain ship, in a square of this size."""

    def at(points: list[Point]) -> list[Point]:
        return [(left + x * size * 0.87, bottom + y * size * 0.92) for x, y in points]

    pen.polygon(at(_SAIL), sail)
    for edge in (0.335, 0.535):
        pen.polygon(at(_stripe(edge, edge + 0.085)), stripe)
    pen.line(at([(0.52, 0.40), (0.52, 1.02)]), 0.045 * size, hull)
    pen.polygon(at(_HULL), hull)
    pen.polygon(at(_BELLY), hull)
    pen.line(
        at([(0.12, 0.345), *curve((0.14, 0.36), (0.36, 0.325), (0.70, 0.325), (0.93, 0.37))]),
        0.035 * size,
        stripe,
    )


def ship(pen: Pen, hull: Colour, sail: Colour, stripe: Colour, trim: Colour) -> None:
    """The longship under its striped sail, shields along the rail, prow to the right."""
    deep = mix(hull, _BLACK, 0.30)

    def at(points: list[Point]) -> list[Point]:
        return [(0.03 + x, 0.02 + y * 0.95) for x, y in points]

    pen.line(at([(0.52, 0.38), (0.52, 1.02)]), 0.045, deep)
    pen.polygon(at(_SAIL), sail)
    for edge in (0.30, 0.46, 0.62):
        pen.polygon(at(_stripe(edge, edge + 0.075)), stripe)
    pen.line(at([(0.20, 0.985), (0.84, 0.975)]), 0.04, deep)
    pen.polygon(at(_HULL), hull)
    pen.polygon(at(_BELLY), hull)
    pen.line(at(curve((0.10, 0.30), (0.30, 0.20), (0.74, 0.20), (0.955, 0.31))), 0.022, deep)
    pen.line(at(curve((0.17, 0.215), (0.34, 0.135), (0.70, 0.135), (0.89, 0.215))), 0.022, deep)
    for middle in (0.22, 0.37, 0.52, 0.67, 0.82):
        x, y = at([(middle, 0.40)])[0]
        pen.circle((x, y), 0.072, deep)
        pen.circle((x, y), 0.056, trim)
        pen.circle((x, y), 0.020, deep)
    eye = at([(1.035, 0.835)])[0]
    pen.circle(eye, 0.018, trim)


def shore(pen: Pen, land: Colour, stone: Colour, flag: Colour) -> None:
    """The island's watchtower, where the track ends."""
    pen.polygon(
        [
            *curve((0.0, 0.0), (0.10, 0.26), (0.30, 0.30), (0.50, 0.28)),
            *curve((0.50, 0.28), (0.76, 0.30), (0.94, 0.20), (1.0, 0.0)),
        ],
        land,
    )
    pen.polygon(
        [
            (0.26, 0.14),
            (0.30, 0.58),
            (0.22, 0.58),
            (0.22, 0.76),
            (0.33, 0.76),
            (0.33, 0.68),
            (0.43, 0.68),
            (0.43, 0.76),
            (0.54, 0.76),
            (0.54, 0.68),
            (0.64, 0.68),
            (0.64, 0.76),
            (0.75, 0.76),
            (0.75, 0.58),
            (0.67, 0.58),
            (0.71, 0.14),
        ],
        stone,
    )
    pen.line([(0.485, 0.70), (0.485, 1.0)], 0.04, stone)
    pen.polygon([(0.50, 1.0), (0.86, 0.91), (0.50, 0.81)], flag)


def fire(pen: Pen, outer: Colour, inner: Colour) -> None:
    """A flame, for a lost city and the attack."""
    pen.polygon(
        [
            *curve((0.50, 1.0), (0.56, 0.80), (0.90, 0.64), (0.88, 0.36)),
            *curve((0.88, 0.36), (0.86, 0.12), (0.68, 0.0), (0.50, 0.0)),
            *curve((0.50, 0.0), (0.30, 0.0), (0.12, 0.12), (0.12, 0.36)),
            *curve((0.12, 0.36), (0.12, 0.52), (0.22, 0.58), (0.26, 0.70)),
            *curve((0.26, 0.70), (0.34, 0.66), (0.38, 0.60), (0.38, 0.54)),
            *curve((0.38, 0.54), (0.48, 0.66), (0.52, 0.82), (0.50, 1.0)),
        ],
        outer,
    )
    pen.polygon(
        [
            *curve((0.52, 0.56), (0.54, 0.42), (0.72, 0.36), (0.68, 0.20)),
            *curve((0.68, 0.20), (0.66, 0.08), (0.58, 0.05), (0.50, 0.05)),
            *curve((0.50, 0.05), (0.40, 0.05), (0.32, 0.10), (0.32, 0.22)),
            *curve((0.32, 0.22), (0.32, 0.36), (0.48, 0.38), (0.52, 0.56)),
        ],
        inner,
    )


DRAWINGS: dict[str, tuple[Drawing, float]] = {
    "ship": (ship, 1.19),
    "shore": (shore, 1.0),
    "fire": (fire, 1.0),
}
