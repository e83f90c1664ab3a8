"""Windows in memory, touched from within: the loop that nothing but a test drives, and figures on the command
line. One process has one window."""

from __future__ import annotations

import argparse
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec

OWN_TIME = ("--frame", "0.1")
"""For a process whose speed nobody measures: time passes with its frames, ten to a second. Nothing is
waited for then, and nothing depends on how fast the machine is."""

UNDRAWN = {"KIVY_GL_BACKEND": "mock"}
"""Surroundings of a process whose pictures nobody looks at: everything is laid out, painted and handed to the
graphics card as ever, but there is none. Drawing without one takes half of the time of a game by touch."""


def start_loop() -> Any:
    """Kivy's loop, started without any input provider of its own. The window must be open."""
    from kivy.base import EventLoop

    EventLoop.start()
    for provider in list(EventLoop.input_providers):
        EventLoop.remove_input_provider(provider)
    return EventLoop


def finish_frames(window: Any) -> None:
    """Have each frame drawn to its end, as a screen waits for it: for measuring memory. Without one nobody
    waits, and a renderer in software puts off as many as come and keeps what each needs, 40 MB and more."""
    from kivy.graphics.opengl import glFinish

    window.bind(on_flip=lambda _window: glFinish())


@dataclass
class Hours:
    """The time as the app sees it."""

    now: float = 0.0

    def __call__(self) -> float:
        return self.now


@contextmanager
def own_time(clock: Hours) -> Iterator[None]:
    """Kivy and the board go by this clock.

    As it stands still within a frame, each frame has time for one step of the board's ground: else the whole
    would be painted at every touch.
    """
    from kivy.clock import Clock

    from kivy_ui.board import board

    before, budget, fps = board.perf_counter, board.PAINT_SECONDS, Clock._max_fps
    outer = vars(Clock).get("time")
    clock.now = Clock.time()
    Clock.time = clock
    Clock._max_fps = 0  # no frame waits for a time that does not pass by itself
    Clock._last_tick = clock.now  # from which what is scheduled next counts, however long ago that frame was
    board.perf_counter = clock  # type: ignore[assignment]
    board.PAINT_SECONDS = 0.0
    try:
        yield
    finally:
        del Clock.time
        if outer is not None:  # a clock in place of another one
            Clock.time = outer
        Clock._max_fps = fps
        Clock._last_tick = Clock.time()  # else the next frame would wait until that time has come
        board.perf_counter = before
        board.PAINT_SECONDS = budget


class Panel:
    """A touch panel as Kivy's providers are one: what happens to a finger waits for the next frame.

    ``seconds`` is how long each frame takes by ``clock``. A finger that comes and goes within one is told of
    all at once. With ``twice`` a second device tells of the same finger, 12 ms later.
    """

    def __init__(self, loop: Any, clock: Hours, seconds: float = 0.05, twice: bool = False) -> None:
        self.loop = loop
        self.clock = clock
        self.seconds = seconds
        self.twice = twice
        self._waiting: list[tuple[float, int, str, Any]] = []
        self._came: dict[int, float] = {}

    def tap(self, x: float, y: float, after: float = 0.0, rest: float = 0.08, device: str = "panel") -> None:
        """A finger that will come down in so many seconds and rest so long."""
        self._finger(x, y, after, rest, device)
        if self.twice:
            self._finger(x + 2, y - 2, after + 0.012, rest, f"{device} again")

    def _finger(self, x: float, y: float, after: float, rest: float, device: str) -> None:
        from kivy.tests.common import UnitTestTouch

        finger = UnitTestTouch(x, y)
        finger.device = device
        came = self.clock.now + after
        for when, kind in ((came, "begin"), (came + rest, "end")):
            self._waiting.append((when, len(self._waiting), kind, finger))
        self._came[finger.uid] = came

    def frame(self) -> None:
        """The next frame: time passes, then Kivy is told what has happened meanwhile."""
        self.clock.now += self.seconds
        due = sorted(one for one in self._waiting if one[0] <= self.clock.now)
        self._waiting = [one for one in self._waiting if one[0] > self.clock.now]
        for _when, _number, kind, finger in due:
            finger.time_start = time.time() - (self.clock.now - self._came[finger.uid])
            self.loop.input_events.append((kind, finger))
        self.loop.idle()

    def settle(self) -> None:
        """Frames until all that was to happen has been told and drawn."""
        while self._waiting:
            self.frame()
        self.frame()


def tell(measure: Callable[[Path], msgspec.Struct], about: str | None, arguments: list[str]) -> int:
    """Measure in a folder of its own, and print the figures in a table, or with --json on a line."""
    parser = argparse.ArgumentParser(description=about)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="longship-speed-") as name:
        found = measure(Path(name))
    if options.json:
        print(msgspec.json.encode(found).decode())
    else:
        for field in found.__struct_fields__:
            print(f"{field:18} {getattr(found, field):8.2f}")
    return 0
