"""What is seldom needed while playing: home, settings, and the table's own word about ship and end."""

from __future__ import annotations

from functools import partial
from typing import Any

from companion.app.i18n import _
from companion.app.session import GameSession
from kivy_ui.geometry import Box
from kivy_ui.intents import Enter, Redo
from kivy_ui.metrics import TARGET_MM, Text
from kivy_ui.paint import Painter
from kivy_ui.screen import Screen
from kivy_ui.selectors import more
from kivy_ui.shell import Shell
from kivy_ui.widgets.button import Button


class MoreScreen(Screen):
    """Large buttons. Leaving the game needs no confirmation: it is kept as it stands."""

    def __init__(self, shell: Shell, **rest: Any) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.home = Button(look, "go_home", icon="home", role=Text.OPERATOR, on_tap=lambda: shell.go("home"))
        self.settings = Button(
            look, "go_settings", icon="gear", on_tap=lambda: shell.go("settings", origin="more")
        )
        self.redo = Button(look, "redo", icon="redo", on_tap=lambda: shell.do(Redo()))
        self.deeds = [Button(look, "", on_tap=partial(self._do, index)) for index in range(more.MOST_DEEDS)]
        self.view = more.more(self.session)

    @property
    def session(self) -> GameSession:
        """The game that is being played."""
        session: GameSession | None = self.shell.session
        assert session is not None
        return session

    def refresh(self) -> None:
        self.view = more.more(self.session)
        self.home.show(_("Home"), detail=_("The game is kept"))
        self.settings.show(_("Settings"))
        self.redo.show(_("Redo"), detail=self.view.redo, enabled=bool(self.view.redo))
        for button, deed in zip(self.deeds, self.view.deeds, strict=False):
            button.name = deed.name
            button.show(deed.label, icon=deed.icon, detail=deed.detail)
        self.keep(self.home, self.settings, self.redo, *self.deeds[: len(self.view.deeds)])
        self.arrange(self.box)

    def arrange(self, box: Box) -> None:
        look = self.look
        buttons = [self.home, self.settings, self.redo, *self.deeds[: len(self.view.deeds)]]
        columns = 2 if look.metrics.portrait else 3
        rows = -(-len(buttons) // columns)
        room = box.inset(look.mm(1))
        room, _rest = room.cut_top(min(room.h, rows * look.mm(TARGET_MM + 14)))
        for button, cell in zip(buttons, room.grid(columns, rows), strict=False):
            button.place(cell)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    def _do(self, index: int) -> None:
        deed = self.view.deeds[index]
        self.shell.do(Enter(deed.commands))
