"""How fast the board moves: drawn by software into a window in memory of 800x480 pixels, touched for real.

``python -m tests.kit.board_speed [--json]``; a process of its own, as one process has one window.
"""

from __future__ import annotations

import math
import resource
import statistics
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec

from companion.app.settings import Screen as ScreenSettings
from tests.kit.offscreen import start_loop, tell

FRAMES = 60
TAPS = 40
SIZE = (800, 480)


class Speeds(msgspec.Struct, frozen=True):
    """Frames a second of each motion, milliseconds of taps, and what the board needs when first shown."""

    pan_fps: float
    zoom_fps: float
    preview_fps: float
    tap_p50_ms: float
    tap_p95_ms: float
    first_frame_ms: float
    painting_ms: float
    longest_step_ms: float
    memory_mb: float


def measure(folder: Path) -> Speeds:
    """All figures, on a board full of pieces."""
    from kivy_ui.window import open_window, prepare

    prepare(folder, "offscreen")
    window = open_window(ScreenSettings(language="en"), "offscreen", SIZE)
    from kivy.clock import Clock

    from companion.presenters import board as selector
    from companion.presenters.board_view import Ghost, Marks, Place, RoadView
    from kivy_ui.geometry import Box
    from kivy_ui.shell import Shell
    from tests.scenes.board_stage import KNIGHTS, Stand, game, showpiece

    table = game((*KNIGHTS, "fishermen", "event_cards"), 4, 11, 900)
    view = showpiece(selector.board(table))
    taken = {road.edge for road in view.roads}
    free = [edge for edge in selector.geometry(table).edges if edge not in taken]
    marks = Marks(edges=frozenset(free[::3]), ghost=Ghost("road", "red", 0), wanted=("edge",))

    Clock._max_fps = 0
    event_loop = start_loop()
    shell = Shell(ScreenSettings(language="en"), SIZE)
    window.add_widget(shell)
    drawn(event_loop)
    before = memory_mb()
    started = time.perf_counter()
    stand = Stand(shell, view, Marks())
    shell._enter("board_stand", stand)
    stand.place(Box(0, 0, *SIZE))
    board = stand.picture
    first = drawn(event_loop, started)
    steps = []
    while board._painting is not None:
        steps.append(drawn(event_loop, time.perf_counter()))
    board.show(view, marks)
    drawn(event_loop)
    memory = memory_mb() - before

    def motion(move: Callable[[float], object]) -> float:
        frames = []
        for step in range(FRAMES):
            begun = time.perf_counter()
            move(step / (FRAMES - 1))
            frames.append(drawn(event_loop, begun))
        return 1000 / statistics.mean(frames[2:])

    lit = [
        place
        for place in board.marks.lit
        if all(40 < length < edge - 40 for length, edge in zip(board.spot(place), board.size, strict=True))
    ]
    finger = touch(*board.spot(lit[0]))
    finger.touch_down()
    preview = motion(lambda share: finger.touch_move(*board.spot(lit[int(share * (len(lit) - 1))])))
    finger.touch_move(-50, -50)
    finger.touch_up()

    board.mark(Marks())
    board._go(board.map.clamped(replace(board.seen, scale=2.0)))
    drawn(event_loop)
    finger = touch(240, 240)
    finger.touch_down()
    pan = motion(lambda share: finger.touch_move(240 + 100 * math.sin(7 * share), 240 + 100 * share))
    finger.touch_up()

    one, two = touch(200, 240), touch(280, 240)
    one.touch_down()
    two.touch_down()
    zoom = motion(lambda share: two.touch_move(280 + 150 * math.sin(3 * share), 240))
    one.touch_up()
    two.touch_up()
    board.zoom_out()
    drawn(event_loop)

    told: list[Any] = []
    roads = list(view.roads)

    def built(place: Place, _lit: bool) -> None:
        told.append(place.id)
        board.show(msgspec.structs.replace(view, roads=(*roads, RoadView(place.id, "red", 0))), marks)

    board.on_place = built
    board.mark(marks)
    drawn(event_loop)
    taps = []
    for number in range(TAPS):
        shell.care.rest()
        finger = touch(*board.spot(lit[number % len(lit)]))
        finger.touch_down()
        drawn(event_loop)
        begun = time.perf_counter()
        finger.touch_up()
        taps.append(drawn(event_loop, begun))
    assert len(told) == TAPS
    return Speeds(
        pan,
        zoom,
        preview,
        statistics.median(taps),
        statistics.quantiles(taps, n=20, method="inclusive")[-1],
        first,
        sum(steps),
        max(steps),
        memory,
    )


def touch(x: float, y: float) -> Any:
    """A finger."""
    from kivy.tests.common import UnitTestTouch

    return UnitTestTouch(x, y)


def drawn(loop: Any, begun: float = 0.0) -> float:
    """Let a frame be drawn to its end; the milliseconds since it was begun."""
    from kivy.graphics.opengl import glFinish

    loop.idle()
    glFinish()
    return (time.perf_counter() - begun) * 1000


def memory_mb() -> float:
    """The most memory of this process so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


if __name__ == "__main__":
    sys.exit(tell(measure, __doc__, sys.argv[1:]))
