"""Visits to the game as it stood once, to say in it what was meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from companion.presenters.play import Meant, Play

if TYPE_CHECKING:
    from kivy_ui.shell import Shell

Then = Callable[[Meant], object]


class Past:
    """Puts a game of the past in the place of the present one, until the table comes back from it."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._present: Play | None = None
        self.then: Then | None = None
        """Who hears what is meant in the game of the past, while that is shown."""

    @property
    def visited(self) -> bool:
        """Whether a game of the past is shown."""
        return self.then is not None

    def visit(self, past: Play, then: Then) -> None:
        """Show a game of the past; ``then`` hears what was meant in it."""
        self._present, self.then = self._shell.play, then
        self._shell.play = past
        self._shell.flow.begin()

    def leave(self, meant: Meant) -> None:
        """Back to the game as it stands, with what was meant."""
        self._shell.sheets.close()
        then = self.then
        self.end()
        if then is not None:
            then(meant)

    def end(self) -> None:
        """Back to the game as it stands, with nothing meant."""
        if self.then is not None:
            self._shell.play, self._present = self._present, None
            self.then = None
