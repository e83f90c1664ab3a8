"""The small instruments of a player's column: buildings, knights, ladders. A tap on one is one more of it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from companion.presenters.helping import Topic
from companion.presenters.intents import Intent
from companion.presenters.views import CounterView, KnightsView, LadderView
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, Text
from kivy_ui.paint import Look, Painter, Tappable
from kivy_ui.theme import SIGN_CONTRAST, Colour, dimmed, legible, mix
from kivy_ui.widgets.chip import draw_icon

Do = Callable[[Intent | None], object]
"""What is called with the intent of an instrument that is touched."""


def _nothing(_intent: Intent | None) -> None:
    """For an instrument that is only drawn."""


class Cell(Tappable):
    """A target with a quiet plate. ``colour`` is the player's."""

    def __init__(
        self,
        look: Look,
        name: str,
        colour: str,
        on_tap: Callable[[], object] | None = None,
        on_hold: Callable[[], object] | None = None,
        **properties: Any,
    ) -> None:
        self.colour = colour
        self.fresh = False
        super().__init__(look, name, on_tap, on_hold, **properties)

    def flash(self, fresh: bool) -> None:
        """Mark the cell as what has just changed, or no more."""
        if fresh != self.fresh:
            self.fresh = fresh
            self.repaint()

    def plate(self, p: Painter, fill: Colour | None = None) -> Box:
        """Draw the plate and return the room on it."""
        body = self.box.inset(p.look.mm(GAP_MM) / 4)
        theme = p.theme
        fill = fill or theme.raised
        if self.pressed:
            fill = mix(fill, theme.text, 0.25)
        elif self.fresh:
            fill = mix(fill, theme.accent, 0.35)
        p.rect(body, fill, p.look.mm(1.6))
        return body.inset(p.look.mm(0.6), p.look.mm(0.5))

    def piece_colours(self, p: Painter) -> tuple[Colour, Colour]:
        """Fill and outline of this player's wooden pieces on a plate."""
        livery = p.look.livery(self.colour)
        outlined = p.theme.chip_line(livery)
        return livery.fill, outlined or p.theme.ground


class PieceCell(Cell):
    """Settlements, cities or walls: the piece and how many."""

    def __init__(
        self,
        look: Look,
        name: str,
        colour: str,
        view: CounterView,
        do: Do = _nothing,
        **properties: Any,
    ) -> None:
        self.view = view
        super().__init__(look, name, colour, lambda: do(self.view.intent), **properties)

    def topic(self) -> Topic:
        return Topic((self.view.icon,), self.view.intent)

    def show(self, view: CounterView) -> None:
        """Show another number."""
        if view != self.view:
            self.view = view
            self.repaint()

    def paint(self, p: Painter) -> None:
        room = self.plate(p)
        fill, line = self.piece_colours(p)
        if self.view.count is None:
            height = min(room.h * 0.78, room.w * 0.7)
            p.art(self.view.icon, room.middle(room.w, height), fill, line)
            return
        ink = p.theme.text if self.view.count else dimmed(p.theme.text, p.theme.raised)
        group = room.middle(min(room.w, room.h * 1.5), room.h)
        icon, rest = group.cut_left(group.w * 0.56)
        height = min(icon.h * 0.70, icon.w / 1.05)
        p.art(self.view.icon, icon.middle(icon.w, height), fill, line)
        p.write(str(self.view.count), rest, Text.TABLE, ink, bold=True)


class KnightCell(Cell):
    """The knights of one strength: helmet on and in colour when active."""

    def __init__(
        self,
        look: Look,
        name: str,
        colour: str,
        view: KnightsView,
        do: Do = _nothing,
        **properties: Any,
    ) -> None:
        self.view = view
        super().__init__(look, name, colour, lambda: do(self.view.intent), **properties)

    def topic(self) -> Topic:
        return Topic(("knight",), self.view.intent)

    def show(self, view: KnightsView) -> None:
        """Show other knights."""
        if view != self.view:
            self.view = view
            self.repaint()

    def paint(self, p: Painter) -> None:
        draw_knights(p, self.view, self.plate(p), self.colour)


