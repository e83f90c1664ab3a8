"""The first evening: hints, a game that plays by itself, the time of a turn, turning the picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.alerts import LONG_TURN
from companion.app.dice import Reading
from companion.app.roster import Person
from companion.engine.ids import PlayerId
from companion.presenters.hints import hints
from companion.presenters.new_game import NewGame
from companion.presenters.settings import with_value
from companion.rules.base.turn import EndTurn, RollDice
from kivy_ui import demo
from kivy_ui.widgets.hints import HintsSheet
from kivy_ui.widgets.throw_sheet import ThrowSheet
from kivy_ui.widgets.turn_keys import TurnSheet
from tests.kit.household import Household, household

TABLE = NewGame((Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white")))


@pytest.fixture
def house(ui: Any, clock: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.driver.clock = clock
        home.greets = True
        home.start()
        yield home


def begin(house: Household) -> None:
    assert house.app.context.begin(TABLE)
    house.driver.frames()


def choose(house: Household, key: str, value: object) -> None:
    context = house.app.context
    context.change(with_value(context.settings, key, value))
    house.driver.frames()


# --- hints ----------------------------------------------------------------------------------------------


def test_the_first_game_of_all_says_that_there_are_hints_and_no_other_does(house: Household) -> None:
    begin(house)
    house.tap("toast_hints")
    sheet = house.shell.sheets.shown
    assert isinstance(sheet, HintsSheet)
    seen = [sheet.view]
    for _hint in hints()[1:]:
        house.tap("hint_next")
        seen.append(sheet.view)
    assert tuple(seen) == hints()
    house.tap("hint_next")
    assert house.shell.sheets.shown is None and house.shell.screen_name == "table"
    begin(house)
    assert house.shell.messages.shown is None


def test_the_hints_are_in_nobodys_way_and_go_by_themselves(house: Household) -> None:
    begin(house)
    house.tap("bar_red_3")
    assert house.shell.screen_name == "roll" and house.shell.messages.shown is None
    house.tap("table", "more", "help", "hints")
    assert isinstance(house.shell.sheets.shown, HintsSheet), "again from More"


# --- a game that plays by itself ------------------------------------------------------------------------


def test_the_demo_plays_ends_at_a_touch_and_leaves_everything_as_it_was(house: Household) -> None:
    begin(house)
    house.tap("more")
    before = house.shell.play
    kept = house.app.context.games()
    house.tap("help", "demo")
    shown = set()
    for _step in range(12):
        house.driver.later(demo.SECONDS)
        shown.add(house.shell.screen_name)
        assert house.shell.children[0].name == "demo", "in front of all that came"
    played = house.shell.play.session
    assert len(played.standing) > 12 and {"board"} < shown
    house.driver.touch(400, 240)
    assert not house.app.demo.plays
    assert house.shell.play is before and house.shell.screen_name == "table"
    assert house.app.context.games() == kept
    entries = len(played.standing)
    house.driver.later(60)
    assert len(played.standing) == entries, "and it has stopped"


def test_the_demo_goes_on_from_game_to_game(house: Household, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(demo, "MOST_ENTRIES", 3)
    house.tap("help", "demo")
    first = house.shell.play
    house.driver.later(demo.SECONDS)
    assert house.shell.play is not first
    house.driver.touch(400, 240)
    assert house.shell.play is None and house.shell.screen_name == "home"


# --- the time of a turn ---------------------------------------------------------------------------------


def test_the_timer_is_off_until_it_is_wanted_and_counts_up_from_the_turns_beginning(house: Household) -> None:
    begin(house)
    house.driver.later(90)
    strip = house.shell.frame.strip
    assert strip.time == ""
    choose(house, "screen.turn_timer", True)
    house.driver.later(1)
    assert strip.time == "1:31"
    anna = PlayerId("anna")
    house.session.submit(RollDice(anna, {"white": 6, "red": 6, "event": "ship"}))
    house.driver.later(5)
    assert strip.time.startswith("1:3"), "a roll is no new turn"
    house.session.submit(EndTurn(anna))
    house.driver.later(1)
    assert strip.time == "0:01"
    choose(house, "screen.turn_timer", False)
    assert strip.time == ""


def test_a_long_turn_is_told_once_by_bell_light_and_words(house: Household) -> None:
    begin(house)
    choose(house, "screen.turn_timer", True)
    choose(house, "screen.turn_bell_minutes", 2)
    house.driver.later(119)
    assert not rung(house)
    house.driver.later(2)
    house.driver.later(30)
    assert rung(house) == [(0,)]
    strip = house.shell.frame.strip
    house.driver.paint()
    assert strip.turn.late and any(text.text.endswith("!") for text in strip.turn.texts), (
        "not by its colour alone"
    )


def test_while_a_demo_plays_the_turn_behind_it_waits(house: Household) -> None:
    begin(house)
    choose(house, "screen.turn_timer", True)
    choose(house, "screen.turn_bell_minutes", 2)
    house.driver.later(60)
    strip = house.shell.frame.strip
    began = strip.time
    house.tap("more", "help", "demo")
    for _minute in range(5):
        house.driver.later(60)
    assert strip.time == "" and not rung(house)
    house.driver.touch(400, 240)
    house.driver.later(1)
    assert began <= strip.time < "1:15"
    house.driver.later(70)
    assert rung(house) == [(0,)]


def rung(house: Household) -> list[tuple[int, ...]]:
    """The seats for which the bell was rung."""
    return [cue.seats for cue in house.alerts.cues if cue.alert == LONG_TURN]  # type: ignore[attr-defined]


# --- turned to whoever wants to see ---------------------------------------------------------------------


def test_a_finger_that_rests_where_nothing_is_turns_the_picture_on_every_screen(house: Household) -> None:
    begin(house)
    turned: list[int] = []
    house.shell.on_turn = turned.append
    for screen in ("home", "table", "settings", "evening", "help"):
        house.driver.later(30)
        house.shell.go(screen)
        house.driver.frames()
        boxes = taken(house)
        free = ((x, y) for x in range(1, 800, 3) for y in range(1, 480, 3))
        x, y = next((x, y) for x, y in free if not any(box.holds(x, y) for box in boxes))
        house.driver.touch(x, y, resting=20)
        assert isinstance(house.shell.sheets.shown, TurnSheet), screen
        house.driver.tap("turn_up")
        assert house.shell.screen_name == screen and house.shell.sheets.shown is None
    assert turned == [180] * 5


def test_in_the_frame_a_finger_that_rests_on_the_turn_turns_the_picture(house: Household) -> None:
    """Roll, log and sheet leave no place where nothing is."""
    begin(house)
    for screen in ("table", "roll", "log", "sheet"):
        house.shell.go(screen)
        house.driver.frames()
        house.hold("statistics", "turn_up")
        assert house.shell.screen_name == screen
        house.shell.sheets.close()


def taken(house: Household) -> list[Any]:
    from kivy_ui.paint import touchable

    return [box for _widget, boxes in touchable(house.shell) for box in boxes]


def test_a_finger_that_is_lifted_at_once_turns_nothing(house: Household) -> None:
    house.driver.touch(2, 2)
    house.driver.later(2)
    assert house.shell.sheets.shown is None


def test_keys_and_dice_end_a_demo_and_do_nothing_to_its_game(house: Household) -> None:
    begin(house)
    entries = len(house.session.standing)
    for wake in (
        lambda: house.app.keys.down(None, ord("m")),
        lambda: house.dice.read(Reading(white=3, red=4, event="trade")),
    ):
        house.app.demo.begin()
        house.driver.frames()
        wake()
        house.driver.frames()
        assert not house.app.demo.plays
    assert not house.app.context.settings.alerts.muted
    assert len(house.session.standing) == entries


def test_dice_that_were_read_are_told_by_nobody_while_their_ring_runs(house: Household) -> None:
    begin(house)
    house.dice.read(Reading(white=3, red=4, event="trade"))
    house.driver.frames()
    sheet = house.shell.sheets.shown
    assert isinstance(sheet, ThrowSheet)
    assert not house.shell.helping.can_tell(next(iter(sheet.dice.values())))


def test_a_finger_that_goes_over_empty_space_does_not_rest(house: Household) -> None:
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(5, 5)
    touch.touch_down()
    touch.touch_move(60, 60)
    house.driver.later(1.0)
    assert not isinstance(house.shell.sheets.shown, TurnSheet)
    touch.touch_up()
