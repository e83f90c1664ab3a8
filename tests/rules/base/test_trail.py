"""Longest Road measured on the board: which roads make a trail, and whose card it is."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from companion.app.narrate import event_text
from companion.engine.core import GameWon
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.rules.base.building import BuildRoad, BuildSettlement, RoadRemoved
from companion.rules.base.longest_road import LongestRoadHeld
from companion.rules.base.trail import length_of, trail_length
from tests.kit.each import each
from tests.kit.island import BEGINNERS, Island, corner, edge, island, way
from tests.kit.tables import ANNA, BEN, none, only, told

RING = "way 9N 9NE 9SE 9S 9SW 9NW 9N"
"""Once around the desert."""


def longest(table: Island) -> tuple[str | None, int]:
    """Who holds Longest Road, and its length."""
    return table.longest


# --- B-60: what a trail is


@each(
    [
        # a line
        ("anna: road 9NE", 1),
        ("anna: way 0N 0NE 1N 1NE 2N", 4),
        ("anna: way 0N 0NE 1N 1NE 2N 2NE", 5),
        # two lines that do not meet
        ("anna: way 0N 0NE 1N 1NE 2N, way 16S 16SE 17S 17SE", 4),
        # a fork: only two of its three arms
        ("anna: way 9N 9NE 9SE, road 10NW", 2),
        ("anna: way 4NW 4N 4NE 4SE, way 0SE 0NE 0N, way 4N 0NE", 4),
        ("anna: way 9SE 9NE 9N 4NE 4N, road 10NW", 4),
        # a loop, alone and with one or two arms
        (f"anna: {RING}", 6),
        (f"anna: {RING}, way 9N 4NE 4N", 8),
        (f"anna: {RING}, road 4E, road 13E", 7),
        (f"anna: {RING}, way 9N 4NE 4N, road 13E", 8),
        # two loops side by side: every road of both
        (f"anna: {RING}, way 9NE 5SE 10NE 10SE 10S 9SE", 11),
        # two loops joined by a road
        ("anna: way 0N 0NE 0SE 0S 0SW 0NW 0N, road 4NE, way 4NE 5N 5NE 5SE 5S 4SE 4NE", 13),
        # an opponent on the way
        ("anna: way 0N 0NE 1N 1NE 2N 2NE; ben: settlement 1NE", 3),
        ("anna: way 0N 0NE 1N 1NE 2N 2NE; ben: city 1N", 3),
        ("anna: way 0N 0NE 1N 1NE 2N 2NE; ben: settlement 0NE, settlement 2N", 3),
        # an opponent at the end takes nothing away
        ("anna: way 0N 0NE 1N 1NE 2N 2NE; ben: settlement 0N", 5),
        ("anna: way 0N 0NE 1N 1NE 2N 2NE; ben: settlement 0N, city 2NE", 5),
        # one's own piece does not cut
        ("anna: way 0N 0NE 1N 1NE 2N 2NE, settlement 1N, city 2N", 5),
        # an opponent on a loop: it begins and ends there
        (f"anna: {RING}; ben: settlement 9N", 6),
        (f"anna: {RING}; ben: settlements 9N 9SE", 4),
        (f"anna: {RING}; ben: settlements 9N 9S", 3),
        # an opponent where an arm meets the loop: either the loop or the arm
        (f"anna: {RING}, way 9N 4NE 4N; ben: settlement 9N", 6),
        (f"anna: {RING}, way 9N 4NE 4N; ben: settlement 9SE", 6),
        # an opponent in the middle of a fork
        ("anna: way 9SE 9NE 9N 4NE, road 10NW; ben: settlement 9NE", 2),
        # two opponents shut off both ends of an arm
        ("anna: way 9SE 9NE 9N 4NE, road 10NW; ben: settlements 9N 9SE", 2),
        # roads of others are in nobody's way
        ("anna: way 0N 0NE 1N 1NE 2N 2NE; ben: road 0E, way 1NE 1SE 1S", 5),
    ]
)
def test_b_60_the_length_of_a_trail(pieces: str, length: int) -> None:
    """Each road once, forks not added, loops allowed, never through an opponent's settlement or city."""
    assert length_of(island(pieces=pieces).table, ANNA) == length


