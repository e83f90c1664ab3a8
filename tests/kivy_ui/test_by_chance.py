"""Touches by chance find nothing, and what they have found stays mended."""

from __future__ import annotations

import importlib.util
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from companion.app import narrate
from companion.app.roster import Person
from companion.app.session import GameSession, Nowhere
from companion.app.simulate import header
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.presenters import sheet
from companion.presenters.live import LivePlay
from companion.presenters.new_game import NewGame
from companion.rules.base.slice import Base
from kivy_ui import prerender
from tests.kit.household import Household, household
from tests.scenes.board_stages import played

ROOT = Path(__file__).parents[2]
TWO = (Person("Anna", "red"), Person("Ben", "blue"))


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    """The application with files of its own."""
    with household(ui, tmp_path, monkeypatch) as home:
        yield home


def test_touches_by_chance_break_nothing_and_lose_nothing(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "tests.monkey", "--touches", "75", "--each", "25", "--seed", "3"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


def finger(widget: Any) -> Any:
    """A finger on the middle of a widget."""
    from kivy.tests.common import UnitTestTouch

    touch = UnitTestTouch(*widget.to_window(*widget.center))
    touch.touch_down()
    return touch


def test_a_finger_does_nothing_once_another_one_has_led_elsewhere(house: Household) -> None:
    house.start()
    house.app.context.begin(NewGame(TWO))
    house.driver.frames()
    house.tap("more")
    held = finger(house.driver.find("declare_winner"))
    house.tap("table")
    held.touch_up()
    house.driver.frames()
    assert house.shell.screen_name == "table" and house.shell.sheets.shown is None
    held = finger(house.driver.find("settlement_0"))
    house.tap("head_1")
    held.touch_up()
    house.driver.frames()
    assert house.session.entries == () and house.shell.sheets.shown.name == "action_sheet"


@pytest.mark.parametrize("modules", [("base",), ("base", "cities_knights")])
def test_drawings_are_made_ahead_for_what_the_game_has(ui: Any, modules: tuple[str, ...]) -> None:
    shell = ui.open(LivePlay(played(modules, count=30)))
    shell.go("table")
    ui.frames()
    made = [step() for step in prerender.of_play(shell)]
    assert made
    assert shell.screen_name == "table"


def test_what_a_game_needs_is_read_while_the_first_page_is_shown(
    house: Household, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: list[str] = []
    monkeypatch.setattr(prerender, "import_module", read.append)
    narrate.texts.cache_clear()
    house.start()
    house.driver.wait(lambda: narrate.texts.cache_info().currsize)
    assert tuple(read) == prerender.OF_PLAY
    assert house.shell.screen_name == "home"
    assert all(importlib.util.find_spec(module) for module in prerender.OF_PLAY)


def test_c2_longest_road_of_a_colour_that_nobody_plays_belongs_to_none_of_the_players() -> None:
    session = GameSession(header(("base", "catan_for_two"), 2, 1, "L2"), Nowhere())
    state = session.state
    base = msgspec.structs.replace(state.slice(Base), longest_road=PlayerId("neutral_white"), road_length=6)
    road = sheet._road(Table(session.ruleset, state.with_slice("base", base)), session.state.core.ids[0])
    assert (road.holder, road.length) == (None, 6)


def test_what_was_taken_back_with_the_board_is_brought_back_from_the_table(house: Household) -> None:
    house.start()
    house.app.context.begin(NewGame(TWO, level="L2", modules=("base",)))
    house.driver.frames()
    house.tap("lay")
    assert house.shell.screen_name == "board"
    house.tap("undo")
    assert house.shell.screen_name == "board_setup"
    house.tap("setup_back")
    assert house.shell.screen_name == "table"
    house.tap("log")
    assert house.shell.screen_name == "log"
    house.tap("redo")
    assert house.session.state.slice(Base).board is not None
