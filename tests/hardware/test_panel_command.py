"""``longship panel``: a real mpremote writes the firmware to a real MicroPython, and every press is said."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.app.alerts import installed
from companion.app.cli import main
from hardware.firmware.panel import BUTTONS, FIRMWARE
from hardware.panel import command
from hardware.panel import port as port_module
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
    assert "cannot be opened as a serial port" in capfd.readouterr().err
