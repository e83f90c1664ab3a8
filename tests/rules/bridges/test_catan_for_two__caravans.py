"""Catan for two with the Caravans (CV-09)."""

from __future__ import annotations

from companion.rules.base.building import BuildSettlement
from companion.rules.base.robber import RobberMoved
from companion.rules.scenarios.caravans.camels import CamelPlaced
from companion.rules.scenarios.caravans.vote import PlaceCamel
from companion.rules.variants.catan_for_two.neutral import BuildNeutralRoad
from companion.rules.variants.catan_for_two.tokens import ChaseRobber
from tests.kit.camels import Oasis, caravans
from tests.kit.island import corner, edge, edges
from tests.kit.tables import ANNA, BEN, only

MODULES = ("base", "catan_for_two", "caravans")
HANDS = {"anna": "3 wool", "ben": "3 wool"}


def voted(anna: str = "", ben: str = "", **how: object) -> Oasis:
    table = caravans("anna ben", modules=MODULES, hands=HANDS, **how).fresh()
    table.given_built("anna", "17S")
    table.end()
    table.vote(anna=anna, ben=ben)
    return table


def test_cv_09_the_winner_of_the_vote_places_two_camels() -> None:
    table = voted(anna="wool", ben="wool wool")
    assert table.questions == [("camel_alone", "ben")]
    table.enter(PlaceCamel(BEN, edge("13E")))
    assert table.questions == [("camel_alone", "ben")]
    table.enter(PlaceCamel(BEN, edge("4SW")))
    assert table.left == 20
    assert table.core.on_turn == "ben"


def test_cv_09_the_two_go_to_different_caravans() -> None:
    table = voted(anna="wool")
    table.enter(PlaceCamel(ANNA, edge("13E")))
    assert {one.edge for one in table.options("anna", PlaceCamel)} == set(edges("4SW 5SE"))
    assert table.refused(PlaceCamel(ANNA, edge("13SE"))) == {"CV-09"}
    table.overrule(PlaceCamel(ANNA, edge("13SE")))
    assert table.cv.trails[0] == edges("13E 13SE")


def test_cv_09_caravans_that_have_met_are_one() -> None:
    table = voted(anna="wool", camels=("13E 13SE 13SW 12E", "4SW 3SE 7E 8SW"))
    table.enter(PlaceCamel(ANNA, edge("8SE")))
    assert {one.edge for one in table.options("anna", PlaceCamel)} == {edge("5SE")}


def test_cv_09_on_a_tie_each_places_one_the_player_on_turn_first() -> None:
    table = voted(anna="wool", ben="wool")
    assert table.questions == [("camel_turn", "anna")]
    table.enter(PlaceCamel(ANNA, edge("13E")))
    assert table.questions == [("camel_turn", "ben")]
    assert only(table.enter(PlaceCamel(BEN, edge("5SE"))), CamelPlaced).caravan == 2


def test_cv_09_where_nobody_voted_each_places_one() -> None:
    assert voted().questions == [("camel_turn", "anna")]


def test_cv_09_where_one_caravan_alone_goes_on_one_camel_comes() -> None:
    rounds = "13E 14SW 14SE 14E 10SW 9SE 9SW 8SE 12E 13SW 13SE"
    table = voted(anna="wool", camels=(rounds, "4SW 3SE 7E 8SW"))
    table.enter(PlaceCamel(ANNA, edge("5SE")))
    assert table.core.on_turn == "ben"


def test_cv_02_a_neutral_settlement_brings_no_vote_by_itself() -> None:
    hands = {"anna": "1 brick 1 lumber 1 wool 1 grain"}
    table = caravans("anna ben", modules=MODULES, hands=hands, pieces="anna: road 17SE")
    table.enter(BuildSettlement(ANNA, corner("17S")))
    while table.questions:
        table.enter(table.options("anna", BuildNeutralRoad)[0])
    table.end()
    assert table.voters == ["anna", "ben"]


def test_cv_09_on_a_tie_the_first_camel_is_placed_as_soon_as_the_votes_lie() -> None:
    table = caravans("anna ben", modules=MODULES, hands={"ben": "2 wool"}).given_built("anna", "17S")
    table.end()
    table.enter(PlaceCamel(ANNA, edge("13E")))
    assert table.questions == [("camel_turn", "ben")]


def test_cv_09_the_robber_is_chased_off_the_board() -> None:
    table = caravans("anna ben", modules=MODULES, robber=4)
    assert only(table.enter(ChaseRobber(ANNA)), RobberMoved).to is None
    assert table.base.robber is None
