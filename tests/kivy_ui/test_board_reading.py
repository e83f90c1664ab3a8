"""What is read out of the board as the picture shows it, however that is turned or mirrored."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.board_code import SEEDS, Recipe
from companion.app.board_entry import empty
from companion.engine.geometry import geometry
from companion.presenters import board_setup
from companion.presenters.board_setup import Setup
from companion.presenters.board_view import TURNS
from companion.rules.base.board import Island
from companion.rules.base.board_making import islands
from kivy_ui.board.layout_math import BoardMap
from kivy_ui.geometry import Box

STANDARD = islands()["standard"]
THIRTY = Island((3, 4, 5, 6, 5, 4, 3), {"forest": 30}, ())
turns = st.integers(0, 2 * TURNS - 1)


def setup_of(island: Island, turn: int, seed: int = 0) -> Setup:
    return Setup(island, Recipe(seed, spread=False), empty(island), turn=turn)


def drawn(setup: Setup) -> BoardMap:
    """The picture as the board's widget draws it."""
    return BoardMap(geometry(setup.island.rows), Box(0, 0, 480, 480), setup.turn)


@given(turns, st.sampled_from([STANDARD, THIRTY]))
def test_rows_are_read_from_the_top_and_from_the_left(turn: int, island: Island) -> None:
    setup = setup_of(island, turn)
    picture, rows = drawn(setup), board_setup.reading_rows(setup)
    assert sorted(hex for row in rows for hex in row) == list(geometry(island.rows).hexes)
    heights = [[picture.hex(hex)[1] for hex in row] for row in rows]
    for row, ys in zip(rows, heights, strict=True):
        assert max(ys) - min(ys) < 1, "they lie side by side"
        assert [picture.hex(hex)[0] for hex in row] == sorted(picture.hex(hex)[0] for hex in row)
    assert [ys[0] for ys in heights] == sorted((ys[0] for ys in heights), reverse=True)


@given(turns, st.integers(0, SEEDS - 1))
def test_harbours_are_read_clockwise_from_the_top(turn: int, seed: int) -> None:
    setup = setup_of(STANDARD, turn, seed)
    picture = drawn(setup)
    sides = board_setup.around(setup, [harbour.edge for harbour in board_setup.board(setup).harbours])
    middle = picture.hex(9)
    angles = []
    for side in sides:
        x, y = picture.edge(side)
        angles.append(round(math.degrees(math.atan2(x - middle[0], y - middle[1])) % 360, 3))
    assert angles == sorted(angles) and len(angles) == 9


@given(turns, st.integers(-7, 7))
def test_a_turn_and_back_and_a_mirror_twice_change_nothing(turn: int, by: int) -> None:
    setup = setup_of(STANDARD, turn)
    assert board_setup.turned(board_setup.turned(setup, by), -by) == setup
    assert board_setup.turned(setup, TURNS) == setup
    assert board_setup.flipped(board_setup.flipped(setup)) == setup


@given(turns)
def test_a_mirror_changes_left_and_right_of_the_picture(turn: int) -> None:
    setup = setup_of(STANDARD, turn)
    before, after = drawn(setup), drawn(board_setup.flipped(setup))
    for hex in geometry(STANDARD.rows).hexes:
        x, y = before.hex(hex)
        assert after.hex(hex) == pytest.approx((480 - x, y))


@given(turns, st.booleans())
def test_letters_go_the_way_that_is_seen(turn: int, clockwise: bool) -> None:
    setup = board_setup.going(setup_of(STANDARD, turn), clockwise=clockwise)
    assert board_setup.clockwise_seen(setup) == clockwise
    land, picture = geometry(STANDARD.rows), drawn(setup)
    ring = land.spiral(land.tips[0], setup.clockwise)[:2]
    (x, y), (right, up) = (picture.hex(hex) for hex in ring)
    across = (x - 240) * (up - 240) - (y - 240) * (right - 240)
    assert (across < 0) == clockwise
