"""The turn, open questions and the end of the game with places and hands."""

from __future__ import annotations

import pytest

from companion.engine.command import Command
from companion.engine.core import GameWon, LeaveQuestion
from companion.engine.ids import HexId
from companion.engine.state import Phase
from companion.rules.base.building import BuildCity, BuildRoad, BuildSettlement
from companion.rules.base.development.buy import BuyDevelopmentCard
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.development.victory_point import ShowVictoryPoints
from companion.rules.base.longest_road import ClaimLongestRoad, CutLongestRoad, LongestRoadHeld
from companion.rules.base.robber import DiscardCards, MoveRobber
from companion.rules.base.showing import CountBank, CountHand, ShowCards
from companion.rules.base.trade import TradeWithBank, TradeWithPlayer
from companion.rules.base.turn import EndTurn
from tests.kit.island import corner, edge, island, way
from tests.kit.tables import ANNA, BEN, CARLA, dice, none, only

RICH = "5 lumber 5 brick 5 wool 5 grain 5 ore"

EVERYTHING: tuple[Command, ...] = (
    BuildRoad(ANNA, edge("9NE")),
    BuildCity(ANNA, corner("9N")),
    BuyDevelopmentCard(ANNA),
    TradeWithBank(ANNA, {"wool": 4}, {"ore": 1}),
    TradeWithPlayer(ANNA, BEN, {"wool": 1}, {"ore": 1}),
    EndTurn(ANNA),
    dice("ben", event=None),
)
"""What Anna might do next, and the roll of the next player."""


# --- B-20, B-21: the order of the turn


def test_b_20_a_whole_turn_in_any_order() -> None:
    table = island(
        pieces="anna: settlement 9N, way 9N 9NE 9SE", hands={"anna": RICH, "ben": "2 ore"}, rolled=False
    )
    table.roll("anna")
    table.enter(BuildSettlement(ANNA, corner("9SE")))
    table.enter(TradeWithPlayer(ANNA, BEN, {"wool": 2}, {"ore": 1}))
    table.enter(BuyDevelopmentCard(ANNA))
    table.enter(BuildCity(ANNA, corner("9N")))
    table.enter(BuildRoad(ANNA, edge("9SE")))
    table.enter(TradeWithPlayer(ANNA, BEN, {"brick": 1}, {"ore": 1}))
    table.end()
    assert table.core.on_turn == BEN


@pytest.mark.parametrize("command", EVERYTHING[:-2], ids=lambda c: type(c).__name__)
def test_b_21_before_the_roll_nothing_but_a_development_card(command: Command) -> None:
    table = island(
        pieces="anna: settlement 9N", hands={"anna": RICH, "ben": "2 ore"}, rolled=False
    ).given_development("anna")
    assert table.refused(command) == {"B-21"}
    table.enter(PlayKnight(ANNA, HexId(7)))
    assert table.refused(command) == {"B-21"}
    table.roll("anna", 1, 1)
    table.enter(command)


# --- B-24: open questions


@pytest.mark.parametrize("command", EVERYTHING, ids=lambda c: type(c).__name__)
@pytest.mark.parametrize("question", ["discard", "robber", "bank"])
def test_b_24_while_a_question_is_open_nothing_else_is_done(question: str, command: Command) -> None:
    david = {"discard": "9 grain", "robber": "1 grain", "bank": "17 brick 1 ?brick/wool"}[question]
    hands = {"anna": "4 wool", "ben": "2 ore", "david": david}
    table = island(pieces="anna: settlement 9N; carla: settlement 4SW", hands=hands, rolled=False)
    table.roll("anna", 3, 3 if question == "bank" else 4)  # six: Anna and Carla at the hills
    assert [kind for kind, _ in table.questions] == [question]
    assert "B-24" in table.refused(command)
    assert table.options("anna", type(command)) == []


def test_b_24_what_was_seen_may_be_told_meanwhile() -> None:
    """Showing and counting cards is no move of the game."""
    table = island(hands={"carla": "9 ?"}, rolled=False)
    table.roll("anna", 3, 4)
    table.enter(ShowCards(CARLA, {"ore": 1}))
    table.enter(CountHand(BEN, CARLA, 9))
    table.enter(CountBank(BEN, {"wool": 19}))
    assert table.questions == [("discard", "carla")]
    assert table.cards("carla") == "1 ore 8 ?"


def test_b_24_an_answer_to_nobodys_question() -> None:
    table = island(hands={"anna": "3 ore"})
    for command in (DiscardCards(ANNA, {"ore": 1}), MoveRobber(ANNA, HexId(4))):
        assert table.impossible(command) == {"B-24"}
    assert table.impossible(LeaveQuestion(ANNA, 99)) == {"B-24"}


