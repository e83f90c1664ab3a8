"""Where play is, and where it goes by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from kivy.clock import Clock

from companion.engine.command import Command
from companion.presenters import route
from companion.presenters.play import Play
from companion.presenters.views import PlacesView
from kivy_ui import registry
from kivy_ui.widgets.sheets import QuestionSheet

if TYPE_CHECKING:
    from kivy_ui.shell import Shell


class Flow:
    """Leads from screen to screen as the game goes on, whoever has changed it."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self.came_from = ""
        """The screen from which something was asked on the board."""
        self._at_board = False
        """Whether people play at the board and not at the table: there the game goes on after an attack or a
        form."""
        self.catching_up = False
        """Whether the island is being laid for the pieces that already stand: then they come next."""
        self._over = False
        """Whether the game was over when it was shown last: its end is shown wherever people are."""
        self._draft: Command | None = None
        """What was filled in last."""
        self.soon = Clock.create_trigger(self._changed, -1)
        """Follow the game before the next frame, unless a touch shows it first."""
        self._stop_listening: Callable[[], None] = lambda: None

    def listen_to(self, play: Play | None) -> None:
        """Another game is shown, or none: from now on its changes count."""
        self._stop_listening()
        self.soon.cancel()
        self._over = play is not None and play.over()
        self._stop_listening = play.subscribe(self.soon) if play is not None else lambda: None

    def _changed(self, _elapsed: float) -> None:
        """The game has changed and no touch has shown it yet: nothing is closed that can go on."""
        shell = self._shell
        if shell.play is None or shell.screen is None:
            return
        sheet = shell.sheets.shown
        if not shell.screen.of_play and not self._ends():
            self._over = shell.play.over()
            shell.refresh()
            shell.stage.play()
        elif isinstance(sheet, QuestionSheet) and sheet.view in shell.play.questions():
            shell.refresh()
            shell.asking.ask(sheet.view)
        else:
            self.follow()

    # --- where the game wants to be -----------------------------------------------------------------

    def begin(self) -> None:
        """A game is taken up: its table, the board where that asks something or is still to be laid, or the
        result of a game that is over."""
        self.catching_up = False
        self._shell.go("table")
        wanted = self._wanted()
        if wanted in ("board", "board_setup", "evening"):
            self._shell.go(wanted)
        elif wanted == "form":
            self._shell.asking.ask_next()

    def _ends(self) -> bool:
        """Whether the game is over, and that was not shown yet."""
        return self._shell.game.over() and not self._over

    def follow(self) -> None:
        """Go where the game now is: its end, the attack, the result of a roll, a question, the table."""
        shell = self._shell
        shell.sheets.close()
        ends, self._over = self._ends(), shell.game.over()
        if shell.screen is None or not (shell.screen.of_play or ends):
            shell.refresh()
            shell.stage.play()
            return
        wanted = self._wanted()
        if self.catching_up and wanted != "board_setup":
            self.catching_up = False
            shell.go("catch_up")
            return
        if wanted == "form":
            shell.asking.ask_next()
        elif wanted != shell.screen_name:
            shell.go(wanted)
        else:
            shell.refresh()
        if wanted in ("table", "board"):
            shell.asking.ask_next()
        shell.stage.play()

    def _wanted(self) -> str:
        return route.wanted(self._shell.game, self._shell.screen_name, self._at_board)

    # --- to the board or a form, and back -------------------------------------------------------------

    def goes_to(self, name: str) -> None:
        """A screen is about to be shown."""
        if name not in ("board", "form"):
            self.came_from = ""
        if name in ("board", "table"):
            # a form that leads to the board leads back from it
            self._at_board = name == "board" and (self._at_board or not self.came_from)

    def ask_on_board(self, view: PlacesView) -> None:
        """Go to the board for an answer, which leads back here."""
        shell = self._shell
        shell.sheets.close()
        back = self.came_from if shell.screen_name == "board" else shell.screen_name
        at_board = self._at_board
        shell.go("board", asked=view)
        self._at_board = at_board
        self.came_from = "" if back == "board" else back

    def fill_in(self, draft: Command) -> None:
        """Go to the form of a command, which leads back here."""
        shell = self._shell
        shell.sheets.close()
        back = self.came_from if shell.screen_name == "form" else shell.screen_name
        self._draft = draft
        shell.go("form", draft=draft)
        self.came_from = back

    def go_back(self) -> None:
        """Go back to where something was asked on the board, or filled in, from."""
        if self.came_from == "form":
            self._shell.go("form", draft=self._draft)
        else:
            there = self.came_from or "table"
            self._shell.go(there if registry.kind(there).of_play else "table")
