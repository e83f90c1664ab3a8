"""Turn to me: keys that turn the picture to another side of the table."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from companion.app.i18n import _
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.sheets import Sheet


class TurnKeys(Painted):
    """Turn to me: an arrow to each side of the panel where somebody else may sit, and a switch for always."""

    def __init__(self, look: Look, on_turn: Callable[[int], None], on_auto: Callable[[], None]) -> None:
        super().__init__(look, "turn_keys")
        self.keys = [
            Button(look, f"turn_{icon}", icon=icon, on_tap=partial(on_turn, angle))
            for icon, angle in (("back", 270), ("up", 180), ("forward", 90))
        ]
        for key in self.keys:
            key.says = _("Turn to me")
        self.keys.append(Button(look, "auto_turn", icon="turn", kind="quiet", on_tap=on_auto))
        for key in self.keys:
            self.add_widget(key)

    def show(self, auto: bool) -> None:
        """Whether the picture turns by itself."""
        self.keys[-1].show(kind="primary" if auto else "quiet")

    def place(self, box: Box) -> None:
        super().place(box)
        for key, cell in zip(self.keys, self._split()[1].columns(4), strict=True):
            key.place(cell)

    def _split(self) -> tuple[Box, Box]:
        """The words above the keys, or beside them where that is too low."""
        words, keys = self.box.cut_top(max(0.0, self.box.h - self.look.mm(TARGET_MM) - 1))
        if words.h >= self.look.text(Text.OPERATOR) * 1.3 or self.box.w < self.look.mm(8 * TARGET_MM / 1.5):
            return words, keys
        return self.box.cut_left(self.box.w - self.look.mm(4 * TARGET_MM + 2))

    def paint(self, p: Painter) -> None:
        words = self._split()[0]
        p.write(
            _("Turn to me"), words.inset(p.look.mm(1), 0), Text.OPERATOR, p.theme.text, bold=True, lines=2
        )


class TurnSheet(Sheet):
    """The keys on a card of their own, for screens that have none."""

    def __init__(
        self,
        look: Look,
        on_turn: Callable[[int], None],
        on_auto: Callable[[], None],
        on_close: Callable[[], object],
    ) -> None:
        self.keys = TurnKeys(look, on_turn, on_auto)
        super().__init__(look, "turn_sheet", on_close)
        self.add_widget(self.keys)

    def show(self, auto: bool) -> None:
        """Whether the picture turns by itself."""
        self.keys.show(auto)

    def shape(self, room: Box) -> Box:
        """In the middle, so that it is found from every side."""
        side = self.look.mm(TARGET_MM)
        return room.middle(min(room.w, side * 6), min(room.h, side * 3))

    def arrange(self, card: Box) -> None:
        self.keys.place(card.inset(self.look.mm(3)))
