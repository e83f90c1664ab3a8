"""``longship panel``: put the firmware on a board, and try a panel without a game."""

from __future__ import annotations

import argparse
import contextlib
import importlib.util
import queue
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.app import narrate
from companion.app.alerts import installed
from companion.app.commands.shared import CommandLineError, Commands, add_parser, say_notice
from companion.app.i18n import _
from companion.app.ports import Cue, Notice, PartKind, Press, PressKind, Scene
from companion.app.settings import Settings, load
from companion.app.terminal import complain, say, say_json
from companion.engine.errors import LongshipError
from hardware.panel.colours import PIECES
from hardware.panel.device import PanelDevice
from hardware.panel.port import find, not_installed
from hardware.panel.protocol import FIRMWARE

FILES = tuple(
    str(Path(__file__).parents[1] / "firmware" / name) for name in ("panel.py", "board.py", "main.py")
)
ANSWER_S = 10.0
FLASH_S = 120.0
PACE_S = 0.4
PIECE_S = 0.5
"""No wait lasts longer without a look whether Ctrl+C was pressed. One that comes just before a wait begins
does not end it: Python runs a signal's handler only between two steps of its own."""
T = TypeVar("T")
ALL_PRESSES = (
    *(Press(PressKind.SEAT, seat) for seat in range(len(PIECES))),
    Press(PressKind.UNDO),
    Press(PressKind.MUTE),
)


def add_command(commands: Commands) -> None:
    """Add ``panel`` to the sub-commands of the command line."""
    words = _("Put the firmware on a panel’s board, or try its lights and buttons.")
    panel: argparse.ArgumentParser = commands.add_parser("panel", help=words, description=words)
    deeds = panel.add_subparsers(required=True, metavar=_("COMMAND"))

    flash = add_parser(
        deeds, "flash", _flash, _("Put the panel’s firmware on a MicroPython board."), json=False
    )
    trial = add_parser(
        deeds, "try", _try, _("Play every light and every alert, then say each press, until all were heard.")
    )
    trial.add_argument(
        "--pace",
        type=float,
        default=PACE_S,
        metavar=_("SECONDS"),
        help=_("how long each light shines"),
    )
    for parser in (flash, trial):
        parser.add_argument(
            "--port", metavar=_("PORT"), help=_("such as /dev/ttyACM0, instead of the one in the settings")
        )


def _port(options: argparse.Namespace) -> str:
    """The port that is meant. Raises CommandLineError where none is connected."""
    setting = options.port or load()[0].panel.port
    port = find("auto" if setting == "off" else setting)
    if port is None or not Path(port).exists():
        raise CommandLineError(
            _("No panel and no MicroPython board is connected. Plug it in, or name its port with --port.")
        )
    return port


def _open(port: str, notice: Callable[[Notice], None], presses: Presses) -> PanelDevice:
    settings = load()[0]
    panel = msgspec.structs.replace(settings.panel, port=port)
    alerts = msgspec.structs.replace(settings.alerts, enabled=True, muted=False)
    chosen: Settings = msgspec.structs.replace(settings, panel=panel, alerts=alerts)
    return PanelDevice(chosen, notice, presses)


class EndedError(LongshipError, InterruptedError):
    """Ctrl+C was pressed."""


class Presses:
    """What is pressed, one after the other, until Ctrl+C ends it."""

    def __init__(self) -> None:
        self._waiting: queue.SimpleQueue[Press | None] = queue.SimpleQueue()
        self._ended = False

    def press(self, press: Press) -> None:
        """Keep it until it is asked for."""
        self._waiting.put(press)

    def next(self, within_s: float) -> Press | None:
        """The next one, waited for as long as that, or None. Raises EndedError."""
        self.go_on()
        try:
            press = self._waiting.get(timeout=within_s)
        except queue.Empty:
            press = None
        self.go_on()
        return press

    def go_on(self) -> None:
        """Raises EndedError once Ctrl+C was pressed."""
        if self._ended:
            raise EndedError

    @contextlib.contextmanager
    def ended_by_interrupts(self) -> Iterator[None]:
        """Meanwhile Ctrl+C cuts off nothing, wherever it comes: it ends the waiting for presses."""
        before = signal.signal(signal.SIGINT, self._end)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _end(self, *_signal: object) -> None:
        self._ended = True
        self._waiting.put(None)


# --- flash --------------------------------------------------------------------------------------------


