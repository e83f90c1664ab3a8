"""The island of Traders & Barbarians, and what the base game leaves in the box for it."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from companion.engine.core import ConfirmPosition
from companion.engine.errors import AssemblyError
from companion.engine.ids import EdgeId, HexId
from companion.engine.level import Level
from companion.rules import catalogue
from companion.rules.base.board_faults import board_faults
from companion.rules.base.board_making import random_board, variable_board
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.facts.awards import StateAward
from companion.rules.base.facts.pieces import StatePieces
from companion.rules.base.facts.robber import StateRobber
from companion.rules.base.longest_road import ClaimLongestRoad, LongestRoadHeld
from companion.rules.base.robber import MoveRobber
from companion.rules.base.roll import Produced
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.base.slice import Award
from companion.rules.gold.trading import BuyWithGold
from tests.kit.tables import ANNA, BEN, CARLA, dice, evening, none, told
from tests.kit.traders import BOARD, ISLAND, TRADERS, edge, trading

RICH = {"anna": "5 brick 5 lumber 5 wool 5 grain"}


def test_tb_01_the_three_destinations_lie_in_their_places_whatever_chance_brings() -> None:
    for seed in range(5):
        for made in (variable_board, random_board):
            board = made(ISLAND, random.Random(seed))
            assert (board.terrain[2], board.terrain[7], board.terrain[18]) == (
                "quarry",
                "castle",
                "glassworks",
            )
            assert not {2, 12} & set(board.tokens)
            assert [board.tokens[hex] for hex in (2, 7, 18)] == [0, 0, 0]
            assert not list(board_faults(board, ISLAND))


def test_tb_01_tokens_go_by_their_letters_past_the_destinations() -> None:
    spiral = [BOARD.tokens[hex] for hex in BOARD.geometry.spiral(HexId(0)) if hex not in (2, 7, 18)]
    assert spiral == [5, 6, 3, 8, 10, 9, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11]


def test_tb_01_tokens_out_of_their_order_are_said() -> None:
    tokens = list(BOARD.tokens)
    one, other = tokens.index(3), tokens.index(4)
    tokens[one], tokens[other] = 4, 3
    faults = board_faults(replace(BOARD, tokens=tuple(tokens)), ISLAND)
    assert [(fault.rule, fault.key) for fault in faults] == [("TB-01", "board.letters-corner")]


def test_tb_01_desert_a_field_and_a_pasture_stay_in_the_box() -> None:
    with_desert = replace(BOARD, terrain=("desert", *BOARD.terrain[1:]))
    with_twelve = replace(BOARD, tokens=(12, *BOARD.tokens[1:]))
    for board in (with_desert, with_twelve):
        assert {fault.rule for fault in board_faults(board, ISLAND)} == {"TB-01"}
    assert {name: BOARD.terrain.count(name) for name in ("forest", "pasture", "fields")} == {
        "forest": 4,
        "pasture": 3,
        "fields": 3,
    }


def test_tb_01_three_barbarians_five_gold_and_no_robber() -> None:
    table = trading()
    assert set(table.tb.barbarians) == {edge("5NW"), edge("8SW"), edge("15W")}
    assert [table.gold(who) for who in ("anna", "ben", "carla", "david")] == [5] * 4
    assert table.base.robber is None
    for missing in (MoveRobber(ANNA, HexId(4)), StateRobber(ANNA, HexId(4))):
        assert table.impossible(missing) == {""}, "the game has no such move"


def test_tb_01_no_longest_road_is_awarded_or_stated() -> None:
    table = trading(pieces="anna: way 4N 4NE 4SE 4S 4SW 4NW, settlement 4N", hands=RICH)
    assert none(table.enter(BuildRoad(ANNA, edge("4NW"))), LongestRoadHeld)
    assert (table.longest, table.points("anna")) == ((None, 0), 1)
    assert table.impossible(StateAward(ANNA, Award.LONGEST_ROAD, ANNA)) == {"B-60"}
    score = evening(modules=TRADERS, level=Level.L1)
    assert score.impossible(ClaimLongestRoad(ANNA, 6)) == {""}


@pytest.mark.parametrize("level", ["L1", "L2", "L3"])
def test_tb_01_catch_up_asks_for_neither_robber_nor_longest_road(level: str) -> None:
    table = trading() if level != "L1" else evening(modules=TRADERS, level=Level.L1)
    asked = {fact.name for fact in table.table.ruleset.facts if fact.wanted(table.table)}
    assert not {"robber", "longest_road"} & asked
    assert {"delivery", "upgrade"} <= asked


def test_tb_02_a_settlement_and_then_a_city_where_the_wagon_starts() -> None:
    table = evening("anna ben carla", modules=TRADERS, level=Level.L3)
    table.enter(LayBoard(ANNA, replace(BOARD, hubs=())))
    first = {ANNA: ("4N", "4NE"), BEN: ("8N", "8NE"), CARLA: ("13N", "13NE")}
    for who, (site, road) in first.items():
        table.enter(PlaceBuilding(who, BOARD.geometry.corner(site)))
        table.enter(PlaceRoad(who, edge(road)))
    assert table.cities("carla") == () and not table.state.slices["traders_barbarians"].wagons  # type: ignore[attr-defined]
    events = table.enter(PlaceBuilding(CARLA, BOARD.geometry.corner("10S")))
    (paid,) = told(events, Produced)
    assert paid.gains == {"carla": {"lumber": 2, "wool": 1}}, (
        "one for each of forests 10 and 14 and pasture 15"
    )
    assert table.state.slices["traders_barbarians"].wagons == {"carla": table.cities("carla")[0]}  # type: ignore[attr-defined]
    assert table.points("carla") == 3


def test_tb_03_nobody_settles_in_the_middle_or_where_no_path_leads() -> None:
    table = trading(pieces="anna: roads 7CN 7CS 7CNE 3SW", hands={"anna": "9 brick 9 lumber 9 wool 9 grain"})
    corner = table.land.corner
    assert table.refused(BuildSettlement(ANNA, corner("7C"))) == {"TB-03"}
    for closed in ("7NW", "7SW", "2N", "2NE", "18S", "18SE"):
        assert "TB-03" in table.refused(BuildSettlement(ANNA, corner(closed)))
    offered = {option.site for option in table.options("anna", BuildSettlement)}  # type: ignore[attr-defined]
    assert offered == {corner("7N"), corner("7S"), corner("7NE")}
    table.enter(BuildSettlement(ANNA, corner("7N")))
    assert table.refused(BuildSettlement(ANNA, corner("7NE"))) == {"B-51"}, "the distance rule holds as ever"


def test_tb_03_roads_lead_to_the_middle_but_not_along_the_coast() -> None:
    table = trading(pieces="anna: settlement 7S", hands=RICH)
    offered = {option.edge for option in table.options("anna", BuildRoad)}  # type: ignore[attr-defined]
    assert edge("7CS") in offered and edge("7SW") not in offered
    assert table.refused(BuildRoad(ANNA, edge("7SW"))) == {"TB-03"}
    table.enter(BuildRoad(ANNA, EdgeId("7CS")))
    table.enter(BuildRoad(ANNA, EdgeId("7CNE")))
    assert table.roads("anna") == {"7CS", "7CNE"}


def test_tb_03_pieces_on_closed_places_are_said_when_the_position_is_confirmed() -> None:
    table = trading(pieces="anna: settlement 7S, road 7CS")
    table.enter(StatePieces(ANNA, ANNA, settlements=("7C", "2N", "7S"), roads=(edge("7SW"), edge("7CS"))))
    found = {(fault.key, fault.params.get("place")) for fault in table.violations(ConfirmPosition(ANNA))}
    assert ("fit.closed-road", edge("7SW")) in found
    assert {place for key, place in found if key == "fit.closed-corner"} == {"7C", table.land.corner("2N")}


def test_tb_03_the_set_up_keeps_to_the_same_corners() -> None:
    table = evening("anna ben carla", modules=TRADERS, level=Level.L2)
    table.enter(LayBoard(ANNA, BOARD))
    for closed in ("2C", "2N", "7SW"):
        assert table.refused(PlaceBuilding(ANNA, BOARD.geometry.corner(closed))) == {"TB-03"}
    offered = {option.site for option in table.options("anna", PlaceBuilding)}  # type: ignore[attr-defined]
    assert len(offered) == 57 - 3 - 6


def test_tb_23_a_two_and_a_twelve_are_rolled_again() -> None:
    table = trading(rolled=False)
    for face in (1, 6):
        assert table.refused(dice("anna", face, face, None)) == {"TB-23"}
    table.roll("anna", 3, 5)


def test_tb_24_two_gold_buy_a_resource_twice_a_turn() -> None:
    table = trading(gold={"anna": 7})
    for left in (5, 3):
        table.enter(BuyWithGold(ANNA, "ore"))
        assert table.gold("anna") == left
    assert table.refused(BuyWithGold(ANNA, "ore")) == {"TB-24"}
    table.end()
    table.roll("ben")
    assert table.refused(BuyWithGold(BEN, "gold")) == {"TB-24"}


def test_tb_24_gold_is_no_resource_on_a_seven() -> None:
    table = trading(rolled=False, hands={"ben": "7 ore"}, gold={"ben": 40})
    table.roll("anna", 3, 4)
    assert table.questions == [("barbarian", "anna")]


def test_tb_30_thirteen_points_win_and_fourteen_with_the_harbourmaster() -> None:
    assert trading().table.value("points_to_win", ANNA) == 13
    both = trading(modules=(*TRADERS, "harbourmaster"))
    assert both.table.value("points_to_win", ANNA) == 14
    table = trading(deliveries={"anna": 13})
    assert table.core.winner is None
    table.end()
    assert table.core.winner is None, "only on the own turn"


@pytest.mark.parametrize("players", [5, 6])
def test_tb_01_there_are_wagons_for_four(players: int) -> None:
    with pytest.raises(AssemblyError):
        catalogue.ruleset(TRADERS, "L3", {}, players)
