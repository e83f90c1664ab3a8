"""The button: a drawing and a word, a target larger than what is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from companion.presenters.helping import Topic
from companion.presenters.views import ActionView
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, Text
from kivy_ui.paint import Look, Painter, Tappable, fit, plain
from kivy_ui.theme import Colour, dimmed, mix
from kivy_ui.widgets.chip import draw_icon
from kivy_ui.widgets.words import words_of

Kind = Literal["plain", "primary", "danger", "quiet", "good"]


WRAPPED_LINES = 3


class Button(Tappable):
    """An icon with a label of up to two lines, and an optional smaller second line.

    Upright or lying by its shape: the icon stands left of the label in a wide button, above it in a tall one.
    """

    may_shorten = False
    """Whether the label may be cut: where the drawing says enough."""
    wraps_detail = False
    """Whether the second line is never cut: what does not fit wraps, and icon or label make way for it."""

    def __init__(
        self,
        look: Look,
        name: str = "",
        label: str = "",
        icon: str = "",
        *,
        kind: Kind = "plain",
        detail: str = "",
        on_tap: Callable[[], object] | None = None,
        on_hold: Callable[[], object] | None = None,
        role: Text | float = Text.OPERATOR,
        track: str = "",
        options: tuple[object, ...] = (),
        lines: int = 2,
        **properties: Any,
    ) -> None:
        self.label = label
        self.icon = icon
        self.kind: Kind = kind
        self.detail = detail
        self.role = role
        self.track = track
        self.options = options
        self.lines = lines
        self.lit = False
        self.told_of: Topic | None = None
        """What help tells when it is held."""
        self.says = ""
        """What it is called where it shows no words, or a number alone."""
        super().__init__(look, name, on_tap, on_hold, **properties)

    def topic(self) -> Topic | None:
        return self.told_of

    def spoken(self) -> str:
        worded = any(letter.isalpha() for letter in self.label)
        return super().spoken() or ("" if worded else self.says or words_of(self.icon))

    def show(
        self,
        label: str | None = None,
        *,
        icon: str | None = None,
        kind: Kind | None = None,
        detail: str | None = None,
        enabled: bool | None = None,
        lit: bool | None = None,
    ) -> None:
        """Change what the button says or is; what is None stays."""
        before = (self.label, self.icon, self.kind, self.detail, self.enabled, self.lit)
        self.label = self.label if label is None else label
        self.icon = self.icon if icon is None else icon
        self.kind = self.kind if kind is None else kind
        self.detail = self.detail if detail is None else detail
        self.enabled = self.enabled if enabled is None else enabled
        self.lit = self.lit if lit is None else lit
        if before != (self.label, self.icon, self.kind, self.detail, self.enabled, self.lit):
            self.repaint()

    def show_action(self, view: ActionView) -> None:
        """Become the button of an action."""
        self.label, self.icon, self.detail = view.label, view.icon, view.detail
        self.track, self.options, self.says = view.track, view.options, view.says
        self.told_of = Topic(view.things, view.intent) if view.intent is not None else None
        self.kind = "primary" if view.primary else "plain"
        self.repaint()

    def colours(self) -> tuple[Colour, Colour]:
        """Fill and ink for what the button is and whether a finger is on it."""
        theme = self.look.theme
        fill, ink = {
            "plain": (theme.raised, theme.text),
            "primary": (theme.accent, theme.on_accent),
            "danger": (theme.danger, theme.on_danger),
            "good": (theme.good, theme.on_good),
            "quiet": (theme.ground, theme.quiet),
        }[self.kind]
        if self.lit and self.kind in ("plain", "quiet"):
            fill, ink = mix(theme.raised, theme.accent, 0.22), theme.text
        if not self.enabled:
            fill = mix(fill, theme.ground, 0.6)
            return fill, dimmed(theme.text, fill)
        if self.pressed:
            fill = theme.accent_pressed if self.kind == "primary" else mix(fill, theme.text, 0.22)
        return fill, ink

    def paint(self, p: Painter) -> None:
        fill, ink = self.colours()
        gap = p.look.mm(GAP_MM) / 2
        body = self.box.inset(gap)
        radius = p.look.mm(2.2)
        if self.kind == "quiet" and not self.pressed:
            p.frame(body, fill, p.theme.line, max(1.0, p.look.mm(0.3)), radius)
        else:
            p.rect(body, fill, radius)
        if self.lit:
            p.rect(Box(body.x + radius, body.y, body.w - 2 * radius, p.look.mm(0.8)), p.theme.accent)
        self.paint_content(p, body.inset(p.look.mm(0.7), p.look.mm(0.6)), fill, ink)

    def paint_content(self, p: Painter, room: Box, fill: Colour, ink: Colour) -> None:
        """Icon and words inside the body."""
        if self.icon and not self.label:
            self._draw_icon(p, room.inset(room.w * 0.12, room.h * 0.12), ink, fill)
            return
        if self.wraps_detail and self.detail and not self._detail_fits(p, self._detail_room(p, room)):
            self.paint_wrapped(p, room, fill, ink)
            return
        lying = False
        parts = self._parts(p, room) if self.icon else None
        if parts is not None:
            spot, words = parts
            lying = spot.y < words.top
            self._draw_icon(p, spot, ink, fill)
            room = words
        align = 0.0 if lying and self.detail else 0.5
        if self.detail:
            top, bottom = room.rows([1.0, 1.0])
            p.write(self.label, top, self.role, ink, bold=True, align=align, rise=0.42)
            self.write_detail(p, bottom, ink, align)
        else:
            p.write(
                self.label,
                room,
                self.role,
                ink,
                bold=True,
                align=align,
                lines=self.lines,
                may_shorten=self.may_shorten,
            )

    def write_detail(self, p: Painter, room: Box, ink: Colour, align: float) -> None:
        """The second line."""
        role = min(float(self.role), float(Text.SMALL))
        p.write(self.detail, room, role, ink, align=align, rise=0.58, may_shorten=True)

    def paint_wrapped(self, p: Painter, room: Box, fill: Colour, ink: Colour) -> None:
        """The detail alone, in all lines there are: the icon says as much as the label, and if need be the
        detail says as much as both."""
        column, words = self._narrow(p, room)
        if self._detail_fits(p, words, WRAPPED_LINES):
            self._draw_icon(p, column, ink, fill)
        else:
            words = room
        p.write(self.detail, words, Text.SMALL, ink, align=0.0, lines=WRAPPED_LINES, may_shorten=True)

    def _narrow(self, p: Painter, room: Box) -> tuple[Box, Box]:
        """Rooms of a small icon and of the words."""
        column, words = room.cut_left(room.h * 0.5)
        gap = p.look.mm(0.5)
        return column, Box(words.x + gap, words.y, words.w - gap, words.h)

    def _detail_room(self, p: Painter, room: Box) -> Box:
        """Where the detail stands as long as it fits into one line."""
        parts = self._parts(p, room) if self.icon else None
        return (room if parts is None else parts[1]).rows(2)[1]

    def _detail_fits(self, p: Painter, room: Box, lines: int = 1) -> bool:
        size = min(float(self.role), float(Text.SMALL))
        floor = p.look.metrics.least_text
        return not fit(plain(self.detail), room.w, room.h, p.look.text(size), floor, lines, False)[2]

    def _beside(self, p: Painter, room: Box) -> tuple[Box, Box]:
        """Icon left, words right."""
        side = min(room.h * 0.82, p.look.mm(9), room.w * (0.24 if self.detail else 0.30))
        spot, words = room.inset(p.look.mm(0.5), 0).cut_left(side)
        gap = p.look.mm(1.0)
        return spot.middle(side, side), Box(words.x + gap, words.y, words.w - gap, words.h)

    def _above(self, p: Painter, room: Box) -> tuple[Box, Box]:
        """Icon above, words below."""
        spot, words = room.cut_top(room.h * 0.48)
        largest = p.look.mm(15)
        return spot.middle(spot.w, min(spot.h, largest)), words.inset(-p.look.mm(0.5), 0)

    def _parts(self, p: Painter, room: Box) -> tuple[Box, Box] | None:
        """Rooms of icon and words: beside each other in a wide button, above each other in a tall one, or as
        the words are larger. None where the words need all the room for themselves."""
        wide = room.w > 1.75 * room.h and room.h < p.look.mm(20)
        beside, above = self._beside(p, room), self._above(p, room)
        if self.detail:
            return beside if wide else above
        sizes = self._size(p, beside[1]), self._size(p, above[1])
        if sizes == (0, 0):
            return None
        lies = sizes[0] * 1.6 >= sizes[1] if wide else sizes[0] > sizes[1] * 1.3
        return beside if lies else above

    def _size(self, p: Painter, words: Box) -> int:
        """How large the label can be in a room, in pixels; 0 if it does not fit in whole words."""
        floor = p.look.metrics.least_text
        label = plain(self.label)
        size, lines, _cut = fit(label, words.w, words.h, p.look.text(self.role), floor, self.lines, True)
        return size if " ".join(lines).split() == label.split() else 0

    def _draw_icon(self, p: Painter, box: Box, ink: Colour, ground: Colour) -> None:
        draw_icon(p, self.icon, box, ink, ground, track=self.track, options=self.options)