@pytest.mark.parametrize(("last", "holder"), [("2N 2NE", "anna"), ("0N 0NW", "anna"), ("1N 1NE", None)])
def test_b_60_the_fifth_road_takes_the_card(last: str, holder: str | None) -> None:
    """Four in a row, and then one at either end, or one that was there already."""
    table = island(pieces=f"anna: way 0N 0NE 1N 1NE 2N, way {last}")
    assert longest(table) == (holder, 5 if holder else 0)


def test_b_60_it_is_taken_at_once_and_worth_two_points() -> None:
    table = island(pieces="anna: way 9N 9NE 9SE 9S 9SW", hands={"anna": "1 brick 1 lumber"})
    assert longest(table) == (None, 0)
    events = table.enter(BuildRoad(ANNA, edge("9W")))
    held = only(events, LongestRoadHeld)
    assert held == LongestRoadHeld(ANNA, 5)
    assert event_text(held, table.core.players) == "Longest Road: Anna, with a road of 5."
    assert table.score("anna") == {"longest_road": 2}


def test_b_60_a_road_into_the_middle_joins_two_lines() -> None:
    table = island(pieces="anna: way 0N 0NE 1N, way 1NE 2N 2NE 2SE", hands={"anna": "1 brick 1 lumber"})
    assert longest(table) == (None, 0)
    table.enter(BuildRoad(ANNA, way("1N 1NE")[0]))
    assert longest(table) == ("anna", 6)


def test_b_60_it_can_win_the_game() -> None:
    table = island(pieces="anna: way 9N 9NE 9SE 9S 9SW", hands={"anna": "1 brick 1 lumber"})
    table.given_points("anna", 8)
    assert only(table.enter(BuildRoad(ANNA, edge("9W"))), GameWon).by == ANNA


# --- B-61: whose it is while roads are built

TOP = ("0N", "0NE", "1N", "1NE", "2N", "2NE", "2SE", "6NE", "6SE")
BOTTOM = ("16SW", "16S", "16SE", "17S", "17SE", "18S", "18SE", "18NE", "15SE")
LEFT = ("3N", "3NW", "3SW", "7NW", "7SW", "12NW", "12SW")


def along(corners: tuple[str, ...], roads: int) -> str:
    """So many roads along these corners."""
    assert roads < len(corners)
    return f"way {' '.join(corners[: roads + 1])}" if roads else ""


@pytest.mark.parametrize(
    ("anna", "ben", "after"),
    [
        (5, 4, ("anna", 5)),  # Ben builds his fifth: as long is not enough
        (5, 5, ("ben", 6)),  # his sixth takes it
        (6, 5, ("anna", 6)),
        (4, 4, ("ben", 5)),  # nobody had it
        (4, 3, (None, 0)),
        (7, 5, ("anna", 7)),
    ],
)
def test_b_61_a_longer_trail_takes_it_one_as_long_does_not(
    anna: int, ben: int, after: tuple[str | None, int]
) -> None:
    table = island(
        pieces=f"anna: {along(TOP, anna)}; ben: {along(BOTTOM, ben)}",
        hands={"ben": "1 brick 1 lumber"},
        first="ben",
    )
    table.enter(BuildRoad(BEN, way(f"{BOTTOM[ben]} {BOTTOM[ben + 1]}")[0]))
    assert longest(table) == after


def test_b_61_the_holder_keeps_it_when_a_third_one_is_as_long() -> None:
    table = island(
        pieces=f"anna: {along(TOP, 6)}; ben: {along(BOTTOM, 6)}; carla: {along(LEFT, 5)}",
        hands={"carla": "1 brick 1 lumber"},
        first="carla",
    )
    assert longest(table) == ("anna", 6)
    assert none(table.enter(BuildRoad(PlayerId("carla"), way("12NW 12SW")[0])), LongestRoadHeld)
    assert longest(table) == ("anna", 6)


