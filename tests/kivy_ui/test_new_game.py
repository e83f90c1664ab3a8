"""Making up a new game by touch: taps from the first screen to the first roll, names, colours, rules."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app import roster
from companion.app.roster import Person
from companion.engine.state import COLOURS
from companion.presenters import modules, new_game
from companion.presenters.new_game import NewGame
from companion.rules import catalogue
from kivy_ui.widgets.keyboard import LETTERS, rows_for
from tests.kit.household import Household, household
from tests.kit.tables import CITIES_KNIGHTS

FAMILY = (Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white"), Person("David", "orange"))


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        assert roster.save(home.data, (*FAMILY, Person("Eva", "red"), Person("Frank", "green"))) is None
        yield home


def taken(house: Household) -> NewGame:
    """The game on the screen."""
    game: NewGame = house.shell.screen.game
    return game


# --- few taps -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [(800, 480), (480, 800), (720, 1280)])
def test_six_taps_from_the_first_screen_to_the_first_roll(house: Household, size: tuple[int, int]) -> None:
    house.start(size)
    house.tap("new_game", "person_0", "person_1", "person_2", "person_3", "start")
    assert house.driver.taps == 6
    assert house.shell.screen_name == "table"
    house.roll(2, 5, "ship")
    assert len(house.session.standing) == 1
    header = house.session.header
    assert [player.name for player in header.players] == ["Anna", "Ben", "Carla", "David"]
    assert (header.level, header.first) == ("L1", "anna")


def test_six_taps_with_the_ship_alone(house: Household) -> None:
    house.start()
    house.tap("new_game", "level_L0", "person_0", "person_1", "person_2", "start")
    assert house.driver.taps == 6
    house.tap("event_ship")
    assert len(house.session.standing) == 1 and house.session.header.level == "L0"


def test_level_and_rules_are_those_of_last_time(house: Household) -> None:
    house.start()
    house.app.context.begin(
        NewGame(FAMILY[:2], level="L0", profile="colonist", options={"crane": "one_an_improvement"})
    )
    house.start()
    house.tap("new_game")
    assert taken(house) == NewGame((), 0, "L0", "colonist", {"crane": "one_an_improvement"})


# --- people ---------------------------------------------------------------------------------------------


def test_the_order_of_tapping_is_the_order_of_play_and_a_second_tap_takes_back(house: Household) -> None:
    house.start()
    house.tap("new_game", "person_3", "person_0", "person_1", "person_0")
    assert [person.name for person in taken(house).seats] == ["David", "Ben"]


def test_seat_colour_order_and_who_begins(house: Household) -> None:
    house.start()
    house.tap("new_game", "person_0", "person_1", "person_2")
    house.tap("seat_2", "seat_begins", "seat_2", "seat_back", "close", "seat_0", "colour_green")
    game = taken(house)
    assert [(person.name, person.colour) for person in game.seats] == [
        ("Anna", "green"),
        ("Carla", "white"),
        ("Ben", "blue"),
    ]
    assert game.seats[game.first].name == "Carla"
    house.tap("seat_0", "colour_blue")
    assert [person.colour for person in taken(house).seats] == ["blue", "white", "green"], (
        "two change colours"
    )
    house.tap("seat_1", "seat_remove", "start")
    assert house.session.header.first == "anna"
    assert house.app.context.people[0] == Person("Anna", "blue"), "the new colour is remembered"


def test_the_same_colour_is_said_at_once_and_mended_with_one_tap(house: Household) -> None:
    house.start()
    house.tap("new_game", "person_0", "person_4")
    assert "Anna and Eva have the same colour: red" in house.said("problem")
    assert not house.driver.find("start").enabled
    house.tap("problem_fix", "start")
    assert [player.colour for player in house.session.header.players] == ["red", "blue"]


def test_more_people_than_cells_are_turned_over(house: Household) -> None:
    crowd = [Person(f"Guest {number}", "red") for number in range(40)]
    assert roster.save(house.data, crowd) is None
    house.start()
    house.tap("new_game")
    shown = [house.shell.screen._shown]
    house.tap("more_people")
    shown.append(house.shell.screen._shown)
    assert not set(shown[0]) & set(shown[1]) and shown[0][0].name == "Guest 0"
    house.tap("person_0")
    assert taken(house).seats == (shown[1][0],)


def test_somebody_is_forgotten_by_holding_the_name(house: Household) -> None:
    house.start()
    house.tap("new_game", "person_4")
    house.hold("person_4", "forget")
    house.tap("forget")
    assert "Eva" not in [person.name for person in house.app.context.people]
    assert taken(house).seats == ()
    house.start()
    assert "Eva" not in [person.name for person in house.app.context.people], "in the file, too"


# --- names ----------------------------------------------------------------------------------------------


def test_a_new_name_is_typed_remembered_and_takes_a_free_colour(house: Household) -> None:
    house.start()
    house.tap("new_game", "person_0", "new_name")
    house.type("Łucja")
    house.tap("key_done")
    assert taken(house).seats == (FAMILY[0], Person("Łucja", "blue"))
    house.start()
    assert house.app.context.people[0] == Person("Łucja", "blue")


def test_cyrillic_german_and_figures(house: Household) -> None:
    house.start()
    house.tap("new_game", "new_name")
    house.type("Юрий 2")
    house.tap("key_done", "new_name")
    house.type("jörg")
    house.tap("key_erase", "key_ß", "key_done")
    assert [person.name for person in taken(house).seats] == ["Юрий 2", "Jörß"], "capitals come by themselves"


def test_a_hardware_keyboard_types_too(house: Household) -> None:
    window = house.driver.window
    house.start()
    house.tap("new_game", "new_name")
    for letter in "Zoë 🎲":
        window.dispatch("on_textinput", letter)
    window.dispatch("on_key_down", 8, 0, None, [])
    house.driver.frames()
    assert "Zoë" in house.said("name_field")
    window.dispatch("on_key_down", 13, 0, "\r", [])
    house.driver.frames()
    assert [person.name for person in taken(house).seats] == ["Zoë"]
    window.dispatch("on_textinput", "x")
    assert [person.name for person in taken(house).seats] == ["Zoë"], "only while names are typed"
    house.tap("new_name")
    window.dispatch("on_key_down", 27, 0, None, [])
    house.driver.frames()
    assert house.shell.screen_name == "new_game"


def test_a_name_that_sits_there_already_is_said_and_mended(house: Household) -> None:
    house.start()
    house.tap("new_game", "person_0", "new_name")
    house.type("anna")
    assert "Anna is at the table already" in house.said("name_problem")
    assert not house.driver.find("key_done").enabled
    house.tap("name_problem_fix", "key_done")
    assert [person.name for person in taken(house).seats] == ["Anna", "Anna 2"]


def test_a_remembered_name_takes_its_seat_with_its_colour(house: Household) -> None:
    house.start()
    house.tap("new_game", "new_name")
    house.type("frank")
    assert "has played here" in house.said("name_problem")
    house.tap("key_done")
    assert taken(house).seats == (Person("Frank", "green"),)


def test_a_name_is_changed(house: Household) -> None:
    house.start()
    house.tap("new_game", "person_1", "seat_0", "seat_rename", "key_erase", "key_erase")
    house.type("ernd")
    house.tap("key_done")
    assert taken(house).seats == (Person("Bernd", "blue"),)
    assert [person.name for person in house.app.context.people][:3] == ["Anna", "Bernd", "Carla"]


@pytest.mark.parametrize(
    "name",
    [
        "W" * 200,
        "Wolfgang Amadeus " * 11,
        "🎲🚢👩‍👩‍👧‍👦",
        "שלום עליכם",
        "محمد",
        "<b>[color=ff0000]</b>",
        "{name}",
        "%s %d",
        "a\u0301\u0302\u0303" * 40,
    ],
)
def test_any_name_is_kept_whole_and_bears_a_game(house: Household, name: str) -> None:
    name = roster.clean_name(name)
    house.start()
    house.tap("new_game", "person_0", "new_name")
    for letter in name:
        house.driver.window.dispatch("on_textinput", letter)
    house.driver.frames()
    house.tap("key_done", "start")
    assert house.session.header.players[1].name == name
    house.roll(3, 3, "science")
    house.tap("log")
    house.start()
    house.driver.frames()
    assert house.app.context.people[1].name == name
    assert json.loads((house.data / roster.FILE).read_text(encoding="utf-8"))["people"][1]["name"] == name
    house.tap("resume")
    assert house.session.header.players[1].name == name


def test_a_name_stops_at_two_hundred_letters(house: Household) -> None:
    house.start()
    house.tap("new_game", "new_name")
    for _letter in range(205):
        house.driver.window.dispatch("on_textinput", "x")
    house.driver.frames()
    assert "at most 200" in house.said("name_problem")
    house.tap("key_done")
    assert taken(house).seats[0].name == "x" * 200


@pytest.mark.parametrize("widest", [5, 7, 8, 9, 10, 11, 14])
@pytest.mark.parametrize("layout", LETTERS)
def test_every_key_is_there_once_and_no_row_is_too_wide(layout: str, widest: int) -> None:
    rows = rows_for(layout, widest)
    assert sorted(key for row in rows for key in row) == sorted(key for row in LETTERS[layout] for key in row)
    assert max(len(row) for row in rows) <= widest


# --- rules ----------------------------------------------------------------------------------------------


def test_presets_options_and_points(house: Household) -> None:
    house.start()
    house.tap("new_game", "person_0", "person_1", "rules", "profile_official2025")
    house.tap(
        "option_points_to_win",
        "step_1",
        "step_1",
        "close",
        "option_fifth_progress_card",
        "value_discard_or_play",
    )
    house.tap("option_down", "option_down", "option_committed_knights", "back", "start")
    header = house.session.header
    assert header.profile == "official2025"
    assert header.options == {
        "points_to_win": 15,
        "fifth_progress_card": "discard_or_play",
        "committed_knights": True,
    }
    assert house.session.ruleset.options["city_on_its_side"] == "rebuilt_first", "the rest is the preset's"


def test_a_house_rule_stands_out_and_the_preset_takes_it_back(house: Household) -> None:
    house.start()
    house.tap("new_game", "rules", "option_crane", "value_one_a_turn")
    assert [option.name for option in new_game.options(taken(house)) if option.house] == ["crane"]
    house.tap("option_crane", "value_one_an_improvement")
    assert taken(house).options == {}, "what the edition says anyway is no house rule"
    house.tap("option_crane", "value_one_a_turn", "profile_colonist")
    assert taken(house).options == {}


def test_numbers_stop_at_their_ends_and_go_back(house: Household) -> None:
    house.start()
    house.tap("new_game", "rules", "option_points_to_win")
    for _step in range(5):
        house.tap("step_-5")
    assert taken(house).options == {"points_to_win": 3}
    house.tap("usual")
    assert taken(house).options == {}


def test_every_option_is_there_with_rule_sentence_and_words() -> None:
    def names(level: str) -> set[str]:
        entries = [entry for name in NewGame().modules for entry in catalogue.manifests()[name].options]
        return {entry.name for entry in entries if not entry.levels or level in entry.levels}

    shown = new_game.options(NewGame())
    assert {option.name for option in shown} == names("L1") < names("L2") < names("L3")
    for option in shown:
        assert not option.label.startswith("option."), option.name
        assert option.rule in catalogue.rules() and option.explained
        assert not any("_" in choice.label for choice in option.choices), option.name
        assert option.kind == "number" or sum(choice.usual for choice in option.choices) == 1


def test_every_level_is_there_and_one_that_does_not_go_says_why_and_is_mended(house: Household) -> None:
    assert not any(view.refused for view in new_game.levels(CITIES_KNIGHTS))
    house.start()
    seats = tuple(Person(f"Guest {number}", colour) for number, colour in enumerate(COLOURS[:3]))
    house.shell.go("new_game", game=modules.toggled(NewGame(seats), "fishermen"))
    for level in ("L0", "L1"):
        house.tap(f"level_{level}")
        assert "Fishermen" in house.everything_said()
        assert not new_game.can_start(house.shell.screen.game)
        house.tap("level_L2")
        assert new_game.can_start(house.shell.screen.game)
    house.tap("level_L1", "problem_fix")
    assert house.shell.screen.game == NewGame(seats)


@pytest.mark.parametrize("count", [5, 6])
def test_b_14_more_players_than_the_board_is_for_are_a_house_rule_at_every_level(
    house: Household, count: int
) -> None:
    house.start()
    seats = tuple(Person(f"Guest {number}", colour) for number, colour in enumerate(COLOURS[:count]))
    house.shell.go("new_game", game=NewGame(seats[:4]))
    assert "House rule" not in house.everything_said()
    house.shell.go("new_game", game=NewGame(seats))
    for level in ("L0", "L1", "L2", "L3"):
        house.tap(f"level_{level}")
        assert "House rule" in house.everything_said(), level
        assert "19 hexes" in house.everything_said(), level
        assert new_game.can_start(taken(house)), "it is said and stops nobody"


def test_everything_wrong_with_a_combination_is_listed_at_once(house: Household) -> None:
    seats = tuple(Person(f"Guest {number}", colour) for number, colour in enumerate((*COLOURS, "red")))
    seats = (*seats[:5], Person("guest 0", seats[5].colour), seats[6])
    game = NewGame(seats, options={"points_to_win": 99, "moon": True})
    found = [problem.text for problem in new_game.problems(game)]
    assert len(found) >= 5
    assert any("moon" in text for text in found) and any("99" in text for text in found)
    assert any("Guest 6" in text for text in found) and any("7 players" in text for text in found)
    house.start()
    house.shell.go("new_game", game=NewGame(FAMILY, options={"points_to_win": 99, "moon": True}))
    house.driver.frames()
    assert "+1" in house.said("problem")
    house.tap("problem_fix", "start")
    assert house.session.header.options == {}


@given(
    st.lists(
        st.sampled_from([*FAMILY, Person("ANNA", "red"), Person("Eva", "blue")]), unique=True, max_size=6
    ),
    st.data(),
)
def test_every_mend_mends_and_in_the_end_nothing_is_wrong(seats: list[Person], data: st.DataObject) -> None:
    game = NewGame(tuple(seats), first=data.draw(st.integers(0, max(0, len(seats) - 1))))
    for _round in range(20):
        found = new_game.problems(game)
        if not found:
            break
        assert found[0].fixed is not None and found[0].fix
        game = found[0].fixed
    assert not new_game.problems(game)
    if len(seats) >= 2:
        header = new_game.header(game, "game", 0)
        assert len({player.id for player in header.players}) == len(seats)
        assert new_game.again(header) == game


@given(st.lists(st.text(max_size=30).map(roster.clean_name).filter(bool), min_size=2, max_size=6))
def test_ids_are_short_plain_and_different(names: list[str]) -> None:
    ids = new_game.player_ids(names)
    assert len(set(ids)) == len(names)
    assert all(one.replace("_", "").isalnum() and one.isascii() and len(one) <= 23 for one in ids)


@given(st.integers(2, 6), st.data())
def test_moving_people_keeps_everybody_and_who_begins(count: int, data: st.DataObject) -> None:
    seats = tuple(Person(f"Guest {number}", COLOURS[number]) for number in range(count))
    game = NewGame(seats, first=data.draw(st.integers(0, count - 1)))
    beginner = game.seats[game.first]
    for _move in range(data.draw(st.integers(1, 6))):
        game = new_game.moved(game, data.draw(st.integers(0, count - 1)), data.draw(st.sampled_from([-1, 1])))
        assert game.seats[game.first] == beginner and set(game.seats) == set(seats)
    while len(game.seats) > 1:
        gone = data.draw(st.integers(0, len(game.seats) - 1))
        expected = beginner if game.seats[gone] != beginner else None
        game = new_game.without(game, gone)
        assert 0 <= game.first < len(game.seats)
        if expected is None:
            break
        assert game.seats[game.first] == expected
