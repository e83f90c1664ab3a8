"""The result of a game by touch: it opens by itself, its pages turn, and play goes on from it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.tests.common import UnitTestTouch

from companion.engine.core import DeclareWinner
from companion.presenters.evening_pages import Curves, Dice, Places
from companion.presenters.new_game import NewGame
from companion.presenters.past import PastPlay
from tests.kit.household import Household, household
from tests.scenes.evening_stages import recorded
from tests.scenes.stages import people


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        yield home


def begin(house: Household) -> None:
    assert house.app.context.begin(NewGame(people(3), level="L1"), "evening")
    house.driver.frames()
    house.roll(3, 5, "trade")


def declare(house: Household) -> None:
    house.tap("more", "declare_winner", "answer_by_1", "allow")


def swipe(house: Household, way: float) -> None:
    page = house.driver.find("page")
    house.shell.care.rest()
    touch = UnitTestTouch(page.center_x - way / 2, page.center_y)
    touch.touch_down()
    touch.touch_move(page.center_x + way / 2, page.center_y)
    touch.touch_up()
    house.driver.frames()


def test_a_win_that_the_table_declares_opens_the_result(house: Household) -> None:
    """And there are no dice any more, neither there nor on the table behind it."""
    begin(house)
    declare(house)
    assert house.shell.screen_name == "evening"
    assert "Ben has won" in house.everything_said()
    assert not house.driver.shows("bar_red_1")
    house.tap("table")
    assert house.shell.screen_name == "table" and not house.driver.shows("bar_red_1")
    house.tap("evening")
    assert house.shell.screen_name == "evening"


def test_the_year_knows_a_game_as_soon_as_it_is_over(house: Household) -> None:
    begin(house)
    declare(house)
    house.driver.later(2.0)
    (record,) = house.app.context.games()
    found = house.app.context.digests.of(record)
    assert found is not None and found.rolls == {8: 1}


def test_in_play_its_pages_are_one_tap_away_and_lead_back(house: Household) -> None:
    begin(house)
    for screen, arguments in (("table", {}), ("sheet", {"seat": 2}), ("log", {})):
        house.shell.go(screen, **arguments)
        house.tap("statistics")
        assert house.shell.screen_name == "evening"
        if screen == "sheet":
            house.tap("share", "back")
        house.tap("back")
        assert house.shell.screen_name == screen
        assert getattr(house.shell.screen, "seat", 2) == 2
    house.tap("more", "evening", "back")
    assert house.shell.screen_name == "more"


def test_a_game_of_the_past_shows_no_pages_that_would_leave_it(house: Household) -> None:
    begin(house)
    shell = house.shell
    shell.past.visit(PastPlay(house.session.past(0), "As it was", "Back"), lambda _meant: None)
    house.driver.frames()
    house.tap("statistics")
    assert shell.screen_name == "table" and shell.past.visited


def test_undo_leads_back_into_the_game_and_play_on_too(house: Household) -> None:
    begin(house)
    declare(house)
    house.tap("undo")
    assert house.session.state.core.winner is None
    assert house.shell.screen_name in ("table", "result", "roll")
    house.session.redo()
    house.driver.frames()
    assert house.shell.screen_name == "evening"
    house.tap("play_on")
    assert house.session.state.core.winner is None and house.session.state.core.played_on
    assert house.shell.screen_name in ("table", "result", "roll")


def test_the_same_table_begins_the_next_game(house: Household) -> None:
    begin(house)
    house.session.submit(DeclareWinner(house.session.state.core.ids[0]), overrule=True)
    house.driver.frames()
    first = house.session.header
    house.tap("again")
    second = house.session.header
    assert second.game != first.game and not house.session.entries
    assert [player.name for player in second.players] == [player.name for player in first.players]
    assert house.shell.screen_name == "table"


def test_a_game_that_is_over_is_taken_up_where_its_result_is(house: Household) -> None:
    begin(house)
    house.session.submit(DeclareWinner(house.session.state.core.ids[0]), overrule=True)
    house.driver.frames()
    house.tap("go_home")
    assert house.shell.screen_name == "home"
    assert house.app.context.resume("evening")
    house.driver.frames()
    assert house.shell.screen_name == "evening"


def test_pages_turn_by_an_arrow_a_swipe_and_a_tap(house: Household) -> None:
    session = recorded("evening_4p")
    house.app.store.add(session.header, session.entries, None)
    assert house.app.context.resume(session.header.game)
    house.driver.frames()
    shown = house.driver.find("page")
    assert isinstance(shown.view, Places)
    house.tap("page_after")
    assert isinstance(shown.view, Curves)
    house.tap("page_before")
    assert isinstance(shown.view, Places)
    swipe(house, -300)
    assert isinstance(shown.view, Curves)
    swipe(house, 300)
    assert isinstance(shown.view, Places)
    house.tap("page_index", "choice_1")
    assert isinstance(shown.view, Curves)
    house.tap("page_index", "close", "page_before")
    assert isinstance(shown.view, Places)
    house.driver.touch(shown.right - 40, shown.center_y)
    assert isinstance(shown.view, Curves)
    house.driver.touch(shown.x + 40, shown.center_y)
    assert isinstance(shown.view, Places)


def test_the_evening_so_far_is_a_tap_away_from_more(house: Household) -> None:
    """Whoever enters something meanwhile changes the page; nobody is led away."""
    begin(house)
    house.tap("more", "evening")
    assert house.shell.screen_name == "evening" and not house.driver.shows("play_on")
    pages = house.shell.screen.view.pages
    house.shell.screen.pages.turn(next(n for n, page in enumerate(pages) if isinstance(page, Dice)))
    house.session.undo()
    house.driver.frames()
    assert house.shell.screen_name == "evening"
    assert not any(isinstance(page, Dice) for page in house.shell.screen.view.pages)
    house.tap("back")
    assert house.shell.screen_name == "more"
