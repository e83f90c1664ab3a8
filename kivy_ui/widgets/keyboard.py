"""A keyboard drawn on the screen: on a bare panel there is no other. Latin with Polish and German letters,
Cyrillic, figures and signs. A keyboard of keys works beside it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.app.i18n import _
from kivy_ui.geometry import Box
from kivy_ui.metrics import GAP_MM, LEAST_TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter, Tappable
from kivy_ui.theme import dimmed, mix
from kivy_ui.widgets.button import Button

LETTERS: dict[str, tuple[tuple[str, ...], ...]] = {
    "latin": (tuple("qwertyuiop"), tuple("asdfghjkl"), tuple("zxcvbnm-'"), tuple("ąćęłńóśźżäöüß")),
    "cyrillic": (
        tuple("йцукенгшщзх"),
        tuple("фывапролджэ"),
        tuple("ячсмитьбюъё"),
        ("-", "'", "і", "ї", "є", "ґ", "ў"),
    ),
    "signs": (tuple("1234567890"), tuple(".,!?:;()&+"), tuple("éèêëáàâíîñ"), tuple("øåæœçčšžřő")),
    "figures": (tuple("1234567890"), tuple(".-:_@/+=!?"), tuple("#$%&*~^|;,"), tuple("()[]{}<>'\"\\`")),
}
LAYOUTS = ("latin", "cyrillic", "signs")
"""What names are typed with."""
FIGURES = "figures"
"""For addresses and passwords."""
ALPHABET = "abcdefghijklmnopqrstuvwxyzабвгдеёжзийклмнопрстуфхцчшщъыьэюя-'"
CAPTIONS = {"latin": "ABC", "cyrillic": "АБВ", "signs": "123", FIGURES: "123"}


def first_layout(language: str) -> str:
    """The letters that a language begins with."""
    return "cyrillic" if language == "ru" else "latin"


def rows_for(layout: str, widest: int) -> list[tuple[str, ...]]:
    """The keys of a layout in rows of at most so many. Where the rows of a real keyboard have no room, the
    letters stand by the alphabet, in which they are found faster than in rows broken elsewhere."""
    *letters, extra = LETTERS[layout]
    if any(len(row) > widest for row in letters):
        keys = [key for row in letters for key in row]
        letters = _flow(sorted(keys, key=ALPHABET.find) if layout in ("latin", "cyrillic") else keys, widest)
    return [*letters, *_flow(extra, widest)]


def _flow(keys: Sequence[str], widest: int) -> list[tuple[str, ...]]:
    """Rows that are as equal as they can be."""
    lines = -(-len(keys) // widest)
    size = -(-len(keys) // lines)
    return [tuple(keys[start : start + size]) for start in range(0, len(keys), size)]


class Key(Tappable):
    """One key, lit while it is touched."""

    def __init__(self, look: Look, name: str, on_tap: Callable[[], None], **properties: Any) -> None:
        self.caption = ""
        self.art = ""
        self.lit = False
        self.strong = False
        super().__init__(look, name, on_tap, **properties)

    def spoken(self) -> str:
        words = {"shift": _("Capitals"), "erase": _("Erase"), "space": _("Space")}
        return words.get(self.art, "")

    def show(self, caption: str = "", art: str = "", lit: bool = False, strong: bool = False) -> None:
        """Show another letter or drawing."""
        if (caption, art, lit, strong) != (self.caption, self.art, self.lit, self.strong):
            self.caption, self.art, self.lit, self.strong = caption, art, lit, strong
            self.repaint()

    def paint(self, p: Painter) -> None:
        theme = p.theme
        fill, ink = (theme.raised, theme.text)
        resting = mix(theme.accent, theme.ground, 0.6)
        if self.strong:
            fill, ink = (
                (theme.accent, theme.on_accent) if self.enabled else (resting, dimmed(theme.text, resting))
            )
        elif self.lit:
            fill = mix(theme.raised, theme.accent, 0.35)
        if self.pressed:
            fill = theme.accent_pressed if self.strong else theme.pressed
        gap = min(p.look.mm(GAP_MM) / 4, self.width * 0.06)
        body = self.box.inset(gap)
        p.rect(body, fill, p.look.mm(1.4))
        if self.art == "erase":
            p.art("erase", body.inset(body.w * 0.2, body.h * 0.22), ink, fill)
        elif self.art == "space":
            bar = body.middle(body.w * 0.5, p.look.mm(0.8))
            p.rect(bar, ink)
        elif self.art:
            p.art(self.art, body.inset(body.w * 0.2, body.h * 0.22), ink)
        else:
            p.write(
                self.caption,
                body.inset(p.look.mm(0.4)),
                Text.TABLE if len(self.caption) < 2 else Text.OPERATOR,
                ink,
                bold=len(self.caption) > 1,
            )


class Keyboard(Painted):
    """Letters, and what is always there: capitals, back, other letters, space, done."""

    def __init__(
        self,
        look: Look,
        layout: str,
        on_letter: Callable[[str], None],
        on_erase: Callable[[], None],
        on_done: Callable[[], None],
        layouts: Sequence[str] = LAYOUTS,
        **properties: Any,
    ) -> None:
        self.layout = layout
        self.layouts = tuple(layouts)
        self.capitals = True
        self.on_letter = on_letter
        self.keys: list[Key] = []
        self.shift = Key(look, "key_shift", self._shift)
        self.erase = Key(look, "key_erase", on_erase)
        self.switch = [Key(look, f"key_{name}", on_tap=partial(self._switch, name)) for name in layouts]
        self.space = Key(look, "key_space", lambda: on_letter(" "))
        self.done = Button(look, "key_done", icon="check", kind="primary", role=Text.TABLE, on_tap=on_done)
        super().__init__(look, "keyboard", **properties)
        for key in (self.shift, self.erase, *self.switch, self.space, self.done):
            self.add_widget(key)
        self.words()

    def words(self) -> None:
        """Show what is always there."""
        self.shift.show(art="shift", lit=self.capitals)
        self.erase.show(art="erase")
        for name, key in zip(self.layouts, self.switch, strict=True):
            key.show(CAPTIONS[name], lit=name == self.layout)
        self.space.show(art="space")

    def show(self, capitals: bool, ready: bool) -> None:
        """Whether the next letter is a capital, and whether there is something to be done with."""
        self.done.show(enabled=ready)
        if capitals != self.capitals:
            self.capitals = capitals
            self._letters()

    def _shift(self) -> None:
        self.capitals = not self.capitals
        self._letters()

    def _switch(self, layout: str) -> None:
        self.layout = layout
        self._letters()

    def place(self, box: Box) -> None:
        super().place(box)
        self._letters()

    def _letters(self) -> None:
        """Lay the letters out anew."""
        box, look = self.box, self.look
        if box.w <= 0:
            return
        self.words()
        widest = max(5, int(box.w // look.mm(LEAST_TARGET_MM)))
        rows = rows_for(self.layout, widest)
        lines = box.rows(len(rows) + 1)
        needed = sum(len(row) for row in rows)
        while len(self.keys) < needed:
            key = Key(look, "", lambda: None)
            self.keys.append(key)
            self.add_widget(key)
        for key in self.keys[needed:]:
            self.remove_widget(key)
        del self.keys[needed:]
        waiting = iter(self.keys)
        longest = max(len(row) for row in rows)
        for row, line in zip(rows, lines, strict=False):
            width = line.w / (longest if len(row) > longest - 3 else max(len(row), longest - 3))
            line = line.middle(width * len(row), line.h)
            for letter, cell in zip(row, line.columns(len(row)), strict=True):
                shown = _capital(letter) if self.capitals else letter
                key = next(waiting)
                key.name = f"key_{letter}"
                key.on_tap = partial(self.on_letter, shown)
                key.show(shown)
                key.place(cell)
        self._bottom(lines[-1])

    def _bottom(self, line: Box) -> None:
        parts: Sequence[tuple[Painted, float]] = [
            (self.shift, 1.2),
            *((key, 1.2) for key in self.switch),
            (self.space, 2.2),
            (self.erase, 1.4),
            (self.done, 2.8),
        ]
        for (key, _share), cell in zip(parts, line.columns([share for _key, share in parts]), strict=True):
            key.place(cell)


def _capital(letter: str) -> str:
    """The capital of a letter, where it has one of its own."""
    upper = letter.upper()
    return upper if len(upper) == 1 else letter
