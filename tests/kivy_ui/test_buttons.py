"""Buttons of devices in the real application: a press is a wish like a touch, or it is said why not."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.app import devices
from companion.app.ports import Buttons, Device, NoticeSink, NullDevice, Part, PartKind, Press, PressKind
from companion.app.roster import Person
from companion.app.settings import Pins, Settings
from companion.app.wiring import wires
from companion.engine.ids import PlayerId
from companion.presenters.new_game import NewGame
from companion.presenters.past import PastPlay
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.slice import Track
from hardware.pins import open_pins
from tests.kit.fakes import RecordingDevice
from tests.kit.household import Household, household

ANNA, BEN, CARLA = PlayerId("anna"), PlayerId("ben"), PlayerId("carla")
PEOPLE = NewGame((Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white")))
ROLL = RollDice(ANNA, {"white": 2, "red": 3, "event": "ship"})
PINS = Pins(active_buzzer=14, next_button=4, undo_button=18, mute_button=19)


@pytest.fixture
def at_home(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        yield home


@pytest.fixture
def house(at_home: Household) -> Household:
    at_home.app.context.begin(PEOPLE)
    at_home.driver.frames()
    return at_home


def press(house: Household, kind: str, seat: int | None = None) -> None:
    """Press a button of the device, from a thread of its own, and wait until the app has heard it."""
    assert isinstance(house.alerts, RecordingDevice)
    thread = threading.Thread(target=house.alerts.press, args=(kind, seat))
    thread.start()
    thread.join()
    house.driver.frames(2)


def rolled(house: Household) -> None:
    house.session.submit(ROLL)
    house.session.submit(Improve(ANNA, Track.TRADE, 1))
    house.driver.frames(2)


def test_next_ends_the_turn_and_is_taken_back_like_a_touch(house: Household) -> None:
    rolled(house)
    press(house, "next")
    assert house.session.standing[-1].command == EndTurn(ANNA)
    assert house.session.state.core.on_turn == BEN
    press(house, "undo")
    assert house.session.state.core.on_turn == ANNA
    assert "Undone:" in house.said("toast")
    house.tap("toast_redo")
    assert house.session.state.core.on_turn == BEN


def test_what_is_refused_is_said_with_its_rule_and_may_be_overruled(house: Household) -> None:
    """Nobody has rolled yet; the lights say it, too."""
    count = len(house.session.entries)
    for _time in range(3):
        press(house, "next")
    assert len(house.session.entries) == count
    assert "CK-20" in house.everything_said() and house.driver.shows("allow")
    assert isinstance(house.alerts, RecordingDevice)
    assert [cue.alert.name for cue in house.alerts.cues].count("refused") == 3
    press(house, "mute")
    assert house.app.context.settings.alerts.muted, "mute works over a warning"
    house.tap("allow")
    assert house.session.standing[-1].command == EndTurn(ANNA)


def test_the_buttons_of_seats(house: Household) -> None:
    rolled(house)
    press(house, "seat", 2)
    assert "It is Ben’s turn." in house.said("toast")
    press(house, "seat", 5)
    assert "Nobody sits at this button." in house.said("toast")
    press(house, "seat")
    press(house, "seat", -1)
    press(house, "seat_undo", 99)
    assert len(house.session.standing) == 2
    press(house, "seat", 1)
    assert house.session.state.core.on_turn == BEN
    press(house, "seat_undo", 1)
    assert "Ben has entered nothing." in house.said("toast")
    press(house, "seat_undo", 0)
    assert house.session.state.core.on_turn == ANNA, "her last entry was the end of her turn"


def test_no_game_no_meaning_but_one_sentence(at_home: Household) -> None:
    for kind, seat in (("next", None), ("undo", None), ("seat", 0), ("seat_undo", 3)):
        press(at_home, kind, seat)
        assert "No game is being played" in at_home.said("toast")
    press(at_home, "mute")
    assert at_home.app.context.settings.alerts.muted
    press(at_home, "mute")
    assert not at_home.app.context.settings.alerts.muted


def test_nothing_to_undo_is_said(house: Household) -> None:
    while house.session.undo() is not None:
        pass
    press(house, "undo")
    assert "There is nothing to undo." in house.said("toast")


def test_where_something_else_is_done_buttons_enter_nothing(house: Household) -> None:
    rolled(house)
    count = len(house.session.entries)
    house.tap("more", "go_settings")
    press(house, "next")
    press(house, "undo")
    assert "Go back to the game first" in house.said("toast")
    assert len(house.session.entries) == count and house.shell.screen_name == "settings"


def test_in_the_past_a_turn_does_not_end(house: Household) -> None:
    rolled(house)
    past = PastPlay(house.session.past(1), "As it was", "Back")
    house.shell.past.visit(past, lambda _meant: house.shell.go("log"))
    house.driver.frames(2)
    count = len(house.session.entries)
    press(house, "next")
    assert "as it stood once" in house.said("toast")
    press(house, "seat", 1)
    assert len(house.session.entries) == count and house.shell.past.visited
    press(house, "undo")
    assert not house.shell.past.visited, "it is the way out there, like the button in the corner"


def test_a_flood_of_presses_loses_nothing(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    """Through the real way in: one press of the flood counts, one sentence is said."""
    rolled(house)

    class Entry:
        name = "panel"

        def load(self) -> Any:
            return house.alerts.open  # type: ignore[attr-defined]

    monkeypatch.setattr(devices, "entry_points", lambda **_which: (Entry(),))
    devices.open_devices(Settings(), house.app._notice_from_afar, house.app)
    assert isinstance(house.alerts, RecordingDevice)
    for _time in range(5000):
        house.alerts.press("undo")
    house.driver.frames(3)
    assert [entry.command for entry in house.session.standing] == [ROLL]
    assert house.everything_said().count("faster than hands") == 1
    house.session.redo()
    assert len(house.session.standing) == 2


# --- The page on which each part is tried ------------------------------------------------------------------


def test_each_part_is_tried_on_the_settings_screen(at_home: Household) -> None:
    factory: Any = MockFactory(pin_class=MockPWMPin)

    def open_device(_settings: Settings, notice: NoticeSink, buttons: Buttons) -> Device:
        return open_pins(Settings(pins=PINS), notice, buttons, pin_factory=factory)

    at_home.open_device = open_device
    at_home.start()
    at_home.tap("settings", "section_wiring")
    rows = at_home.shell.screen.parts
    at_home.driver.wait(lambda: len(rows.items) == len(wires(PINS)), 20)
    assert "GPIO 17 (pin 11 of the header)" in at_home.everything_said().replace("\n", " ")
    at_home.tap("part_pins.ship[1]")
    at_home.driver.wait(lambda: factory.pin(PINS.ship[1]).state == 1, 20)
    assert not factory.pin(PINS.ship[0]).state
    assert "check the wire at GPIO 27 (pin 13 of the header)" in at_home.said("toast").replace("\n", " ")
    rows.scroll(99)
    factory.pin(PINS.mute_button).drive_low()
    at_home.driver.wait(lambda: next(one for one in rows.items if one.key == "pins.mute_button").down, 20)
    factory.pin(PINS.mute_button).drive_high()
    at_home.driver.wait(lambda: not any(one.down for one in rows.items), 20)
    assert not at_home.app.context.settings.alerts.muted, "there it is only shown"
    screen = at_home.shell.screen
    at_home.tap("back")
    assert screen._watching is None


def test_a_faulty_part_says_what_is_wrong_and_a_muted_buzzer_why_it_is_silent(at_home: Household) -> None:
    assert isinstance(at_home.alerts, RecordingDevice)
    at_home.alerts.shown_parts = (
        Part("panel.light", PartKind.LIGHT, "Lamp", "GP2", "The lamp is broken."),
        Part("panel.horn", PartKind.SOUND, "Horn", "GP3"),
    )
    at_home.tap("settings", "section_wiring", "part_panel.light")
    assert "The lamp is broken." in at_home.said("toast")
    at_home.tap("part_panel.horn")
    assert "check the wire at GP3" in at_home.said("toast").replace("\n", " ")
    assert [value for name, value in at_home.alerts.calls if name == "try"] == ["panel.light", "panel.horn"]
    at_home.app.toggle_mute()
    at_home.tap("part_panel.horn")
    assert "Sounds are muted" in at_home.said("toast")
    at_home.alerts.shown_parts = ()
    at_home.driver.wait(lambda: not at_home.shell.screen.parts.items)


def test_no_device_has_no_parts(at_home: Household) -> None:
    at_home.alerts = NullDevice()
    at_home.start()
    at_home.tap("settings", "section_wiring")
    assert "No lights, buzzers or buttons are connected" in at_home.everything_said().replace("\n", " ")
    assert Press(PressKind.NEXT) == Press(PressKind.NEXT, None)
