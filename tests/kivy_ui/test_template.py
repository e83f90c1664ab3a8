"""A scenario of the tests alone, the Lighthouses, on the screen: nothing outside its folder knows it."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.roster import Person
from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.state import Phase
from companion.engine.verdict import Accepted
from companion.presenters.board_view import Place
from companion.presenters.new_game import NewGame
from companion.rules.base.queries import buildings, roads
from companion.rules.base.turn import EndTurn, RollDice
from tests.kit.household import Household, household
from tests.kit.installed import installed
from tests.modules.lighthouses.keeper import PlaceKeeper, WalkKeeper
from tests.modules.lighthouses.lamps import SetLamp, burning, lamp_places
from tests.modules.lighthouses.letters import OpenLogbook, PlayGift, TakeLetter, letters
from tests.modules.lighthouses.oil import oil, state_of
from tests.modules.lighthouses.vote import Vote

SEED = 4
PEOPLE = (Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white"))
MODULES = ("base", "lighthouses")


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with installed("tests.modules"), household(ui, tmp_path, monkeypatch) as home:
        home.start()
        yield home


def begin(house: Household, level: str, modules: tuple[str, ...] = MODULES) -> None:
    assert house.app.context.begin(NewGame(PEOPLE, level=level, modules=modules))
    house.driver.frames()


def on_board(house: Household, level: str = "L2") -> None:
    """A game whose island is laid and whose start pieces stand; somebody is about to do something."""
    begin(house, level)
    game = Simulation(header(MODULES, 3, SEED, level), random.Random(SEED), checked=False)
    while game.table.core.phase is not Phase.AFTER_ROLL or game.table.core.pending:
        game.step()
    for entry in game.entries:
        assert entry.command is not None
        assert isinstance(house.session.submit(entry.command), Accepted), (SEED, entry)
    house.driver.frames()
    house.shell.go("board")
    house.driver.frames()


def entered(house: Household) -> Command:
    command: Command = house.session.standing[-1].command
    return command


def touch(house: Household, sort: str, place: object) -> None:
    picture = house.shell.screen.picture
    house.driver.touch(*picture.spot(Place(sort, place)))  # type: ignore[arg-type]
    house.driver.frames()


def vote(house: Household, *storm: bool) -> None:
    """Everyone answers, one after the other, with a tap."""
    order = house.session.state.core.in_turn_order()
    for who, said in zip(order, storm, strict=True):
        names = (str(getattr(widget, "name", "")) for widget in house.shell.walk())
        house.tap(next(name for name in names if name.startswith(f"answer_storm_{said}")))
        assert Vote(who, said) in [entry.command for entry in house.session.standing]


def test_at_the_level_of_points_lamps_and_letters_are_a_tap_or_two(house: Household) -> None:
    begin(house, "L1")
    house.tap("bar_red_3", "white_4", "lamp_0")
    assert entered(house) == SetLamp("anna")
    assert house.session.table.points("anna") == 2, "two settlements; a single lamp is worth nothing"
    house.tap("head_0", "do_letter")
    assert entered(house) == TakeLetter("anna")
    house.tap("head_0", "do_letters", "card_gift")
    assert entered(house) == PlayGift("anna")
    assert oil(house.session.table, "anna") == 2
    house.tap("lamp_0")
    assert house.session.table.points("anna") == 3
    house.tap("head_0", "do_letter")
    assert "LH-05" in house.everything_said() and "oil" in house.everything_said()
    house.tap("allow")
    assert entered(house) == TakeLetter("anna"), "the table may let it stand"


def test_a_vote_at_the_end_of_a_turn_takes_a_tap_of_each(house: Household) -> None:
    begin(house, "L1")
    house.tap("bar_red_3", "white_4", "head_0", "do_end")
    vote(house, True, True, False)
    assert [oil(house.session.table, who) for who in house.session.state.core.ids] == [2, 2, 2]
    assert "A storm rises" in house.everything_said()
    assert [(cue.alert.name, cue.seats) for cue in house.alerts.cues][-1] == ("storm", (0, 1, 2))
    house.tap("undo")
    assert [oil(house.session.table, who) for who in house.session.state.core.ids] == [3, 3, 3]


def test_the_next_roll_asks_for_the_vote_and_waits_for_it(house: Household) -> None:
    begin(house, "L1")
    house.tap("bar_red_3", "white_4", "bar_red_5", "white_1")
    vote(house, False, False, True)
    assert entered(house) == RollDice("ben", {"red": 5, "white": 1}), "it waited for the last vote"
    assert oil(house.session.table, "anna") == 3


@pytest.mark.parametrize("level", ["L2", "L3"])
def test_a_lamp_and_a_keeper_are_touched_where_they_stand(house: Household, level: str) -> None:
    on_board(house, level)
    table = house.session.table
    who = table.core.on_turn
    edge = lamp_places(table, who)[0]
    house.tap("take_set_lamp")
    assert {place.sort for place in house.shell.screen.picture.marks.lit} == {"edge"}
    touch(house, "edge", edge)
    assert entered(house) == SetLamp(who, edge)
    assert dict(house.shell.screen.picture.view.edges)[edge].kind == "lamp"
    corner = next(iter(buildings(table, who)))
    house.tap("take_place_keeper")
    touch(house, "corner", corner)
    assert entered(house) == PlaceKeeper(who, corner)
    touch(house, "corner", corner)  # a touch on the piece says what it may do
    house.tap("piece_walk_keeper")
    lit = house.shell.screen.picture.marks.lit
    if lit:
        touch(house, *lit[0])
        assert entered(house) == WalkKeeper(who, corner, lit[0].id)


def test_lh_02_a_lamp_without_a_road_is_refused_with_the_rule(house: Household) -> None:
    on_board(house)
    table = house.session.table
    who = table.core.on_turn
    other = next(edge for edge in roads(table, table.core.after(who)))
    house.tap("take_set_lamp")
    house.shell.screen.picture.zoom_out()
    house.driver.frames()
    touch(house, "edge", other)
    assert "LH-02" in house.everything_said()
    house.tap("dont")
    assert not isinstance(entered(house), SetLamp)


def test_the_keeper_has_a_section_of_the_sheet(house: Household) -> None:
    on_board(house)
    table = house.session.table
    who = table.core.on_turn
    house.shell.go("sheet", seat=table.core.ids.index(who))
    house.tap("section_keeper")
    assert "The keeper is not on the board" in house.everything_said()
    house.tap("keeper")
    house.driver.wait(lambda: house.shell.screen_name == "board")
    corner = house.shell.screen.picture.marks.lit[0].id
    touch(house, "corner", corner)
    assert entered(house) == PlaceKeeper(who, corner)
    house.shell.go("sheet", seat=table.core.ids.index(who))
    house.tap("section_keeper")
    assert "may walk" in house.everything_said()
    (way,) = [one for one in house.session.options(who) if isinstance(one, WalkKeeper)]
    house.tap("keeper_walk")
    assert entered(house) == way, "where there is one way only it need not be asked"


def test_letters_have_a_section_with_what_they_may_be(house: Household) -> None:
    begin(house, "L1")
    house.session.submit(RollDice("anna", {"red": 3, "white": 4}))
    house.session.submit(TakeLetter("anna"))
    house.driver.frames()
    house.shell.go("sheet", seat=0)
    house.tap("section_letter")
    assert "Letters: 1 face down" in house.everything_said()
    house.tap("card_logbook")
    assert entered(house) == OpenLogbook("anna")
    assert house.session.table.points("anna") == 3


def test_what_nobody_entered_is_counted_in_catch_up(house: Household) -> None:
    on_board(house)
    table = house.session.table
    first = table.core.ids[0]
    house.shell.go("catch_up")
    house.tap("piece_lamp")
    edge = lamp_places(table, first)[0]
    picture = house.shell.screen.picture
    house.driver.wait(lambda: not picture.moving)
    touch(house, "edge", edge)
    assert state_of(house.session.table).lamps == {edge: first}
    house.tap("numbers", "fact_oil", "fact_more", "fact_letter", "fact_more")
    assert oil(house.session.table, first) == 4
    assert letters(house.session.table, first) == 1


def test_where_places_are_unknown_lamps_are_a_number(house: Household) -> None:
    begin(house, "L1")
    house.session.submit(RollDice("anna", {"red": 3, "white": 4}))
    house.shell.go("catch_up")
    house.tap("fact_lamp", "fact_more", "fact_more")
    assert burning(house.session.table, "anna") == 2


def test_a_lamp_is_corrected_to_another_edge(house: Household) -> None:
    on_board(house)
    table = house.session.table
    who = table.core.on_turn
    one, other = lamp_places(table, who)[:2]
    house.session.submit(SetLamp(who, one))
    lamp = house.session.standing[-1]
    house.session.submit(EndTurn(who))
    house.driver.frames()
    house.shell.go("correction", entry=lamp.entry)
    house.tap("change")
    house.driver.wait(lambda: house.shell.screen_name == "board")
    touch(house, "edge", other)
    house.driver.wait(lambda: house.driver.shows("apply"))
    house.tap("apply")
    assert state_of(house.session.table).lamps == {other: who}
    house.tap("undo")
    assert state_of(house.session.table).lamps == {one: who}


def test_beside_cities_and_knights_both_have_their_sections(house: Household) -> None:
    begin(house, "L1", ("base", "cities_knights", "lighthouses"))
    house.shell.go("sheet", seat=0)
    house.driver.frames()
    sections = ("build", "knights", "trade", "politics", "science", "letter", "points")
    assert all(house.driver.shows(f"section_{name}") for name in sections)
    house.tap("section_letter")
    assert house.driver.shows("card_gift")
    house.tap("section_trade")
    assert house.driver.shows("card_lamp_oil")
    house.tap("section_knights")
    assert house.driver.shows("recruit")
