"""Help by touch: a finger rests on what is shown, a rule of a verdict is touched, words are searched for."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.i18n import set_language
from companion.app.roster import Person
from companion.presenters.board_view import Place
from companion.presenters.new_game import NewGame
from companion.presenters.views import BreachView, WarningView
from companion.rules.base.robber import MoveRobber
from kivy_ui.board.ground import shore_spot
from kivy_ui.widgets.choice import HelpSheet
from kivy_ui.widgets.sheets import WarningSheet
from kivy_ui.widgets.turn_keys import TurnSheet
from tests.kit.household import Household, household
from tests.scenes.pictures import scenes

TABLE = NewGame((Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white")))


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.start()
        home.app.context.begin(TABLE)
        home.driver.frames()
        yield home


def rest(house: Household, name: str) -> None:
    """A finger rests on a widget for a second."""
    house.driver.touch(*house.driver.find(name).center, resting=20)


def told(house: Household) -> list[str]:
    """The headings and sentences of the sheet of help."""
    sheet = house.shell.sheets.shown
    assert isinstance(sheet, HelpSheet)
    return [sheet.title, *(text for line in sheet.paper.lines for text in line)]


def test_a_finger_that_rests_on_a_piece_a_knight_or_a_ladder_is_told_the_rules_and_enters_nothing(
    house: Household,
) -> None:
    entries = len(house.session.standing)
    for name, rule, example in (
        ("wall_0", "CK-70", "pays 2 brick"),
        ("knights_1_2", "CK-92", "defends"),
        ("ladder_2_science", "CK-80", "costs three cloth"),
        ("head_0", "B-70", "are 5 points"),
    ):
        rest(house, name)
        words = told(house)
        assert any(text.startswith(rule) for text in words), name
        assert any(example in text for text in words), name
        house.tap("close")
    assert len(house.session.standing) == entries
    assert house.shell.screen_name == "table"


def test_the_ship_is_told_in_one_tap(house: Household) -> None:
    house.tap("gauge")
    assert told(house)[0] == "Barbarian ship"


def test_the_rule_of_a_verdict_is_one_tap_away_and_the_verdict_comes_back(house: Household) -> None:
    rule = BreachView("CK-93", "Anna needs the Fortress.")
    house.shell.asking.warn(WarningView("Against the rules", (rule,)))
    house.driver.frames()
    house.tap("breach_0")
    assert told(house)[1] == "CK-93 · Cities & Knights"
    house.tap("close")
    assert isinstance(house.shell.sheets.shown, WarningSheet)
    house.tap("dont")
    assert house.shell.sheets.shown is None


def test_a_sign_says_in_words_what_it_is(house: Household) -> None:
    rest(house, "mute")
    assert house.shell.messages.shown.view.text == "Mute all sounds"
    assert not house.app.context.settings.alerts.muted


def test_what_has_nothing_to_tell_is_tapped_however_long_the_finger_rests(house: Household) -> None:
    rest(house, "more")
    assert house.shell.screen_name == "more"


def test_words_are_searched_for_with_the_letters_of_the_screen(house: Household) -> None:
    set_language("ru")
    house.tap("more", "help", "search", *(f"key_{letter}" for letter in "стена"))
    assert house.shell.screen.text == "стена"
    house.tap("key_erase", "found_thing_wall")
    assert told(house)[0] == "Городская стена"
    house.tap("all_rules", "key_done")
    assert house.shell.screen_name == "help"
    house.tap("back")
    assert house.shell.screen_name == "more"


def test_help_leads_back_to_where_it_was_asked_for(house: Household) -> None:
    house.shell.go("sheet", seat=2)
    rest(house, "build_wall")
    house.tap("all_rules", "back")
    assert (house.shell.screen_name, house.shell.screen.seat) == ("sheet", 2)


def test_help_is_there_before_the_first_game(house: Household) -> None:
    house.shell.go("more")
    house.tap("go_home", "help", "search", "key_r", "key_o", "key_b")
    assert house.driver.shows("found_thing_robber")
    house.tap("back")
    assert house.shell.screen_name == "home"


def test_a_finger_that_rests_on_the_board_is_told_the_piece_and_on_the_sea_turns_the_picture(ui: Any) -> None:
    scenes()["board"](ui.open())
    ui.frames()
    picture = ui.shell.screen.picture
    assert picture.view is not None and not picture.marks.lit
    corner, piece = picture.view.corners[0]
    entered = len(ui.shell.play.session.standing)
    ui.touch(*picture.spot(Place("corner", corner)), resting=20)
    sheet = ui.shell.sheets.shown
    assert isinstance(sheet, HelpSheet) and piece.kind in ("settlement", "city", "knight")
    ui.tap("close")
    ui.touch(picture.right - 3, picture.top - 3, resting=20)
    assert isinstance(ui.shell.sheets.shown, TurnSheet)
    assert len(ui.shell.play.session.standing) == entered
    ui.shell.sheets.close()
    ui.touch(picture.right - 3, picture.top - 3)
    ui.frames(20)
    assert ui.shell.sheets.shown is None, "a tap turns nothing"


def rested(ui: Any, place: tuple[float, float]) -> list[str]:
    """What the sheet of help says after a finger has rested there."""
    ui.touch(*place, resting=20)
    sheet = ui.shell.sheets.shown
    assert isinstance(sheet, HelpSheet)
    return [sheet.title, *(text for line in sheet.paper.lines for text in line if text)]


def test_a_hex_tells_its_number_what_it_brings_and_who_stands_there(ui: Any) -> None:
    scenes()["board"](ui.open())
    ui.frames()
    picture, play = ui.shell.screen.picture, ui.shell.play
    view = picture.view
    forest = next(one for one in view.hexes if one.terrain == "forest" and one.hex != view.robber)
    words = rested(ui, picture.spot(Place("hex", forest.hex)))
    assert words[0] == f"Forest \N{MIDDLE DOT} {forest.token}"
    assert words[1:3] == ["Settlement: 1 lumber", "City: 1 lumber, 1 paper"]
    assert "in 36 rolls" in words[3]
    assert any(text.startswith("B-22 ") for text in words), "with the rule and its example"
    assert any(text.startswith("For example: ") for text in words)
    ui.tap("close")
    if view.robber is None:
        session = play.session
        session.submit(MoveRobber(session.state.core.on_turn, forest.hex), overrule=True)
        ui.frames()
    words = rested(ui, picture.spot(Place("hex", picture.view.robber)))
    assert "Here: Robber" in words and "It brings nothing now." in words
    assert any(text.startswith("B-32 ") for text in words)
    ui.tap("close")
    harbour = picture.view.harbours[0]
    x, y = picture.map.harbour(harbour.edge)
    assert rested(ui, (x + picture.x, y + picture.y))[0].startswith("Harbour ")


def test_terrain_of_a_scenario_and_what_stands_on_it_are_told(ui: Any) -> None:
    scenes()["fish_table"](ui.open())
    ui.shell.go("board")
    ui.frames()
    picture = ui.shell.screen.picture
    lake = next(one for one in picture.view.hexes if one.terrain == "lake")
    words = rested(ui, picture.spot(Place("hex", lake.hex)))
    assert words[0].startswith("Lake ") and "It brings no cards of its own." in words
    assert any(text.startswith("FI-04 ") for text in words)
    ui.tap("close")
    shore = picture.view.shores[0]
    x, y = shore_spot(shore, picture.map)
    assert rested(ui, (x + picture.x, y + picture.y))[0] == f"Fishing ground \N{MIDDLE DOT} {shore.number}"


def test_barbarians_on_a_hex_are_counted_in_words(ui: Any) -> None:
    scenes()["coast_board"](ui.open())
    ui.frames()
    picture = ui.shell.screen.picture
    figure = next(one for one in picture.view.figures if one.figure == "barbarians_3")
    words = rested(ui, picture.spot(Place("hex", figure.hex)))
    assert "Here: 3 barbarians" in words and "Its number lies face down." in words
    assert any(text.startswith("BA-11 ") for text in words)


def test_a_correction_says_what_each_answer_does_and_which_rule_is_broken(ui: Any) -> None:
    scenes()["correction_conflict"](ui.open())
    ui.frames()
    screen = ui.shell.screen
    conflict = screen.preview.conflict
    ui.tap("about")
    sheet = ui.shell.sheets.shown
    words = [text for line in sheet.paper.lines for text in line]
    assert sheet.title == "No longer fits" and "breaks a rule now" in words[1]
    assert any(text.startswith(conflict.rules[0]) for text in words)
    for button in screen.buttons():
        assert any(text.startswith(f"{button.label}: ") for text in words), button.name
    ui.tap("all_rules")
    ui.tap("back")
    assert ui.shell.screen_name == "correction"
    ui.wait(lambda: ui.shell.screen.preview is not None)
    assert ui.shell.screen.preview.conflict == conflict, "nothing is lost by a look at the rules"
    ui.touch(*ui.find("record").center, resting=20)
    assert isinstance(ui.shell.sheets.shown, HelpSheet)
