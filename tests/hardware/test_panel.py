"""The panel at the other end of a pty, its firmware run by a real MicroPython, and what befalls the line."""

from __future__ import annotations

import errno
import os
import pty
import random
import shutil
import sys
import termios
import threading
import tty
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from serial import Serial, SerialException

from companion.app.buttons import GuardedButtons
from companion.app.ports import Cue, Notice, NullDevice, PartKind, Press, PressKind, Scene
from companion.app.settings import AlertSettings, PanelSettings, Settings
from companion.rules.cities_knights.alerts import ATTACK, SHIP_STEP
from hardware.firmware.panel import BUTTONS
from hardware.panel import port as port_module
from hardware.panel.device import CHUNK_BYTES, PanelDevice, Pauses, open_panel
from hardware.panel.port import find, open_port
from hardware.panel.protocol import Message, encode
from hardware.panel.talk import Times
from tests.kit.each import each
from tests.kit.held import held
from tests.kit.panel_peer import DEADLINE_S, FIRMWARE, Peer, Socket

PATIENT = Pauses(again_s=0.01, stranger_s=0.01, talk=Times(greet_s=0.05, answer_s=DEADLINE_S, silent_s=30))
"""Nobody gives up on a panel because the machine is busy."""
QUICK_TO_ROUSE = msgspec.structs.replace(PATIENT.talk, rouse_s=0.2)
HASTY = Pauses(again_s=0.01, stranger_s=0.01, talk=Times(greet_s=0.01, answer_s=0.05, silent_s=0.3))
COLOURS = ("red", "blue", "white", "orange")
SCENE = Scene(step=3, seats=4, on_turn=1, colours=COLOURS)
RED, GREEN, BLUE, OUT = "ff0000", "00ff00", "0028ff", "000000"
SEAT = 7
"""The place of the first seat's light."""


class Table:
    """What a device says and what is pressed on it, waited for without sleeping."""

    def __init__(self) -> None:
        self.presses: list[Press] = []
        self.notices: list[Notice] = []
        self._changed = threading.Condition()
        self._devices: list[PanelDevice] = []

    def open(self, port: object, pauses: Pauses = PATIENT, **options: Any) -> PanelDevice:
        alerts = options.pop("alerts", AlertSettings(preset="all"))
        panel = PanelSettings(port=str(port), brightness=100)
        settings = msgspec.structs.replace(Settings(), panel=panel, alerts=alerts)
        buttons = options.pop("buttons", self)
        device = PanelDevice(settings, self.notice, buttons, pauses=pauses, **options)
        self._devices.append(device)
        return device

    def press(self, press: Press) -> None:
        with self._changed:
            self.presses.append(press)
            self._changed.notify_all()

    def notice(self, notice: Notice) -> None:
        with self._changed:
            self.notices.append(notice)
            self._changed.notify_all()

    def wait(self, condition: Callable[[], object]) -> None:
        with self._changed:
            assert self._changed.wait_for(condition, DEADLINE_S), (self.presses, self.notices)

    def said(self) -> list[str]:
        return [notice.text for notice in self.notices]

    def close(self) -> None:
        for device in self._devices:
            device.close()
            device._thread.join(DEADLINE_S)
            assert not device._thread.is_alive()


@pytest.fixture
def table() -> Iterator[Table]:
    made = Table()
    yield made
    made.close()


@pytest.fixture(scope="module")
def socket(tmp_path_factory: pytest.TempPathFactory) -> Socket:
    return Socket(tmp_path_factory.mktemp("socket"))


@pytest.fixture
def peer(socket: Socket) -> Iterator[Peer]:
    with socket.panel() as plugged:
        yield plugged


@pytest.fixture
def device(table: Table, socket: Socket, peer: Peer) -> PanelDevice:
    made = table.open(socket.path)
    assert made.wait_until_connected(DEADLINE_S) == (1, 0)
    return made


