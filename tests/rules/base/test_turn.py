"""Whose turn it is, the roll, the end of the turn, and questions that hold everything up."""

from __future__ import annotations

import pytest

from companion.engine.core import LeaveQuestion
from companion.engine.state import Phase
from companion.rules.base.building import BuildCity, BuildSettlement
from companion.rules.base.turn import EndTurn, RollDice
from companion.rules.cities_knights.barbarians import LoseCity
from companion.rules.cities_knights.cards import PutBack
from companion.rules.cities_knights.improvements import Improve
from companion.rules.cities_knights.progress.mining import PlayMining
from companion.rules.cities_knights.slice import Track
from tests.kit.tables import ANNA, BASE, BEN, CARLA, DAVID, dice, evening


def plain(by: str, white: int = 2, red: int = 6) -> RollDice:
    """A roll of the base game."""
    return dice(by, white, red, event=None)


def test_b_20_after_the_roll_in_any_order_and_number() -> None:
    table = evening(modules=BASE).rolled()
    table.enter(BuildSettlement(ANNA))
    table.enter(BuildCity(ANNA))
    table.enter(BuildSettlement(ANNA))
    table.enter(EndTurn(ANNA))


def test_b_20_only_the_player_on_turn_builds_and_ends_the_turn() -> None:
    table = evening(modules=BASE).rolled()
    assert table.refused(BuildSettlement(BEN)) == {"B-20"}
    assert table.refused(EndTurn(BEN)) == {"B-20"}


def test_b_20_the_turn_goes_round_the_table() -> None:
    table = evening(modules=BASE)
    for who in (ANNA, BEN, CARLA, DAVID, ANNA):
        assert table.core.on_turn == who
        table.rolled()
        table.end()


def test_b_20_rolling_ends_the_turn_before() -> None:
    table = evening(modules=BASE).rolled()
    table.roll("ben")
    assert (table.core.on_turn, table.core.turn, table.core.phase) == (BEN, 2, Phase.AFTER_ROLL)


def test_b_20_rolling_out_of_turn_is_refused() -> None:
    table = evening(modules=BASE)
    assert table.refused(plain("ben")) == {"B-20"}
    table.rolled()
    assert table.refused(plain("carla")) == {"B-20"}


def test_b_20_whoever_begins_is_named_at_the_start() -> None:
    table = evening(modules=BASE, first="carla")
    assert table.refused(plain("anna")) == {"B-20"}
    table.roll("carla")
    table.roll("david")
    table.roll("anna")


def test_b_21_nothing_is_built_before_the_roll() -> None:
    table = evening(modules=BASE)
    assert table.refused(BuildSettlement(ANNA)) == {"B-21"}
    table.rolled()
    table.enter(BuildSettlement(ANNA))


def test_b_21_the_roll_cannot_be_left_out() -> None:
    table = evening(modules=BASE)
    assert table.refused(EndTurn(ANNA)) == {"B-21"}


def test_b_21_one_roll_a_turn() -> None:
    table = evening(modules=BASE).rolled()
    assert table.refused(plain("anna")) == {"B-21"}


@pytest.mark.parametrize(
    "faces",
    [{"white": 3}, {"white": 3, "red": 7}, {"white": 0, "red": 1}, {"white": 3, "red": 3, "event": "ship"}],
)
def test_b_21_the_dice_are_those_of_the_game(faces: dict[str, int | str]) -> None:
    assert evening(modules=BASE).impossible(RollDice(ANNA, faces)) == {"B-21"}


def test_b_24_an_open_question_comes_first() -> None:
    table = evening().given_ship(6)
    table.given_cities("anna", 1)
    table.given_wall("anna")
    table.roll("anna", 3, 4, "ship")
    assert table.questions == [("lose_city", "anna")]
    for command in (BuildSettlement(ANNA), Improve(ANNA, Track.TRADE, 1), EndTurn(ANNA), dice("anna")):
        assert "B-24" in table.refused(command)
    table.enter(LoseCity(ANNA, table.cities("anna")[0]))
    table.enter(BuildSettlement(ANNA))


def test_b_24_several_questions_are_answered_in_any_order() -> None:
    table = evening().given_ship(6)
    for who in ("anna", "ben"):
        table.given_cities(who, 1)
        table.given_wall(who)
    table.roll("anna", 3, 4, "ship")
    assert table.questions == [("lose_city", "anna"), ("lose_city", "ben")]
    table.enter(LoseCity(BEN, table.cities("ben")[0]))
    table.enter(LoseCity(ANNA, table.cities("anna")[1]))
    assert table.core.phase is Phase.AFTER_ROLL


def test_b_24_only_an_open_question_is_answered() -> None:
    table = evening().rolled()
    assert table.impossible(LoseCity(ANNA, table.cities("anna")[0])) == {"B-24"}
    assert table.impossible(PutBack(ANNA, Track.TRADE)) == {"CK-123"}
    assert table.impossible(LeaveQuestion(ANNA, 7)) == {"B-24"}


def test_b_24_a_question_is_answered_by_whom_it_is_put_to() -> None:
    table = evening().given_ship(6)
    table.given_cities("anna", 1)
    table.given_wall("anna")
    table.given_cities("ben", 1)
    table.roll("anna", 3, 4, "ship")
    assert "B-24" in table.impossible(LoseCity(BEN, table.cities("ben")[0]))


def test_b_24_a_fifth_card_may_be_played_while_others_still_answer() -> None:
    table = evening().given_level("anna", Track.SCIENCE, 3).given_level("ben", Track.SCIENCE, 3)
    table.given_cards("anna", *[Track.SCIENCE] * 4).given_cards("ben", *[Track.SCIENCE] * 4)
    table.roll("anna", 1, 2, "science")
    assert table.questions == [("fifth_card", "anna"), ("fifth_card", "ben")]
    assert table.refused(Improve(ANNA, Track.TRADE, 1)) == {"B-24"}
    table.enter(PlayMining(ANNA))
    assert table.questions == [("fifth_card", "ben")]
    assert table.refused(PlayMining(ANNA)) == {"B-24"}
