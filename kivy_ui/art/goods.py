"""Cards of resources and commodities: a card in the colour of its ground, with what it stands for."""

from __future__ import annotations

from collections.abc import Callable

from kivy_ui.art.atlas import Drawing
from kivy_ui.art.pen import Pen, arc
from kivy_ui.theme import Colour, rgb

PAPER = rgb("#F6EDD6")
DARK = rgb("#20242C")


def good(pen: Pen, name: str) -> None:
    """The card of a good; one of no known kind is blank."""
    ground, picture = GOODS.get(name, (rgb("#7A808C"), _blank))
    pen.box(0.02, 0.01, 0.96, 0.98, DARK, 0.14)
    pen.box(0.06, 0.05, 0.88, 0.90, ground, 0.11)
    picture(pen)


def _blank(pen: Pen) -> None:
    pen.circle((0.5, 0.5), 0.16, PAPER)


def _lumber(pen: Pen) -> None:
    for x, y in ((0.32, 0.36), (0.68, 0.36), (0.50, 0.66)):
        pen.circle((x, y), 0.19, rgb("#5B3A20"))
        pen.circle((x, y), 0.145, rgb("#E3B983"))
        pen.circle((x, y), 0.07, rgb("#A87643"))


def _wool(pen: Pen) -> None:
    pen.line([(0.38, 0.36), (0.38, 0.20)], 0.07, DARK)
    pen.line([(0.60, 0.36), (0.60, 0.20)], 0.07, DARK)
    for x, y, radius in ((0.36, 0.50, 0.17), (0.52, 0.60, 0.19), (0.62, 0.46, 0.17), (0.46, 0.44, 0.18)):
        pen.circle((x, y), radius, rgb("#FBFAF5"))
    pen.circle((0.76, 0.58), 0.11, DARK)


def _grain(pen: Pen) -> None:
    ink = rgb("#7A5312")
    pen.line([(0.5, 0.14), (0.5, 0.70)], 0.05, ink)
    for height in (0.42, 0.56, 0.70):
        for side in (-1, 1):
            pen.line([(0.5, height - 0.10), (0.5 + side * 0.19, height + 0.06)], 0.095, ink)
    pen.line([(0.5, 0.68), (0.5, 0.86)], 0.095, ink)


def _brick(pen: Pen) -> None:
    for left, low in ((0.14, 0.24), (0.53, 0.24), (0.335, 0.49), (0.14, 0.74), (0.53, 0.74)):
        pen.box(left, low - 0.07, 0.33, 0.19, PAPER, 0.03)


def _ore(pen: Pen) -> None:
    pen.polygon([(0.14, 0.26), (0.26, 0.60), (0.46, 0.80), (0.74, 0.68), (0.88, 0.40), (0.74, 0.22)], DARK)
    pen.polygon([(0.22, 0.32), (0.32, 0.58), (0.44, 0.44)], rgb("#D6DCE6"))
    pen.polygon([(0.36, 0.64), (0.47, 0.73), (0.68, 0.63), (0.50, 0.47)], rgb("#AEB6C4"))
    pen.polygon([(0.52, 0.42), (0.71, 0.57), (0.80, 0.40), (0.70, 0.29)], rgb("#8A93A4"))


def _coin(pen: Pen) -> None:
    pen.circle((0.5, 0.5), 0.31, DARK)
    pen.circle((0.5, 0.5), 0.27, rgb("#F5C84B"))
    pen.ring((0.5, 0.5), 0.17, 0.05, rgb("#9C6E12"))


def _paper(pen: Pen) -> None:
    pen.polygon([(0.26, 0.16), (0.74, 0.16), (0.74, 0.66), (0.58, 0.84), (0.26, 0.84)], DARK)
    pen.polygon([(0.30, 0.20), (0.70, 0.20), (0.70, 0.63), (0.55, 0.80), (0.30, 0.80)], PAPER)
    for height in (0.34, 0.47, 0.60):
        pen.line([(0.37, height), (0.63, height)], 0.045, rgb("#6D7686"))


def _cloth(pen: Pen) -> None:
    pen.polygon([*arc((0.36, 0.5), 0.17, 90, 270, 14), *arc((0.66, 0.5), 0.17, 270, 450, 14)], DARK)
    pen.polygon(
        [*arc((0.36, 0.5), 0.135, 90, 270, 14), *arc((0.66, 0.5), 0.135, 270, 450, 14)], rgb("#D65C7E")
    )
    pen.ring((0.66, 0.5), 0.085, 0.04, PAPER)
    pen.polygon([(0.24, 0.40), (0.42, 0.40), (0.42, 0.16), (0.24, 0.16)], rgb("#D65C7E"))


GOODS: dict[str, tuple[Colour, Callable[[Pen], None]]] = {
    "lumber": (rgb("#2F6B3A"), _lumber),
    "wool": (rgb("#8CBF4A"), _wool),
    "grain": (rgb("#E9C24E"), _grain),
    "brick": (rgb("#B9592F"), _brick),
    "ore": (rgb("#6F7785"), _ore),
    "coin": (rgb("#4A5E8C"), _coin),
    "paper": (rgb("#4E8C6B"), _paper),
    "cloth": (rgb("#EADFC6"), _cloth),
}

DRAWINGS: dict[str, tuple[Drawing, float]] = {"good": (good, 1.0)}