def changed(firmware: Path, to: Path, old: str, new: str) -> Path:
    """A copy of the firmware with one line of it otherwise."""
    shutil.copytree(firmware, to)
    text = (to / "panel.py").read_text(encoding="utf-8")
    assert old in text
    (to / "panel.py").write_text(text.replace(old, new), encoding="utf-8")
    return to


# --- lights and sounds --------------------------------------------------------------------------------


def test_the_lights_follow_the_game_in_the_players_colours(device: PanelDevice, peer: Peer) -> None:
    device.scene(SCENE)
    peer.wait(lambda: peer.lights and peer.lights[-1].startswith(GREEN * 3 + OUT * 5), "three steps")
    assert peer.lights[-1] == GREEN * 3 + OUT * 4 + OUT + "000937" + OUT * 4, "blue, half bright"
    device.scene(msgspec.structs.replace(SCENE, winner=0))
    peer.shows(SEAT, RED)


def test_an_attack_runs_round_the_table_and_is_heard(device: PanelDevice, peer: Peer) -> None:
    device.scene(SCENE)
    device.cue(Cue(ATTACK))
    for place, colour in ((0, RED), (1, BLUE), (2, "ffbe82"), (3, "ff4600"), (0, RED)):
        seats = "".join(colour if place == seat else OUT for seat in range(6))
        peer.wait(lambda seats=seats: any(shown.endswith(seats) for shown in peer.lights), f"seat {place}")  # type: ignore[misc]
    peer.wait(lambda: peer.tones.count(0) >= 3, "three pairs of notes")
    assert peer.tones[:6] == [330, 440, 0, 330, 440, 0]
    assert all(len({shown[6 * place :][:6] for place in range(7)}) == 1 for shown in peer.lights[5:10])


def test_mute_silences_a_note_at_once_and_the_lights_go_on(device: PanelDevice, peer: Peer) -> None:
    device.cue(Cue(ATTACK))
    peer.wait(lambda: peer.tones, "the first note")
    device.mute(True)
    peer.wait(lambda: peer.tones[-1] == 0, "silence")
    count = len(peer.lights)
    peer.wait(lambda: len(peer.lights) > count + 10, "the pulse")
    assert len(peer.tones) <= 4


def test_an_undo_takes_the_lights_back(device: PanelDevice, peer: Peer) -> None:
    device.scene(SCENE)
    device.cue(Cue(ATTACK))
    peer.shows(0, RED)
    device.cancel()
    peer.shows(0, GREEN)


def test_where_alerts_are_off_it_stays_dark_and_its_buttons_are_heard(
    socket: Socket, peer: Peer, table: Table
) -> None:
    dark = table.open(socket.path, alerts=AlertSettings(enabled=False))
    assert dark.wait_until_connected(DEADLINE_S)
    dark.scene(SCENE)
    peer.press("1")
    table.wait(lambda: table.presses)
    assert set("".join(peer.lights)) == {"0"}


def test_closing_leaves_it_dark(socket: Socket, peer: Peer, table: Table) -> None:
    device = table.open(socket.path)
    device.scene(SCENE)
    peer.shows(0, GREEN)
    device.close()
    peer.wait(lambda: set(peer.lights[-1]) == {"0"}, "dark")
    assert table.notices == []


def test_where_the_app_has_died_the_panel_goes_dark_by_itself(socket: Socket, peer: Peer) -> None:
    with Serial(str(socket.path)) as line:
        line.write(encode(Message(1, "SHOW", ("440", "00FF00"))))
        peer.shows(0, GREEN)
        peer.wait(lambda: peer.tones == [440], "a note")
        peer.later(2000)
        peer.wait(lambda: peer.tones[-1] == 0, "silence")
        peer.later(2000)
        peer.shows(0, OUT)


# --- parts --------------------------------------------------------------------------------------------


