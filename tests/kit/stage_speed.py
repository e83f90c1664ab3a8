"""How smoothly things move: drawn by software into a window in memory of 800x480 pixels, from real entries.

``python -m tests.kit.stage_speed``; a process of its own, as one process has one window.
"""

from __future__ import annotations

import gc
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from companion.app.settings import Screen as ScreenSettings
from companion.engine.command import Command
from tests.kit.offscreen import start_loop

SIZE = (800, 480)
ROUNDS = 5
TIDY_SECONDS = 1.5
"""After this Kivy has deleted what nobody holds any more."""


def entries() -> Iterator[tuple[str, tuple[Command, ...]]]:
    """What moves, and the entries of the sample evening that make it move."""
    from companion.engine.ids import PlayerId
    from companion.rules.base.longest_road import ClaimLongestRoad
    from companion.rules.base.turn import RollDice
    from companion.rules.cities_knights.improvements import Improve
    from companion.rules.cities_knights.slice import Track

    ids = [PlayerId(name) for name in ("anna", "ben", "carla", "david")]

    def roll(event: str) -> RollDice:
        return RollDice(ids[0], {"red": 6, "white": 3, "event": event})

    yield "ship", (roll("ship"),)
    yield "gates", (roll("trade"),)
    yield "longest road", (ClaimLongestRoad(ids[2], 9),)
    yield "metropolis", tuple(Improve(ids[3], Track.SCIENCE, level) for level in (1, 2, 3, 4))
    yield "landing", (roll("ship"),) * 7


def main() -> int:
    """Print the frames a second of each, the mean of some rounds and the slowest frame."""
    from kivy_ui.window import open_window, prepare

    with tempfile.TemporaryDirectory(prefix="longship-stage-") as folder:
        prepare(Path(folder), "offscreen")
        window = open_window(ScreenSettings(language="en"), "offscreen", SIZE)
        from kivy.clock import Clock

        Clock._max_fps = 0
        loop = start_loop()
        for name, commands in entries():
            frames = [frame for _round in range(ROUNDS) for frame in _played(window, loop, commands)]
            slowest = max(frames) * 1000
            mean = 1 / statistics.mean(frames)
            print(f"{name:14} {mean:5.0f} frames a second, {len(frames)} frames, slowest {slowest:.0f} ms")
    return 0


def _played(window: Any, loop: Any, commands: tuple[Command, ...]) -> list[float]:
    """Seconds of each frame in which something moves, after these entries."""
    from companion.presenters.live import LivePlay
    from kivy_ui.shell import Shell
    from tests.scenes import stages

    lent = stages.context(1)
    assert lent.session is not None
    shell = Shell(ScreenSettings(language="en"), SIZE)
    window.add_widget(shell)
    shell.context = lent
    shell.play = LivePlay(lent.session)
    shell.asking.ask_next = lambda: None  # below a sheet nothing moves
    shell.flow.begin()
    for _frame in range(3):
        loop.idle()
    for command in commands:
        shell.stage.end()
        shell.game.moves()
        lent.session.submit(command, overrule=True)
    loop.idle()
    found = []
    while shell.stage.moving:
        begun = time.perf_counter()
        loop.idle()
        found.append(time.perf_counter() - begun)
    window.remove_widget(shell)
    _tidy(loop)
    return found


def _tidy(loop: Any) -> None:
    """What the shell held is freed now, and not in a frame that is measured: an app has one shell alone."""
    gc.collect()
    end = time.monotonic() + TIDY_SECONDS
    while time.monotonic() < end:
        loop.idle()


if __name__ == "__main__":
    sys.exit(main())
