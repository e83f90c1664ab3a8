"""Signs that a person draws: an SVG file each, which any drawing program opens and saves.

Black is drawn in the first colour of a sign, white in the second, which is mostly that of its ground.
Understood are ``path``, ``polygon``, ``polyline``, ``line``, ``circle`` and ``rect``, filled or with a
stroke, alone or in groups; the picture is as high as its ``viewBox``. A path has no holes: what is seen
through one is drawn in white. The ends of strokes are round, unless they are ``butt``.
"""

from __future__ import annotations

import logging
import math
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, partial
from importlib.resources import files
from typing import TYPE_CHECKING
from xml.etree import ElementTree

from kivy.graphics import PopMatrix, PushMatrix, Translate

from companion.engine.errors import LongshipError
from companion.rules import catalogue
from kivy_ui.art.pen import Cap, Pen, Point
from kivy_ui.theme import Colour

if TYPE_CHECKING:
    from svg.path import Path

log = logging.getLogger(__name__)

INKS: Mapping[str, int] = {"black": 0, "#000": 0, "#000000": 0, "white": 1, "#fff": 1, "#ffffff": 1}
"""Which of a sign's colours stands for one in the file."""

CURVE_STEPS = 14
ARC_STEP_DEGREES = 8.0

IGNORED = ("title", "desc", "defs", "metadata", "namedview")
SHAPES = ("path", "polygon", "polyline", "line", "circle", "rect")
INHERITED = ("fill", "stroke", "stroke-width", "stroke-linecap")

UNSEEN = {"opacity": "1", "fill-opacity": "1", "stroke-opacity": "1", "display": "inline"}
"""What would not be drawn as it is meant, with the value that changes nothing."""

Ink = int | Colour
"""A colour, or the number of one of those in which a picture is drawn."""
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
    text = file_of("signs", name)
    return None if text is None else parsed(text)


def file_of(room: str, name: str) -> str | None:
    """An SVG file of this name in a folder of the app's own art or of a module; None if there is none, or it
    is no name of a drawing: some come from files."""
    if re.fullmatch("[a-z0-9_]{1,60}", name) is None:
        return None
    for folder in (files("kivy_ui.art"), *catalogue.folders().values()):
        file = folder / room / f"{name}.svg"
        if file.is_file():
            return file.read_text(encoding="utf-8")
    return None


@cache
def sign_or_plain(name: str) -> Sign:
    """The sign of this name; a plain one if nobody drew it, so that the game goes on."""
    found = sign(name)
    if found is None:
        log.warning("nobody drew %r: put signs/%s.svg into the module's folder", name, name)
        return Sign(1.0, 1, (partial(_ring, 0, (0.5, 0.5), 0.36, 0.08),))
    return found


def put(pen: Pen, name: str, corner: Point, size: float, *colours: Colour) -> None:
    """Draw a sign into another drawing, in a square with this lower left corner."""
    found = sign_or_plain(name)
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
    return drawn(root_of(text), black_or_white)


def root_of(text: str) -> ElementTree.Element:
    """The root of an SVG file.

    Raises:
        SignError: if it is none.
    """
    try:
        return ElementTree.fromstring(text)
    except ElementTree.ParseError as error:
        raise SignError(f"this is no SVG file with a viewBox: {error}") from None


def marked(root: ElementTree.Element, name: str) -> list[tuple[ElementTree.Element, ElementTree.Element]]:
    """The circles with this id, each with what it lies in.

    Raises:
        SignError: if something else has it, or one has a transform.
    """
    found = [(parent, element) for parent in root.iter() for element in parent if element.get("id") == name]
    for _parent, element in found:
        if not element.tag.endswith("circle"):
            raise SignError(f"what has the id {name} is no circle")
        if element.get("transform"):
            raise SignError(f"the circle {name} has a transform: apply it in the drawing program")
    return found


def finite(number: str) -> float:
    """The number that is written there.

    Raises:
        ValueError: if it is none, or endless.
    """
    found = float(number)
    if not math.isfinite(found):
        raise ValueError(f"{number} is no number to draw with")
    return found


def black_or_white(colour: str) -> Ink:
    """The number of the colour of a sign.

    Raises:
        SignError: if it is another one.
    """
    if colour.lower() not in INKS:
        raise SignError(f"the colour {colour} is neither black nor white")
    return INKS[colour.lower()]


def drawn(root: ElementTree.Element, ink_of: Callable[[str], Ink]) -> Sign:
    """What an SVG file shows, with the inks that its colours stand for.

    Raises:
        SignError: if it is not one that is understood, or from ``ink_of``.
    """
    frame = frame_of(root)
    style = {"fill": "black", "stroke": "none", "stroke-width": "1", **own_style(root)}
    try:
        found = [
            (ink, stroke)
            for element, style in _shapes(root, style)
            for ink, stroke in _strokes(element, style, frame, ink_of)
        ]
    except SignError:
        raise
    except Exception as error:  # svg.path has errors of its own, and raises whatever it meets besides
        raise SignError(f"a shape cannot be read: {error}") from None
    colours = max((ink for ink, _stroke in found if isinstance(ink, int)), default=0) + 1
    return Sign(frame.width / frame.height, colours, tuple(stroke for _ink, stroke in found))


