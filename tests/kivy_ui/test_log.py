"""The log by touch: rows, filters, details, undo and redo."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.roster import Person
from companion.app.session import GameSession, Nowhere
from companion.engine.ids import EntryId, PlayerId
from companion.history.correction import change, insert, remove
from companion.history.log import Header
from companion.presenters import log
from companion.presenters.game import bar
from companion.presenters.log import Filter, Mark
from companion.presenters.new_game import NewGame
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.recruit import RecruitKnight
from companion.rules.cities_knights.slice import Track
from tests.kit.evening import PEOPLE, play
from tests.kit.household import Household, household
from tests.kit.tables import CITIES_KNIGHTS

ANNA, BEN = PlayerId("anna"), PlayerId("ben")


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        home.app.context.begin(NewGame((Person("Anna", "red"), Person("Ben", "blue"))))
        yield home


def fill(house: Household) -> None:
    """Six entries: one by house ruling, one taken back."""
    session = house.session
    session.submit(RollDice(ANNA, {"white": 2, "red": 3, "event": "ship"}))
    session.submit(RecruitKnight(ANNA))
    session.submit(Improve(ANNA, Track.TRADE, 3), overrule=True)
    session.submit(RecruitKnight(ANNA))
    session.undo()
    session.submit(EndTurn(ANNA))
    session.submit(RollDice(BEN, {"white": 1, "red": 1, "event": "trade"}))


def test_rows_say_turn_who_what_and_what_followed(house: Household) -> None:
    fill(house)
    house.driver.frames()
    house.tap("log")
    rows = house.shell.screen.view.rows
    assert [(row.entry, row.turn, row.person.name, row.mark) for row in rows] == [
        (7, 2, "Ben", Mark.NONE),
        (6, 1, "Anna", Mark.NONE),
        (4, 1, "Anna", Mark.UNDONE),
        (3, 1, "Anna", Mark.HOUSE),
        (2, 1, "Anna", Mark.NONE),
        (1, 1, "Anna", Mark.NONE),
    ]
    assert rows[0].dice == (("red", "1"), ("white", "1"), ("event", "trade"))
    assert "Anna draws a progress card" in rows[0].followed
    assert rows[3].what == "Anna improves: Trade, level 3"
    assert "Ben" not in house.said("entry_3") and "level 3" in house.said("entry_3")


def test_a_filter_that_finds_nothing_does_not_say_that_nothing_was_entered(house: Household) -> None:
    house.session.submit(RollDice(ANNA, {"white": 2, "red": 3, "event": "ship"}))
    house.driver.frames()
    house.tap("log", "filter_builds")
    assert "Nothing of this kind yet." in house.everything_said()


def test_filters_show_rolls_and_builds(house: Household) -> None:
    fill(house)
    house.driver.frames()
    house.tap("log", "filter_rolls")
    assert [row.entry for row in house.shell.screen.view.rows] == [7, 1]
    house.tap("filter_builds")
    assert [row.entry for row in house.shell.screen.view.rows] == [4, 3, 2]
    house.tap("filter_all")
    assert len(house.shell.screen.view.rows) == 6


def test_a_row_opens_everything_about_it(house: Household) -> None:
    fill(house)
    house.driver.frames()
    house.tap("log", "entry_3")
    told = house.everything_said().replace("\n", " ")
    assert "Turn 1" in told and "CK-80" in told and "Levels are bought in order" in told
    house.tap("close", "entry_4")
    assert "was undone" in house.everything_said().replace("\n", " ")
    house.tap("close")
    assert house.shell.screen_name == "log"


def test_undo_and_redo_here_too(house: Household) -> None:
    fill(house)
    house.driver.frames()
    house.tap("log")
    assert not house.driver.find("redo").enabled
    house.tap("undo", "undo")
    assert [row.mark for row in house.shell.screen.view.rows[:2]] == [Mark.UNDONE, Mark.UNDONE]
    house.tap("redo")
    assert [row.mark for row in house.shell.screen.view.rows[:2]] == [Mark.UNDONE, Mark.NONE]
    assert house.session.standing[-1].entry == 6
    house.tap("redo")
    assert not house.driver.find("redo").enabled and house.session.standing[-1].entry == 7


def test_an_empty_log_says_so(house: Household) -> None:
    house.driver.frames()
    house.tap("log")
    assert "Nothing has been entered" in house.everything_said()


def test_a_long_log_is_turned_over_and_dragged(house: Household) -> None:
    for entry in play(house.session, 5, 30):
        del entry
    house.driver.frames()
    house.shell.go("log")
    house.driver.frames()
    shown = house.shell.screen.list
    assert shown.per_page < len(shown.items) and not shown.up.enabled
    house.tap("entry_down")
    second = shown.first
    assert second == shown.per_page - 1, "one row stays in sight"
    drag(house, shown, rows=3)
    assert shown.first == second + 3
    assert house.shell.sheets.shown is None, "a drag is no tap"
    drag(house, shown, rows=-100)
    assert shown.first == 0
    for _page in range(200):
        if not shown.down.enabled:
            break
        house.tap("entry_down")
    assert shown.first + shown.per_page == len(shown.items)
    assert house.driver.shows("entry_1")


def drag(house: Household, shown: Any, rows: int) -> None:
    """A finger comes down on a row and moves up (or down) by so many rows."""
    from kivy.tests.common import UnitTestTouch

    x, y = shown.rows[0].center_x, shown.rows[shown.per_page // 2].center_y
    touch = UnitTestTouch(x, y)
    touch.touch_down()
    for step in range(1, 11):
        touch.touch_move(x, y + shown.rows[0].height * rows * step / 10)
        house.driver.frames(1)
    touch.touch_up()
    house.driver.frames()


def test_turns_are_counted_along_undo_and_redo() -> None:
    session = GameSession(Header("game", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    for number, entry in enumerate(play(session, 11, 25)):
        del entry
        if number % 5 == 0:
            session.undo()
            session.undo()
            session.redo()
    rows = {row.entry: row for row in log.log(session).rows}
    for entry in session.standing:
        assert entry.command is not None
        before = session.state_before(entry).core.turn
        opens = session.ruleset.commands[type(entry.command)].begins_turn
        assert before <= rows[entry.entry].turn <= before + 1 and (opens or rows[entry.entry].turn == before)
    assert {number for number, row in rows.items() if row.mark is not Mark.UNDONE} == {
        entry.entry for entry in session.standing
    }
    assert log.log(session, Filter.ROLLS).rows[-1].turn == 1
    with pytest.raises(KeyError):
        log.details(session, 10_000)


def test_more_leads_home_and_moves_the_ship(house: Household) -> None:
    fill(house)
    house.driver.frames()
    house.tap("more", "place_ship", "answer_to_5")
    assert house.app.context.session.table.ruleset.gauges[0].position(house.session.table) == 5
    house.tap("declare_winner", "answer_by_1")
    assert house.driver.shows("warning_sheet")
    house.tap("allow")
    assert house.session.state.core.winner == BEN
    assert house.shell.screen_name == "evening"
    house.tap("table", "more", "play_on", "undo")
    assert house.session.state.core.winner == BEN and house.shell.screen_name == "evening"
    house.tap("table", "more", "redo")
    assert house.session.state.core.winner is None
    house.tap("go_home")
    assert house.shell.screen_name == "home" and house.driver.shows("resume")


def test_a_corrected_game_stands_in_the_log_in_the_order_of_play() -> None:
    session = GameSession(Header("evening", PEOPLE, CITIES_KNIGHTS), Nowhere(), clock=lambda: 0)
    session.submit(RollDice(ANNA, {"white": 2, "red": 3, "event": "ship"}))
    session.submit(RecruitKnight(ANNA))
    session.submit(EndTurn(ANNA))
    session.submit(RollDice(BEN, {"white": 1, "red": 1, "event": "trade"}))
    session.correct(insert(EntryId(1), RecruitKnight(ANNA)))
    session.correct(change(EntryId(4), RollDice(BEN, {"white": 1, "red": 2, "event": "trade"})))
    session.correct(remove(EntryId(2)))
    rows = [(row.entry, row.turn, row.mark) for row in log.log(session).rows]
    assert rows == [
        (4, 2, Mark.NONE),
        (3, 1, Mark.NONE),
        (2, 1, Mark.UNDONE),
        (5, 1, Mark.NONE),
        (1, 1, Mark.NONE),
    ]
    assert log.log(session, Filter.ROLLS).rows[0].dice == (("red", "2"), ("white", "1"), ("event", "trade"))
    assert (bar(session).undo, bar(session).undo_by) == ("Correction", None)
    session.undo()
    assert [row.mark for row in log.log(session).rows] == [Mark.NONE] * 5
    assert bar(session).redo == "Correction"
