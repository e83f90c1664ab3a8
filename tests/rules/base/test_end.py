"""Points and the end of the game."""

from __future__ import annotations

from companion.engine.core import DeclareWinner, GameWon, PlayOn
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.longest_road import ClaimLongestRoad
from companion.rules.base.turn import EndTurn
from companion.rules.cities_knights.progress.wedding import PlayWedding
from companion.rules.cities_knights.slice import Track
from tests.kit.tables import ANNA, BASE, BEN, evening, none, only


def test_b_70_a_settlement_is_one_point_and_a_city_two() -> None:
    table = evening(modules=BASE).rolled()
    assert table.points("anna") == 2
    table.enter(BuildCity(ANNA))
    assert table.points("anna") == 3
    table.enter(BuildSettlement(ANNA))
    assert table.points("anna") == 4


def test_b_71_ten_points_win_the_base_game_at_once() -> None:
    table = evening(modules=BASE)
    table.given_cities("anna", 3)
    table.rolled()
    assert table.points("anna") == 8
    table.enter(BuildSettlement(ANNA))
    assert table.core.winner is None
    events = table.enter(BuildSettlement(ANNA))
    assert only(events, GameWon) == GameWon(ANNA, 10)
    assert table.core.winner == ANNA


def test_b_71_nobody_wins_in_anothers_turn() -> None:
    table = evening(modules=BASE).given_points("ben", 8).rolled()
    assert none(table.enter(ClaimLongestRoad(BEN, 5)), GameWon)
    assert table.points("ben") == 10
    events = table.end()
    assert only(events, GameWon).by == BEN


def test_b_71_points_lost_again_before_the_own_turn_do_not_win() -> None:
    table = evening(modules=BASE).given_points("ben", 8).rolled()
    table.enter(ClaimLongestRoad(BEN, 5))
    table.enter(ClaimLongestRoad(ANNA, 6))
    assert none(table.end(), GameWon)
    assert table.core.winner is None


def test_b_71_after_the_end_nothing_is_built() -> None:
    table = evening(modules=BASE).given_points("anna", 9).rolled()
    table.enter(BuildSettlement(ANNA))
    assert table.refused(BuildSettlement(ANNA)) == {"B-71"}
    assert "B-71" in table.refused(EndTurn(ANNA))


def test_b_71_the_table_may_name_the_winner_for_reasons_of_its_own() -> None:
    table = evening(modules=BASE).rolled()
    assert table.refused(DeclareWinner(ANNA)) == {"B-71"}
    assert len(table.violations(DeclareWinner(BEN))) == 2, "too few points, and not on turn"
    table.overrule(DeclareWinner(BEN))
    assert table.core.winner == BEN


def test_b_71_the_table_may_play_on() -> None:
    table = evening(modules=BASE).rolled()
    assert table.impossible(PlayOn(ANNA)) == {"B-71"}
    table.overrule(DeclareWinner(ANNA))
    table.enter(PlayOn(BEN))
    table.enter(BuildSettlement(ANNA))


def test_b_71_a_game_is_played_to_as_many_points_as_the_table_says() -> None:
    table = evening(modules=BASE, points_to_win=4).rolled()
    table.enter(BuildSettlement(ANNA))
    assert table.core.winner is None
    table.enter(BuildCity(ANNA))
    assert table.core.winner == ANNA


def test_b_72_open_point_cards_count_when_points_are_compared() -> None:
    """Ben's Printer lies open, so everyone can see that he is ahead of Anna."""
    table = evening().given_cards("anna", Track.POLITICS).rolled()
    assert table.refused(PlayWedding(ANNA)) == {"CK-125"}
    ahead = evening().given_cards("anna", Track.POLITICS).given_open("ben", "printer", Track.SCIENCE).rolled()
    ahead.enter(PlayWedding(ANNA))
