"""Harbourmaster with Cities & Knights (CO-03)."""

from __future__ import annotations

from typing import Any

from companion.engine.ids import PlayerId
from companion.rules.cities_knights.barbarians import CityLost, LoseCity
from companion.rules.cities_knights.slice import Track
from companion.rules.variants.harbourmaster.module import HarbourmasterHeld, harbour_points
from companion.rules.variants.harbourmaster.slice import Harbourmaster
from tests.kit.island import Island, corner, island
from tests.kit.tables import ANNA, CITIES_KNIGHTS, only


def harbours(pieces: str, **rest: Any) -> Island:
    return island(modules=(*CITIES_KNIGHTS, "harbourmaster"), pieces=pieces, **rest)


def points(table: Island, who: str) -> int:
    return harbour_points(table.table, PlayerId(who))


def holder(table: Island) -> str | None:
    return table.state.slice(Harbourmaster).holder


def test_co_03_the_game_is_played_to_fourteen() -> None:
    assert harbours("").table.value("points_to_win", ANNA) == 14


def test_co_03_the_fourteenth_point_wins_at_the_beginning_of_the_own_turn() -> None:
    table = harbours("anna: city 0N", rolled=False)
    table.given_points("anna", 13).rolled()
    assert table.core.winner is None
    table = harbours("anna: city 0N", rolled=False)
    table.given_points("anna", 14)
    table.roll("anna")
    assert table.core.winner == "anna"


def test_co_03_a_metropolis_at_a_harbour_is_worth_two() -> None:
    table = harbours("anna: city 0N, settlement 1NE")
    assert (points(table, "anna"), holder(table)) == (3, "anna")
    table.given_metropolis("anna", Track.TRADE)
    assert points(table, "anna") == 3
    assert table.score("anna") == {"buildings": 3, "metropolises": 2, "harbourmaster": 2}


def test_co_03_settlement_and_city_of_the_set_up_may_be_enough() -> None:
    assert holder(harbours("anna: settlement 0N, city 16S")) == "anna"


def pillaged(pieces: str) -> Island:
    """The barbarians have come while Anna has rolled, and nobody had a knight."""
    table = harbours(pieces, rolled=False)
    table.given_ship(6)
    table.roll("anna", 2, 4, "ship")
    return table


def test_hm_04_a_pillaged_city_may_cost_the_harbourmaster() -> None:
    table = harbours("anna: city 0N, settlement 1NE", rolled=False)
    table.given_ship(6)
    assert holder(table) == "anna"
    events = table.roll("anna", 2, 4, "ship")
    only(events, CityLost)
    assert only(events, HarbourmasterHeld).by is None
    assert table.score("anna") == {"buildings": 2}


def test_hm_04_or_give_it_to_another() -> None:
    table = pillaged("anna: city 0N, settlement 1NE; ben: city 16S, settlement 6N, active knight 9S")
    assert holder(table) == "ben", "he has had 3 all the time, and Anna has 2 now"


def test_hm_04_the_choice_of_the_city_decides() -> None:
    table = pillaged("anna: city 0N, city 9S, settlement 1NE; ben: settlement 4S")
    assert table.questions == [("lose_city", "anna")]
    table.enter(LoseCity(ANNA, corner("9S")))
    assert holder(table) == "anna"
    table.sound()
