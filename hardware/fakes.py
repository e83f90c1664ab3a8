"""Stand-ins that behave like the pins and remember what happened to them."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.dice import CameraChoice, NullCalibrating, Reading, ReadingSink, Told
from companion.app.ports import Cue, NoticeSink, Scene
from companion.app.settings import AlertSettings, Pins, Settings


class RecordingAlerts:
    """The port without pins: remembers what it was told, in order. Safe to call from any thread."""

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.cues: list[Cue] = []
        self.calls: list[tuple[str, object]] = []
        self.muted = False
        self.closed = False
        self._lock = threading.Lock()

    def scene(self, scene: Scene) -> None:
        """Remember a level."""
        with self._lock:
            self.scenes.append(scene)
            self.calls.append(("scene", scene))

    def cue(self, cue: Cue) -> None:
        """Remember an edge."""
        with self._lock:
            self.cues.append(cue)
            self.calls.append(("cue", cue))

    def cancel(self) -> None:
        """Remember that cues were taken back."""
        with self._lock:
            self.calls.append(("cancel", None))

    def mute(self, muted: bool) -> None:
        """Remember the switch."""
        with self._lock:
            self.muted = muted
            self.calls.append(("mute", muted))

    def configure(self, alerts: AlertSettings) -> None:
        """Remember the settings, and their mute."""
        with self._lock:
            self.muted = alerts.muted
            self.calls.append(("configure", alerts))

    def close(self) -> None:
        """Remember the end."""
        with self._lock:
            self.closed = True
            self.calls.append(("close", None))


class PretendedDice:
    """A dice camera that reads what it is told to, from any thread."""

    def __init__(self) -> None:
        self.on_reading: ReadingSink = lambda reading: None
        self.notice: NoticeSink = lambda notice: None
        self.settings: list[Settings] = []
        self.closed = False

    def open(self, settings: Settings, notice: NoticeSink, on_reading: ReadingSink) -> PretendedDice:
        """Stand in for the function that opens a camera."""
        self.settings.append(settings)
        self.notice, self.on_reading, self.closed = notice, on_reading, False
        return self

    def read(self, reading: Reading) -> None:
        """Dice come to rest under the camera."""
        self.on_reading(reading)

    def configure(self, settings: Settings) -> None:
        """Remember the settings."""
        self.settings.append(settings)

    def cameras(self) -> tuple[CameraChoice, ...]:
        """One camera."""
        return (CameraChoice("usb:0", "Table Camera"),)

    def calibrate(
        self, camera: str, size_px: tuple[int, int], tell: Callable[[Told], None]
    ) -> NullCalibrating:
        """Nothing comes of it."""
        return NullCalibrating()

    def close(self) -> None:
        """Remember the end."""
        self.closed = True


class Recorder:
    """Writes one JSON object a line; times are those of CLOCK_MONOTONIC, the same in every process.

    The first line names the pins by their keys in the settings; each later one is a change on a pin:
    ``{"t": 12.3, "pin": 17, "key": "ship[0]", "state": 0.5, "frequency": 100}``. ``state`` is the share of
    time the pin is high (0 to 1); a buzzer that sounds has 0.5 and the note's frequency in Hz.
    """

    def __init__(self, file: str | Path, pins: Pins) -> None:
        self._keys = _keys(pins)
        self._stream = Path(file).open("a", encoding="utf-8")  # noqa: SIM115 - open as long as the pins are
        self._write({"pins": {str(number): key for number, key in self._keys.items()}})

    def pin(self, number: int, state: float, frequency: float | None) -> None:
        """Write the state of a pin after a change."""
        self._write(
            {"pin": number, "key": self._keys.get(number, ""), "state": state, "frequency": frequency}
        )

    def close(self) -> None:
        """End the file."""
        self._stream.close()

    def _write(self, entry: dict[str, object]) -> None:
        if not self._stream.closed:
            self._stream.write(json.dumps({"t": time.monotonic(), **entry}) + "\n")
            self._stream.flush()


class RecordingPin(MockPWMPin):  # type: ignore[misc]
    """A mock pin with PWM that reports each change to its factory's recorder."""

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        if changed:
            self._report()
        return changed

    def _set_frequency(self, value: float | None) -> None:
        before = self._frequency
        super()._set_frequency(value)
        if value != before:
            self._report()

    def _report(self) -> None:
        recorder = getattr(self.factory, "recorder", None)
        if recorder is not None and self.function == "output":
            recorder.pin(self._number, float(self._state), self._frequency)


def recording_factory(file: str | Path, pins: Pins) -> Any:
    """gpiozero's mock factory, with pins that write what happens on them to a file. Raises OSError."""
    factory = MockFactory(pin_class=RecordingPin)
    factory.recorder = Recorder(file, pins)
    return factory


def _keys(pins: Pins) -> dict[int, str]:
    keys = {number: f"ship[{place}]" for place, number in enumerate(pins.ship)}
    keys |= {number: f"seats[{place}]" for place, number in enumerate(pins.seats)}
    keys |= {} if pins.buzzer is None else {pins.buzzer: "buzzer"}
    keys |= {} if pins.mute_button is None else {pins.mute_button: "mute_button"}
    return keys
