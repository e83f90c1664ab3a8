"""The alerts on gpiozero's mock pins: what each pattern does to them, and what happens when pins fail."""

from __future__ import annotations

import importlib.machinery
import importlib.util
import itertools
import json
import math
import os
import re
import subprocess
import sys
import threading
import time
import types
from collections.abc import Callable, Iterator
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest
from gpiozero import LED, Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.alerts import REFUSED, WIN, installed
from companion.app.patterns import Frame, level
from companion.app.player import Player
from companion.app.ports import Alerts, Cue, Notice, NullDevice, Scene
from companion.app.settings import AlertSettings, Pins, Settings
from companion.rules.base.alerts import SEVEN
from companion.rules.cities_knights.alerts import (
    ATTACK,
    ATTACK_LOST,
    ATTACK_WON,
    METROPOLIS,
    SHIP_NEAR,
    SHIP_STEP,
)
from companion.rules.presentation.alerts import Alert, Note
from hardware import outputs as outputs_module
from hardware.fakes import recording_factory
from hardware.outputs import GpioOutputs, UnavailableError, give_lgpio_a_folder, open_outputs
from hardware.pins import PinDevice, open_pins
from tests.kit.alert_speed import first_light
from tests.kit.fakes import NO_BUTTONS, RecordingDevice

REPOSITORY = Path(__file__).parents[2]
PINS = Pins()
ALERTS = installed()
DEADLINE_S = 120.0
"""When waiting is given up for good; a busy machine may take its time."""


