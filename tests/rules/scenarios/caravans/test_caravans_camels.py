"""Where camels may stand, and what they are worth (CV-04 to CV-07)."""

from __future__ import annotations

import pytest

from companion.engine.ids import EdgeId
from companion.engine.level import Level
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.base.facts.pieces import StatePieces
from companion.rules.scenarios.caravans.camels import CamelPlaced
from companion.rules.scenarios.caravans.facts import StateCaravan
from companion.rules.scenarios.caravans.vote import PlaceCamel
from tests.kit.camels import CARAVANS, Oasis, caravans
from tests.kit.each import each
from tests.kit.island import corner, edge, edges
from tests.kit.tables import ANNA, BEN, evening, only


def waiting(table: Oasis) -> Oasis:
    """The vote is over, without votes, and Anna places the camel."""
    table.given_built("anna", "17S")
    table.end()
    table.vote()
    return table


def test_cv_04_before_the_first_camel_three_paths_are_open_and_then_four() -> None:
    table = waiting(caravans())
    assert {one.edge for one in table.options("anna", PlaceCamel)} == set(edges("13E 4SW 5SE"))
    table.enter(PlaceCamel(ANNA, edge("13E")))
    assert table.open == set(edges("4SW 5SE 13SE 14SW"))


def test_cv_04_a_camel_stands_before_the_front_of_its_caravan() -> None:
    table = waiting(caravans(camels=("13E 13SE",)))
    assert only(table.enter(PlaceCamel(ANNA, edge("13SW"))), CamelPlaced).caravan == 0
    assert table.cv.trails[0] == edges("13E 13SE 13SW")


@pytest.mark.parametrize("name", ["14SW", "0NE", "9E", "17E"])
def test_cv_04_caravans_never_fork_and_have_no_gaps(name: str) -> None:
    table = waiting(caravans(camels=("13E 13SE",)))
    assert table.impossible(PlaceCamel(ANNA, edge(name))) == {"CV-04"}


def test_cv_04_at_most_one_camel_stands_on_a_path() -> None:
    table = waiting(caravans(camels=("13E 13SE",)))
    assert table.impossible(PlaceCamel(ANNA, edge("13SE"))) == {"CV-04"}


def test_cv_04_a_path_that_is_none_is_refused() -> None:
    table = waiting(caravans())
    assert table.impossible(PlaceCamel(ANNA, EdgeId("99N"))) == {"B-04"}


def test_cv_04_a_camel_may_stand_beside_a_road_and_a_road_come_to_a_camel() -> None:
    table = waiting(caravans(pieces="anna: road 13E; ben: settlement 4SW, road 4W"))
    table.enter(PlaceCamel(ANNA, edge("13E")))
    table = caravans(pieces="anna: settlement 13SE", hands={"anna": "1 brick 1 lumber"}, camels=("13E",))
    table.enter(BuildRoad(ANNA, edge("13E")))
    assert edge("13E") in table.roads("anna")


MEETING = ("13E 13SE 13SW 12E", "4SW 3SE 7E 8SW")
"""The first and the second caravan have come to the same corner, 8S."""


def test_cv_05_caravans_that_meet_go_on_as_one() -> None:
    table = waiting(caravans(camels=MEETING))
    assert table.open == set(edges("8SE 5SE"))
    table.enter(PlaceCamel(ANNA, edge("8SE")))
    assert table.open == set(edges("8E 9SW 5SE")), "one front of two paths, and the third arrow"


def test_cv_05_a_caravan_goes_on_along_the_oasis() -> None:
    """Around hex 13 and back to where it began."""
    table = caravans(camels=("13E 13SE 13SW 12E 8SE 9SW",))
    assert table.open == set(edges("9SE 4SW 5SE"))


def test_cv_05_a_caravan_without_a_path_ends() -> None:
    """Around hexes 14 and 13 it comes to a corner that it has passed."""
    rounds = "13E 14SW 14SE 14E 10SW 9SE 9SW 8SE 12E 13SW 13SE"
    assert caravans(camels=(rounds,)).open == set(edges("4SW 5SE"))


def test_cv_05_a_caravan_ends_where_another_has_passed() -> None:
    table = caravans(camels=("13E 13SE 13SW 12E 8SE", "4SW 3SE 7E 8SW"))
    assert table.open == set(edges("8E 9SW 5SE")), "the second has come to 8S"


def test_cv_05_another_caravan_may_take_the_path_of_an_arrow() -> None:
    """The second comes to 13SE along hex 13, and takes the way to the oasis from there."""
    come = "4SW 3SE 7E 8SW 12E 13SW 13SE"
    assert caravans(camels=("", come)).open == set(edges("13E 14SW 5SE"))
    table = caravans(camels=("", f"{come} 13E"))
    assert table.open == set(edges("9SE 9SW 5SE")), "the first caravan cannot begin any more"


def test_cv_05_caravans_may_go_along_the_coast() -> None:
    table = waiting(caravans(camels=("13E 13SE 16E",)))
    assert set(edges("16SE 17SW")) < table.open
    table.enter(PlaceCamel(ANNA, edge("17SW")))
    assert edge("17SE") in table.open