# --- B-61: a settlement cuts the holder's trail

CUT = "9NE"
"""Where Ben builds: his road 10NW leads there, in the middle of Anna's roads around the desert."""


def cut(anna: str, ben: int = 0, carla: int = 0, david: int = 0) -> Island:
    """Ben is about to cut Anna's trail; he, Carla and David have trails of their own elsewhere."""
    others = {"ben": along(BOTTOM, ben), "carla": along(TOP, carla), "david": along(LEFT, david)}
    pieces = [f"anna: {anna}", "ben: road 10NW"]
    pieces += [f"{who}: {trail}" for who, trail in others.items() if trail]
    return island(pieces="; ".join(pieces), hands={"ben": "1 brick 1 lumber 1 wool 1 grain"}, first="ben")


THREE_THREE = "way 4N 4NE 9N 9NE 9SE 9S 9SW"
ONE_FIVE = "way 9N 9NE 9SE 9S 9SW 9NW 8N"
ONE_SIX = "way 9N 9NE 9SE 9S 9SW 9NW 8N 8NW"


@each([
        # the holder is still the longest, or as long as another
        (ONE_FIVE, 0, 0, 0, ("anna", 6), ("anna", 5)),
        (ONE_FIVE, 0, 4, 4, ("anna", 6), ("anna", 5)),
        (ONE_FIVE, 0, 5, 0, ("anna", 6), ("anna", 5)),
        (ONE_FIVE, 5, 5, 5, ("anna", 6), ("anna", 5)),
        (ONE_SIX, 0, 6, 6, ("anna", 7), ("anna", 6)),
        # one other alone is the longest now: he takes it
        (ONE_FIVE, 0, 6, 0, ("anna", 6), ("carla", 6)),
        (ONE_FIVE, 6, 5, 5, ("anna", 6), ("ben", 6)),
        (THREE_THREE, 0, 5, 0, ("anna", 6), ("carla", 5)),
        (THREE_THREE, 5, 0, 4, ("anna", 6), ("ben", 5)),
        (THREE_THREE, 0, 6, 5, ("anna", 6), ("carla", 6)),
        # several others are the longest: set aside
        (THREE_THREE, 5, 5, 0, ("anna", 6), (None, 5)),
        (THREE_THREE, 5, 5, 5, ("anna", 6), (None, 5)),
        (THREE_THREE, 0, 6, 6, ("anna", 6), (None, 6)),
        (ONE_FIVE, 6, 6, 0, ("anna", 6), (None, 6)),
        (ONE_FIVE, 6, 6, 6, ("anna", 6), (None, 6)),
        # nobody has five
        (THREE_THREE, 0, 0, 0, ("anna", 6), (None, 0)),
        (THREE_THREE, 4, 4, 4, ("anna", 6), (None, 0)),
        # a ring is only begun elsewhere
        (RING, 5, 5, 0, ("anna", 6), ("anna", 6)),
    ])  # fmt: skip
def test_b_61_who_has_it_after_a_cut(
    anna: str, ben: int, carla: int, david: int, before: tuple[str, int], after: tuple[str | None, int]
) -> None:
    table = cut(anna, ben, carla, david)
    assert longest(table) == before
    table.enter(BuildSettlement(BEN, corner(CUT)))
    assert longest(table) == after
    points = {who: table.score(who).get("longest_road", 0) for who in table.core.ids}
    assert points == {who: 2 if who == after[0] else 0 for who in table.core.ids}


def test_b_61_the_holder_falls_behind_and_is_told() -> None:
    table = cut(THREE_THREE, 0, 6, 6)
    (held,) = told(table.enter(BuildSettlement(BEN, corner(CUT))), LongestRoadHeld)
    assert event_text(held, table.core.players) == "Longest Road is set aside."


