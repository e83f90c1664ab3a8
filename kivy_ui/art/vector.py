"""Signs that a person draws: an SVG file each, which any drawing program opens and saves.

Black is drawn in the first colour of a sign, white in the second, which is mostly that of its ground.
Understood are ``path``, ``polygon``, ``polyline``, ``line``, ``circle`` and ``rect``, filled or with a
stroke, alone or in groups; the picture is as high as its ``viewBox``. A path has no holes: what is seen
through one is drawn in white.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from kivy.graphics import PopMatrix, PushMatrix, Translate

from companion.engine.errors import LongshipError
from companion.rules import catalogue
from kivy_ui.art.pen import Pen, Point
from kivy_ui.theme import Colour

if TYPE_CHECKING:
    from svg.path import Path

INKS: Mapping[str, int] = {"black": 0, "#000": 0, "#000000": 0, "white": 1, "#fff": 1, "#ffffff": 1}
"""Which of a sign's colours stands for one in the file."""

CURVE_STEPS = 14
ARC_STEP_DEGREES = 8.0

SHAPES = ("path", "polygon", "polyline", "line", "circle", "rect")
INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap")

Stroke = Callable[[Pen, tuple[Colour, ...]], None]


class SignError(LongshipError, ValueError):
    """A file that is no sign, with the reason in a sentence."""


@dataclass(frozen=True, slots=True)
class Sign:
    """A sign: its width over its height, how many colours it takes, and how it is drawn."""

    aspect: float
    colours: int
    strokes: tuple[Stroke, ...]

    def draw(self, pen: Pen, *colours: Colour) -> None:
        """Draw it in a space of height 1; a colour that is not given is the last one that is."""
        inks = (*colours, colours[-1])
        for stroke in self.strokes:
            stroke(pen, inks)


@cache
def sign(name: str) -> Sign | None:
    """The sign of this name, of the app or of a module; None if nobody drew one."""
    for folder in (files("kivy_ui.art"), *catalogue.folders().values()):
        file = folder / "signs" / f"{name}.svg"
        if file.is_file():
            return parsed(file.read_text(encoding="utf-8"))
    return None


def put(pen: Pen, name: str, corner: Point, size: float, *colours: Colour) -> None:
    """Draw a sign into another drawing, in a square with this lower left corner.

    Raises:
        KeyError: for a name that nobody drew.
    """
    found = sign(name)
    if found is None:
        raise KeyError(name)
    tall = size / max(1.0, found.aspect)
    left, bottom = corner[0] + (size - tall * found.aspect) / 2, corner[1] + (size - tall) / 2
    PushMatrix()
    Translate(left * pen.scale, bottom * pen.scale)
    found.draw(Pen(tall * pen.scale), *colours)
    PopMatrix()


def parsed(text: str) -> Sign:
    """The sign of an SVG file.

    Raises:
        SignError: if it is not one that is understood.
    """
    try:
        root = ElementTree.fromstring(text)
        _left, _top, width, height = (float(part) for part in root.get("viewBox", "").split())
    except (ElementTree.ParseError, ValueError) as error:
        raise SignError(f"this is no SVG file with a viewBox: {error}") from None
    found = [
        (ink, stroke)
        for element, style in _shapes(root, {"fill": "black", "stroke": "none", "stroke-width": "1"})
        for ink, stroke in _strokes(element, style, height)
    ]
    colours = max((ink for ink, _stroke in found), default=0) + 1
    return Sign(width / height, colours, tuple(stroke for _ink, stroke in found))


def _shapes(
    parent: ElementTree.Element, style: Mapping[str, str]
) -> Iterator[tuple[ElementTree.Element, Mapping[str, str]]]:
    """All shapes of a file with how they are drawn, in the order in which they cover each other."""
    for element in parent:
        name = str(element.tag).rpartition("}")[2]
        if element.get("transform"):
            raise SignError(f"a {name} has a transform: apply it in the drawing program")
        pairs = (entry.partition(":") for entry in element.get("style", "").split(";"))
        declared = {key.strip(): value.strip() for key, _colon, value in pairs}
        given = {key: element.attrib[key] for key in INHERITED if key in element.attrib}
        own = {**style, **given, **declared}
        if name == "g":
            yield from _shapes(element, own)
        elif name in SHAPES:
            element.tag = name
            yield element, own


