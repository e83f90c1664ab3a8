"""Dice that a camera reads, at the table: shown, taken, corrected, let go, and never a guess."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app import i18n
from companion.app.dice import Reading
from companion.app.dice_log import PICTURES, DiceLog, Faces
from companion.app.ports import Notice
from companion.app.roster import Person
from companion.history.correction import change
from companion.presenters.intents import Roll
from companion.presenters.new_game import NewGame
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.queries import knights
from companion.rules.cities_knights.slice import Track
from tests.kit.household import Household, household
from tests.kit.offscreen import Hours, own_time

SURE = Reading(red=3, white=5, event="ship")
NO_RED = Reading(white=5, event="ship", reason="unclear_red", unsure="The red die cannot be read.")
SET_RIGHT = msgspec.structs.replace(SURE, set_right=True)
PEOPLE = (Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white"))


class StoodClock:
    """The sheet's time goes on by ``pass_time`` alone, however slow the machine is."""

    @staticmethod
    def schedule_interval(step: Callable[[float], None], _seconds: float) -> Any:
        from kivy.clock import Clock

        return Clock.create_trigger(step)


@pytest.fixture
def ticking_house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        begin(home)
        yield home


@pytest.fixture
def house(ticking_house: Household, monkeypatch: pytest.MonkeyPatch) -> Household:
    monkeypatch.setattr("kivy_ui.widgets.throw_sheet.Clock", StoodClock)
    return ticking_house


def begin(home: Household, level: str = "L1", size: tuple[int, int] = (800, 480)) -> None:
    home.start(size)
    home.app.context.begin(NewGame(PEOPLE, level=level))  # type: ignore[arg-type]
    home.driver.frames()


def rolled(home: Household) -> list[dict[str, Any]]:
    """The rolls that stand."""
    return [dict(e.command.dice) for e in home.session.standing if isinstance(e.command, RollDice)]


def throw(home: Household, reading: Reading = SURE) -> None:
    """Dice come to rest under the camera, which is on a thread of its own."""
    thread = threading.Thread(target=home.dice.read, args=(reading,))
    thread.start()
    thread.join()
    home.driver.frames()


def agree(home: Household) -> None:
    """The table lets pictures be kept."""
    settings = home.app.context.settings
    dice = msgspec.structs.replace(settings.dice, keep_pictures=True)
    home.app.context.change(msgspec.structs.replace(settings, dice=dice))


def pass_time(home: Household, seconds: float) -> None:
    """The clock of the sheet goes on by so much."""
    home.app.dice_reader.sheet._step(seconds)
    home.driver.frames()


def logged(home: Household) -> list[tuple[str, Faces, Faces]]:
    return [(throw.outcome, throw.read, throw.entered) for throw in DiceLog(home.data).throws]


def test_a_reading_is_shown_large_and_taken_without_a_tap(house: Household) -> None:
    throw(house)
    assert "Anna rolls" in house.said("throw_sheet")
    side = house.shell.look.mm(40)
    assert all(house.driver.find(f"throw_{die}").width > side for die in ("red", "white", "event"))
    pass_time(house, 1.5)
    assert rolled(house) == [], "three seconds are the table's"
    pass_time(house, 1.6)
    assert rolled(house) == [{"red": 3, "white": 5, "event": "ship"}]
    assert house.shell.sheets.shown is None and house.shell.screen_name == "result"
    assert house.driver.taps == 0
    assert logged(house) == [("taken", Faces(3, 5, "ship"), Faces(3, 5, "ship"))]


def test_by_its_own_clock_it_takes_three_seconds(ticking_house: Household) -> None:
    hours = Hours()
    with own_time(hours):
        throw(ticking_house)
        start = hours.now
        while not rolled(ticking_house):
            assert hours.now < start + 3.4
            hours.now += 0.1
            ticking_house.driver.frames(1)
        assert hours.now > start + 2.8


