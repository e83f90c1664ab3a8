"""The move of the wagon: its points, whose roads it takes, its grain, and how it is shown."""

from __future__ import annotations

from typing import Any

from companion.engine.ids import CornerId
from companion.rules.base.building import BuildRoad
from companion.rules.base.trade import TradeWithBank
from companion.rules.scenarios.traders_barbarians.moving import MoveWagon, WagonMoved
from companion.rules.scenarios.traders_barbarians.slice import Journey
from companion.rules.scenarios.traders_barbarians.wagons import UpgradeWagon
from tests.kit.tables import ANNA, BEN, only
from tests.kit.traders import Traders, edge, trading


def offered(table: Traders, grain: bool = False) -> set[str]:
    found: list[Any] = table.options("anna", MoveWagon)
    return {str(option.to) for option in found if option.grain is grain}


def near(table: Traders, start: str, steps: int) -> set[str]:
    """The corners so many edges away, or fewer."""
    first = table.land.corner(start)
    found = {first}
    for _ in range(steps):
        found |= {other for corner in found for other in table.land.neighbours[corner]}
    return {str(corner) for corner in found - {first}}


def test_tb_10_four_points_are_two_paths() -> None:
    table = trading(wagons={"anna": "9N"}, barbarians="")
    assert offered(table) == near(table, "9N", 2)
    events = table.go("anna", "9SE")
    assert only(events, WagonMoved).points == 4
    assert (table.wagon("anna"), table.left("anna")) == (table.land.corner("9SE"), 0)
    assert offered(table) == set()


def test_tb_10_own_roads_cost_one_point_each() -> None:
    table = trading(pieces="anna: way 9N 9NE 9SE 9S 9SW", wagons={"anna": "9N"}, barbarians="")
    assert only(table.go("anna", "9SW"), WagonMoved).points == 4
    assert table.gold("anna") == 5


def test_tb_10_a_road_of_another_costs_a_point_and_a_gold_for_its_owner() -> None:
    table = trading(pieces="ben: way 9N 9NE 9SE; carla: way 9SE 9S", wagons={"anna": "9N"}, barbarians="")
    table.go("anna", "9S")
    assert (table.gold("anna"), table.gold("ben"), table.gold("carla")) == (2, 7, 6)
    assert table.left("anna") == 1


def test_tb_10_the_way_with_the_least_gold_is_taken_and_then_the_shortest() -> None:
    """Three roads of Ben lead around one side of hex 9, two own ones and a path around the other."""
    table = trading(
        pieces="ben: way 9N 9NE 9SE 9S; anna: way 9N 9NW 9SW", wagons={"anna": "9N"}, barbarians=""
    )
    events = table.go("anna", "9S")
    assert (table.gold("anna"), table.gold("ben")) == (5, 5)
    assert only(events, WagonMoved).points == 4, "three would do, for three gold"


def test_tb_10_without_gold_no_foreign_road_is_taken() -> None:
    table = trading(pieces="ben: way 9N 9NE 9SE 9S", wagons={"anna": "9N"}, barbarians="", gold={"anna": 2})
    assert table.refused(table.move("anna", "9S")) == {"TB-10"}
    assert str(table.land.corner("9S")) not in offered(table)
    table.overrule(table.move("anna", "9S"))
    assert (table.gold("anna"), table.gold("ben")) == (0, 7), "the table let it stand; no more gold is there"


def test_tb_10_a_barbarian_costs_two_points_more() -> None:
    table = trading(pieces="anna: road 9NE", wagons={"anna": "9N"}, barbarians="9NE")
    assert only(table.go("anna", "9NE"), WagonMoved).points == 3
    path = trading(wagons={"anna": "9N"}, barbarians="9NE")
    assert only(path.go("anna", "9NE"), WagonMoved).points == 4


def test_tb_10_points_short_of_a_step_are_lost() -> None:
    table = trading(pieces="anna: way 9N 9NE 9SE 9S", wagons={"anna": "9N"}, barbarians="")
    table.go("anna", "9S")
    assert table.left("anna") == 1
    assert offered(table) == {str(table.land.corner("9SE"))}, "back along the own road"
    assert table.refused(table.move("anna", "9SW")) == {"TB-10"}
    table.end()
    for who in ("ben", "carla", "david"):
        table.roll(who)
        table.end()
    table.roll("anna")
    assert table.left("anna") == 4


def test_tb_10_one_grain_a_turn_gives_two_points_more() -> None:
    table = trading(wagons={"anna": "9N"}, barbarians="", hands={"anna": "2 grain"})
    assert str(table.land.corner("9S")) not in offered(table)
    assert str(table.land.corner("9S")) in offered(table, grain=True)
    table.go("anna", "9SE")
    table.go("anna", "9S", grain=True)
    assert (table.cards("anna"), table.left("anna")) == ("1 grain", 0)
    assert table.refused(table.move("anna", "9SW", grain=True)) == {"TB-10"}


def test_tb_10_a_grain_that_is_not_in_the_hand_gives_nothing() -> None:
    table = trading(wagons={"anna": "9N"}, barbarians="", hands={"anna": "2 ore"})
    assert offered(table, grain=True) == set()
    assert table.refused(table.move("anna", "9S", grain=True)) == {"TB-10"}