def draw_knights(p: Painter, view: KnightsView, room: Box, colour: str) -> None:
    """Two places side by side, as each player owns two of a strength; an empty place is a faint knight."""
    theme = p.theme
    states: list[bool | None] = [*[True] * view.active, *[False] * view.inactive]
    if len(states) > 2:
        left, right = room.columns(2)
        draw_knight(p, left, view.strength, view.active > 0, colour)
        p.write(f"{view.active}/{len(states)}", right, Text.OPERATOR, theme.text, bold=True)
        return
    states += [None] * (2 - len(states))
    room = room.middle(min(room.w, room.h * 1.6), room.h)
    for part, active in zip(room.columns(2), states, strict=True):
        draw_knight(p, part, view.strength, active, colour)


def draw_knight(p: Painter, room: Box, strength: int, active: bool | None, colour: str) -> None:
    """A knight that is active, sleeps, or is not on the board (None)."""
    theme = p.theme
    livery = p.look.livery(colour)
    metal = theme.accent if theme.name == "dark" else mix(theme.accent, (1.0, 1.0, 1.0, 1.0), 0.12)
    if active is None:
        faint = dimmed(theme.text, theme.raised, SIGN_CONTRAST)
        p.art("knight", room, faint, faint, faint, theme.raised, options=(strength, False))
    elif active:
        p.art(
            "knight",
            room,
            livery.fill,
            theme.chip_line(livery) or theme.ground,
            metal,
            theme.raised,
            options=(strength, True),
        )
    else:
        p.art("knight", room, livery.fill, theme.quiet, metal, theme.raised, options=(strength, False))


class LadderCell(Cell):
    """A track: its sign, the level, five steps. A tap buys the next."""

    def __init__(
        self,
        look: Look,
        name: str,
        colour: str,
        view: LadderView,
        do: Do = _nothing,
        **properties: Any,
    ) -> None:
        self.view = view
        super().__init__(look, name, colour, lambda: do(self.view.intent), **properties)

    def topic(self) -> Topic:
        return Topic((self.view.track,), self.view.intent)

    def show(self, view: LadderView) -> None:
        """Show another level."""
        if view != self.view:
            self.view = view
            self.repaint()

    def paint(self, p: Painter) -> None:
        theme, view = p.theme, self.view
        colour = theme.track[view.track]
        plate = mix(theme.raised, theme.track_deep[view.track], 0.75)
        room = self.plate(p, plate)
        upper, lower = room.cut_top(room.h * 0.68)
        group = upper.middle(min(upper.w, upper.h * 2.0), upper.h)
        icon, rest = group.cut_left(group.w * 0.54)
        side = min(icon.h * 0.80, icon.w * 0.92)
        if view.metropolis:
            side = min(icon.h, icon.w)
            draw_icon(p, "metropolis", icon.middle(side, side), theme.text, theme.raised, track=view.track)
        else:
            p.art(
                "track_sign",
                icon.middle(side, side),
                colour,
                plate,
                options=(view.track,),
            )
        p.write(str(view.level), rest, Text.TABLE, theme.text if view.level else theme.quiet, bold=True)
        bars = lower.inset(p.look.mm(0.4), lower.h * 0.24).columns(5, max(2.0, p.look.mm(0.5)))
        for index, bar in enumerate(bars):
            radius = min(bar.h, bar.w) * 0.35
            if index < view.level:
                p.mark(bar, legible(colour, plate, SIGN_CONTRAST), radius)
            else:
                edge = max(1.0, p.look.mm(0.2))
                p.mark(bar, dimmed(theme.text, plate, SIGN_CONTRAST), radius)
                p.rect(bar.inset(edge), plate, max(0.0, radius - edge))
