"""Pictures of every screen from sample games: ``python -m kivy_ui.pictures --out DIR``."""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

from companion.app import i18n
from companion.app.settings import Screen as ScreenSettings

SIZES = ((800, 480), (480, 800), (720, 1280))


def scenes() -> dict[str, Callable[[Any], None]]:
    """Name to a function that brings a shell to that scene."""
    from kivy_ui import samples

    def with_play(play: samples.SamplePlay, screen: str, **arguments: Any) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            shell.play = play
            shell.go(screen, **arguments)

        return stage

    def sheet(section: str) -> Callable[[Any], None]:
        def stage(shell: Any) -> None:
            shell.play = samples.SamplePlay()
            shell.go("table")
            shell.open_panel(1, section)

        return stage

    def warned(shell: Any) -> None:
        shell.play = samples.SamplePlay()
        shell.go("table")
        shell.warn(samples.warning())

    def told(shell: Any) -> None:
        shell.play = samples.SamplePlay()
        shell.go("table")
        shell.tell(samples.toast())

    def asked(shell: Any) -> None:
        shell.play = samples.SamplePlay()
        shell.go("table")
        shell.ask(samples.question())

    def result(
        red: int, white: int, event: str, count: int = 4, asking: bool = False
    ) -> Callable[[Any], None]:
        from dataclasses import replace

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
    from kivy_ui import stages

    return {
        **stages.scenes(),
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
        "error": with_play(samples.SamplePlay(4), "no such screen"),
    }


def pseudo(message: str) -> str:
    """A message made about 70 % longer, to try how screens bear other languages. Placeholders stay."""
    if not message:
        return message
    extra, vowels = round(len(message) * 0.7), "äęóůjжшłß"
    words, index = [], 0
    for word in message.split(" "):
        more = round(extra * len(word) / max(1, len(message.replace(" ", ""))))
        words.append(word + "".join(vowels[(index + place) % len(vowels)] for place in range(more)))
        index += more
    return " ".join(words)


def main(arguments: list[str] | None = None) -> int:
    """Write the pictures. Returns the exit code."""
    parser = argparse.ArgumentParser(prog="python -m kivy_ui.pictures", description=__doc__)
    parser.add_argument("--out", type=Path, required=True, help="folder for the pictures")
    parser.add_argument("--language", default="en", help="en, ru, pl, de, or pseudo for text 70 %% longer")
    parser.add_argument("--theme", default="dark", choices=("dark", "bright"))
    parser.add_argument("--scale", default="normal", choices=("normal", "large", "largest"))
    parser.add_argument("--size", default="800x480", help="window in pixels, or all")
    parser.add_argument("--only", default="", help="scenes whose name holds this")
    chosen = parser.parse_args(arguments)
    os.environ.setdefault("SDL_VIDEODRIVER", "offscreen")
    from kivy_ui.window import open_window, prepare

    prepare(Path(tempfile.mkdtemp(prefix="longship-pictures-")), None)
    width, _x, height = chosen.size.partition("x")
    sizes = SIZES if chosen.size == "all" else ((int(width), int(height)),)
    settings = ScreenSettings(language="en", theme=chosen.theme, text_scale=chosen.scale)
    window = open_window(settings, "offscreen", sizes[0])
    if chosen.language == "pseudo":
        i18n._current.gettext = pseudo  # type: ignore[method-assign]
    else:
        i18n.set_language(chosen.language)
    from kivy.base import EventLoop

    from kivy_ui.shell import Shell

    chosen.out.mkdir(parents=True, exist_ok=True)
    EventLoop.start()
    for width, height in sizes:
        window.size = (width, height)
        for name, stage in scenes().items():
            if chosen.only not in name:
                continue
            shell = Shell(settings, (width, height))
            window.add_widget(shell)
            stage(shell)
            for _frame in range(3):
                EventLoop.idle()
            stem = f"{name}_{width}x{height}_{chosen.theme}_{chosen.language}_{chosen.scale}"
            save(window, chosen.out / f"{stem}.png")
            shell.drop_toast()
            window.remove_widget(shell)
    EventLoop.stop()
    return 0


def save(window: Any, path: Path) -> None:
    """Write what the window shows to exactly this file."""
    written = Path(window.screenshot(name=str(path)))
    written.replace(path)


if __name__ == "__main__":
    sys.exit(main())
