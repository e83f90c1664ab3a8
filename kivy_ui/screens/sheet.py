"""The player sheet: ladders and pieces, figures one by one, cards by deck, points with their sources."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.app.i18n import _
from companion.engine.command import Command
from companion.presenters import sheet
from companion.presenters.deeds import Deed
from companion.presenters.intents import Enter
from companion.presenters.sheet import CardView, FiguresView, SheetFigureView, SheetView, StepView
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.theme import Colour, dimmed, mix
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import draw_chip, draw_icon, draw_tile
from kivy_ui.widgets.choice import TextSheet
from kivy_ui.widgets.sheets import Sheet
from kivy_ui.widgets.stepper import Stepper


class Header(Tappable):
    """Whose sheet it is, with the points; a tap turns to the next player."""

    def __init__(
        self, look: Look, on_tap: Callable[[], None], on_hold: Callable[[], None], **properties: Any
    ) -> None:
        self.view: SheetView | None = None
        super().__init__(look, "next_player", on_tap, on_hold, **properties)

    def show(self, view: SheetView) -> None:
        """Show another player, or another score."""
        self.view = view
        self.repaint()

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


class StepCell(Tappable):
    """A step of a ladder: solid when reached, framed when it is the next, quiet when it is further up."""

    def __init__(self, look: Look, name: str, on_tap: Callable[[StepView], None], **properties: Any) -> None:
        self.view: StepView | None = None
        super().__init__(look, name, self._tapped, **properties)
        self._on_step = on_tap

    def _tapped(self) -> None:
        if self.view is not None:
            self._on_step(self.view)

    def show(self, view: StepView) -> None:
        """Show another state of the step."""
        if view != self.view:
            self.view = view
            self.repaint()

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


class CardCell(Tappable):
    """A progress card: lit when it can be in the hand, with the copies that nothing rules out."""

    def __init__(self, look: Look, name: str, on_tap: Callable[[CardView], None], **properties: Any) -> None:
        self.view: CardView | None = None
        super().__init__(look, name, self._tapped, **properties)
        self._on_card = on_tap

    def _tapped(self) -> None:
        if self.view is not None:
            self._on_card(self.view)

    def show(self, view: CardView) -> None:
        """Show another card."""
        if view != self.view:
            self.view = view
            self.name = view.deed.name
            self.repaint()

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


class PointList(Painted):
    """The sources of a player's points, their sum, and what is still needed."""

    def __init__(self, look: Look, **properties: Any) -> None:
        self.view: SheetView | None = None
        super().__init__(look, "point_list", **properties)

    def show(self, view: SheetView) -> None:
        """Show another score."""
        self.view = view
        self.repaint()

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


