"""The faces of the dice and the signs of the three tracks."""

from __future__ import annotations

from kivy_ui.art.atlas import Drawing
from kivy_ui.art.pen import Pen, arc
from kivy_ui.art.ship import sail_and_hull
from kivy_ui.art.vector import put
from kivy_ui.theme import Colour, mix

_PIPS: dict[int, tuple[tuple[float, float], ...]] = {
    0: (),
    1: ((0.5, 0.5),),
    2: ((0.27, 0.73), (0.73, 0.27)),
    3: ((0.25, 0.75), (0.5, 0.5), (0.75, 0.25)),
    4: ((0.27, 0.73), (0.73, 0.27), (0.27, 0.27), (0.73, 0.73)),
    5: ((0.25, 0.75), (0.75, 0.25), (0.25, 0.25), (0.75, 0.75), (0.5, 0.5)),
    6: ((0.28, 0.77), (0.28, 0.5), (0.28, 0.23), (0.72, 0.77), (0.72, 0.5), (0.72, 0.23)),
}


def _block(pen: Pen, body: Colour) -> None:
    shade = mix(body, (0.0, 0.0, 0.0, 1.0), 0.28)
    light = mix(body, (1.0, 1.0, 1.0, 1.0), 0.16)
    pen.box(0.03, 0.0, 0.94, 0.94, shade, 0.20)
    pen.box(0.03, 0.06, 0.94, 0.94, light, 0.20)
    pen.box(0.05, 0.06, 0.90, 0.915, body, 0.185)


def die(pen: Pen, body: Colour, pip: Colour, value: int) -> None:
    """A number die showing 1 to 6, or a die without pips."""
    _block(pen, body)
    for x, y in _PIPS[value]:
        pen.circle((x, y + 0.03), 0.095, pip)


def ship_face(pen: Pen, body: Colour, ink: Colour) -> None:
    """The event die with the ship up."""
    _block(pen, body)
    sail_and_hull(pen, ink, ink, body, 0.17, 0.17, 0.70)


def gate_face(pen: Pen, body: Colour, ink: Colour, sign_colour: Colour, track: str) -> None:
    """The event die with a gate up: the arch with the sign of its track."""
    _block(pen, body)
    gate_at(pen, ink, sign_colour, track, 0.19, 0.17, 0.62)


def gate_at(
    pen: Pen, ink: Colour, sign_colour: Colour, track: str, left: float, bottom: float, size: float
) -> None:
    """A towered city gate filling a square; its opening carries the track's sign."""

    def at(x: float, y: float) -> tuple[float, float]:
        return left + x * size, bottom + y * size

    wall = [
        at(0.0, 0.0),
        at(0.0, 1.0),
        at(0.13, 1.0),
        at(0.13, 0.90),
        at(0.26, 0.90),
        at(0.26, 1.0),
        at(0.42, 1.0),
        at(0.42, 0.90),
        at(0.58, 0.90),
        at(0.58, 1.0),
        at(0.74, 1.0),
        at(0.74, 0.90),
        at(0.87, 0.90),
        at(0.87, 1.0),
        at(1.0, 1.0),
        at(1.0, 0.0),
    ]
    pen.polygon(wall, ink)
    opening = [
        at(0.17, 0.0),
        at(0.17, 0.42),
        *[at(x, y) for x, y in arc((0.5, 0.42), 0.33, 180, 0, 24)],
        at(0.83, 0.42),
        at(0.83, 0.0),
    ]
    pen.polygon(opening, sign_colour)
    sign(pen, ink, sign_colour, track, left + 0.24 * size, bottom + 0.06 * size, 0.52 * size)


def sign(pen: Pen, ink: Colour, ground: Colour, track: str, left: float, bottom: float, size: float) -> None:
    """The sign of a track in a square."""
    put(pen, f"track_{track}", (left, bottom), size, ink, ground)


def track_sign(pen: Pen, ink: Colour, ground: Colour, track: str) -> None:
    """The sign of a track by itself."""
    sign(pen, ink, ground, track, 0.06, 0.06, 0.88)


def gate(pen: Pen, ink: Colour, sign_colour: Colour, track: str) -> None:
    """The gate of a track by itself."""
    gate_at(pen, ink, sign_colour, track, 0.04, 0.04, 0.92)


def card(pen: Pen, body: Colour, ink: Colour, line: Colour, track: str) -> None:
    """The back of a progress card, with its track's sign."""
    pen.box(0.0, 0.0, 0.72, 1.0, line, 0.11)
    pen.box(0.035, 0.035, 0.65, 0.93, body, 0.085)
    sign(pen, ink, body, track, 0.13, 0.27, 0.46)


DRAWINGS: dict[str, tuple[Drawing, float]] = {
    "die": (die, 1.0),
    "ship_face": (ship_face, 1.0),
    "gate_face": (gate_face, 1.0),
    "track_sign": (track_sign, 1.0),
    "gate": (gate, 1.0),
    "card": (card, 0.72),
}
