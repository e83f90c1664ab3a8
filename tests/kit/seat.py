"""A game on the test's window that is touched, without files or devices."""

from __future__ import annotations

from typing import Any

from companion.app.session import GameSession
from companion.engine.command import Command
from companion.engine.verdict import Accepted
from companion.presenters.board_view import Place
from companion.presenters.live import LivePlay


class Seat:
    """Somebody at the panel with a game."""

    def __init__(self, ui: Any, session: GameSession) -> None:
        self.ui = ui
        self.session = session
        ui.open(LivePlay(session), reduced_motion=True)
        ui.shell.flow.begin()
        ui.frames()
        ui.taps = 0

    @property
    def screen(self) -> Any:
        return self.ui.shell.screen

    @property
    def lit(self) -> tuple[Place, ...]:
        """The places that are lit."""
        found: tuple[Place, ...] = self.screen.picture.marks.lit
        return found

    def touch(self, sort: str, place: str | int) -> None:
        """Touch a place of the board."""
        self.ui.taps += 1
        self.ui.touch(*self.screen.picture.spot(Place(sort, place)))  # type: ignore[arg-type]
        self.ui.frames()

    def tap(self, *names: str) -> None:
        """Tap widgets one after another."""
        for name in names:
            self.ui.tap(name)
            self.ui.frames()

    def last(self) -> Command:
        """What was entered last."""
        command = self.session.standing[-1].command
        assert command is not None
        return command

    def enter(self, *commands: Command) -> None:
        """What was entered before."""
        for command in commands:
            assert isinstance(self.session.submit(command, overrule=True), Accepted)
        self.ui.shell.flow.follow()
        self.ui.frames()

    def names(self) -> list[str]:
        """The names of all widgets."""
        return [widget.name for widget in self.ui.shell.walk() if getattr(widget, "name", "")]

    def said(self) -> str:
        """All words on the screen."""
        return " ".join(
            text.text for widget in self.ui.shell.walk() for text in getattr(widget, "texts", ())
        ).replace("\n", " ")
