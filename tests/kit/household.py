"""A Longship as a family has it: the real application on the test's window, with files of its own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from companion.app.i18n import set_language
from companion.app.ports import Buttons, Device, Notice, NoticeSink, OpenDevice
from companion.app.settings import Settings, load
from tests.kit.fakes import PretendedDice, RecordingDevice


class Household:
    """Starts and stops the application, and touches it by the names of widgets."""

    def __init__(self, driver: Any, folder: Path) -> None:
        self.driver = driver
        self.data = folder / "data"
        self.config = folder / "config.toml"
        self.app: Any = None
        self.alerts: Device = RecordingDevice()
        self.open_device: OpenDevice = self._hand_out
        self.dice = PretendedDice()
        self.greets = False
        """Whether the first game of all begins with a word about hints."""

    def start(self, size: tuple[int, int] = (800, 480)) -> None:
        """Switch on, as after a power cut if it was on."""
        from kivy.base import ExceptionManager

        from kivy_ui.app import Application

        self.stop()
        if tuple(self.driver.window.size) != size:
            self.driver.window.size = size
        settings, notices = load()
        set_language(settings.screen.language)
        self.app = Application(self.driver.window, settings, notices, self.open_device, self.dice.open)
        self.app.greets = self.greets
        # tidying up would look through what all tests before this one have left behind
        self.app.housekeeping.close()
        # what fails must fail the test, not be shown on a card
        ExceptionManager.remove_handler(self.app._go_on)
        self.driver.window.add_widget(self.app.shell)
        self.driver.shell = self.app.shell
        self.driver.taps = 0
        self.driver.frames()

    def stop(self) -> None:
        """Switch off, without a word to anybody."""
        if self.app is None:
            return
        self.driver.close()
        self.app.close()
        self.app = None

    def _hand_out(self, settings: Settings, notice: NoticeSink, buttons: Buttons) -> Device:
        device = self.alerts
        return device.open(settings, notice, buttons) if isinstance(device, RecordingDevice) else device

    @property
    def shell(self) -> Any:
        """The root of the window."""
        return self.app.shell

    @property
    def session(self) -> Any:
        """The game that is being played."""
        return self.app.context.session

    def tap(self, *names: str) -> None:
        """Tap widgets one after another, as fast as a person can."""
        for name in names:
            self._reach(name)
            self.driver.tap(name)
            self.driver.frames(1)

    def hold(self, name: str, shown: str) -> None:
        """Rest a finger on a widget until another one shows."""
        from kivy.tests.common import UnitTestTouch

        touch = UnitTestTouch(*self._reach(name))
        self.shell.care.rest()
        touch.touch_down()
        self.driver.wait(lambda: self.driver.shows(shown))
        touch.touch_up()
        self.driver.frames()

    def _reach(self, name: str) -> tuple[float, float]:
        """Where a widget is, as soon as it is there."""
        self.driver.wait(lambda: self.driver.shows(name))
        x, y = self.driver.find(name).center
        return x, y

    def roll(self, red: int, white: int, event: str) -> None:
        """Enter a roll: three taps."""
        self.tap(f"bar_red_{red}", f"white_{white}", f"event_{event}")

    def type(self, name: str) -> None:
        """Type a name on the drawn keyboard, switching letters where it must."""
        for letter in name:
            key = "key_space" if letter == " " else f"key_{letter.lower()}"
            for layout in ("latin", "cyrillic", "signs"):
                if self.driver.shows(key):
                    break
                self.tap(f"key_{layout}")
            self.tap(key)

    def said(self, name: str) -> str:
        """What is written on the widget of that name."""
        self.driver.paint()
        return " ".join(text.text for text in self.driver.find(name).texts)

    def everything_said(self) -> str:
        """What is written anywhere on the screen."""
        self.driver.paint()
        return "\n".join(text.text for widget in self.shell.walk() for text in getattr(widget, "texts", ()))

    def notices(self) -> list[Notice]:
        """What the first screen has to tell."""
        return list(self.app.context.notices)


@contextmanager
def household(driver: Any, folder: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    """A Longship with its own settings and data, switched off in the end."""
    home = Household(driver, folder)
    monkeypatch.setenv("LONGSHIP_DATA", str(home.data))
    monkeypatch.setenv("LONGSHIP_CONFIG", str(home.config))
    for name in ("LONGSHIP_SCREEN_MAP", "LONGSHIP_ALERTS"):
        monkeypatch.delenv(name, raising=False)
    try:
        yield home
    finally:
        home.stop()