def test_the_self_test_knows_every_part_with_its_pin(device: PanelDevice, peer: Peer) -> None:
    parts = {part.key: part for part in device.parts()}
    assert len(parts) == 13 + 1 + 8
    assert parts["panel.ship[6]"].wire == "light 7 of the strip, pin GP0 of the panel’s board"
    assert parts["panel.seats[0]"].label == "Panel: Light of seat 1"
    assert (parts["panel.buzzer"].kind, parts["panel.buzzer"].wire[:8]) == (PartKind.SOUND, "pin GP15")
    assert parts["panel.button[6]"].wire == "pin GP7 of the panel’s board"
    assert parts["panel.button[mute]"].label == "Panel: Button MUTE"


def test_a_part_that_is_tried_shines_or_sounds_alone_for_a_moment(device: PanelDevice, peer: Peer) -> None:
    device.scene(SCENE)
    peer.shows(0, GREEN)
    device.try_part("panel.ship[6]")
    peer.wait(lambda: peer.lights[-1] == OUT * 6 + RED + OUT * 6, "the last light alone")
    device.try_part("panel.buzzer")
    peer.wait(lambda: peer.tones == [440], "a note")
    assert set(peer.lights[-1]) == {"0"}
    device.try_part("pins.ship[0]")
    peer.wait(lambda: peer.tones[-1] == 0, "it ends when another device's part is tried")
    peer.shows(0, GREEN)


def test_a_button_that_is_down_is_shown(device: PanelDevice, peer: Peer) -> None:
    def down() -> list[str]:
        return [part.key for part in device.parts() if part.down]

    peer.down("3")
    peer.later(50)
    peer.press("1")
    until(lambda: down() == ["panel.button[3]"])


def until(condition: Callable[[], object]) -> None:
    """Wait for what nobody tells, turn after turn."""
    turn = threading.Event()
    for _turn in range(10_000):
        if condition():
            return
        turn.wait(0.005)
    raise AssertionError("it never happened")


# --- presses ------------------------------------------------------------------------------------------


def test_every_button_is_heard(device: PanelDevice, peer: Peer, table: Table) -> None:
    for count, button in enumerate(BUTTONS, 1):
        peer.press(button)
        table.wait(lambda count=count: len(table.presses) == count)  # type: ignore[misc]
    assert table.presses == [
        *(Press(PressKind.SEAT, seat) for seat in range(6)),
        Press(PressKind.UNDO),
        Press(PressKind.MUTE),
    ]


def test_a_seat_s_button_held_takes_back_and_lets_go_of_nothing_more(
    device: PanelDevice, peer: Peer, table: Table
) -> None:
    peer.hold("2")
    peer.press("4")
    table.wait(lambda: len(table.presses) == 2)
    assert table.presses == [Press(PressKind.SEAT_UNDO, 1), Press(PressKind.SEAT, 3)]


def test_what_was_pressed_while_the_app_was_away_is_forgotten(
    socket: Socket, peer: Peer, table: Table
) -> None:
    peer.press("1")
    device = table.open(socket.path)
    assert device.wait_until_connected(DEADLINE_S)
    peer.press("2")
    table.wait(lambda: table.presses)
    assert table.presses == [Press(PressKind.SEAT, 1)]


# --- plugs and lines ----------------------------------------------------------------------------------


def test_it_comes_back_by_itself_with_the_right_lights_and_says_it_once(socket: Socket, table: Table) -> None:
    device = table.open(socket.path)
    table.wait(lambda: len(table.notices) == 1)
    for step in (1, 2, 3, 4):
        with socket.panel() as peer:
            device.scene(msgspec.structs.replace(SCENE, step=step))
            peer.shows(step - 1, GREEN)
            peer.press("1")
            table.wait(lambda step=step: len(table.presses) == step)  # type: ignore[misc]
        until(lambda: device.wait_until_connected(0.0) is None)
    gone = f"The panel ({socket.path}) is not connected; the touchscreen does it all."
    assert table.said() == [gone, "The panel was unplugged; the touchscreen does it all."]


