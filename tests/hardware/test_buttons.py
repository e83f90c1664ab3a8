"""Buttons on gpiozero's mock pins: bouncing, holding, bad contacts, and pins that fail and come back.

gpiozero's own debouncing does nothing on mock pins; ours is shown on them, with the time in the test's hand.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory, MockPWMPin
from hypothesis import given
from hypothesis import strategies as st

from companion.app.ports import HOLD_S, Cue, Notice, Part, PartKind, Press, PressKind, Scene
from companion.app.settings import AlertSettings, Pins, Settings
from companion.app.wiring import HEADER, label, wires
from companion.rules.cities_knights.alerts import ATTACK
from companion.rules.presentation.alerts import A4, E4, Note
from hardware import contacts as contacts_module
from hardware import pins as pins_module
from hardware.contacts import SETTLE_S, Contact
from hardware.outputs import open_outputs
from hardware.pins import PinDevice, open_pins
from tests.kit.fakes import NO_BUTTONS, Pressed

DEADLINE_S = 120.0
PINS = Pins(active_buzzer=14, next_button=4, undo_button=18, mute_button=19)
NEXT, UNDO, MUTE = Press(PressKind.NEXT), Press(PressKind.UNDO), Press(PressKind.MUTE)


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    for name in ("LONGSHIP_ALERTS", "GPIOZERO_PIN_FACTORY", "LG_WD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Device, "pin_factory", None)
    yield
    until(lambda: not [one for one in threading.enumerate() if one.name == "longship-pins"])


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.002)


# --- One contact, with the time given ------------------------------------------------------------------


class Finger:
    """A contact that is closed and opened at given times, looked at whenever it asks for it."""

    def __init__(self, hold_s: float = 0.0, down: bool = False) -> None:
        self.contact = Contact(down, hold_s)
        self.level = down
        self.now = 50.0
        self.presses: list[float] = []

    def wait(self, seconds: float) -> None:
        """Time passes."""
        end = self.now + seconds
        while (look_s := self.contact.next_look_s(self.now)) is not None and self.now + look_s <= end:
            self.now += look_s
            self._look()
        self.now = end

    def move(self, down: bool, after_s: float = 0.0) -> None:
        """The contact closes or opens."""
        self.wait(after_s)
        self.level = down
        self.contact.edge(down, self.now)
        self._look()

    def _look(self) -> None:
        if self.contact.look(self.level, self.now):
            self.presses.append(self.now)


def bounces(finger: Finger, down: bool, chance: random.Random) -> None:
    """A contact that closes or opens as real ones do: it bounces for some milliseconds first."""
    for _bounce in range(chance.randrange(12)):
        finger.move(chance.random() < 0.5, chance.uniform(0.00005, 0.004))
    finger.move(down, 0.001)


@given(st.integers(0, 2**32))
def test_a_bouncing_press_is_one_press(seed: int) -> None:
    chance, finger = random.Random(seed), Finger()
    for number in range(1, 6):
        bounces(finger, True, chance)
        finger.wait(chance.uniform(SETTLE_S * 2, 0.4))
        bounces(finger, False, chance)
        finger.wait(chance.uniform(SETTLE_S * 2, 0.4))
        assert len(finger.presses) == number


def test_a_press_is_heard_as_soon_as_the_contact_rests() -> None:
    finger = Finger()
    finger.move(True)
    closed = finger.now
    finger.wait(1.0)
    assert finger.presses == [pytest.approx(closed + SETTLE_S, abs=0.002)]


def test_a_spark_on_a_long_wire_is_no_press() -> None:
    finger = Finger()
    for _time in range(100):
        finger.move(True, 0.5)
        finger.move(False, SETTLE_S / 2)
    finger.wait(1.0)
    assert finger.presses == []


def test_what_must_be_held_is_pressed_when_the_time_is_over_and_once() -> None:
    finger = Finger(HOLD_S)
    finger.move(True)
    began = finger.now
    finger.move(False, HOLD_S - 0.1)
    finger.wait(2.0)
    assert finger.presses == [], "let go too soon"
    began = finger.now
    finger.move(True)
    finger.move(False, 0.7)
    finger.move(True, 0.003)  # wet fingers: the contact is lost for a moment
    finger.wait(5.0)
    assert finger.presses == [pytest.approx(began + HOLD_S, abs=0.01)]
    finger.move(False)
    finger.wait(0.2)
    finger.move(True)
    finger.wait(HOLD_S + 0.1)
    assert len(finger.presses) == 2


def test_who_is_down_from_the_start_was_not_pressed() -> None:
    for hold_s in (0.0, HOLD_S):
        finger = Finger(hold_s, down=True)
        finger.wait(10.0)
        assert finger.presses == [] and finger.contact.stuck and finger.contact.down
        finger.move(False)
        finger.wait(0.1)
        finger.move(True)
        finger.wait(HOLD_S + 0.1)
        assert len(finger.presses) == 1 and not finger.contact.stuck


def test_an_edge_that_the_driver_lost_costs_nothing() -> None:
    contact = Contact(False)
    assert not contact.look(True, 1.0)
    assert contact.look(True, 1.1)
    assert not contact.look(False, 2.0) and not contact.look(False, 2.1)
    assert not contact.look(True, 3.0) and contact.look(True, 3.1)


def test_a_bad_contact_is_no_press_however_long_it_lasts() -> None:
    finger = Finger()
    for number in range(1000):
        finger.move(number % 2 == 0, SETTLE_S / 3)
    assert finger.presses == [] and finger.contact.flutters()
    finger.move(False)
    finger.wait(0.5)
    finger.move(True)
    finger.wait(0.1)
    assert len(finger.presses) == 1 and not finger.contact.flutters(), "the contact is good again"


# --- On the pins -------------------------------------------------------------------------------------------


class Bench:
    """The device on mock pins."""

    def __init__(self, pins: Pins = PINS, **alerts: Any) -> None:
        self.factory: Any = MockFactory(pin_class=MockPWMPin)
        self.notices: list[Notice] = []
        self.pressed = Pressed()
        settings = Settings(pins=pins, alerts=AlertSettings(**alerts))
        opened = open_pins(settings, self.notices.append, self.pressed, pin_factory=self.factory)
        assert isinstance(opened, PinDevice) and opened.wait_until_open(DEADLINE_S)
        self.device = opened

    def pin(self, number: int | None) -> Any:
        return self.factory.pin(number)

    def push(self, number: int | None) -> None:
        """A finger presses and lets go, with the bounces of a worn button."""
        count = len(self.pressed.presses)
        for _bounce in range(3):
            self.pin(number).drive_low()
            self.pin(number).drive_high()
        self.pin(number).drive_low()
        until(lambda: len(self.pressed.presses) > count)
        self.pin(number).drive_high()
        until(lambda: not any(part.down for part in self.device.parts()))

    def part(self, key: str) -> Part:
        return next(part for part in self.device.parts() if part.key == f"pins.{key}")

    def on(self) -> set[str]:
        """The keys of all that is on."""
        return {wire.key for wire in wires(PINS) if self._on(wire.number, wire.kind)}

    def _on(self, number: int, kind: PartKind) -> bool:
        return kind is not PartKind.BUTTON and self.pin(number).state > 0


@pytest.fixture
def bench() -> Iterator[Bench]:
    made = Bench()
    yield made
    made.device.close()


def test_each_press_is_brought_once(bench: Bench) -> None:
    for _time in range(3):
        bench.push(PINS.next_button)
        bench.push(PINS.mute_button)
    assert bench.pressed.presses == [NEXT, MUTE] * 3
    assert bench.notices == []


def test_undo_has_to_be_held(bench: Bench) -> None:
    bench.pin(PINS.undo_button).drive_low()
    until(lambda: bench.part("undo_button").down)
    bench.pin(PINS.undo_button).drive_high()
    until(lambda: not bench.part("undo_button").down)
    bench.push(PINS.next_button)
    assert bench.pressed.presses == [NEXT]
    began = time.monotonic()
    bench.push(PINS.undo_button)
    assert bench.pressed.presses == [NEXT, UNDO]
    assert time.monotonic() - began >= HOLD_S, "never sooner"


def test_buttons_that_nobody_set_are_left_alone() -> None:
    bench = Bench(Pins())
    assert not any(part.kind is PartKind.BUTTON for part in bench.device.parts())
    assert bench.pin(4).function == "input" and bench.pin(4).pull != "up"
    bench.device.close()


def test_where_presses_go_may_fail() -> None:
    class Failing(Pressed):
        def press(self, press: Press) -> None:
            super().press(press)
            raise RuntimeError

    factory: Any = MockFactory(pin_class=MockPWMPin)
    failing = Failing()
    device = open_pins(Settings(pins=PINS), [].append, failing, pin_factory=factory)
    assert isinstance(device, PinDevice) and device.wait_until_open(DEADLINE_S)
    factory.pin(PINS.next_button).drive_low()
    until(lambda: failing.presses)
    device.scene(Scene(step=1))
    until(lambda: factory.pin(PINS.ship[0]).state == 1)
    device.close()


def test_a_button_whose_wire_is_shorted_is_named_and_presses_nothing() -> None:
    pressed = Pressed()

    class Shorted(MockPWMPin):  # type: ignore[misc]
        def _set_pull(self, value: str) -> None:
            super()._set_pull(value)
            if self._number == PINS.next_button:
                self.drive_low()

    factory: Any = MockFactory(pin_class=Shorted)
    device = open_pins(Settings(pins=PINS), [].append, pressed, pin_factory=factory)
    assert isinstance(device, PinDevice) and device.wait_until_open(DEADLINE_S)
    faults = {part.key: part.fault for part in device.parts() if part.fault}
    assert list(faults) == ["pins.next_button"]
    assert "short circuit at GPIO 4 (pin 7 of the header)" in faults["pins.next_button"]
    device.close()
    assert pressed.presses == []


def test_a_bad_contact_is_said_once(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine a contact that moves all the time rests now and then: here it is soon bad."""
    monkeypatch.setattr(contacts_module, "FLUTTER_S", 0.02)
    pin = bench.pin(PINS.mute_button)

    def moved() -> bool:
        for _time in range(20):
            pin.drive_low()
            pin.drive_high()
        return bool(bench.notices)

    until(moved)
    for _time in range(20):
        moved()
    assert [notice.text for notice in bench.notices] == [
        "Button MUTE does not come to rest, so it is not heard."
    ]
    assert "GPIO 19" in bench.notices[0].remedy
    bench.push(PINS.next_button)
    assert bench.pressed.presses[-1] == NEXT and len(bench.notices) == 1


