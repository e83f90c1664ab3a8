"""Layouts of hexes: counts, names and neighbours, and the same worked out from distances alone."""

from __future__ import annotations

import itertools
import math
import sys
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.geometry import (
    CORNERS,
    LONGEST,
    SIDES,
    Geometry,
    OffBoardError,
    Turn,
    geometry,
    interlock,
)
from companion.engine.ids import CornerId, EdgeId, HexId

ISLAND = (3, 4, 5, 4, 3)
LARGE = (3, 4, 5, 6, 5, 4, 3)
ODD = [(1,), (5,), (2, 3), (2, 1, 2), (3, 2, 1, 2, 3), (4, 3, 2, 1), (1, 2, 1, 2, 1, 2), (4, 5, 4, 3, 4)]
LAYOUTS = [ISLAND, LARGE, *ODD]
MOST_CALLS = 5_000
"""Of Python, of a layout of the island: twice as many as it takes."""
HEXAGONS = [(1,), (2, 3, 2), ISLAND, (4, 5, 6, 7, 6, 5, 4)]


few = settings(max_examples=40, deadline=None, print_blob=True)


@st.composite
def any_rows(draw: st.DrawFn) -> tuple[int, ...]:
    """Rows that interlock."""
    rows = [draw(st.integers(1, 5))]
    for longer in draw(st.lists(st.booleans(), max_size=6)):
        rows.append(rows[-1] + 1 if longer or rows[-1] == 1 else rows[-1] - 1)
    return tuple(rows)


# --- the same from distances alone

Point = tuple[float, float]


class Distances:
    """A layout without a notion of neighbours: rows of circles around an axis, six points on each."""

    def __init__(self, rows: tuple[int, ...]) -> None:
        self.centres = [
            ((column - (length - 1) / 2) * math.sqrt(3), 1.5 * row)
            for row, length in enumerate(rows)
            for column in range(length)
        ]
        self.corners = {rounded(p) for number in range(len(self.centres)) for p in self.around(number)}
        self.edges = {
            frozenset(pair)
            for number in range(len(self.centres))
            for pair in itertools.combinations(self.around(number), 2)
            if math.isclose(math.dist(*pair), 1, abs_tol=0.01)
        }

    def around(self, number: int) -> list[Point]:
        """The six corners of a hex, clockwise from the north."""
        x, y = self.centres[number]
        return [
            rounded((x + math.sin(math.radians(60 * i)), y - math.cos(math.radians(60 * i))))
            for i in range(6)
        ]

    def corner(self, name: str) -> Point:
        """The point of a corner's name."""
        number, direction = split(name)
        return self.around(number)[CORNERS.index(direction)]

    def edge(self, name: str) -> frozenset[Point]:
        """The two points of an edge's name."""
        number, direction = split(name)
        i = SIDES.index(direction)
        return frozenset((self.around(number)[i], self.around(number)[(i + 1) % 6]))

    def hexes_at(self, *points: Point) -> set[int]:
        """The hexes that reach all these points."""
        return {
            number
            for number, centre in enumerate(self.centres)
            if all(math.isclose(math.dist(centre, point), 1, abs_tol=0.01) for point in points)
        }

    def hexes_beside(self, number: int) -> set[int]:
        """The hexes next to a hex."""
        here = self.centres[number]
        return {
            other
            for other, centre in enumerate(self.centres)
            if math.isclose(math.dist(here, centre), math.sqrt(3), abs_tol=0.01)
        }


def rounded(point: Point) -> Point:
    return round(point[0], 3) + 0.0, round(point[1], 3) + 0.0


def split(name: str) -> tuple[int, str]:
    digits = "".join(itertools.takewhile(str.isdigit, name))
    return int(digits), name[len(digits) :]


