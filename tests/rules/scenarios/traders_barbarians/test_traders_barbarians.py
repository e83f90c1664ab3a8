"""Barbarians on the roads: the 7, the die, and the Knight card."""

from __future__ import annotations

import pytest

from companion.engine.verdict import Certainty
from companion.rules.base.building import BuildRoad
from companion.rules.base.hands import CardsDrawn, CardsMoved
from companion.rules.base.robber import DiscardCards
from companion.rules.scenarios.traders_barbarians.barbarians import BarbarianMoved, MoveBarbarian
from companion.rules.scenarios.traders_barbarians.moving import DriveOff
from tests.kit.tables import ANNA, BEN, CARLA, none, only
from tests.kit.traders import edge, trading


def test_tb_22_the_roller_of_a_seven_moves_a_barbarian_after_the_discards() -> None:
    table = trading(rolled=False, hands={"ben": "8 ore"})
    table.roll("anna", 3, 4)
    assert table.questions == [("discard", "ben")]
    table.enter(DiscardCards(BEN, {"ore": 4}))
    assert table.questions == [("barbarian", "anna")]
    table.enter(MoveBarbarian(ANNA, edge("8SW"), edge("9E")))
    assert set(table.tb.barbarians) == {edge("1SE"), edge("9E"), edge("14E")}
    assert table.core.phase == "after_roll"


def test_tb_22_a_card_is_drawn_from_the_owner_of_the_road() -> None:
    table = trading(rolled=False, hands={"ben": "2 ore"}, pieces="ben: road 9E; carla: road 9W")
    table.roll("anna", 3, 4)
    assert table.refused(MoveBarbarian(ANNA, edge("8SW"), edge("9E"))) == {"TB-22"}
    assert table.refused(MoveBarbarian(ANNA, edge("8SW"), edge("9W"), CARLA)) == {"TB-22"}, "no card"
    assert table.refused(MoveBarbarian(ANNA, edge("8SW"), edge("9NE"), BEN)) == {"TB-22"}, "no road"
    assert table.impossible(MoveBarbarian(ANNA, edge("8SW"), edge("9NE"), ANNA)) >= {"TB-22"}
    events = table.enter(MoveBarbarian(ANNA, edge("8SW"), edge("9E"), BEN))
    assert only(events, CardsDrawn) == CardsDrawn(BEN, ANNA)


def test_tb_22_the_card_may_be_seen() -> None:
    table = trading(rolled=False, hands={"ben": "2 ore"}, pieces="ben: road 9E")
    table.roll("anna", 3, 4)
    assert table.refused(MoveBarbarian(ANNA, edge("8SW"), edge("9E"), BEN, "wool")) == {"TB-22"}
    events = table.enter(MoveBarbarian(ANNA, edge("8SW"), edge("9E"), BEN, "ore"))
    assert only(events, CardsMoved).cards == {"ore": 1}


def test_tb_22_the_own_road_costs_nobody_a_card() -> None:
    table = trading(rolled=False, hands={"ben": "2 ore"}, pieces="anna: road 9E")
    table.roll("anna", 3, 4)
    assert none(table.enter(MoveBarbarian(ANNA, edge("8SW"), edge("9E"))), CardsDrawn)


def test_tb_21_no_two_barbarians_share_a_path() -> None:
    table = trading(rolled=False)
    table.roll("anna", 3, 4)
    assert table.impossible(MoveBarbarian(ANNA, edge("8SW"), edge("14E"))) == {"TB-21"}
    assert table.impossible(MoveBarbarian(ANNA, edge("8SW"), edge("8SW"))) == {"TB-21"}, "another one"
    assert table.impossible(MoveBarbarian(ANNA, edge("9E"), edge("9NE"))) == {"TB-20"}
    assert len(table.options("anna", MoveBarbarian)) == 3 * (84 - 3)


def test_tb_21_a_road_may_be_built_where_a_barbarian_stands() -> None:
    table = trading(pieces="anna: settlement 8SW", hands={"anna": "1 brick 1 lumber"})
    table.enter(BuildRoad(ANNA, edge("8SW")))
    assert table.roads("anna") == set(table.tb.barbarians) & {edge("8SW")}


# --- TB-20: the die


