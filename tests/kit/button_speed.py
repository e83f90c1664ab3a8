"""How soon a press is an entry, and how soon an entry is seen on the lights: both on mock pins, in the real
app with its journal on the disk and a window in memory that draws up to 60 frames a second.

``python -m tests.kit.button_speed [--json]``.
"""

from __future__ import annotations

import random
import statistics
import sys
import threading
import time
from pathlib import Path
from typing import Any

import msgspec
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.buttons import GuardedButtons
from companion.app.ports import Buttons, Device, NoticeSink
from companion.app.session import Update, UpdateKind
from companion.app.settings import Pins, Settings
from companion.history.log import Header
from companion.rules.base.turn import EndTurn, RollDice
from hardware.pins import open_pins
from tests.kit.evening import PEOPLE
from tests.kit.offscreen import tell
from tests.kit.tables import CITIES_KNIGHTS
from tests.kit.taps import application, begin

SAMPLES = 40
BETWEEN_S = 0.3
"""More than people need to press again, and fewer presses than a flood."""
LONGEST_WAIT_S = 5.0
SEED = 16
PINS = Pins(next_button=4, undo_button=18, mute_button=19)


class ButtonSpeeds(msgspec.Struct, frozen=True):
    """Milliseconds: from a contact that closes to the entry that was judged and stored, and from the entry
    (before it is judged) to the first light."""

    press_p50_ms: float
    press_p95_ms: float
    light_p50_ms: float
    light_p95_ms: float


def measure(folder: Path, samples: int = SAMPLES) -> ButtonSpeeds:
    """All figures. Raises RuntimeError when a press or a light does not come."""
    lit = threading.Event()
    lit_at = [0.0]

    class TimedPin(MockPWMPin):  # type: ignore[misc]
        """A pin that notes when a light of the ship first gets brighter."""

        def _change_state(self, value: float) -> bool:
            changed: bool = super()._change_state(value)
            if changed and value > 0 and self._number in PINS.ship and not lit.is_set():
                lit_at[0] = time.monotonic()
                lit.set()
            return changed

    factory: Any = MockFactory(pin_class=TimedPin)

    def open_device(_settings: Settings, notice: NoticeSink, buttons: Buttons, /) -> Device:
        guarded = GuardedButtons("pins", buttons, notice)
        return open_pins(Settings(pins=PINS), notice, guarded, pin_factory=factory)

    chance = random.Random(SEED)
    press_ms, light_ms = [], []
    with application(folder, fps=60, open_device=open_device) as app:
        begin(app, Header("speed", PEOPLE, CITIES_KNIGHTS, level="L1"))
        from kivy.base import EventLoop

        session = app.shell.play.session
        entered: list[float] = []

        def heard(update: Update) -> None:
            if update.kind is UpdateKind.NEW and update.entry is not None:
                entered.append(time.monotonic())

        session.subscribe(heard)

        def frames(seconds: float) -> None:
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                EventLoop.idle()

        def close_contact(start: list[float]) -> None:
            start.append(time.monotonic())
            factory.pin(PINS.next_button).drive_low()

        frames(BETWEEN_S)
        for _sample in range(samples):
            frames(BETWEEN_S)
            lit.clear()
            start = time.monotonic()
            session.submit(RollDice(session.state.core.on_turn, {"white": 1, "red": 2, "event": "ship"}))
            if not lit.wait(LONGEST_WAIT_S):
                raise RuntimeError("no light was seen")
            light_ms.append((lit_at[0] - start) * 1000)
            frames(BETWEEN_S + chance.random() / 30)
            entered.clear()
            pressed: list[float] = []
            finger = threading.Timer(chance.random() / 30, close_contact, [pressed])
            finger.start()
            give_up = time.monotonic() + LONGEST_WAIT_S
            while not entered:
                EventLoop.idle()
                if time.monotonic() > give_up:
                    raise RuntimeError("the press was not heard")
            if session.standing[-1].command != EndTurn(session.standing[-1].command.by):
                raise RuntimeError("the press was not what ended the turn")
            press_ms.append((entered[0] - pressed[0]) * 1000)
            factory.pin(PINS.next_button).drive_high()
            while session.undo() is not None:  # the ship is far away again, and the lights are dark
                pass
    return ButtonSpeeds(
        statistics.median(press_ms), _p95(press_ms), statistics.median(light_ms), _p95(light_ms)
    )


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else values[0]


if __name__ == "__main__":
    sys.exit(tell(measure, __doc__, sys.argv[1:]))
