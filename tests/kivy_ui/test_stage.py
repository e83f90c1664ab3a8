"""What moves for a moment: by a counted clock, from the entry to the picture, and never in anybody's way."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from kivy.graphics import Rectangle

from companion.app.roster import Person
from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.verdict import Accepted
from companion.presenters.board_view import Place
from companion.presenters.moving import SpotView
from companion.presenters.new_game import NewGame
from companion.presenters.settings import with_value
from companion.rules.base.building import BuildCity
from companion.rules.base.longest_road import ClaimLongestRoad
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.slice import Track
from companion.rules.presentation.parts import Motion
from companion.rules.scenarios.barbarian_attack.box import FULL
from companion.rules.scenarios.barbarian_attack.coast import hex_of, numbers, there
from companion.rules.scenarios.fishermen.boot import GiveBoot
from companion.rules.scenarios.fishermen.facts import StateBoot
from companion.rules.variants.harbourmaster.module import HarbourmasterHeld
from companion.rules.variants.harbourmaster.slice import Harbourmaster
from kivy_ui.geometry import Box
from kivy_ui.paint import Painted, Painter
from kivy_ui.shell.stage import LONG_FRAME, SECONDS
from tests.kit.household import Household, household
from tests.scenes import module_stages

ANNA, BEN = PlayerId("anna"), PlayerId("ben")
TABLE = NewGame((Person("Anna", "red"), Person("Ben", "blue"), Person("Carla", "white")))
HARDLY = 0.01
"""Seconds after which a frame is drawn in which things have hardly moved yet."""


@pytest.fixture
def house(ui: Any, clock: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        home.driver.clock = clock
        monkeypatch.setattr("tests.kivy_ui.conftest.FRAME", HARDLY)
        home.start()
        home.app.context.begin(TABLE)
        ui.later(1.0)
        yield home


def enter(house: Household, command: Command) -> None:
    """Another device enters this; one frame shows what came of it."""
    assert isinstance(house.session.submit(command, overrule=True), Accepted)
    house.driver.frames(1)


def passes(house: Household, seconds: float) -> None:
    """So much time, in as many frames as a quick machine draws in it."""
    house.driver.frames(round(seconds / HARDLY))


def ship(event: str = "ship", red: int = 5) -> RollDice:
    return RollDice(ANNA, {"red": red, "white": 3, "event": event})


def offset(house: Household, sort: str) -> tuple[float, float]:
    """How far a part of the picture is from where it belongs."""
    found = [
        tuple(widget.movables[sort].xy)
        for widget in house.shell.walk()
        if sort in getattr(widget, "movables", {})
    ]
    assert len(found) == 1
    return found[0]


def shapes(house: Household) -> list[Any]:
    """What the stage has drawn in front."""
    return [one for one in house.shell.stage._front.children if isinstance(one, Rectangle)]


def test_the_ship_sails_to_its_step_and_lies_there_in_half_a_second(house: Household) -> None:
    enter(house, ship())
    away = offset(house, "gauge")[0]
    assert away < -30, "it is still near the step before"
    passes(house, SECONDS / 2)
    assert away < offset(house, "gauge")[0] < 0
    house.driver.later(SECONDS)
    assert offset(house, "gauge") == (0, 0)
    assert not house.shell.stage.moving
    assert SECONDS <= 0.6


def test_a_touch_ends_it_and_is_heard_as_always(house: Household) -> None:
    enter(house, ship())
    assert house.shell.stage.moving
    house.tap("result_card")
    assert not house.shell.stage.moving
    assert offset(house, "gauge") == (0, 0)
    assert house.shell.screen_name == "table", "the same touch led on"


def test_a_machine_that_is_too_slow_shows_the_end_at_once(house: Household) -> None:
    enter(house, ship())
    house.driver.later(LONG_FRAME + HARDLY)
    assert not house.shell.stage.moving
    assert offset(house, "gauge") == (0, 0)


def test_while_something_moves_nothing_is_painted_anew(house: Household) -> None:
    enter(house, ship())
    house.driver.frames(1)
    painted: list[str] = []
    real = Painter.__init__

    def counted(painter: Painter, widget: Painted) -> None:
        if widget.get_root_window() is not None:  # not what is made ready for later
            painted.append(widget.name)
        real(painter, widget)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Painter, "__init__", counted)
        house.driver.frames(10)
    assert house.shell.stage.moving
    assert painted == []


def test_reduced_motion_shows_the_end_at_once(house: Household) -> None:
    context = house.app.context
    context.change(with_value(context.settings, "screen.reduced_motion", True))
    enter(house, ship())
    assert not house.shell.stage.moving
    assert offset(house, "gauge") == (0, 0)


def test_an_undo_moves_nothing(house: Household) -> None:
    enter(house, ship())
    house.driver.later(1.0)
    house.tap("undo")
    assert not house.shell.stage.moving


def test_gates_open_over_the_die_that_shows_one(house: Household) -> None:
    enter(house, ship("trade"))
    front = house.shell.stage._front
    left, right = shapes(house)
    die = house.driver.find("result_event").box
    assert die.holds(left.pos[0], left.pos[1]) and die.holds(right.pos[0], right.pos[1])
    closed = left.size[0]
    passes(house, SECONDS / 2)
    assert 0 < left.size[0] < closed
    house.driver.later(SECONDS)
    assert not front.children


def test_the_landing_comes_ashore_and_then_says_who_won(house: Household) -> None:
    for _step in range(7):
        enter(house, ship())
        house.driver.later(1.0)
    assert house.shell.screen_name == "attack"
    house.tap("go_on")
    for _step in range(6):
        enter(house, ship())
        house.driver.later(1.0)
    enter(house, ship())
    assert offset(house, "battle")[0] < -300 and offset(house, "outcome")[0] < -300
    house.driver.later(1.0)
    assert offset(house, "battle") == offset(house, "outcome") == (0, 0)


def test_a_metropolis_rises_where_its_ladder_is_and_goes_over_to_whoever_takes_it(house: Household) -> None:
    for who in (ANNA, BEN):
        enter(house, BuildCity(who))
        for level in range(1, 4):
            enter(house, Improve(who, Track.SCIENCE, level))
    enter(house, ship("trade", 6))
    house.tap("result_card")
    enter(house, Improve(ANNA, Track.SCIENCE, 4))
    front = house.shell.stage._front
    assert house.shell.stage.moving and len(front.children) >= 2
    house.driver.later(1.0)
    for level in (4, 5):
        enter(house, Improve(BEN, Track.SCIENCE, level))
    ladder = house.driver.find("ladder_0_science").box
    assert any(ladder.overlaps(Box(*shape.pos, *shape.size)) for shape in shapes(house)), "from Anna"


def test_longest_road_is_handed_from_one_player_to_the_other(house: Household) -> None:
    enter(house, ClaimLongestRoad(ANNA, 5))
    house.driver.later(1.0)
    enter(house, ClaimLongestRoad(BEN, 6))
    (shape,) = shapes(house)
    start, goal = (house.driver.find(f"head_{seat}").box for seat in (0, 1))
    assert start.holds(*shape.pos)
    passes(house, SECONDS * 0.8)
    assert goal.holds(*shape.pos)


# --- what scenarios have to move


@pytest.fixture
def coast(ui: Any, clock: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """At the board, where the first number of a landing is asked for by a sheet."""
    ui.clock = clock
    monkeypatch.setattr("tests.kivy_ui.conftest.FRAME", HARDLY)
    shell = ui.open()
    module_stages.scenes()["coast_landing"](shell)
    shell.go("board")
    shell.asking.ask_next()
    ui.later(1.0)
    return ui


def tell(coast: Any, number: int) -> None:
    """Touch the number on the sheet."""
    sheet = coast.shell.sheets.shown
    (answer,) = (
        widget
        for widget in sheet.walk()
        if [text.text for text in getattr(widget, "texts", ())] == [str(number)]
    )
    coast.touch(*answer.center)


def free(coast: Any) -> list[int]:
    """The numbers on which a barbarian can land."""
    table = coast.shell.session.table
    return [number for number in numbers(table) if there(table, hex_of(table, number)) < FULL]


def coming(coast: Any) -> list[Rectangle]:
    return [one for one in coast.shell.stage._front.children if isinstance(one, Rectangle)]


def test_ba_10_barbarians_come_ashore_from_the_sea_when_the_third_number_is_told(coast: Any) -> None:
    shell, told = coast.shell, free(coast)[:3]
    places = [Place("hex", hex_of(shell.session.table, number)) for number in told]
    for number in told[:2]:
        tell(coast, number)
        assert not shell.stage.moving, "below the sheet nobody would see it"
    tell(coast, told[2])
    picture, shapes = shell.screen.picture, coming(coast)
    assert shell.sheets.shown is None and len(shapes) == 3
    island = picture.map.land.corners
    for shape in shapes:
        x, y = (shape.pos[axis] + shape.size[axis] / 2 for axis in (0, 1))
        assert all(math.dist((x, y), picture.spot(Place("corner", corner))) > 10 for corner in island)
    coast.frames(round(SECONDS * 0.9 / HARDLY))
    for shape, place in zip(shapes, places, strict=True):
        x, y = (shape.pos[axis] + shape.size[axis] / 2 for axis in (0, 1))
        assert math.dist((x, y), picture.spot(place)) < 3
    coast.later(SECONDS)
    assert not shell.stage.moving


def test_ba_10_what_was_undone_below_the_sheet_does_not_come_ashore(coast: Any) -> None:
    shell, told = coast.shell, free(coast)
    tell(coast, told[0])
    shell.session.undo()
    coast.later(1.0)
    for number in told[1:4]:
        tell(coast, number)
    assert len(coming(coast)) == 3


def test_ba_10_whoever_leaves_the_question_sees_who_has_landed(coast: Any) -> None:
    tell(coast, free(coast)[0])
    coast.tap("later")
    coast.frames(2)
    assert len(coming(coast)) == 1


def test_a_battle_on_the_coast_says_who_won(ui: Any, clock: Any) -> None:
    ui.clock = clock
    shell = ui.open()
    module_stages.scenes()["coast_battle"](shell)
    ui.frames(1)
    (scales,) = ui.all("scales")
    assert scales.movables["outcome"].xy[0] < -100


def test_fi_08_the_old_boot_goes_from_one_player_to_the_other(ui: Any, clock: Any) -> None:
    ui.clock = clock
    shell = ui.open()
    module_stages.scenes()["fish_table"](shell)
    session = shell.session
    giver, taker = session.state.core.ids[:2]
    session.submit(StateBoot(giver, giver), overrule=True)
    ui.later(1.0)
    session.submit(GiveBoot(giver, taker), overrule=True)
    ui.frames(1)
    (shape,) = coming(ui)
    assert ui.find("head_0").box.holds(*shape.pos)


def test_hm_02_the_card_of_the_harbourmaster_is_handed_over() -> None:
    table = module_stages.played(("base", "harbourmaster"), count=70).table
    was = table.slice(Harbourmaster).holder
    other = next(player for player in table.core.ids if player != was)
    (motion,) = (part for part in table.ruleset.presented(Motion) if part.event is HarbourmasterHeld)
    (move,) = motion.moves(table, table, HarbourmasterHeld(other, 9))
    assert [spot.player for spot in move.way] == [was, other]


def test_what_moves_on_an_enlarged_board_is_where_it_will_be_when_all_is_seen(coast: Any) -> None:
    """What was built is seen while the board goes back to its whole."""
    picture = coast.shell.screen.picture
    spot = SpotView("corner", picture.map.land.corners[0])
    whole = picture.place_of(spot)
    picture.zoom_to((Place("corner", spot.at),))
    coast.later(1.0)
    assert picture.place_of(spot) != whole
    picture.zoom_out()
    assert picture.moving and picture.place_of(spot) == whole
