"""What stands on the player sheet: the head, steps of ladders, pieces, figures, cards, and points."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Generic, TypeVar

from companion.app.i18n import _
from companion.presenters import sheet
from companion.presenters.helping import Topic
from companion.presenters.intents import Enter
from companion.presenters.sheet import CardView, SheetFigureView, SheetView, StepView
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painter, Tappable
from kivy_ui.theme import Colour, dimmed, mix
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_chip, draw_icon, draw_tile
from kivy_ui.widgets.sheets import Sheet
from kivy_ui.widgets.stepper import Stepper

V = TypeVar("V", CardView, StepView, SheetView)


class Shown(Tappable, Generic[V]):
    """What shows a view, and nothing before there is one."""

    view: V | None = None

    def show(self, view: V) -> None:
        """Show another view."""
        if view != self.view:
            self.view = view
            self.repaint()


class Header(Shown[SheetView]):
    """Whose sheet it is, with the points; a tap turns to the next player."""

    def __init__(
        self, look: Look, on_tap: Callable[[], None], on_hold: Callable[[], None], **properties: Any
    ) -> None:
        super().__init__(look, "next_player", on_tap, on_hold, **properties)

    def paint(self, p: Painter) -> None:
        if self.view is None:
            return
        theme, look, view = p.theme, p.look, self.view
        body = self.box.inset(look.mm(GAP_MM) / 2)
        p.rect(body, theme.pressed if self.pressed else theme.surface, look.mm(2))
        if view.on_turn:
            p.rect(
                Box(body.x + look.mm(2), body.top - look.mm(0.8), body.w - look.mm(4), look.mm(0.8)),
                theme.accent,
            )
        room = body.inset(look.mm(1.2), look.mm(0.8))
        if room.h > look.text(Text.TABLE) * 1.15 + look.text(Text.OPERATOR) * 1.3:
            name, points = room.cut_top(look.text(Text.TABLE) * 1.15)
            align = 0.5
        else:
            points, name = room.cut_right(min(room.w * 0.3, look.text(Text.STRENGTH) * 1.4))
            align = 1.0
        chip, rest = name.cut_left(min(name.h, look.mm(8)))
        draw_chip(p, view.person, chip)
        p.write(
            view.person.name,
            rest.inset(look.mm(0.8), 0),
            Text.TABLE,
            theme.text,
            bold=True,
            align=0.0,
            may_shorten=True,
        )
        p.write(
            str(view.points),
            points,
            Text.STRENGTH,
            theme.text,
            bold=True,
            align=align,
            least=look.metrics.least_text,
        )


class ViewCell(Shown[V]):
    """A cell that hands the view that it shows on when it is touched."""

    def __init__(self, look: Look, name: str, on_tap: Callable[[V], None], **properties: Any) -> None:
        super().__init__(look, name, self._tapped, **properties)
        self._on_view: Callable[[V], None] = on_tap

    def _tapped(self) -> None:
        if self.view is not None:
            self._on_view(self.view)


class StepCell(ViewCell[StepView]):
    """A step of a ladder: solid when reached, framed when it is the next, quiet when it is further up."""

    def topic(self) -> Topic | None:
        return None if self.view is None else Topic((self.view.track,), Enter(self.view.deed.commands))

    def paint(self, p: Painter) -> None:
        if self.view is None:
            return
        theme, look, view = p.theme, p.look, self.view
        body = self.box.inset(look.mm(GAP_MM) / 4, look.mm(GAP_MM) / 4)
        radius = look.mm(1.6)
        colour, deep = theme.track[view.track], theme.track_deep[view.track]
        if view.state == "reached":
            fill, ink = colour, theme.on_track[view.track]
        else:
            fill = mix(theme.raised, deep, 0.6) if view.state == "next" else mix(theme.ground, deep, 0.35)
            ink = theme.text if view.state == "next" else theme.quiet
        if self.pressed:
            fill = mix(fill, theme.text, 0.25)
        if view.state == "next" and view.deed.lit:
            p.frame(body, fill, colour, max(2.0, look.mm(0.5)), radius)
        else:
            p.rect(body, fill, radius)
        room = body.inset(look.mm(0.6), look.mm(0.5))
        number, room = room.cut_left(look.text(Text.OPERATOR) * 0.75)
        if view.ability or view.metropolis:
            number, mark = number.rows([1.1, 0.9])
            side = min(mark.w, mark.h)
            if view.metropolis:
                p.art("metropolis", mark.middle(side, side), ink, fill, options=(view.track,))
            else:
                p.art("point", mark.middle(side * 0.9, side * 0.9), ink)
        p.write(str(view.level), number, Text.OPERATOR, ink, bold=True)
        p.write(
            view.name,
            room.inset(look.mm(0.4), 0),
            Text.SMALL,
            ink,
            align=0.0,
            lines=2,
            may_shorten=True,
        )


class CountButton(Button):
    """One more of a piece: the piece, and how many of how many stand."""

    count = ""
    note = ""

    def paint_content(self, p: Painter, room: Box, fill: Colour, ink: Colour) -> None:
        look = p.look
        if self.note:
            note, room = room.cut_bottom(look.metrics.least_text * 1.1)
            p.write(self.note, note, Text.LEAST, ink, may_shorten=True)
        icon, count = room.columns([1.0, 1.15])
        self._draw_icon(p, icon.middle(icon.w, min(icon.h, look.mm(9))), ink, fill)
        p.write(self.count, count, Text.TABLE, ink, bold=True, align=0.25)


class FigureTile(Tappable):
    """A figure on the board, a knight with strength and helmet; the chosen one is framed."""

    def __init__(self, look: Look, name: str, on_tap: Callable[[], None], **properties: Any) -> None:
        self.view: SheetFigureView | None = None
        self.colour = ""
        self.chosen = False
        super().__init__(look, name, on_tap, **properties)

    def show(self, view: SheetFigureView, colour: str, chosen: bool) -> None:
        """Show another figure."""
        if (view, colour, chosen) != (self.view, self.colour, self.chosen):
            self.view, self.colour, self.chosen = view, colour, chosen
            self.repaint()

    def paint(self, p: Painter) -> None:
        if self.view is None:
            return
        theme, look, view = p.theme, p.look, self.view
        body, _fill = draw_tile(p, self.box, self.chosen, self.pressed)
        room = body.inset(look.mm(0.8))
        note, room = room.cut_bottom(min(room.h * 0.42, look.text(Text.LEAST) * 2.4))
        livery = look.livery(self.colour)
        line = (theme.chip_line(livery) or theme.ground) if view.active else theme.quiet
        if view.figure == "knight":
            options = (view.strength, view.active)
            p.art("knight", room, livery.fill, line, theme.accent, theme.raised, options=options)
        else:
            draw_icon(p, view.figure, room, theme.text if view.active else theme.quiet, theme.raised)
        p.write(view.note, note, Text.LEAST, theme.text if view.active else theme.quiet, lines=2)


class CardCell(ViewCell[CardView]):
    """A card that players hold: lit when it can be in the hand, with the copies that nothing rules out."""

    def topic(self) -> Topic | None:
        return None if self.view is None else Topic((), Enter(self.view.deed.commands), title=self.view.label)

    def show(self, view: CardView) -> None:
        self.name = view.deed.name
        super().show(view)

    def paint(self, p: Painter) -> None:
        if self.view is None:
            return
        theme, look, view = p.theme, p.look, self.view
        body = self.box.inset(look.mm(GAP_MM) / 4)
        colour, deep = theme.track[view.track], theme.track_deep[view.track]
        radius = look.mm(1.8)
        if view.deed.lit:
            fill, ink = mix(theme.raised, deep, 0.85), theme.text
        elif view.possible:
            fill, ink = theme.raised, theme.text
        else:
            fill, ink = mix(theme.ground, theme.surface, 0.6), theme.quiet
        fill = mix(fill, theme.text, 0.2) if self.pressed else fill
        if view.deed.lit:
            p.frame(body, fill, colour, max(2.0, look.mm(0.5)), radius)
        else:
            p.rect(body, fill, radius)
        room = body.inset(look.mm(1), look.mm(0.6))
        copies, room = room.cut_bottom(look.metrics.least_text * 1.05)
        p.write(f"×{view.copies}", copies, Text.LEAST, ink if view.copies else dimmed(ink, fill), align=1.0)
        p.write(
            view.label, room, Text.OPERATOR, ink, bold=view.deed.lit, align=0.0, lines=2, may_shorten=True
        )


class PointList(Shown[SheetView]):
    """The sources of a player's points, their sum, and what is still needed. A tap tells the rules of it."""

    spare = True

    def __init__(self, look: Look, on_tap: Callable[[Topic], object], **properties: Any) -> None:
        super().__init__(look, "point_list", lambda: on_tap(self.topic()), **properties)

    def topic(self) -> Topic:
        held = () if self.view is None else (holding.icon for holding in self.view.holdings)
        return Topic(("points", *dict.fromkeys(held)))

    def paint(self, p: Painter) -> None:
        if self.view is None:
            return
        theme, look, view = p.theme, p.look, self.view
        body = self.box.inset(look.mm(GAP_MM) / 2)
        p.rect(body, theme.surface, look.mm(2))
        room = body.inset(look.mm(2), look.mm(1.2))
        total, room = room.cut_bottom(max(look.text(Text.SMALL) * 2.4, look.mm(9)))
        named = [holding for holding in view.holdings if holding.label]
        if named:
            least = look.text(Text.SMALL) * 1.5
            held, room = room.cut_bottom(least * len(named))
            for holding, cell in zip(named, held.rows(len(named)), strict=True):
                icon, words = cell.cut_left(cell.h)
                draw_icon(p, holding.icon, icon.inset(icon.h * 0.1), theme.quiet, theme.surface)
                number, words = words.cut_right(look.text(Text.SMALL) * 1.7)
                label = words.inset(look.mm(0.6), 0)
                p.write(holding.label, label, Text.SMALL, theme.quiet, align=0.0, may_shorten=True)
                p.write(str(holding.count), number, Text.SMALL, theme.text, bold=True, align=1.0)
        least = look.metrics.least_text * 1.15
        columns = 1 if len(view.sources) * least <= room.h else 2
        rows = max(1, -(-len(view.sources) // columns))
        height = min(room.h / rows, look.text(Text.OPERATOR) * 1.7)
        cells = room.cut_top(height * rows)[0].rows(rows)
        cells = [cell for row in cells for cell in row.columns(columns, look.mm(5))]
        for source, row in zip(view.sources, cells, strict=False):
            number, words = row.cut_right(look.text(Text.OPERATOR) * 1.7)
            p.write(source.label, words, Text.OPERATOR, theme.text, align=0.0, lines=2)
            p.write(str(source.points), number, Text.OPERATOR, theme.text, bold=True, align=1.0)
        p.rect(Box(total.x, total.top, total.w, max(1.0, look.mm(0.3))), theme.line)
        number, words = total.cut_right(look.text(Text.TABLE) * 2.6)
        p.write(view.standing, words, Text.LEAST, theme.quiet, align=0.0, lines=3)
        p.write(f"{view.points}/{view.to_win}", number, Text.TABLE, theme.accent, bold=True, align=1.0)


class CutSheet(Sheet):
    """After the road was cut: the longest unbroken road of everyone who still has one of five or more."""

    def __init__(
        self,
        look: Look,
        view: sheet.LongestRoadView,
        on_done: Callable[[dict[int, int]], None],
        on_close: Callable[[], None],
        **properties: Any,
    ) -> None:
        self.view = view
        self.lengths = {person.seat: 0 for person in view.people}
        self.steppers = [
            Stepper(look, f"cut_{person.seat}", partial(self._step, person.seat)) for person in view.people
        ]
        self.done = Button(
            look,
            "cut_done",
            _("Done"),
            "check",
            kind="primary",
            role=Text.TABLE,
            on_tap=lambda: on_done(self.lengths),
        )
        self.close = Button(look, "close", icon="cross", kind="quiet", on_tap=on_close)
        super().__init__(look, "cut_sheet", on_close, **properties)
        for widget in (*self.steppers, self.done, self.close):
            self.add_widget(widget)
        self._show()

    def _step(self, seat: int, step: int) -> None:
        now = self.lengths[seat]
        longer = max(self.view.shortest, now + 1) if step > 0 else now - 1
        self.lengths[seat] = 0 if longer < self.view.shortest else min(self.view.most, longer)
        self._show()

    def _show(self) -> None:
        for person, stepper in zip(self.view.people, self.steppers, strict=True):
            length = self.lengths[person.seat]
            stepper.show(
                person.name,
                str(length) if length else "–",
                length > 0,
                length < self.view.most,
                may_shorten=True,
            )

    def arrange(self, card: Box) -> None:
        look = self.look
        self._head, room = card.inset(look.mm(2)).cut_top(
            look.mm(TARGET_MM + (14 if look.metrics.portrait else 2))
        )
        close, self._head = self._head.cut_right(look.mm(TARGET_MM + 2))
        self.close.place(close.cut_top(look.mm(TARGET_MM + 2))[0])
        done, room = room.cut_bottom(look.mm(TARGET_MM + 3))
        self.done.place(done.cut_right(min(done.w, look.mm(55)))[0])
        columns = 1 if look.metrics.portrait else 2
        cells = room.grid(columns, -(-len(self.steppers) // columns), look.mm(1))
        cut = [cell.cut_left(min(cell.h, look.mm(9))) for cell in cells]
        self._chips = tuple(chip for chip, _rest in cut)
        for stepper, (_chip, rest) in zip(self.steppers, cut, strict=False):
            stepper.place(rest)

    _head = Box(0, 0, 0, 0)
    _chips: tuple[Box, ...] = ()

    def paint_card(self, p: Painter, card: Box) -> None:
        p.write(
            _("The road was cut. How long is each player’s road now? “–” means less than {count}.").format(
                count=self.view.shortest
            ),
            self._head.inset(p.look.mm(2), 0),
            Text.OPERATOR,
            p.theme.text,
            bold=True,
            align=0.0,
            lines=5,
        )
        for person, chip in zip(self.view.people, self._chips, strict=False):
            draw_chip(p, person, chip.middle(chip.w * 0.9, min(chip.h, chip.w) * 0.9))