class SheetScreen(Screen):
    """Everything about the player at a seat; ``section`` is what is shown first."""

    shows_past = True
    hears_buttons = True
    takes_dice = True
    first_section = "build"

    @classmethod
    def instead(cls, shell: Shell, **arguments: Any) -> str:
        scored = shell.play is not None and shell.play.table().scored
        return super().instead(shell) or ("" if scored else "table")

    def __init__(self, shell: Shell, seat: int = 0, section: str = "", **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.seat = seat
        self.figure = 0
        self.length: int | None = None
        self.view = sheet.sheet(self.session, seat)
        self.section = section if section in self.view.sections else self.first_section
        self.header = Header(look, self._next, lambda: self._open("points"))
        self.nav = {
            name: Button(look, f"section_{name}", on_tap=partial(self._open, name))
            for name in self.view.sections
        }
        self.steps = [
            [StepCell(look, f"step_{step.track}_{step.level}", self._step) for step in ladder]
            for ladder in self.view.ladders
        ]
        self.counts = [
            CountButton(
                look,
                f"build_{count.piece}",
                icon=count.piece,
                on_tap=partial(self._build, index),
            )
            for index, count in enumerate(self.view.counts)
        ]
        self.info = Button(look, "abilities", icon="point", kind="quiet", on_tap=self._abilities)
        self.tiles: list[FigureTile] = []
        self.deeds: dict[str, Button] = {}
        """The buttons of a section of figures, by the names of their deeds."""
        most_cards = max((len(deck.cards) for deck in self.view.decks), default=0)
        self.cards = [
            CardCell(look, f"card_{index}", lambda card: self._do(card.deed)) for index in range(most_cards)
        ]
        self.put_back = Button(look, "put_back", on_tap=self._put_back)
        self.points = PointList(look)
        self.road = Stepper(look, "road", self._lengthen)
        self.claim = Button(look, "claim", kind="primary", on_tap=self._claim)
        self.cut = Button(look, "cut", lines=3, on_tap=self._cut)
        self.ruling = Stepper(look, "ruling", self._adjust)
        for widget in (self.header, *self.nav.values()):
            self.add_widget(widget)

    # --- what is shown ------------------------------------------------------------------------------

    def refresh(self) -> None:
        view = self.view = sheet.sheet(self.session, self.seat)
        self.header.show(view)
        self._show_nav()
        for cells, ladder in zip(self.steps, view.ladders, strict=True):
            for cell, step in zip(cells, ladder, strict=True):
                cell.show(step)
        livery = self.look.livery(view.person.colour)
        line = self.look.theme.chip_line(livery) or self.look.theme.ground
        for button, count in zip(self.counts, view.counts, strict=True):
            button.options = (livery.fill, line)
            button.count = f"{count.used}/{count.supply}"
            button.note = count.deed.detail
            button.show(lit=count.deed.lit)
            button.repaint()
        level, _lines = sheet.abilities(self.session.ruleset)
        self.info.show("" if self.look.metrics.portrait else _("Level {level}").format(level=level))
        self._show_figures()
        self._show_cards()
        self._show_points()
        self.keep(self.header, *self.nav.values(), *self._wanted())
        self.arrange(self.box)

    def _show_nav(self) -> None:
        icons = {"build": "city", "points": "trophy"}
        icons |= {part.section: part.icon for part in self.view.figures}
        for name, button in self.nav.items():
            deck = self._deck(name)
            if deck is None:
                button.show(icon=icons[name])
            else:
                button.track = name
                button.show(str(deck.count), icon="card")
            button.show(kind="primary" if name == self.section else "plain")

    def _deck(self, track: str) -> sheet.DeckView | None:
        return next((deck for deck in self.view.decks if deck.track == track), None)

    @property
    def _figures(self) -> FiguresView | None:
        """The figures of the section that is shown."""
        return next((part for part in self.view.figures if part.section == self.section), None)

    def _figure_deeds(self, part: FiguresView) -> tuple[Deed, ...]:
        """What the chosen figure may do, and what is done besides."""
        chosen = part.figures[min(self.figure, len(part.figures) - 1)].deeds if part.figures else ()
        return (*chosen, *part.besides)

    def _show_figures(self) -> None:
        part = self._figures
        if part is None:
            return
        self.figure = max(0, min(self.figure, len(part.figures) - 1))
        for index, (tile, figure) in enumerate(zip(self._tiles(part), part.figures, strict=False)):
            tile.show(figure, self.view.person.colour, index == self.figure)
        for deed, button in zip(self._figure_deeds(part), self._figure_buttons(part), strict=True):
            if button.options != deed.options:
                button.options = deed.options
                button.repaint()
            button.show(deed.label, icon=deed.icon, lit=deed.lit)

    def _tiles(self, part: FiguresView) -> list[FigureTile]:
        """A tile for each figure; they are made once there are so many."""
        for index in range(len(self.tiles), len(part.figures)):
            self.tiles.append(FigureTile(self.look, f"figure_{index}", partial(self._choose, index)))
        return self.tiles[: len(part.figures)]

    def _figure_buttons(self, part: FiguresView) -> list[Button]:
        """A button for each deed, made when it is first there."""
        found = []
        for deed in self._figure_deeds(part):
            if deed.name not in self.deeds:
                on_tap = partial(self._figure_deed, deed.name)
                self.deeds[deed.name] = Button(self.look, deed.name, on_tap=on_tap)
            found.append(self.deeds[deed.name])
        return found

    def _show_cards(self) -> None:
        deck = self._deck(self.section)
        if deck is None:
            return
        for cell, card in zip(self.cards, deck.cards, strict=False):
            cell.show(card)
        if deck.put_back is not None:
            self.put_back.show(deck.put_back.label, icon="undo", kind="primary")

    def _show_points(self) -> None:
        view = self.view
        self.points.show(view)
        road = view.road
        if road.claimed:
            if self.length is None or not road.shortest <= self.length <= road.most:
                self.length = road.claim
            self.road.show("", str(self.length), self.length > road.shortest, self.length < road.most)
            self.claim.show(_("Show {length} roads").format(length=self.length))
            self.cut.show(_("Road was cut"), enabled=road.holder is not None)
        self.ruling.show(_("Other"), f"{view.adjustment:+d}".replace("-", "−") if view.adjustment else "0")

    def _wanted(self) -> tuple[Painted, ...]:
        view = self.view
        match self.section:
            case "build":
                steps = (cell for cells in self.steps for cell in cells)
                return (*steps, *self.counts, *((self.info,) if self.steps else ()))
            case "points":
                shown = (self.road, self.claim, self.cut) if view.road.claimed else ()
                return self.points, *shown, self.ruling
        part, deck = self._figures, self._deck(self.section)
        if part is not None:
            return (*self._tiles(part), *self._figure_buttons(part))
        assert deck is not None
        back = (self.put_back,) if deck.put_back is not None else ()
        return (*self.cards[: len(deck.cards)], *back)

    # --- where it stands ----------------------------------------------------------------------------

    def arrange(self, box: Box) -> None:
        look = self.look
        line = look.mm(TARGET_MM) + 2
        room = box.inset(look.mm(0.4))
        if look.metrics.portrait:
            head, room = room.cut_top(line)
            nav, room = room.cut_top(line)
            cells = nav.columns(len(self.nav))
        else:
            side, room = room.cut_left(look.mm(31))
            head, nav = side.cut_top(max(line, side.h * 0.31))
            cells = nav.grid(2, -(-len(self.nav) // 2)) if len(self.nav) > 2 else nav.rows(2)
        self.header.place(head)
        for button, cell in zip(self.nav.values(), cells, strict=False):
            button.place(cell)
        self._title = None
        match self.section:
            case "build":
                self._arrange_build(room)
            case "points":
                self._arrange_points(room)
            case _:
                part, deck = self._figures, self._deck(self.section)
                if part is not None:
                    self._arrange_figures(part, room)
                elif deck is not None:
                    self._arrange_cards(deck, room)
        self.repaint()

    def _arrange_build(self, room: Box) -> None:
        look = self.look
        buttons = (*self.counts, *((self.info,) if self.steps else ()))
        if not self.steps:
            pieces = room.middle(room.w, min(room.h, look.mm(60))).rows(len(buttons))
        elif look.metrics.portrait:
            row, room = room.cut_bottom(max(look.mm(TARGET_MM) + 2, room.h * 0.17))
            pieces = row.columns(len(buttons))
        else:
            column, room = room.cut_right(max(look.mm(30), room.w * 0.25))
            pieces = column.rows(len(buttons))
        for button, cell in zip(buttons, pieces, strict=True):
            button.place(cell)
        if not self.steps:
            return
        for cells, column in zip(self.steps, room.columns(len(self.steps)), strict=True):
            for step, cell in zip(cells, reversed(column.rows(len(cells))), strict=True):
                step.place(cell)

    def _arrange_figures(self, part: FiguresView, room: Box) -> None:
        look = self.look
        portrait = look.metrics.portrait
        count = len(part.figures)
        deeds = self._figure_buttons(part)
        columns = 2 if portrait else 3
        rows = -(-len(deeds) // columns)
        height = max(look.mm(TARGET_MM) + 1, min(look.mm(20), room.h * (0.15 if portrait else 0.2)))
        lower, upper = room.cut_bottom(height * rows)
        for button, cell in zip(deeds, lower.grid(columns, rows), strict=False):
            button.place(cell)
        if not count:
            self._title = (part.none, upper)
            return
        tile_columns = min(count, 3) if portrait and count != 4 else min(count, 6 if not portrait else 2)
        tile_rows = -(-count // tile_columns)
        widest = look.mm(34)
        upper = upper.middle(min(upper.w, tile_columns * widest), upper.h)
        for tile, cell in zip(self._tiles(part), upper.grid(tile_columns, tile_rows), strict=False):
            tile.place(cell)

    def _arrange_cards(self, deck: sheet.DeckView, room: Box) -> None:
        look = self.look
        head, room = room.cut_top(
            look.mm(TARGET_MM) + 2 if deck.put_back is not None else look.text(Text.TABLE) * 1.5
        )
        if deck.put_back is not None:
            back, head = head.cut_right(head.w * 0.5)
            self.put_back.place(back)
        open_ = ", ".join(self.view.laid_open)
        words = _("{deck}: {count} face down").format(deck=deck.label, count=deck.count)
        if open_:
            words = _("{deck}: {count} face down. Revealed: {cards}").format(
                deck=deck.label, count=deck.count, cards=open_
            )
        self._title = (words, head)
        few = len(deck.cards) <= 6
        columns = (2 if few else 3) if look.metrics.portrait else 3 if few else 4
        rows = -(-len(deck.cards) // columns)
        room, _rest = room.cut_top(min(room.h, rows * look.mm(24)))
        for cell, place in zip(self.cards, room.grid(columns, rows), strict=False):
            cell.place(place)

    def _arrange_points(self, room: Box) -> None:
        look = self.look
        line = look.mm(TARGET_MM) + 3
        words = max(look.mm(7), look.text(Text.OPERATOR) * 1.5)
        if look.metrics.portrait:
            lower, upper = room.cut_bottom(line * 2 + words)
            self.points.place(upper)
        else:
            upper, lower = room.columns([1.12, 1.0])
            self.points.place(upper)
        text, lower = lower.cut_top(words)
        if not self.view.road.claimed:
            self._title = (self._road_words(), text)
            self.ruling.place(lower.middle(lower.w, min(lower.h, look.mm(18))))
            return
        count = 2 if look.metrics.portrait else 3
        rows = [row.middle(row.w, min(row.h, look.mm(18))) for row in lower.rows(count)]
        step, claim = rows[0].columns([1.0, 1.0])
        self._title = (self._road_words(), text)
        self.road.place(step)
        self.claim.place(claim)
        cut, ruling = rows[1].columns([0.86, 1.14]) if look.metrics.portrait else rows[1:]
        self.cut.place(cut)
        self.ruling.place(ruling)

    def _road_words(self) -> str:
        road = self.view.road
        if road.holder is None:
            return _("Longest Road: nobody")
        return _("Longest Road: {player}, {length}").format(player=road.holder.name, length=road.length)

    _title: tuple[str, Box] | None = None

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)
        if self._title is not None:
            words, box = self._title
            p.write(
                words,
                box.inset(p.look.mm(1.5), 0),
                Text.OPERATOR,
                p.theme.quiet,
                may_shorten=True,
                align=0.0,
                lines=2,
            )

    # --- what is touched ----------------------------------------------------------------------------

    def _open(self, section: str) -> None:
        self.section = section
        self.shell.refresh()

    def _next(self) -> None:
        self.seat = (self.seat + 1) % len(self.view.people)
        self.length = None
        self.shell.refresh()

    def _choose(self, index: int) -> None:
        self.figure = index
        self.shell.refresh()

    def _do(self, deed: Deed | None) -> None:
        if deed is not None:
            self.shell.do(Enter(deed.commands))

    def _build(self, index: int) -> None:
        self._do(self.view.counts[index].deed)

    def _enter(self, command: Command) -> None:
        self.shell.do(Enter((command,)))

    def _step(self, step: StepView) -> None:
        """The next step is bought, further ones are refused with reasons, reached ones tell what they are."""
        if step.state == "reached":
            self._explain(step)
        else:
            self._do(step.deed)

    def _explain(self, step: StepView) -> None:
        lines = [("", step.ability)] if step.ability else []
        if step.metropolis:
            lines.append(("", step.told))
        if not lines:
            most = max(len(ladder) for ladder in self.view.ladders if step in ladder)
            lines = [("", _("Level {level} of {most}.").format(level=step.level, most=most))]
        self.shell.sheets.cover(
            TextSheet(self.look, step.name, lines, self.shell.sheets.close, self.view.person)
        )

    def _abilities(self) -> None:
        level, lines = sheet.abilities(self.session.ruleset)
        title = _("What level {level} gives").format(level=level)
        self.shell.sheets.cover(TextSheet(self.look, title, lines, self.shell.sheets.close))

    def _figure_deed(self, name: str) -> None:
        part = self._figures
        if part is not None:
            self._do(next((deed for deed in self._figure_deeds(part) if deed.name == name), None))

    def _put_back(self) -> None:
        deck = self._deck(self.section)
        if deck is not None and deck.put_back is not None:
            self._do(deck.put_back)

    def _lengthen(self, step: int) -> None:
        self.length = (self.length or self.view.road.claim) + step
        self.shell.refresh()

    def _claim(self) -> None:
        length = self.length or self.view.road.claim
        if self.shell.do(Enter((sheet.claim(self.session, self.seat, length),))):
            self.length = None
            self.shell.refresh()

    def _cut(self) -> None:
        def done(lengths: dict[int, int]) -> None:
            self.shell.sheets.close()
            self._enter(sheet.cut(self.session, self.seat, lengths))

        self.shell.sheets.cover(CutSheet(self.look, self.view.road, done, self.shell.sheets.close))

    def _adjust(self, amount: int) -> None:
        self._enter(sheet.adjust(self.session, self.seat, amount))
