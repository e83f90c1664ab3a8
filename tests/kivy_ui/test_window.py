"""What joins screens, sheets, messages and devices: the window's own workings."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.base import ExceptionManager

from companion.app.roster import Person
from companion.app.storage import GameJournal, StorageError
from companion.presenters.new_game import NewGame
from companion.presenters.views import ToastView
from kivy_ui.paint import fit
from tests.kit.household import Household, household

PEOPLE = (Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white"))


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        yield home


def begin(house: Household) -> None:
    assert house.app.context.begin(NewGame(PEOPLE))
    house.driver.frames()


def test_a_new_game_that_cannot_be_saved_says_so_at_once(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_arguments: object) -> None:
        raise StorageError("The disk is full.", "Free some space on it.")

    monkeypatch.setattr(GameJournal, "write", full)
    begin(house)
    assert "not being saved" in house.everything_said() and "The disk is full." in house.everything_said()


def test_strip_and_bar_follow_the_theme_and_the_size_of_texts(house: Household) -> None:
    begin(house)
    house.tap("more", "go_settings", "section_screen", "theme_bright")
    house.tap("back", "table")
    look = house.shell.look
    for name in ("log", "undo", "more"):
        assert house.driver.find(name)._painted_in == look.marks(), name
    assert house.shell.frame.strip._painted_in == look.marks()


def test_a_message_lies_in_front_of_a_sheet_and_over_nothing_when_it_has_gone(house: Household) -> None:
    begin(house)
    house.shell.messages.tell(ToastView("The camera was unplugged.", "Plug it in.", "warn", seconds=60))
    house.tap("head_1")
    toast = house.shell.messages.shown
    assert house.shell.children[0] is toast and toast.canvas in house.shell.canvas.children
    house.tap("close")
    assert house.shell.children[0] is toast
    heads = [house.driver.find(f"head_{seat}").box for seat in range(3)]
    assert not any(
        box.x < toast.right and toast.x < box.right and box.y < toast.top and toast.y < box.top
        for box in heads
    )


def test_a_long_word_at_a_line_break_is_not_drawn_over_the_next_line(ui: Any) -> None:
    text = (
        "There is no room left for /home/longship/.local/share/longship/games.db.\nMake room, and touch Undo."
    )
    _size, lines, cut = fit(text, 300, 200, 24, 20, 6, False)
    assert not cut and len(lines) > 3
    assert not [line for line in lines if "\n" in line]


def test_two_fingers_on_a_button_are_one_tap(house: Household) -> None:
    from kivy.tests.common import UnitTestTouch

    taps = []
    begin(house)
    button = house.driver.find("log")
    button.on_tap = lambda: taps.append(1)
    house.shell.care.rest()
    one, other = (UnitTestTouch(button.center_x + x, button.center_y) for x in (-8, 8))
    one.touch_down()
    other.touch_down()
    one.touch_up()
    other.touch_move(button.center_x + 9, button.center_y)
    other.touch_up()
    assert taps == [1]
    third = UnitTestTouch(*button.center)
    house.shell.care.rest()
    third.touch_down()
    third.touch_up()
    assert taps == [1, 1]


def test_a_call_that_fails_holds_up_no_other(house: Household) -> None:
    def fail() -> None:
        raise ValueError("as a test")

    ExceptionManager.add_handler(house.app._go_on)
    done: list[int] = []
    house.app.inbox.put(fail)
    house.app.inbox.put(lambda: done.append(1))
    house.driver.wait(lambda: done == [1])
    assert house.shell.screen_name == "error"


def test_a_drawing_that_cannot_be_made_ahead_is_logged_and_the_next_one_made(
    ui: Any, caplog: pytest.LogCaptureFixture
) -> None:
    from kivy_ui.prerender import Prerenderer

    done: list[int] = []

    def fail() -> None:
        raise ValueError("as a test")

    ahead = Prerenderer(iter([fail, lambda: done.append(1)]))
    ui.wait(lambda: bool(done))
    ahead.stop()
    assert "could not be made ahead" in caplog.text


def test_a_screen_that_failed_is_made_anew(house: Household) -> None:
    begin(house)
    house.shell.go("roll")
    failed = house.shell.screen
    house.app._go_on.handle_exception(AssertionError())
    assert house.shell.screen_name == "error" and house.shell.arguments["reason"] == "AssertionError"
    house.shell.go("roll")
    assert house.shell.screen_name == "roll" and house.shell.screen is not failed


def test_a_turn_to_where_the_picture_faces_already_draws_nothing_anew(house: Household) -> None:
    begin(house)
    before = house.shell.look.metrics
    house.app.turn(0)
    house.app.turn(360)
    assert house.shell.look.metrics is before
    house.app.turn(180)
    assert house.shell.look.metrics is not before
    house.app.turn(180)
    house.driver.frames()
