"""What is seldom needed while playing: home, settings, and what the table says of the ship and the end."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.app.i18n import _
from companion.presenters import more
from companion.presenters.intents import Enter, Redo
from kivy_ui.geometry import Box
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Painted, Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.turn_keys import TurnKeys


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
        self.turn = TurnKeys(look, lambda angle: shell.on_turn(angle), shell.toggle_auto_turn)
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

    def _do(self, index: int) -> None:
        deed = self.view.deeds[index]
        self.shell.do(Enter(deed.commands))
