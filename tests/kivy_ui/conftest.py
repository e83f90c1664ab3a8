"""Kivy for the tests: one real window in this process, drawn into memory, and taps by widgets' names."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from typing import Any

import pytest

from companion.app.settings import Screen as ScreenSettings
from kivy_ui import window as window_setup
from tests.kit.offscreen import UNDRAWN, Hours, own_time, start_loop

Size = tuple[int, int]

FRAME = 0.05
"""Seconds from one frame to the next."""


@pytest.fixture(scope="session")
def window(tmp_path_factory: pytest.TempPathFactory) -> Any:
    """The one window of this process, without any input provider of its own, and undrawn: see UNDRAWN."""
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    window_setup.prepare(tmp_path_factory.mktemp("kivy"), "offscreen")
    with pytest.MonkeyPatch.context() as only_here:
        for name, value in UNDRAWN.items():
            only_here.setenv(name, value)
        opened = window_setup.open_window(ScreenSettings(language="en"), "offscreen", (800, 480))
        start_loop()
    return opened


class Driver:
    """Shows a shell, lets frames pass, finds widgets by name and taps them."""

    def __init__(self, window: Any, clock: Hours | None = None) -> None:
        from kivy.base import EventLoop

        self.window = window
        self.clock = clock
        self.loop = EventLoop
        self.shell: Any = None
        self.taps = 0

    def open(self, play: Any = None, size: Size = (800, 480), **screen: Any) -> Any:
        """A fresh shell of this size and these screen settings, in place of the one before."""
        from kivy_ui.shell import Shell

        self.close()
        if tuple(self.window.size) != size:
            self.window.size = size
        self.shell = Shell(ScreenSettings(**{"language": "en", **screen}), size, play)
        self.window.add_widget(self.shell)
        return self.shell

    def close(self) -> None:
        """Take the shell away."""
        if self.shell is not None:
            self.shell.messages.drop()
            self.window.remove_widget(self.shell)
            self.shell = None
            # Only a drawn frame frees what a shell's drawings held; hoarded, that takes minutes in the end.
            self.frames(1)

    def frames(self, count: int = 2) -> None:
        """Let frames pass."""
        for _frame in range(count):
            if self.clock is not None:
                self.clock.now += FRAME
            self.loop.idle()

    def later(self, seconds: float) -> None:
        """Let so many seconds pass at once."""
        assert self.clock is not None, "the test moves the clock itself"
        self.clock.now += seconds
        self.frames()

    def paint(self) -> None:
        """Let everything paint itself without showing a frame: enough to look at texts and places."""
        from kivy.clock import Clock

        Clock.tick_draw()

    def wait(self, condition: Callable[[], Any], seconds: float = 120.0) -> None:
        """Let frames pass until the condition holds."""
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "this never came about"
            self.frames(1)

    def all(self, name: str) -> list[Any]:
        """Every shown widget of that name."""
        return [widget for widget in self.shell.walk() if getattr(widget, "name", None) == name]

    def shows(self, name: str) -> bool:
        """Whether there is such a widget."""
        return bool(self.all(name))

    def find(self, name: str) -> Any:
        """The one widget of that name, on the sheet that covers the screen if there is one."""
        found = self.all(name)
        if len(found) > 1 and self.shell.sheets.shown is not None:
            found = [
                widget for widget in self.shell.sheets.shown.walk() if getattr(widget, "name", None) == name
            ]
        names = sorted({widget.name for widget in self.shell.walk() if getattr(widget, "name", None)})
        assert len(found) == 1, f"{name}: {len(found)} widgets; there are {names}"
        return found[0]

    def touch(self, x: float, y: float, frames: int = 1, resting: int = 0) -> None:
        """A finger comes down and is lifted, in pixels of the window, with ``resting`` frames in between.

        None by default: a frame on a busy machine may last so long that a tap becomes a hold.
        """
        from kivy.tests.common import UnitTestTouch

        self.shell.care.rest()
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        self.frames(resting)
        touch.touch_up()
        self.frames(frames)

    def tap(self, name: str) -> None:
        """Tap the middle of a widget, and count it."""
        widget = self.find(name)
        self.taps += 1
        self.touch(*widget.to_window(*widget.center))


@pytest.fixture
def painted_island() -> None:
    """For tests that look at the island: it is painted as for people."""


@pytest.fixture
def ui(window: Any, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Iterator[Driver]:
    """A driver on the window, empty at the start and at the end. Time passes with its frames, so that nothing
    is waited for, unless the test moves the clock itself. The island stays as it is before it is painted,
    which costs as much as a tenth of all else: those of all scenarios are painted in tests.e2e."""
    if "painted_island" not in request.fixturenames:
        monkeypatch.setattr("kivy_ui.board.ground.painting", lambda *_of: iter(()))
    hours = None if "clock" in request.fixturenames else Hours()
    with nullcontext() if hours is None else own_time(hours):
        driver = Driver(window, hours)
        yield driver
        driver.close()


@pytest.fixture
def clock() -> Iterator[Hours]:
    """Kivy's clock, which stands still until a test moves it."""
    hours = Hours()
    with own_time(hours):
        yield hours
