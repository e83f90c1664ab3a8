"""What is seldom needed while playing: home, settings, and what the table says of the ship and the end."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from companion.app.i18n import _
from companion.presenters import more
from companion.presenters.intents import Enter, Redo
from companion.presenters.views import ToastView
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Look, Painted, Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button


class MoreScreen(Screen):
    """Large buttons. Leaving the game needs no confirmation: it is kept as it stands."""

    hears_buttons = True
    takes_dice = True

    def __init__(self, shell: Shell, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.home = Button(look, "go_home", icon="home", role=Text.OPERATOR, on_tap=lambda: shell.go("home"))
        self.settings = Button(
            look, "go_settings", icon="gear", on_tap=lambda: shell.go("settings", origin="more")
        )
        self.catch_up = Button(look, "catch_up", icon="people", on_tap=lambda: shell.go("catch_up"))
        self.evening = Button(look, "evening", icon="info", on_tap=lambda: shell.go("evening"))
        self.help = Button(look, "help", icon="help", on_tap=lambda: shell.go("help", origin="more"))
        self.redo = Button(look, "redo", icon="redo", on_tap=lambda: shell.do(Redo()))
        self.deeds = [Button(look, "", on_tap=partial(self._do, index)) for index in range(more.MOST_DEEDS)]
        self.turn = TurnKeys(look, lambda angle: shell.on_turn(angle), self._auto_turn)
        self.view = more.more(self.session)
        self.level = self.session.ruleset.level

    def entered(self) -> None:
        if self.session.ruleset.level is not self.level:
            self.shell.go("catch_up")

    def refresh(self) -> None:
        self.view = more.more(self.session)
        self.level = self.session.ruleset.level
        self.home.show(_("Home"), detail=_("The game is saved"))
        self.settings.show(_("Settings"))
        self.catch_up.show(_("Catch up"))
        self.evening.show(_("Statistics"))
        self.help.show(_("Help"))
        self.redo.show(_("Redo"), detail=self.view.redo, enabled=bool(self.view.redo))
        for button, deed in zip(self.deeds, self.view.deeds, strict=False):
            button.name = deed.name
            button.show(deed.label, icon=deed.icon, detail=deed.detail)
        self.turn.show(self.shell.context.settings.screen.auto_turn)
        self.keep(*self._buttons())
        self.arrange(self.box)

    def _buttons(self) -> list[Painted]:
        first: list[Painted] = [
            self.home,
            self.settings,
            self.redo,
            self.catch_up,
            self.evening,
            self.help,
        ]
        return [*first, *self.deeds[: len(self.view.deeds)], self.turn]

    def arrange(self, box: Box) -> None:
        look = self.look
        buttons = self._buttons()
        columns = 2 if look.metrics.portrait else 3
        wide = look.metrics.portrait  # there the keys stand in a row of their own
        cells = len(buttons) - wide
        rows = -(-cells // columns) + wide
        room = box.inset(look.mm(1))
        room, _rest = room.cut_top(min(room.h, rows * look.mm(TARGET_MM + 14)))
        if wide:
            last, room = room.cut_bottom(room.h / rows)
            buttons.pop().place(last)
        for button, cell in zip(buttons, room.grid(columns, rows - wide), strict=False):
            button.place(cell)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    def _auto_turn(self) -> None:
        """Have the picture turn to whoever is on turn, or leave it where it is."""
        context = self.shell.context
        on = not context.settings.screen.auto_turn
        screen = msgspec.structs.replace(context.settings.screen, auto_turn=on)
        context.change(msgspec.structs.replace(context.settings, screen=screen))
        self.shell.refresh()
        self.shell.messages.tell(
            ToastView(
                _("The screen turns to face the player on turn.") if on else _("The screen stays as it is.")
            )
        )

    def _do(self, index: int) -> None:
        deed = self.view.deeds[index]
        self.shell.do(Enter(deed.commands))


class TurnKeys(Painted):
    """Turn to me: an arrow to each side of the panel where somebody else may sit, and a switch for always."""

    def __init__(self, look: Look, on_turn: Callable[[int], None], on_auto: Callable[[], None]) -> None:
        super().__init__(look, "turn_keys")
        self.keys = [
            Button(look, f"turn_{icon}", icon=icon, on_tap=partial(on_turn, angle))
            for icon, angle in (("back", 270), ("up", 180), ("forward", 90))
        ]
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