def test_the_next_reading_ends_the_turn_and_says_whose_roll_it_is(house: Household) -> None:
    throw(house)
    pass_time(house, 3.1)
    throw(house, Reading(red=1, white=1, event="trade"))
    assert "Ben rolls" in house.said("throw_sheet")
    pass_time(house, 3.1)
    assert len(rolled(house)) == 2 and house.session.state.core.on_turn == "ben"


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280)])
def test_two_taps_correct_a_die(house: Household, size: tuple[int, int]) -> None:
    begin(house, size=size)
    throw(house)
    pass_time(house, 1.5)
    house.tap("throw_white")
    pass_time(house, 30)
    assert rolled(house) == [], "time stands still while somebody looks for the right face"
    house.tap("white_6")
    pass_time(house, 1.5)
    assert rolled(house) == [], "the ring starts anew"
    pass_time(house, 1.6)
    assert rolled(house) == [{"red": 3, "white": 6, "event": "ship"}]
    assert house.driver.taps == 2
    assert logged(house) == [("corrected", Faces(3, 5, "ship"), Faces(3, 6, "ship"))]


def test_two_dice_are_corrected_one_after_the_other(house: Household) -> None:
    throw(house)
    pass_time(house, 1)
    house.tap("throw_white", "throw_event", "event_science", "throw_red", "red_1")
    pass_time(house, 3.1)
    assert rolled(house) == [{"red": 1, "white": 5, "event": "science"}]


@pytest.mark.parametrize("how", ["cancel", "beside"])
def test_a_tap_elsewhere_lets_it_go(house: Household, how: str) -> None:
    throw(house)
    pass_time(house, 1)
    if how == "cancel":
        house.tap("throw_cancel")
    else:
        house.driver.touch(20, 20)
    house.driver.frames(3)
    assert house.shell.sheets.shown is None and rolled(house) == []
    assert [outcome for outcome, *_ in logged(house)] == ["let_go"]
    house.roll(2, 2, "trade")
    assert rolled(house) == [{"red": 2, "white": 2, "event": "trade"}]
    assert [outcome for outcome, *_ in logged(house)] == ["let_go"], "that may have been another throw"


def test_a_finger_on_its_way_does_not_cancel_what_appears_below_it(house: Household) -> None:
    throw(house)
    house.driver.touch(20, 20, frames=0)
    assert house.shell.sheets.shown is house.app.dice_reader.sheet


def test_unsure_never_takes_itself(house: Household) -> None:
    throw(house, NO_RED)
    assert house.shell.screen_name == "roll" and house.shell.sheets.shown is None
    assert house.said("screen") == "The red die cannot be read."
    assert house.shell.screen.chosen == {"white": "5", "event": "ship"}
    house.driver.frames(20)
    assert rolled(house) == []
    house.tap("red_4")
    assert rolled(house) == [{"red": 4, "white": 5, "event": "ship"}] and house.driver.taps == 1
    assert logged(house) == [("unsure", Faces(None, 5, "ship"), Faces(4, 5, "ship"))]
    house.tap("result_card", "bar_red_2")
    assert house.shell.screen.note == "", "the next roll is another one"


def test_unsure_of_everything_still_waits_for_a_tap(house: Household) -> None:
    throw(house, Reading(red=1, white=2, event="ship", reason="fourth", unsure="There is a fourth die."))
    house.driver.frames(20)
    assert rolled(house) == [] and house.shell.screen.chosen == {"red": "1", "white": "2", "event": "ship"}
    house.tap("event_ship")
    assert rolled(house) == [{"red": 1, "white": 2, "event": "ship"}]


def test_a_better_reading_takes_the_place_of_an_unsure_one(house: Household) -> None:
    throw(house, NO_RED)
    throw(house)
    pass_time(house, 3.1)
    assert rolled(house) == [{"red": 3, "white": 5, "event": "ship"}]
    assert [outcome for outcome, *_ in logged(house)] == ["unsure", "taken"]


def test_a_roll_whose_dice_are_set_right_is_taken_without_a_tap(house: Household) -> None:
    throw(house, NO_RED)
    throw(house, SET_RIGHT)
    pass_time(house, 3.1)
    assert rolled(house) == [{"red": 3, "white": 5, "event": "ship"}] and house.driver.taps == 0
    assert logged(house) == [("taken", Faces(3, 5, "ship"), Faces(3, 5, "ship"))], "it is one throw"


def test_dice_that_are_set_right_once_the_roll_is_entered_say_nothing(house: Household) -> None:
    throw(house, NO_RED)
    house.tap("red_4")
    throw(house, SET_RIGHT)
    assert house.app.dice_reader.sheet is None and house.shell.messages.shown is None
    assert rolled(house) == [{"red": 4, "white": 5, "event": "ship"}]
    assert logged(house) == [("unsure", Faces(None, 5, "ship"), Faces(4, 5, "ship"))]