def same_as_distances(rows: tuple[int, ...]) -> None:
    """Assert that everything about a layout agrees with what distances say."""
    found, truth = geometry(rows), Distances(rows)
    points = {corner: truth.corner(corner) for corner in found.corners}
    sides = {edge: truth.edge(edge) for edge in found.edges}
    assert len(found.hexes) == len(truth.centres)
    assert len(points) == len(truth.corners)
    assert set(points.values()) == truth.corners
    assert len(sides) == len(truth.edges)
    assert set(sides.values()) == truth.edges
    for hex in found.hexes:
        assert [points[corner] for corner in found.hex_corners[hex]] == truth.around(hex)
        assert [sides[edge] for edge in found.hex_edges[hex]] == [
            frozenset(pair) for pair in itertools.pairwise([*truth.around(hex), truth.around(hex)[0]])
        ]
        assert set(found.hex_neighbours[hex]) == truth.hexes_beside(hex)
        assert [other for other in found.across[hex] if other is not None] == list(found.hex_neighbours[hex])
    for corner, point in points.items():
        meeting = {edge for edge, side in sides.items() if point in side}
        assert set(found.corner_edges[corner]) == meeting
        assert {points[other] for other in found.neighbours[corner]} == {
            other for edge in meeting for other in sides[edge] if other != point
        }
        assert set(found.corner_hexes[corner]) == truth.hexes_at(point)
        assert min(found.corner_hexes[corner]) == split(corner)[0], "named by its first hex"
    for edge, side in sides.items():
        assert {points[corner] for corner in found.ends[edge]} == side
        assert set(found.edge_hexes[edge]) == truth.hexes_at(*side)
        assert min(found.edge_hexes[edge]) == split(edge)[0], "named by its first hex"
        assert set(found.edge_neighbours[edge]) == {
            other for other, points in sides.items() if len(points & side) == 1
        }
    assert {sides[edge] for edge in found.coast} == {
        side for side in truth.edges if len(truth.hexes_at(*side)) == 1
    }
    for one, two in itertools.product(found.corners, repeat=2):
        between = found.edge_between(one, two)
        assert (None if between is None else sides[between]) == (
            frozenset((points[one], points[two])) if {points[one], points[two]} in truth.edges else None
        )


@pytest.mark.parametrize("rows", LAYOUTS, ids=str)
def test_neighbours_are_those_that_distances_say(rows: tuple[int, ...]) -> None:
    same_as_distances(rows)


@few
@given(any_rows())
def test_neighbours_are_those_that_distances_say_in_any_rows(rows: tuple[int, ...]) -> None:
    same_as_distances(rows)


@pytest.mark.parametrize("rows", LAYOUTS, ids=str)
def test_a_drawing_has_every_corner_one_side_from_the_middle_of_its_hexes(rows: tuple[int, ...]) -> None:
    found = geometry(rows)
    for corner in found.corners:
        for hex in found.corner_hexes[corner]:
            assert math.dist(found.point[corner], found.centre[hex]) == pytest.approx(1)
    for edge in found.edges:
        one, two = found.ends[edge]
        assert math.dist(found.point[one], found.point[two]) == pytest.approx(1)
    assert found.centre[HexId(0)] == (0, 0)


# --- counts and names

EXPECTED = [(ISLAND, 19, 54, 72), (LARGE, 30, 80, 109), ((1,), 1, 6, 6), ((2, 1, 2), 5, 20, 24)]


@pytest.mark.parametrize(("rows", "hexes", "corners", "edges"), EXPECTED, ids=str)
def test_counts(rows: tuple[int, ...], hexes: int, corners: int, edges: int) -> None:
    found = geometry(rows)
    assert (len(found.hexes), len(found.corners), len(found.edges)) == (hexes, corners, edges)


@few
@given(any_rows())
def test_every_edge_has_two_ends_and_every_corner_two_or_three_neighbours(rows: tuple[int, ...]) -> None:
    found = geometry(rows)
    assert all(len(set(found.ends[edge])) == 2 for edge in found.edges)
    assert all(len(set(found.neighbours[corner])) in (2, 3) for corner in found.corners)
    for edge, (one, two) in found.ends.items():
        assert found.other_end(edge, one) == two
        assert found.other_end(edge, two) == one
        assert found.edge_between(one, two) == edge


