"""Further signs in one ink: for lists and the keyboard."""

from __future__ import annotations

from kivy_ui.art.atlas import Drawing
from kivy_ui.art.pen import Pen
from kivy_ui.theme import Colour


def down(pen: Pen, ink: Colour) -> None:
    """An arrow downwards."""
    pen.line([(0.5, 0.86), (0.5, 0.30)], 0.14, ink)
    pen.line([(0.22, 0.46), (0.5, 0.16), (0.78, 0.46)], 0.14, ink)


def erase(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A key that takes back a letter."""
    pen.polygon([(0.04, 0.5), (0.34, 0.82), (0.96, 0.82), (0.96, 0.18), (0.34, 0.18)], ink)
    for rise in (-1, 1):
        pen.line([(0.46, 0.5 - 0.16 * rise), (0.78, 0.5 + 0.16 * rise)], 0.09, ground)


def shift(pen: Pen, ink: Colour) -> None:
    """A key for capitals."""
    pen.polygon(
        [(0.5, 0.90), (0.90, 0.48), (0.68, 0.48), (0.68, 0.14), (0.32, 0.14), (0.32, 0.48), (0.10, 0.48)], ink
    )


def finger(pen: Pen, ink: Colour) -> None:
    """Rings around a touch."""
    pen.circle((0.5, 0.5), 0.14, ink)
    pen.ring((0.5, 0.5), 0.28, 0.07, ink)
    pen.ring((0.5, 0.5), 0.42, 0.06, ink)


def bulb(pen: Pen, ink: Colour) -> None:
    """A light."""
    pen.circle((0.5, 0.60), 0.27, ink)
    pen.box(0.38, 0.24, 0.24, 0.22, ink, 0.03)
    pen.box(0.40, 0.08, 0.20, 0.10, ink, 0.03)


def camera(pen: Pen, ink: Colour, ground: Colour) -> None:
    """A camera, for the one that reads the dice."""
    pen.box(0.34, 0.66, 0.32, 0.18, ink, 0.05)
    pen.box(0.06, 0.18, 0.88, 0.56, ink, 0.10)
    pen.circle((0.5, 0.46), 0.21, ground)
    pen.circle((0.5, 0.46), 0.13, ink)


def disc(pen: Pen, ink: Colour) -> None:
    """A disc that touches its edges; cut in nine it is every box with round corners."""
    pen.circle((0.5, 0.5), 0.5, ink)


DRAWINGS: dict[str, tuple[Drawing, float]] = {
    "down": (down, 1.0),
    "erase": (erase, 1.0),
    "shift": (shift, 1.0),
    "finger": (finger, 1.0),
    "bulb": (bulb, 1.0),
    "camera": (camera, 1.0),
    "disc": (disc, 1.0),
}