@pytest.fixture(autouse=True)
def surroundings(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Nothing of this machine chooses the pins, and no thread of ours outlives its test."""
    for name in ("LONGSHIP_ALERTS", "GPIOZERO_PIN_FACTORY", "LG_WD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Device, "pin_factory", None)
    yield
    until(lambda: not own_threads())


def own_threads() -> list[threading.Thread]:
    return [thread for thread in threading.enumerate() if thread.name == "longship-pins"]


def until(condition: Callable[[], object], what: str = "") -> None:
    """Wait for something to become true, or fail."""
    deadline = time.monotonic() + DEADLINE_S
    while not condition():
        assert time.monotonic() < deadline, what or "it never happened"
        time.sleep(0.002)


def mock_factory(pin_class: type = MockPWMPin) -> Any:
    return MockFactory(pin_class=pin_class)


def lights(factory: Any) -> tuple[list[float], list[float]]:
    """The states of the ship's and the seats' pins."""
    return [factory.pin(n).state for n in PINS.ship], [factory.pin(n).state for n in PINS.seats]


def shone(factory: Any, pin: int) -> bool:
    """Whether it has been bright: a busy machine may look when that is over."""
    return max(state.state for state in list(factory.pin(pin).states)) > 0.9


def sounded(factory: Any) -> bool:
    """The same of the buzzer."""
    return any(state.state == 0.5 for state in list(factory.pin(PINS.buzzer).states))


def all_dark(factory: Any) -> bool:
    return not any(state for group in lights(factory) for state in group)


class Stage:
    """The whole chain from a cue to the pins, with the time in the test's hand instead of a thread."""

    def __init__(self, **alerts: object) -> None:
        self.factory = mock_factory()
        self.player = Player(AlertSettings(**{"preset": "all", **alerts}))  # type: ignore[arg-type]
        opened, notice = open_outputs(PINS, lambda: self.factory)
        assert notice is None
        self.outputs = opened
        self.now = 0.0
        self.heard: list[tuple[int, float | None]] = []  # (ms, Hz), None for silence

    def look(self) -> None:
        self.outputs.show(self.player.frame(self.now))
        self.outputs.sound(self.player.note(self.now))
        pin = self.factory.pin(PINS.buzzer)
        sounding = pin.frequency if pin.state == 0.5 else None
        if sounding != (self.heard[-1][1] if self.heard else None):
            self.heard.append((round(self.now * 1000), sounding))

    def run(self, seconds: float) -> None:
        """Look at the moments that the player asks for."""
        end = self.now + seconds
        while True:
            self.look()
            self.now += self.player.next_look_s(self.now) or seconds
            if self.now >= end - 1e-9:
                self.now = end
                self.look()
                return

    def lit(self) -> tuple[list[int], list[int]]:
        ship, seats = lights(self.factory)
        return [i for i, s in enumerate(ship) if s > 0.1], [i for i, s in enumerate(seats) if s > 0.1]


@pytest.fixture
def stage() -> Iterator[Stage]:
    made = Stage()
    yield made
    made.outputs.close()


# --- Patterns on the pins -----------------------------------------------------------------------------


@pytest.mark.parametrize("kind", ALERTS, ids=attrgetter("name"))
def test_every_note_reaches_the_buzzer_at_its_time(stage: Stage, kind: Alert) -> None:
    stage.player.cue(Cue(kind, (1,)), 0.0)
    stage.run(kind.duration_s + 0.1)
    expected: list[tuple[int, float | None]] = []
    notes = kind.notes
    for note, following in zip(notes, (*notes[1:], None), strict=True):
        expected.append((round(note.start_s * 1000), note.frequency_hz))
        end = note.start_s + note.duration_s
        if following is None or following.start_s > end + 1e-6:
            expected.append((round(end * 1000), None))
    assert [time_ms for time_ms, _hz in stage.heard] == pytest.approx([t for t, _hz in expected], abs=2)
    assert [hz for _ms, hz in stage.heard] == [
        hz if hz is None else pytest.approx(hz) for _ms, hz in expected
    ]
    pin = stage.factory.pin(PINS.buzzer)
    assert (pin.frequency, pin.state) == (None, 0.0)


def test_an_attack_is_red_on_the_pins_400_ms_before_it_is_heard(stage: Stage) -> None:
    stage.player.cue(Cue(ATTACK), 0.0)
    stage.run(0.399)
    assert stage.heard == []
    for number in PINS.ship:
        assert [state.state for state in stage.factory.pin(number).states][-1] > 0
        assert max(state.state for state in stage.factory.pin(number).states) == 1.0
    stage.run(0.1)
    assert stage.heard[0][1] == pytest.approx(329.628, abs=0.001)
    stage.run(3.0)
    states = [state.state for state in stage.factory.pin(PINS.ship[0]).states]
    peaks = [i for i in range(1, len(states) - 1) if states[i - 1] < states[i] >= states[i + 1]]
    assert len(peaks) == 3, "three pulses, and dark at the end of the third"
    assert all_dark(stage.factory)


def test_a_step_fades_one_pin_in(stage: Stage) -> None:
    stage.player.scene = Scene(step=2, seats=4, on_turn=0)
    stage.look()
    for number in PINS.ship:
        stage.factory.pin(number).clear_states()
    stage.player.scene = Scene(step=3, seats=4, on_turn=0)
    stage.player.cue(Cue(SHIP_STEP), stage.now)
    stage.run(0.5)
    fading = [state.state for state in stage.factory.pin(PINS.ship[2]).states]
    assert len(fading) > 10 and fading == sorted(fading) and fading[-1] == 1.0
    for place in (0, 1, 3, 4, 5, 6):
        assert len(stage.factory.pin(PINS.ship[place]).states) == 1, "the others are not touched"


def test_a_victory_and_a_defeat_reach_the_seats(stage: Stage) -> None:
    stage.player.cue(Cue(ATTACK_WON, (2,)), 0.0)
    stage.run(1.0)
    assert stage.lit() == ([0, 1, 2, 3, 4, 5, 6], [2])
    stage.run(2.5)
    assert stage.lit() == ([], [])
    stage.player.cue(Cue(ATTACK_LOST, (0, 3)), stage.now)
    stage.run(0.25)
    assert stage.lit() == ([0, 1, 2, 3, 4, 5, 6], [0, 3])
    stage.run(0.5)
    assert stage.lit()[1] == []
    stage.run(2.5)
    blinks = [state.state for state in stage.factory.pin(PINS.seats[3]).states]
    assert blinks == [0.0, 1.0, 0.0, 1.0, 0.0, 1.0, 0.0]


def test_a_refusal_shows_amber_alone_and_the_scene_comes_back(stage: Stage) -> None:
    stage.player.scene = Scene(step=3)
    stage.player.cue(Cue(REFUSED), 0.0)
    stage.run(0.2)
    assert stage.lit()[0] == [5]
    stage.run(0.3)
    assert stage.lit()[0] == [0, 1, 2]


def test_seven_metropolis_and_win_light_seats(stage: Stage) -> None:
    stage.player.scene = Scene(step=2, seats=4)
    stage.player.cue(Cue(SEVEN, (1, 3)), 0.0)
    stage.run(1.0)
    assert stage.lit() == ([0, 1], [1, 3])
    stage.run(2.0)
    stage.player.cue(Cue(METROPOLIS, (0,)), stage.now)
    stage.run(1.0)
    assert stage.lit() == ([0, 1], [0])
    stage.run(2.0)
    stage.player.scene = Scene(step=2, seats=4, winner=1)
    stage.player.cue(Cue(WIN, (1,)), stage.now)
    stage.run(2.0)
    assert stage.lit() == ([0, 1, 2, 3, 4, 5, 6], [0, 1, 2, 3])
    stage.run(3.0)
    assert stage.lit() == ([0, 1], [1])


def test_the_level_of_a_state_is_shown_after_a_restart_and_after_an_undo(stage: Stage) -> None:
    stage.player.scene = Scene(step=5, seats=4, on_turn=2, waiting=(0,))
    stage.look()
    assert stage.lit() == ([0, 1, 2, 3, 4], [0, 2])
    assert stage.factory.pin(PINS.seats[2]).state == 0.5
    assert stage.heard == [], "a restart is no event"
    stage.player.scene = Scene(step=6, near=True, seats=4, on_turn=2)
    stage.player.cue(Cue(SHIP_NEAR), stage.now)
    stage.run(0.05)
    stage.player.scene = Scene(step=5, seats=4, on_turn=2)
    stage.player.cancel()
    stage.run(2.0)
    assert stage.lit() == ([0, 1, 2, 3, 4], [2])
    assert stage.heard == [], "what was taken back is not heard"


def test_the_last_step_pulses_between_tenth_and_full(stage: Stage) -> None:
    stage.player.scene = Scene(step=6, near=True)
    stage.run(4.0)
    states = [state.state for state in stage.factory.pin(PINS.ship[5]).states]
    assert min(states[1:]) == pytest.approx(0.1) and max(states) == 1.0
    assert stage.factory.pin(PINS.ship[6]).state == 0.0


def test_muted_lights_still_show() -> None:
    stage = Stage(muted=True)
    stage.player.cue(Cue(ATTACK), 0.0)
    stage.run(3.0)
    assert stage.heard == []
    assert len(stage.factory.pin(PINS.ship[0]).states) > 50
    stage.outputs.close()


@pytest.mark.parametrize(
    ("preset", "audible"),
    [
        ("off", []),
        ("alerts", [ATTACK]),
        ("alerts_errors", [ATTACK, REFUSED]),
        ("all", [ATTACK, REFUSED, SHIP_STEP]),
    ],
)
def test_presets_on_the_buzzer(preset: str, audible: list[Alert]) -> None:
    for kind in (ATTACK, REFUSED, SHIP_STEP):
        stage = Stage(preset=preset)
        stage.player.scene = Scene(step=1)
        stage.player.cue(Cue(kind), 0.0)
        stage.run(1.0)
        assert bool(stage.heard) is (kind in audible)
        assert len(stage.factory.pin(PINS.ship[0]).states) > 1, "light is not a matter of the preset"
        stage.outputs.close()


def test_a_panel_may_have_fewer_seats_and_no_buzzer() -> None:
    factory = mock_factory()
    opened, notice = open_outputs(Pins(seats=(23, 24), buzzer=None), lambda: factory)
    assert notice is None
    player = Player(AlertSettings(preset="all"))
    player.cue(Cue(WIN, (5,)), 0.0)
    opened.show(player.frame(2.0))
    opened.sound(player.note(0.2))
    assert [factory.pin(n).state for n in (23, 24)] == [1.0, 1.0]
    assert factory.pin(PINS.buzzer).function == "input"
    opened.close()


# --- The thread ---------------------------------------------------------------------------------------


@pytest.fixture
def notices() -> list[Notice]:
    return []


def opened(
    notices: list[Notice], factory: Any, settings: Settings | None = None, **options: Any
) -> PinDevice:
    alerts = open_pins(settings or Settings(), notices.append, NO_BUTTONS, pin_factory=factory, **options)
    assert isinstance(alerts, PinDevice)
    assert alerts.wait_until_open(DEADLINE_S)
    return alerts


def test_cues_and_scenes_reach_the_pins_from_the_thread(notices: list[Notice]) -> None:
    factory = mock_factory()
    alerts = opened(notices, factory)
    alerts.scene(Scene(step=3, seats=4, on_turn=1))
    until(lambda: lights(factory) == ([1, 1, 1, 0, 0, 0, 0], [0, 0.5, 0, 0, 0, 0]))
    alerts.cue(Cue(ATTACK))
    alerts.scene(Scene(seats=4, on_turn=1))
    until(lambda: shone(factory, PINS.ship[6]))
    until(lambda: sounded(factory))
    alerts.mute(True)
    until(lambda: factory.pin(PINS.buzzer).frequency is None)
    alerts.cancel()
    until(lambda: lights(factory) == ([0] * 7, [0, 0.5, 0, 0, 0, 0]))
    alerts.close()
    assert notices == []


def test_close_darkens_releases_the_pins_and_ends_the_thread(notices: list[Notice]) -> None:
    factory = mock_factory()
    alerts = opened(notices, factory)
    alerts.scene(Scene(step=7))
    until(lambda: not all_dark(factory))
    alerts.cue(Cue(ATTACK))
    until(lambda: sounded(factory))
    alerts.close()
    until(lambda: not own_threads())
    assert all_dark(factory)
    for number in (*PINS.ship, *PINS.seats, PINS.buzzer):
        assert factory.pin(number).function == "input"
        LED(number, pin_factory=factory).close()
    alerts.close()
    alerts.scene(Scene(step=1))
    alerts.cue(Cue(ATTACK))
    alerts.cancel()
    alerts.mute(False)
    alerts.configure(Settings())
    assert all_dark(factory) and notices == []


def test_new_settings_hold_from_the_next_cue_on(notices: list[Notice]) -> None:
    factory = mock_factory()
    alerts = opened(notices, factory, Settings(alerts=AlertSettings(preset="off")))
    buzzer = factory.pin(PINS.buzzer)
    alerts.cue(Cue(REFUSED))
    until(lambda: len(factory.pin(PINS.ship[5]).states) >= 3, "the amber light went on and off")
    assert all(state.state == 0 for state in buzzer.states)
    alerts.configure(Settings(alerts=AlertSettings(preset="all")))
    alerts.cue(Cue(METROPOLIS, (0,)))
    until(lambda: sounded(factory))
    alerts.configure(Settings(alerts=AlertSettings(preset="all", muted=True)))
    until(lambda: buzzer.state == 0)
    alerts.close()


def test_calls_return_while_the_pins_are_still_being_opened(notices: list[Notice]) -> None:
    may_open = threading.Event()
    factory = mock_factory()

    def slow(_pins: Pins, _on_edge: Any) -> Any:
        assert may_open.wait(DEADLINE_S)
        return open_outputs(PINS, lambda: factory)

    alerts = PinDevice(Settings(), notices.append, NO_BUTTONS, slow)
    alerts.scene(Scene(step=2))
    alerts.cue(Cue(SHIP_STEP))
    alerts.mute(True)
    assert not alerts.wait_until_open(0.0)
    may_open.set()
    until(lambda: lights(factory)[0] == [1, 1, 0, 0, 0, 0, 0])
    alerts.close()


def test_who_is_held_up_leaves_no_note_out(notices: list[Notice]) -> None:
    """The thread stands still for longer than the whole melody, as on a machine busy with something else."""
    heard: list[int | None] = []
    stood = threading.Event()
    notes = METROPOLIS.notes

    class Slow(GpioOutputs):
        def sound(self, note: Any, only: str = "") -> None:
            super().sound(note, only)
            heard.append(None if note is None else note.midi)
            if note is not None and not stood.is_set():
                stood.set()
                threading.Event().wait(METROPOLIS.duration_s + 0.2)

    def slow(_pins: Pins, _on_edge: Any) -> Any:
        made = Slow()
        made.open(PINS, mock_factory(), None)
        return made, None

    alerts = PinDevice(Settings(alerts=AlertSettings(preset="all")), notices.append, NO_BUTTONS, slow)
    alerts.cue(Cue(METROPOLIS, (0,)))
    until(lambda: heard and stood.is_set() and heard[-1] is None)
    alerts.close()
    assert [midi for midi, _again in itertools.groupby(heard) if midi] == [note.midi for note in notes]


def test_nothing_is_looked_at_while_nothing_changes(notices: list[Notice]) -> None:
    """An evening is long and the Pi is small: a still scene must not wake the thread."""
    shown: list[object] = []

    class Counting(GpioOutputs):
        def show(self, frame: Any) -> None:
            shown.append(frame)
            super().show(frame)

    def counting(_pins: Pins, _on_edge: Any) -> Any:
        made = Counting()
        made.open(PINS, mock_factory(), None)
        return made, None

    alerts = PinDevice(Settings(), notices.append, NO_BUTTONS, counting)
    alerts.scene(Scene(step=4, seats=4, on_turn=0))
    until(lambda: shown and shown[-1] == level(Scene(step=4, seats=4, on_turn=0), 0.0))
    looks = len(shown)
    assert not threading.Event().wait(0.3), "time passes"
    assert len(shown) == looks
    alerts.close()


# --- Failures: one notice each, and the game goes on --------------------------------------------------


def use_everything(alerts: Alerts) -> None:
    """What a game does; none of it may raise."""
    alerts.scene(Scene(step=7, seats=4, on_turn=3, waiting=(0, 1), near=True))
    for kind in ALERTS:
        alerts.cue(Cue(kind, (0, 1)))
    alerts.cancel()
    alerts.mute(True)
    alerts.configure(Settings())


def the_notice(notices: list[Notice], **options: Any) -> Notice:
    """Open, use and close the alerts of a machine on which nothing can work; the one notice it gave."""
    alerts = open_pins(options.pop("settings", Settings()), notices.append, NO_BUTTONS, **options)
    use_everything(alerts)
    assert isinstance(alerts, PinDevice)
    assert not alerts.wait_until_open(DEADLINE_S)
    until(lambda: notices)
    use_everything(alerts)
    until(lambda: not own_threads())
    alerts.close()
    assert len(notices) == 1
    assert notices[0].remedy
    return notices[0]


def pretend_lgpio(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let lgpio count as installed, so that it is not what is said to be missing."""
    module = types.ModuleType("lgpio")
    module.__spec__ = importlib.machinery.ModuleSpec("lgpio", None)
    monkeypatch.setitem(sys.modules, "lgpio", module)


@pytest.fixture
def a_chip(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A system that shows a GPIO chip (which is none)."""
    monkeypatch.setattr(outputs_module, "DEVICES", tmp_path)
    (tmp_path / "gpiochip0").touch()
    return tmp_path / "gpiochip0"


def test_a_machine_without_gpio(
    notices: list[Notice], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Nothing is missing there, so nobody is told at each start."""
    monkeypatch.setattr(outputs_module, "DEVICES", tmp_path)
    opened = open_pins(Settings(), notices.append, NO_BUTTONS)
    assert not opened.wait_until_open(10)
    opened.close()
    assert not notices


def test_a_machine_without_gpio_never_imports_gpiozero() -> None:
    program = """
import pathlib, sys
from hardware import outputs, pins
from companion.app.settings import Settings
outputs.DEVICES = pathlib.Path("/proc/self/fdinfo")
notices = []
opened = pins.open_pins(Settings(), notices.append, None)
assert not opened.wait_until_open(10)
opened.close()
assert not notices
assert not any(name.split(".")[0] in ("gpiozero", "lgpio") for name in sys.modules), "slows every start"
"""
    run_program(program)


def test_gpiozero_missing(notices: list[Notice], a_chip: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero", None)
    assert the_notice(notices).text.startswith("gpiozero is not installed")


def test_lgpio_missing(
    notices: list[Notice], a_chip: Path, monkeypatch: pytest.MonkeyPatch, recwarn: pytest.WarningsRecorder
) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    assert the_notice(notices).text.startswith("lgpio is not installed")
    assert not recwarn.list, "gpiozero's fallback warnings are not for the table"


def test_a_pin_factory_that_does_not_exist(
    notices: list[Notice], monkeypatch: pytest.MonkeyPatch, a_chip: Path
) -> None:
    monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonsense")
    pretend_lgpio(monkeypatch)
    assert "nonsense" in the_notice(notices).text


def test_a_chip_this_user_may_not_use(notices: list[Notice], a_chip: Path) -> None:
    a_chip.unlink()
    a_chip.symlink_to("/nonexistent")  # not even root can open it
    notice = the_notice(notices)
    assert "may not use" in notice.text
    assert "gpio" in notice.remedy


def test_a_driver_without_pwm(notices: list[Notice], monkeypatch: pytest.MonkeyPatch) -> None:
    pretend_lgpio(monkeypatch)
    factory = MockFactory()
    assert "cannot dim lights" in the_notice(notices, pin_factory=factory).text
    monkeypatch.setitem(sys.modules, "lgpio", None)
    notices.clear()
    assert "lgpio is not installed" in the_notice(notices, pin_factory=factory).text


def test_a_busy_pin_costs_that_light_alone(notices: list[Notice]) -> None:
    factory = mock_factory()
    other = LED(PINS.ship[1], pin_factory=factory)
    alerts = opened(notices, factory)
    alerts.scene(Scene(step=3))
    until(lambda: lights(factory)[0] == [1, 0, 1, 0, 0, 0, 0])
    alerts.close()
    other.close()
    assert [notice.text for notice in notices] == [
        "Something else uses GPIO 27 (pins.ship[1]), so 1 part of the light panel is off."
    ]


class BusyPin(MockPWMPin):  # type: ignore[misc]
    """What lgpio says when another process holds the line."""

    held: frozenset[int] = frozenset()

    def __init__(self, factory: Any, info: Any) -> None:
        super().__init__(factory, info)
        if self._number in self.held:
            raise RuntimeError("'GPIO busy'")


def test_without_the_buzzer_the_lights_still_work(notices: list[Notice]) -> None:
    class BuzzerBusy(BusyPin):
        held = frozenset({12})

    factory = mock_factory(BuzzerBusy)
    alerts = opened(notices, factory)
    alerts.cue(Cue(ATTACK))
    until(lambda: shone(factory, PINS.ship[0]))
    alerts.close()
    assert [notice.text for notice in notices] == [
        "Something else uses GPIO 12 (pins.buzzer), so 1 part of the light panel is off."
    ]


def test_all_pins_busy(notices: list[Notice]) -> None:
    class AllBusy(BusyPin):
        held = frozenset(range(28))

    notice = the_notice(notices, pin_factory=mock_factory(AllBusy))
    assert notice.text == (
        "Something else uses GPIO 17 (pins.ship[0]), GPIO 27 (pins.ship[1]), GPIO 22 (pins.ship[2]), …, "
        "so 14 parts of the light panel are off."
    )


class FailingPin(MockPWMPin):  # type: ignore[misc]
    """A pin whose driver fails while ``broken`` is set."""

    broken = False
    attempts = 0

    def _set_state(self, value: float) -> None:
        if type(self).broken:
            type(self).attempts += 1
            raise OSError(5, "Input/output error")
        super()._set_state(value)


def test_a_failure_in_the_middle_is_said_once_and_mended_in_silence(notices: list[Notice]) -> None:
    class Failing(FailingPin):
        pass

    factory = mock_factory(Failing)
    alerts = PinDevice(
        Settings(),
        notices.append,
        NO_BUTTONS,
        lambda _pins, _edge: open_outputs(PINS, lambda: factory),
        retry_s=0.01,
    )
    alerts.scene(Scene(step=2))
    until(lambda: lights(factory)[0][:2] == [1, 1])
    Failing.broken = True
    use_everything(alerts)
    until(lambda: notices)
    until(lambda: not alerts.wait_until_open(0) and all_dark(factory), "it goes dark")
    tried = Failing.attempts
    until(lambda: Failing.attempts > tried + 30, "it is tried again and again")
    alerts.scene(Scene(step=4))
    Failing.broken = False
    until(lambda: lights(factory)[0] == [1, 1, 1, 1, 0, 0, 0])
    assert alerts.wait_until_open(0)
    alerts.close()
    assert len(notices) == 1
    assert "Input/output error" in notices[0].text


@pytest.mark.parametrize("failures_of_the_buzzer", [1, math.inf], ids=["back soon", "gone for good"])
def test_pins_that_come_back_in_the_middle_of_an_opening_are_all_used(
    notices: list[Notice], failures_of_the_buzzer: float
) -> None:
    """One after another they are back; what stays away does not hold up the rest."""

    class Failing(FailingPin):
        failures_left: Any = dict.fromkeys(PINS.ship[:3], 1) | {PINS.buzzer: failures_of_the_buzzer}

        def _set_state(self, value: float) -> None:
            if not self.broken and notices and value == 0 and self.failures_left.get(self._number, 0) > 0:
                self.failures_left[self._number] -= 1
                raise OSError(5, "Input/output error")
            super()._set_state(value)

    factory = mock_factory(Failing)
    alerts = PinDevice(
        Settings(),
        notices.append,
        NO_BUTTONS,
        lambda _pins, _edge: open_outputs(PINS, lambda: factory),
        retry_s=0.01,
    )
    alerts.scene(Scene(step=4))
    until(lambda: lights(factory)[0] == [1, 1, 1, 1, 0, 0, 0])
    Failing.broken = True
    alerts.scene(Scene(step=5))
    until(lambda: notices)
    Failing.broken = False
    until(lambda: lights(factory)[0] == [1, 1, 1, 1, 1, 0, 0])
    alerts.close()
    assert len(notices) == 1


def test_a_part_that_comes_and_goes_is_not_kept(notices: list[Notice]) -> None:
    """A part, nothing, the same part, everything: two parts that are not in a row do not agree."""
    busy = Notice("Something else uses GPIO 12 (pins.buzzer), so 1 part of the light panel is off.")
    opened: list[str] = []
    attempts = iter(["all", "part", "nothing", "part", "all"])
    broken = FailingOutputs()

    def attempt(_pins: Pins, _on_edge: Any) -> tuple[FailingOutputs, Notice | None]:
        kind = next(attempts, "all")
        opened.append(kind)
        if kind == "nothing":
            raise UnavailableError(busy)
        return broken if len(opened) == 1 else FailingOutputs(fails=False), busy if kind == "part" else None

    alerts = PinDevice(Settings(), notices.append, NO_BUTTONS, attempt, retry_s=0.001)
    until(lambda: alerts.wait_until_open(0) and len(opened) > 4)
    alerts.close()
    assert opened == ["all", "part", "nothing", "part", "all"]


class FailingOutputs:
    """Lights and buzzer that fail as soon as something is shown, or never."""

    failures = buttons = ()

    def __init__(self, fails: bool = True) -> None:
        self.fails = fails

    def is_down(self, key: str) -> bool:
        return False

    def show(self, frame: Frame) -> None:
        if self.fails:
            raise OSError(5, "Input/output error")

    def sound(self, note: Note | None, only: str = "") -> None:
        pass

    def close(self) -> None:
        pass


def test_close_does_not_wait_for_the_next_attempt(notices: list[Notice]) -> None:
    class Failing(FailingPin):
        pass

    factory = mock_factory(Failing)
    alerts = opened(notices, factory)
    Failing.broken = True
    alerts.scene(Scene(step=2))
    until(lambda: notices)
    alerts.close()
    until(lambda: not own_threads())


def test_a_sink_that_raises_harms_nothing(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(outputs_module, "DEVICES", tmp_path)

    def sink(_notice: Notice) -> None:
        raise RuntimeError

    alerts = open_pins(Settings(), sink, NO_BUTTONS)
    use_everything(alerts)
    alerts.close()


def test_alerts_that_are_switched_off_say_nothing(
    notices: list[Notice], monkeypatch: pytest.MonkeyPatch
) -> None:
    disabled = open_pins(Settings(alerts=AlertSettings(enabled=False)), notices.append, NO_BUTTONS)
    monkeypatch.setenv("LONGSHIP_ALERTS", "off")
    for alerts in (disabled, open_pins(Settings(), notices.append, NO_BUTTONS)):
        assert isinstance(alerts, NullDevice)
        use_everything(alerts)
        alerts.close()
    assert notices == []


# --- lgpio's fifo -------------------------------------------------------------------------------------

# What lgpio does at import, for machines where it is not installed.
FIFO_AT_IMPORT = 'import os\nos.mkfifo(os.path.join(os.environ.get("LG_WD", "."), ".lgd-nfy0"))\n'


def run_program(program: str, **options: Any) -> None:
    done = subprocess.run(
        [sys.executable, "-c", program],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
        **{"cwd": REPOSITORY, **options},
    )
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("runtime_folder", [True, False])
def test_lgpio_is_imported_where_nothing_can_be_written(tmp_path: Path, runtime_folder: bool) -> None:
    search_path = [str(REPOSITORY)]
    if importlib.util.find_spec("lgpio") is None:
        (tmp_path / "stand_in").mkdir()
        (tmp_path / "stand_in" / "lgpio.py").write_text(FIFO_AT_IMPORT)
        search_path.append(str(tmp_path / "stand_in"))
    environment = {k: v for k, v in os.environ.items() if k not in ("LG_WD", "RUNTIME_DIRECTORY")}
    environment |= {"PYTHONPATH": ":".join(search_path), "TMPDIR": str(tmp_path)}
    environment.pop("XDG_RUNTIME_DIR", None)
    if runtime_folder:
        environment["XDG_RUNTIME_DIR"] = str(tmp_path)
    nowhere = "/proc"  # nobody can make a file there, root neither
    with pytest.raises(AssertionError, match="lgd-nfy"):
        run_program("import lgpio", cwd=nowhere, env=environment)
    run_program(
        "from hardware.outputs import give_lgpio_a_folder\n"
        "give_lgpio_a_folder()\nimport lgpio, os\n"
        "assert os.path.exists(os.environ['LG_WD'] + '/.lgd-nfy0')",
        cwd=nowhere,
        env=environment,
    )
    folder = tmp_path if runtime_folder else tmp_path / f"longship-{os.getuid()}"
    assert (folder / ".lgd-nfy0").exists()


def test_a_folder_chosen_by_others_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LG_WD", "/chosen")
    give_lgpio_a_folder()
    assert os.environ["LG_WD"] == "/chosen"


# --- Stand-ins ----------------------------------------------------------------------------------------


def test_another_process_can_be_watched_through_a_file(
    notices: list[Notice], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "pins.jsonl"
    monkeypatch.setenv("LONGSHIP_ALERTS", f"mock:{file}")
    alerts = open_pins(Settings(), notices.append, NO_BUTTONS)
    assert isinstance(alerts, PinDevice)
    alerts.cue(Cue(ATTACK))
    until(lambda: file.exists() and '"state": 0.5, "frequency": 329' in file.read_text())
    alerts.close()
    entries = [json.loads(line) for line in file.read_text().splitlines()]
    assert entries[0]["pins"]["17"] == "ship[0]" and entries[0]["pins"]["12"] == "buzzer"
    changes = entries[1:]
    light = next(e for e in changes if e["key"] == "ship[0]" and e["state"] > 0)
    sound = next(e for e in changes if e["key"] == "buzzer" and e["state"] == 0.5)
    assert light["pin"] == 17 and light["state"] == 1.0
    assert changes.index(light) < changes.index(sound)
    assert entries[0]["t"] <= light["t"] <= sound["t"], "the same clock for all"
    last = {entry["key"]: entry for entry in changes}
    assert len(last) == 14
    assert {entry["state"] for entry in last.values()} == {0.0}
    assert notices == []


def test_a_file_that_cannot_be_written_is_one_notice(
    notices: list[Notice], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LONGSHIP_ALERTS", "mock:/nonexistent/pins.jsonl")
    pretend_lgpio(monkeypatch)
    assert "/nonexistent/pins.jsonl" in the_notice(notices).text


def test_the_recording_alerts_remember_everything() -> None:
    alerts = RecordingDevice()
    use_everything(alerts)
    alerts.close()
    assert [cue.alert for cue in alerts.cues] == list(ALERTS)
    assert [name for name, _argument in alerts.calls] == (
        ["scene"] + ["cue"] * len(ALERTS) + ["cancel", "mute", "configure", "close"]
    )
    assert alerts.scenes[0].step == 7
    assert alerts.closed and not alerts.muted


def test_the_recording_factory_is_a_real_pin_factory(tmp_path: Path) -> None:
    factory = recording_factory(tmp_path / "pins.jsonl", PINS)
    with LED(4, pin_factory=factory) as led:
        led.on()
    factory.recorder.close()
    lines = [json.loads(line) for line in (tmp_path / "pins.jsonl").read_text().splitlines()]
    assert {"pin": 4, "key": "", "state": 1.0, "frequency": None}.items() <= lines[1].items()


def test_how_soon_an_alert_is_seen_can_be_measured() -> None:
    latency = first_light(samples=2)
    assert latency.samples == 2
    assert 0 < latency.light_p50_ms <= latency.light_worst_ms


def test_the_documentation_has_the_default_pins_where_the_header_has_them() -> None:
    table = (REPOSITORY / "docs" / "alerts.md").read_text()
    rows = re.findall(r"^\| `pins\.([a-z_\[\]0-9]+)` \| (\d+) \| (\d+) \|", table, re.MULTILINE)
    documented = {key: (int(gpio), int(header)) for key, gpio, header in rows}
    defaults = {f"ship[{place}]": number for place, number in enumerate(PINS.ship)}
    defaults |= {f"seats[{place}]": number for place, number in enumerate(PINS.seats)}
    assert PINS.buzzer is not None
    defaults["buzzer"] = PINS.buzzer
    free = {"next_button": 4, "undo_button": 18, "mute_button": 19}
    assert {key: gpio for key, (gpio, _header) in documented.items()} == defaults | free
    shared = {*defaults.values()} & {*free.values()}
    assert not shared, "who has it all has a pin for each"
    board = mock_factory().board_info
    drawing = (REPOSITORY / "docs" / "wiring.svg").read_text()
    for gpio, header in documented.values():
        [(_info, pin)] = board.find_pin(f"GPIO{gpio}")
        assert pin.number == header
        assert re.search(rf'font-weight="bold">GPIO {gpio}</text>', drawing)
    for ground in re.findall(r"\d+", re.findall(r"^\| ground \|  \| ([^|]+) \|", table, re.MULTILINE)[0]):
        assert int(ground) in {pin.number for _info, pin in board.find_pin("GND")}


def test_no_output_at_all_is_told_to_the_caller(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(outputs_module, "DEVICES", tmp_path)
    with pytest.raises(UnavailableError) as raised:
        open_outputs(PINS)
    assert raised.value.notice is None
