"""How many taps an evening takes: the app in this process, its window drawn into memory, touched for real.

``python -m tests.kit.taps [GAME.jsonl ...] [--json]`` enters recorded games by touch and counts. One process
has one window for all its life, so whoever wants the counts runs this as a process of its own.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import msgspec

from companion.app.jsonl import GameFile, read
from kivy_ui.screen_map import ScreenMap, look_at
from tests.kit.driver import PATIENCE_SECONDS, Done, LostError, Person, told

GAMES = Path(__file__).parents[1] / "games"
EVENINGS = {"L1": "evening_4p.jsonl", "L0": "evening_l0.jsonl"}


class Turns(msgspec.Struct, frozen=True):
    """Taps counted over one game. ``kinds`` are the mean taps and the number of each kind of command."""

    game: str
    level: str
    turns: int
    taps: int
    mean: float
    p95: float
    most: int
    kinds: dict[str, tuple[float, int]]


class Counts(msgspec.Struct, frozen=True):
    """What ``--json`` prints: whole games, and single operations (undo, resume, mute, correct a roll)."""

    games: tuple[Turns, ...]
    single: dict[str, int]


class InProcess:
    """Hands in the app's own process."""

    def __init__(self, application: Any) -> None:
        from kivy.base import EventLoop

        self.application = application
        self.loop = EventLoop
        self.touches = 0
        self.frame_ms: list[float] = []
        """From each lifted finger to the drawn frame, in milliseconds."""

    def see(self) -> ScreenMap:
        """Let one frame pass, and look."""
        self.loop.idle()
        return look_at(self.application.shell, touches=self.touches)

    def touch(self, x: float, y: float) -> None:
        """A finger comes down and is lifted, each before a frame of its own."""
        from kivy.graphics.opengl import glFinish
        from kivy.tests.common import UnitTestTouch

        finger = UnitTestTouch(x, self.application.window.height - y)
        finger.touch_down()
        self.loop.idle()
        glFinish()
        start = time.perf_counter()
        finger.touch_up()
        self.touches += 1
        self.loop.idle()
        glFinish()
        self.frame_ms.append((time.perf_counter() - start) * 1000)

    def wait(self, condition: Callable[[ScreenMap], bool], what: str) -> ScreenMap:
        """Let frames pass until the condition holds."""
        end = time.monotonic() + PATIENCE_SECONDS
        while not condition(seen := self.see()):
            if time.monotonic() > end:
                raise LostError(f"waited for {what}; {told(seen)}")
        return seen


@contextmanager
def application(folder: Path, fps: int = 0) -> Iterator[Any]:
    """The app on a fresh folder, with a window in memory of 800x480 pixels; 0 frames a second is no limit."""
    for name, value in {
        "LONGSHIP_DATA": str(folder / "data"),
        "XDG_CONFIG_HOME": str(folder / "config"),
        "LONGSHIP_ALERTS": f"mock:{folder / 'pins.jsonl'}",
        "SDL_VIDEODRIVER": "offscreen",
        "LANGUAGE": "en",
    }.items():
        os.environ[name] = value
    from companion.__main__ import open_alerts
    from companion.app.i18n import set_language
    from companion.app.settings import load
    from kivy_ui.window import open_window, prepare

    (folder / "data").mkdir(parents=True, exist_ok=True)
    settings, notices = load()
    set_language("en")
    prepare(folder / "kivy", "offscreen")
    (folder / "kivy").mkdir()
    window = open_window(settings.screen, "offscreen")
    from kivy.base import EventLoop
    from kivy.clock import Clock

    from kivy_ui.app import Application

    Clock._max_fps = fps
    app = Application(window, settings, notices, open_alerts)
    window.add_widget(app.shell)
    EventLoop.start()
    for provider in list(EventLoop.input_providers):
        EventLoop.remove_input_provider(provider)
    EventLoop.idle()
    try:
        yield app
    finally:
        app.close()
        window.remove_widget(app.shell)


def begin(app: Any, game: GameFile) -> None:
    """Open a new game like a recorded one on the screen."""
    from companion.app import games

    games.begin(app.store, game.header)
    assert app.desk.resume(game.header.game)


def play(app: Any, hands: InProcess, game: GameFile) -> list[Done]:
    """Enter a whole recorded game by touch, and check that it ends alike."""
    begin(app, game)
    person = Person(hands, game.header)
    for entry in game.entries:
        if entry.command is not None:
            person.enter(entry.command)
    session = app.shell.play.session
    table = person.table
    assert session.state.core.winner == table.core.winner
    assert [session.table.points(p) for p in table.core.ids] == [table.points(p) for p in table.core.ids]
    if os.environ.get("TAPS_TRACE"):
        for one in person.done:
            print(one.turn, one.command, one.path)
        print(
            statistics.quantiles(hands.frame_ms, n=20)[-1],
            statistics.median(hands.frame_ms),
            max(hands.frame_ms),
        )
    return person.done


def turns(game: GameFile, done: list[Done]) -> Turns:
    """The taps of each turn, and of each kind of command."""
    per_turn: dict[int, int] = defaultdict(int)
    per_kind: dict[str, list[int]] = defaultdict(list)
    for one in done:
        per_turn[one.turn] += one.taps
        per_kind[str(type(one.command).__struct_config__.tag)].append(one.taps)
    counts = sorted(per_turn.values())
    return Turns(
        game=game.header.game,
        level=game.header.level,
        turns=len(counts),
        taps=sum(counts),
        mean=round(statistics.mean(counts), 2),
        p95=statistics.quantiles(counts, n=20, method="inclusive")[-1],
        most=counts[-1],
        kinds={kind: (round(statistics.mean(taps), 2), len(taps)) for kind, taps in sorted(per_kind.items())},
    )


def main(arguments: list[str]) -> int:
    """Count, and print."""
    parser = argparse.ArgumentParser(prog="python -m tests.kit.taps", description=__doc__)
    parser.add_argument("games", nargs="*", type=Path)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    files = options.games or [GAMES / name for name in EVENINGS.values()]
    counted = []
    with tempfile.TemporaryDirectory() as folder, application(Path(folder)) as app:
        hands = InProcess(app)
        for file in files:
            game = read(file)
            counted.append(turns(game, play(app, hands, game)))
    print(json.dumps(msgspec.to_builtins(Counts(tuple(counted), {})), indent=2))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
