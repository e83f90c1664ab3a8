"""The log: who did what and what followed, the newest first."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from companion.app.i18n import _
from companion.presenters import log
from companion.presenters.intents import Redo
from companion.presenters.log import LAST_ROLLS, Filter, LogRowView, LogView, Mark
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painter, Tappable
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.theme import mix
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.chip import die_face, draw_chip, draw_icon
from kivy_ui.widgets.choice import TextSheet
from kivy_ui.widgets.rows import Row, RowList

ROW_MM = 10.5
ROLLS_MM = 10.0
"""A line of rolls and five rows below it, at 800x480."""


class EntryRow(Row):
    """An entry: turn, who, the dice of a roll, what was entered and what followed."""

    def draw(self, p: Painter, room: Box) -> None:
        view: LogRowView = self.item
        theme, look = p.theme, p.look
        undone = view.mark is Mark.UNDONE
        ink, quiet = (theme.quiet, theme.quiet) if undone else (theme.text, theme.quiet)
        turn, room = room.cut_left(look.text(Text.SMALL) * 1.7)
        p.write(str(view.turn), turn, Text.SMALL, quiet)
        chip, room = room.cut_left(min(room.h * 0.86, look.mm(8)))
        draw_chip(p, view.person, chip)
        room = Box(room.x + look.mm(1.6), room.y, room.w - look.mm(1.6), room.h)
        if view.mark is not Mark.NONE:
            room = self._mark(p, view.mark, room)
        if view.corrected and not undone:
            spot, room = room.cut_right(min(room.h, look.mm(8)))
            draw_icon(p, "pencil", spot.inset(spot.w * 0.16), theme.accent, theme.surface)
        if view.dice:
            side = min(room.h, look.mm(8.5))
            for row, face in view.dice:
                spot, room = room.cut_left(side * 1.1)
                die_face(p, row, face, spot.inset(side * 0.06, 0))
            room = Box(room.x + look.mm(1.2), room.y, room.w - look.mm(1.2), room.h)
            p.write(
                view.followed or view.what, room, Text.OPERATOR, ink, align=0.0, lines=2, may_shorten=True
            )
            return
        if not view.followed or room.h < look.text(Text.OPERATOR) + look.metrics.least_text * 1.3:
            p.write(
                view.what, room, Text.OPERATOR, ink, bold=not undone, align=0.0, lines=2, may_shorten=True
            )
            return
        upper, lower = room.rows([1.0, 0.8])
        p.write(view.what, upper, Text.OPERATOR, ink, bold=not undone, align=0.0, may_shorten=True)
        p.write(view.followed, lower, Text.LEAST, quiet, align=0.0, may_shorten=True)

    def _mark(self, p: Painter, mark: Mark, room: Box) -> Box:
        """A house ruling or an entry taken back, told by a drawing; the words are in the details."""
        theme = p.theme
        icon, colour = ("undo", theme.quiet) if mark is Mark.UNDONE else ("warning", theme.warn)
        spot, rest = room.cut_right(min(room.h, p.look.mm(8)))
        draw_icon(p, icon, spot.inset(spot.w * 0.14), colour, theme.surface)
        return Box(rest.x, rest.y, rest.w - p.look.mm(1), rest.h)

    def paint(self, p: Painter) -> None:
        super().paint(p)
        if self.item is not None and self.item.mark is Mark.UNDONE:
            p.rect(
                Box(self.x + p.look.mm(1), self.center_y, self.width * 0.64, max(1.0, p.look.mm(0.25))),
                mix(p.theme.quiet, p.theme.ground, 0.3),
            )


class RollKey(Tappable):
    """One of the last rolls: who rolled what."""

    def __init__(self, look: Look, on_tap: Callable[[], None]) -> None:
        self.view: LogRowView | None = None
        super().__init__(look, "roll_key", on_tap)

    def show(self, view: LogRowView) -> None:
        """Another roll."""
        if view != self.view:
            self.view, self.name = view, f"roll_{view.entry}"
            self.repaint()

    def paint(self, p: Painter) -> None:
        if self.view is None:
            return
        look, theme = p.look, p.theme
        body = self.box.inset(look.mm(0.4))
        p.rect(body, theme.pressed if self.pressed else theme.raised, look.mm(1.8))
        room = body.inset(look.mm(0.8), look.mm(1.0))
        cells = room.columns(len(self.view.dice) + 1, look.mm(0.4))
        draw_chip(p, self.view.person, cells[0])
        for (row, face), cell in zip(self.view.dice, cells[1:], strict=True):
            die_face(p, row, face, cell)


class LogScreen(Screen):
    """All entries, or the rolls or the builds among them. A row opens everything about it."""

    hears_buttons = True
    takes_dice = True

    def __init__(self, shell: Shell, shown: str = "all", **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.shown = Filter(shown)
        self.view: LogView = log.log(self.session, self.shown)
        self.filters = {
            name: Button(look, f"filter_{name.value}", on_tap=partial(self._filter, name)) for name in Filter
        }
        self.redo = Button(look, "redo", icon="redo", on_tap=lambda: shell.do(Redo()))
        self.list = RowList(look, "entry", lambda: EntryRow(look, self._open), row_mm=ROW_MM)
        self.rolls = [RollKey(look, partial(self._open_roll, index)) for index in range(LAST_ROLLS)]

    def refresh(self) -> None:
        self.view = log.log(self.session, self.shown)
        for name, words in log.filters():
            self.filters[name].show(words, kind="primary" if name is self.shown else "plain")
        self.redo.show(enabled=self.view.redo)
        self.list.show(self.view.rows)
        rolls = () if self.shown is Filter.ROLLS else self.view.rolls
        for key, roll in zip(self.rolls, rolls, strict=False):
            key.show(roll)
        self.keep(*self.filters.values(), self.redo, self.list, *self.rolls[: len(rolls)])
        self.arrange(self.box)
        self.repaint()

    def arrange(self, box: Box) -> None:
        look = self.look
        line = look.mm(TARGET_MM) + 2
        room = box.inset(look.mm(0.4))
        if look.metrics.portrait:
            top, room = room.cut_top(line)
            parts = top.columns([0.95, 1.0, 1.1, 0.7])
        else:
            side, room = room.cut_right(look.mm(34))
            parts = side.rows([1.0, 1.0, 1.0, 1.25])
        for button, part in zip((*self.filters.values(), self.redo), parts, strict=True):
            button.place(part)
        if self.rolls[0].parent is self:
            top, room = room.cut_top(look.mm(ROLLS_MM))
            for key, part in zip(self.rolls, top.columns(len(self.rolls)), strict=True):
                key.place(part)
        self.list.place(room)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)
        if not self.view.rows:
            nothing = _("Nothing has been entered yet.")
            words = nothing if self.shown is Filter.ALL else _("Nothing of this kind yet.")
            p.write(words, self.list.box, Text.TABLE, p.theme.quiet, lines=2)

    # --- what is touched ----------------------------------------------------------------------------

    def _filter(self, shown: Filter) -> None:
        self.shown = shown
        self.list.first = 0
        self.shell.refresh()

    def _open_roll(self, index: int) -> None:
        self.shell.go("correction", entry=self.view.rolls[index].entry)

    def _open(self, row: LogRowView) -> None:
        if row.mark is not Mark.UNDONE:
            self.shell.go("correction", entry=row.entry)
            return
        details = log.details(self.session, row.entry)
        lines = (*details.lines, ("", _("This entry was undone.")))
        self.shell.sheets.cover(
            TextSheet(
                self.look,
                _("Turn {turn}: {what}").format(turn=row.turn, what=row.what),
                lines,
                self.shell.sheets.close,
                row.person,
            )
        )