@few
@given(any_rows())
def test_corners_less_edges_and_hexes_are_one_as_euler_says(rows: tuple[int, ...]) -> None:
    found = geometry(rows)
    assert len(found.corners) - len(found.edges) + len(found.hexes) == 1


@few
@given(any_rows())
def test_every_hex_names_its_corners_and_edges(rows: tuple[int, ...]) -> None:
    found = geometry(rows)
    for hex in found.hexes:
        assert tuple(found.corner(f"{hex}{direction}") for direction in CORNERS) == found.hex_corners[hex]
        assert tuple(found.edge(f"{hex}{direction}") for direction in SIDES) == found.hex_edges[hex]
    assert all(found.corner(corner) == corner for corner in found.corners)
    assert all(found.edge(edge) == edge for edge in found.edges)


def test_a_place_is_found_by_each_of_its_names() -> None:
    #   0   1   2
    # 3   4   5   6      corner 1S lies between hexes 1, 4 and 5, edge 4E between 4 and 5
    found = geometry(ISLAND)
    assert found.corner("1S") == found.corner("4NE") == found.corner("5NW") == "1S"
    assert found.edge("4E") == found.edge("5W") == "4E"
    assert found.corner_hexes[CornerId("1S")] == (1, 4, 5)
    assert found.edge_hexes[EdgeId("4E")] == (4, 5)
    assert found.ends[EdgeId("4E")] == ("1S", "4SE")
    assert found.neighbours[CornerId("0N")] == ("0NE", "0NW")
    assert found.edge_between(CornerId("1S"), CornerId("4SE")) == "4E"
    assert found.edge_between(CornerId("1S"), CornerId("18S")) is None
    assert found.hex(18) == 18


@pytest.mark.parametrize("name", ["19N", "99NE", "-1N", "04N", "4", "", "4E", "n", "4n", " 4N", "4NNE", "٤N"])
def test_a_corner_off_the_board_is_named_in_the_error(name: str) -> None:
    with pytest.raises(OffBoardError, match=f"corner {name} "):
        geometry(ISLAND).corner(name)


@pytest.mark.parametrize("name", ["19NE", "99NE", "-1NE", "04NE", "4", "", "4N", "4S", "4ne", "4NE "])
def test_an_edge_off_the_board_is_named_in_the_error(name: str) -> None:
    with pytest.raises(OffBoardError, match=f"edge {name} "):
        geometry(ISLAND).edge(name)


@pytest.mark.parametrize("number", [-1, 19, 10**30])
def test_a_hex_off_the_board_is_named_in_the_error(number: int) -> None:
    with pytest.raises(OffBoardError, match=f"hex {number} "):
        geometry(ISLAND).hex(number)


BAD_ROWS = [
    (),
    (0,),
    (-3, -4),
    (3, 3),
    (3, 5),
    (1, 0, 1),
    (10**9, 10**9 + 1),
    (LONGEST + 1,),
    (1, 2) * LONGEST,
]


@pytest.mark.parametrize("rows", BAD_ROWS, ids=lambda rows: str(rows)[:20])
def test_rows_that_do_not_interlock_are_no_layout(rows: tuple[int, ...]) -> None:
    assert not interlock(rows)
    with pytest.raises(ValueError, match="do not interlock"):
        geometry(rows)


def test_the_same_rows_are_the_same_object() -> None:
    assert geometry(ISLAND) is geometry((3, 4, 5, 4, 3))
    assert geometry(ISLAND) is not geometry(LARGE)
    assert repr(geometry(ISLAND)) == "geometry((3, 4, 5, 4, 3))"