def test_tb_20_a_number_of_the_card_drives_the_barbarian_off_and_the_wagon_goes_on() -> None:
    table = trading(
        wagons={"anna": "9N"}, levels={"anna": 2}, barbarians="9NE 8SW 14E", hands={"ben": "1 ore"}
    )
    events = table.enter(DriveOff(ANNA, edge("9NE"), 6, edge("2CS")))
    assert only(events, BarbarianMoved).to == edge("2CS")
    table.go("anna", "9SE")
    assert table.left("anna") == 1, "five points, two paths"


def test_tb_20_another_number_leaves_him_and_a_second_try_waits_for_the_next_turn() -> None:
    table = trading(wagons={"anna": "9N"}, levels={"anna": 2}, barbarians="9NE 9NW 14E")
    table.enter(DriveOff(ANNA, edge("9NE"), 5))
    assert table.refused(DriveOff(ANNA, edge("9NW"), 6, edge("2CS"))) == {"TB-20"}
    table.go("anna", "9NE")
    assert table.left("anna") == 1, "for four points it goes past him"


def test_tb_20_no_card_is_drawn_for_a_barbarian_driven_to_a_road() -> None:
    table = trading(
        wagons={"anna": "9N"},
        levels={"anna": 5},
        barbarians="9NE",
        pieces="ben: road 9W",
        hands={"ben": "1 ore"},
    )
    assert none(table.enter(DriveOff(ANNA, edge("9NE"), 3, edge("9W"))), CardsDrawn)
    assert table.cards("ben") == "1 ore"


@pytest.mark.parametrize(("level", "numbers"), [(1, ""), (2, "6"), (3, "56"), (4, "456"), (5, "3456")])
def test_tb_20_the_numbers_of_each_wagon_card(level: int, numbers: str) -> None:
    table = trading(wagons={"anna": "9N"}, levels={"anna": level}, barbarians="9NE 8SW 14E")
    ways = table.options("anna", DriveOff)
    driven = {str(way.die) for way in ways if way.to is not None}  # type: ignore[attr-defined]
    failed = {str(way.die) for way in ways if way.to is None}  # type: ignore[attr-defined]
    assert driven == set(numbers)
    assert failed == (set("123456") - set(numbers) if numbers else set())


def test_tb_20_at_level_one_nobody_tries() -> None:
    table = trading(wagons={"anna": "9N"}, barbarians="9NE")
    assert "TB-20" in table.refused(DriveOff(ANNA, edge("9NE"), 6))


def test_tb_20_the_wagon_must_stand_before_him_and_the_die_decides() -> None:
    table = trading(wagons={"anna": "9N"}, levels={"anna": 2}, barbarians="9NE 14E")
    assert table.refused(DriveOff(ANNA, edge("14E"), 6, edge("9W"))) == {"TB-20"}
    assert table.refused(DriveOff(ANNA, edge("9NE"), 5, edge("9W"))) == {"TB-20"}
    assert table.impossible(DriveOff(ANNA, edge("9NE"), 6)) == {"TB-20"}, "he has to go somewhere"
    assert table.impossible(DriveOff(ANNA, edge("9NE"), 7, edge("9W"))) == {"TB-20"}
    assert table.impossible(DriveOff(ANNA, edge("9NE"), 6, edge("14E"))) == {"TB-21"}
    assert table.impossible(DriveOff(ANNA, edge("9W"), 6, edge("9E"))) >= {"TB-20"}


def test_tb_20_after_the_arrival_no_barbarian_is_driven_off() -> None:
    table = trading(
        wagons={"anna": "7NE"},
        levels={"anna": 2},
        pieces="anna: road 7CNE",
        barbarians="7CN",
        cargo={"anna": "sand"},
    )
    table.go("anna", "7C")
    assert table.refused(DriveOff(ANNA, edge("7CN"), 6, edge("9W"))) == {"TB-10"}


def test_b_56_a_card_drawn_on_a_seven_is_only_possible() -> None:
    table = trading(rolled=False, hands={"ben": "1 ?ore/wool"}, pieces="ben: road 9E")
    table.roll("anna", 3, 4)
    seen = MoveBarbarian(ANNA, edge("8SW"), edge("9E"), BEN, "ore")
    assert table.table.ruleset.commands[MoveBarbarian].certainty(table.table, seen) is Certainty.POSSIBLE
