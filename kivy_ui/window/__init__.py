"""Bringing up the one window: everything that must be said to Kivy before it is imported, and after."""

from __future__ import annotations

import locale
import logging
import os
import re
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from companion.app.settings import Screen

TITLE = "Longship"
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
    # by this name the desktop knows the program; SDL would call it by Python's
    os.environ.setdefault("SDL_VIDEO_X11_WMCLASS", TITLE)
    if driver:
        os.environ["SDL_VIDEODRIVER"] = driver


def _without_asyncio() -> None:
    """Import Kivy's clock without the loop that it may run in instead of its own, which ours does not: with
    all that belongs to it, asyncio takes 22 ms of the start and a megabyte."""
    if "asyncio" in sys.modules or "kivy.clock" in sys.modules:
        return
    stand_in: Any = ModuleType("asyncio")
    stand_in.wait_for = None
    sys.modules["asyncio"] = stand_in
    try:
        import_module("kivy.clock")
    finally:
        del sys.modules["asyncio"]


def _without_style() -> None:
    """Have Kivy find our empty style in the place of its own: reading that takes a tenth of the start, and no
    widget of ours goes by it."""
    import kivy.resources  # which makes the cache
    from kivy.cache import Cache

    own = Path(kivy.kivy_data_dir, "style.kv")
    Cache.append("kv.resourcefind", str(own), str(Path(__file__).with_name("style.kv")))


class _Complaints(logging.Handler):
    """Keeps what Kivy says when it cannot open a window: it raises nothing."""

    _REASON = re.compile(r"""^\w+ - \w+: (?:b?['"])?(.+?)['"]?$""", re.MULTILINE)

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.reasons: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Note the reasons of all providers, without the way through the code."""
        self.reasons += self._REASON.findall(record.getMessage())


def open_window(screen: Screen, driver: str | None, size: tuple[int, int] | None = None) -> Any:
    """Configure Kivy, open the window and return it. ``size`` in pixels is for a window, not a bare panel.

    Raises:
        OSError: with the reason in SDL's words, if no window can be opened.
    """
    _without_asyncio()
    _without_style()
    from kivy.config import Config

    from kivy_ui.window.input import choose_provider, install_provider, touch_devices

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
    complaints = _Complaints()
    logging.getLogger("kivy").addHandler(complaints)
    try:
        from kivy.core.window import Window
    finally:
        logging.getLogger("kivy").removeHandler(complaints)
    if Window is None:
        raise OSError(", ".join(complaints.reasons) or os.environ["KIVY_WINDOW"])
    Window.allow_screensaver = False
    _set_title(Window)
    return Window


def _set_title(window: Any) -> None:
    """Give the window its title. The Xlib inside Kivy's wheel does not find the data of any other locale than
    C, and sets no title in one that it does not know."""
    kept = locale.setlocale(locale.LC_CTYPE)
    locale.setlocale(locale.LC_CTYPE, "C")
    try:
        window.set_title(TITLE)
    finally:
        locale.setlocale(locale.LC_CTYPE, kept)


def ask_first_frames(window: Any) -> None:
    """Have the first frames drawn although nothing changes, then fall silent."""
    from kivy.clock import Clock

    left = [FIRST_FRAMES]

    def ask(_elapsed: float) -> bool:
        window.canvas.ask_update()
        left[0] -= 1
        return left[0] > 0

    Clock.schedule_interval(ask, 0)
