"""What painters drew: recorded stroke by stroke, and whether it can be seen."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest

from kivy_ui.geometry import Box
from kivy_ui.theme import SIGN_CONTRAST, TEXT_CONTRAST, Colour, contrast

ROUNDING = 0.01
contrasting = cache(contrast)
"""Few colours, drawn very often."""


@dataclass(frozen=True)
class Stroke:
    """Something that a painter was told to draw: a text, a drawing by name, or a box of one colour."""

    kind: str
    what: str
    box: Box
    colours: tuple[Colour, ...]


def record(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have painters remember what they draw, on the widget that they draw; the island stays bare.

    The window must be open."""
    from kivy_ui import paint

    monkeypatch.setattr("kivy_ui.board.ground.painting", lambda *_of: iter(()))
    rect, art, write = paint.Painter.rect, paint.Painter.art, paint.Painter.write
    disc = "disc"  # a drawing that is a plate for a number

    def note(p: Any, *stroke: Any) -> None:
        if p.__dict__.setdefault("strokes", []) is not getattr(p.widget, "strokes", None):
            p.widget.strokes = p.strokes
        p.strokes.append(Stroke(*stroke))

    class Recording(paint.Painter):
        def rect(self, box: Box, colour: Colour, radius: float = 0.0) -> None:
            note(self, "box", "", box, (colour,))
            rect(self, box, colour, radius)

        def mark(self, box: Box, colour: Colour, radius: float = 0.0) -> None:
            rect(self, box, colour, radius)
            note(self, "mark", "", box, (colour,))

        def art(self, name: str, box: Box, *colours: Colour, **rest: Any) -> Box:
            place = art(self, name, box, *colours, **rest)
            seen = rest.get("opacity", 1.0)
            kind = "box" if name == disc else "art"
            note(self, kind, name, place, tuple((*c[:3], c[3] * seen) for c in colours))
            return place

        def write(self, text: str, box: Box, role: Any, colour: Colour, **rest: Any) -> Box:
            ink = write(self, text, box, role, colour, **rest)
            note(self, "text", text, ink, (colour,))
            return ink

    monkeypatch.setattr(paint, "Painter", Recording)


def over(colour: Colour, ground: Colour) -> Colour:
    """The colour as it is seen on the ground."""
    share = colour[3]
    red, green, blue = (c * share + g * (1 - share) for c, g in zip(colour[:3], ground[:3], strict=True))
    return red, green, blue, 1.0


def strokes(widget: Any) -> Iterator[tuple[Any, Stroke]]:
    """All that a widget and its children draw, in the order of drawing."""
    for stroke in getattr(widget, "strokes", ()):
        yield widget, stroke
    for child in reversed(widget.children):
        yield from strokes(child)


def faint(shell: Any) -> Iterator[str]:
    """Everything the shell shows that is too faint."""
    below: list[Stroke] = []
    root = shell.sheets.shown
    for widget, stroke in strokes(shell):
        spot = stroke.box
        if stroke.kind != "box" and spot.w > 0:
            x, y = spot.x + spot.w / 2, spot.y + spot.h / 2
            ground = seen_at(below, x, y, shell.look.theme.ground)
            least = TEXT_CONTRAST if stroke.kind == "text" else SIGN_CONTRAST
            best = max((contrasting(over(c, ground), ground) for c in stroke.colours), default=least)
            if best < least - ROUNDING and (root is None or root in parents(widget)):
                yield f"{widget.name}: {stroke.kind} {stroke.what!r} {best:.1f}:1"
        below.append(stroke)


def seen_at(below: list[Stroke], x: float, y: float, ground: Colour) -> Colour:
    """The colour that all that was drawn so far has at a point."""
    veils = []
    for stroke in reversed(below):
        box = stroke.box
        if stroke.colours and box.x <= x <= box.right and box.y <= y <= box.top:
            if stroke.colours[0][3] == 1:
                ground = stroke.colours[0]
                break
            veils.append(stroke.colours[0])
    for veil in reversed(veils):
        ground = over(veil, ground)
    return ground


def parents(widget: Any) -> list[Any]:
    found = [widget]
    while widget.parent is not None and widget.parent is not widget:
        widget = widget.parent
        found.append(widget)
    return found