def test_cv_05_without_camels_all_caravans_have_ended_and_nobody_votes() -> None:
    shore = "13E 13SE 16E 16SE 16SW 16W 12SW 12W 7SW 7W 7NW 3W 3NW 0W 0NW 0NE 1NW 1NE"
    table = caravans(camels=(shore, "4SW 3SE", "5SE 6SW"))
    assert table.left == 0
    assert table.open == set()
    table.given_built("anna", "14SE")
    table.end()
    assert table.questions == []
    assert table.core.on_turn == "ben"


def test_cv_06_a_road_beside_a_camel_counts_for_two() -> None:
    """Three roads, two of them beside camels, are a trail of five."""
    table = waiting(caravans(pieces="anna: roads 13E 13SE 13SW", camels=("13E",)))
    assert table.longest == (None, 0)
    table.enter(PlaceCamel(ANNA, edge("13SE")))
    assert table.longest == ("anna", 5)
    assert table.score("anna")["longest_road"] == 2


def test_cv_06_a_camel_may_take_longest_road_from_its_holder() -> None:
    pieces = "ben: way 0NW 0N 0NE 1N 1NE 2N; anna: way 9S 13SE 13S 12SE"
    table = waiting(caravans(pieces=pieces, camels=("13E 13SE",)))
    assert table.longest == ("ben", 5), "ben was first"
    table.enter(PlaceCamel(ANNA, edge("13SW")))
    assert table.longest == ("anna", 6)


def test_cv_06_a_road_that_comes_to_a_camel_counts_for_two() -> None:
    pieces = "anna: settlement 12SE, roads 13E 13SE"
    hands = {"anna": "1 brick 1 lumber"}
    table = caravans(pieces=pieces, hands=hands, camels=("13E 13SE 13SW",))
    assert table.longest == (None, 0)
    table.enter(BuildRoad(ANNA, edge("13SW")))
    assert table.longest == ("anna", 6)


def test_cv_06_roads_beside_a_caravan_that_the_table_states_count_for_two() -> None:
    table = caravans(pieces="anna: roads 13E 13SE 13SW")
    table.enter(StateCaravan(BEN, 0, edges("13E 13SE")))
    assert table.base.trails == {"anna": 5}


@each(["13SE 13SW", "13E 13SW", "13E 13SE 14SW", "13E 13SE 13SE", "13E 13SE 13SW 12E 8SW"])
def test_cv_04_a_caravan_is_stated_in_a_row(names: str) -> None:
    """Before its arrow, with a gap, as a fork, twice on a path, and where another one stands."""
    table = caravans(camels=("", "4SW 3SE 7E 8SW"))
    assert table.impossible(StateCaravan(ANNA, 0, edges(names))) == {"CV-04"}


def test_cv_01_there_are_three_caravans_to_state() -> None:
    assert caravans().impossible(StateCaravan(ANNA, 3, edges("13E"))) == {"CV-01"}


def test_cv_05_no_more_camels_are_stated_than_there_are() -> None:
    assert caravans().impossible(StateCaravan(ANNA, 0, edges("13E") * 23)) == {"CV-05"}


def test_cv_07_a_settlement_between_two_camels_is_worth_a_point_more() -> None:
    table = waiting(caravans(pieces="anna: settlement 13SE", camels=("13E",)))
    before = table.points("anna")
    table.enter(PlaceCamel(ANNA, edge("13SE")))
    assert table.points("anna") == before + 1
    assert table.score("anna")["caravans"] == 1


def test_cv_07_camels_on_one_side_bring_nothing() -> None:
    assert "caravans" not in caravans(pieces="anna: settlement 13SE", camels=("13E",)).score("anna")


def test_cv_07_a_city_counts_once_however_many_camels_stand_there() -> None:
    passed = "13E 14SW 14SE 14E 10SW 9SE 9SW 8SE 12E 13SW 13SE"
    table = caravans(pieces="anna: city 13SE; ben: settlement 8SE", camels=(passed,))
    assert table.score("anna") == {"buildings": 2, "caravans": 1}
    assert table.score("ben") == {"buildings": 1, "caravans": 1}


def test_cv_07_a_settlement_that_is_built_between_camels_counts_at_once() -> None:
    table = caravans(
        pieces="anna: road 13SW",
        hands={"anna": "1 brick 1 lumber 1 wool 1 grain"},
        camels=("13E 13SE 13SW 12E",),
    )
    table.enter(BuildSettlement(ANNA, corner("12SE")))
    assert table.score("anna")["caravans"] == 1


def test_cv_07_the_point_of_the_camel_may_win_the_turn() -> None:
    table = waiting(caravans(pieces="anna: settlement 13SE", camels=("13E",), points_to_win=3))
    assert table.points("anna") == 2
    table.enter(PlaceCamel(ANNA, edge("13SE")))
    assert table.core.winner == "anna"


def test_cv_08_twelve_points_win() -> None:
    table = caravans()
    assert table.table.value("points_to_win", ANNA) == 12
    table = caravans(modules=("base", "caravans", "harbourmaster"))
    assert table.table.value("points_to_win", ANNA) == 13
    assert evening("anna ben", modules=CARAVANS, level=Level.L1).table.value("points_to_win", ANNA) == 12


def test_cv_04_what_is_stated_of_a_settlement_leaves_the_camels_alone() -> None:
    table = caravans(pieces="anna: settlement 13SE", camels=("13E 13SE",))
    table.enter(StatePieces(ANNA, ANNA))
    assert table.cv.trails[0] == edges("13E 13SE")
    assert table.points("anna") == 0