def test_b_61_a_cut_of_another_trail_leaves_the_holder_alone() -> None:
    """Anna's six are cut, Carla with seven had the card all the time."""
    table = cut(THREE_THREE, 0, 7)
    assert longest(table) == ("carla", 7)
    assert none(table.enter(BuildSettlement(BEN, corner(CUT))), LongestRoadHeld)


def test_b_61_a_settlement_at_the_end_of_a_trail_cuts_nothing() -> None:
    table = cut("way 9NE 9SE 9S 9SW 9NW 9N")
    assert longest(table) == ("anna", 5)
    table.enter(BuildSettlement(BEN, corner(CUT)))
    assert longest(table) == ("anna", 5)


def test_b_61_two_trails_that_end_at_the_same_corner_share_it() -> None:
    """Anna comes to 9NE from one side, Carla from another; a piece of Ben there is the end of both."""
    table = island(
        pieces=f"anna: way 9NE 9N 9NW 9SW 9S 9SE; carla: way 9NE 5SE 5NE 5N 4NE; ben: settlement {CUT}"
    )
    assert length_of(table.table, ANNA) == 5
    assert length_of(table.table, PlayerId("carla")) == 4
    assert longest(table) == ("anna", 5)


# --- B-61: after it was set aside


def test_b_61_from_its_new_holder_it_is_taken_only_by_more() -> None:
    table = cut(THREE_THREE, 4, 6, 5)
    table.given_hands({"david": "1 brick 1 lumber"})
    table.enter(BuildSettlement(BEN, corner(CUT)))
    assert longest(table) == ("carla", 6)
    table.turn_of("david")
    table.enter(BuildRoad(PlayerId("david"), way("12NW 12SW")[0]))
    assert longest(table) == ("carla", 6), "as long as the holder is not enough"


@pytest.mark.parametrize(
    ("who", "hand", "place", "after"),
    [
        ("carla", "1 brick 1 lumber", "2SE 6NE", ("carla", 7)),  # one of the two who tie
        ("david", "1 brick 1 lumber", "3N 3NE", ("david", 7)),
        ("anna", "1 brick 1 lumber", "9SW 9NW", (None, 6)),  # four are not enough
    ],
)
def test_b_61_set_aside_the_next_road_decides(
    who: str, hand: str, place: str, after: tuple[str | None, int]
) -> None:
    table = cut(THREE_THREE, 4, 6, 6)
    table.given_hands({who: hand})
    table.enter(BuildSettlement(BEN, corner(CUT)))
    table.turn_of(who)
    table.enter(BuildRoad(PlayerId(who), way(place)[0]))
    assert longest(table) == after


def test_b_61_set_aside_as_long_as_the_others_is_not_alone() -> None:
    """Carla and David tie with five; Ben's fifth road makes it three."""
    table = cut(THREE_THREE, 4, 5, 5)
    table.given_hands({"ben": "2 brick 2 lumber"})
    table.enter(BuildSettlement(BEN, corner(CUT)))
    table.enter(BuildRoad(BEN, way(f"{BOTTOM[4]} {BOTTOM[5]}")[0]))
    assert longest(table) == (None, 5)
    table.enter(BuildRoad(BEN, way(f"{BOTTOM[5]} {BOTTOM[6]}")[0]))
    assert longest(table) == ("ben", 6)


def test_b_61_set_aside_and_nobody_left_five_are_enough_again() -> None:
    table = cut(THREE_THREE, 4)
    table.given_hands({"ben": "1 brick 1 lumber"})
    table.enter(BuildSettlement(BEN, corner(CUT)))
    table.enter(BuildRoad(BEN, way(f"{BOTTOM[4]} {BOTTOM[5]}")[0]))
    assert longest(table) == ("ben", 5)


