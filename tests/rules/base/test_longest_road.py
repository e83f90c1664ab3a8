"""Longest Road by claim: who takes it, who keeps it, and when it lies beside the board."""

from __future__ import annotations

import pytest

from companion.app.narrate import event_text
from companion.rules.base.longest_road import ClaimLongestRoad, CutLongestRoad, LongestRoadHeld
from tests.kit.tables import ANNA, BEN, CARLA, DAVID, Evening, evening, only


@pytest.fixture
def table() -> Evening:
    return evening().rolled()


def test_b_60_five_roads_take_longest_road(table: Evening) -> None:
    events = table.enter(ClaimLongestRoad(ANNA, 5))
    assert only(events, LongestRoadHeld) == LongestRoadHeld(ANNA, 5)
    assert table.score("anna")["longest_road"] == 2


@pytest.mark.parametrize("length", [0, 1, 4])
def test_b_60_four_roads_do_not(table: Evening, length: int) -> None:
    assert table.refused(ClaimLongestRoad(ANNA, length)) == {"B-60"}


def test_b_60_no_trail_is_shorter_than_nothing(table: Evening) -> None:
    assert "B-60" in table.impossible(ClaimLongestRoad(ANNA, -1))


def test_b_60_a_trail_may_be_shown_in_anothers_turn(table: Evening) -> None:
    """An own trail can become the longest when another's piece goes away."""
    table.enter(ClaimLongestRoad(CARLA, 5))
    assert table.points("carla") == 5


def test_b_61_the_same_length_leaves_it_with_its_holder(table: Evening) -> None:
    table.enter(ClaimLongestRoad(ANNA, 6))
    assert table.refused(ClaimLongestRoad(BEN, 6)) == {"B-61"}
    assert table.refused(ClaimLongestRoad(BEN, 5)) == {"B-61"}
    assert table.base.longest_road == ANNA


def test_b_61_a_longer_trail_takes_it(table: Evening) -> None:
    table.enter(ClaimLongestRoad(ANNA, 6))
    table.enter(ClaimLongestRoad(BEN, 7))
    assert table.base.longest_road == BEN
    assert "longest_road" not in table.score("anna")


def test_b_61_the_holder_may_lengthen_it(table: Evening) -> None:
    table.enter(ClaimLongestRoad(ANNA, 5))
    table.enter(ClaimLongestRoad(ANNA, 8))
    assert table.refused(ClaimLongestRoad(BEN, 8)) == {"B-61"}
    assert table.points("anna") == 5


def test_b_61_the_holder_does_not_make_it_easier_for_others_by_a_slip(table: Evening) -> None:
    """A shorter trail is a cut, and then the others' lengths matter too."""
    table.enter(ClaimLongestRoad(ANNA, 8))
    assert table.refused(ClaimLongestRoad(ANNA, 5)) == {"B-61"}
    table.enter(CutLongestRoad(ANNA, {ANNA: 5}))
    table.enter(ClaimLongestRoad(BEN, 6))


@pytest.mark.parametrize(
    ("lengths", "holder", "length"),
    [
        ({ANNA: 6, BEN: 5}, ANNA, 6),  # cut, and still the longest
        ({ANNA: 5, BEN: 5}, ANNA, 5),  # cut, and as long as another
        ({ANNA: 6, BEN: 6, CARLA: 6}, ANNA, 6),
        ({ANNA: 4, BEN: 6}, BEN, 6),  # one other alone is the longest
        ({ANNA: 5, BEN: 6, CARLA: 5}, BEN, 6),
        ({ANNA: 4, BEN: 6, CARLA: 6}, None, 6),  # several others: set aside
        ({ANNA: 4, BEN: 4}, None, 0),  # nobody has five
        ({}, None, 0),
    ],
)
def test_b_61_who_holds_it_after_a_cut(
    table: Evening, lengths: dict[str, int], holder: str | None, length: int
) -> None:
    table.enter(ClaimLongestRoad(ANNA, 8))
    table.enter(CutLongestRoad(BEN, lengths))  # type: ignore[arg-type]
    assert (table.base.longest_road, table.base.road_length) == (holder, length)
    assert sum(table.score(who).get("longest_road", 0) for who in table.core.ids) == (2 if holder else 0)


def test_b_61_what_is_told_of_it(table: Evening) -> None:
    taken = only(table.enter(ClaimLongestRoad(ANNA, 8)), LongestRoadHeld)
    assert event_text(taken, table.core.players) == "Longest Road: Anna, with a road of 8."
    aside = only(table.enter(CutLongestRoad(BEN, {BEN: 6, CARLA: 6})), LongestRoadHeld)
    assert event_text(aside, table.core.players) == "Longest Road is set aside."


def test_b_61_set_aside_it_waits_for_one_who_is_longer_alone(table: Evening) -> None:
    table.enter(ClaimLongestRoad(ANNA, 8))
    table.enter(CutLongestRoad(BEN, {ANNA: 4, BEN: 6, CARLA: 6}))
    assert table.refused(ClaimLongestRoad(CARLA, 6)) == {"B-61"}
    assert table.refused(ClaimLongestRoad(DAVID, 5)) == {"B-61"}
    table.enter(ClaimLongestRoad(CARLA, 7))
    assert table.base.longest_road == CARLA


def test_b_61_set_aside_it_goes_to_one_who_is_left_alone_by_another_cut(table: Evening) -> None:
    """Ben and Carla tie with six roads; then Carla's trail is cut too."""
    table.enter(ClaimLongestRoad(ANNA, 8))
    table.enter(CutLongestRoad(BEN, {ANNA: 4, BEN: 6, CARLA: 6}))
    table.enter(CutLongestRoad(DAVID, {BEN: 6, CARLA: 3}))
    assert table.base.longest_road == BEN
    assert table.score("ben")["longest_road"] == 2


def test_b_61_set_aside_with_nobody_at_five_five_are_enough_again(table: Evening) -> None:
    table.enter(ClaimLongestRoad(ANNA, 8))
    table.enter(CutLongestRoad(BEN, {ANNA: 4}))
    table.enter(ClaimLongestRoad(BEN, 5))


def test_b_61_nothing_is_cut_where_nobody_has_it(table: Evening) -> None:
    assert table.impossible(CutLongestRoad(ANNA, {})) == {"B-61"}


def test_b_61_a_cut_makes_nothing_longer(table: Evening) -> None:
    table.enter(ClaimLongestRoad(ANNA, 6))
    assert table.refused(CutLongestRoad(BEN, {ANNA: 7})) == {"B-61"}


def test_b_61_lengths_are_those_of_people_who_play(table: Evening) -> None:
    table.enter(ClaimLongestRoad(ANNA, 6))
    assert table.impossible(CutLongestRoad(BEN, {"zoe": 5})) == {"B-14"}  # type: ignore[dict-item]
    assert table.impossible(CutLongestRoad(BEN, {BEN: 16})) == {"B-05"}
    assert table.impossible(CutLongestRoad(BEN, {BEN: -1})) == {"B-05"}