def test_dice_that_are_set_right_show_no_roll_twice_where_the_table_was_faster(house: Household) -> None:
    house.roll(3, 5, "ship")
    throw(house, NO_RED)
    throw(house, SET_RIGHT)
    assert house.app.dice_reader.sheet is None and len(rolled(house)) == 1
    house.tap("red_3")
    assert rolled(house) == [{"red": 3, "white": 5, "event": "ship"}] * 2, "the table says that it is another"


def test_the_ship_alone_may_come_again_where_the_event_die_is_set_right(house: Household) -> None:
    begin(house, "L0")
    for _count in range(2):
        throw(house, Reading(red=3, white=5, reason="glare_event", unsure="Too much light."))
        throw(house, SET_RIGHT)
        pass_time(house, 3.1)
    assert rolled(house) == [{"event": "ship"}] * 2


def test_an_unsure_roll_that_waits_is_shown_as_it_was_set_right(house: Household) -> None:
    house.tap("head_1")
    throw(house, NO_RED)
    throw(house, SET_RIGHT)
    house.tap("close")
    house.driver.wait(lambda: house.app.dice_reader.sheet is not None)
    pass_time(house, 3.1)
    assert rolled(house) == [{"red": 3, "white": 5, "event": "ship"}]
    assert [outcome for outcome, *_ in logged(house)] == ["taken"]


