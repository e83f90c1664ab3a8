"""Pictures of every screen from sample games: ``python -m tests.scenes.pictures --out DIR``."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app import i18n
from companion.app.settings import Screen as ScreenSettings

SIZES = ((800, 480), (480, 800), (720, 1280))


def scenes(every: bool = False) -> dict[str, Callable[[Any], None]]:
    """Name to a function that brings a shell to that scene."""
    from tests.scenes import samples

    def with_play(play: samples.SamplePlay, screen: str, **arguments: Any) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            shell.play = play
            shell.go(screen, **arguments)

        return stage

    def sheet(section: str) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            shell.play = samples.SamplePlay()
            shell.go("table")
            shell.asking.open_panel(1, section)

        return stage

    def warned(shell: Any) -> None:
        shell.play = samples.SamplePlay()
        shell.go("table")
        shell.asking.warn(samples.warning())

    def told(shell: Any) -> None:
        shell.play = samples.SamplePlay()
        shell.go("table")
        shell.messages.tell(samples.toast())

    def asked(shell: Any) -> None:
        shell.play = samples.SamplePlay()
        shell.go("table")
        shell.asking.ask(samples.question())

    def result(
        red: int, white: int, event: str, count: int = 4, asking: bool = False
    ) -> Callable[[Any], None]:
        from msgspec.structs import replace

        def stage(shell: Any) -> None:
            shown = samples.result_of(red, white, event, count)
            if asking:
                shown = replace(shown, questions=(samples.question(),))
            shell.play = samples.SamplePlay(count, result=shown)
            shell.go("result")

        return stage

    def attack(won: bool, count: int = 4, asking: bool = False) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            shell.play = samples.SamplePlay(count, attack=samples.attack(won, count, asking))
            shell.go("attack")

        return stage

    odd = ("Ὀδυσσεύς-the-very-long-name", "🎲🎲 Ben", "שלום", "Łucja")
    from tests.scenes import board_stage as boards
    from tests.scenes import (
        board_stages,
        evening_stages,
        hand_stages,
        help_stages,
        module_stages,
        stages,
    )

    return {
        **stages.scenes(),
        **board_stages.scenes(every),
        **hand_stages.scenes(),
        **evening_stages.scenes(every),
        **help_stages.scenes(every),
        **module_stages.scenes(),
        **boards.scenes(),
        "table_4": with_play(samples.SamplePlay(4), "table"),
        "table_2": with_play(samples.SamplePlay(2), "table"),
        "table_3": with_play(samples.SamplePlay(3), "table"),
        "table_6": with_play(samples.SamplePlay(6), "table"),
        "table_names": with_play(samples.SamplePlay(4, names=odd), "table"),
        "table_l0": with_play(samples.SamplePlay(4, level="L0"), "table"),
        "roll": with_play(samples.SamplePlay(4), "roll", chosen={"red": "4"}),
        "result_gate": result(4, 2, "trade"),
        "result_ship": result(5, 5, "ship"),
        "result_seven": result(3, 4, "science"),
        "result_six": result(3, 4, "science", 6),
        "result_question": result(3, 5, "politics", asking=True),
        "attack_won": attack(True),
        "attack_lost": attack(False),
        "attack_question": attack(True, asking=True),
        "attack_six": attack(False, 6),
        "sheet_all": sheet("all"),
        "sheet_knights": sheet("knights"),
        "warning": warned,
        "toast": told,
        "question": asked,
        "error": with_play(samples.SamplePlay(4), "error", failed="table", reason="OSError: a reason"),
    }


def main(arguments: list[str] | None = None) -> int:
    """Write the pictures. Returns the exit code."""
    parser = argparse.ArgumentParser(
        prog="python -m tests.scenes.pictures",
        description=__doc__,
        epilog="Several values stand with commas.",
    )
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    parser.add_argument("--language", default="en", help="en, ru, pl, de; pseudo for lengthened text")
    parser.add_argument("--theme", default="dark", help="dark, bright")
    parser.add_argument("--scale", default="normal", help="normal, large, largest")
    parser.add_argument("--size", default="800x480", help="window in pixels, or all")
    parser.add_argument("--only", default="", help="scenes whose name holds this")
    chosen = parser.parse_args(arguments)
    sizes = (
        [f"{width}x{height}" for width, height in SIZES] if chosen.size == "all" else chosen.size.split(",")
    )
    if len(sizes) > 1:
        return _each_by_itself(chosen, sizes)
    width, _by, height = sizes[0].partition("x")
    chosen.out.mkdir(parents=True, exist_ok=True)
    _take(chosen, (int(width), int(height)))
    return 0


def _each_by_itself(chosen: argparse.Namespace, sizes: list[str]) -> int:
    """A window drawn into memory cannot grow, so each size has a process of its own."""
    for size in sizes:
        command = [sys.executable, "-m", "tests.scenes.pictures", "--out", str(chosen.out), "--size", size]
        for option in ("language", "theme", "scale", "only"):
            command += [f"--{option}", getattr(chosen, option)]
        code = subprocess.run(command, check=False).returncode
        if code:
            return code
    return 0


def _take(chosen: argparse.Namespace, size: tuple[int, int]) -> None:
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    from kivy_ui.window import open_window, prepare

    with tempfile.TemporaryDirectory(prefix="longship-pictures-") as home:
        prepare(Path(home), None)
        window = open_window(ScreenSettings(language="en"), "offscreen", size)
        from kivy.base import EventLoop

        EventLoop.start()
        for language in chosen.language.split(","):
            speak(language)
            for theme in chosen.theme.split(","):
                for scale in chosen.scale.split(","):
                    settings = ScreenSettings(language="en", theme=theme, text_scale=scale)
                    ending = f"{size[0]}x{size[1]}_{theme}_{language}_{scale}"
                    _take_all(window, settings, size, chosen, ending)
        EventLoop.stop()


def _take_all(
    window: Any, settings: ScreenSettings, size: tuple[int, int], chosen: argparse.Namespace, ending: str
) -> None:
    from kivy.base import EventLoop

    from kivy_ui.shell import Shell

    for name, stage in scenes(every=True).items():
        if chosen.only not in name:
            continue
        shell = Shell(settings, size)
        window.clearcolor = shell.look.theme.ground
        window.add_widget(shell)
        stage(shell)
        for _frame in range(3):
            EventLoop.idle()
        for widget in shell.walk():
            # what paints itself a little in each frame
            getattr(widget, "finish", lambda: None)()
        EventLoop.idle()
        save(window, chosen.out / f"{name}_{ending}.png")
        shell.messages.drop()
        window.remove_widget(shell)


def speak(language: str) -> None:
    """Switch the language; ``pseudo`` is the made-up long one of the development tools."""
    if language == "pseudo":
        from tools import pseudo

        pseudo.switch_on()
    else:
        i18n.set_language(language)


def save(window: Any, path: Path) -> None:
    """Write what the window shows to exactly this file."""
    written = Path(window.screenshot(name=str(path)))
    written.replace(path)


if __name__ == "__main__":
    sys.exit(main())
