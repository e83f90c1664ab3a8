"""The archive by touch: found, looked at, replayed, begun again, brought in, deleted."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from kivy.tests.common import UnitTestTouch

from companion.app import share_files
from companion.app.jsonl import export_game
from companion.app.sticks import Sticks
from companion.app.storage import StorageError
from companion.history.summary import Summary
from companion.presenters.archive import Search
from companion.presenters.evening_pages import Listing
from companion.presenters.views import ToastView
from tests.kit.archive_speed import FIRST, NAMES
from tests.kit.household import Household, household
from tests.scenes.evening_stages import standing_still


def no_sticks(_data: Path) -> Sticks:
    return Sticks()


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    """With three games of L2, L0 and L0."""
    monkeypatch.setattr(share_files.game_files, "__defaults__", (no_sticks,))
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        for number, source in enumerate(("evening_l2", "evening_l0", "evening_l0")):
            keep(home, f"game{number}", source, NAMES[4 + number])
        home.shell.go("archive")
        home.driver.frames()
        yield home


def keep(house: Household, name: str, source: str, first: str) -> None:
    session = standing_still(source)
    players = list(session.header.players)
    players[0] = msgspec.structs.replace(players[0], name=first)
    header = msgspec.structs.replace(session.header, game=name, players=tuple(players), started=FIRST)
    winner = session.state.core.winner
    summary = Summary(session.entries[-1].entry, session.state.core.turn, {}, winner)
    house.app.store.add(header, session.entries, summary)


def shown(house: Household) -> list[str]:
    return [row.name for row in house.driver.find("game").rows if row.parent is not None]


def test_a_game_is_found_by_player_and_month(house: Household) -> None:
    assert shown(house) == ["game_game2", "game_game1", "game_game0"]
    house.tap("find_player")
    label = next(view.key for view in house.shell.screen.view.players if view.label == NAMES[6])
    house.tap(f"choice_{label}")
    assert shown(house) == ["game_game2"] and NAMES[6] in house.said("find_player")
    house.tap("find_player", "choice_all", "find_month", "choice_in_2026_1")
    assert len(shown(house)) == 3 and "January 2026" in house.said("find_month")


def test_a_game_is_looked_at_and_its_year(house: Household) -> None:
    house.tap("game_game0", "look")
    assert house.shell.screen_name == "evening"
    house.shell.go("archive")
    house.tap("year")
    house.driver.wait(lambda: house.shell.screen._working is None)
    assert any(isinstance(page, Listing) for page in house.shell.screen.view.pages)
    house.tap("back")
    assert house.shell.screen_name == "archive"


def test_a_game_is_replayed_by_the_slider(house: Household) -> None:
    house.tap("game_game0", "replay")
    assert house.shell.screen_name == "replay"
    screen = house.shell.screen
    whole = len(house.session.standing)
    assert screen.view.number == whole and screen.view.board is not None
    slider = house.driver.find("slider")
    house.shell.care.rest()
    touch = UnitTestTouch(slider.x + slider.width / 2, slider.center_y)
    touch.touch_down()
    half = screen.view.number
    assert abs(half - whole / 2) < 3
    touch.touch_move(slider.x - 50, slider.center_y)
    assert screen.view.number == 0 and screen.view.board is None
    touch.touch_up()
    house.tap("step_on", "step_on", "step_back")
    assert screen.view.number == 1
    screen._to(whole - 6)
    house.tap("run")
    house.driver.wait(lambda: screen.view.number == whole)
    assert screen._running is None
    assert house.session.state == house.session.states[-1]  # nothing was entered


def test_a_new_game_begins_where_the_slider_stands(house: Household) -> None:
    house.tap("game_game0", "replay")
    old = house.session
    house.shell.screen._to(40)
    house.tap("branch", "branch")
    assert house.session.header.game != old.header.game
    assert house.session.state == old.states[40] and len(house.session.entries) == 40
    assert house.shell.screen.of_play
    assert len(house.app.context.games()) == 4


def test_a_game_is_deleted_after_a_question(house: Household) -> None:
    house.tap("game_game1", "delete", "keep_it")
    assert len(shown(house)) == 3
    house.tap("game_game1", "delete", "close", "game_game1", "delete")
    assert "for good" in house.everything_said()
    house.tap("delete_it")
    assert shown(house) == ["game_game2", "game_game0"]


def test_the_running_game_may_be_deleted_too(house: Household) -> None:
    assert house.app.context.resume("game0")
    house.shell.go("archive")
    house.driver.frames()
    house.tap("game_game0", "delete", "delete_it", "back")
    assert house.shell.screen_name == "home" and house.app.context.session is None


def test_games_are_brought_in_and_damaged_files_are_said(house: Household) -> None:
    told: list[ToastView] = []
    house.shell.messages.tell = told.append  # type: ignore[method-assign]
    house.tap("bring")
    house.driver.wait(lambda: told)
    assert "no game file" in told.pop().text
    folder = house.app.context.shared
    folder.mkdir(parents=True)
    session = standing_still("evening_l0")
    header = msgspec.structs.replace(session.header, game="brought")
    (folder / "brought.jsonl").write_text(export_game(header, session.entries))
    (folder / "damaged.jsonl").write_text("{")
    house.tap("bring")
    house.driver.wait(lambda: house.driver.shows("choice_file_1"))
    house.tap("choice_file_1")
    house.driver.wait(lambda: told)
    assert "damaged.jsonl" in told.pop().text and len(shown(house)) == 3
    for number in range(3, 15):
        keep(house, f"game{number}", "evening_l0", NAMES[0])
    house.shell.screen.search = Search(NAMES[6])
    house.tap("bring")
    house.driver.wait(lambda: house.driver.shows("choice_file_0"))
    house.tap("choice_file_0")
    house.driver.wait(lambda: told)
    assert "here now" in told.pop().text
    assert shown(house)[0] != "game_game14" and shown(house)[-1] == "game_brought"
    house.tap("back")
    assert house.shell.screen.view.resume is None or house.shell.screen.view.resume.game != "brought"


def test_a_game_that_cannot_be_opened_says_so_and_the_others_can(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its modules are not installed here."""
    monkeypatch.setattr("companion.app.storage.catalogue.folders", lambda: {"base": Path()})
    house.tap("game_game0", "look")
    assert house.shell.screen_name == "archive" and "needs what" in house.everything_said()


