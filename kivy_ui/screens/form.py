"""Trades, discards, gifts and all else that is filled in with cards."""

from __future__ import annotations

from functools import partial
from itertools import pairwise
from typing import Any

from companion.engine.command import Command
from companion.presenters.intents import Intent
from companion.presenters.views import FormView, RowView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Painted, Painter
from kivy_ui.screen import PlayScreen
from kivy_ui.shell import Shell
from kivy_ui.widgets.bar import BAR_MM
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.cards import CHIP_MM, Chip
from kivy_ui.widgets.chip import draw_chip
from kivy_ui.widgets.seat import ChipButton, asked_chips

UNDO_MM = 32.0
"""Width of Undo, about as in the bar."""
NARROW_UNDO_MM = 19.0
"""Its width where two buttons stand beside it."""
HEAD_MM = 13.0
FEW_CHIPS = 3
"""Two rows with as many chips at most stand side by side."""


class FormScreen(PlayScreen):
    """A command with blanks: rows of chips, how much is done, and the way to enter it."""

    framed = False

    @classmethod
    def instead(cls, shell: Shell, draft: Command | None = None, **arguments: Any) -> str:
        return super().instead(shell) or ("" if draft is not None else "table")

    def __init__(self, shell: Shell, draft: Command, **rest: Any) -> None:
        super().__init__(shell, **rest)
        self.draft = draft
        self.view: FormView | None = None
        self.chips: dict[str, list[Chip]] = {}
        self.clears: dict[str, Button] = {}
        self.others: list[ChipButton] = []
        self.undo = self.undo_button()
        self.back = Button(self.look, "form_back", icon="back", kind="quiet", on_tap=self._leave)
        self.rest_button = Button(self.look, "form_rest", icon="hand")
        self.done = Button(self.look, "form_done", icon="check", kind="primary", role=Text.TABLE)
        self._lines: list[tuple[RowView, Box]] = []
        self._head = Box(0, 0, 0, 0)
        self._note = Box(0, 0, 0, 0)

    def show_again(self, draft: Command | None = None, **_arguments: Any) -> bool:
        if draft is None:
            return False
        self.draft = draft
        return True

    def refresh(self) -> None:
        view = self.play.form(self.draft)
        self.view = view
        for row in view.rows:
            self._show_row(row)
        others = tuple(
            question for question in self.play.questions() if question.key != view.key and view.key
        )
        self.others = asked_chips(self.look, others, self.shell.asking.ask)
        self.done.show(view.done_label, enabled=view.done is not None)
        self.done.on_tap = partial(self._do, view.done)
        self.rest_button.show(view.rest_label)
        self.rest_button.on_tap = partial(self._do, view.rest)
        # one form may come at once after another
        self.done.purpose = self.rest_button.purpose = view.title, view.person, view.key
        wanted: list[Painted] = [chip for row in view.rows for chip in self.chips[row.name]]
        wanted += [self.clears[row.name] for row in view.rows if row.clear is not None]
        bar = self.play.bar()
        self.undo.show_entry(bar)
        wanted += [*self.others, self.undo, self.back, self.done]
        if view.rest is not None:
            wanted.append(self.rest_button)
        self.keep(*wanted)
        self.arrange(self.box)
        self.repaint()

    def _show_row(self, row: RowView) -> None:
        now = self.chips.setdefault(row.name, [])
        if [chip.name for chip in now] != [chip.name for chip in row.chips]:
            now = self.chips[row.name] = [Chip(self.look, chip, self._do) for chip in row.chips]
        for chip, view in zip(now, row.chips, strict=True):
            chip.show(view)
        if row.name not in self.clears:
            self.clears[row.name] = Button(self.look, f"clear_{row.name}", icon="cross", kind="quiet")
        self.clears[row.name].on_tap = partial(self._do, row.clear)

    # --- where it stands ----------------------------------------------------------------------------

    def arrange(self, box: Box) -> None:
        view, look = self.view, self.look
        if view is None or box.h < 10:
            return
        self._head, room = box.inset(look.mm(0.6)).cut_top(look.mm(HEAD_MM))
        target = look.mm(TARGET_MM) + 1
        for chip in reversed(self.others):
            cell, self._head = self._head.cut_right(target + look.mm(1))
            chip.place(cell)
        bar, room = room.cut_bottom(look.mm(BAR_MM))
        upper = None
        if look.metrics.portrait and view.rest is not None:
            upper, room = room.cut_bottom(look.mm(BAR_MM))
        crowded = view.rest is not None and not look.metrics.portrait
        undo, bar = bar.cut_left(look.mm(NARROW_UNDO_MM if crowded else UNDO_MM))
        back, bar = bar.cut_left(look.mm(TARGET_MM + (0 if crowded else 3)) + 1)
        bar = bar if upper is None else upper
        self.undo.place(undo)
        self.back.place(back)
        if view.rest is not None:
            if crowded:
                self.undo.show("", detail="")  # the drawing says enough
            rest, done = bar.columns([1.6, 1.0])
            self.rest_button.place(rest)
            self.done.place(done)
        else:
            self._note, done = bar.columns([0.0 if look.metrics.portrait else 1.2, 1.0])
            self.done.place(done)
        if look.metrics.portrait or view.rest is not None:
            self._note, room = room.cut_bottom(look.text(Text.OPERATOR) * 1.4 if view.note else 0.0)
        self._arrange_rows(view, room)

    def _arrange_rows(self, view: FormView, room: Box) -> None:
        look = self.look
        label = look.text(Text.SMALL) * 1.35
        pairs = self._pairs(view)
        labels = sum(label for row in view.rows if (row.label or row.said) and row.name not in pairs)
        narrowest = CHIP_MM - 0.4 if len(view.rows) == 1 else CHIP_MM - 2.2
        shapes = {row.name: self._shape(row, room.w, look.mm(narrowest)) for row in view.rows}
        lines = sum(rows for name, (_columns, rows) in shapes.items() if name not in pairs)
        most = look.mm(CHIP_MM * 1.5)
        height = min(most, max(look.mm(TARGET_MM) + 1, (room.h - labels) / max(1, lines)))
        spare = max(0.0, room.h - labels - height * lines) / (len(view.rows) + 1)
        self._lines = []
        beside = Box(0, 0, 0, 0)
        for row in view.rows:
            columns, rows = shapes[row.name]
            if row.name in pairs:
                part = beside
            else:
                _gap, room = room.cut_top(spare)
                part, room = room.cut_top(height * rows + (label if row.label or row.said else 0.0))
                if row.name in pairs.values():
                    part, beside = part.columns(2, look.mm(2))
            if row.label or row.said:
                head, part = part.cut_top(label)
                self._lines.append((row, head))
            if row.clear is not None or self._clearable(row):
                clear, part = part.cut_right(look.mm(TARGET_MM) + 2)
                if row.clear is not None:
                    self.clears[row.name].place(clear.middle(clear.w, min(clear.h, look.mm(CHIP_MM))))
            widest = look.mm(CHIP_MM * 1.9) * columns
            part = part.cut_left(min(part.w, widest))[0]
            for chip, cell in zip(self.chips[row.name], part.grid(columns, rows), strict=False):
                chip.place(cell)

    def _pairs(self, view: FormView) -> dict[str, str]:
        """Rows with few chips that stand beside the row before, where there is room for both in a line."""
        found: dict[str, str] = {}
        for before, row in pairwise(view.rows):
            few = max(len(before.chips), len(row.chips)) <= FEW_CHIPS
            if few and not self.look.metrics.portrait and before.name not in found:
                found[row.name] = before.name
        return found

    @staticmethod
    def _clearable(row: RowView) -> bool:
        return any(chip.good for chip in row.chips) and not any(chip.number for chip in row.chips)

    def _shape(self, row: RowView, width: float, narrowest: float) -> tuple[int, int]:
        """Columns and rows of a line's chips."""
        look = self.look
        if self._clearable(row):
            width -= look.mm(TARGET_MM) + 2
        count = len(row.chips)
        fit = max(1, int((width + 2) // narrowest))
        rows = -(-count // fit)
        return max(1, -(-count // max(1, rows))), max(1, rows)

    # --- what is drawn and touched ------------------------------------------------------------------

    def paint(self, p: Painter) -> None:
        view = self.view
        if view is None:
            return
        look, theme = p.look, p.theme
        chip, words = self._head.cut_left(self._head.h)
        draw_chip(p, view.person, chip.middle(chip.w * 0.82, chip.w * 0.82))
        p.write(
            view.title, words.inset(look.mm(1.5), 0), Text.TABLE, theme.text, bold=True, align=0.0, lines=2
        )
        for row, head in self._lines:
            room = head.inset(look.mm(1.2), 0)
            if row.said:
                said, room = room.cut_right(room.w * 0.4)
                p.write(row.said, said, Text.OPERATOR, theme.accent, bold=True, align=1.0)
            p.write(row.label, room, Text.SMALL, theme.quiet, align=0.0)
        if view.note:
            p.write(view.note, self._note.inset(look.mm(1), 0), Text.SMALL, theme.warn, align=0.0, lines=3)

    def _do(self, intent: Intent | None) -> None:
        if intent is not None:
            self.shell.do(intent)

    def _leave(self) -> None:
        self.shell.flow.go_back()
