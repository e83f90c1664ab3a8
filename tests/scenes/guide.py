"""The pictures of docs/guide.md, made of the scenes: ``python -m tests.scenes.guide``."""

from __future__ import annotations

import os
import sys
import tempfile
from pathlib import Path

import cv2

from companion.app.settings import Screen as ScreenSettings
from tests.scenes.kept import SIZE, shrunk, taken

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
SMALLER = 1.25
PICTURES = {
    "board": "board",
    "warning": "warning",
    "help": "help_wall",
    "search": "help_found",
    "log": "log",
    "correction": "correction_roll_other",
    "catch_up": "catch_up",
    "trade": "hands_trade_player",
    "evening": "evening_1",
    "archive": "archive",
    "settings": "settings_language",
}
"""The names of the files, and the scenes that they show."""


def main() -> int:
    """Write them, over those that are there."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    from kivy_ui.window import open_window, prepare
    from tests.kit.offscreen import start_loop
    from tests.scenes.pictures import scenes

    with tempfile.TemporaryDirectory(prefix="longship-guide-") as folder:
        prepare(Path(folder), "offscreen")
        settings = ScreenSettings(language="en")
        window = open_window(settings, "offscreen", SIZE)
        loop, stages = start_loop(), scenes(every=True)
        for name, scene in PICTURES.items():
            picture = shrunk(taken(window, loop, settings, stages[scene]), SMALLER)
            cv2.imwrite(str(FOLDER / f"{name}.png"), picture, [cv2.IMWRITE_PNG_COMPRESSION, 9])
    return 0


if __name__ == "__main__":
    sys.exit(main())
