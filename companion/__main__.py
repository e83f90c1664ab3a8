"""Where Longship is put together: finds the front end and the devices by entry point and joins them.

Nothing else in ``companion`` knows what is installed beside it.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from importlib.metadata import entry_points
from typing import Protocol

from companion.app.devices import open_devices
from companion.app.dice import DiceCamera, NullDice, ReadingSink
from companion.app.display import Display, find_display
from companion.app.i18n import _, set_language
from companion.app.last_words import LastWords
from companion.app.life import Life
from companion.app.ports import Notice, NoticeSink, OpenDevice
from companion.app.service import Service
from companion.app.settings import Settings, load
from companion.app.terminal import complain


class OpenDice(Protocol):
    """Opens the dice camera; what fails is said through ``notice``, and dice are entered by hand."""

    def __call__(self, settings: Settings, notice: NoticeSink, on_reading: ReadingSink) -> DiceCamera:
        """Returns at once and never raises. ``notice`` and ``on_reading`` come from other threads."""


FrontEnd = Callable[[OpenDevice, OpenDice, Life], int]
"""Runs until the table closes it and returns the exit status."""

LOOK_SECONDS = 2.0
"""How often a kiosk without a screen looks for one."""


def open_dice(settings: Settings, notice: NoticeSink, on_reading: ReadingSink) -> DiceCamera:
    """The dice camera that is installed, or none, with a notice if one is set. Never raises."""
    try:
        (found,) = entry_points(group="longship.dice", name="camera")
        opened: DiceCamera = found.load()(settings, notice, on_reading)
    except Exception as error:  # as above
        if settings.dice.camera:
            notice(
                Notice(
                    _("The dice camera is not installed properly: {reason}.").format(reason=error),
                    _("Dice are entered by hand. To fix it, run: {command}").format(
                        command="./longship setup"
                    ),
                )
            )
        return NullDice()
    return opened


def open_table(demo: bool = False) -> int:
    """Open the touch interface on this machine's screen, at first with a game that plays by itself for a
    ``demo``; 1 with one sentence where that cannot be."""
    service = Service.of(os.environ)
    display = find_screen(service)
    if display.driver is None:
        return _refuse(display.found, display.remedy)
    # named to SDL, which would otherwise draw into memory, unseen, when the screen cannot be had
    os.environ.setdefault("SDL_VIDEODRIVER", display.driver)
    words = LastWords.here()
    words.begin()  # what an exception says that nobody catches is written there by Python itself
    try:
        (found,) = entry_points(group="longship.frontends", name="kivy")
        run: FrontEnd = found.load()
    except (ImportError, ValueError) as error:
        words.let_go()
        return _refuse(
            _("The touch interface is not installed properly: {reason}.").format(reason=error),
            _("Run: {command}").format(command="./longship setup"),
        )
    status = run(open_devices, open_dice, Life(service, words, demo=demo))
    if status == 0:
        words.close()
    else:
        words.let_go()
        if service.runs:
            time.sleep(LOOK_SECONDS)  # whoever has the screen now may leave it; systemd starts this again
    return status


def find_screen(
    service: Service,
    find: Callable[[], Display] = find_display,
    pause: Callable[[float], object] = time.sleep,
) -> Display:
    """The screen to open on. A kiosk waits for one, which may be switched on tomorrow."""
    display = find()
    while service.runs and display.driver is None:
        service.status(display.found)
        service.waits(LOOK_SECONDS * 10)
        pause(LOOK_SECONDS)
        display = find()
    return display


def _refuse(found: str, remedy: str) -> int:
    complain(f"{found} {remedy}")
    return 1


def main(arguments: list[str] | None = None) -> int:
    """Without arguments the touch interface, otherwise the command line. Returns the exit status."""
    arguments = sys.argv[1:] if arguments is None else arguments
    set_language(load()[0].screen.language)
    if not arguments:
        return open_table()
    from companion.app.cli import main as command_line  # here, so that the app does not wait for it

    return command_line(arguments)


if __name__ == "__main__":
    sys.exit(main())
