"""A name for a board that is kept."""

from __future__ import annotations

from typing import Any

from companion.app import board_file
from companion.rules.common import Board
from kivy_ui.shell import Shell
from kivy_ui.writing import WritingScreen


class BoardNameScreen(WritingScreen):
    """Takes a name for the board; the one proposed is done with one tap."""

    longest = board_file.LONGEST_NAME

    def __init__(self, shell: Shell, board: Board, text: str = "", layout: str = "", **rest: Any) -> None:
        self.board = board
        super().__init__(shell, text, layout, **rest)

    @classmethod
    def instead(cls, shell: Shell, board: Board | None = None, **arguments: Any) -> str:
        return super().instead(shell) or ("" if board is not None else "board_setup")

    def refresh(self) -> None:
        self.field.show(self.text, None)
        self.show_keys(ready=bool(board_file.clean_name(self.text)))

    def _leave(self) -> None:
        self.shell.go("board_setup")

    def _done(self) -> None:
        name = board_file.clean_name(self.text)
        if name:
            context = self.shell.context
            context.keep_boards(board_file.with_board(context.boards, name, self.board))
            self.shell.go("board_setup")
