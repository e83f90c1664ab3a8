"""Devices that fall ill and recover, with what shows whether an alert has reached the table on each of them.

One class for each entry point of ``longship.devices``. Everything that a device waits for by itself passes
``times`` as fast, as it does for a test of many hours.
"""

from __future__ import annotations

import os
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from itertools import groupby
from pathlib import Path
from typing import Any

import msgspec
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.ports import Buttons, Device, NoticeSink
from companion.app.settings import DiceSettings, MqttSettings, PanelSettings, Settings, SpeakerSettings
from companion.rules.presentation.alerts import Alert, Note
from hardware import camera_job, pins
from hardware.frames import Frame, FrameError
from hardware.mqtt import device as mqtt
from hardware.outputs import open_outputs
from hardware.panel import device as panel
from hardware.sound import device as sound
from tests.kit.brokers import Listener, Mosquitto, Network
from tests.kit.dice_pictures import picture
from tests.kit.panel_peer import Peer, Socket
from tests.kit.sound_programs import WELL, Pretended, complains

FLOOD_BYTES = 200_000
FRAME_S = 0.5


class Patient:
    """A device with its illnesses. ``opened`` is the device itself, once the app has opened it."""

    illnesses: tuple[str, ...] = ()

    def __init__(self, chance: random.Random) -> None:
        self.chance = chance
        self.illness = ""
        self.was_ill: dict[str, int] = dict.fromkeys(self.illnesses, 0)
        self.opened: Any = None

    def fall_ill(self, illness: str = "") -> None:
        """Begin to misbehave, in this way or by chance."""
        self.recover()
        self.illness = illness or self.chance.choice(self.illnesses)
        self.was_ill[self.illness] += 1
        getattr(self, f"_{self.illness}")()

    def recover(self) -> None:
        """Behave well again; whatever the app has to do about it, it must do by itself."""
        if self.illness:
            self.illness = ""
            self._recover()

    def _recover(self) -> None:
        raise NotImplementedError

    def able(self) -> bool:
        """Whether an alert can be shown here now: it is well, and the app has noticed."""
        raise NotImplementedError

    def mark(self) -> int:
        """How much has been shown so far."""
        raise NotImplementedError

    def showed(self, alert: Alert, mark: int) -> bool:
        """Whether this alert has been shown since."""
        raise NotImplementedError

    def tidy(self) -> None:
        """Forget what was only remembered for the test."""

    def close(self) -> None:
        """All is over."""


def _in_order(wanted: tuple[Note, ...], heard: list[int]) -> bool:
    """Whether these notes were heard one after another, whatever else was heard in between."""
    rest = iter(heard)
    return all(any(abs(round(note.frequency_hz) - one) <= 1 for one in rest) for note in wanted)


# --- the pins -----------------------------------------------------------------------------------------------


class PinsPatient(Patient):
    """Mock pins whose driver fails."""

    illnesses = ("writing_fails", "opening_fails", "is_slow")

    def __init__(self, chance: random.Random, times: float, _folder: Path) -> None:
        super().__init__(chance)
        self.fails = self.slow = False
        self.notes: list[int] = []
        patient = self

        class SickPin(MockPWMPin):  # type: ignore[misc]
            """A pin that fails while its patient is ill, and tells of the buzzer's notes."""

            def _change_state(self, value: float) -> bool:
                if patient.fails:
                    raise OSError(5, "the chip is gone")
                if patient.slow:
                    threading.Event().wait(0.002)
                changed: bool = super()._change_state(value)
                del self.states[:-2]
                return changed

            def _set_frequency(self, value: float | None) -> None:
                super()._set_frequency(value)
                if value is not None and self._number == Settings().pins.buzzer:
                    patient.notes.append(round(value))

        def open_device(settings: Settings, notice: NoticeSink, buttons: Buttons) -> Device:
            def factory() -> Any:
                if self.fails:
                    raise OSError(5, "the chip is gone")
                return MockFactory(pin_class=SickPin)

            self.opened = pins.PinDevice(
                settings,
                notice,
                buttons,
                lambda wanted, on_edge: open_outputs(wanted, factory, on_edge),
                retry_s=pins.RETRY_S / times,
            )
            return self.opened

        pins.open_pins = open_device  # type: ignore[assignment]

    def _writing_fails(self) -> None:
        self.fails = True

    _opening_fails = _writing_fails

    def _is_slow(self) -> None:
        self.slow = True

    def _recover(self) -> None:
        self.fails = self.slow = False

    def able(self) -> bool:
        return not self.fails and self.opened._usable is True

    def mark(self) -> int:
        return len(self.notes)

    def showed(self, alert: Alert, mark: int) -> bool:
        return _in_order(alert.notes, self.notes[mark:])

    def tidy(self) -> None:
        self.notes.clear()


# --- the panel ----------------------------------------------------------------------------------------------


