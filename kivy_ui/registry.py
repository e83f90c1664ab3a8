"""Screens by name. Each is imported when it is first shown, so that the start pays for one screen only."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from kivy_ui.screen import Screen
    from kivy_ui.shell import Shell

SCREENS: dict[str, str] = {
    "table": "kivy_ui.screens.table:TableScreen",
    "roll": "kivy_ui.screens.roll:RollScreen",
    "event_card": "kivy_ui.screens.event_card:EventCardScreen",
    "result": "kivy_ui.screens.result:ResultScreen",
    "board": "kivy_ui.screens.board:BoardScreen",
    "form": "kivy_ui.screens.form:FormScreen",
    "attack": "kivy_ui.screens.attack:AttackScreen",
    "error": "kivy_ui.screens.error:ErrorScreen",
    "home": "kivy_ui.screens.home:HomeScreen",
    "new_game": "kivy_ui.screens.new_game:NewGameScreen",
    "board_setup": "kivy_ui.screens.board_setup:BoardSetupScreen",
    "board_name": "kivy_ui.screens.board_name:BoardNameScreen",
    "name": "kivy_ui.screens.name:NameScreen",
    "rules": "kivy_ui.screens.rules:RulesScreen",
    "sheet": "kivy_ui.screens.sheet:SheetScreen",
    "road": "kivy_ui.screens.sheet:RoadScreen",
    "more": "kivy_ui.screens.more:MoreScreen",
    "catch_up": "kivy_ui.screens.catch_up:CatchUpScreen",
    "log": "kivy_ui.screens.log:LogScreen",
    "correction": "kivy_ui.screens.correction:CorrectionScreen",
    "camera": "kivy_ui.screens.camera:CameraScreen",
    "settings": "kivy_ui.screens.settings:SettingsScreen",
}
"""Name to module and class. A new screen is one file and one line here."""


def build(name: str, shell: Shell, arguments: dict[str, Any]) -> Screen:
    """A new screen. Raises KeyError for an unknown name, and whatever the screen itself raises."""
    return kind(name)(shell, **arguments)


def kind(name: str) -> type[Screen]:
    """The class of a screen. Raises KeyError for an unknown name."""
    module, _separator, found = SCREENS[name].partition(":")
    screen: type[Screen] = getattr(importlib.import_module(module), found)
    return screen