def test_a_layout_takes_little_work() -> None:
    """Counted in calls, as how long one takes is up to the machine."""
    calls: Counter[str] = Counter()
    sys.setprofile(lambda _frame, event, _argument: calls.update([event]))
    try:
        geometry.__wrapped__(ISLAND)
    finally:
        sys.setprofile(None)
    assert 0 < calls["call"] + calls["c_call"] < MOST_CALLS, calls


# --- the shore


def test_the_shore_of_the_island_is_walked_clockwise() -> None:
    found = geometry(ISLAND)
    assert " ".join(found.coast) == (
        "0NW 0NE 1NW 1NE 2NW 2NE 2E 6NE 6E 11NE 11E 11SE 15E 15SE 18E "
        "18SE 18SW 17SE 17SW 16SE 16SW 16W 12SW 12W 7SW 7W 7NW 3W 3NW 0W"
    )
    assert found.coast_corners[:4] == ("0NW", "0N", "0NE", "1N")
    assert found.coast_hexes == (0, 1, 2, 6, 11, 15, 18, 17, 16, 12, 7, 3)
    assert found.tips == (0, 2, 11, 18, 16, 7)
    assert geometry(LARGE).tips == (0, 2, 17, 29, 27, 12)


@few
@given(any_rows())
def test_the_shore_is_one_closed_walk_with_the_land_to_the_right(rows: tuple[int, ...]) -> None:
    found = geometry(rows)
    corners = found.coast_corners
    assert len(set(corners)) == len(corners) == len(set(found.coast)) == len(found.coast)
    for i, edge in enumerate(found.coast):
        assert set(found.ends[edge]) == {corners[i], corners[(i + 1) % len(corners)]}
    around = [found.point[corner] for corner in (*corners, corners[0])]
    area = sum(x * v - u * y for (x, y), (u, v) in itertools.pairwise(around)) / 2
    assert area == pytest.approx(len(found.hexes) * 1.5 * math.sqrt(3)), "all hexes, and clockwise"
    assert set(found.coast_hexes) == {hex for hex in found.hexes if None in found.across[hex]}
    assert set(found.tips) <= set(found.coast_hexes)
    assert found.tips


# --- orders


def test_the_spiral_of_the_letters() -> None:
    found = geometry(ISLAND)
    assert found.spiral(HexId(2)) == (2, 1, 0, 3, 7, 12, 16, 17, 18, 15, 11, 6, 5, 4, 8, 13, 14, 10, 9)
    assert found.spiral(HexId(0), clockwise=True) == (
        0,
        1,
        2,
        6,
        11,
        15,
        18,
        17,
        16,
        12,
        7,
        3,
        4,
        5,
        10,
        14,
        13,
        8,
        9,
    )
    assert found.ring(HexId(2)) == found.spiral(HexId(2))[:12]


@pytest.mark.parametrize("rows", [*HEXAGONS, LARGE], ids=str)
@pytest.mark.parametrize("clockwise", [False, True])
def test_a_spiral_never_jumps(rows: tuple[int, ...], clockwise: bool) -> None:
    found = geometry(rows)
    for tip in found.tips:
        for one, next_one in itertools.pairwise(found.spiral(tip, clockwise)):
            assert next_one in found.hex_neighbours[one]


@few
@given(any_rows(), st.booleans())
def test_a_spiral_has_every_hex_once_and_the_shore_first(rows: tuple[int, ...], clockwise: bool) -> None:
    found = geometry(rows)
    for start in found.coast_hexes:
        spiral = found.spiral(start, clockwise)
        assert spiral[0] == start
        assert sorted(spiral) == list(found.hexes)
        ring = found.ring(start, clockwise)
        assert set(ring) == set(found.coast_hexes)
        assert spiral[: len(ring)] == ring


