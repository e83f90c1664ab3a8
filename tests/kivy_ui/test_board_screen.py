"""The board on the screen by touch: pieces, places, questions, and what the rules say against a place."""

from __future__ import annotations

from typing import Any

import pytest

from companion.presenters.board_view import Place
from companion.presenters.intents import Enter, Roll
from companion.presenters.views import PlacesView
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.robber import MoveRobber
from companion.rules.base.setup import PlaceBuilding, PlaceRoad
from companion.rules.base.slice import Base
from companion.rules.base.turn import RollDice
from companion.rules.cities_knights.barbarians import PlaceShip
from companion.rules.cities_knights.knights.activate import ActivateKnights
from companion.rules.cities_knights.progress.inventor import PlayInventor
from companion.rules.cities_knights.progress.merchant_fleet import PlayMerchantFleet
from companion.rules.cities_knights.progress.road_building import PlayRoadBuilding
from companion.rules.cities_knights.queries import level
from companion.rules.cities_knights.slice import Track
from tests.kit.seat import Seat
from tests.scenes.board_stages import BASE, played


def test_start_pieces_take_a_tap_each_in_snake_order(ui: Any) -> None:
    seat = Seat(ui, played(count=1))
    for number in range(16):
        assert ui.shell.screen_name == "board"
        place = seat.lit[0]
        assert place.sort == ("corner" if number % 2 == 0 else "edge")
        seat.touch(*place)
        assert isinstance(seat.last(), PlaceRoad if number % 2 else PlaceBuilding)
    assert ui.taps == 16
    order = [entry.command.by for entry in seat.session.standing[1:] if entry.command is not None]
    names = [player.id for player in seat.session.state.core.players]
    assert order == [name for name in (*names, *reversed(names)) for _piece in range(2)]


def test_b_30_a_seven_at_the_board_says_who_discards_above_which_number(ui: Any) -> None:
    seat = Seat(ui, played(BASE, 3, 40))
    by = seat.session.state.core.on_turn
    seat.enter(RollDice(by, {"red": 3, "white": 4}))
    assert ui.shell.screen_name == "board"
    assert "Discard half:" in seat.said()
    ui.shell.resize(480, 800)
    ui.frames()
    assert "Discard half:" in seat.said()
    assert seat.said().split().count(">7") == len(seat.session.state.core.ids)
    assert "where does the robber go" in seat.said()


def test_a_piece_goes_to_its_place_in_two_taps_and_says_how_to_take_it_back(ui: Any) -> None:
    seat = Seat(ui, played())
    ui.shell.go("board")
    ui.frames()
    ui.tap("take_build_road")
    assert {place.sort for place in seat.lit} == {"edge"}
    place = seat.lit[0]
    seat.touch(*place)
    assert ui.taps == 2
    assert seat.last() == BuildRoad(seat.session.state.core.on_turn, place.id)  # type: ignore[arg-type]
    assert ui.shell.screen_name == "board" and not seat.lit
    assert "Road" in seat.said()
    ui.tap("undo")
    assert not isinstance(seat.last(), BuildRoad) or seat.last().edge != place.id  # type: ignore[attr-defined]


def test_a_place_that_is_not_lit_says_why_and_the_table_may_insist(ui: Any) -> None:
    seat = Seat(ui, played())
    ui.shell.go("board")
    ui.frames()
    ui.tap("take_build_road")
    seat.screen.picture.zoom_out()
    ui.frames()
    base = seat.session.state.slice(Base)
    assert base.board is not None
    lit = {place.id for place in seat.lit}
    far = next(
        edge
        for edge in base.board.geometry.ends
        if edge not in lit
        and edge not in base.roads
        and all(
            seat.screen.picture.map.distance(
                seat.screen.picture.map.spot(Place("edge", edge)), Place("edge", str(other))
            )
            > 60
            for other in lit
        )
    )
    seat.touch("edge", far)
    assert ui.shows("warning_sheet") and "B-50" in seat.said()
    ui.tap("allow")
    assert seat.session.state.slice(Base).roads[far] == seat.session.state.core.on_turn
    assert seat.session.standing[-1].overruled


def test_what_has_no_place_says_why_when_a_place_is_touched(ui: Any) -> None:
    seat = Seat(ui, played())
    ui.shell.go("board")
    ui.frames()
    ui.tap("take_build_settlement")
    assert not seat.lit
    base = seat.session.state.slice(Base)
    seat.touch("corner", next(iter(base.buildings)))
    assert ui.shows("warning_sheet")
    ui.tap("dont")
    ui.tap("board_back")
    assert ui.shows("take_build_road")