def test_a_busy_button_costs_that_button_alone() -> None:
    factory: Any = MockFactory(pin_class=MockPWMPin)
    notices: list[Notice] = []
    other = LED(PINS.next_button, pin_factory=factory)
    device = open_pins(Settings(pins=PINS), notices.append, NO_BUTTONS, pin_factory=factory)
    assert isinstance(device, PinDevice) and device.wait_until_open(DEADLINE_S)
    until(lambda: notices)
    assert "GPIO 4 (pins.next_button)" in notices[0].text
    faults = {part.key: part.fault for part in device.parts() if part.fault}
    assert faults == {"pins.next_button": "Something else uses GPIO 4."}
    device.close()
    other.close()


def test_pins_that_fail_and_come_back_hear_presses_again() -> None:
    class Failing(MockPWMPin):  # type: ignore[misc]
        broken = False

        def _set_state(self, value: float) -> None:
            if type(self).broken:
                raise OSError(5, "Input/output error")
            super()._set_state(value)

    factory: Any = MockFactory(pin_class=Failing)
    notices: list[Notice] = []
    pressed = Pressed()
    device = PinDevice(
        Settings(pins=PINS),
        notices.append,
        pressed,
        lambda _pins, on_edge: open_outputs(PINS, lambda: factory, on_edge),
        retry_s=0.01,
    )
    assert device.wait_until_open(DEADLINE_S)
    Failing.broken = True
    device.scene(Scene(step=3))
    until(lambda: notices and not device.wait_until_open(0))
    assert {part.fault for part in device.parts()} == {notices[0].text}, "no part works now"
    Failing.broken = False
    until(lambda: device.wait_until_open(0) and factory.pin(PINS.ship[2]).state == 1)
    factory.pin(PINS.next_button).drive_low()
    until(lambda: pressed.presses)
    assert pressed.presses == [NEXT] and len(notices) == 1
    assert not any(part.fault for part in device.parts())
    device.close()


