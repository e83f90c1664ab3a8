"""Harbourmaster: two points for whoever has the most at harbours."""

from __future__ import annotations

from typing import Any

import pytest

from companion.engine.ids import PlayerId
from companion.rules.base.building import BuildCity, BuildSettlement, CityReduced
from companion.rules.variants.harbourmaster.module import HarbourmasterHeld, harbour_points
from companion.rules.variants.harbourmaster.slice import Harbourmaster
from tests.kit.island import Island, corner, island
from tests.kit.tables import ANNA, CARLA, none, only

HARBOURS = ("base", "harbourmaster")
CITY = "3 ore 2 grain"
SETTLEMENT = "1 brick 1 lumber 1 wool 1 grain"


def harbours(pieces: str, **rest: Any) -> Island:
    return island(modules=HARBOURS, pieces=pieces, **rest)


def points(table: Island, who: str) -> int:
    return harbour_points(table.table, PlayerId(who))


def holder(table: Island) -> str | None:
    return table.state.slice(Harbourmaster).holder


@pytest.mark.parametrize(
    ("pieces", "count"),
    [
        ("settlement 0N", 1),
        ("city 0N", 2),
        ("settlement 0N, city 1NE", 3),
        ("settlement 0NW, settlement 1N, settlement 16S", 3),
        ("settlement 4N, city 9S", 0),
        ("settlement 0N, city 9S", 1),
        # At the coast, but at no harbour.
        ("city 6SE, city 15NE", 0),
    ],
)
def test_hm_01_a_settlement_at_a_harbour_counts_one_and_a_city_two(pieces: str, count: int) -> None:
    assert points(harbours(f"anna: {pieces}"), "anna") == count


def test_hm_01_the_same_harbour_counts_once_for_each_building() -> None:
    table = harbours("anna: settlement 0N; ben: city 0NW")
    assert (points(table, "anna"), points(table, "ben")) == (1, 2)


def test_hm_02_the_first_with_three_harbour_points_takes_it() -> None:
    table = harbours("anna: settlement 0N, settlement 1NE", hands={"anna": CITY})
    assert holder(table) is None
    events = table.enter(BuildCity(ANNA, corner("0N")))
    assert only(events, HarbourmasterHeld) == HarbourmasterHeld(ANNA, 3)
    assert table.score("anna") == {"buildings": 3, "harbourmaster": 2}


def test_hm_02_a_new_settlement_may_bring_it() -> None:
    table = harbours(
        "anna: city 0N, settlement 9N, way 1SE 1NE; ben: settlement 16S", hands={"anna": SETTLEMENT}
    )
    table.enter(BuildSettlement(ANNA, corner("1NE")))
    assert holder(table) == "anna"


def test_hm_02_a_building_away_from_the_harbours_does_not() -> None:
    table = harbours("anna: city 0N, settlement 9N", hands={"anna": CITY})
    assert none(table.enter(BuildCity(ANNA, corner("9N"))), HarbourmasterHeld)


def test_hm_02_as_many_are_not_enough_to_take_it_away() -> None:
    table = harbours("ben: city 0N, settlement 1NE; anna: city 16S, settlement 6N, settlement 9N")
    assert holder(table) == "ben"


def test_hm_02_more_are() -> None:
    table = harbours("ben: city 0N, settlement 1NE; anna: city 16S, settlement 6N", hands={"anna": CITY})
    assert holder(table) == "ben"
    events = table.enter(BuildCity(ANNA, corner("6N")))
    assert only(events, HarbourmasterHeld) == HarbourmasterHeld(ANNA, 4)
    assert (table.score("anna")["harbourmaster"], table.score("ben")) == (2, {"buildings": 3})


def test_hm_03_the_base_game_is_played_to_eleven() -> None:
    table = harbours("anna: settlement 0N", hands={"anna": CITY})
    assert table.table.value("points_to_win", ANNA) == 11
    table.given_points("anna", 9)
    table.enter(BuildCity(ANNA, corner("0N")))
    assert table.core.winner is None


def test_hm_03_the_eleventh_point_wins() -> None:
    table = harbours("anna: settlement 0N", hands={"anna": CITY})
    table.given_points("anna", 10)
    table.enter(BuildCity(ANNA, corner("0N")))
    assert table.core.winner == "anna"


def test_hm_03_a_table_may_play_to_another_number_and_one_more() -> None:
    assert harbours("", points_to_win=12).table.value("points_to_win", ANNA) == 13


def reduced(pieces: str, who: str, site: str) -> Island:
    """The same after a city was lost."""
    table = harbours(pieces)
    table.given(CityReduced(PlayerId(who), corner(site)))
    return table


def test_hm_04_with_two_harbour_points_left_it_is_lost() -> None:
    table = reduced("anna: city 0N, settlement 1NE", "anna", "0N")
    assert holder(table) is None
    assert table.score("anna") == {"buildings": 2}


def test_hm_04_it_is_kept_while_nobody_has_more() -> None:
    assert holder(reduced("anna: city 0N, city 1NE; ben: city 16S, settlement 6N", "anna", "0N")) == "anna"


def test_hm_04_one_who_has_more_now_takes_it() -> None:
    pieces = "anna: city 0N, settlement 1NE; ben: city 16S, settlement 6N"
    assert holder(harbours(pieces)) == "anna"
    assert holder(reduced(pieces, "anna", "0N")) == "ben"


def test_hm_04_of_two_who_have_more_nobody_gets_it_until_one_is_ahead() -> None:
    pieces = "anna: city 0N, settlement 1NE; ben: city 16S, settlement 6N; carla: city 15S, settlement 11SE"
    table = reduced(pieces, "anna", "0N")
    assert holder(table) is None
    table.given_hands({"anna": CITY})
    table.enter(BuildCity(ANNA, corner("0N")))
    assert holder(table) is None, "three players have three now"
    table = reduced(pieces, "anna", "0N").given_hands({"carla": CITY})
    table.given_turn("carla", 3).rolled()
    table.enter(BuildCity(CARLA, corner("11SE")))
    assert holder(table) == "carla"


def test_hm_04_the_loss_of_another_changes_nothing() -> None:
    assert holder(reduced("anna: city 0N, settlement 1NE; ben: city 16S", "ben", "16S")) == "anna"


def test_hm_02_where_hands_are_not_entered_it_is_the_same() -> None:
    table = harbours("anna: settlement 0N, settlement 1NE", level="L2")
    table.enter(BuildCity(ANNA, corner("0N")))
    assert holder(table) == "anna"
    table.sound()
