"""Where places are in pixels, and which one a finger means."""

from __future__ import annotations

import math
import random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.engine.geometry import geometry
from companion.presenters.board_view import TURNS, Place
from companion.rules.presentation.parts import PlaceSort
from kivy_ui.board.layout_math import WHOLE, BoardMap, View
from kivy_ui.geometry import Box

STANDARD = (3, 4, 5, 4, 3)
THIRTY = (3, 4, 5, 6, 5, 4, 3)
ROWS = (STANDARD, THIRTY, (1,), (2, 3), (4, 3, 2, 3))
SORTS: tuple[PlaceSort, ...] = ("corner", "edge", "hex")

LANDS = [geometry(rows) for rows in ROWS]
"""Made before anything is measured."""

boxes = st.builds(Box, st.floats(-50, 50), st.floats(-50, 50), st.floats(200, 900), st.floats(200, 900))
views = st.builds(View, st.floats(1, 3), st.tuples(st.floats(-6, 6), st.floats(-6, 6)))
maps = st.builds(
    lambda land, box, turn, view: BoardMap(land, box, turn).seen(view),
    st.sampled_from(LANDS),
    boxes,
    st.integers(0, 5),
    views,
)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(maps, st.floats(-5, 5), st.floats(-5, 5))
def test_there_and_back(board: BoardMap, x: float, y: float) -> None:
    there = board.to_board(board.to_screen((x, y)))
    assert there == pytest.approx((x, y), abs=1e-6)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(maps)
def test_a_hex_has_its_corners_around_it(board: BoardMap) -> None:
    for hex in board.land.hexes:
        for corner in board.outline(hex):
            assert math.dist(corner, board.hex(hex)) == pytest.approx(board.side)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(st.sampled_from(ROWS), boxes, st.integers(0, 2 * TURNS - 1))
def test_the_whole_island_is_seen(rows: tuple[int, ...], box: Box, turn: int) -> None:
    harbours = tuple(geometry(rows).coast[::3])
    board = BoardMap(geometry(rows), box, turn, WHOLE, harbours)
    for x, y in [*map(board.corner, board.land.corners), *map(board.harbour, harbours)]:
        assert box.x < x < box.right
        assert box.y < y < box.top


@pytest.mark.parametrize("turn", range(2 * TURNS))
def test_a_turned_board_lies_as_the_engine_turns_it(turn: int) -> None:
    land = geometry(STANDARD)
    straight, turned = BoardMap(land, Box(0, 0, 480, 480)), BoardMap(land, Box(0, 0, 480, 480), turn)
    lies = land.turned(turn % TURNS, mirrored=turn >= TURNS)
    for hex in land.hexes:
        assert turned.hex(hex) == pytest.approx(straight.hex(lies.hexes[hex]))
    for corner in land.corners:
        assert turned.corner(corner) == pytest.approx(straight.corner(lies.corners[corner]))
    for edge in land.edges:
        assert turned.edge(edge) == pytest.approx(straight.edge(lies.edges[edge]))


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(maps, st.randoms(use_true_random=False))
def test_the_nearest_place_is_the_nearest_of_all(board: BoardMap, chance: random.Random) -> None:
    places = board.places(SORTS)
    lit = chance.sample(places, min(len(places), 12))
    pixel = chance.uniform(board.box.x, board.box.right), chance.uniform(board.box.y, board.box.top)
    nearest = board.nearest(pixel, lit, math.inf)
    assert nearest is not None
    assert board.distance(pixel, nearest) == min(board.distance(pixel, place) for place in lit)
    reach = board.distance(pixel, nearest)
    assert board.nearest(pixel, lit, reach) == nearest
    assert board.nearest(pixel, lit, reach - 0.01) is None
    assert board.nearest(pixel, (), math.inf) is None


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(maps, st.sampled_from(SORTS), st.randoms(use_true_random=False))
def test_a_finger_on_a_place_means_it(board: BoardMap, sort: PlaceSort, chance: random.Random) -> None:
    places = board.places((sort,))
    place = chance.choice(places)
    assert board.nearest(board.spot(place), places, board.side) == place


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(maps)
def test_every_point_of_a_road_is_nearer_to_it_than_to_its_neighbours(board: BoardMap) -> None:
    places = board.places(("edge",))
    for edge in board.land.edges[::17]:
        one, two = board.ends(edge)
        for share in (0.3, 0.7):
            pixel = one[0] + (two[0] - one[0]) * share, one[1] + (two[1] - one[1]) * share
            assert board.nearest(pixel, places, 1.0) == Place("edge", edge)


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(maps, views)
def test_no_view_leaves_the_board(board: BoardMap, view: View) -> None:
    seen = board.seen(view)
    whole = board.seen(WHOLE)
    for corner in ((board.box.x, board.box.y), (board.box.right, board.box.top)):
        x, y = whole.to_screen(seen.to_board(corner))
        assert board.box.x - 1e-6 <= x <= board.box.right + 1e-6
        assert board.box.y - 1e-6 <= y <= board.box.top + 1e-6
    assert seen.clamped(seen.view) == seen.view


@settings(max_examples=40, suppress_health_check=[HealthCheck.too_slow])
@given(maps, st.randoms(use_true_random=False))
def test_places_to_choose_from_are_seen_and_far_enough_apart(board: BoardMap, chance: random.Random) -> None:
    edges = board.places(("edge",))
    lit = chance.sample(edges, chance.randint(1, min(6, len(edges))))
    px_per_mm = board.box.w / 153
    seen = board.seen(board.view_of(lit, px_per_mm))
    assert seen.view.scale >= 1.0
    inside = [
        place
        for place in lit
        if seen.box.x <= seen.spot(place)[0] <= seen.box.right
        and seen.box.y <= seen.spot(place)[1] <= seen.box.top
    ]
    assert inside