def _strokes(
    element: ElementTree.Element, style: Mapping[str, str], height: float
) -> Iterator[tuple[int, Stroke]]:
    """How a shape is drawn: filled, and then with its stroke."""
    width = float(style["stroke-width"]) / height
    fill, stroke = _ink(style["fill"]), _ink(style["stroke"])
    if element.tag == "circle":
        centre = (_number(element, "cx") / height, 1 - _number(element, "cy") / height)
        radius = _number(element, "r") / height
        if fill is not None:
            yield fill, partial(_disc, fill, centre, radius)
        if stroke is not None:
            yield stroke, partial(_ring, stroke, centre, radius, width)
        return
    if element.tag == "rect":
        x, y, w, h, corner = (_number(element, name) / height for name in ("x", "y", "width", "height", "rx"))
        if fill is not None:
            yield fill, partial(_box, fill, (x, 1 - y - h, w, h, corner))
        return
    cap = "none" if style.get("stroke-linecap", "round") == "butt" else "round"
    for points, closed in _outlines(element, height):
        if fill is not None and element.tag != "line":
            yield fill, partial(_filled, fill, points)
        if stroke is not None:
            yield stroke, partial(_line, stroke, points, width, closed, cap)


def _ink(colour: str) -> int | None:
    if colour.lower() == "none":
        return None
    if colour.lower() not in INKS:
        raise SignError(f"the colour {colour} is neither black nor white")
    return INKS[colour.lower()]


def _number(element: ElementTree.Element, name: str) -> float:
    return float(element.get(name, "0"))


def _outlines(element: ElementTree.Element, height: float) -> Iterator[tuple[list[Point], bool]]:
    """The points of each part of a shape, y upwards, and whether it is closed."""
    if element.tag == "path":
        from svg.path import parse_path

        part: list[Point] = []
        for point in _along(parse_path(element.get("d", ""))):
            if point is None:
                if part:
                    yield part, part[0] == part[-1]
                part = []
            else:
                part.append((point.real / height, 1 - point.imag / height))
        yield part, part[0] == part[-1]
        return
    if element.tag == "line":
        numbers = [_number(element, name) for name in ("x1", "y1", "x2", "y2")]
    else:
        numbers = [float(number) for number in element.get("points", "").replace(",", " ").split()]
    pairs = zip(numbers[::2], numbers[1::2], strict=True)
    yield [(x / height, 1 - y / height) for x, y in pairs], element.tag == "polygon"


def _along(path: Path) -> Iterator[complex | None]:
    """Points along a path, close enough for its curves to look round, and None before each of its parts."""
    from svg.path import Arc, CubicBezier, Move, QuadraticBezier

    for segment in path:
        steps = 1
        if isinstance(segment, CubicBezier | QuadraticBezier):
            steps = CURVE_STEPS
        elif isinstance(segment, Arc):
            steps = max(2, math.ceil(abs(segment.delta) / ARC_STEP_DEGREES))
        if isinstance(segment, Move):
            yield None
            yield segment.end
        else:
            for step in range(1, steps + 1):
                yield segment.point(step / steps)


def _disc(ink: int, centre: Point, radius: float, pen: Pen, inks: tuple[Colour, ...]) -> None:
    pen.circle(centre, radius, inks[ink])


def _ring(ink: int, centre: Point, radius: float, width: float, pen: Pen, inks: tuple[Colour, ...]) -> None:
    pen.ring(centre, radius, width, inks[ink])


def _box(ink: int, box: tuple[float, ...], pen: Pen, inks: tuple[Colour, ...]) -> None:
    left, bottom, width, height, corner = box
    pen.box(left, bottom, width, height, inks[ink], corner)


def _filled(ink: int, points: list[Point], pen: Pen, inks: tuple[Colour, ...]) -> None:
    pen.polygon(points, inks[ink])


def _line(
    ink: int, points: list[Point], width: float, closed: bool, cap: str, pen: Pen, inks: tuple[Colour, ...]
) -> None:
    pen.line(points, width, inks[ink], closed=closed, cap=cap)
