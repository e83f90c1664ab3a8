"""The roll pad: three rows, three taps, no OK. Also corrects the last roll, then each tap counts at once."""

from __future__ import annotations

from typing import Any

from companion.presenters.dice import as_entered
from companion.presenters.intents import FixRoll, Roll
from kivy_ui.geometry import Box
from kivy_ui.metrics import Text
from kivy_ui.paint import Painter, fit
from kivy_ui.screen import PlayScreen
from kivy_ui.shell import Shell
from kivy_ui.widgets.dice import DicePad

LINES, LINES_IN_TALL = 3, 4
"""What the dice camera has to say may take so many; the second in a window that is taller than wide."""


class RollScreen(PlayScreen):
    """Rows come from the dice that this roll needs; some tables or turns have fewer. ``note`` stands above
    them: why the dice camera did not read them all."""

    def __init__(
        self,
        shell: Shell,
        chosen: dict[str, str] | None = None,
        fix: bool = False,
        note: str = "",
        **rest: Any,
    ) -> None:
        super().__init__(shell, **rest)
        self._begin(chosen or {}, fix, note)
        self.pad = DicePad(self.look, self.rows, self.play.roll().faces, self._tap)
        self.add_widget(self.pad)
        self.pad.show(self.chosen)

    def _begin(self, chosen: dict[str, str], fix: bool, note: str) -> None:
        """What is known of the roll before the first tap."""
        self.note = note
        view = self.play.roll()
        self.rows = view.rows
        result = self.play.result()
        self.fix = fix and result is not None
        self.chosen = {row: face for row, face in {**dict(view.known), **chosen}.items() if row in self.rows}
        if self.fix and result is not None:
            self.rows = tuple(row for row, _face in result.dice)
            self.chosen = dict(result.dice)

    def show_again(
        self, chosen: dict[str, str] | None = None, fix: bool = False, note: str = "", **_arguments: Any
    ) -> bool:
        self._begin(chosen or {}, fix, note)
        if set(self.rows) != set(self.pad.rows):
            return False
        self.pad.show(self.chosen)
        return True

    def refresh(self) -> None:
        if self.fix and self.play.result() is None:
            # the roll that was to be changed has been taken back meanwhile: what comes is a new one
            self.shell.go("roll")

    def arrange(self, box: Box) -> None:
        look = self.look
        room = box.inset(look.mm(1))
        self._line = Box(0, 0, 0, 0)
        if self.note:
            width = room.w - 2 * look.mm(2)
            self._lines = LINES_IN_TALL if room.h > room.w else LINES
            size, lines, _cut = fit(
                self.note, width, room.h, look.text(Text.OPERATOR), look.metrics.least_text, self._lines, True
            )
            self._line, room = room.cut_top(size * 1.2 * len(lines) + look.mm(1))
        self.pad.place(room)
        self.repaint()

    _line = Box(0, 0, 0, 0)
    _lines = LINES

    def paint(self, p: Painter) -> None:
        if self._line.h:
            words = self._line.inset(p.look.mm(2), 0)
            p.write(self.note, words, Text.OPERATOR, p.theme.warn, bold=True, lines=self._lines)

    def _tap(self, row: str, face: str) -> None:
        self.chosen[row] = face
        self.pad.show(self.chosen)
        if len(self.chosen) < len(self.rows):
            return
        dice = as_entered(self.chosen)
        done = self.shell.do(FixRoll(dice) if self.fix else Roll(dice))
        if not done and not self.fix:
            # refused: the last die stays open, so that the table may tap another face
            del self.chosen[row]
            self.pad.show(self.chosen)
        elif not done and (result := self.play.result()) is not None:
            self.chosen = dict(result.dice)
            self.pad.show(self.chosen)
