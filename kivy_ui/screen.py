"""What every screen is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from companion.presenters.intents import Undo
from kivy_ui.geometry import Box
from kivy_ui.paint import Painted
from kivy_ui.widgets.bar import UndoButton

if TYPE_CHECKING:
    from companion.app.session import GameSession
    from companion.presenters.board_view import Place
    from companion.presenters.deeds import ChoiceView
    from companion.presenters.play import Play
    from kivy_ui.shell import Shell


class Screen(Painted):
    """One screen. It builds its widgets once, in ``__init__``, and from then on only changes them.

    ``arrange`` is called with the room whenever that changes (also for another text scale), ``refresh``
    whenever the game, the language or the look has changed. ``framed`` screens stand between the ship strip
    and the bar.
    """

    framed = True
    back_to_table = True
    """Whether the bar shows the way to the table in place of the dice."""
    has_primary = False
    """Whether its own main button is bright, so that the way to the table is not."""
    of_game = True
    """Whether it shows a game, and so cannot be shown without one."""
    of_play = False
    """Whether ordinary play goes on here: what is entered leads to another such screen by itself."""
    shows_past = False
    """Whether a game can be seen here as it stood once; elsewhere it stands as it does now."""
    hears_buttons = False
    """Whether the buttons at the seats mean something; elsewhere keys write names."""
    tries_buttons = False
    """Whether buttons of devices are only tried here: no press does anything but show."""
    tells_backups = False
    """Whether it says itself what came of a backup."""
    takes_dice = False
    """Whether a reading of the dice is shown over it; elsewhere it waits."""

    def __init__(self, shell: Shell, **_arguments: Any) -> None:
        self.shell = shell
        super().__init__(shell.look, "screen")

    @property
    def session(self) -> GameSession:
        """The game that is shown."""
        return self.shell.session

    @classmethod
    def instead(cls, shell: Shell, **arguments: Any) -> str:
        """The screen that is shown where this one lacks what it needs now; empty where it lacks nothing.

        Asked before it is made, with its arguments, and whenever the game has changed while it is shown.
        """
        return "home" if cls.of_game and shell.play is None else ""

    def show_again(self, **_arguments: Any) -> bool:
        """Be shown once more, with these arguments. False where a new screen has to be made instead."""
        return False

    def may_leave(self, name: str) -> bool:
        """Whether nothing is lost by going to another screen now. False where the screen asks first."""
        return True

    def entered(self) -> None:
        """Something was entered: what a touch had begun is done."""

    def choose(self, view: ChoiceView) -> bool:
        """Ask a short question on the screen itself. False where a sheet has to."""
        return False

    def point(self, places: tuple[Place, ...]) -> None:
        """Show where these places are, on a screen with a board."""

    def undo_button(self) -> UndoButton:
        """The button of a screen that has no bar: held in ordinary play, it asks whose the last entry was."""
        held = self.shell.asking.whose if self.of_play else None
        return UndoButton(self.look, lambda: self.shell.do(Undo()), held)

    def place(self, box: Box) -> None:
        """Take this room, and arrange what stands in it."""
        super().place(box)
        self.arrange(box)

    def arrange(self, box: Box) -> None:
        """Put the widgets in their places."""

    def refresh(self) -> None:
        """Show the game as it is now, in the language in use."""


class PlayScreen(Screen):
    """A screen of ordinary play."""

    of_play = True
    shows_past = True
    hears_buttons = True
    takes_dice = True

    @property
    def play(self) -> Play:
        """The game, without which the screen is never shown."""
        return self.shell.game
