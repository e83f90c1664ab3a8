"""How long a backup takes, and what the window's thread does meanwhile: ``python -m tests.kit.backup_speed``.

The real app with a window in memory that draws up to 60 frames a second, two hundred games of three hundred
entries, and a folder for a stick; the same games are restored on a second card. Of each frame is measured the
time of the processor that the window's thread has used, and how long the frame lasted without the pause in
which the loop waits for the next one.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.app.backup_job import Work
from companion.app.jsonl import read
from companion.app.sticks import Stick, Sticks
from companion.app.storage import open_store
from companion.history.log import Entry
from tests.kit.offscreen import tell
from tests.kit.taps import GAMES, application

COUNT = 200
IDLE_S = 3.0


class BackupSpeeds(msgspec.Struct, frozen=True):
    """Seconds, and milliseconds of the longest frames and of one frame in twenty; the first are those of
    frames in which nothing is done, on a machine as busy as this one."""

    idle_frame_p95_ms: float
    idle_frame_ms: float
    copy_s: float
    copy_work_ms: float
    copy_frame_p95_ms: float
    copy_frame_ms: float
    restore_s: float
    restore_work_ms: float
    restore_frame_p95_ms: float
    restore_frame_ms: float
    megabytes: float


def fill(folder: Path) -> tuple[Entry, ...]:
    """Keep the same evening under many names."""
    game = read(GAMES / "evening_l2.jsonl")
    store = open_store(folder, lambda notice: sys.exit(notice.text))
    for number in range(COUNT):
        store.add(msgspec.structs.replace(game.header, game=f"evening{number}"), game.entries, None)
    store.close()
    return game.entries


def watched(until: Callable[[], bool]) -> tuple[float, float, float, float]:
    """Let frames pass: seconds, and the frames' milliseconds."""
    from kivy.base import EventLoop
    from kivy.clock import Clock

    slept = 0.0
    sleep: Callable[[float], None] = Clock.usleep

    def counted(microseconds: float) -> None:
        nonlocal slept
        start = time.perf_counter()
        sleep(microseconds)
        slept += time.perf_counter() - start

    own, whole = [], []
    Clock.usleep = counted
    began = time.perf_counter()
    try:
        while not until():
            slept, used, start = 0.0, time.thread_time(), time.perf_counter()
            EventLoop.idle()
            own.append(1000 * (time.thread_time() - used))
            whole.append(1000 * (time.perf_counter() - start - slept))
    finally:
        Clock.usleep = sleep
    seconds = time.perf_counter() - began
    return seconds, max(own), sorted(whole)[round(0.95 * (len(whole) - 1))], max(whole)


def measure(folder: Path) -> BackupSpeeds:
    """All figures. Raises RuntimeError where a backup fails."""
    fill(folder / "data")
    stick = folder / "stick"
    stick.mkdir()
    device = stick.stat().st_dev
    with application(folder, fps=60) as app:
        from kivy.base import EventLoop

        context, shell = app.context, app.shell
        context.backups._find = lambda _data: Sticks((Stick(stick, (os.major(device), os.minor(device))),))
        shell.go("settings", section="backup")

        def settle(frames: int = 30) -> None:
            for _frame in range(frames):
                EventLoop.idle()

        job, section = context.backups, shell.screen.backup
        job.work = Work.COPYING  # a first drawing takes a software renderer long, whatever else is done
        section.refresh()
        settle()
        job.work = Work.NOTHING
        section.refresh()
        settle()
        end = time.perf_counter() + IDLE_S
        idle = watched(lambda: time.perf_counter() > end)
        section.copy.on_tap()
        copying = watched(lambda: job.work is Work.NOTHING)
        (file,) = stick.iterdir()
        context.store.close()
        context.store = app.store = open_store(folder / "other", lambda notice: sys.exit(notice.text))
        section.restore.on_tap()
        while job.work is not Work.NOTHING:
            EventLoop.idle()
        settle()
        shell.sheets.close()
        job.restore(context.household, False)
        restoring = watched(lambda: job.work is Work.NOTHING)
        if context.store.count() != COUNT:
            raise RuntimeError("not all games came back")
        return BackupSpeeds(*idle[2:], *copying, *restoring, file.stat().st_size / 1e6)


if __name__ == "__main__":
    sys.exit(tell(measure, __doc__, sys.argv[1:]))