def test_a_roll_that_was_let_go_while_the_table_was_busy_may_be_set_right(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.tap("head_1")
    with monkeypatch.context() as patch:
        patch.setattr("kivy_ui.dice_reader.WAITS_SECONDS", 0.0)
        throw(house, NO_RED)
        house.driver.wait(lambda: house.app.dice_reader._waiting is None)
    assert [outcome for outcome, *_ in logged(house)] == ["let_go"]
    house.tap("close")
    throw(house, SET_RIGHT)
    pass_time(house, 3.1)
    assert rolled(house) == [{"red": 3, "white": 5, "event": "ship"}]
    assert [outcome for outcome, *_ in logged(house)] == ["taken"]


def test_a_roll_that_is_set_right_while_the_table_is_busy_may_have_been_entered(house: Household) -> None:
    agree(house)
    throw(house, msgspec.structs.replace(NO_RED, picture=b"jpeg"))
    house.shell.go("table")
    house.tap("head_1")
    throw(house, SET_RIGHT)
    house.shell.do(Roll({"red": 4, "white": 5, "event": "ship"}))
    house.shell.sheets.close()
    house.driver.wait(lambda: house.app.dice_reader._waiting is None)
    assert rolled(house) == [{"red": 4, "white": 5, "event": "ship"}]
    assert house.app.dice_reader.sheet is None
    house.driver.wait(lambda: house.shell.messages.shown is not None)
    assert "Save the picture" in house.said("toast"), "it is offered all the same"


def test_another_throw_takes_the_place_of_the_one_that_is_shown(house: Household) -> None:
    throw(house)
    throw(house, Reading(red=6, white=6, event="trade"))
    pass_time(house, 3.1)
    assert rolled(house) == [{"red": 6, "white": 6, "event": "trade"}]


def test_an_unsure_throw_takes_the_place_of_a_sure_one(house: Household) -> None:
    throw(house)
    throw(house, NO_RED)
    assert house.shell.sheets.shown is None and house.shell.screen_name == "roll"
    house.tap("red_4")
    assert [outcome for outcome, *_ in logged(house)] == ["let_go", "unsure"]


def test_the_ship_alone_needs_the_event_die_alone(house: Household) -> None:
    begin(house, "L0")
    throw(house, Reading(event="ship", reason="unclear_red", unsure="The red die cannot be read."))
    assert not house.driver.shows("throw_red") and house.driver.shows("throw_event")
    pass_time(house, 3.1)
    assert rolled(house) == [{"event": "ship"}] and house.driver.taps == 0
    throw(house, Reading(event="ship", reason="hand", unsure="A hand is in the way."))
    assert house.app.dice_reader.sheet is None and house.shell.screen_name == "table"
    assert "A hand is in the way." in house.said("toast")
    assert len(rolled(house)) == 1


def test_while_a_question_is_open_nothing_is_taken(house: Household) -> None:
    for player in house.session.state.core.ids:
        house.session.submit(RecruitKnight(player), overrule=True)
        house.session.submit(
            ActivateKnights(player, tuple(knights(house.session.table, player))), overrule=True
        )
    for _step in range(7):
        house.shell.do(Roll({"red": 1, "white": 2, "event": "ship"}))
    assert house.session.state.core.pending, "three defended equally well, and each chooses a deck"
    before = len(rolled(house))
    house.shell.sheets.close()
    throw(house)
    house.driver.frames(3)
    assert house.app.dice_reader.sheet is None and len(rolled(house)) == before
    assert "no roll is due" in house.said("toast")


def test_a_reading_waits_while_a_sheet_is_open(house: Household) -> None:
    house.tap("head_1")
    throw(house)
    assert house.app.dice_reader.sheet is None and house.shell.sheets.shown.name == "action_sheet"
    house.tap("close")
    house.driver.wait(lambda: house.app.dice_reader.sheet is not None)
    pass_time(house, 3.1)
    assert len(rolled(house)) == 1


def test_a_reading_that_has_waited_too_long_is_let_go_and_said(house: Household) -> None:
    house.tap("more", "go_settings")
    throw(house)
    house.driver.later(30.0)
    assert "The dice were read, but the table was busy." in house.everything_said()
    assert [outcome for outcome, *_ in logged(house)] == ["let_go"]
    house.tap("back", "table")
    house.driver.frames(3)
    assert house.app.dice_reader.sheet is None and rolled(house) == []


def test_the_alchemist_has_named_two_of_the_dice(house: Household) -> None:
    anna = house.session.state.core.ids[0]
    house.session.submit(PlayAlchemist(anna, 2, 6), overrule=True)
    house.shell.refresh()
    throw(house, Reading(red=1, white=1, event="trade"))
    pass_time(house, 3.1)
    assert rolled(house) == [{"white": 2, "red": 6, "event": "trade"}]


def test_a_roll_that_is_put_right_afterwards_was_read_wrongly(house: Household) -> None:
    throw(house)
    pass_time(house, 3.1)
    house.tap("result_red", "red_6")
    assert rolled(house) == [{"red": 6, "white": 5, "event": "ship"}]
    assert logged(house) == [("corrected", Faces(3, 5, "ship"), Faces(6, 5, "ship"))]
    house.tap("table") if house.driver.shows("table") else None
    throw(house)
    pass_time(house, 3.1)
    assert [outcome for outcome, *_ in logged(house)] == ["corrected", "taken"]


def test_what_leads_elsewhere_lets_it_go(house: Household) -> None:
    throw(house)
    house.shell.go("log")
    house.driver.frames(40)
    assert rolled(house) == [] and [outcome for outcome, *_ in logged(house)] == ["let_go"]


def test_with_less_movement_the_ring_shrinks_in_steps(house: Household) -> None:
    screen = msgspec.structs.replace(house.app.context.settings.screen, reduced_motion=True)
    house.app.context.change(msgspec.structs.replace(house.app.context.settings, screen=screen))
    throw(house)
    shown = set()
    for _step in range(28):
        house.app.dice_reader.sheet._step(0.1)
        shown.add(round(house.app.dice_reader.sheet.ring.share, 3))
    assert shown == {1.0, 0.667, 0.333}


@pytest.mark.parametrize("language", ["en", "ru", "pl", "de"])
def test_it_is_said_in_every_language(house: Household, language: str) -> None:
    i18n.set_language(language)
    throw(house)
    assert "Anna" in house.said("throw_sheet")
    assert not any(text.cut for widget in house.shell.walk() for text in getattr(widget, "texts", ()))


def test_a_corrected_picture_is_kept_with_one_tap_if_the_table_agreed(house: Household) -> None:
    picture = msgspec.structs.replace(SURE, picture=b"jpeg")
    throw(house, picture)
    pass_time(house, 1)
    house.tap("throw_white", "white_6")
    pass_time(house, 3.1)
    assert not house.driver.shows("toast_keep_picture"), "nobody has agreed"
    agree(house)
    throw(house, picture)
    pass_time(house, 1)
    house.tap("throw_white", "white_6")
    pass_time(house, 3.1)
    taps = house.driver.taps
    assert not (house.data / PICTURES).exists()
    house.tap("toast_keep_picture")
    assert house.driver.taps == taps + 1
    (kept,) = (house.data / PICTURES).glob("*.jpg")
    assert kept.read_bytes() == b"jpeg"
    assert '"white":6' in (house.data / PICTURES / "labels.jsonl").read_text()


def test_what_an_entry_has_to_say_is_read_before_a_picture_is_asked_for(house: Household) -> None:
    agree(house)
    throw(house, msgspec.structs.replace(SURE, picture=b"jpeg"))
    pass_time(house, 1)
    house.tap("throw_white", "white_4")
    pass_time(house, 3.1)
    assert "The robber stays put" in house.said("toast")
    hours = Hours()
    with own_time(hours):
        house.driver.frames(2)
        hours.now += 1
        house.driver.frames(2)
        assert not house.driver.shows("toast_keep_picture")
        house.shell.messages.drop()
        hours.now += 1
        house.driver.frames(2)
        assert house.driver.shows("toast_keep_picture")


@pytest.mark.parametrize("end", ["undo", "the next dice", "home"])
def test_nobody_is_asked_for_a_picture_of_a_roll_that_is_over(house: Household, end: str) -> None:
    agree(house)
    throw(house, msgspec.structs.replace(SURE, picture=b"jpeg"))
    pass_time(house, 1)
    house.tap("throw_white", "white_4")
    pass_time(house, 3.1)
    hours = Hours()
    with own_time(hours):
        if end == "undo":
            house.session.undo()
        elif end == "home":
            house.shell.go("home")
        else:
            throw(house, msgspec.structs.replace(SURE, picture=b"other"))
        house.shell.messages.drop()
        for _second in range(5):
            hours.now += 1
            house.driver.frames(2)
        assert not house.driver.shows("toast_keep_picture")


def test_what_the_camera_lacks_is_said_in_one_sentence(house: Household) -> None:
    threading.Thread(target=house.dice.notice, args=(Notice("The camera is unplugged."),)).start()
    house.driver.wait(lambda: house.driver.shows("toast"))
    assert "The camera is unplugged." in house.said("toast")


def test_without_a_game_a_reading_means_nothing(house: Household) -> None:
    house.start()
    throw(house)
    assert house.shell.screen_name == "home" and house.shell.sheets.shown is None


def test_after_the_end_nothing_is_read(house: Household) -> None:
    dice = house.dice
    house.stop()
    assert dice.closed


def test_the_picture_that_is_kept_is_that_of_its_own_roll(house: Household) -> None:
    agree(house)
    throw(house, msgspec.structs.replace(SURE, picture=b"Anna's roll"))
    pass_time(house, 3.1)
    bumped = Reading(red=1, white=1, event="trade", picture=b"somebody bumped the dice")
    throw(house, bumped)
    pass_time(house, 1)
    house.tap("throw_cancel", "result_red", "red_6")
    house.driver.wait(lambda: house.driver.shows("toast_keep_picture"), 20)
    house.tap("toast_keep_picture")
    (kept,) = (house.data / PICTURES).glob("*.jpg")
    assert kept.read_bytes() == b"Anna's roll"


def test_a_roll_that_is_changed_after_a_correction_was_read_wrongly(house: Household) -> None:
    agree(house)
    anna = house.session.state.core.ids[0]
    house.session.submit(Improve(anna, Track.SCIENCE, 1), overrule=True)
    earlier = house.session.standing[-1]
    throw(house, Reading(red=3, white=5, event="trade", picture=b"jpeg"))
    pass_time(house, 3.1)
    house.session.correct(change(earlier.entry, Improve(anna, Track.TRADE, 1)))
    house.driver.frames()
    house.tap("result_red", "red_6")
    assert rolled(house) == [{"red": 6, "white": 5, "event": "trade"}]
    assert [outcome for outcome, *_faces in logged(house)] == ["corrected"]


def test_an_offer_goes_only_with_its_own_roll(house: Household) -> None:
    agree(house)
    anna = house.session.state.core.ids[0]
    house.session.submit(Improve(anna, Track.SCIENCE, 1), overrule=True)
    earlier = house.session.standing[-1]
    throw(house, msgspec.structs.replace(SURE, picture=b"jpeg"))
    pass_time(house, 1)
    house.tap("throw_white", "white_6")
    pass_time(house, 3.1)
    house.driver.wait(lambda: house.driver.shows("toast_keep_picture"), 20)
    house.session.correct(change(earlier.entry, Improve(anna, Track.TRADE, 1)))
    house.driver.frames()
    house.tap("toast_keep_picture")
    assert (house.data / PICTURES).exists()
