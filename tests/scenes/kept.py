"""Thirty kept pictures, small and on one sheet: whoever changes how something looks sees it, and means it.

``python -m tests.scenes.kept`` compares them with what is drawn now, ``--write`` makes the sheet anew. Each
is drawn at 800x480 and shrunk eight times in both directions, so that another renderer's edges and letters
make no difference, and a button that has moved or a colour that has changed does.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from companion.app.settings import Screen as ScreenSettings

SHEET = Path(__file__).parent / "kept.png"
SIZE = (800, 480)
SHRUNK = 8
ACROSS = 6
SCENES = (
    *(
        "table_4",
        "table_6",
        "table_l0",
        "roll",
        "result_gate",
        "result_seven",
        "attack_won",
        "attack_question",
    ),
    *("sheet_all", "warning", "question", "toast", "player_build", "player_cards", "player_points", "more"),
    *(
        "new_game",
        "settings_language",
        "settings_sound",
        "catch_up",
        "hands_trade_player",
        "help",
        "help_wall",
    ),
    *("hints", "board_full"),
)
BRIGHT = ("table_4", "attack_lost", "warning", "help_found", "board_full")
"""Those that are drawn in the bright theme, too, and in Russian."""
PLANTED = "player_build"
"""The scene that shows planted changes."""
MEAN = 1.5
"""How far a picture may be from the kept one on average, of 255."""
SPOT = 24.0
"""How far a hundredth of it, where it differs most, may be."""

Picture = NDArray[np.uint8]
Stage = Callable[[Any], None]


def wanted() -> Iterator[tuple[str, ScreenSettings]]:
    """Every picture: its scene, and how it is drawn."""
    for name in SCENES:
        yield name, ScreenSettings(language="en")
    for name in BRIGHT:
        yield name, ScreenSettings(language="ru", theme="bright")


def drawn(change: Callable[[Any], None] = lambda _shell: None, only: str = "") -> list[Picture]:
    """The pictures as they are now, shrunk; ``change`` is done to each shell before its scene."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    from kivy_ui.window import open_window, prepare
    from tests.kit.offscreen import Hours, own_time, start_loop
    from tests.scenes.pictures import scenes, speak

    with tempfile.TemporaryDirectory(prefix="longship-kept-") as folder:
        prepare(Path(folder), "offscreen")
        window = open_window(ScreenSettings(language="en"), "offscreen", SIZE)
        loop = start_loop()
        stages = scenes(every=True)
        found = []
        with own_time(Hours()):  # it stands still: what is lit for a moment is lit, however slow the machine
            for name, settings in wanted():
                if only in name:
                    speak(settings.language)
                    found.append(shrunk(taken(window, loop, settings, stages[name], change), SHRUNK))
        speak("en")
        return found


def taken(
    window: Any,
    loop: Any,
    settings: ScreenSettings,
    stage: Stage,
    change: Callable[[Any], None] = lambda _shell: None,
) -> Picture:
    """A scene as it is drawn, in blue, green and red from the top."""
    from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels

    from kivy_ui.shell import Shell

    shell = Shell(settings, SIZE)
    change(shell)
    window.clearcolor = shell.look.theme.ground
    window.add_widget(shell)
    stage(shell)
    for _frame in range(2):
        loop.idle()
    for widget in shell.walk():
        getattr(widget, "finish", lambda: None)()  # what paints itself a little in each frame
    loop.idle()
    pixels = glReadPixels(0, 0, *SIZE, GL_RGBA, GL_UNSIGNED_BYTE)
    shell.messages.drop()
    window.remove_widget(shell)
    return np.frombuffer(pixels, np.uint8).reshape(SIZE[1], SIZE[0], 4)[::-1, :, 2::-1]


def shrunk(picture: Picture, times: float) -> Picture:
    """A picture so many times smaller in both directions."""
    size = round(picture.shape[1] / times), round(picture.shape[0] / times)
    return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)


def kept() -> list[Picture]:
    """The pictures of the sheet."""
    sheet = cv2.imread(str(SHEET))
    if sheet is None:
        raise SystemExit(f"{SHEET} is missing; run: python -m tests.scenes.kept --write")
    width, height = SIZE[0] // SHRUNK, SIZE[1] // SHRUNK
    places = range(len(list(wanted())))
    corners = [(place // ACROSS * height, place % ACROSS * width) for place in places]
    return [np.asarray(sheet[top : top + height, left : left + width], np.uint8) for top, left in corners]


def write(pictures: list[Picture]) -> None:
    """Make the sheet anew."""
    height, width, _colours = pictures[0].shape
    sheet = np.zeros((-(-len(pictures) // ACROSS) * height, ACROSS * width, 3), np.uint8)
    for place, picture in enumerate(pictures):
        top, left = place // ACROSS * height, place % ACROSS * width
        sheet[top : top + height, left : left + width] = picture
    cv2.imwrite(str(SHEET), sheet, [cv2.IMWRITE_PNG_COMPRESSION, 9])


def differs(now: Picture, then: Picture) -> str:
    """How two pictures differ beyond what another renderer does; empty where they do not."""
    apart = np.abs(now.astype(np.int16) - then.astype(np.int16)).max(axis=2)
    mean, spot = float(apart.mean()), float(np.sort(apart, axis=None)[-apart.size // 100 :].mean())
    return f"mean {mean:.1f}, spot {spot:.0f}" if mean > MEAN or spot > SPOT else ""


def main(arguments: list[str] | None = None) -> int:
    """Compare, or write. Returns 1 where something looks otherwise."""
    parser = argparse.ArgumentParser(prog="python -m tests.scenes.kept", description=__doc__)
    parser.add_argument("--write", action="store_true", help="make the sheet anew")
    parser.add_argument("--planted", action="store_true", help="see, too, whether planted changes are seen")
    chosen = parser.parse_args(arguments)
    pictures = drawn()
    if chosen.write:
        write(pictures)
        return 0
    status = 0
    for (name, settings), now, then in zip(wanted(), pictures, kept(), strict=True):
        if found := differs(now, then):
            print(f"{name} ({settings.theme}): {found}")
            status = 1
    if chosen.planted and not _planted():
        return 1
    return status


def _planted() -> bool:
    """A key in another colour, letters of another size, a gap that is wider: each has to be seen."""
    from dataclasses import replace

    from kivy_ui.theme import rgb

    def tinted(shell: Any) -> None:
        shell.look.theme = replace(shell.look.theme, raised=rgb("#3A3222"))

    def larger(shell: Any) -> None:
        shell.look.metrics = replace(shell.look.metrics, text_scale="large")

    def wider(shell: Any) -> None:
        shell.look.metrics = replace(shell.look.metrics, px_per_mm=shell.look.metrics.px_per_mm * 1.08)

    then = dict(zip((name for name, _settings in wanted()), kept(), strict=False))
    for change in (tinted, larger, wider):
        (now,) = drawn(change, only=PLANTED)
        if not differs(now, then[PLANTED]):
            print(f"{change.__name__} is not seen")
            return False
    return True


if __name__ == "__main__":
    sys.exit(main())