def test_a_cue_while_it_is_unplugged_is_not_shown_late(socket: Socket, table: Table) -> None:
    device = table.open(socket.path)
    device.cue(Cue(ATTACK))
    device.scene(SCENE)
    with socket.panel() as peer:
        peer.shows(0, GREEN)
        device.cue(Cue(SHIP_STEP))
        peer.wait(lambda: 330 in peer.tones, "the step")
    assert not any(shown.startswith(RED) for shown in peer.lights)


def test_a_panel_that_dies_in_the_middle_of_a_line_leaves_no_half_of_it(socket: Socket, table: Table) -> None:
    device = table.open(socket.path)
    with socket.panel() as peer:
        device.scene(SCENE)
        peer.shows(0, GREEN)
        peer.write(b"!7F PRESS ")
        peer.kill()
        until(lambda: device.wait_until_connected(0.0) is None)
    with socket.panel() as peer:
        peer.shows(0, GREEN)
        peer.press("5")
        table.wait(lambda: table.presses)
    assert table.presses == [Press(PressKind.SEAT, 4)]


@pytest.mark.parametrize("seed", range(3))
def test_garbage_between_the_lines_is_nothing(
    device: PanelDevice, peer: Peer, table: Table, seed: int
) -> None:
    chance = random.Random(seed)
    for number in range(20):
        peer.write(chance.randbytes(chance.randrange(1, 200)) + chance.choice((b"", b"\n", b"!", b"!00 ")))
        if number % 5 == 0:
            peer.press(str(1 + number % 6))
            table.wait(lambda count=1 + number // 5: len(table.presses) == count)  # type: ignore[misc]
    device.scene(SCENE)
    peer.shows(0, GREEN)
    assert table.notices == []


@pytest.mark.parametrize("prompt", [b"", b"\r\x01"], ids=["for people", "for programs"])
def test_a_program_that_was_ended_is_started_again(
    socket: Socket, peer: Peer, table: Table, prompt: bytes
) -> None:
    with Serial(str(socket.path), timeout=DEADLINE_S) as line:
        line.write(b"\x03")
        peer.wait(lambda: peer.ended, "the end of the program")
        line.read_until(b">>> ")
        line.write(prompt)
        if prompt:
            assert line.read_until(b"raw REPL; CTRL-B to exit\r\n>").endswith(b">")
    assert "KeyboardInterrupt" in peer.ended[0] and set(peer.lights[-1]) == {"0"}
    device = table.open(socket.path, msgspec.structs.replace(PATIENT, talk=QUICK_TO_ROUSE))
    device.scene(SCENE)
    peer.shows(0, GREEN)
    assert len(peer.started) == 2 and table.notices == []


def test_a_panel_that_hangs_is_said_once_and_holds_up_nobody(socket: Socket, table: Table) -> None:
    with socket.panel() as peer:
        device = table.open(socket.path, msgspec.structs.replace(HASTY, talk=Times(silent_s=0.3)))
        device.scene(SCENE)
        peer.shows(0, GREEN)
        peer.hang()
        table.wait(lambda: table.notices)
        for step in range(500):
            device.scene(msgspec.structs.replace(SCENE, step=step % 8))
            device.cue(Cue(ATTACK))
    assert table.said()[0] == "The panel does not answer any more; it is greeted again by itself."
    with socket.panel() as peer:
        device.scene(SCENE)
        peer.shows(0, GREEN)


def test_an_older_firmware_works_and_is_told_once(socket: Socket, table: Table, tmp_path: Path) -> None:
    older = changed(FIRMWARE, tmp_path / "older", 'FIRMWARE = "1.0"', 'FIRMWARE = "0.9"')
    for _time in range(2):
        with socket.panel(older) as peer:
            device = table.open(socket.path)
            device.scene(SCENE)
            peer.shows(0, GREEN)
            device.close()
    assert set(table.said()) == {"The panel’s firmware is older than this Longship; it works all the same."}
    assert "./longship panel flash" in table.notices[0].remedy


@pytest.mark.parametrize(("protocol", "word"), [(0, "old"), (2, "new")])
def test_a_firmware_of_another_protocol_is_said_once_and_looked_for_again(
    socket: Socket, table: Table, tmp_path: Path, protocol: int, word: str
) -> None:
    other = changed(FIRMWARE, tmp_path / "other", "PROTOCOL = 1", f"PROTOCOL = {protocol}")
    device = table.open(socket.path)
    device.scene(SCENE)
    with socket.panel(other):
        table.wait(lambda: any(f"too {word} " in text for text in table.said()))
    with socket.panel() as peer:
        peer.shows(0, GREEN)
    assert sum("firmware" in text for text in table.said()) == 1


# --- other things on that port ------------------------------------------------------------------------


class Stranger:
    """Something else at the other end of a pty."""

    def __init__(self, words: bytes = b"") -> None:
        self.master, slave = pty.openpty()
        tty.setraw(slave)
        self.path = os.ttyname(slave)
        self._keep = slave
        self._words = words
        self._closing = False
        self._thread = threading.Thread(target=self._talk, daemon=True)
        self._thread.start()

    def _talk(self) -> None:
        while self._words and not self._closing:
            try:
                os.write(self.master, self._words)
            except OSError:
                return

    def close(self) -> None:
        self._closing = True
        os.set_blocking(self.master, False)
        while self._thread.is_alive():
            termios.tcflush(self._keep, termios.TCIOFLUSH)  # lets go of a write that waits
            self._thread.join(0.01)
        os.close(self.master)
        os.close(self._keep)


@pytest.fixture
def stranger(request: pytest.FixtureRequest) -> Iterator[Stranger]:
    made = Stranger(request.param)
    yield made
    made.close()


@pytest.mark.parametrize("stranger", [b""], indirect=True)
def test_where_nobody_answers_one_sentence_says_so(stranger: Stranger, table: Table) -> None:
    table.open(stranger.path, HASTY)
    table.wait(lambda: table.notices)
    assert table.said() == [f"The panel on {stranger.path} does not answer."]


@pytest.mark.parametrize(
    "stranger", [b"$GPGGA,123519,4807.038,N*47\r\n", b"\xff" * CHUNK_BYTES, b"!"], indirect=True
)
def test_a_flood_from_another_device_is_one_sentence_and_holds_up_nobody(
    stranger: Stranger, table: Table
) -> None:
    device = table.open(stranger.path, HASTY)
    table.wait(lambda: table.notices)
    for step in range(500):
        device.scene(msgspec.structs.replace(SCENE, step=step % 8))
    device.close()
    assert table.said() == [f"What is connected to {stranger.path} is not the panel."]
    assert table.presses == []


def test_a_flood_of_presses_is_left_out_by_the_app_and_said_once(socket: Socket, peer: Peer) -> None:
    heard, notices = Table(), Table()
    device = heard.open(socket.path, buttons=GuardedButtons("panel", heard, notices.notice))
    assert device.wait_until_connected(DEADLINE_S)
    sent = [encode(Message(number, "PRESS", (str(1 + number % 6),))) for number in range(200)]
    peer.write(b"".join(sent))
    notices.wait(lambda: notices.notices)
    device.scene(SCENE)
    peer.shows(0, GREEN)
    heard.close()
    assert len(notices.notices) == 1 and 0 < len(heard.presses) < 10


# --- ports that cannot be opened ----------------------------------------------------------------------


def test_a_port_that_is_a_folder_or_a_file_is_one_sentence(table: Table, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    for count, (path, reason) in enumerate(
        ((tmp_path, "Is a directory"), (tmp_path / "file", "Inappropriate ioctl for device")), 1
    ):
        table.open(path)
        table.wait(lambda count=count: len(table.notices) == count)  # type: ignore[misc]
        assert (
            table.said()[-1] == f"{path} cannot be opened as a serial port ({reason}), so there is no panel."
        )


def test_a_port_of_which_the_system_wants_to_know_nothing_is_looked_for_again(
    table: Table, tmp_path: Path
) -> None:
    (tmp_path / "loop").symlink_to("loop")
    calls: list[str] = []

    def strange(port: str) -> Serial:
        calls.append(port)
        raise RuntimeError("what no driver ever says")

    for path, reason in (
        (tmp_path / ("x" * 300), "File name too long"),
        (tmp_path / "loop", "symbolic links"),
    ):
        table.open(path)
        table.wait(lambda reason=reason: any(reason in said for said in table.said()))  # type: ignore[misc]
    table.open(tmp_path, open_serial=strange)
    table.wait(lambda: "what no driver ever says" in table.said()[-1])
    until(lambda: len(calls) > 1)


def test_a_port_that_another_program_has_is_taken_once_that_lets_go(
    socket: Socket, peer: Peer, table: Table
) -> None:
    with Serial(str(socket.path), exclusive=True):
        device = table.open(socket.path)
        table.wait(lambda: table.notices)
    assert table.said() == [f"Another program uses the panel’s port ({socket.path})."]
    assert device.wait_until_connected(DEADLINE_S) == (1, 0)


@each([(errno.EACCES, "may not use"), (errno.EBUSY, "Another program"), (errno.ENODEV, "not connected")])
def test_each_refusal_has_its_sentence(number: int, words: str) -> None:
    error = port_module._about("/dev/ttyACM0", SerialException(number, os.strerror(number)))
    assert error.notice is not None and words in error.notice.text and error.notice.remedy


def test_without_pyserial_one_sentence_says_how_to_get_it(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "serial", None)
    (tmp_path / "panel").touch()
    table.open(tmp_path / "panel")
    table.wait(lambda: table.notices)
    assert "pyserial" in table.said()[0] and "./longship setup panel" in table.notices[0].remedy


def test_it_is_found_by_its_fixed_name_or_as_a_board(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(port_module, "DEVICES", tmp_path)
    assert find("auto") is None and find("off") is None and find("/dev/ttyACM3") == "/dev/ttyACM3"
    boards = tmp_path / "serial/by-id"
    boards.mkdir(parents=True)
    (boards / "usb-Prolific_USB-Serial-if00").touch()
    assert find("auto") is None, "somebody else's device is left alone"
    (boards / "usb-MicroPython_Board_in_FS_mode_e6614-if00").touch()
    assert find("auto") == str(boards / "usb-MicroPython_Board_in_FS_mode_e6614-if00")
    (tmp_path / "longship-panel").touch()
    assert find("auto") == str(tmp_path / "longship-panel")


def test_where_there_is_none_nothing_is_said_and_off_is_off(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(port_module, "DEVICES", tmp_path)
    tries: list[str] = []

    def counted(setting: str) -> Serial:
        tries.append(setting)
        return open_port(setting)

    device = table.open("auto", open_serial=counted)
    until(lambda: len(tries) > 3)
    assert table.notices == [] and device.parts() == ()
    device.configure(msgspec.structs.replace(Settings(), panel=PanelSettings(port="off")))
    until(lambda: device._port == "off")
    tried = len(tries)
    device.configure(msgspec.structs.replace(Settings(), panel=PanelSettings(port=str(tmp_path / "none"))))
    until(lambda: len(tries) > tried)
    assert set(tries[:tried]) == {"auto"} and tries[tried] == str(tmp_path / "none")
    monkeypatch.setenv("LONGSHIP_ALERTS", "off")
    assert type(open_panel(Settings(), table.notice, table)) is NullDevice


def test_another_port_and_another_brightness_hold_at_once(socket: Socket, table: Table, peer: Peer) -> None:
    device = table.open(socket.path)
    assert device.wait_until_connected(DEADLINE_S)
    device.scene(Scene(step=3))

    def told(**panel: Any) -> None:
        panel = {"port": str(socket.path)} | panel
        device.configure(msgspec.structs.replace(Settings(), panel=PanelSettings(**panel)))

    def brightest() -> int:
        return max(bytes.fromhex(peer.lights[-1])) if peer.lights else 0

    peer.wait(lambda: brightest() > 100, "bright lights")
    told(brightness=10)
    peer.wait(lambda: 0 < brightest() < 100, "dim lights")
    told(port="off")
    peer.wait(lambda: brightest() == 0, "dark lights")
    until(lambda: device.parts() == ())
    told()
    assert device.wait_until_connected(DEADLINE_S)
    assert table.notices == []


# --- what drivers raise -------------------------------------------------------------------------------


class Breaking:
    """A port that fails in one call, as its driver does when the plug is pulled."""

    port = "/dev/pretended"

    def __init__(self, call: str, error: Exception) -> None:
        self.call, self.error = call, error
        self._here, self._there = os.pipe()
        os.write(self._there, b"x")

    def _maybe(self, call: str) -> None:
        if call == self.call:
            raise self.error

    def fileno(self) -> int:
        return self._here

    def read(self, size: int) -> bytes:
        self._maybe("read")
        return os.read(self._here, size)

    def write(self, data: bytes) -> int:
        self._maybe("write")
        return len(data)

    def reset_output_buffer(self) -> None:
        raise termios.error(errno.EIO, "Input/output error")

    def close(self) -> None:
        os.close(self._here)
        os.close(self._there)
        raise OSError(errno.EIO, "Input/output error")


@pytest.mark.parametrize("call", ["read", "write"])
@pytest.mark.parametrize(
    "error",
    [
        SerialException("device reports readiness to read but returned no data"),
        OSError(errno.EIO, "Input/output error"),
        termios.error(errno.EIO, "Input/output error"),
    ],
    ids=lambda error: type(error).__module__ + "." + type(error).__name__,
)
def test_whatever_a_driver_raises_it_was_unplugged(table: Table, call: str, error: Exception) -> None:
    tries: list[Breaking] = []

    def breaking(_setting: str) -> Any:
        tries.append(Breaking(call, error))
        return tries[-1]

    table.open("/dev/pretended", open_serial=breaking)
    until(lambda: len(tries) > 3)
    assert table.said() == ["The panel was unplugged; the touchscreen does it all."]


def test_what_nobody_thought_of_costs_the_panel_and_not_the_game(table: Table) -> None:
    table.open("/dev/pretended", open_serial=lambda _setting: Breaking("read", RuntimeError("odd")))  # type: ignore[arg-type,return-value]
    table.wait(lambda: table.notices)
    assert table.said() == ["The panel has stopped (odd); the touchscreen does it all."]


def test_it_leaves_neither_thread_nor_descriptor(socket: Socket, peer: Peer) -> None:
    before = held()
    for _time in range(5):
        table = Table()
        device = table.open(socket.path)
        assert device.wait_until_connected(DEADLINE_S)
        table.close()
        device.scene(SCENE)  # too late, and no harm
        device.mute(True)
    assert held().more_than(before) == []


@pytest.mark.parametrize("seed", range(2))
def test_plugged_and_unplugged_at_random_it_is_right_in_the_end(
    socket: Socket, table: Table, seed: int
) -> None:
    chance = random.Random(seed)
    device = table.open(socket.path)
    for _time in range(8):
        step = chance.randrange(1, 6)
        with socket.panel() as peer:
            if chance.random() < 0.5:
                device.cue(Cue(chance.choice((ATTACK, SHIP_STEP))))
            if chance.random() < 0.5:
                peer.write(chance.randbytes(50))
            if chance.random() < 0.5:
                device.scene(msgspec.structs.replace(SCENE, step=step))
                peer.shows(step - 1, GREEN)
    with socket.panel() as peer:
        device.scene(SCENE)
        peer.wait(lambda: peer.lights and peer.lights[-1].startswith(GREEN * 3 + OUT * 5), "three steps")
    assert len(set(table.said())) == len(table.said()), "each trouble once"
