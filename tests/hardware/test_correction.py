"""A corrected game on gpiozero's mock pins: the lights follow, the buzzer says nothing."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from gpiozero import Device
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app.cues import AlertListener
from companion.app.session import GameSession, Nowhere
from companion.app.settings import AlertSettings, Pins, Settings
from companion.engine.ids import PlayerId
from companion.history.correction import change
from companion.history.log import Header
from companion.rules.base.turn import RollDice
from hardware.pins import PinDevice, open_pins
from tests.kit.evening import PEOPLE
from tests.kit.fakes import NO_BUTTONS
from tests.kit.tables import CITIES_KNIGHTS

ANNA, BEN = PlayerId("anna"), PlayerId("ben")
PINS = Pins()
SETTLED_SECONDS = 0.1


class Table:
    """A game whose lights and buzzer are mock pins."""

    def __init__(self) -> None:
        self.factory = MockFactory(pin_class=MockPWMPin)
        settings = Settings(alerts=AlertSettings(preset="all"))
        opened = open_pins(settings, lambda notice: None, NO_BUTTONS, pin_factory=self.factory)
        assert isinstance(opened, PinDevice) and opened.wait_until_open(10.0)
        self.alerts = opened
        self.session = GameSession(Header("game", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
        self.listener = AlertListener(self.session, self.alerts)

    def lit(self) -> int:
        """How many lights of the ship are on."""
        return sum(self.factory.pin(number).state > 0.5 for number in PINS.ship)

    @property
    def buzzer(self) -> Any:
        return self.factory.pin(PINS.buzzer)

    def sounded(self) -> bool:
        """Whether the buzzer has sounded since its states were cleared."""
        return any(change.state for change in self.buzzer.states)


@pytest.fixture
def table(monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    for name in ("LONGSHIP_ALERTS", "GPIOZERO_PIN_FACTORY", "LG_WD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(Device, "pin_factory", None)
    made = Table()
    yield made
    made.listener.close()
    made.alerts.close()


def until(condition: Callable[[], object]) -> None:
    deadline = time.monotonic() + 120.0
    while not condition():
        assert time.monotonic() < deadline, "it never happened"
        time.sleep(0.002)


def test_lights_follow_a_correction_and_the_buzzer_is_silent(table: Table) -> None:
    """The face was a ship, and a gate was entered: the bar is put right, without the note of a new step."""
    table.session.submit(RollDice(ANNA, {"white": 2, "red": 3, "event": "ship"}))
    until(lambda: table.lit() == 1 and table.sounded())
    table.session.submit(RollDice(BEN, {"white": 2, "red": 3, "event": "trade"}))
    until(lambda: not table.buzzer.state)
    table.buzzer.clear_states()
    roll = RollDice(BEN, {"white": 2, "red": 3, "event": "ship"})
    table.session.correct(change(table.session.standing[-1].entry, roll))
    until(lambda: table.lit() == 2)
    end = time.monotonic() + SETTLED_SECONDS
    while time.monotonic() < end:
        assert not table.buzzer.state
        time.sleep(0.005)
    assert not table.sounded()
    table.session.undo()
    until(lambda: table.lit() == 1)
    assert not table.sounded()
