"""Screens that were made and may be shown again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from kivy_ui import registry

if TYPE_CHECKING:
    from companion.presenters.play import Play
    from kivy_ui.screen import Screen
    from kivy_ui.shell import Shell


class KeptScreens:
    """Keeps the screens of play while the same game is shown, as making all their widgets takes a while."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell
        self._screens: dict[str, Screen] = {}
        self._of: Play | None = None

    def __contains__(self, name: str) -> bool:
        return self._of is self._shell.play and name in self._screens

    def screen(self, name: str, arguments: dict[str, Any]) -> Screen:
        """A screen that is still at hand, or else a new one."""
        if self._of is not self._shell.play:
            self._screens.clear()
            self._of = self._shell.play
        screen = self._screens.get(name)
        if screen is None or not screen.show_again(**arguments):
            screen = registry.build(name, self._shell, arguments)
            if screen.of_play:
                self._screens[name] = screen
        return screen

    def drop(self, name: str) -> None:
        """Do not show this screen again."""
        self._screens.pop(name, None)

    def clear(self) -> None:
        """Show none of them again."""
        self._screens.clear()