def _flash(options: argparse.Namespace) -> int:
    port = _port(options)
    if importlib.util.find_spec("mpremote") is None:
        say_notice(not_installed("mpremote"))
        return 2
    say(_("Putting the firmware {version} on the board at {port} …").format(version=_version(), port=port))
    try:
        done = subprocess.run(
            [sys.executable, "-m", "mpremote", "connect", port, "fs", "cp", *FILES, ":", "+", "reset"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            errors="replace",
            timeout=FLASH_S,
            check=False,
        )
        words = f"{done.stdout}\n{done.stderr}".strip().splitlines()
        reason = words[-1] if done.returncode and words else ""
    except subprocess.TimeoutExpired:
        reason = _("the board does not answer")
    if reason:
        complain(_("The firmware could not be written: {reason}.").format(reason=reason.strip().rstrip(".")))
        complain(_("Close Longship if it is running. A new board needs MicroPython first: docs/panel.md."))
        return 2
    return _greet(port)


def _greet(port: str) -> int:
    """Whether the panel answers; the board is starting."""
    until = time.monotonic() + ANSWER_S
    while not Path(port).exists() and time.monotonic() < until:  # its plug is out for a moment
        time.sleep(0.1)
    notices: list[Notice] = []
    device = _open(port, notices.append, Presses())
    try:
        firmware = device.wait_until_connected(ANSWER_S)
    finally:
        device.close()
    if firmware is None:
        return _silent(port, notices)
    say(_("The panel answers. Try it: {command}").format(command="./longship panel try"))
    return 0


def _silent(port: str, notices: list[Notice]) -> int:
    if notices:
        say_notice(notices[-1])
    else:
        complain(_("The panel on {port} does not answer.").format(port=port))
    return 2


def _version(firmware: tuple[int, ...] = FIRMWARE) -> str:
    return ".".join(str(number) for number in firmware)


# --- try ----------------------------------------------------------------------------------------------


def _try(options: argparse.Namespace) -> int:
    """1 where not every button was heard."""
    port, notices, presses = _port(options), list[Notice](), Presses()
    with presses.ended_by_interrupts():
        device = _open(port, notices.append, presses)
        trial = _Trial(device, presses, options.json)
        try:
            firmware = trial.wait(device.wait_until_connected)
            if firmware is None:
                return _silent(port, notices)
            trial.tell(
                _("The panel on {port} answers; its firmware is {version}.").format(
                    port=port, version=_version(firmware)
                ),
                port=port,
                firmware=_version(firmware),
            )
            trial.play(options.pace)
            trial.listen()
        except EndedError:
            pass
        finally:
            device.close()
        for notice in notices:
            say_notice(notice)
        return trial.end()


class _Trial:
    """Plays everything, and crosses off what was pressed."""

    def __init__(self, device: PanelDevice, presses: Presses, json: bool) -> None:
        self._device = device
        self._presses = presses
        self._json = json
        self._left = list(ALL_PRESSES)

    def tell(self, sentence: str, **values: object) -> None:
        """A sentence for people, or the values of it for programs."""
        if self._json:
            say_json(values)
        else:
            say(sentence)

    def wait(self, wait: Callable[[float], T]) -> T:
        """What is waited for, given some seconds, or what says that it did not come. Raises EndedError."""
        until = time.monotonic() + ANSWER_S
        while not (come := wait(PIECE_S)) and time.monotonic() < until:
            self._presses.go_on()
        return come

    def play(self, pace_s: float) -> None:
        """Each light, the buzzer, then every alert, in the colours of six players."""
        self._device.scene(Scene(seats=len(PIECES), colours=tuple(PIECES)))
        for part in self._device.parts():
            if part.kind is not PartKind.BUTTON:
                self.tell(f"{part.label} ({part.wire})", part=part.key)
                self._device.try_part(part.key)
                self.wait(self._device.wait_until_shown)
                self._hear_for(pace_s)
        self._device.try_part("")
        for alert in installed():
            self.tell(narrate.say(alert.label, {}), alert=alert.name)
            self._device.cue(Cue(alert, alert.test_seats, test=True))
            self._hear_for(alert.duration_s * pace_s / PACE_S)

    def listen(self) -> None:
        """Until every button was pressed."""
        self._device.cancel()
        self.tell(_("Now press every button, each for a moment; Ctrl+C ends it."), buttons=len(self._left))
        while self._left:
            self._hear(self._presses.next(PIECE_S))

    def end(self) -> int:
        """Say what was not heard. The exit status."""
        if not self._left:
            self.tell(_("Every button was heard."), missing=[])
            return 0
        names = [_named(press) for press in self._left]
        self.tell(_("Not heard: {buttons}.").format(buttons=", ".join(names)), missing=names)
        return 1

    def _hear_for(self, seconds: float) -> None:
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            self._hear(self._presses.next(min(left, PIECE_S)))

    def _hear(self, press: Press | None) -> None:
        if press is None:
            return
        meant = Press(PressKind.SEAT, press.seat) if press.kind is PressKind.SEAT_UNDO else press
        if meant in self._left:
            self._left.remove(meant)
        self.tell(_named(press), press=press.kind.value, seat=press.seat)


def _named(press: Press) -> str:
    match press.kind:
        case PressKind.SEAT:
            return _("Button of seat {number}").format(number=(press.seat or 0) + 1)
        case PressKind.SEAT_UNDO:
            return _("Button of seat {number}, held").format(number=(press.seat or 0) + 1)
        case PressKind.UNDO:
            return _("Button UNDO")
    return _("Button MUTE")
