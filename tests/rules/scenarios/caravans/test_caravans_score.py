"""Without a board: points and lengths are told (CV-02, CV-06, CV-07), and what is known at another level."""

from __future__ import annotations

from companion.engine.core import ChangeLevel
from companion.engine.level import Level
from companion.rules.base.building import BuildCity
from companion.rules.base.facts.awards import StateAward
from companion.rules.base.longest_road import ClaimLongestRoad, CutLongestRoad
from companion.rules.base.slice import Award
from companion.rules.scenarios.caravans.claims import ClaimCamelPoint, StateCamelPoints
from companion.rules.scenarios.caravans.slice import Caravans
from companion.rules.scenarios.caravans.vote import CamelDue, LayVote, PlaceCamel
from tests.kit.camels import CARAVANS, caravans
from tests.kit.island import edges
from tests.kit.tables import ANNA, BEN, Evening, evening, none, only


def table() -> Evening:
    return evening("anna ben", modules=CARAVANS, level=Level.L1).rolled()


def test_cv_07_a_point_between_camels_is_told_by_one_entry() -> None:
    game = table()
    before = game.points("anna")
    game.enter(ClaimCamelPoint(ANNA))
    game.enter(ClaimCamelPoint(ANNA))
    assert game.points("anna") == before + 2
    assert game.score("anna")["caravans"] == 2


def test_cv_07_no_more_points_than_buildings() -> None:
    game = table()
    game.enter(StateCamelPoints(BEN, ANNA, 2))
    assert game.refused(ClaimCamelPoint(ANNA)) == {"CV-07"}
    game.overrule(ClaimCamelPoint(ANNA))
    assert game.score("anna")["caravans"] == 3
    assert game.impossible(StateCamelPoints(BEN, ANNA, 10)) == {"CV-07"}
    assert game.impossible(StateCamelPoints(BEN, ANNA, -1)) == {"CV-07"}


def test_cv_06_a_claim_of_more_than_fifteen_roads_is_possible() -> None:
    game = table()
    game.enter(ClaimLongestRoad(ANNA, 17))
    assert game.base.road_length == 17
    game.enter(StateAward(BEN, Award.LONGEST_ROAD, BEN, 30))
    assert game.impossible(ClaimLongestRoad(ANNA, 31)) == {"B-05"}
    game.enter(CutLongestRoad(ANNA, {ANNA: 18, BEN: 16}))
    assert (game.base.longest_road, game.base.road_length) == ("anna", 18)


def test_b_05_without_camels_fifteen_is_the_most() -> None:
    game = evening("anna ben", level=Level.L1).rolled()
    assert game.impossible(ClaimLongestRoad(ANNA, 16)) == {"B-05"}
    assert game.impossible(StateAward(BEN, Award.LONGEST_ROAD, BEN, 16)) == {"B-05"}


def test_cv_02_the_table_is_told_that_a_camel_is_due() -> None:
    game = table()
    game.enter(BuildCity(ANNA))
    assert only(game.end(), CamelDue).by == "anna"
    assert game.core.on_turn == "ben"
    game.rolled()
    assert none(game.end(), CamelDue)


def test_cv_03_nobody_votes_where_no_board_is_tracked() -> None:
    assert {LayVote, PlaceCamel}.isdisjoint(table().session.ruleset.commands)


def test_cv_07_points_are_kept_when_the_board_is_tracked_no_longer() -> None:
    game = caravans(pieces="anna: settlement 13SE", camels=("13E 13SE",))
    assert game.score("anna")["caravans"] == 1
    game.enter(ChangeLevel(ANNA, Level.L1))
    assert game.score("anna") == {"buildings": 1, "caravans": 1}
    assert game.state.slice(Caravans).trails == ((), (), ())


def test_cv_04_camels_are_asked_for_when_the_board_is_tracked_again() -> None:
    game = table()
    game.enter(ClaimCamelPoint(ANNA))
    game.enter(ChangeLevel(ANNA, Level.L2))
    assert game.state.slice(Caravans) == Caravans()


def test_cv_04_camels_stay_where_only_hands_are_tracked_no_longer() -> None:
    game = caravans(camels=("13E 13SE",))
    game.enter(ChangeLevel(ANNA, Level.L2))
    assert game.cv.trails[0] == edges("13E 13SE")
