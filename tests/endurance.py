"""Hours with every device misbehaving: ``python -m tests.endurance [--minutes 480] [--pace 2] [--seed 16]``.

The real app with a window in memory, all devices that are installed and the dice camera. Each minute of the
evening somebody rolls; before it, devices fall ill by chance or recover, and now and then in the middle of an
alert. A minute takes ``--pace`` seconds, and what devices wait for by themselves passes as much faster;
alerts last as long as ever. After the first ten minutes, each hour and in the end, when all are well again,
it is looked how much memory the process has, how many threads and how many files; after each attack and each
warning, whether every device that was able to has shown it; and always, how long each call of a device holds
up the thread of the window.
"""

from __future__ import annotations

import argparse
import ctypes
import gc
import json
import math
import os
import random
import re
import sys
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from calibration.model import save as keep
from companion.app.devices import open_devices
from companion.app.ports import Cue, Device, Notice
from companion.app.session import GameSession
from companion.app.settings import Settings, calibration_file, load, save
from companion.history.log import Header
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.barbarians import PlaceShip
from companion.rules.presentation.alerts import Alert, SoundClass
from hardware.dice import open_dice
from tests.kit.dice_pictures import learned
from tests.kit.offscreen import finish_frames
from tests.kit.patients import CameraPatient, Patient, patients, settings_for
from tests.kit.players import PEOPLE
from tests.kit.tables import CITIES_KNIGHTS
from tests.kit.taps import application, begin

MINUTES = 480
FIRST = 10
"""Minutes after which memory, threads and files are looked at for the first time."""
PER_GAME = 90
ILL, WELL = 0.25, 0.5
"""How likely a device falls ill or recovers before a roll."""
MIDWAY = 0.1
"""How likely one falls ill in the middle of an alert."""
NEAR = 5
"""Where the ship begins: the first warning and the first attack come soon."""
COME_BACK_S = 30.0
LOOKS = 5
SHOWN_S = 15.0
HELD_UP_MS = 5.0
CALLS = ("scene", "cue", "cancel", "mute", "configure", "parts", "try_part")


class Endured(msgspec.Struct, frozen=True):
    """What came of it. ``more_mb`` is what the process has more in the end than after the first ten minutes,
    ``hours_mb`` what it had at each full hour, and ``new_files`` what was opened since;
    ``alerts`` are counted by the devices that were able to show them; ``calls`` are those of devices in the
    window's thread, ``held_up`` how many took longer than five milliseconds, ``longest_ms`` as time passed,
    ``longest_work_ms`` as time of the processor, and ``frame_work_ms`` that of all in one frame."""

    minutes: int
    rolls: int
    alerts: dict[str, int]
    missed: dict[str, int]
    illnesses: dict[str, dict[str, int]]
    notices: int
    memory_mb: float
    more_mb: float
    hours_mb: list[float]
    threads: tuple[int, int]
    files: tuple[int, int]
    new_files: list[str]
    calls: int
    held_up: int
    longest_ms: float
    longest_work_ms: float
    frame_work_ms: float


class Load(msgspec.Struct, frozen=True):
    """What a process has."""

    megabytes: float
    threads: int
    files: tuple[str, ...]


class Measured:
    """All devices, with the time that each call takes."""

    def __init__(self, devices: Device) -> None:
        self._devices = devices
        self.calls = self.held_up = 0
        self.longest_ms = self.longest_work_ms = self.frame_ms = self.most_frame_ms = 0.0

    def __getattr__(self, name: str) -> Any:
        call = getattr(self._devices, name)
        if name not in CALLS:
            return call

        def measured(*arguments: Any) -> Any:
            began, worked = time.perf_counter(), time.thread_time()
            try:
                return call(*arguments)
            finally:
                took = 1000 * (time.perf_counter() - began)
                work = 1000 * (time.thread_time() - worked)
                self.calls += 1
                self.held_up += took > HELD_UP_MS
                self.frame_ms += work
                self.longest_ms = max(self.longest_ms, took)
                self.longest_work_ms = max(self.longest_work_ms, work)

        return measured

    def frame(self) -> None:
        """A frame is over."""
        self.most_frame_ms = max(self.most_frame_ms, self.frame_ms)
        self.frame_ms = 0.0


