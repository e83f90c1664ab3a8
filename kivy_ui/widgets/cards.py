"""Cards, people and numbers to be counted or chosen on a form."""

from __future__ import annotations

from collections.abc import Callable

from companion.presenters.intents import Intent
from companion.presenters.views import ChipView
from kivy_ui.geometry import Box
from kivy_ui.metrics import Text
from kivy_ui.paint import Look, Painter, Tappable
from kivy_ui.theme import Colour, legible, mix
from kivy_ui.widgets.chip import draw_chip, draw_icon

CHIP_MM = 16.8
"""88 pixels on the panel of 133 dpi."""
PALE = 0.32
"""How much is left of a card that the rules do not allow."""


class Chip(Tappable):
    """One chip of a form: a tap counts one more or chooses it, holding it takes one back."""

    def __init__(self, look: Look, view: ChipView, do: Callable[[Intent], object]) -> None:
        self.view = view
        self._do = do
        super().__init__(look, view.name, self._tapped)

    def spoken(self) -> str:
        return self.view.label

    def show(self, view: ChipView) -> None:
        """Show another count."""
        self.on_hold = self._held_down if view.less is not None else None
        if view != self.view:
            self.view = view
            self.repaint()

    def _tapped(self) -> None:
        self._do(self.view.intent)

    def _held_down(self) -> None:
        if self.view.less is not None:
            self._do(self.view.less)

    def paint(self, p: Painter) -> None:
        view, theme = self.view, p.theme
        body = self.box.inset(p.look.mm(0.7))
        radius = p.look.mm(2.2)
        marked = view.chosen or bool(view.count)
        fill = mix(theme.raised, theme.text, 0.22 if self.pressed else 0.0)
        if marked:
            lit = mix(theme.raised, theme.accent, 0.22)
            fill = lit
            p.frame(body, lit, theme.accent, max(2.0, p.look.mm(0.6)), radius)
        else:
            p.rect(body, fill, radius)
        room = body.inset(p.look.mm(1.0))
        ink = theme.text if view.lit else legible(theme.quiet, fill)
        if view.good:
            self._card(p, room, ink)
        elif view.person is not None:
            self._person(p, room, ink)
        elif view.icon:
            self._sign(p, room)
        else:
            p.write(view.label, room, Text.TABLE if view.number else Text.OPERATOR, ink, bold=True, lines=2)
            if view.number and view.count:
                self._badge(p, str(view.count))

    def _card(self, p: Painter, room: Box, ink: Colour) -> None:
        """A card beside what is counted of it; its note below."""
        view, theme = self.view, p.theme
        size = p.look.metrics.least_text
        note = view.note or view.number or ("?" if not view.sure and view.lit else "")
        if note:
            foot, room = room.cut_bottom(size * 1.15)
            p.write(note, foot, Text.LEAST, ink, bold=bool(view.number))
        side = min(room.w, room.h)
        card = room.middle(side * 0.86, side)
        if view.good == "?":
            p.frame(
                card.middle(side * 0.78, side * 0.96),
                theme.surface,
                theme.quiet,
                p.look.mm(0.5),
                p.look.mm(1.2),
            )
            p.write("?", card, Text.TABLE, theme.text, bold=True)
        else:
            p.art("good", card, options=(view.good,), opacity=1.0 if view.lit or view.count else PALE)
        if view.count and not view.number:
            self._badge(p, str(view.count))

    def _person(self, p: Painter, room: Box, ink: Colour) -> None:
        view = self.view
        assert view.person is not None
        if not view.number:
            side = min(room.w, room.h) * 0.9
            draw_chip(p, view.person, room.middle(side, side))
            return
        chip, rest = room.columns([1.0, 1.0]) if room.w > 1.3 * room.h else room.rows([1.0, 1.0])
        side = min(chip.w, chip.h) * 0.92
        draw_chip(p, view.person, chip.middle(side, side))
        words = view.number if view.sure else f"{view.number} ?"
        p.write(words, rest, Text.TABLE, ink, bold=True)

    def _sign(self, p: Painter, room: Box) -> None:
        icon, words = room.rows([1.0, 0.62]) if room.h > p.look.mm(11) else room.columns([0.5, 1.0])
        draw_icon(p, self.view.icon, icon, p.theme.text, p.theme.raised)
        p.write(self.view.label, words.inset(-p.look.mm(1.0), 0), Text.SMALL, p.theme.text)

    def _badge(self, p: Painter, words: str) -> None:
        """How many are chosen, large, over the corner."""
        side = min(p.look.text(Text.TABLE) * 1.12, self.box.h * 0.5)
        badge = Box(self.box.right - side - p.look.mm(0.4), self.box.top - side - p.look.mm(0.4), side, side)
        p.rect(badge, p.theme.accent, side / 2)
        p.write(words, badge, Text.OPERATOR, p.theme.on_accent, bold=True)
