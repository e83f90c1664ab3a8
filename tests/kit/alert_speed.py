"""How soon the table sees an alert: from ``cue()`` to the first change on a (mock) pin."""

from __future__ import annotations

import statistics
import threading
import time
from typing import Any

import msgspec
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.alerts import installed
from companion.app.ports import Cue, Notice, Scene
from companion.app.settings import Settings
from companion.rules.presentation.alerts import SoundClass
from hardware.pins import PinDevice, open_pins
from tests.kit.fakes import NO_BUTTONS

LONGEST_WAIT_S = 2.0


class Latency(msgspec.Struct, frozen=True):
    """Milliseconds from the cue to its first light and, past the time it is meant to wait, to its sound."""

    samples: int
    light_p50_ms: float
    light_p95_ms: float
    light_worst_ms: float
    sound_late_p50_ms: float
    sound_late_p95_ms: float


def first_light(samples: int = 20) -> Latency:
    """Measure an alert's first light and first note ``samples`` times, each from dark and silence.

    Takes about half a second a sample. Raises RuntimeError when the lights do not open or answer.
    """
    lit, sounding = _Moment(), _Moment()
    settings = Settings()

    class TimedPin(MockPWMPin):  # type: ignore[misc]
        """A pin that notes when it first goes on."""

        def _change_state(self, value: float) -> bool:
            changed: bool = super()._change_state(value)
            if changed and value > 0:
                (sounding if self._number == settings.pins.buzzer else lit).happen()
            return changed

    notices: list[Notice] = []
    factory: Any = MockFactory(pin_class=TimedPin)
    alerts = open_pins(settings, notices.append, NO_BUTTONS, pin_factory=factory)
    if not isinstance(alerts, PinDevice) or not alerts.wait_until_open(LONGEST_WAIT_S):
        raise RuntimeError(notices[0].text if notices else "the lights did not open")
    light_ms, sound_late_ms = [], []
    alert = next(alert for alert in installed() if alert.sound is SoundClass.ALERT)
    lead_s = alert.notes[0].start_s
    try:
        for _sample in range(samples):
            alerts.cancel()
            alerts.scene(Scene())
            _wait_until_dark(factory, settings)
            lit.forget()
            sounding.forget()
            start = time.monotonic()
            alerts.cue(Cue(alert, test=True))
            light_ms.append((lit.wait() - start) * 1000)
            sound_late_ms.append((sounding.wait() - start - lead_s) * 1000)
    finally:
        alerts.close()
    return Latency(
        samples,
        round(statistics.median(light_ms), 2),
        round(_percentile_95(light_ms), 2),
        round(max(light_ms), 2),
        round(statistics.median(sound_late_ms), 2),
        round(_percentile_95(sound_late_ms), 2),
    )


class _Moment:
    """The first time something happens."""

    def __init__(self) -> None:
        self._happened = threading.Event()
        self._at = 0.0

    def happen(self) -> None:
        if not self._happened.is_set():
            self._at = time.monotonic()
            self._happened.set()

    def forget(self) -> None:
        self._happened.clear()

    def wait(self) -> float:
        if not self._happened.wait(LONGEST_WAIT_S):
            raise RuntimeError("the lights did not answer")
        return self._at


def _wait_until_dark(factory: Any, settings: Settings) -> None:
    deadline = time.monotonic() + LONGEST_WAIT_S
    while any(factory.pin(number).state for number in (*settings.pins.ship, *settings.pins.seats)):
        if time.monotonic() > deadline:
            raise RuntimeError("the lights did not go dark")
        time.sleep(0.001)


def _percentile_95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else values[0]
