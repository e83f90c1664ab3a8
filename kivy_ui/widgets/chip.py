"""A player told apart by colour, shape and initial; a drawing by its short name; and what it lies on."""

from __future__ import annotations

from companion.presenters.views import PersonView
from kivy_ui import art
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM
from kivy_ui.paint import Painter
from kivy_ui.theme import Colour, contrast, mix

PIPS = frozenset("123456")
"""Faces that are drawn as pips."""

_INITIAL_RISE = {"triangle": 0.30, "star": 0.46}
_INITIAL_SIZE = {"triangle": 0.46, "star": 0.50, "diamond": 0.52, "cross": 0.60}


def draw_chip(p: Painter, person: PersonView, box: Box, *ground: Colour) -> Box:
    """The player's chip, as large as fits the box; ``ground`` where it lies on a colour of its own."""
    livery = p.look.livery(person.colour)
    line = p.theme.chip_line(livery, *ground)
    place = p.art("shape", box, livery.fill, line or livery.fill, options=(livery.shape, line is not None))
    size = max(p.look.metrics.least_text * 0.8, place.h * _INITIAL_SIZE.get(livery.shape, 0.62))
    room = Box(place.x, place.y + place.h * (_INITIAL_RISE.get(livery.shape, 0.5) - 0.5), place.w, place.h)
    p.write(
        person.initial,
        room,
        size / p.look.text(1000) * 1000,
        livery.label,
        bold=True,
        least=min(size, p.look.metrics.least_text * 0.8),
        may_shorten=True,
    )
    return place


def draw_chips(
    p: Painter, people: tuple[PersonView, ...], room: Box, largest: float, align: float = 0.0
) -> None:
    """The people of a table as chips in one line."""
    side = min(room.h, largest, room.w / (max(1, len(people)) * 1.15))
    left = room.x + (room.w - side * 1.15 * len(people)) * align
    for index, person in enumerate(people):
        draw_chip(p, person, Box(left + index * side * 1.15, room.y + (room.h - side) / 2, side, side))


def draw_tile(p: Painter, box: Box, chosen: bool, pressed: bool) -> tuple[Box, Colour]:
    """Something that can be chosen: its body, framed when it is. Returns where that is, and its colour."""
    theme, look = p.theme, p.look
    body = box.inset(look.mm(GAP_MM) / 4)
    fill = mix(theme.raised, theme.text, 0.2) if pressed else theme.raised
    if chosen:
        p.frame(body, mix(fill, theme.accent, 0.14), theme.accent, max(2.0, look.mm(0.6)), look.mm(1.8))
    else:
        p.rect(body, fill, look.mm(1.8))
    return body, fill


def draw_icon(
    p: Painter,
    icon: str,
    box: Box,
    ink: Colour,
    ground: Colour,
    *,
    track: str = "",
    options: tuple[object, ...] = (),
    align: float = 0.5,
) -> Box:
    """A drawing by name in the colours that belong to it; plain signs are in ``ink`` on ``ground``."""
    theme = p.theme
    if icon in ("track_sign", "gate", "metropolis", "card") and not track:
        raise KeyError(icon)
    if icon == "ship":
        return p.art("ship", box, *ship_colours(p), align=align)
    if icon == "shore":
        return p.art("shore", box, theme.good, theme.quiet, theme.danger, align=align)
    if icon == "fire":
        return p.art("fire", box, theme.danger, theme.accent, align=align)
    if icon == "track_sign":
        return p.art(
            "track_sign",
            box,
            theme.track[track] if contrast(theme.track[track], ground) >= 2.5 else ink,
            ground,
            options=(track,),
            align=align,
        )
    if icon == "gate":
        return p.art("gate", box, ink, theme.track[track], options=(track,), align=align)
    if icon == "metropolis":
        return p.art(
            "metropolis", box, theme.track[track], theme.on_track[track], options=(track,), align=align
        )
    if icon == "card":
        return p.art(
            "card", box, theme.track[track], theme.on_track[track], ink, options=(track,), align=align
        )
    if icon == "road" and len(options) == 2:
        return p.art(icon, box, options[0], ground, options[1], align=align)  # type: ignore[arg-type]  # colours
    if icon in ("settlement", "city", "wall"):
        fill, line = (options[0], options[1]) if len(options) == 2 else (ink, ground)
        return p.art(icon, box, fill, line, align=align)  # type: ignore[arg-type]  # colours
    if icon == "good":
        return p.art("good", box, options=options, align=align)
    if icon == "knight":
        return p.art("knight", box, ink, ink, theme.accent, ground, options=options, align=align)
    sign = art.sign(icon)
    inks = (ink, ground) if icon in ("helmet", "road") or (sign is not None and sign.colours > 1) else (ink,)
    return p.art(icon, box, *inks, align=align)


def ship_colours(p: Painter) -> tuple[Colour, Colour, Colour, Colour]:
    """Hull, sail, stripe and trim of the barbarians' ship."""
    return (0.56, 0.34, 0.18, 1.0), (0.95, 0.91, 0.84, 1.0), (0.78, 0.22, 0.16, 1.0), (0.94, 0.72, 0.31, 1.0)


def event_face(p: Painter, face: str, box: Box) -> Box:
    """A face of the event die: the ship or the gate of a track."""
    body, ink = (0.95, 0.92, 0.85, 1.0), (0.10, 0.12, 0.16, 1.0)
    if face == "ship":
        return p.art("ship_face", box, body, ink)
    return p.art("gate_face", box, body, ink, p.theme.track[face], options=(face,))


def number_face(p: Painter, row: str, value: int, box: Box) -> Box:
    """A face of the red or the white die."""
    if row == "red":
        return p.art("die", box, (0.75, 0.20, 0.17, 1.0), (1.0, 0.96, 0.92, 1.0), options=(value,))
    return p.art("die", box, (0.95, 0.92, 0.85, 1.0), (0.10, 0.12, 0.16, 1.0), options=(value,))


def die_face(p: Painter, row: str, face: str, box: Box) -> Box:
    """Any face of any die: what is neither pips, ship nor gate is the drawing of its name on a plain die."""
    if face in PIPS:
        return number_face(p, row, int(face), box)
    if face == "ship" or face in p.theme.track:
        return event_face(p, face, box)
    body, ink = (0.95, 0.92, 0.85, 1.0), (0.10, 0.12, 0.16, 1.0)
    place = p.art("die", box, body, ink, options=(0,))
    draw_icon(p, face, place.inset(place.w * 0.2), ink, body)
    return place
