"""The seven with walls, the robber that waits for the first attack, and the walls themselves."""

from __future__ import annotations

import pytest

from companion.engine.ids import Site
from companion.rules.base.roll import SevenRolled
from companion.rules.cities_knights.barbarians import AttackFought, CityLost
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.progress.bishop import PlayBishop
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import BuildWall
from tests.kit.tables import ANNA, Evening, dice, evening, none, only


def test_ck_50_two_walls_keep_eleven_cards() -> None:
    """The book's example: two walled cities keep 11 cards, and with 12 cards 6 are returned."""
    table = evening()
    table.given_cities("ben", 1)
    table.given_wall("ben")
    table.given_wall("ben")
    assert only(table.roll("anna", 3, 4), SevenRolled).limits == {
        "anna": 7,
        "ben": 11,
        "carla": 7,
        "david": 7,
    }


@pytest.mark.parametrize(("walls", "limit"), [(0, 7), (1, 9), (2, 11), (3, 13)])
def test_ck_50_each_wall_keeps_two_cards_more(walls: int, limit: int) -> None:
    table = evening()
    table.given_cities("anna", 2)
    for _ in range(walls):
        table.given_wall("anna")
    assert table.hand_limit("anna") == limit


def test_ck_50_the_limits_come_in_turn_order() -> None:
    table = evening().rolled()
    assert list(only(table.roll("ben", 3, 4), SevenRolled).limits) == ["ben", "carla", "david", "anna"]


def test_ck_50_the_limit_falls_with_the_city() -> None:
    """Attack and 7 in one roll: the wall that has just been lost keeps nothing."""
    table = evening().given_ship(6)
    table.given_wall("anna")
    events = table.roll("anna", 3, 4, "ship")
    assert only(events, SevenRolled).limits[ANNA] == 7


def test_ck_50_no_limit_is_told_without_a_seven() -> None:
    assert none(evening().roll("anna", 4, 4), SevenRolled)


def test_ck_51_before_the_first_attack_a_seven_leaves_the_robber() -> None:
    table = evening()
    assert not only(table.roll("anna", 3, 4), SevenRolled).robber_moves


def test_ck_51_after_the_first_attack_a_seven_moves_it() -> None:
    table = evening().given_ship(0, attacks=1)
    assert only(table.roll("anna", 3, 4), SevenRolled).robber_moves


def test_ck_51_the_first_attack_frees_the_robber_in_the_same_roll() -> None:
    table = evening().given_ship(6)
    events = table.roll("anna", 3, 4, "ship")
    kinds = [type(event) for event in events]
    assert kinds.index(AttackFought) < kinds.index(SevenRolled)
    assert only(events, SevenRolled).robber_moves


def test_ck_51_neither_knight_nor_bishop_moves_it_before() -> None:
    table = evening().given_cards("anna", Track.POLITICS)
    knight = table.given_knight("anna", 1, active=True)
    table.rolled()
    assert table.refused(ChaseRobber(ANNA, knight)) == {"CK-51"}
    assert table.refused(PlayBishop(ANNA)) == {"CK-51"}


def test_ck_51_knight_and_bishop_move_it_afterwards() -> None:
    table = evening().given_cards("anna", Track.POLITICS).given_ship(0, attacks=1)
    knight = table.given_knight("anna", 1, active=True)
    table.rolled()
    table.enter(ChaseRobber(ANNA, knight))
    table.enter(PlayBishop(ANNA))


@pytest.fixture
def three_cities() -> Evening:
    table = evening()
    table.given_cities("anna", 3)
    return table.rolled()


def test_ck_70_one_wall_a_city_three_at_most(three_cities: Evening) -> None:
    for count in (1, 2, 3):
        three_cities.enter(BuildWall(ANNA))
        assert three_cities.hand_limit("anna") == 7 + 2 * count
    assert three_cities.refused(BuildWall(ANNA)) == {"CK-70"}
    assert len(three_cities.plain_cities("anna")) == 4, "one city is left without a wall"


def test_ck_70_never_under_a_settlement() -> None:
    table = evening().rolled()
    assert table.impossible(BuildWall(ANNA, table.settlements("anna")[0])) == {"CK-70"}


def test_ck_70_never_under_anothers_city() -> None:
    table = evening().rolled()
    assert table.impossible(BuildWall(ANNA, table.cities("ben")[0])) == {"CK-70"}


def test_ck_70_never_two_under_one_city() -> None:
    table = evening().rolled()
    city = table.cities("anna")[0]
    table.enter(BuildWall(ANNA, city))
    assert table.impossible(BuildWall(ANNA, city)) == {"CK-70"}
    assert table.impossible(BuildWall(ANNA)) == {"CK-70"}


def test_ck_70_without_a_city_there_is_no_wall() -> None:
    table = evening().given_no_city("anna").rolled()
    assert table.impossible(BuildWall(ANNA)) == {"CK-70"}


def test_ck_70_where_cities_differ_the_wall_needs_its_city() -> None:
    """One of two cities is a metropolis, which the barbarians spare: a wall there is not the same."""
    table = evening()
    table.given_cities("anna", 1)
    table.given_metropolis("anna", Track.TRADE)
    table.rolled()
    assert table.impossible(BuildWall(ANNA)) == {"CK-70"}
    assert len(table.options("anna", BuildWall)) == 2
    table.enter(BuildWall(ANNA, table.plain_cities("anna")[0]))


def test_ck_70_a_wall_is_lost_with_its_city() -> None:
    table = evening().given_ship(6)
    table.given_wall("anna")
    lost = only(table.enter(dice("anna", 1, 1, "ship")), AttackFought)
    assert "anna" in lost.losers
    assert table.ck.walls == frozenset()
    assert table.hand_limit("anna") == 7


def test_ck_70_the_loss_of_the_wall_is_told() -> None:
    table = evening("anna ben").given_ship(6)
    table.given_wall("anna")
    table.given_knight("ben", 1, active=True)
    event = only(table.roll("anna", 1, 1, "ship"), CityLost)
    assert (event.by, event.wall, event.variant) == (ANNA, True, "wall")


def test_ck_71_a_wall_stays_under_a_metropolis_and_protects() -> None:
    table = evening().given_level("anna", Track.TRADE, 3)
    city = table.given_wall("anna")
    table.rolled()
    table.enter(Improve(ANNA, Track.TRADE, 4))
    assert table.ck.metropolises[Track.TRADE] == city
    assert table.ck.walls == {city}
    assert table.hand_limit("anna") == 9


def test_ck_71_a_wall_may_be_built_under_a_metropolis() -> None:
    table = evening()
    city = table.given_metropolis("anna", Track.TRADE)
    table.rolled()
    table.enter(BuildWall(ANNA, Site(city)))
    assert table.hand_limit("anna") == 9
