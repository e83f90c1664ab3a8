"""The result of a roll over the table: it asks for no tap and goes away with the next action."""

from __future__ import annotations

from typing import Any

from companion.presenters.intents import Dismiss, Intent
from companion.presenters.views import QuestionView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM
from kivy_ui.screens.table import TableScreen, grid_shape
from kivy_ui.shell import Shell
from kivy_ui.widgets.question import QuestionBlock
from kivy_ui.widgets.result_card import ResultCard


class ResultScreen(TableScreen):
    """Where there is room the players' instruments stay in reach below the card; else the card fills it."""

    def __init__(self, shell: Shell, **rest: Any) -> None:
        super().__init__(shell, **rest)
        result = self.play.result()
        if result is None:
            raise ValueError("there is no roll to show")
        self.card = ResultCard(self.look, result, on_die=self._fix, on_close=self._read)
        self.blocks: list[QuestionBlock] = []
        self._asked: tuple[QuestionView, ...] = ()

    @classmethod
    def instead(cls, shell: Shell, **arguments: Any) -> str:
        known = shell.play is not None and shell.play.result() is not None
        return super().instead(shell) or ("" if known else "table")

    def show_again(self, **_arguments: Any) -> bool:
        result = self.play.result()
        rows = [die.row for die in self.card.dice]
        self._view = None  # what was built since the roll before is not news of this one
        return result is not None and [row for row, _face in result.dice] == rows

    def _read(self) -> None:
        self.shell.do(Dismiss())

    def _fix(self, _row: str) -> None:
        self.shell.go("roll", fix=True)

    def arrange(self, box: Box) -> None:
        result = self.play.result() or self.card.view
        if len(result.dice) == len(self.card.dice):
            # the card says how high it has to be, so it shows the new roll before there is room for it
            self.card.show(result)
        if result.questions != self._asked:
            self._asked = result.questions
            for block in self.blocks:
                self.remove_widget(block)
            self.blocks = [
                QuestionBlock(self.look, question, self._answer, self.shell.helping.tell_rule)
                for question in result.questions
            ]
        self.have(self.card)
        view = self.play.table()
        wanted = self.card.height_for(box.w)
        if self.blocks:
            card, rest = box.cut_top(min(wanted, box.h * 0.45))
            self.card.place(card)
            shown = self.blocks[:2]
            for block, part in zip(shown, rest.rows(len(shown)), strict=True):
                block.place(part)
                self.have(block)
            self._drop_columns()
            return
        rows = grid_shape(len(view.players), self.look.metrics.portrait)[1]
        least = (3 * self.look.mm(TARGET_MM) + self.look.mm(0.6)) * rows + self.look.mm(0.8)
        if view.scored and box.h - wanted >= least:
            top, rest = box.cut_top(wanted)
            self.card.place(top)
            super().arrange(rest)
            if self.card.parent is self and self.children[0] is not self.card:
                self.remove_widget(self.card)
                self.add_widget(self.card)
        else:
            self.card.place(box)
            self._drop_columns()

    def _drop_columns(self) -> None:
        for column in self.columns:
            self.remove_widget(column)

    def _answer(self, intent: Intent) -> None:
        self.shell.do(intent)
