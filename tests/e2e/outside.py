"""The app as its own process under its own X server, touched by XTEST, its lights and buzzer on mock pins."""

from __future__ import annotations

import math
import os
import re
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import msgspec

from companion.app import last_words
from companion.history.log import Header
from kivy_ui.window.input import CARE_SECONDS, HARD_TO_SEE, OWN_SECONDS
from kivy_ui.window.screen_map import ScreenMap
from tests.kit.driver import PATIENCE_SECONDS, LostError, Person, told

ROOT = Path(__file__).parents[2]
SIZE = (800, 480)
FIRST_FRAMES = 10
"""Frames that the app draws at its start whatever happens (kivy_ui.window)."""
SAME_PLACE_PIXELS = 60
LOOK_SECONDS = 0.002
"""How often a file is looked at that another process writes."""


def patient(condition: Callable[[], bool], what: Callable[[], str]) -> None:
    """Look until the condition holds. Raises LostError when that takes too long."""
    end = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        if time.monotonic() > end:
            raise LostError(f"waited in vain for {what()}")
        time.sleep(LOOK_SECONDS)


def stop(process: subprocess.Popen[bytes]) -> int:
    """End a process that was started here; its exit status."""
    process.terminate()
    try:
        return process.wait(PATIENCE_SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        return process.wait()


@contextmanager
def x_server() -> Iterator[str]:
    """An X server of the panel's size, with nothing in it; its DISPLAY."""
    reading, writing = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{SIZE[0]}x{SIZE[1]}x24", "-nolisten", "tcp"],
        pass_fds=[writing],
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(writing)
    try:
        ready, _, _ = select.select([reading], [], [], PATIENCE_SECONDS)
        number = os.read(reading, 20).decode().strip() if ready else ""
        assert number, "Xvfb did not start"
        yield f":{number}"
    finally:
        os.close(reading)
        stop(server)


class App:
    """The app's process. ``folder`` holds its data, its settings, its map, its pins and what it complains."""

    def __init__(self, folder: Path, display: str, environment: Mapping[str, str] | None = None) -> None:
        self.folder = folder
        self.map_file = folder / "map.json"
        self.pins_file = folder / "pins.jsonl"
        foreign = ("KIVY", "SDL", "LONGSHIP", "WAYLAND")
        self.environment = {
            **{name: value for name, value in os.environ.items() if not name.startswith(foreign)},
            "DISPLAY": display,
            "HOME": str(folder),
            "XDG_CONFIG_HOME": str(folder / "config"),
            "XDG_DATA_HOME": str(folder / "share"),
            "LONGSHIP_DATA": str(folder / "data"),
            "LONGSHIP_ALERTS": f"mock:{self.pins_file}",
            "LONGSHIP_SCREEN_MAP": str(self.map_file),
            "LANGUAGE": "en",
            "LANG": "C.UTF-8",
            "PYTHONPATH": str(ROOT),
            **(environment or {}),
        }
        self.map_file.unlink(missing_ok=True)
        self.complaints = (folder / "complaints").open("ab")
        self.started = time.monotonic()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "companion"],
            env=self.environment,
            cwd=folder,
            stdout=self.complaints,
            stderr=self.complaints,
        )

    def command_line(self, *words: str) -> str:
        """What ``longship WORDS`` prints on this app's data. Raises CalledProcessError."""
        return subprocess.run(
            [sys.executable, "-m", "companion", *words],
            env=self.environment,
            cwd=self.folder,
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    def look(self) -> ScreenMap | None:
        """The newest map; None before the first frame."""
        try:
            return msgspec.json.decode(self.map_file.read_bytes(), type=ScreenMap)
        except FileNotFoundError:
            return None

    def alive(self) -> bool:
        """Whether the process runs."""
        return self.process.poll() is None

    def peak_memory_mb(self) -> float:
        """The most memory that the process has had so far: resident, with shared libraries, in megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        found = re.search(r"VmHWM:\s+(\d+) kB", status)
        assert found
        return int(found[1]) / 1024

    def stop(self) -> int:
        """Close the app as the system would at its end; the exit status."""
        self.complaints.close()
        return stop(self.process)

    def cut_power(self) -> None:
        """Take the power away: the next start is one of the machine, too."""
        self.kill()
        note = self.folder / "data" / last_words.FOLDER / last_words.NOTE
        left = msgspec.json.decode(note.read_bytes())
        note.write_bytes(msgspec.json.encode({**left, "boot": "the one before"}))

    def kill(self) -> None:
        """End the process, while the machine goes on."""
        self.complaints.close()
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def said(self) -> str:
        """What the app has written to its terminal."""
        return (self.folder / "complaints").read_text(errors="replace")


@contextmanager
def running(folder: Path, display: str, environment: Mapping[str, str] | None = None) -> Iterator[App]:
    """The app, stopped at the end whatever happens."""
    folder.mkdir(exist_ok=True)
    app = App(folder, display, environment)
    try:
        yield app
    finally:
        if app.alive():
            app.stop()


class Outside:
    """Hands outside of the app's process: a mouse without a mouse. One xdotool takes one line a touch."""

    def __init__(self, app: App) -> None:
        self.app = app
        self.touches = 0
        self._mouse = subprocess.Popen(
            ["xdotool", "-"],
            stdin=subprocess.PIPE,
            env=app.environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.PIPE,
        )
        self._stamp: tuple[int, int] = (0, 0)
        self._last = (0.0, 0.0, 0.0)
        self._seen: ScreenMap | None = None

    def close(self) -> None:
        """Let the mouse go."""
        assert self._mouse.stdin is not None
        self._mouse.stdin.close()
        stop(self._mouse)
        assert self._mouse.stderr is not None
        self._mouse.stderr.close()

    def _newest(self) -> ScreenMap | None:
        try:
            status = self.app.map_file.stat()
        except FileNotFoundError:
            return None
        stamp = (status.st_ino, status.st_mtime_ns)
        if stamp != self._stamp:
            self._seen, self._stamp = self.app.look(), stamp
        return self._seen

    def _state(self) -> str:
        assert self.app.alive(), f"the app has ended: {self.app.said()}"
        seen = self._newest()
        if seen is None:
            return "nothing drawn yet"
        return f"{told(seen)}; {seen.touches} of {self.touches} touches"

    def see(self) -> ScreenMap:
        """The screen, drawn after all touches."""
        return self.wait(lambda _seen: True, "a frame")

    def touch(self, x: float, y: float) -> None:
        """A finger comes down and is lifted, as soon as the app hears it: see ``kivy_ui.window.care``."""
        assert self._mouse.stdin is not None
        patient(lambda: self._heard(x, y), lambda: f"a moment of care; {self._state()}")
        self._last = time.monotonic(), x, y
        self.touches += 1
        self._mouse.stdin.write(f"mousemove {x:g} {y:g} mousedown 1 mouseup 1\n".encode())
        self._mouse.stdin.flush()

    def _heard(self, x: float, y: float) -> bool:
        seen, now = self._newest(), time.monotonic()
        if seen is None or now - max(seen.at, self._last[0]) > CARE_SECONDS + 0.05:
            return True
        near = math.dist((x, y), self._last[1:]) <= SAME_PLACE_PIXELS
        hard = any(
            spot.name in HARD_TO_SEE
            and spot.x <= x < spot.x + spot.width
            and spot.y <= y < spot.y + spot.height
            for spot in seen.spots
        )
        return not near and not hard and now - self._last[0] < OWN_SECONDS

    def wait(self, condition: Callable[[ScreenMap], bool], what: str) -> ScreenMap:
        """The screen, once all touches are drawn and the condition holds."""

        def holds() -> bool:
            seen = self._newest()
            return seen is not None and seen.touches >= self.touches and condition(seen)

        patient(lambda: holds() or not self.app.alive(), lambda: f"{what}; {self._state()}")
        self._state()
        assert self._seen is not None
        return self._seen


@contextmanager
def hands(app: App) -> Iterator[Outside]:
    """A finger on the app's screen."""
    found = Outside(app)
    try:
        yield found
    finally:
        found.close()


class Change(msgspec.Struct, frozen=True):
    """A line of the pins' record."""

    t: float
    key: str = ""
    state: float = 0.0
    frequency: float | None = None


class Lamps:
    """What the lights and the buzzer have done so far."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._read = 0
        self.changes: list[Change] = []
        self.now: dict[str, float] = {}

    def look(self) -> None:
        """Take in what has been written since."""
        with self._file.open("rb") as stream:
            stream.seek(self._read)
            data = stream.read()
        whole = data[: data.rfind(b"\n") + 1]
        self._read += len(whole)
        for line in whole.splitlines():
            change = msgspec.json.decode(line, type=Change)
            if change.key:
                self.changes.append(change)
                self.now[change.key] = change.state

    def wait(self, condition: Callable[[], bool], what: str) -> None:
        """Watch until the condition holds."""

        def holds() -> bool:
            self.look()
            return condition()

        patient(holds, lambda: f"{what}; lit are {self.lit()}, notes were {self.notes(0)[-12:]}")

    def lit(self) -> list[str]:
        """The lights that are on."""
        return sorted(key for key, state in self.now.items() if state > 0 and key != "buzzer")

    def bar(self) -> tuple[bool, ...]:
        """The lights of the ship that are on."""
        return tuple(self.now.get(f"ship[{place}]", 0.0) > 0 for place in range(7))

    def since(self, mark: int, key: str = "") -> list[Change]:
        """The changes after the first ``mark`` ones, of one pin or of all of a group."""
        return [change for change in self.changes[mark:] if change.key.startswith(key)]

    def notes(self, mark: int) -> list[float]:
        """The tones since then, in whole hertz."""
        found: list[float] = []
        sounding: float | None = None
        for change in self.since(mark, "buzzer"):
            tone = round(change.frequency) if change.state > 0 and change.frequency else None
            if tone is not None and tone != sounding:
                found.append(tone)
            sounding = tone
        return found


def at_home(finger: Outside) -> ScreenMap:
    """The first screen, once the X server has given it the pointer: an earlier touch would go astray."""
    return finger.wait(lambda seen: seen.frame >= FIRST_FRAMES and seen.screen == "home", "the first screen")


def open_table(finger: Outside, header: Header) -> None:
    """Make a new game of these people by touch, typing each name, and sit down at its table."""
    at_home(finger)
    person = Person(finger, header)
    person.tap("new_game")
    for player in header.players:
        person.tap("new_name", *(f"key_{letter}" for letter in player.name.casefold()), "key_done")
    person.tap(f"level_{header.level}", "start")
    finger.wait(lambda seen: seen.screen == "table", "the table")
