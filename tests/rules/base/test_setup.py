"""The set-up on a tracked board: the island is laid, then everyone places in turn and in reverse."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.app.narrate import decision_text, violation_text
from companion.engine.core import LeaveQuestion
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.level import Level
from companion.engine.state import Phase
from companion.rules.base.board import Board
from companion.rules.base.goods import RESOURCES
from companion.rules.base.roll import Produced
from companion.rules.base.setup import LayBoard, PlaceBuilding, PlaceRoad
from companion.rules.base.turn import EndTurn
from tests.kit.boards import drawn
from tests.kit.island import BEGINNERS, Island, corner, edge
from tests.kit.tables import ANNA, BASE, BEN, CARLA, DAVID, dice, evening, only

PLACES = ("4N 4NE", "11NE 11E", "9SW 9W", "12SW 12W", "14S 14SE", "16N 16NE", "7N 7NE", "18SE 18E")
"""Eight corners apart from each other, each with an edge that starts there."""


def fresh(names: str = "anna ben carla david", level: Level = Level.L3, first: str | None = None) -> Island:
    """A game that has just begun: the island has still to be laid."""
    return Island(evening(names, modules=BASE, level=level, first=first).session)


def laid(names: str = "anna ben carla david", first: str | None = None, board: Board = BEGINNERS) -> Island:
    table = fresh(names, first=first)
    table.enter(LayBoard(table.core.on_turn, board))
    return table


def place(table: Island, what: str) -> None:
    """Answer the next two questions: where the building stands, and where its road lies."""
    site, road = what.split()
    table.enter(PlaceBuilding(table.core.pending[0].who, corner(site)))
    table.enter(PlaceRoad(table.core.pending[0].who, edge(road)))


def place_all(table: Island, places: Iterable[str]) -> None:
    for what in places:
        place(table, what)


# --- the island


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
def test_b_08_the_first_question_is_how_the_island_lies(level: Level) -> None:
    table = fresh(level=level)
    assert table.questions == [("board", "anna")]
    assert decision_text(table.core.pending[0], table.core.players) == "How is the board laid out?"
    table.enter(LayBoard(ANNA, BEGINNERS))
    assert table.base.board == BEGINNERS
    assert table.questions == [("start_building", "anna")]


def test_b_08_without_an_island_there_is_no_game() -> None:
    """This question alone cannot be left open: nothing has a place without a board."""
    table = fresh()
    assert "B-24" in table.impossible(dice("anna", event=None))
    assert table.impossible(LeaveQuestion(ANNA, table.core.pending[0].id)) == {"B-08"}


def test_b_08_the_island_is_laid_once() -> None:
    assert laid().impossible(LayBoard(ANNA, BEGINNERS)) == {"B-24"}


def test_b_01_a_fifth_forest_is_said_and_may_stand() -> None:
    """The box has four forests and three hills: whoever lays five has lost a hill."""
    terrain = tuple("forest" if hex == 4 else name for hex, name in enumerate(BEGINNERS.terrain))
    odd = Board(BEGINNERS.rows, terrain, BEGINNERS.tokens, BEGINNERS.harbours)
    table = fresh()
    assert table.refused(LayBoard(ANNA, odd)) == {"B-01"}
    sentences = [violation_text(v, table.core.players) for v in table.violations(LayBoard(ANNA, odd))]
    assert sentences == ["forest: 5 on the board, 4 in the box.", "hills: 2 on the board, 3 in the box."]
    table.overrule(LayBoard(ANNA, odd))
    assert table.base.board == odd


def test_b_04_an_island_of_seven_hexes_is_played_on_if_the_table_likes() -> None:
    small = drawn("f5 h6\n g9 d m6\n p8 f9")
    table = fresh("anna ben")
    assert "B-01" in table.refused(LayBoard(ANNA, small))
    table.overrule(LayBoard(ANNA, small))
    assert len(table.land.corners) == 24
    assert len(table.options("anna", PlaceBuilding)) == 24


# --- B-13: the robber


def test_b_13_the_robber_starts_on_the_desert() -> None:
    assert laid().base.robber == 9


def test_b_13_without_a_desert_the_robber_waits_beside_the_board() -> None:
    green = drawn("f5 h6\n g9 p4 m6\n p8 f9")
    table = fresh("anna ben")
    table.overrule(LayBoard(ANNA, green))
    assert table.base.robber is None


# --- B-10: the order


@pytest.mark.parametrize(
    ("names", "first", "order"),
    [
        ("anna ben carla david", None, "anna ben carla david david carla ben anna"),
        ("anna ben carla", None, "anna ben carla carla ben anna"),
        ("anna ben carla david", "carla", "carla david anna ben ben anna david carla"),
        ("anna ben", "ben", "ben anna anna ben"),
    ],
)
def test_b_10_in_turn_and_then_in_reverse(names: str, first: str | None, order: str) -> None:
    table = laid(names, first)
    asked = []
    for what in PLACES[: len(order.split())]:
        asked.append(table.core.pending[0].who)
        assert [kind for kind, _ in table.questions] == ["start_building"]
        place(table, what)
    assert " ".join(asked) == order
    assert not table.questions
    assert (table.core.phase, table.core.on_turn) == (Phase.BEFORE_ROLL, order.split()[0])
    for who in table.core.ids:
        assert len(table.settlements(who)) == 2
        assert len(table.roads(who)) == 2
    table.sound()


def test_b_10_each_settlement_gets_its_road_before_the_next_player_places() -> None:
    table = laid()
    table.enter(PlaceBuilding(ANNA, corner("4N")))
    assert table.questions == [("start_road", "anna")]
    assert table.impossible(PlaceBuilding(BEN, corner("11NE"))) == {"B-24"}
    assert table.impossible(PlaceRoad(BEN, edge("11E"))) == {"B-24"}
    table.enter(PlaceRoad(ANNA, edge("4NE")))
    assert table.questions == [("start_building", "ben")]


def test_b_10_nobody_rolls_before_all_have_placed() -> None:
    table = laid()
    assert "B-24" in table.refused(dice("anna", event=None))
    place_all(table, PLACES)
    table.roll("anna")


def test_b_10_a_turn_begins_only_with_a_roll_after_the_set_up() -> None:
    table = laid()
    place_all(table, PLACES)
    assert table.refused(EndTurn(ANNA)) == {"B-21"}


def test_b_10_the_road_adjoins_the_settlement_just_placed() -> None:
    table = laid()
    table.enter(PlaceBuilding(ANNA, corner("4N")))
    offered = {option.edge for option in table.options("anna", PlaceRoad) if isinstance(option, PlaceRoad)}
    assert offered == {edge("4NE"), edge("4NW"), edge("0E")}, "the three edges at 4N"
    assert table.refused(PlaceRoad(ANNA, edge("4E"))) == {"B-12"}


# --- B-11: what the second settlement brings


@pytest.mark.parametrize(
    ("site", "road", "cards"),
    [
        ("4N", "4NE", "1 brick 1 wool 1 ore"),  # mountains, pasture, hills
        ("9NE", "9E", "1 lumber 1 wool"),  # pasture, forest, and the desert that brings nothing
        ("0N", "0NE", "1 ore"),  # at the shore, beside one hex
        ("16SW", "16W", "1 brick"),
        ("1S", "1SE", "1 brick 2 wool"),  # between two pastures and the hills
    ],
)
def test_b_11_the_second_settlement_pays_a_card_for_each_hex_around_it(
    site: str, road: str, cards: str
) -> None:
    table = laid("anna ben")
    place_all(table, ("14S 14SE", "12SW 12W"))
    assert table.cards("ben") == "", "the first settlement brings nothing"
    table.enter(PlaceBuilding(BEN, corner(site)))
    assert table.cards("ben") == cards
    table.enter(PlaceRoad(BEN, edge(road)))
    assert table.cards("ben") == cards
    assert table.cards("anna") == ""


def test_b_11_all_second_settlements_are_paid_and_the_bank_has_less() -> None:
    table = laid()
    place_all(table, PLACES[:4])
    assert {who: table.cards(who) for who in table.core.ids} == dict.fromkeys(table.core.ids, "")
    place_all(table, PLACES[4:])
    assert {who: table.cards(who) for who in table.core.ids} == {
        "anna": "1 wool",
        "ben": "2 grain",
        "carla": "1 lumber 1 brick 1 ore",
        "david": "1 wool 2 grain",
    }
    assert [table.bank(good)[0] for good in RESOURCES] == [18, 18, 17, 15, 18]


def test_b_11_in_a_desert_corner_there_is_nothing() -> None:
    """A settlement at the shore of a desert."""
    table = fresh("anna ben")
    table.overrule(LayBoard(ANNA, drawn("d f6\n h5 g9 m4\n p3 f8")))
    for site, road in (("6SE", "6E"), ("5SW", "5W")):
        who = table.core.pending[0].who
        table.enter(PlaceBuilding(who, Site(site)))
        table.enter(PlaceRoad(who, EdgeId(road)))
    events = table.enter(PlaceBuilding(BEN, Site("0NW")))
    assert only(events, Produced).gains == {}


# --- B-12: the distance


@pytest.mark.parametrize(
    ("site", "rules"),
    [
        ("4N", {"B-12"}),  # taken
        ("4NE", {"B-12"}),  # next door
        ("4NW", {"B-12"}),
        ("0NE", {"B-12"}),  # the third neighbour
        ("4SE", set()),
        ("1N", set()),
    ],
)
def test_b_12_no_settlement_beside_another(site: str, rules: set[str]) -> None:
    table = laid()
    place(table, "4N 4NE")
    command = PlaceBuilding(BEN, corner(site))
    offered = command in table.options("ben", PlaceBuilding)
    assert offered is (not rules)
    if rules:
        assert table.refused(command) == rules
    else:
        table.enter(command)


def test_b_12_the_distance_counts_from_own_settlements_too() -> None:
    table = laid("anna ben")
    place_all(table, ("4N 4NE", "12SW 12W", "16N 16NE"))
    assert table.questions == [("start_building", "anna")]
    assert table.refused(PlaceBuilding(ANNA, corner("4NE"))) == {"B-12"}


def test_b_12_the_second_road_starts_at_the_second_settlement() -> None:
    table = laid("anna ben")
    place_all(table, ("4N 4NE", "12SW 12W", "16N 16NE"))
    table.enter(PlaceBuilding(ANNA, corner("14S")))
    violations = table.violations(PlaceRoad(ANNA, edge("4NW")))
    assert [v.rule for v in violations] == ["B-12"]
    assert violation_text(violations[0], table.core.players) == (
        "The road does not start at the building that Anna has just placed."
    )
    table.enter(PlaceRoad(ANNA, edge("14SE")))


def test_b_12_the_table_may_let_neighbours_stand_but_not_two_on_one_spot() -> None:
    table = laid()
    place(table, "4N 4NE")
    assert table.impossible(PlaceBuilding(BEN, corner("4N"))) == {"B-12"}
    table.overrule(PlaceBuilding(BEN, corner("4NE")))
    assert table.settlements("ben") == (corner("4NE"),)


def test_b_12_a_road_is_not_laid_on_another_one() -> None:
    table = laid()
    place(table, "4N 4NE")
    table.overrule(PlaceBuilding(BEN, corner("4NE")))
    assert table.impossible(PlaceRoad(BEN, edge("4NE"))) == {"B-10"}


def test_b_10_what_is_asked_in_words() -> None:
    table = laid()
    assert decision_text(table.core.pending[0], table.core.players) == (
        "Anna: where does the starting settlement go?"
    )
    table.enter(PlaceBuilding(ANNA, corner("4N")))
    assert decision_text(table.core.pending[0], table.core.players) == (
        "Anna: where does the road from there go?"
    )


def test_b_10_a_start_piece_that_the_table_leaves_out_is_not_asked_for_again() -> None:
    table = laid("anna ben")
    table.leave("start_building", "anna")
    assert table.questions == [("start_road", "anna")]
    table.leave("start_road", "anna")
    assert table.questions == [("start_building", "ben")]


@pytest.mark.parametrize("who", [BEN, CARLA, DAVID, PlayerId("zoe")])
def test_b_10_only_who_is_asked_places(who: PlayerId) -> None:
    rules = laid().impossible(PlaceBuilding(who, corner("4N")))
    assert rules == {"B-14" if who == "zoe" else "B-24"}


def test_b_14_three_or_four_play_the_base_game_on_the_board() -> None:
    for names in ("anna ben carla", "anna ben carla david"):
        table = laid(names)
        place_all(table, PLACES[: 2 * len(names.split())])
        assert only(table.roll("anna"), Produced).gains, "an eight: the mountains 8 and the forest 8"