class Evening:
    """The app, the patients, and the table that rolls."""

    def __init__(self, app: Any, found: dict[str, Patient], pace: float, seed: int) -> None:
        from kivy.base import EventLoop

        self.app = app
        self.loop = EventLoop
        self.patients = found
        self.pace = pace
        self.chance = random.Random(seed)
        self.devices: Measured = app.context.devices
        self.cues: list[Cue] = []
        self.shows = [name for name, patient in found.items() if not isinstance(patient, CameraPatient)]
        self.alerts = dict.fromkeys(self.shows, 0)
        self.missed = dict.fromkeys(self.shows, 0)
        self.rolls = self.games = 0
        self.hours_mb: list[float] = []
        self.notices: list[Notice] = []
        told = app.context.on_notice

        def notice(notice: Notice) -> None:
            self.notices.append(notice)
            told(notice)

        app.context.on_notice = notice
        self._heard = self.devices._devices.cue

        def cue(cue: Cue) -> None:
            self.cues.append(cue)
            self._heard(cue)

        self.devices._devices.cue = cue  # type: ignore[method-assign]

    def frames(self, seconds: float, until: Callable[[], bool] = lambda: False) -> bool:
        """Let frames pass; whether what was waited for has come about."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.loop.idle()
            self.devices.frame()
            if until():
                return True
        return until()

    @property
    def session(self) -> GameSession:
        """The game that is played."""
        session: GameSession = self.app.shell.play.session
        return session

    def new_game(self) -> None:
        """The table begins anew."""
        self.games += 1
        begin(self.app, Header(f"evening{self.games}", PEOPLE, CITIES_KNIGHTS, level="L0"))
        self.session.submit(PlaceShip(self.session.state.core.on_turn, NEAR))

    def minute(self, number: int) -> None:
        """Devices change, somebody rolls, and what follows is to be seen and heard."""
        end = time.monotonic() + self.pace
        if number % PER_GAME == 1:
            self.new_game()
        for patient in self.patients.values():
            if patient.illness:
                if self.chance.random() < WELL:
                    patient.recover()
            elif self.chance.random() < ILL:
                patient.fall_ill()
        self.frames(self.pace / 4)
        self.devices.parts()
        self.devices.try_part("")
        able = {name: self.patients[name].mark() for name in self.shows if self.patients[name].able()}
        self._roll()
        if self.chance.random() < MIDWAY:
            self.frames(0.2)
            name = self.chance.choice(list(self.patients))
            self.patients[name].fall_ill()
            able.pop(name, None)
        great = [cue.alert for cue in self.cues if cue.alert.sound in (SoundClass.ALERT, SoundClass.WARNING)]
        for alert in great:
            self._see(alert, able)
        self.frames(max(0.0, end - time.monotonic()))
        for patient in self.patients.values():
            patient.tidy()

    def _roll(self) -> None:
        if self.chance.random() < 0.1 and self.session.undo():
            self.session.redo()
        self.cues.clear()
        self.rolls += 1
        event = "ship" if self.chance.random() < 0.5 else "trade"
        self.session.submit(RollDice(self.session.state.core.on_turn, {"event": event}), overrule=True)

    def _see(self, alert: Alert, able: dict[str, int]) -> None:
        def all_showed() -> bool:
            return all(self.patients[name].showed(alert, mark) for name, mark in able.items())

        self.frames(SHOWN_S, all_showed)
        for name, mark in able.items():
            self.alerts[name] += 1
            if not self.patients[name].showed(alert, mark):
                self.missed[name] += 1
                patient = self.patients[name]
                print(
                    f"{alert.name} was not shown by {name}: able now: {patient.able()}, shown: "
                    f"{patient.mark() - mark}, said: {[notice.text for notice in self.notices[-3:]]}",
                    file=sys.stderr,
                    flush=True,
                )

    def all_well(self) -> None:
        """All recover. Raises AssertionError where one does not come back by itself."""
        for patient in self.patients.values():
            patient.recover()
        for name, patient in self.patients.items():
            assert self.frames(COME_BACK_S, patient.able), f"{name} has not come back"
        self.frames(1.0)

    def look(self) -> Load:
        """What the process has now: the least of a few looks, as drawings are given back by frames that are
        drawn, and come and go with them."""
        least = math.inf
        for _look in range(LOOKS):
            gc.collect()
            self.loop.window.canvas.ask_update()
            self.frames(0.2)
            ctypes.CDLL(None).malloc_trim(0)
            pages = int(Path("/proc/self/statm").read_text().split()[1])
            least = min(least, pages * os.sysconf("SC_PAGE_SIZE") / 1e6)
        files = [_file(handle) for handle in Path("/proc/self/fd").iterdir()]
        return Load(least, threading.active_count(), tuple(sorted(filter(None, files))))

    def play(self, minutes: int) -> tuple[Load, Load]:
        """Hours: what the process has after the first ten minutes, in which each illness comes once, so that
        all is loaded that is loaded for it; and in the end. At full hours all recover, too."""
        self.new_game()
        self.all_well()
        begun = min(FIRST, minutes // 2)
        first = self.look()
        for minute in range(1, minutes + 1):
            self.minute(minute)
            if minute == begun:
                for patient in self.patients.values():
                    for illness in patient.illnesses:
                        patient.fall_ill(illness)
                        self.frames(self.pace / 8)
                self.all_well()
                first = self.look()
            if minute % 60 == 0:
                self.all_well()
                now = self.look()
                self.hours_mb.append(round(now.megabytes, 1))
                words = (
                    f"{minute} minutes: {now.megabytes:.1f} MB, {now.threads} threads, {len(now.files)} files"
                )
                print(f"{words}, missed: {self.missed}", file=sys.stderr, flush=True)
        self.all_well()
        return first, self.look()


def _file(handle: Path) -> str:
    """What a descriptor stands for, without the number that tells it from others of its kind."""
    try:
        return re.sub(r"\d{3,}", "N", str(handle.readlink()))
    except FileNotFoundError:  # the one with which the folder itself is read
        return ""


def endure(folder: Path, minutes: int, pace: float, seed: int) -> Endured:
    """Play so long. Raises AssertionError where a device does not come back."""
    # several threads of a software renderer keep a little of each frame of a window that nobody looks at
    os.environ["LP_NUM_THREADS"] = "0"
    sys.unraisablehook = _leave_unsaid
    found = patients(random.Random(seed), 60 / pace, folder)
    try:
        return _endure(folder, found, minutes, pace, seed)
    finally:
        for patient in found.values():
            patient.close()


def _leave_unsaid(given: Any) -> None:
    """That a pin of a chip that is gone cannot be let go of is no news."""
    if not isinstance(given.exc_value, OSError):
        sys.__unraisablehook__(given)


def _endure(folder: Path, found: dict[str, Patient], minutes: int, pace: float, seed: int) -> Endured:
    camera = found["camera"]
    assert isinstance(camera, CameraPatient)
    os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
    os.environ["LONGSHIP_DATA"] = str(folder / "data")
    settings = settings_for(found, Settings())
    assert save(settings) is None and load()[0].mqtt == settings.mqtt
    (folder / "data").mkdir()
    keep(learned("d01"), calibration_file(settings))

    class Dice:
        """The dice camera with a driver that falls ill."""

        def open(self, settings: Settings, notice: Any, on_reading: Any) -> Any:
            return open_dice(settings, notice, on_reading, open_source=camera.open)

    def measured(*arguments: Any) -> Any:
        return Measured(open_devices(*arguments))

    with application(folder, fps=60, dice=Dice(), open_device=measured) as app:  # type: ignore[arg-type]
        finish_frames(app.window)
        evening = Evening(app, found, pace, seed)
        try:
            first, last = evening.play(minutes)
        finally:
            for patient in found.values():
                patient.recover()
    devices = evening.devices
    return Endured(
        minutes=minutes,
        rolls=evening.rolls,
        alerts=evening.alerts,
        missed=evening.missed,
        illnesses={name: patient.was_ill for name, patient in found.items()},
        notices=len(evening.notices),
        memory_mb=round(last.megabytes, 1),
        more_mb=round(last.megabytes - first.megabytes, 1),
        hours_mb=evening.hours_mb,
        threads=(first.threads, last.threads),
        files=(len(first.files), len(last.files)),
        new_files=sorted((Counter(last.files) - Counter(first.files)).elements()),
        calls=devices.calls,
        held_up=devices.held_up,
        longest_ms=round(devices.longest_ms, 2),
        longest_work_ms=round(devices.longest_work_ms, 2),
        frame_work_ms=round(devices.most_frame_ms, 2),
    )


def main(arguments: list[str]) -> int:
    """Play, and print what came of it."""
    parser = argparse.ArgumentParser(prog="python -m tests.endurance", description=__doc__)
    parser.add_argument("--minutes", type=int, default=MINUTES)
    parser.add_argument("--pace", type=float, default=2.0, metavar="SECONDS")
    parser.add_argument("--seed", type=int, default=16)
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args(arguments)
    with tempfile.TemporaryDirectory(prefix="longship-endurance-", ignore_cleanup_errors=True) as folder:
        found = endure(Path(folder), options.minutes, options.pace, options.seed)
    print(json.dumps(msgspec.to_builtins(found), indent=None if options.json else 1))
    return 1 if any(found.missed.values()) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
