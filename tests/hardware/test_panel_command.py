"""``longship panel``: a real mpremote writes the firmware to a real MicroPython, and every press is said."""

from __future__ import annotations

import json
import os
import queue
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from companion.app.alerts import installed
from companion.app.cli import main
from companion.app.ports import Part
from hardware.firmware.panel import BUTTONS, FIRMWARE
from hardware.panel import command
from hardware.panel import port as port_module
from hardware.panel.parts import parts
from tests.hardware.test_panel import changed
from tests.kit.panel_peer import DEADLINE_S, Peer, Socket
from tests.kit.panel_peer import FIRMWARE as FILES

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """No settings and no ports of this machine."""
    monkeypatch.setenv("LONGSHIP_CONFIG", str(tmp_path / "config.toml"))
    monkeypatch.setenv("LANGUAGE", "en")
    monkeypatch.setattr(port_module, "DEVICES", tmp_path / "dev")


@pytest.fixture(scope="module")
def socket(tmp_path_factory: pytest.TempPathFactory) -> Socket:
    return Socket(tmp_path_factory.mktemp("socket"))


class Trying:
    """``longship panel try`` in a process of its own."""

    def __init__(self, port: Path) -> None:
        self.said: list[dict[str, object]] = []
        self.process = subprocess.Popen(
            [
                sys.executable,
                "-m",
                "companion",
                "panel",
                "try",
                "--port",
                str(port),
                "--pace",
                "0.02",
                "--json",
            ],
            cwd=ROOT,
            env={**os.environ, "LC_ALL": "C.UTF-8"},
            stdout=subprocess.PIPE,
            text=True,
        )
        self._alarm = threading.Timer(DEADLINE_S, self.process.kill)
        self._alarm.start()

    def until(self, key: str) -> None:
        """Read what it says up to something."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.said.append(json.loads(line))
            if key in self.said[-1]:
                return
        raise AssertionError(self.said)

    def close(self) -> int:
        self._alarm.cancel()
        if self.process.poll() is None:
            self.process.kill()
        assert self.process.stdout is not None
        self.process.stdout.close()
        return self.process.wait()


@pytest.fixture
def trying(socket: Socket) -> Iterator[tuple[Trying, Peer]]:
    with socket.panel() as peer:
        made = Trying(socket.path)
        try:
            yield made, peer
        finally:
            made.close()


def test_trying_plays_every_light_and_alert_and_says_each_press(trying: tuple[Trying, Peer]) -> None:
    run, peer = trying
    run.until("buttons")
    assert run.said[0]["firmware"] == FIRMWARE
    lights = [one["part"] for one in run.said if "part" in one]
    assert lights == [
        *(f"panel.ship[{n}]" for n in range(7)),
        *(f"panel.seats[{n}]" for n in range(6)),
        "panel.buzzer",
    ]
    assert [one["alert"] for one in run.said if "alert" in one] == [alert.name for alert in installed()]
    peer.hold("1")
    for button in BUTTONS[1:]:
        peer.press(button)
    run.until("missing")
    presses = [(one["press"], one["seat"]) for one in run.said if "press" in one]
    assert presses == [
        ("seat_undo", 0),
        *(("seat", seat) for seat in range(1, 6)),
        ("undo", None),
        ("mute", None),
    ]
    assert run.said[-1] == {"missing": []} and run.process.wait(DEADLINE_S) == 0
    alone = [
        "".join("0" if set(shown[6 * n :][:6]) == {"0"} else "1" for n in range(13)) for shown in peer.lights
    ]
    assert {"1".rjust(n + 1, "0").ljust(13, "0") for n in range(13)} <= set(alone), "each light alone"
    assert set(peer.lights[-1]) == {"0"} and 440 in peer.tones


def test_trying_that_is_ended_says_what_was_not_heard(trying: tuple[Trying, Peer]) -> None:
    run, peer = trying
    run.until("buttons")
    for button in BUTTONS[:6]:
        peer.press(button)
        run.until("press")
    run.process.send_signal(2)
    run.until("missing")
    assert run.said[-1] == {"missing": ["Button UNDO", "Button MUTE"]}
    assert run.process.wait(DEADLINE_S) == 1


class Still:
    """A panel of one light and two buttons, which are pressed as soon as nothing else is to be heard."""

    def __init__(self, presses: command.Presses) -> None:
        self._presses = presses
        self.closed = 0

    def wait_until_connected(self, _seconds: float) -> str:
        return FIRMWARE

    def wait_until_shown(self, _seconds: float) -> bool:
        return True

    def parts(self) -> tuple[Part, ...]:
        return parts((), frozenset())[:1]

    def cancel(self) -> None:
        for press in command.ALL_PRESSES:
            self._presses.press(press)

    def close(self) -> None:
        self.closed += 1

    def scene(self, scene: object) -> None: ...
    def cue(self, cue: object) -> None: ...
    def try_part(self, key: str) -> None: ...


class Late(queue.SimpleQueue[Any]):
    """Each interrupt comes just before a wait begins: it is heard of once the wait is over."""

    def get(self, block: bool = True, timeout: float | None = None) -> Any:
        assert timeout is not None, "nothing would end this wait"
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        signal.raise_signal(signal.SIGINT)
        try:
            return super().get(block, timeout)
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})


@pytest.fixture
def still(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[Still]:
    """The panels that were opened by trying ``tmp_path / "port"``, which is told everything at once."""
    (tmp_path / "port").touch()
    opened: list[Still] = []

    def open_still(_port: str, _notice: object, presses: command.Presses) -> Still:
        opened.append(Still(presses))
        return opened[-1]

    monkeypatch.setattr(command, "_open", open_still)
    monkeypatch.setattr(command, "installed", lambda: installed()[:1])
    monkeypatch.setattr(command, "ALL_PRESSES", command.ALL_PRESSES[-2:])
    return opened


def test_an_interrupt_at_any_line_lets_the_last_word_be_said(
    still: list[Still], tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    before = signal.getsignal(signal.SIGINT)
    lines = 0
    """Of the command, in this run, since it hears of interrupts."""

    def interrupt_at(wanted: int) -> Any:
        def trace(frame: FrameType, event: str, _value: object) -> Any:
            nonlocal lines
            if frame.f_code.co_filename != command.__file__:
                return None
            if event == "line" and signal.getsignal(signal.SIGINT) != before:
                lines += 1
                if lines == wanted:
                    signal.raise_signal(signal.SIGINT)
            return trace

        return trace

    heard, wanted = 0, 0
    while wanted <= lines:  # the last one is not interrupted
        wanted, lines = wanted + 1, 0
        earlier = sys.gettrace()
        sys.settrace(interrupt_at(wanted))
        try:
            status = main(["panel", "try", "--port", str(tmp_path / "port"), "--pace", "0", "--json"])
        finally:
            sys.settrace(earlier)
        said = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
        pressed = sum("press" in one for one in said)
        assert "missing" in said[-1] and sum("missing" in one for one in said) == 1, (wanted, said)
        assert len(said[-1]["missing"]) == len(command.ALL_PRESSES) - pressed, (wanted, said)
        assert status == bool(said[-1]["missing"]) and still[-1].closed == 1
        assert signal.getsignal(signal.SIGINT) == before
        assert pressed >= heard, "later interrupts let more be heard"
        heard = pressed
    assert heard == len(command.ALL_PRESSES) and len(still) == wanted > 50


def test_an_interrupt_just_before_a_wait_ends_it_all_the_same(
    still: list[Still], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(command, "PIECE_S", 0.01)
    monkeypatch.setattr(queue, "SimpleQueue", Late)
    monkeypatch.setattr(Still, "cancel", lambda _panel: None)
    assert main(["panel", "try", "--port", str(tmp_path / "port"), "--pace", "0", "--json"]) == 1
    said = [json.loads(line) for line in capfd.readouterr().out.splitlines()]
    assert "buttons" in said[-2] and len(said[-1]["missing"]) == len(command.ALL_PRESSES)


def test_flashing_puts_the_firmware_on_a_board_that_has_an_older_one(
    socket: Socket, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    older = changed(FILES, tmp_path / "older", "PROTOCOL = 1", "PROTOCOL = 0")
    with socket.panel(older) as peer:
        assert main(["panel", "flash", "--port", str(socket.path)]) == 0
        peer.wait(lambda: len(peer.started) == 3, "the new firmware to start")
    said, complaints = capfd.readouterr()
    assert "The panel answers" in said and complaints == ""


def test_flashing_something_else_says_why_it_failed(
    tmp_path: Path, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "file").touch()
    assert main(["panel", "flash", "--port", str(tmp_path / "file")]) == 2
    assert "The firmware could not be written" in capfd.readouterr().err
    monkeypatch.setattr(command, "FLASH_S", 0.0)
    assert main(["panel", "flash", "--port", str(tmp_path / "file")]) == 2
    assert "the board does not answer" in capfd.readouterr().err


def test_without_a_board_one_sentence_says_so(capfd: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for words in (["flash"], ["try"], ["try", "--port", str(tmp_path / "nothing")]):
        assert main(["panel", *words]) == 2
        said, complaints = capfd.readouterr()
        assert said == "" and complaints.count("\n") == 1 and "Plug it in" in complaints


def test_without_mpremote_one_sentence_says_how_to_get_it(
    socket: Socket, capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "mpremote", None)
    monkeypatch.setattr(command.importlib.util, "find_spec", lambda _name: None)
    with socket.panel():
        assert main(["panel", "flash", "--port", str(socket.path)]) == 2
    assert "./longship setup panel" in capfd.readouterr().err


def test_trying_where_nobody_answers_says_so(
    capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setattr(command, "ANSWER_S", 0.2)
    assert main(["panel", "try", "--port", str(tmp_path / "file")]) == 2
    assert capfd.readouterr().err.count("cannot be opened as a serial port") == 1