def test_a_piece_on_the_board_says_what_can_be_done_with_it(ui: Any) -> None:
    seat = Seat(ui, played())
    ui.shell.go("board")
    ui.frames()
    seat.touch("corner", "0SE")
    ui.tap("piece_activate_knights")
    assert ui.taps == 2
    assert seat.last() == ActivateKnights(seat.session.state.core.on_turn, ("0SE",))  # type: ignore[arg-type]


def test_what_others_built_is_entered_late_with_their_chip(ui: Any) -> None:
    seat = Seat(ui, played())
    late = seat.session.state.core.ids[2]
    assert late != seat.session.state.core.on_turn
    ui.shell.go("board")
    ui.frames()
    ui.tap("seat_2")
    ui.tap("take_build_road")
    place = seat.lit[0]
    seat.touch(*place)
    assert ui.shows("warning_sheet"), "it is not the turn of that player"
    ui.tap("allow")
    assert seat.session.state.slice(Base).roads[place.id] == late  # type: ignore[index]


def test_a_seven_is_a_hex_and_a_victim(ui: Any) -> None:
    seat = Seat(ui, played(BASE, 3, 40))
    by = seat.session.state.core.on_turn
    ui.shell.go("table")
    seat.enter(RollDice(by, {"red": 3, "white": 4}))
    assert ui.shell.screen_name == "board"
    asked = seat.screen.question()
    assert isinstance(asked, PlacesView)
    several = next(answer for answer in asked.answers if len(answer.commands) > 1)
    one = next(answer for answer in asked.answers if len(answer.commands) == 1)
    ui.taps = 0
    seat.touch(*several.place)
    victims = [name for name in (f"answer_victim_{seat}" for seat in range(4)) if ui.shows(name)]
    assert victims
    ui.tap(victims[0])
    assert ui.taps == 2
    command = seat.last()
    assert isinstance(command, MoveRobber) and command.hex == several.place.id
    seat.session.undo()
    ui.shell.flow.follow()
    ui.frames()
    ui.taps = 0
    seat.touch(*one.place)
    assert ui.taps == 1 and isinstance(seat.last(), MoveRobber), "one alone is not asked for"


@pytest.mark.parametrize(
    ("kind", "places"), [(PlayRoadBuilding, 2), (PlayInventor, 2)], ids=["two roads", "two tokens"]
)
def test_several_places_are_touched_one_after_another(ui: Any, kind: type[Any], places: int) -> None:
    seat = Seat(ui, played())
    rule = seat.session.ruleset.commands[kind]
    ways = tuple(rule.ways(seat.session.table, seat.session.state.core.on_turn))
    ui.shell.do(Enter(ways))
    ui.frames()
    ui.taps = 0
    chosen = []
    while not ui.shows("warning_sheet"):
        place = seat.lit[len(chosen)]
        chosen.append(place.id)
        seat.touch(*place)
        assert len(chosen) <= places
    assert len(chosen) == places
    ui.tap("allow")
    command: Any = seat.last()
    said = command.edges if kind is PlayRoadBuilding else command.hexes
    assert sorted(said) == sorted(chosen)


def test_the_longest_trail_is_shown(ui: Any) -> None:
    seat = Seat(ui, played())
    ui.shell.go("table")
    ui.frames()
    ui.tap("head_3")
    ui.tap("do_trail")
    assert len(seat.screen.picture.marks.trail) == 5
    assert "5 segments" in seat.said()


def test_a_game_without_knights_has_a_table_a_board_and_a_roll(ui: Any) -> None:
    seat = Seat(ui, played(BASE, 3, 40))
    ui.shell.go("table")
    ui.frames()
    assert not ui.shows("knights_0_1") and not ui.shows("ladder_0_trade") and not ui.shows("wall_0")
    by = seat.session.state.core.on_turn
    entries = len(seat.session.standing)
    ui.tap("bar_red_3")
    ui.tap("white_5")
    ui.frames()
    assert ui.shell.screen_name == "result" and len(seat.session.standing) == entries + 1
    assert seat.last() == RollDice(
        by if seat.session.state.core.on_turn == by else seat.session.state.core.on_turn,
        {"red": 3, "white": 5},
    )
    lines = ui.shell.play.result().lines
    assert any(line.goods for line in lines), "who takes what"
    ui.tap("board_button")
    assert ui.shows("take_build_road") and not ui.shows("take_recruit_knight")