def _shapes(
    parent: ElementTree.Element, style: Mapping[str, str]
) -> Iterator[tuple[ElementTree.Element, Mapping[str, str]]]:
    """All shapes of a file with how they are drawn, in the order in which they cover each other."""
    for element in parent:
        name = str(element.tag).rpartition("}")[2]
        if element.get("transform"):
            raise SignError(f"a {name} has a transform: apply it in the drawing program")
        own = {**style, **own_style(element)}
        if hidden := next((key for key in UNSEEN if own.get(key, UNSEEN[key]) != UNSEEN[key]), None):
            raise SignError(f"a {name} has its {hidden} changed: #rrggbbaa is what shines through")
        if name == "g":
            yield from _shapes(element, own)
        elif name in SHAPES:
            element.tag = name
            yield element, own
        elif name and name not in IGNORED:
            raise SignError(f"a {name} is not understood: make a path of it in the drawing program")


def own_style(element: ElementTree.Element) -> Mapping[str, str]:
    """What an element says of its own style, as attributes or as CSS."""
    pairs = (entry.partition(":") for entry in element.get("style", "").split(";"))
    declared = {key.strip(): value.strip() for key, _colon, value in pairs}
    given = {key: element.attrib[key] for key in (*INHERITED, *UNSEEN) if key in element.attrib}
    return {**given, **declared}


@dataclass(frozen=True, slots=True)
class Frame:
    """Where the picture lies among the coordinates of its file: its left and upper edge, and its size."""

    left: float
    top: float
    width: float
    height: float

    def at(self, x: float, y: float) -> Point:
        """A point of the file in a space of height 1, y upwards."""
        return (x - self.left) / self.height, 1 - (y - self.top) / self.height


def frame_of(root: ElementTree.Element) -> Frame:
    """Where the picture of an SVG file lies.

    Raises:
        SignError: if it does not say so.
    """
    try:
        left, top, width, height = map(finite, root.get("viewBox", "").replace(",", " ").split())
        if width <= 0 or height <= 0:
            raise ValueError("it has no size")
    except ValueError as error:
        raise SignError(f"this is no SVG file with a viewBox: {error}") from None
    return Frame(left, top, width, height)


def _strokes(
    element: ElementTree.Element, style: Mapping[str, str], frame: Frame, ink_of: Callable[[str], Ink]
) -> Iterator[tuple[Ink, Stroke]]:
    """How a shape is drawn: filled, and then with its stroke."""
    height = frame.height
    width = float(style["stroke-width"].removesuffix("px")) / height
    fill, stroke = (
        None if style[name].lower() == "none" else ink_of(style[name]) for name in ("fill", "stroke")
    )
    if element.tag == "circle":
        centre = frame.at(_number(element, "cx"), _number(element, "cy"))
        radius = _number(element, "r") / height
        if fill is not None:
            yield fill, partial(_disc, fill, centre, radius)
        if stroke is not None:
            yield stroke, partial(_ring, stroke, centre, radius, width)
        return
    if element.tag == "rect":
        w, h, corner = (_number(element, name) / height for name in ("width", "height", "rx"))
        x, y = frame.at(_number(element, "x"), _number(element, "y"))
        if fill is not None:
            yield fill, partial(_box, fill, (x, y - h, w, h, corner))
        if stroke is not None:
            if corner:
                raise SignError("a rect with round corners has a stroke: make a path of it")
            around = [(x, y), (x + w, y), (x + w, y - h), (x, y - h)]
            yield stroke, partial(_line, stroke, around, width, True, "round")
        return
    cap: Cap = "none" if style.get("stroke-linecap", "round") == "butt" else "round"
    for points, closed in _outlines(element, frame):
        if fill is not None and element.tag != "line":
            yield fill, partial(_filled, fill, points)
        if stroke is not None:
            yield stroke, partial(_line, stroke, points, width, closed, cap)


def _number(element: ElementTree.Element, name: str) -> float:
    return finite(element.get(name, "0"))


def _outlines(element: ElementTree.Element, frame: Frame) -> Iterator[tuple[list[Point], bool]]:
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
                part.append(frame.at(point.real, point.imag))
        if part:
            yield part, part[0] == part[-1]
        return
    if element.tag == "line":
        numbers = [_number(element, name) for name in ("x1", "y1", "x2", "y2")]
    else:
        numbers = [finite(number) for number in element.get("points", "").replace(",", " ").split()]
    if numbers:
        pairs = zip(numbers[::2], numbers[1::2], strict=True)
        yield [frame.at(x, y) for x, y in pairs], element.tag == "polygon"


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


def _colour(ink: Ink, inks: tuple[Colour, ...]) -> Colour:
    return inks[ink] if isinstance(ink, int) else ink


def _disc(ink: Ink, centre: Point, radius: float, pen: Pen, inks: tuple[Colour, ...]) -> None:
    pen.circle(centre, radius, _colour(ink, inks))


def _ring(ink: Ink, centre: Point, radius: float, width: float, pen: Pen, inks: tuple[Colour, ...]) -> None:
    pen.ring(centre, radius, width, _colour(ink, inks))


def _box(ink: Ink, box: tuple[float, ...], pen: Pen, inks: tuple[Colour, ...]) -> None:
    left, bottom, width, height, corner = box
    pen.box(left, bottom, width, height, _colour(ink, inks), corner)


def _filled(ink: Ink, points: list[Point], pen: Pen, inks: tuple[Colour, ...]) -> None:
    pen.polygon(points, _colour(ink, inks))


def _line(
    ink: Ink, points: list[Point], width: float, closed: bool, cap: Cap, pen: Pen, inks: tuple[Colour, ...]
) -> None:
    pen.line(points, width, _colour(ink, inks), closed=closed, cap=cap)