def test_b_24_several_players_answer_in_any_order_and_undo_brings_questions_back() -> None:
    table = island(hands={"anna": "8 ore", "ben": "8 wool", "carla": "8 grain"}, rolled=False)
    table.roll("anna", 3, 4)
    table.enter(DiscardCards(CARLA, {}, 4))
    table.enter(DiscardCards(ANNA, {"ore": 4}))
    assert table.questions == [("discard", "ben")]
    table.session.undo()
    assert table.questions == [("discard", "anna"), ("discard", "ben")]
    table.session.redo()
    table.enter(DiscardCards(BEN, {"wool": 2}, 2))
    assert table.questions == [("robber", "anna")]
    assert table.core.phase is Phase.BEFORE_ROLL


# --- longest road is measured, not claimed


def test_b_60_where_roads_are_entered_nobody_claims_longest_road() -> None:
    table = island()
    for command in (ClaimLongestRoad(ANNA, 5), CutLongestRoad(ANNA, {})):
        assert {v.key for v in table.violations(command)} == {"core.not-in-this-game"}


# --- B-70 to B-72: points


def test_b_70_points_of_buildings_on_the_board() -> None:
    table = island(pieces="anna: settlements 0N 2N, city 9N; ben: settlement 16SW")
    assert (table.points("anna"), table.points("ben"), table.points("carla")) == (4, 1, 0)


@pytest.mark.parametrize("level", ["L2", "L3"])
def test_b_71_the_tenth_point_wins_at_once(level: str) -> None:
    table = island(level=level, pieces="anna: way 9N 9NE 9SE, settlement 9N")
    if level == "L3":
        table.given_hands({"anna": RICH})
    table.given_points("anna", 8)
    table.enter(BuildSettlement(ANNA, corner("9SE")))
    assert table.core.winner is None
    assert only(table.enter(BuildCity(ANNA, corner("9N"))), GameWon) == GameWon(ANNA, 10)
    assert table.refused(EndTurn(ANNA)) == {"B-71"}


def test_b_71_a_cut_in_anothers_turn_wins_only_when_ones_own_turn_comes() -> None:
    """Ben cuts Anna's road, so Carla has the longest and ten points; she wins when the dice come to her."""
    table = island(
        pieces="anna: way 4N 4NE 9N 9NE 9SE 9S 9SW; ben: road 10NW; carla: way 16SW 16S 16SE 17S 17SE 18S",
        hands={"ben": "1 brick 1 lumber 1 wool 1 grain"},
        first="ben",
    )
    table.given_points("carla", 8)
    events = table.enter(BuildSettlement(BEN, corner("9NE")))
    assert only(events, LongestRoadHeld).by == CARLA
    assert table.points("carla") == 10
    assert none(events, GameWon)
    assert only(table.end(), GameWon) == GameWon(CARLA, 10)


def test_b_71_points_lost_before_ones_own_turn_do_not_win() -> None:
    """David has ten points by Longest Road; before his turn Carla builds a longer one."""
    carla, david = "way 0N 0NE 1N 1NE 2N 2NE", "way 16SW 16S 16SE 17S 17SE 18S 18SE"
    table = island(
        pieces=f"anna: way 4N 4NE 9N 9NE 9SE 9S 9SW; ben: road 10NW; carla: {carla}; david: {david}",
        hands={"ben": "1 brick 1 lumber 1 wool 1 grain", "carla": "2 brick 2 lumber"},
        first="ben",
    )
    assert table.longest == ("anna", 6)
    table.given_points("david", 8)
    table.enter(BuildSettlement(BEN, corner("9NE")))
    assert table.points("david") == 10
    table.turn_of("carla")
    table.enter(BuildRoad(CARLA, way("2NE 2SE")[0]))
    table.enter(BuildRoad(CARLA, way("2SE 6NE")[0]))
    assert table.points("david") == 8
    assert none(table.end(), GameWon)


def test_b_71_hidden_points_win_only_when_they_are_shown() -> None:
    table = island().given_development("anna", 2)
    table.given_points("anna", 9)
    table.end()
    assert table.core.winner is None
    table.turn_of("anna")
    assert only(table.enter(ShowVictoryPoints(ANNA, 1)), GameWon) == GameWon(ANNA, 10)


def test_b_71_points_to_win_are_as_many_as_this_game_says() -> None:
    table = island(points_to_win=3, pieces="anna: settlement 9N, way 9N 9NE 9SE", hands={"anna": RICH})
    table.enter(BuildSettlement(ANNA, corner("9SE")))
    assert table.core.winner is None
    table.enter(BuildCity(ANNA, corner("9N")))
    assert table.core.winner == ANNA


def test_b_72_face_down_cards_are_no_points_that_others_can_see() -> None:
    table = island(pieces="anna: settlement 9N").given_development("anna", 5)
    assert table.points("anna") == 1
    assert table.score("anna") == {"buildings": 1}
    table.given_played("ben", "victory_point")
    assert table.score("ben") == {"victory_point_cards": 1}
