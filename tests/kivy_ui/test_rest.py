"""A table that nobody touches is lit less, and whatever happens there makes it bright again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app import backlight
from companion.app.backlight import Backlight
from companion.app.dice import Reading
from companion.app.roster import Person
from companion.presenters.new_game import NewGame
from kivy_ui.window.rest import DARK_AFTER, Light
from tests.kit.fakes import RecordingDevice
from tests.kit.household import Household, household
from tests.kit.offscreen import Panel

PEOPLE = NewGame((Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white")))
DIMS = 10 * 60.0


class Lamp(Backlight):
    """A light that tells how it shines."""

    def __init__(self, there: bool) -> None:
        super().__init__([(Path("/nowhere/at/all"), 1)] if there else [])
        self.shares: list[float] = []

    def shine(self, share: float) -> None:
        self.shares.append(share)


@pytest.fixture
def lamp(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Lamp:
    lamp = Lamp(getattr(request, "param", True))
    monkeypatch.setattr(backlight, "find_backlight", lambda: lamp)
    return lamp


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lamp: Lamp) -> Iterator[Household]:
    monkeypatch.setenv("SDL_VIDEODRIVER", "KMSDRM")
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        yield home


def quiet(house: Household, minutes: float = 10.0) -> None:
    house.driver.later(minutes * 60 + 1)


def light(house: Household) -> Light:
    found: Light = house.app.rest.light
    return found


def veiled(house: Household) -> bool:
    """Whether something is drawn over everything."""
    return bool(house.app.rest._veil.children)


def play(house: Household) -> None:
    house.app.context.begin(PEOPLE)
    house.driver.frames()


@pytest.mark.parametrize("lamp", [True, False], indirect=True)
def test_the_touch_that_wakes_does_nothing_else(house: Household, lamp: Lamp) -> None:
    quiet(house, 9)
    assert light(house) is Light.FULL
    quiet(house, 1)
    assert light(house) is Light.DIM and lamp.shares[-1] == 0.2
    assert veiled(house) is not lamp.there, "drawn where the light cannot be turned"
    house.tap("settings")
    assert light(house) is Light.FULL and lamp.shares[-1] == 1.0 and not veiled(house)
    assert house.shell.screen_name == "home"
    house.driver.later(1)
    house.tap("settings")
    assert house.shell.screen_name == "settings"


@pytest.mark.parametrize("twice", [False, True])
def test_a_finger_that_is_told_twice_or_taps_twice_wakes_and_no_more(twice: bool, house: Household) -> None:
    play(house)
    quiet(house)
    panel = Panel(house.driver.loop, house.driver.clock, 0.016, twice=twice)
    x, y = house.driver.find("more").center
    panel.tap(x, y)
    panel.tap(x, y, after=0.25)
    panel.settle()
    assert light(house) is Light.FULL and house.shell.screen_name == "table"
    panel.tap(x, y, after=0.5)
    panel.settle()
    assert house.shell.screen_name == "more"


def test_without_a_game_the_light_goes_out_and_never_during_one(house: Household, lamp: Lamp) -> None:
    quiet(house, 10)
    quiet(house, 10 * (DARK_AFTER - 1))
    assert light(house) is Light.OUT and lamp.shares[-1] == 0.0 and veiled(house)
    house.driver.touch(1, 1)
    assert light(house) is Light.FULL
    play(house)
    for _hour in range(3):
        quiet(house, 60)
    assert light(house) is Light.DIM and lamp.shares[-1] == 0.2


def test_a_press_wakes_and_counts(house: Household) -> None:
    quiet(house)
    assert isinstance(house.alerts, RecordingDevice)
    house.alerts.press("mute")
    house.driver.frames()
    assert light(house) is Light.FULL and house.app.context.settings.alerts.muted


def test_a_key_wakes_and_counts(house: Household) -> None:
    play(house)
    quiet(house)
    house.driver.window.dispatch("on_key_down", ord("m"), 16, "m", [])
    assert light(house) is Light.FULL and house.app.context.settings.alerts.muted


def test_dice_before_the_camera_wake_and_count(house: Household) -> None:
    play(house)
    quiet(house)
    house.dice.read(Reading(white=3, red=4, event="trade"))
    house.driver.frames()
    assert light(house) is Light.FULL and house.app.dice_reader.sheet is not None


def test_it_can_be_set_by_touch(house: Household) -> None:
    house.tap("settings", "section_screen", "dim_after_minutes_None")
    quiet(house, 600)
    assert light(house) is Light.FULL
    house.tap("dim_after_minutes_5")
    quiet(house, 5)
    assert light(house) is Light.DIM
    rest = house.app.rest
    house.stop()
    assert rest.light is Light.FULL, "for whoever comes after"


def test_in_a_window_the_light_is_the_desktops(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    house.start()
    quiet(house, 600)
    assert light(house) is Light.FULL


def test_a_game_that_is_won_is_one_no_more(house: Household) -> None:
    from companion.engine.core import DeclareWinner

    play(house)
    anna = house.session.state.core.ids[0]
    house.session.submit(DeclareWinner(anna), overrule=True)
    assert house.session.state.core.winner == anna
    quiet(house, 10)
    quiet(house, 20)
    assert light(house) is Light.OUT
