"""Where something is typed, and the keys of a keyboard beside the one that is drawn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from kivy.core.window import Window

from companion.app.i18n import _
from companion.app.roster import clean_name
from companion.presenters.views import PersonView
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable, plain, shorten, width_of
from kivy_ui.theme import dimmed
from kivy_ui.widgets.chip import draw_chip

if TYPE_CHECKING:
    from kivy.uix.widget import Widget

BACKSPACE, ENTER, KEYPAD_ENTER, ESCAPE = 8, 13, 271, 27


class NameField(Painted):
    """What has been typed, its end always in sight."""

    def __init__(self, look: Look, **properties: Any) -> None:
        self.text = ""
        self.person: PersonView | None = None
        self.hint = ""
        super().__init__(look, "name_field", **properties)

    def show(self, text: str, person: PersonView | None, hint: str = "") -> None:
        """Show other letters; as long as there are none what is to be typed, which is a name by itself."""
        if (text, person, hint) != (self.text, self.person, self.hint):
            self.text, self.person, self.hint = text, person, hint
            self.repaint()

    def paint(self, p: Painter) -> None:
        draw_typed(p, self.box, self.text, self.hint or _("Name"), self.person)


class TypingField(Tappable):
    """What has been typed, for a screen whose letters come only when it is touched; ``lit`` while they are
    there."""

    def __init__(self, look: Look, name: str, on_tap: Callable[[], object], **properties: Any) -> None:
        self.text = ""
        self.hint = ""
        self.lit = False
        super().__init__(look, name, on_tap, **properties)

    def show(self, text: str, hint: str, lit: bool) -> None:
        """Show other letters; the hint where there are none."""
        if (text, hint, lit) != (self.text, self.hint, self.lit):
            self.text, self.hint, self.lit = text, hint, lit
            self.repaint()

    def paint(self, p: Painter) -> None:
        room = draw_typed(p, self.box, self.text, self.hint, lit=self.lit, sign=True)
        sign = room.middle(room.h * 0.7, room.h * 0.7)
        p.art("search", sign, p.theme.accent if self.lit else p.theme.quiet)


def draw_typed(
    p: Painter,
    box: Box,
    text: str,
    hint: str,
    person: PersonView | None = None,
    lit: bool = True,
    sign: bool = False,
) -> Box:
    """A field with what has been typed, its end always in sight; the room of the ``sign`` at its end."""
    theme, look = p.theme, p.look
    body = box.inset(look.mm(GAP_MM) / 2)
    p.frame(body, theme.surface, theme.accent if lit else theme.line, max(2.0, look.mm(0.5)), look.mm(2))
    room = body.inset(look.mm(2), look.mm(1))
    if person is not None:
        chip, room = room.cut_left(min(room.h, look.mm(10)))
        draw_chip(p, person, chip)
    rest = Box(0, 0, 0, 0)
    if sign:
        rest, room = room.cut_right(look.mm(10))
    room = Box(room.x + look.mm(2), room.y, room.w - look.mm(3), room.h)
    size = round(look.text(Text.TABLE))
    shown = plain(text) if text.strip() else ""
    cut = shorten(shown[::-1], room.w - look.mm(3), size, True)
    shown = cut[::-1] if cut != shown[::-1] else shown
    ink = (
        p.write(shown, room, Text.TABLE, theme.text, bold=True, align=0.0, may_shorten=True)
        if shown
        else None
    )
    trailing = look.mm(2) if text.endswith(" ") else 0.0
    left = room.x + (min(room.w, width_of(shown, size, True)) if ink else 0.0) + look.mm(0.6) + trailing
    if lit:
        p.rect(Box(left, room.y + room.h * 0.12, max(2.0, look.mm(0.5)), room.h * 0.76), theme.accent)
    if not shown:
        words = Box(left + look.mm(2), room.y, room.w - look.mm(4), room.h)
        p.write(hint, words, Text.TABLE, dimmed(theme.text, theme.surface), align=0.0, lines=2)
    return rest


class TypingKeys:
    """Hears a keyboard of keys as long as a screen is shown."""

    def __init__(
        self,
        screen: Painted,
        on_letter: Callable[[str], None],
        on_erase: Callable[[], None],
        on_done: Callable[[], None],
        on_leave: Callable[[], None],
    ) -> None:
        self._on_letter = on_letter
        self._deeds = {BACKSPACE: on_erase, ENTER: on_done, KEYPAD_ENTER: on_done, ESCAPE: on_leave}
        screen.fbind("parent", self._listen)

    def _listen(self, _screen: Painted, parent: Widget | None) -> None:
        if parent is not None:
            Window.bind(on_textinput=self._typed, on_key_down=self._key)
        else:
            Window.unbind(on_textinput=self._typed, on_key_down=self._key)

    def _typed(self, _window: Any, text: str) -> None:
        for letter in text:
            if letter == " " or clean_name(letter):
                self._on_letter(letter)

    def _key(self, _window: Any, key: int, *_rest: Any) -> bool:
        deed = self._deeds.get(key)
        if deed is not None:
            deed()
        return deed is not None
