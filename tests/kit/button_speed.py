"""How soon a press is an entry, and how soon an entry is seen on the lights, in the real app with its journal
on the disk and a window in memory that draws up to 60 frames a second: on mock pins, and on a panel at the
other end of a pty, whose firmware a real MicroPython runs. The 15 ms for which that waits until a button has
come to rest are let pass at once by its clock.

``python -m tests.kit.button_speed [--json]``.
"""

from __future__ import annotations

import random
import statistics
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.buttons import GuardedButtons
from companion.app.devices import Devices
from companion.app.ports import Buttons, Device, NoticeSink
from companion.app.session import Update, UpdateKind
from companion.app.settings import PanelSettings, Pins, Settings
from companion.history.log import Header
from companion.rules.base.turn import EndTurn, RollDice
from hardware.panel.device import PanelDevice
from hardware.pins import open_pins
from tests.kit.evening import PEOPLE
from tests.kit.offscreen import tell
from tests.kit.panel_peer import Socket
from tests.kit.tables import CITIES_KNIGHTS
from tests.kit.taps import application, begin

SAMPLES = 40
BETWEEN_S = 0.3
"""More than people need to press again, and fewer presses than a flood."""
LONGEST_WAIT_S = 5.0
REST_MS = 50
SEED = 16
PINS = Pins(next_button=4, undo_button=18, mute_button=19)


class ButtonSpeeds(msgspec.Struct, frozen=True):
    """Milliseconds: from a contact that closes (on the panel, from a button that is let go) to the entry that
    was judged and stored, and from the entry (before it is judged) to the first light."""

    press_p50_ms: float
    press_p95_ms: float
    light_p50_ms: float
    light_p95_ms: float
    panel_press_p50_ms: float
    panel_press_p95_ms: float
    panel_light_p50_ms: float
    panel_light_p95_ms: float


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
    socket = Socket(folder)
    devices: list[PanelDevice] = []

    def open_both(_settings: Settings, notice: NoticeSink, buttons: Buttons, /) -> Device:
        settings = Settings(pins=PINS, panel=PanelSettings(port=str(socket.path)))
        guarded = [GuardedButtons(name, buttons, notice) for name in ("pins", "panel")]
        pins = open_pins(settings, notice, guarded[0], pin_factory=factory)
        devices.append(PanelDevice(settings, notice, guarded[1]))
        return Devices([("pins", pins), ("panel", devices[0])])

    chance = random.Random(SEED)
    press_ms, light_ms, panel_press_ms, panel_light_ms = [], [], [], []
    with socket.panel() as peer, application(folder, fps=60, open_device=open_both) as app:
        begin(app, Header("speed", PEOPLE, CITIES_KNIGHTS, level="L1"))
        if devices[0].wait_until_connected(LONGEST_WAIT_S) is None:
            raise RuntimeError("the panel did not answer")
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

        def let_go(start: list[float]) -> None:
            peer.down("2")
            peer.later(REST_MS)
            peer.up("2")
            start.append(time.monotonic())
            peer.later(REST_MS)

        def press(finger: Callable[[list[float]], None]) -> float:
            """Milliseconds from a finger that comes at any moment to the end of the turn."""
            entered.clear()
            pressed: list[float] = []
            hand = threading.Timer(chance.random() / 30, finger, [pressed])
            hand.start()
            give_up = time.monotonic() + LONGEST_WAIT_S
            while not entered:
                EventLoop.idle()
                if time.monotonic() > give_up:
                    raise RuntimeError("the press was not heard")
            hand.join()
            if session.standing[-1].command != EndTurn(session.standing[-1].command.by):
                raise RuntimeError("the press was not what ended the turn")
            return (entered[0] - pressed[0]) * 1000

        def roll() -> float:
            """When the first player rolls a step of the ship; dark and silent before."""
            lit.clear()
            start = time.monotonic()
            session.submit(RollDice(session.state.core.on_turn, {"white": 1, "red": 2, "event": "ship"}))
            return start

        def begin_again() -> None:
            """The ship is far away again, and the lights are dark."""
            while session.undo() is not None:
                pass
            frames(BETWEEN_S)

        frames(BETWEEN_S)
        for _sample in range(samples):
            begin_again()
            start = roll()
            if not lit.wait(LONGEST_WAIT_S):
                raise RuntimeError("no light was seen")
            light_ms.append((lit_at[0] - start) * 1000)
            frames(BETWEEN_S + chance.random() / 30)
            press_ms.append(press(close_contact))
            factory.pin(PINS.next_button).drive_high()
            begin_again()
            shown = len(peer.lights)
            start = roll()
            peer.wait(lambda shown=shown: len(peer.lights) > shown, "the first light")  # type: ignore[misc]
            panel_light_ms.append((time.monotonic() - start) * 1000)
            frames(BETWEEN_S + chance.random() / 30)
            panel_press_ms.append(press(let_go))
    figures = [
        figure
        for values in (press_ms, light_ms, panel_press_ms, panel_light_ms)
        for figure in (statistics.median(values), _p95(values))
    ]
    return ButtonSpeeds(*figures)


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20, method="inclusive")[-1] if len(values) > 1 else values[0]


if __name__ == "__main__":
    sys.exit(tell(measure, __doc__, sys.argv[1:]))
