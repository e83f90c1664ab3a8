"""What is played is chosen by taps, and what does not fit is refused in words."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.roster import Person
from companion.presenters import modules, new_game
from companion.presenters.new_game import NewGame
from companion.rules import catalogue
from tests.kit.household import Household, household
from tests.kit.module_sets import all_sets, assembles, player_counts

PEOPLE = tuple(
    Person(name, colour) for name, colour in (("Anna", "red"), ("Ben", "blue"), ("Carla", "white"))
)


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    """The application with files of its own."""
    with household(ui, tmp_path, monkeypatch) as home:
        yield home


def names(game: NewGame) -> dict[str, modules.ModuleView]:
    return {view.name: view for view in modules.modules(game)}


def test_everything_but_the_base_game_and_bridges_can_be_chosen() -> None:
    views = names(NewGame(PEOPLE))
    installed = {name for name, one in catalogue.manifests().items() if one.chosen}
    assert set(views) == installed - {"base"}
    assert [name for name, view in views.items() if view.chosen] == ["cities_knights"]
    assert not any(view.label.startswith("term.") for view in views.values())


@pytest.mark.parametrize("people", [2, 3])
def test_exactly_the_sets_that_make_a_game_can_be_chosen(people: int) -> None:
    game = NewGame(PEOPLE[:people])
    for name in modules.toggled(game, "x").modules[1:]:
        game = modules.toggled(game, name)
    made = {("base",): (game, False)}
    for wanted in all_sets():
        if wanted not in made:
            *before, name = wanted
            game, refused = made[tuple(before)]
            made[wanted] = modules.toggled(game, name), refused or bool(modules.refusal(game, name))
        game, refused = made[wanted]
        assert set(game.modules) == set(wanted)
        assert refused is not assembles(wanted, people, game.level), wanted
        assert (people in player_counts(wanted)) is new_game.can_start(game)


def test_c2_01_the_game_for_two_is_refused_to_three(house: Household) -> None:
    house.start()
    house.shell.go("rules", game=NewGame(PEOPLE))
    house.tap("modules")
    assert "exactly 2" not in house.everything_said()
    house.tap("module_catan_for_two")
    assert "exactly 2" in house.everything_said()
    assert house.shell.screen.game == NewGame(PEOPLE)


def test_who_comes_later_is_refused_and_the_mend_leaves_the_module_out() -> None:
    game = modules.toggled(NewGame(PEOPLE[:2]), "catan_for_two")
    assert new_game.can_start(game)
    three = new_game.toggled(game, PEOPLE[2])
    (problem,) = new_game.problems(three)
    assert "Catan for two" in problem.fix
    assert problem.fixed is not None and problem.fixed.modules == NewGame().modules
    assert new_game.can_start(problem.fixed)


def test_the_level_goes_up_as_far_as_the_module_needs_it(house: Household) -> None:
    assert names(NewGame(PEOPLE))["event_cards"].note
    house.start()
    house.shell.go("new_game", game=NewGame(PEOPLE))
    house.tap("rules", "modules", "module_event_cards", "module_fishermen", "close", "back")
    game = house.shell.screen.game
    assert (game.level, game.modules) == ("L2", ("base", "cities_knights", "event_cards", "fishermen"))
    house.tap("rules", "modules", "module_cities_knights", "module_event_cards", "module_fishermen")
    assert house.shell.screen.game.modules == ("base",)
    house.tap("close", "back", "start")
    assert house.session.header.modules == ("base",)


def test_options_of_a_module_that_goes_are_gone_with_it() -> None:
    game = modules.toggled(NewGame(PEOPLE), "event_cards")
    game = new_game.with_option(game, "damaged_road", "no_settlement")
    assert "damaged_road" in {option.name for option in new_game.options(game)}
    assert modules.toggled(game, "event_cards").options == {}


def test_what_the_game_has_already_is_not_said_to_raise_the_level() -> None:
    game = modules.toggled(NewGame(PEOPLE), "event_cards")
    assert game.level == "L2" and not names(game)["event_cards"].note
    assert not names(game)["cities_knights"].note


def test_a_module_that_goes_again_leaves_the_game_as_it_was() -> None:
    for level in ("L0", "L1", "L3"):
        game = new_game.with_level(NewGame(PEOPLE), level)
        for name in ("cities_knights", "event_cards", "fishermen"):
            assert modules.toggled(modules.toggled(game, name), name) == game, (level, name)
    both = modules.toggled(modules.toggled(NewGame(PEOPLE), "event_cards"), "fishermen")
    assert modules.toggled(both, "event_cards").level == "L2"
    assert modules.toggled(modules.toggled(both, "event_cards"), "fishermen") == NewGame(PEOPLE)


def test_a_level_that_the_table_has_chosen_stays_when_a_module_goes(house: Household) -> None:
    house.start()
    house.shell.go("new_game", game=NewGame(PEOPLE))
    house.tap("rules", "modules", "module_event_cards", "close", "back", "level_L2")
    house.tap("rules", "modules", "module_event_cards", "close", "back")
    assert house.shell.screen.game.level == "L2"


def test_a_module_can_be_left_out_though_an_option_of_it_is_set() -> None:
    game = modules.toggled(NewGame(PEOPLE), "event_cards")
    game = new_game.with_level(new_game.with_option(game, "damaged_road", "no_settlement"), "L1")
    (problem,) = new_game.problems(game)
    assert problem.fixed == NewGame(PEOPLE)


def test_what_is_entered_at_a_level_is_said_of_this_game() -> None:
    def details(*names: str) -> dict[str, str]:
        return {view.level: view.detail for view in new_game.levels(names)}

    base, knights = details("base"), details("base", "cities_knights")
    assert not any(
        word in " ".join(base.values()) for word in ("knight", "improvement", "ship.", "event die")
    )
    assert "knights" in knights["L1"] and "ship" in knights["L0"]
    assert details("base", "cities_knights", "harbourmaster") == knights and base["L2"] == knights["L2"]


def test_the_same_table_again_plays_the_same(house: Household) -> None:
    game = modules.toggled(NewGame(PEOPLE), "harbourmaster")
    house.start()
    house.app.context.begin(game)
    house.shell.go("new_game")
    assert house.shell.screen.game.modules == game.modules


def test_without_a_ship_there_is_no_level_for_the_ship_alone() -> None:
    assert new_game.levels_for(("base",)) == ("L1", "L2", "L3")
