"""Screens by name. Each is imported when it is first shown, so that the start pays for one screen only."""

from __future__ import annotations

import importlib
import pkgutil
from typing import TYPE_CHECKING, Any

from kivy_ui import screens

if TYPE_CHECKING:
    from kivy_ui.screen import Screen
    from kivy_ui.shell import Shell


def _found(file: str) -> str:
    camel = "".join(part.capitalize() for part in file.split("_"))
    return f"{screens.__name__}.{file}:{camel}Screen"


SCREENS: dict[str, str] = {file.name: _found(file.name) for file in pkgutil.iter_modules(screens.__path__)}
"""Name to module and class: ``screens/new_game.py`` holds ``NewGameScreen`` and is shown as ``new_game``."""


def build(name: str, shell: Shell, arguments: dict[str, Any]) -> Screen:
    """A new screen. Raises KeyError for an unknown name, and whatever the screen itself raises."""
    return kind(name)(shell, **arguments)


def kind(name: str) -> type[Screen]:
    """The class of a screen. Raises KeyError for an unknown name."""
    module, _separator, found = SCREENS[name].partition(":")
    screen: type[Screen] = getattr(importlib.import_module(module), found)
    return screen
