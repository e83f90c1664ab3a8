"""The Caravans with Cities & Knights (CO-08)."""

from __future__ import annotations

from companion.engine.ids import HexId
from companion.rules.base.robber import MoveRobber
from companion.rules.cities_knights.slice import Track
from companion.rules.scenarios.caravans.vote import LayVote, PlaceCamel
from tests.kit.camels import caravans
from tests.kit.island import edge
from tests.kit.tables import ANNA, BEN

MODULES = ("base", "cities_knights", "caravans")


def test_co_08_votes_are_brick_and_lumber() -> None:
    table = caravans(modules=MODULES, hands={"anna": "1 brick 1 lumber 1 wool"}).given_built("anna", "17S")
    table.end()
    assert table.options("anna", LayVote) == [LayVote(ANNA, "brick"), LayVote(ANNA, "lumber")]
    assert table.refused(LayVote(ANNA, "wool")) == {"CV-03"}
    table.vote(anna="brick lumber")
    assert table.cards("anna") == "1 wool"
    assert table.questions == [("camel_alone", "anna")]


def test_co_08_fifteen_points_win_and_sixteen_with_the_harbourmaster() -> None:
    assert caravans(modules=MODULES).table.value("points_to_win", ANNA) == 15
    table = caravans(modules=(*MODULES, "harbourmaster"))
    assert table.table.value("points_to_win", ANNA) == 16


def test_co_08_the_robber_is_off_the_board_until_the_first_attack() -> None:
    table = caravans(modules=MODULES, rolled=False)
    assert table.base.robber is None
    table.roll("anna", 3, 4)
    assert table.questions == []
    table = caravans(modules=MODULES, rolled=False)
    table.given_ship(0, attacks=1)
    table.roll("anna", 3, 4)
    assert table.refused(MoveRobber(ANNA, HexId(9))) >= {"CV-01"}
    table.enter(MoveRobber(ANNA, HexId(4)))


def test_co_08_the_vote_comes_before_a_fifth_card_goes_back() -> None:
    table = caravans(modules=MODULES, fifth_progress_card="keep_to_end_of_turn").given_built("anna", "17S")
    table.given_cards("anna", *[Track.TRADE] * 5)
    table.end()
    assert table.voters
    table.vote()
    table.enter(PlaceCamel(ANNA, edge("13E")))
    assert [who for _kind, who in table.questions] == ["anna"]
    assert table.core.on_turn == "anna"


def test_cv_07_a_metropolis_between_camels_is_worth_a_point_more() -> None:
    table = caravans(modules=MODULES, pieces="ben: city 13SE", camels=("13E 13SE",))
    table.given_metropolis(BEN, Track.TRADE)
    assert table.score("ben")["caravans"] == 1