def test_the_only_settlement_becomes_a_city_by_one_tap_on_the_table(ui: Any) -> None:
    seat = Seat(ui, played(count=22))
    who = seat.session.state.core.on_turn
    base = seat.session.state.slice(Base)
    own = [
        site for site, piece in base.buildings.items() if piece.owner == who and piece.kind.value != "city"
    ]
    ui.shell.go("table")
    ui.frames()
    ui.taps = 0
    ui.tap(f"city_{seat.session.state.core.ids.index(who)}")
    assert len(own) == ui.taps == 1
    assert seat.session.state.slice(Base).buildings[own[0]].kind.value == "city"
    assert ui.shell.screen_name == "table"


def test_one_of_several_places_is_touched_on_the_board_and_the_table_comes_back(ui: Any) -> None:
    seat = Seat(ui, played(count=22))
    who = seat.session.state.core.on_turn
    enter = [command for command in seat.session.options(who) if isinstance(command, BuildSettlement)]
    while not enter:
        roads = [command for command in seat.session.options(who) if isinstance(command, BuildRoad)]
        seat.session.submit(roads[-1])
        enter = [command for command in seat.session.options(who) if isinstance(command, BuildSettlement)]
    ui.shell.go("table")
    ui.frames()
    ui.taps = 0
    ui.tap(f"settlement_{seat.session.state.core.ids.index(who)}")
    if len(enter) > 1:
        seat.touch(*seat.lit[0])
    assert ui.taps <= 2
    assert isinstance(seat.last(), BuildSettlement)
    assert ui.shell.screen_name == "table"


def test_ck_80_a_ladder_beside_the_board_is_one_tap_and_the_board_stays(ui: Any) -> None:
    seat = Seat(ui, played())
    who = seat.session.state.core.on_turn
    number = seat.session.state.core.ids.index(who)
    ui.tap("board_button")
    before = level(seat.session.table, who, Track.POLITICS)
    ui.taps = 0
    ui.tap(f"ladder_{number}_politics")
    assert ui.taps == 1 and ui.shell.screen_name == "board"
    assert level(seat.session.table, who, Track.POLITICS) == before + 1
    ui.tap(f"seat_{(number + 1) % 4}")
    assert ui.shows(f"ladder_{(number + 1) % 4}_politics") and not ui.shows(f"ladder_{number}_politics")


def test_cards_lie_beside_the_board_while_the_player_holds_some(ui: Any) -> None:
    seat = Seat(ui, played(seed=3, count=97))
    ui.tap("board_button")
    holding = {}
    for player in ui.shell.play.table().players:
        number = player.person.seat
        ui.tap(f"seat_{number}")
        holding[number] = any(count for _track, count in player.cards)
        assert ui.shows(f"cards_{number}") == holding[number]
    assert len(set(holding.values())) == 2, "somebody with cards and somebody without"
    number = seat.session.state.core.ids.index(seat.session.state.core.on_turn)
    assert holding[number]
    ui.tap(f"seat_{number}")
    ui.taps = 0
    ui.tap(f"cards_{number}")
    ui.tap("card_merchant_fleet")
    assert ui.taps == 2 and isinstance(seat.last(), PlayMerchantFleet)
    assert ui.shell.screen_name == "board" and not ui.shows(f"cards_{number}"), "it was the only one"


def test_the_only_settlement_becomes_a_city_by_one_tap_beside_the_board(ui: Any) -> None:
    """A new piece is shown its place first, even if there is only one."""
    seat = Seat(ui, played(count=22))
    who = seat.session.state.core.on_turn
    buildings = seat.session.state.slice(Base).buildings
    own = [site for site, piece in buildings.items() if piece.owner == who and piece.kind.value != "city"]
    ui.tap("board_button")
    ui.taps = 0
    ui.tap("take_build_city")
    assert len(own) == ui.taps == 1 and ui.shell.screen_name == "board"
    assert seat.session.state.slice(Base).buildings[own[0]].kind.value == "city"
    entries = len(seat.session.standing)
    ui.tap("take_build_road")
    assert seat.lit and len(seat.session.standing) == entries


def test_after_an_attack_the_board_comes_back(ui: Any) -> None:
    seat = Seat(ui, played(count=98))
    seat.enter(PlaceShip(seat.session.state.core.on_turn, 6))
    ui.tap("board_button")
    ui.shell.do(Roll({"red": 3, "white": 5, "event": "ship"}))
    ui.frames()
    assert ui.shell.screen_name == "attack"
    while ui.shell.play.questions():
        seat.enter(next(iter(seat.session.options(seat.session.state.core.pending[0].who))))
    ui.tap("go_on")
    assert ui.shell.screen_name == "board" and ui.shows("take_build_road")
