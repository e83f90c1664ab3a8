"""The result of a game that is over, and what the evening was made of; in play it is one tap away."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from kivy.clock import Clock

from companion.app.i18n import _
from companion.presenters import new_game
from companion.presenters.evening import EveningView
from kivy_ui.geometry import Box
from kivy_ui.metrics import PRIMARY_MM, Text
from kivy_ui.paint import Painter
from kivy_ui.screen import Screen
from kivy_ui.shell import Shell
from kivy_ui.theme import liveries
from kivy_ui.widgets.button import Button
from kivy_ui.widgets.evening_page import Pages

DIGEST_SECONDS = 1.0
"""So long after the result is shown the year takes note of it."""


class EveningScreen(Screen):
    """Pages that a swipe, a tap or an arrow turns. While the game is over play goes on from here; before that
    it is only looked at."""

    framed = False
    hears_buttons = True
    takes_dice = True

    def __init__(
        self, shell: Shell, origin: str = "more", back: Mapping[str, Any] | None = None, **rest: Any
    ) -> None:
        super().__init__(shell, **rest)
        look = shell.look
        self.view: EveningView = shell.game.evening()
        self.of_play = self.view.over
        self._ended = Clock.create_trigger(lambda _elapsed: shell.context.keep_digest(), DIGEST_SECONDS)
        self.pages = Pages(look, shell.sheets)
        self.back = Button(
            look,
            "back",
            icon="back",
            kind="primary",
            role=Text.TABLE,
            on_tap=lambda: shell.go(origin, **(back or {})),
        )
        self.undo = self.undo_button()
        self.table = Button(look, "table", icon="table", on_tap=lambda: shell.go("table"))
        self.on = Button(look, "play_on", icon="play", on_tap=self._play_on)
        self.again = Button(look, "again", icon="people", kind="primary", on_tap=self._again)
        self.share = Button(
            look, "share", icon="share", on_tap=lambda: shell.go("share", back=shell.arguments)
        )
        self.home = Button(look, "go_home", icon="home", on_tap=lambda: shell.go("home"))

    def refresh(self) -> None:
        view = self.view = self.shell.game.evening()
        self.of_play = view.over
        if view.over:
            self._ended()
        self.look.liveries = liveries(
            tuple(player.person.colour for player in self.shell.game.table().players)
        )
        self.pages.show(view.pages)
        self.undo.show_entry(self.shell.game.bar())
        self.table.show(_("Table"))
        self.on.show(_("Play on"))
        self.again.show(_("Same table"))
        self.share.show(_("Share"))
        self.home.show(_("Home"))
        self.back.show(_("Back"))
        self.keep(self.pages, *self._below())
        self.arrange(self.box)
        self.repaint()

    def _below(self) -> list[Button]:
        if self.view.over:
            return [self.undo, self.table, self.on, self.share, self.again, self.home]
        return [self.back, self.share]

    def arrange(self, box: Box) -> None:
        look = self.look
        room, portrait = box, look.metrics.portrait
        keys = self._below()
        line, room = room.cut_bottom(look.mm(PRIMARY_MM) + 2)
        if not self.view.over:
            cells = line.columns([1.6, 1.0])
        elif portrait:
            before, room = room.cut_bottom(look.mm(PRIMARY_MM) + 2)
            cells = [*before.columns([1.5, 1.0, 1.2]), *line.columns([1.1, 1.5, 1.0])]
        else:
            cells = line.columns([1.3, 0.9, 1.1, 1.0, 1.5, 0.9])
        for button, cell in zip(keys, cells, strict=True):
            button.place(cell)
        self.pages.place(room)

    def paint(self, p: Painter) -> None:
        p.rect(self.box, p.theme.ground)

    # --- what is touched ----------------------------------------------------------------------------

    def _play_on(self) -> None:
        if self.view.play_on is not None:
            self.shell.do(self.view.play_on)

    def _again(self) -> None:
        """The next game with the same people, modules and house rules."""
        game = new_game.again(self.session.header)
        if new_game.can_start(game):
            self.shell.context.begin(game)
        else:
            self.shell.go("new_game", game=game)
