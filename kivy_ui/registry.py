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
    "result": "kivy_ui.screens.result:ResultScreen",
    "attack": "kivy_ui.screens.attack:AttackScreen",
    "error": "kivy_ui.screens.error:ErrorScreen",
}
"""Name to module and class. A new screen is one file and one line here."""


def build(name: str, shell: Shell, arguments: dict[str, Any]) -> Screen:
    """A new screen of that name. Raises KeyError for an unknown name, and whatever the screen itself raises."""
    module, _separator, kind = SCREENS[name].partition(":")
    screen: Screen = getattr(importlib.import_module(module), kind)(shell, **arguments)
    return screen