@pytest.mark.parametrize("rows", HEXAGONS, ids=str)
def test_a_spiral_looks_the_same_from_every_corner(rows: tuple[int, ...]) -> None:
    found = geometry(rows)
    first = found.spiral(found.tips[0])
    for sixths, mirrored in itertools.product(range(6), (False, True)):
        turn = found.turned(sixths, mirrored).hexes
        assert found.spiral(turn[first[0]], clockwise=mirrored) == tuple(turn[hex] for hex in first)


def test_a_spiral_begins_at_the_sea() -> None:
    with pytest.raises(ValueError, match="hex 9 does not lie at the sea"):
        geometry(ISLAND).spiral(HexId(9))
    with pytest.raises(ValueError, match="hex 4 does not lie at the sea"):
        geometry(ISLAND).ring(HexId(4), clockwise=True)


# --- turning


def test_a_sixth_of_a_turn_takes_each_corner_of_the_island_to_the_next() -> None:
    turn = geometry(ISLAND).turned(1)
    assert [turn.hexes[HexId(hex)] for hex in (0, 2, 11, 18, 16, 7)] == [2, 11, 18, 16, 7, 0]
    assert turn.hexes[HexId(9)] == 9
    assert turn.corners[CornerId("0N")] == "2NE"
    assert turn.edges[EdgeId("0NW")] == "2NE"
    mirror = geometry(ISLAND).turned(0, mirrored=True)
    assert [mirror.hexes[HexId(hex)] for hex in (0, 1, 2, 3)] == [2, 1, 0, 6]
    assert mirror.corners[CornerId("0NW")] == "2NE"
    assert mirror.edges[EdgeId("0NW")] == "2NE"


def turns(found: Geometry) -> Iterator[tuple[int, bool, Turn]]:
    """All turns that take a layout into itself."""
    for sixths, mirrored in itertools.product(range(6), (False, True)):
        try:
            yield sixths, mirrored, found.turned(sixths, mirrored)
        except ValueError:
            continue


@few
@given(any_rows())
def test_rows_can_be_mirrored_and_turned_round_if_they_read_the_same_from_below(
    rows: tuple[int, ...],
) -> None:
    possible = {(sixths, mirrored) for sixths, mirrored, _ in turns(geometry(rows))}
    assert {(0, False), (0, True)} <= possible
    assert ((3, False) in possible) is (rows == rows[::-1])


def test_only_what_is_alike_on_all_sides_can_be_turned_by_a_sixth() -> None:
    assert [len(list(turns(geometry(rows)))) for rows in (ISLAND, LARGE, (2, 1, 2), (1, 2))] == [12, 4, 4, 6]
    with pytest.raises(ValueError, match="do not cover themselves"):
        geometry(LARGE).turned(1)


@few
@given(any_rows())
def test_a_turn_keeps_neighbours_together_and_six_of_it_change_nothing(rows: tuple[int, ...]) -> None:
    found = geometry(rows)
    for sixths, mirrored, turn in turns(found):
        assert sorted(turn.hexes.values()) == list(found.hexes)
        assert set(turn.corners.values()) == set(found.corners)
        assert set(turn.edges.values()) == set(found.edges)
        for edge, pair in found.ends.items():
            assert set(found.ends[turn.edges[edge]]) == {turn.corners[corner] for corner in pair}
        for hex in found.hexes:
            assert {turn.corners[corner] for corner in found.hex_corners[hex]} == set(
                found.hex_corners[turn.hexes[hex]]
            )
        times = 2 if mirrored else 6
        assert all(again(turn.hexes, hex, times) == hex for hex in found.hexes)
        assert all(again(turn.corners, corner, times) == corner for corner in found.corners)
        assert all(again(turn.edges, edge, times) == edge for edge in found.edges)
        if not mirrored:
            assert found.turned(-sixths).hexes == {there: here for here, there in turn.hexes.items()}


def again(step: dict, place: object, times: int) -> object:  # type: ignore[type-arg]
    """The place after so many steps."""
    for _ in range(times):
        place = step[place]
    return place