def test_b_61_set_aside_it_goes_to_the_one_left_when_another_trail_is_cut() -> None:
    """Carla and David tie with six; then Anna cuts Carla's trail, and David is alone without building."""
    table = cut("way 0NE 4N 4NE 9N 9NE 9SE 9S 9SW", 0, 6, 6)
    table.given_hands({"anna": "1 brick 1 lumber 1 wool 1 grain"})
    assert longest(table) == ("anna", 7)
    table.enter(BuildSettlement(BEN, corner(CUT)))
    assert longest(table) == (None, 6)
    table.turn_of("anna")
    table.enter(BuildSettlement(ANNA, corner("0NE")))
    assert length_of(table.table, PlayerId("carla")) == 5
    assert longest(table) == ("david", 6)


@pytest.mark.parametrize(
    ("gone", "after"),
    [
        ("0N 0NE", ("anna", 5)),  # a road at the end: still the longest, as long as Ben's
        ("1N 1NE", ("ben", 5)),  # one in the middle
    ],
)
def test_b_61_a_road_that_goes_is_a_cut_too(gone: str, after: tuple[str, int]) -> None:
    table = island(pieces=f"anna: {along(TOP, 6)}; ben: {along(BOTTOM, 5)}")
    table.given(RoadRemoved(ANNA, way(gone)[0]))
    assert longest(table) == after


def test_b_61_a_house_ruling_is_measured_like_any_road() -> None:
    table = island(pieces=f"anna: {along(TOP, 4)}")
    table.overrule(BuildRoad(ANNA, way("2N 2NE")[0]))
    assert longest(table) == ("anna", 5)


# --- against another algorithm


def by_subsets(roads: tuple[EdgeId, ...], closed: set[Site]) -> int:
    """The longest trail by trying all sets of roads: one that hangs together and has at most two odd ends.

    A closed corner is torn apart, so that every road there has an end of its own.
    """
    land = BEGINNERS.geometry
    ends = {road: tuple((end, road if end in closed else "") for end in land.ends[road]) for road in roads}
    for size in range(len(roads), 0, -1):
        for chosen in combinations(roads, size):
            degree: dict[tuple[str, str], int] = {}
            for road in chosen:
                for end in ends[road]:
                    degree[end] = degree.get(end, 0) + 1
            if sum(count % 2 for count in degree.values()) <= 2 and _hangs_together(chosen, ends):
                return size
    return 0


def _hangs_together(chosen: tuple[EdgeId, ...], ends: dict[EdgeId, tuple[tuple[Site, str], ...]]) -> bool:
    found, waiting = {chosen[0]}, [chosen[0]]
    while waiting:
        here = waiting.pop()
        for other in chosen:
            if other not in found and set(ends[other]) & set(ends[here]):
                found.add(other)
                waiting.append(other)
    return len(found) == len(chosen)


@each(range(60))
def test_b_60_the_longest_trail_by_another_algorithm(seed: int) -> None:
    """Random networks of up to eleven roads, grown close together so that they have loops, with opponents."""
    print("seed", seed)
    chance = random.Random(seed)
    land = BEGINNERS.geometry
    roads = [chance.choice(land.edges)]
    while len(roads) < chance.randint(5, 11):
        near = [e for road in roads for e in land.edge_neighbours[road] if e not in roads]
        roads.append(
            chance.choice(near if chance.random() < 0.9 else [e for e in land.edges if e not in roads])
        )
    corners = sorted({end for road in roads for end in land.ends[road]})
    closed = set(chance.sample(corners, chance.randint(0, min(4, len(corners)))))
    assert trail_length(land, roads, closed) == by_subsets(tuple(roads), closed)


def test_b_60_the_full_supply_of_roads_in_three_loops() -> None:
    """Fifteen roads around three hexes that touch: the worst that one player can lay."""
    roads = (
        *way("9N 9NE 9SE 9S 9SW 9NW 9N"),
        *way("9NE 5SE 10NE 10SE 10S 9SE"),
        *way("10S 14SE 14S 14SW 9S"),
    )
    assert len(set(roads)) == 15
    assert trail_length(BEGINNERS.geometry, roads, set()) == by_subsets(roads, set()) == 14
