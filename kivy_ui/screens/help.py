"""Help: a search through all rules and cards, in the language in use, and what there is to show."""

from __future__ import annotations

from typing import Any

from companion.app.i18n import _
from companion.presenters import helping
from companion.presenters.helping import FoundView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Painter
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.field import TypingField
from kivy_ui.widgets.rows import Row, RowList
from kivy_ui.writing import TypingScreen

ROW_MM = 12.0
KEYS_MM, UPRIGHT_KEYS_MM = 52.0, 68.0
"""Height of the keyboard, which has more rows in a narrow window: a finger can still hit its keys, and found
lines stand above it."""


class FoundRow(Row):
    """A thing, or a rule and its id."""

    def draw(self, p: Painter, room: Box) -> None:
        view: FoundView = self.item
        theme, look = p.theme, p.look
        if view.topic.rules:
            number, words = room.cut_right(look.mm(17))
            p.write(view.label, words, Text.OPERATOR, theme.text, align=0.0, lines=2, may_shorten=True)
            p.write(view.detail, number, Text.SMALL, theme.quiet, align=1.0)
            return
        name, words = room.cut_left(room.w * 0.3)
        p.write(view.label, name, Text.OPERATOR, theme.text, bold=True, align=0.0, lines=2, may_shorten=True)
        words = Box(words.x + look.mm(1.5), words.y, words.w - look.mm(1.5), words.h)
        p.write(view.detail, words, Text.LEAST, theme.quiet, align=0.0, lines=2, may_shorten=True)


class HelpScreen(TypingScreen):
    """All things and rules, fewer with each letter; a touch on the field brings the letters. ``origin`` is
    the screen to go back to, as it was asked for with ``back``."""

    longest = 40

    def __init__(
        self,
        shell: Shell,
        origin: str = "home",
        back: dict[str, Any] | None = None,
        text: str = "",
        **rest: Any,
    ) -> None:
        look = shell.look
        self.origin = origin
        self.came_with = back or {}
        self.typing = bool(text)
        self.field = TypingField(look, "search", self._search)
        super().__init__(shell, self.field, text, **rest)
        self.hints = Button(look, "hints", icon="info", on_tap=shell.helping.hint)
        self.demo = Button(look, "demo", icon="play", on_tap=lambda: shell.on_demo())
        self.list = RowList(look, "found", lambda: FoundRow(look, self._tell), row_mm=ROW_MM)

    def refresh(self) -> None:
        modules = self.shell.session.ruleset.module_ids if self.shell.play is not None else ()
        self.field.show(self.text, _("Search all rules and cards"), lit=self.typing)
        self.list.show(helping.search(self.text, modules), top=True)
        self.hints.show(_("First steps"))
        self.demo.show(_("Demo"))
        self.keyboard.words()
        self.keyboard.show(capitals=False, ready=True)
        self.keep(
            self.back, self.field, self.list, *((self.keyboard,) if self.typing else (self.hints, self.demo))
        )
        self.arrange(self.box)
        self.repaint()

    def arrange_between(self, room: Box) -> Box:
        look = self.look
        if self.typing:
            wanted = look.mm(UPRIGHT_KEYS_MM if look.metrics.portrait else KEYS_MM)
            keys, room = room.cut_bottom(min(wanted, room.h - look.mm(2 * ROW_MM) - 4))
        else:
            keys, room = room.cut_bottom(look.mm(TARGET_MM) + 2)
            for button, part in zip((self.hints, self.demo), keys.columns(2), strict=True):
                button.place(part)
        self.list.place(room)
        return keys

    def paint(self, p: Painter) -> None:
        super().paint(p)
        if not self.list.items:
            words = _("No rule and no card has these words.")
            p.write(words, self.list.box, Text.OPERATOR, p.theme.quiet, lines=2)

    # --- what is touched ----------------------------------------------------------------------------

    def _search(self) -> None:
        self.typing = not self.typing
        self.refresh()

    def _letter(self, letter: str) -> None:
        self.typing = True
        super()._letter(letter)

    def _done(self) -> None:
        self.typing = False
        self.refresh()

    def _tell(self, found: FoundView) -> None:
        self.shell.helping.tell(found.topic)

    def _leave(self) -> None:
        self.shell.go(self.origin, **self.came_with)
