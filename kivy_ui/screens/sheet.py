"""The player sheet: ladders and pieces, figures one by one, cards by deck, points with their sources."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.app.i18n import _
from companion.engine.command import Command
from companion.presenters import sheet
from companion.presenters.deeds import Deed
from companion.presenters.helping import Topic
from companion.presenters.intents import Enter
from companion.presenters.sheet import FiguresView, StepView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Painted, Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.choice import TextSheet
from kivy_ui.widgets.player_sheet import (
    CardCell,
    CountButton,
    CutSheet,
    FigureTile,
    Header,
    PointList,
    StepCell,
)
from kivy_ui.widgets.stepper import Stepper


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
        self.points = PointList(look, shell.helping.tell)
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
            button.told_of = Topic((count.piece,), Enter(count.deed.commands))
            button.show(lit=count.deed.lit)
            button.repaint()
        level, _lines = sheet.abilities(self.session.ruleset)
        self.info.says = _("What level {level} gives").format(level=level)
        self.info.show("" if self.look.metrics.portrait else _("Level {level}").format(level=level))
        self._show_figures()
        self._show_cards()
        self._show_points()
        self.keep(self.header, *self.nav.values(), *self._wanted())
        self.arrange(self.box)

    def _show_nav(self) -> None:
        icons = {"build": "city", "points": "trophy"}
        icons |= {part.section: part.icon for part in self.view.figures}
        words = {"build": _("Build and improve"), "points": _("Points")}
        words |= {part.section: part.label for part in self.view.figures}
        for name, button in self.nav.items():
            deck = self._deck(name)
            if deck is None:
                button.says = words[name]
                button.show(icon=icons[name])
            else:
                button.track, button.told_of = name, Topic((name,))
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
            button.told_of = Topic((), Enter(deed.commands))
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
