"""Turning the picture to a seat, and the keys that stand for buttons at the seats."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.roster import Person
from companion.engine.ids import PlayerId
from companion.presenters.new_game import NewGame
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.slice import Track
from kivy_ui.window.seats import PLACES, SEATS, SYMBOLS, name_of
from kivy_ui.window.sides import side_of
from tests.kit.household import Household, household

ANNA, BEN, CARLA = PlayerId("anna"), PlayerId("ben"), PlayerId("carla")


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        home.app.context.begin(
            NewGame((Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white")))
        )
        home.driver.frames()
        yield home
        home.app.window.rotation = 0
        home.driver.frames()


def press(house: Household, letter: str, place: int = 0) -> None:
    """A key goes down and up, as the window tells it."""
    window = house.app.window
    window.dispatch("on_key_down", ord(letter), place, letter, [])
    window.dispatch("on_key_up", ord(letter), place)
    house.driver.frames(1)


def hold(house: Household, letter: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kivy_ui.window.seats.HOLD_SECONDS", 0.02)
    window = house.app.window
    window.dispatch("on_key_down", ord(letter), 0, letter, [])
    name = name_of(ord(letter), 0)
    house.driver.wait(lambda: house.app.keys._held.get(name) is None)
    window.dispatch("on_key_down", ord(letter), 0, letter, [])  # a keyboard repeats it
    window.dispatch("on_key_up", ord(letter), 0)
    house.driver.frames(1)


def rolled(house: Household) -> None:
    house.session.submit(RollDice(ANNA, {"white": 2, "red": 3, "event": "ship"}))
    house.session.submit(Improve(ANNA, Track.TRADE, 1))


def test_my_turn_ends_the_turn_before(house: Household) -> None:
    rolled(house)
    press(house, "2")
    assert house.session.standing[-1].command == EndTurn(ANNA)
    assert house.session.state.core.on_turn == BEN
    count = len(house.session.entries)
    press(house, "2")
    assert len(house.session.entries) == count, "it is Ben's turn already"


def test_somebody_else_is_told_whose_turn_it_is(house: Household) -> None:
    rolled(house)
    press(house, "3")
    assert "It is Ben’s turn." in house.everything_said()
    press(house, "6")
    assert len(house.session.standing) == 2, "nobody sits at the sixth seat"


def test_undo_and_mute_have_keys(house: Household) -> None:
    rolled(house)
    press(house, "u")
    assert len(house.session.standing) == 1
    press(house, "m")
    assert house.app.context.settings.alerts.muted
    press(house, "m")
    assert not house.app.context.settings.alerts.muted


def test_a_held_seat_key_takes_back_the_own_last_entry(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolled(house)
    hold(house, "1", monkeypatch)
    assert [entry.command for entry in house.session.standing] == [
        RollDice(ANNA, {"white": 2, "red": 3, "event": "ship"})
    ]
    hold(house, "2", monkeypatch)
    assert "Ben has entered nothing." in house.everything_said()


def test_where_others_have_followed_it_is_first_said_what_follows(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    rolled(house)
    house.session.submit(RollDice(BEN, {"white": 2, "red": 4, "event": "trade"}))
    count = len(house.session.entries)
    hold(house, "1", monkeypatch)
    assert house.shell.screen_name == "correction" and len(house.session.entries) == count
    house.tap("apply")
    assert Improve(ANNA, Track.TRADE, 1) not in [entry.command for entry in house.session.standing]


def test_keys_mean_nothing_where_names_are_written(house: Household) -> None:
    rolled(house)
    house.shell.go("home")
    press(house, "u")
    assert len(house.session.standing) == 2


def test_keys_go_by_place_where_another_alphabet_is_written() -> None:
    assert name_of(ord("u"), 24) == "undo" and name_of(ord("г"), 24) == "undo"
    assert name_of(ord("g"), 24) is None, "a Latin letter is what it says"
    assert name_of(257, 89) == "seat_0" == name_of(ord("1"), 30)
    assert {*SYMBOLS.values()} == {*PLACES.values()} == {*SEATS, "undo", "mute", "next"}


@pytest.mark.parametrize(("key", "angle"), [("turn_forward", 90), ("turn_up", 180), ("turn_back", 270)])
def test_one_tap_turns_the_picture_to_a_seat(house: Household, key: str, angle: int) -> None:
    window = house.app.window
    house.tap("more", key)
    assert window.rotation == angle
    assert (house.shell.width < house.shell.height) is (angle != 180)
    assert house.app.context.settings.screen.rotation == 0, "the panel stands as it stood"
    house.app.turn(-angle)
    house.driver.frames()
    assert window.rotation == 0 and (house.shell.width, house.shell.height) == (800, 480)


def test_the_picture_turns_to_who_is_on_turn_only_if_the_table_wants_that(house: Household) -> None:
    rolled(house)
    press(house, "2")
    assert house.app.window.rotation == 0
    house.tap("more", "auto_turn")
    assert house.app.context.settings.screen.auto_turn
    assert "turns to face the player on turn" in house.everything_said()
    house.session.submit(RollDice(BEN, {"white": 2, "red": 4, "event": "trade"}))
    house.session.submit(RollDice(CARLA, {"white": 2, "red": 4, "event": "trade"}))
    house.driver.frames()
    assert house.app.window.rotation == side_of(2, 3) == 90


def test_who_switches_the_turning_on_sees_it_turn_at_once(house: Household) -> None:
    rolled(house)
    house.session.submit(RollDice(BEN, {"white": 2, "red": 4, "event": "trade"}))
    house.tap("more", "auto_turn")
    assert house.app.window.rotation == side_of(1, 3) != 0


def test_people_sit_clockwise_around_the_table() -> None:
    assert [side_of(seat, 4) for seat in range(4)] == [0, 270, 180, 90]
    assert [side_of(seat, 2) for seat in range(2)] == [0, 180]
    for count in range(2, 7):
        assert {side_of(seat, count) % 90 for seat in range(count)} == {0}
