"""Pretended pins that write what happens on them to a file: ``LONGSHIP_ALERTS=mock:FILE``."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.settings import Pins
from companion.app.wiring import wires


class Recorder:
    """Writes one JSON object a line; times are those of CLOCK_MONOTONIC, the same in every process.

    The first line names the pins by their keys in the settings; each later one is a change on a pin:
    ``{"t": 12.3, "pin": 17, "key": "ship[0]", "state": 0.5, "frequency": 100}``. ``state`` is the share of
    time the pin is high (0 to 1); a buzzer that sounds has 0.5 and the note's frequency in Hz.
    """

    def __init__(self, file: str | Path, pins: Pins) -> None:
        self._keys = {wire.number: wire.key for wire in wires(pins)}
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


class RecordingPin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no types
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