def test_tb_10_a_grain_is_offered_too_where_it_saves_gold() -> None:
    table = trading(
        pieces="ben: way 9N 9NE 9SE 9S", wagons={"anna": "9N"}, barbarians="", hands={"anna": "1 grain"}
    )
    south = str(table.land.corner("9S"))
    assert south in offered(table) and south in offered(table, grain=True)
    table.go("anna", "9S", grain=True)
    assert table.gold("anna") == 5, "three paths for six points"


def test_tb_10_a_destination_ends_the_move() -> None:
    table = trading(pieces="anna: roads 7CNE 7CSE", wagons={"anna": "7NE"}, barbarians="")
    corner = str(table.land.corner("7SE"))
    assert "7C" in offered(table) and corner in offered(table)
    table.go("anna", "7C")
    assert table.refused(table.move("anna", "7SE")) >= {"B-24", "TB-10"}
    assert table.tb.journeys[ANNA] == Journey(1, 3, over=True)


def test_tb_10_no_way_leads_through_a_destination() -> None:
    """From 7NE to 7S it would be two own roads through the castle."""
    table = trading(pieces="anna: roads 7CNE 7CS", wagons={"anna": "7NE"}, barbarians="")
    assert only(table.go("anna", "7S"), WagonMoved).points == 4
    blocked = trading(pieces="anna: roads 7CNE 7CS", wagons={"anna": "7NE"}, barbarians="7E")
    (fault,) = blocked.violations(blocked.move("anna", "7S"))
    assert (fault.rule, fault.params["needed"]) == ("TB-10", 6)


def test_tb_10_wagons_may_use_the_coast_of_a_destination() -> None:
    table = trading(wagons={"anna": "7N"}, barbarians="")
    assert {"7NW", "7SW"} <= offered(table)


def test_tb_10_wagons_share_a_corner() -> None:
    table = trading(wagons={"anna": "9N", "ben": "9NE", "carla": "9NE"}, barbarians="")
    table.go("anna", "9NE")
    assert table.wagon("anna") == table.wagon("ben") == table.wagon("carla")


def test_tb_10_trading_and_building_come_before_the_move() -> None:
    table = trading(
        wagons={"anna": "9N"},
        pieces="anna: settlement 9N",
        hands={"anna": "5 brick 5 lumber 5 ore 5 wool"},
        barbarians="",
    )
    assert table.options("anna", BuildRoad)
    table.go("anna", "9NE")
    for late in (
        BuildRoad(ANNA, edge("9NE")),
        TradeWithBank(ANNA, {"ore": 4}, {"grain": 1}),
        UpgradeWagon(ANNA),
    ):
        assert table.refused(late) == {"TB-10"}
    assert not table.options("anna", BuildRoad)
    table.overrule(BuildRoad(ANNA, edge("9NE")))
    table.end()


def test_tb_10_only_the_own_wagon_on_the_own_turn() -> None:
    table = trading(wagons={"anna": "9N", "ben": "9S"}, barbarians="")
    assert table.refused(table.move("ben", "9SE")) == {"B-20"}
    assert table.impossible(MoveWagon(ANNA, table.land.corner("9S"), table.land.corner("9SE"))) == {"TB-10"}
    assert table.impossible(MoveWagon(ANNA, table.land.corner("9N"), CornerId("99N"))) == {"B-04"}


def test_tb_02_a_wagon_that_is_not_on_the_board_goes_nowhere() -> None:
    table = trading()
    assert table.options("anna", MoveWagon) == []
    assert table.impossible(MoveWagon(ANNA, CornerId("4SE"), CornerId("4S"))) == {"TB-02"}


def test_tb_13_the_next_wagon_card_costs_what_it_shows() -> None:
    table = trading(hands={"anna": "6 lumber 4 ore 4 wool"}, wagons={"anna": "9N"})
    for reached, left in ((2, "5 lumber 3 wool 3 ore"), (3, "4 lumber 2 wool 2 ore")):
        table.enter(UpgradeWagon(ANNA))
        assert (table.tb.levels[ANNA], table.cards("anna")) == (reached, left)
    table.enter(UpgradeWagon(ANNA))
    assert table.points("anna") == 0
    table.enter(UpgradeWagon(ANNA))
    assert (table.tb.levels[ANNA], table.points("anna"), table.cards("anna")) == (5, 1, "")
    assert table.impossible(UpgradeWagon(ANNA)) == {"TB-13"}


def test_tb_13_a_wagon_card_must_be_paid_for() -> None:
    table = trading(hands={"anna": "1 lumber 1 ore 1 wool"}, levels={"anna": 3})
    assert table.refused(UpgradeWagon(ANNA)) == {"TB-13"}
    assert trading(hands={"anna": "1 lumber 1 ore 1 wool"}).options("anna", UpgradeWagon) == [
        UpgradeWagon(ANNA)
    ]


def test_tb_13_a_better_wagon_has_more_points() -> None:
    for reached, points in ((1, 4), (2, 5), (3, 6), (4, 7), (5, 7)):
        assert trading(wagons={"anna": "9N"}, levels={"anna": reached}).left("anna") == points


def test_b_20_ben_moves_when_it_is_his_turn() -> None:
    table = trading(wagons={"anna": "9N", "ben": "9S"}, barbarians="")
    table.end()
    table.roll("ben")
    table.enter(MoveWagon(BEN, table.land.corner("9S"), table.land.corner("9SE")))