class PanelPatient(Patient):
    """The real firmware at the other end of a pty, and what befalls the line."""

    illnesses = ("unplugged", "hangs", "floods", "garbage", "presses")

    def __init__(self, chance: random.Random, times: float, folder: Path) -> None:
        super().__init__(chance)
        self.socket = Socket(folder)
        self._cord = ExitStack()
        self.peer: Peer | None = None
        panel.Pauses = lambda: _quicker(panel_pauses, times)  # type: ignore[assignment,misc]
        opened = panel.PanelDevice

        def open_device(settings: Settings, notice: NoticeSink, buttons: Buttons) -> Device:
            self.opened = opened(settings, notice, buttons)
            return self.opened

        panel.open_panel = open_device
        self._plug()

    def _plug(self) -> None:
        self.peer = self._cord.enter_context(self.socket.panel())

    def _unplugged(self) -> None:
        self._cord.close()
        self.peer = None

    def _hangs(self) -> None:
        assert self.peer is not None
        self.peer.hang()

    def _floods(self) -> None:
        assert self.peer is not None
        for _time in range(4):
            self.peer.write(self.chance.randbytes(1000) * (FLOOD_BYTES // 1000))

    def _garbage(self) -> None:
        assert self.peer is not None
        self.peer.write(self.chance.randbytes(self.chance.randint(1, 5000)))

    def _presses(self) -> None:
        assert self.peer is not None
        for button in "123456123456123456":
            self.peer.press(button)

    def _recover(self) -> None:
        self._unplugged()
        self._plug()

    def able(self) -> bool:
        return not self.illness and self.opened._firmware is not None and self.opened._stage._usable

    def mark(self) -> int:
        assert self.peer is not None
        return len(self.peer.tones)

    def showed(self, alert: Alert, mark: int) -> bool:
        """On a line that is held up equal notes may become one: it carries what is so now."""
        notes = tuple(next(equal) for _pitch, equal in groupby(alert.notes, lambda note: note.frequency_hz))
        return self.peer is not None and _in_order(notes, self.peer.tones[mark:])

    def tidy(self) -> None:
        if self.peer is not None:
            for said in (self.peer.tones, self.peer.lights, self.peer.obeyed):
                said.clear()

    def close(self) -> None:
        self._cord.close()


# --- the speaker --------------------------------------------------------------------------------------------


class SpeakerPatient(Patient):
    """A player that hangs, fails or complains."""

    illnesses = ("hangs", "fails", "complains", "missing")

    def __init__(self, chance: random.Random, times: float, folder: Path) -> None:
        super().__init__(chance)
        (folder / "programs").mkdir()
        self.player = Pretended(folder / "programs", sound.PLAYER)
        os.environ["PATH"] = f"{folder / 'programs'}:{os.environ['PATH']}"
        sound.Pauses = lambda: _quicker(sound_pauses, times)  # type: ignore[assignment,misc]
        opened = sound.SpeakerDevice

        def open_device(settings: Settings, notice: NoticeSink, _buttons: Buttons) -> Device:
            self.opened = opened(settings, notice)
            return self.opened

        sound.open_speaker = open_device

    def _hangs(self) -> None:
        self.player.feels("sleep 60")

    def _fails(self) -> None:
        self.player.feels(complains("the card is gone"))

    def _complains(self) -> None:
        self.player.feels("yes complaint | head -c 100000 >&2; exit 0")

    def _missing(self) -> None:
        self.player.path.chmod(0o000)

    def _recover(self) -> None:
        self.player.path.chmod(0o755)
        self.player.feels(WELL)

    def able(self) -> bool:
        return not self.illness and not self.opened._player.busy

    def mark(self) -> int:
        return self.player.runs()

    def showed(self, alert: Alert, mark: int) -> bool:
        return not alert.notes or self.player.runs() > mark

    def tidy(self) -> None:
        for file in (*self.player.home.glob("words.*"), *self.player.home.glob("given.*")):
            file.unlink(missing_ok=True)

    def close(self) -> None:
        self.player.close()


# --- the broker ---------------------------------------------------------------------------------------------


class BrokerPatient(Patient):
    """A network that breaks or goes dead before a real broker, and a broker that is not there."""

    illnesses = ("cut", "dead", "away")

    def __init__(self, chance: random.Random, times: float, folder: Path) -> None:
        super().__init__(chance)
        self.broker = Mosquitto(folder, "allow_anonymous true")
        self.network = Network(self.broker.port)
        self.listener: Listener | None = Listener(self.broker.port)
        mqtt.Pauses = lambda: _quicker(mqtt_pauses, times)  # type: ignore[assignment,misc]
        opened = mqtt.MqttDevice

        def open_device(settings: Settings, notice: NoticeSink, _buttons: Buttons) -> Device:
            self.opened = opened(settings, notice)
            return self.opened

        mqtt.open_mqtt = open_device

    def _cut(self) -> None:
        self.network.cut()

    def _dead(self) -> None:
        self.network.deaden()

    def _away(self) -> None:
        assert self.listener is not None
        self.listener.close()
        self.broker.kill()
        self.network.cut()

    def _recover(self) -> None:
        if self.broker._process is not None and self.broker._process.poll() is not None:
            self.broker.start()
            self.listener = Listener(self.broker.port)
        self.network.cut()

    def able(self) -> bool:
        teller = self.opened._teller
        return not self.illness and teller is not None and teller._usable

    def mark(self) -> int:
        assert self.listener is not None
        return len(self.listener.heard)

    def showed(self, alert: Alert, mark: int) -> bool:
        assert self.listener is not None
        heard = self.listener.heard[mark:]
        return any(one.topic.endswith("/event") and alert.name.encode() in one.payload for one in heard)

    def tidy(self) -> None:
        if self.listener is not None:
            self.listener.heard.clear()

    def close(self) -> None:
        self.network.close()
        if self.listener is not None:
            self.listener.close()
        self.broker.kill()


# --- the camera ---------------------------------------------------------------------------------------------


class CameraPatient(Patient):
    """A camera above an empty tray, through the port of dice. It shows no alerts."""

    illnesses = ("fails", "gone", "hangs", "nonsense")

    def __init__(self, chance: random.Random, times: float, _folder: Path) -> None:
        super().__init__(chance)
        self._changed = threading.Condition()
        camera_job.PAUSES_S = tuple(one / times for one in camera_job.PAUSES_S)
        self.looked = 0

    def open(self, _camera: str, _size_px: tuple[int, int]) -> CameraPatient:
        """In the place of a driver."""
        if self.illness == "gone":
            raise FrameError("no_camera", "usb:0")
        return self

    def frames(self) -> Iterator[Frame]:
        """An empty tray, now and then."""
        number = 0
        while True:
            with self._changed:
                self._changed.wait_for(lambda: self.illness == "hangs", FRAME_S)
                if self.illness == "hangs":
                    self._changed.wait_for(lambda: self.illness != "hangs")
            if self.illness == "fails":
                raise FrameError("camera_stopped", "usb:0")
            if self.illness == "gone":
                raise RuntimeError("what no driver ever says")
            seen = picture("d01_empty.jpg")
            seen[0, 0] = number % 2
            yield Frame(number, number * FRAME_S, seen[:2, :2] if self.illness == "nonsense" else seen)
            number += 1
            self.looked += 1

    def close(self) -> None:
        """As a source it is let go of."""

    def fall_ill(self, illness: str = "") -> None:
        with self._changed:
            self.illness = illness or self.chance.choice(self.illnesses)
            self.was_ill[self.illness] += 1
            self._changed.notify_all()

    def recover(self) -> None:
        with self._changed:
            self.illness = ""
            self._changed.notify_all()

    def able(self) -> bool:
        return not self.illness

    def mark(self) -> int:
        return 0

    def showed(self, alert: Alert, mark: int) -> bool:
        return True


# --- all of them --------------------------------------------------------------------------------------------

panel_pauses, sound_pauses, mqtt_pauses = panel.Pauses, sound.Pauses, mqtt.Pauses
QUICKER = ("again_s", "stranger_s", "well_s", "longest_s", "hostile_s", "lasted_s")
"""What a device waits for by itself; what it waits for others stays as long as it is."""


def _quicker(pauses: Callable[[], msgspec.Struct], times: float) -> Any:
    found = pauses()
    changed = {name: getattr(found, name) / times for name in QUICKER if name in found.__struct_fields__}
    return msgspec.structs.replace(found, **changed)


PATIENTS: dict[str, Callable[[random.Random, float, Path], Patient]] = {
    "pins": PinsPatient,
    "panel": PanelPatient,
    "speaker": SpeakerPatient,
    "mqtt": BrokerPatient,
    "camera": CameraPatient,
}
"""One for each device that is installed, by its entry point's name, and the camera."""


def patients(chance: random.Random, times: float, folder: Path) -> dict[str, Patient]:
    """One of each. From now on they are opened in the places of the real devices."""
    return {name: patient(chance, times, folder) for name, patient in PATIENTS.items()}


def settings_for(found: dict[str, Patient], settings: Settings) -> Settings:
    """Settings with which all of them are used."""
    broker, socket = found["mqtt"], found["panel"]
    assert isinstance(broker, BrokerPatient) and isinstance(socket, PanelPatient)
    return msgspec.structs.replace(
        settings,
        panel=PanelSettings(port=str(socket.socket.path)),
        speaker=SpeakerSettings(sounds="on"),
        mqtt=MqttSettings(enabled=True, host="127.0.0.1", port=broker.network.port),
        dice=DiceSettings(camera="usb:0"),
    )
