"""The scenario's development cards and Largest Army."""

from __future__ import annotations

import pytest

from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.development.knight import LargestArmyHeld, PlayKnight
from companion.rules.base.development.monopoly import PlayMonopoly
from companion.rules.base.development.play import deck
from companion.rules.base.development.road_building import PlayRoadBuilding
from companion.rules.base.development.victory_point import ShowVictoryPoints
from companion.rules.base.development.year_of_plenty import PlayYearOfPlenty
from companion.rules.base.facts.development import StateDevelopment
from companion.rules.base.hands import CardsDrawn
from companion.rules.scenarios.traders_barbarians.barbarians import BarbarianMoved
from companion.rules.scenarios.traders_barbarians.cards import PlaySwiftJourney, RaidWithKnight
from tests.kit.tables import ANNA, BEN, only
from tests.kit.traders import edge, trading


def test_tb_04_the_deck_has_twenty_five_cards_of_its_own() -> None:
    table = trading(hands={"anna": "1 ore 1 wool 1 grain"})
    assert deck(table.table) == {"knight": 16, "victory_point": 3, "road_building": 3, "swift_journey": 3}
    assert table.base.development.deck == 25
    table.enter(BuyDevelopmentCard(ANNA))
    assert table.base.development.deck == 24


@pytest.mark.parametrize(
    "missing",
    [PlayKnight(ANNA), PlayYearOfPlenty(ANNA, {"ore": 2}), PlayMonopoly(ANNA, "ore", {})],
)
def test_tb_04_the_cards_of_the_base_game_are_not_in_it(missing: PlayKnight) -> None:
    table = trading().given_development("anna")
    assert table.impossible(missing) == {""}


def test_tb_04_a_knight_moves_a_barbarian_and_draws_from_the_roads_owner() -> None:
    table = trading(pieces="ben: road 9E", hands={"ben": "2 ore"})
    table.given_development("anna")
    events = table.enter(RaidWithKnight(ANNA, edge("8SW"), edge("9E"), BEN))
    assert only(events, BarbarianMoved).to == edge("9E")
    assert only(events, CardsDrawn) == CardsDrawn(BEN, ANNA)
    assert table.base.development.played[ANNA] == {"knight": 1}


def test_tb_04_three_knights_are_the_largest_army() -> None:
    table = trading()
    table.given_played("anna", "knight", 2)
    table.given_development("anna")
    events = table.enter(RaidWithKnight(ANNA, edge("8SW"), edge("9E")))
    assert only(events, LargestArmyHeld).by == ANNA
    assert table.points("anna") == 2


def test_b_53_a_knight_bought_this_turn_waits_and_one_is_played_a_turn() -> None:
    table = trading(hands={"anna": "1 ore 1 wool 1 grain"})
    table.enter(BuyDevelopmentCard(ANNA))
    assert table.refused(RaidWithKnight(ANNA, edge("8SW"), edge("9E"))) == {"B-53"}
    twice = trading()
    twice.given_development("anna", 2)
    twice.enter(RaidWithKnight(ANNA, edge("8SW"), edge("9E")))
    assert twice.refused(RaidWithKnight(ANNA, edge("9E"), edge("9W"))) == {"B-53"}


def test_tb_04_a_knight_needs_a_barbarian_and_a_free_place() -> None:
    table = trading().given_development("anna")
    assert table.impossible(RaidWithKnight(ANNA, edge("9W"), edge("9E"))) == {"TB-20"}
    assert table.impossible(RaidWithKnight(ANNA, edge("8SW"), edge("14E"))) == {"TB-21"}


def test_tb_04_sixteen_knights_and_no_more() -> None:
    table = trading()
    table.given_played("ben", "knight", 14)
    table.given_development("anna", 3)
    assert table.options("anna", RaidWithKnight)
    more = trading()
    more.given_played("ben", "knight", 16)
    more.given_development("anna")
    assert more.refused(RaidWithKnight(ANNA, edge("8SW"), edge("9E"))) == {"B-56"}


def test_tb_04_a_swift_journey_moves_the_wagon_again() -> None:
    table = trading(wagons={"anna": "9N"}, barbarians="", hands={"anna": "2 grain"})
    table.given_development("anna")
    assert table.refused(PlaySwiftJourney(ANNA)) == {"TB-04"}, "only after the first move"
    table.go("anna", "9S", grain=True)
    table.enter(PlaySwiftJourney(ANNA))
    assert table.left("anna") == 4
    table.go("anna", "9NW")
    assert table.refused(table.move("anna", "9N", grain=True)) == {"TB-10"}, "one grain a turn"


def test_tb_04_a_swift_journey_leads_on_from_a_destination() -> None:
    table = trading(wagons={"anna": "7NE"}, pieces="anna: road 7CNE", cargo={"anna": "sand"}, barbarians="")
    table.given_development("anna")
    table.go("anna", "7C")
    table.enter(PlaySwiftJourney(ANNA))
    table.go("anna", "7SE")


def test_tb_04_road_building_and_victory_points_are_as_ever() -> None:
    table = trading(pieces="anna: settlement 9N", deliveries={"anna": 11})
    table.given_development("anna", 2)
    table.enter(PlayRoadBuilding(ANNA, (edge("9NE"), edge("9NW"))))
    assert len(table.roads("anna")) == 2
    table.enter(ShowVictoryPoints(ANNA, 1))
    assert table.core.winner == ANNA
    assert trading().given_development("anna", 4).impossible(ShowVictoryPoints(ANNA, 4)) == {"B-53"}


def test_tb_04_the_table_may_state_the_cards_of_this_deck_alone() -> None:
    table = trading()
    table.enter(StateDevelopment(ANNA, ANNA, 1, {"knight": 15, "swift_journey": 2}))
    assert table.base.development.deck == 25 - 18
    assert table.impossible(StateDevelopment(ANNA, ANNA, 0, {"monopoly": 1})) == {"B-07"}
    assert table.refused(StateDevelopment(ANNA, ANNA, 0, {"knight": 17})) == {"B-07"}
