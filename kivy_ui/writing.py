"""Screens on which something is typed, with the keyboard on the screen or one of keys."""

from __future__ import annotations

from typing import Any, ClassVar

from companion.app.i18n import language
from kivy_ui.geometry import Box
from kivy_ui.metrics import PRIMARY_MM, TARGET_MM
from kivy_ui.paint import Painted, Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.field import NameField, TypingKeys
from kivy_ui.widgets.keyboard import LAYOUTS, Keyboard, first_layout


class TypingScreen(Screen):
    """The way back beside a field with what has been typed, and the keyboard below. Subclasses say what
    stands between them, and what becomes of the text."""

    framed = False
    of_game = False
    longest: int
    """Letters that can be typed."""
    layouts: ClassVar[tuple[str, ...]] = LAYOUTS
    """The keyboards to choose from."""

    def __init__(self, shell: Shell, typed: Painted, text: str, layout: str = "", **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.text = text
        self.back = Button(look, "back", icon="back", kind="quiet", on_tap=self._leave)
        self._typed = typed
        self.keyboard = Keyboard(
            look, layout or first_layout(language()), self._letter, self._erase, self._done, self.layouts
        )
        self.keys = TypingKeys(self, self._letter, self._erase, self._done, self._leave)

    def arrange(self, box: Box) -> None:
        look = self.look
        room = box.inset(look.mm(0.6))
        top, room = room.cut_top(look.mm(PRIMARY_MM))
        back, field = top.cut_left(look.mm(TARGET_MM) + 2)
        self.back.place(back)
        self._typed.place(field)
        room = self.arrange_between(room)
        keys, _rest = room.cut_bottom(min(room.h, look.mm(92)))
        self.keyboard.place(Box(box.x, keys.y, box.w, keys.h))

    def arrange_between(self, room: Box) -> Box:
        """Put what stands between the text and the keyboard in its place; returns the keyboard's room."""
        return room

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    def _letter(self, letter: str) -> None:
        if len(self.text) + len(letter) <= self.longest and not (letter == " " and not self.text):
            self.text += letter
        self.refresh()

    def _erase(self) -> None:
        self.text = self.text[:-1]
        self.refresh()

    def _leave(self) -> None:
        """Nothing comes of it."""
        raise NotImplementedError

    def _done(self) -> None:
        """Take the text, if it will do."""
        raise NotImplementedError


class WritingScreen(TypingScreen):
    """A name or a value, with the keyboard all the while."""

    def __init__(self, shell: Shell, text: str, layout: str, **rest: Any) -> None:
        self.field = NameField(shell.look)
        super().__init__(shell, self.field, text, layout, **rest)
        for widget in (self.back, self.field, self.keyboard):
            self.add_widget(widget)

    def show_keys(self, ready: bool, capitals: bool | None = None) -> None:
        """Show the keyboard as the text stands; ``ready`` when it will do. By itself it has capitals where a
        name begins."""
        self.keyboard.words()
        beginning = not self.text or self.text[-1] in " -'"
        self.keyboard.show(capitals=beginning if capitals is None else capitals, ready=ready)
        self.arrange(self.box)
