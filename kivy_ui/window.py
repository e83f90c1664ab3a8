"""Bringing up the one window: everything that must be said to Kivy before it is imported, and after."""

from __future__ import annotations

import logging
import os
from pathlib import Path
from typing import Any

from companion.app.settings import Screen

FIRST_FRAMES = 10
"""On KMSDRM the panel stays black until the second drawn frame: the first ones are asked for."""


def prepare(home: Path, driver: str | None) -> None:
    """Set Kivy's environment. Must run before the first import of Kivy; ``home`` is our own folder."""
    os.environ["KIVY_NO_ARGS"] = "1"
    os.environ["KIVY_NO_CONSOLELOG"] = "1"
    os.environ["KIVY_NO_FILELOG"] = "1"
    os.environ["KIVY_LOG_MODE"] = "PYTHON"
    os.environ.setdefault("KIVY_NO_ENV_CONFIG", "1")
    # the few providers we use; Kivy would otherwise import and try others
    os.environ.setdefault("KIVY_WINDOW", "sdl2")
    os.environ.setdefault("KIVY_TEXT", "sdl2")
    os.environ.setdefault("KIVY_IMAGE", "sdl2")
    os.environ.setdefault("KIVY_CLIPBOARD", "sdl2")
    os.environ["KIVY_HOME"] = str(home)
    # what Kivy says goes to whoever listens to Python's logging, and to nobody's console by itself
    logging.getLogger("kivy").addHandler(logging.NullHandler())
    if driver:
        os.environ["SDL_VIDEODRIVER"] = driver


def open_window(screen: Screen, driver: str | None, size: tuple[int, int] | None = None) -> Any:
    """Configure Kivy, open the window and return it. ``size`` in pixels is for a window, not a bare panel."""
    from kivy.config import Config

    from kivy_ui.input import choose_provider, install_provider, touch_devices

    width, height = size or (800, 480)
    bare = (driver or "").lower() == "kmsdrm"
    for key, value in {
        "width": width,
        "height": height,
        "multisamples": 0,
        "maxfps": 60,
        "resizable": 1,
        "fullscreen": "auto" if bare or screen.fullscreen else 0,
        "show_cursor": 0 if bare else 1,
        "allow_screensaver": 0,
        "rotation": screen.rotation,
        "minimum_width": 320,
        "minimum_height": 320,
    }.items():
        Config.set("graphics", key, str(value))
    Config.set("kivy", "exit_on_escape", "0")
    Config.set("kivy", "log_level", "warning")
    Config.set("kivy", "keyboard_mode", "systemanddock" if bare else "")
    install_provider(choose_provider(screen.input, driver, touch_devices()))
    from kivy.core.window import Window

    if Window is None:
        raise OSError("no window could be opened")
    Window.allow_screensaver = False
    return Window


def ask_first_frames(window: Any) -> None:
    """Have the first frames drawn although nothing changes, then fall silent."""
    from kivy.clock import Clock

    left = [FIRST_FRAMES]

    def ask(_elapsed: float) -> bool:
        window.canvas.ask_update()
        left[0] -= 1
        return left[0] > 0

    Clock.schedule_interval(ask, 0)
