"""The ship strip: where the barbarians are, cities against knights, whose turn, mute."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from kivy.graphics import Color, Line

from companion.presenters.helping import Topic
from companion.presenters.moving import SpotView
from companion.presenters.views import StripView
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable, width_of
from kivy_ui.theme import SIGN_CONTRAST, dimmed, mix
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_chip, draw_icon, ship_colours

SHIP_SHARE = 1.19
"""Width of the ship, in its heights."""
TURN_SHARE = 2.2
"""Width of whose turn it is, in least targets."""


def draw_track(p: Painter, box: Box, step: int, track: int, near: bool) -> None:
    """The sea with its steps, the wake, the ship on its step and the shore at the end.

    The ship stands on ``step`` of ``track``; the last step is the shore, where it attacks.
    """
    theme = p.theme
    radius = min(box.h * 0.28, p.look.mm(3))
    sea = mix(theme.sea, theme.warn, 0.12) if near else theme.sea
    if near:
        edge = max(2.0, box.h * 0.05)
        p.frame(box, sea, theme.warn, edge, radius)
    else:
        p.rect(box, sea, radius)
    shore_width = min(box.h * 0.95, box.w * 0.16)
    size = box.h * 0.84
    # the ship lies off the first step until it has taken it
    start = box.h * 0.02 + size * SHIP_SHARE
    water = Box(box.x + start, box.y, box.w - shore_width - box.h * 0.04 - start, box.h)
    # two quiet rows of waves
    Color(*mix(theme.sea, theme.sea_light, 0.55))
    length = box.h * 0.42
    for row, rise in enumerate((0.20, 0.40)):
        left = box.x + box.h * 0.10 + (row % 2) * length / 2
        points: list[float] = []
        count = int((water.right - box.x - box.h * 0.10 - length / 2) / (length / 8))
        for index in range(count):
            points += [
                left + index * length / 8,
                water.y + water.h * rise + math.sin(index * math.pi / 4) * box.h * 0.03,
            ]
        Line(points=points, width=max(1.0, box.h * 0.018))
    places = _places(box, track)
    middle = box.y + box.h * 0.30
    for index, x in enumerate(places):
        dot = box.h * 0.052
        passed = index < step
        colour = theme.text if passed else dimmed(theme.text, sea, SIGN_CONTRAST)
        p.mark(Box(x - dot, middle - dot, 2 * dot, 2 * dot), colour, dot)
        if passed and index < step - 1:
            p.rect(
                Box(x + dot * 2, middle - dot * 0.3, places[1] - places[0] - dot * 4, dot * 0.6),
                mix(theme.sea, theme.text, 0.35),
            )
    p.art(
        "shore",
        Box(box.right - shore_width - box.h * 0.05, box.y + box.h * 0.06, shore_width, box.h * 0.86),
        theme.good if not near else mix(theme.good, theme.warn, 0.5),
        (0.73, 0.70, 0.65, 1.0),
        theme.danger,
    )
    with p.movable("gauge"):
        p.art("ship", ship_box(box, step, track), *ship_colours(p))


def _places(box: Box, track: int) -> list[float]:
    """The middles of the steps; the ship lies off the first one until it has taken it."""
    start = box.h * 0.02 + box.h * 0.84 * SHIP_SHARE
    width = box.w - min(box.h * 0.95, box.w * 0.16) - box.h * 0.04 - start
    return [box.x + start + width * (index + 0.5) / track for index in range(track)]


def ship_box(box: Box, step: int, track: int) -> Box:
    """Where the ship is on a step of a track that is drawn in this box."""
    size = box.h * 0.84
    left = box.x + box.h * 0.02
    if step > 0:
        x = _places(box, track)[min(track, step) - 1]
        left = min(max(left, x - size * 0.60), box.right - size * SHIP_SHARE)
    return Box(round(left), round(box.y + box.h * 0.10), size * SHIP_SHARE, size)


def draw_balance(
    p: Painter, box: Box, strength: int, defence: int, role: Text | float, align: float = 0.5
) -> None:
    """Cities against active knights, as two numbers with their drawings."""
    theme = p.theme
    holds = defence >= strength
    size = min(p.look.text(role), box.h / 0.86)
    icon = min(size * 0.72, box.h * 0.8)
    figure = size * 0.60 * max(1, len(str(strength)))
    other = size * 0.60 * max(1, len(str(defence)))
    gap = size * 0.12
    total = icon * 1.2 + gap + figure + size * 0.55 + icon + gap + other
    shrink = min(1.0, box.w / total)
    size, icon, figure, other, gap = (value * shrink for value in (size, icon, figure, other, gap))
    x = box.x + (box.w - total * shrink) * align
    colour = theme.good if holds else theme.danger
    written = size / p.look.text(1000) * 1000

    def number(value: int, left: float, width: float) -> None:
        p.write(str(value), Box(left, box.y, width, box.h), written, theme.text, bold=True, least=size * 0.8)

    draw_icon(
        p,
        "city",
        Box(x, box.y, icon * 1.2, box.h),
        theme.text,
        theme.ground,
        options=(theme.quiet, theme.ground),
    )
    x += icon * 1.2 + gap
    number(strength, x, figure)
    x += figure + size * 0.10
    p.rect(Box(x, box.y + box.h / 2 - size * 0.175, size * 0.35, size * 0.35), colour, size * 0.175)
    p.write(
        "≤" if holds else ">",
        Box(x, box.y, size * 0.35, box.h),
        written * 0.42,
        theme.on_good if holds else theme.on_danger,
        bold=True,
        least=1,
        may_shorten=True,
    )
    x += size * 0.45
    draw_icon(p, "swords", Box(x, box.y, icon, box.h), colour, theme.ground)
    x += icon + gap
    number(defence, x, other)


class GaugeKey(Tappable):
    """The ship as a target: a tap tells of it. It draws nothing, and a message may lie over it."""

    spare = True

    def __init__(self, look: Look, on_help: Callable[[Topic], object]) -> None:
        self.gauge = ""
        super().__init__(look, "gauge", lambda: on_help(self.topic()))

    def topic(self) -> Topic:
        return Topic((self.gauge,))


class TurnKey(Tappable):
    """Whose turn it is, and its number or how long it has lasted; a tap shows the evening's statistics, and a
    finger that rests turns the picture, as where nothing is: in the frame that is seldom anywhere else."""

    spare = True

    def __init__(self, look: Look, on_tap: Callable[[], object]) -> None:
        self.view = StripView()
        self.time, self.late = "", False
        super().__init__(look, "statistics", on_tap, self._rested)

    def _rested(self) -> None:
        teller = self.teller()
        if teller is not None:
            teller.offer_turning()

    def paint(self, p: Painter) -> None:
        person, pad = self.view.on_turn, p.look.mm(1)
        if person is None:
            return
        body = self.box.inset(p.look.mm(GAP_MM) / 2)
        ground = p.theme.pressed if self.pressed else p.theme.ground
        p.frame(body, ground, p.theme.line, max(1.0, p.look.mm(0.3)), p.look.mm(2.2))
        room = body.inset(pad, pad * 0.6)
        # a sign beside the colour, for whoever cannot tell that apart
        words = (f"{self.time}!" if self.late else self.time) or str(self.view.turn)
        chip, rest = room.cut_left(min(room.h * 0.86, p.look.text(Text.TABLE) * 1.2))
        rest = Box(rest.x + pad, rest.y, rest.w - pad, rest.h)
        if width_of(words, int(p.look.metrics.least_text), True) <= rest.w:
            draw_chip(p, person, chip)
        else:
            rest = room  # in large letters the time needs all of it; whose turn it is their column says, too
        p.write(words, rest, Text.TABLE, p.theme.warn if self.late else p.theme.quiet, bold=True)


class Strip(Painted):
    """The top of the frame. One line in a wide window, two in a narrow one."""

    def __init__(
        self,
        look: Look,
        on_mute: Callable[[], object],
        on_help: Callable[[Topic], object],
        on_turn: Callable[[], object],
        **properties: Any,
    ) -> None:
        self.view = StripView()
        self.large = False
        self.turn = TurnKey(look, on_turn)
        self.gauge = GaugeKey(look, on_help)
        self.mute_button = Button(look, "mute", icon="sound", kind="quiet", on_tap=on_mute)
        super().__init__(look, "strip", **properties)
        self.add_widget(self.turn)
        self.add_widget(self.mute_button)

    @staticmethod
    def height_for(look: Look, large: bool = False) -> float:
        """Pixels that the strip needs in this window; ``large`` where the ship is all that is tracked."""
        line = look.mm(TARGET_MM) + 1
        return line * (2.2 if large else 1.7 if look.metrics.portrait else 1.0)

    def show(self, view: StripView, past: bool = False) -> None:
        """Show another state of the ship. The ``past`` has no statistics of its own."""
        self.turn.enabled = not past
        if view != self.view:
            self.view = self.turn.view = view
            self.gauge.gauge = view.gauge
            self.have(self.gauge, bool(view.track))
            self.mute_button.show(icon="mute" if view.muted else "sound", lit=view.muted)
            self._arrange()
            self.turn.repaint()
            self.repaint()

    @property
    def time(self) -> str:
        """How long the turn has lasted, where anybody wants to know."""
        return self.turn.time

    def show_time(self, time: str, late: bool) -> None:
        """Show how long the turn has lasted, if anybody wants to know, and whether that is long."""
        if (time, late) != (self.turn.time, self.turn.late):
            self.turn.time, self.turn.late = time, late
            self.turn.repaint()

    def place(self, box: Box) -> None:
        super().place(box)
        self._arrange()

    def _arrange(self) -> None:
        side, box = self.look.mm(TARGET_MM) + 1, self.box
        if box.h <= 0:
            return
        self.mute_button.place(Box(box.right - side, box.top - side, side, side))
        track, turn, _balance = self._divided()
        self.turn.place(turn)
        if self.view.track:
            self.gauge.place(
                Box(box.x, box.y, (turn.x if turn.x > track.x else box.right - side) - box.x, box.h)
            )

    def _divided(self) -> tuple[Box, Box, Box]:
        """The rooms of the ship's track, of whose turn it is, and of cities against knights."""
        box, look = self.box, self.look
        pad = look.mm(1.0)
        side = look.mm(TARGET_MM) + 1
        turn = side * TURN_SHARE
        beside = Box(box.right - side - turn, box.top - side, turn, side)
        if not self.view.track:
            return Box(0, 0, 0, 0), Box(box.x, box.top - side, turn, side), Box(0, 0, 0, 0)
        if self.large:
            rest = Box(box.x, box.y, box.w - turn, box.h)
            return rest.inset(pad, pad * 0.6), Box(rest.right, box.y, turn, box.h - side), Box(0, 0, 0, 0)
        if look.metrics.portrait:
            upper, lower = box.cut_top(side)
            track = Box(upper.x + pad, upper.y + pad * 0.5, beside.x - upper.x - 2 * pad, upper.h - pad)
            return track, beside, lower.inset(pad, pad * 0.3)
        track, rest = Box(box.x, box.y, beside.x - box.x, box.h).cut_left(min(box.w * 0.46, box.h * 5.9))
        track = Box(track.x + pad, track.y + pad * 0.6, track.w - pad, track.h - pad * 1.2)
        return track, beside, rest.inset(pad, pad * 0.3)

    def place_of(self, spot: SpotView) -> Box | None:
        if spot.sort != "gauge" or not self.view.track:
            return None
        return ship_box(self._divided()[0], int(spot.at), self.view.track)

    def paint(self, p: Painter) -> None:
        view = self.view
        if not view.track:
            return
        track, _turn, balance = self._divided()
        draw_track(p, track, view.step, view.track, view.near)
        if balance.h and view.strength is not None and view.defence is not None:
            draw_balance(p, balance, view.strength, view.defence, 46)
