"""A name for a board that is kept, with the keyboard on the screen or one of keys."""

from __future__ import annotations

from typing import Any

from companion.app import board_file
from companion.app.i18n import language
from companion.rules.base.board import Board
from kivy_ui.geometry import Box
from kivy_ui.metrics import PRIMARY_MM, TARGET_MM
from kivy_ui.paint import Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.field import NameField, TypingKeys
from kivy_ui.widgets.keyboard import Keyboard, first_layout


class BoardNameScreen(Screen):
    """Takes a name for the board; the one proposed is done with one tap."""

    framed = False

    def __init__(self, shell: Shell, board: Board, text: str = "", layout: str = "", **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.board = board
        self.text = text
        self.back = Button(look, "back", icon="back", kind="quiet", on_tap=self._leave)
        self.field = NameField(look)
        self.keyboard = Keyboard(
            look, layout or first_layout(language()), self._letter, self._erase, self._done
        )
        for widget in (self.back, self.field, self.keyboard):
            self.add_widget(widget)
        self.typing = TypingKeys(self, self._letter, self._erase, self._done, self._leave)

    def refresh(self) -> None:
        self.field.show(self.text, None)
        self.keyboard.words()
        self.keyboard.show(
            capitals=not self.text or self.text[-1] in " -'", ready=bool(board_file.clean_name(self.text))
        )
        self.arrange(self.box)

    def arrange(self, box: Box) -> None:
        look = self.look
        room = box.inset(look.mm(0.6))
        top, room = room.cut_top(look.mm(PRIMARY_MM))
        back, field = top.cut_left(look.mm(TARGET_MM) + 2)
        self.back.place(back)
        self.field.place(field)
        keys, _rest = room.cut_bottom(min(room.h, look.mm(92)))
        self.keyboard.place(Box(box.x, keys.y, box.w, keys.h))

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    # --- what is typed ------------------------------------------------------------------------------

    def _letter(self, letter: str) -> None:
        if len(self.text) + len(letter) <= board_file.LONGEST_NAME and not (letter == " " and not self.text):
            self.text += letter
        self.refresh()

    def _erase(self) -> None:
        self.text = self.text[:-1]
        self.refresh()

    def _leave(self) -> None:
        self.shell.go("board_setup")

    def _done(self) -> None:
        name = board_file.clean_name(self.text)
        if name:
            desk = self.shell.desk
            desk.keep_boards(board_file.with_board(desk.boards, name, self.board))
            self.shell.go("board_setup")