# --- Parts that are tried ----------------------------------------------------------------------------------


def test_other_pins_hold_at_once() -> None:
    bench = Bench(Pins())
    bench.device.scene(Scene(step=1))
    bench.device.configure(Settings(pins=PINS))
    until(lambda: any(part.kind is PartKind.BUTTON for part in bench.device.parts()))
    bench.push(PINS.next_button)
    assert bench.pressed.presses == [NEXT] and bench.notices == []
    until(lambda: bench.on() == {"ship[0]"})
    bench.device.configure(Settings(pins=Pins(ship=Pins().ship[::-1])))
    until(lambda: not any(part.kind is PartKind.BUTTON for part in bench.device.parts()))
    until(lambda: bench.pin(Pins().ship[-1]).state == 1 and bench.pin(Pins().ship[0]).state == 0)
    bench.device.close()


def test_each_light_and_each_buzzer_is_tried_alone(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    bench.device.scene(Scene(step=2, seats=4, on_turn=0))
    until(lambda: bench.on() == {"ship[0]", "ship[1]", "seats[0]"})
    for wire in wires(PINS):
        if wire.kind is not PartKind.BUTTON:
            bench.device.try_part(wire.setting)
            until(lambda key=wire.key: bench.on() == {key})  # type: ignore[misc]
    bench.device.try_part("panel.ship[0]")
    until(lambda: bench.on() == {"ship[0]", "ship[1]", "seats[0]"})


def test_what_is_tried_ends_by_itself_and_buttons_have_nothing_to_try(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pins_module, "TRIAL_S", 0.05)
    bench.device.scene(Scene(step=7))
    bench.device.try_part("pins.seats[5]")
    until(lambda: bench.on() == {"seats[5]"})
    until(lambda: len(bench.on()) == 7)
    bench.device.try_part("pins.next_button")
    bench.device.try_part("pins.nonsense")
    assert bench.device.wait_until_open(0)


def test_mute_silences_what_is_tried(bench: Bench) -> None:
    bench.device.mute(True)
    bench.device.try_part("pins.buzzer")
    bench.device.try_part("pins.active_buzzer")
    bench.device.scene(Scene(step=1))
    bench.device.try_part("")
    until(lambda: bench.on() == {"ship[0]"})
    for number in (PINS.buzzer, PINS.active_buzzer):
        assert not any(state.state for state in bench.pin(number).states)


def test_the_active_buzzer_keeps_the_rhythm_of_the_piezo() -> None:
    factory: Any = MockFactory(pin_class=MockPWMPin)
    opened, notice = open_outputs(PINS, lambda: factory)
    assert notice is None
    piezo, active = factory.pin(PINS.buzzer), factory.pin(PINS.active_buzzer)
    for note in (Note(0, 1, E4), None, Note(0, 1, A4)):
        opened.sound(note)
        assert (piezo.state > 0, active.state) == (note is not None, note is not None)
    opened.sound(Note(0, 1, A4), "active_buzzer")
    assert not piezo.state and active.state
    opened.close()


def test_an_active_buzzer_in_the_place_of_the_piezo() -> None:
    bench = Bench(Pins(buzzer=None, active_buzzer=12))
    bench.device.cue(Cue(ATTACK))
    until(lambda: any(state.state for state in list(bench.pin(12).states)))
    bench.device.close()


def test_every_part_has_a_name_and_a_wire_of_its_own() -> None:
    found = [wire.part() for wire in wires(PINS)]
    assert len({part.key for part in found}) == len({part.label for part in found}) == len(found) == 18
    assert label("ship[6]") == "Ship, light 7"
    board = MockFactory().board_info
    for number, header in HEADER.items():
        [(_info, pin)] = board.find_pin(f"GPIO{number}")
        assert pin.number == header
    assert sorted(HEADER) == list(range(28))