def test_games_of_other_rules_are_listed_among_the_sound_ones_and_left_alone(house: Household) -> None:
    """Whatever is tapped says one sentence, and the year is that of the others."""
    session = standing_still("evening_l0")
    header = msgspec.structs.replace(session.header, game="moon", options={"moon": True}, started=FIRST)
    house.app.store.add(header, session.entries, None)
    house.shell.go("home")
    house.shell.go("archive")
    house.driver.frames()
    for choice in ("look", "replay", "resume_game"):
        house.shell.messages.drop()
        house.tap("game_moon", choice)
        assert house.shell.screen_name == "archive" and "cannot be opened here" in house.everything_said()
    house.shell.messages.drop()
    house.tap("year")
    house.driver.wait(lambda: house.shell.screen._working is None)
    assert "4 games" in house.everything_said()
    house.tap("back", "game_moon", "delete", "delete_it")
    assert len(shown(house)) == 3


def test_looking_at_the_game_on_the_table_loses_nothing_that_is_not_saved_yet(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.app.context.resume("game1")
    journal = house.app.context.journal

    def full(*_of: Any, **_more: Any) -> None:
        raise StorageError("full")

    with monkeypatch.context() as disk:
        disk.setattr(house.app.store, "write", full)
        journal.go_on_unsaved()
        house.session.undo()
        entries = len(house.session.entries)
    assert journal.unsaved == 1
    house.shell.go("archive")
    house.tap("game_game1", "look")
    assert len(house.session.entries) == entries and house.app.context.journal is journal


def test_nothing_tells_of_a_deleted_game_any_more(house: Household) -> None:
    context = house.app.context
    timed = msgspec.structs.replace(context.settings.screen, turn_timer=True, turn_bell_minutes=3)
    context.change(msgspec.structs.replace(context.settings, screen=timed))
    context.resume("game1")
    house.session.undo()
    assert house.session.state.core.winner is None
    house.shell.go("archive")
    house.tap("game_game1", "delete", "delete_it")
    rung: list[int] = []
    house.app.timer._ring = rung.append
    house.driver.later(200.0)
    assert not rung and house.app.listener is None and house.shell.play is None
