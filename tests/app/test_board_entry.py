"""B-08: entering a board as it lies: what is asked, what fills itself, and how everything is taken back."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.app import board_entry
from companion.app.board_code import SEEDS, Recipe, made
from companion.app.board_entry import (
    Filling,
    Hand,
    asked,
    back,
    empty,
    left,
    numbers,
    pointed,
    put,
    values,
    whole,
)
from companion.engine.geometry import geometry
from companion.engine.ids import EdgeId, HexId
from companion.rules.base.board import Board
from companion.rules.base.board_making import beginners_board, islands, variable_board

STANDARD = islands()["standard"]
LAND = geometry(STANDARD.rows)
LETTERS: Filling[int, str] = Filling(tuple(range(6)), (("a", 3), ("b", 2), ("c", 1)))


def terrain_entered(board: Board) -> tuple[Hand, int]:
    """The hand after the terrain of a board, and how many taps that took."""
    hand, taps = empty(STANDARD), 0
    while (hex := asked(hand.terrain)) is not None:
        hand = replace(hand, terrain=put(hand.terrain, board.terrain[hex]))
        taps += 1
    return hand, taps


# --- one place after the other --------------------------------------------------------------------------


def test_places_are_asked_in_order_and_the_last_ones_fill_themselves() -> None:
    filling = LETTERS
    for value in ("b", "c", "b"):
        assert not whole(filling)
        filling = put(filling, value)
    assert values(filling) == {0: "b", 1: "c", 2: "b", 3: "a", 4: "a", 5: "a"}, "only a is left in the box"
    assert whole(filling) and asked(filling) is None and put(filling, "a") == filling
    assert whole(back(filling)) is False and asked(back(filling)) == 2


def test_a_place_pointed_at_is_entered_anew_and_the_way_goes_on_where_it_was() -> None:
    filling = put(put(LETTERS, "b"), "c")
    again = put(pointed(filling, 0), "a")
    assert values(again) == {0: "a", 1: "c"} and asked(again) == 2
    assert left(again) == {"a": 2, "b": 2, "c": 0}
    assert values(back(again)) == {0: "b", 1: "c"}, "erasing brings back what lay there"
    assert pointed(filling, 99) == filling


def test_places_with_a_part_of_the_box_of_their_own_are_asked_for_what_is_in_it() -> None:
    """Two a and a b for the first three, an a, a b and a c for the others."""
    filling = replace(LETTERS, areas=(((0, 1, 2), (("a", 2), ("b", 1))),))
    assert left(filling) == {"a": 2, "b": 1, "c": 0}
    filling = put(filling, "b")
    assert values(filling) == {0: "b", 1: "a", 2: "a"}, "only a is left for these"
    assert left(filling) == {"a": 1, "b": 1, "c": 1}
    assert values(put(put(filling, "c"), "a")) == {0: "b", 1: "a", 2: "a", 3: "c", 4: "a", 5: "b"}
    assert values(put(filling, "a")).keys() == {0, 1, 2, 3}


def test_more_than_the_box_holds_can_be_entered_and_fills_nothing_by_itself() -> None:
    filling = LETTERS
    for _place in range(4):
        filling = put(filling, "a")
    assert left(filling) == {"a": -1, "b": 2, "c": 1}
    filling = put(filling, "b")
    assert not whole(filling), "two kinds are left for one place"
    assert whole(put(filling, "c"))


@given(st.lists(st.one_of(st.sampled_from("abc"), st.just("<"), st.integers(0, 5)), max_size=40))
def test_any_entries_with_erasing_are_as_if_only_the_rest_had_been_entered(touches: list[str | int]) -> None:
    filling, entries = LETTERS, list[tuple[int, str]]()
    for touch in touches:
        if isinstance(touch, int):
            filling = pointed(filling, touch)
        elif touch == "<":
            filling, entries = back(filling), entries[:-1]
        else:
            place = asked(filling)
            if place is not None:
                entries.append((place, touch))
            filling = put(filling, touch)
        assert filling.entries == tuple(entries)
        found = values(filling)
        assert {place: found[place] for place, _value in entries} == dict(entries)
        inferred = Counter(found.values()) - Counter(dict(entries).values())
        assert len(inferred) <= 1, "only one kind fills itself"
        if len(found) == 6 and inferred:
            assert Counter(found.values()) == Counter(dict(LETTERS.box))
        assert whole(filling) == (asked(filling) is None)


@given(st.integers(0, SEEDS - 1), st.integers(1, 18))
def test_erasing_all_leads_back_to_nothing(seed: int, count: int) -> None:
    hand, taps = terrain_entered(made(Recipe(seed), STANDARD))
    filling = hand.terrain
    for _tap in range(min(taps, count)):
        filling = back(filling)
    assert len(filling.entries) == max(0, taps - count)
    for _tap in range(taps):
        filling = back(filling)
    assert filling == empty(STANDARD).terrain


# --- a board --------------------------------------------------------------------------------------------


@given(st.integers(0, SEEDS - 1))
def test_b_08_terrain_takes_eighteen_taps_at_most(seed: int) -> None:
    board = made(Recipe(seed), STANDARD)
    hand, taps = terrain_entered(board)
    assert taps <= 18
    assert board_entry.board(hand, STANDARD).terrain == board.terrain


@given(st.integers(0, SEEDS - 1), st.sampled_from(LAND.tips), st.booleans())
def test_b_08_letters_from_any_corner_either_way(seed: int, start: HexId, clockwise: bool) -> None:
    board = variable_board(STANDARD, random.Random(seed), start=start, clockwise=clockwise)
    hand = replace(terrain_entered(board)[0], letters=(start, clockwise))
    assert board_entry.ready(hand)
    assert board_entry.board(hand, STANDARD) == board


@given(st.integers(0, SEEDS - 1))
def test_b_08_any_numbers_one_by_one(seed: int) -> None:
    board = made(Recipe(seed, apart=False, shuffled=True), STANDARD)
    hand, taps = replace(terrain_entered(board)[0], frame=None), 0
    while (hex := asked(numbers(hand))) is not None:
        hand = replace(
            hand, numbers=replace(hand.numbers, entries=put(numbers(hand), board.tokens[hex]).entries)
        )
        taps += 1
    assert taps <= 17, "the last one is not asked"
    goods = {harbour.edge: harbour.good for harbour in board.harbours}
    taps = 0
    while (side := asked(hand.harbours)) is not None:
        hand = replace(hand, harbours=put(hand.harbours, goods[side]))
        taps += 1
    assert taps <= 8
    found = board_entry.board(hand, STANDARD)
    assert (found.terrain, found.tokens) == (board.terrain, board.tokens)
    assert set(found.harbours) == set(board.harbours)


def test_b_03_the_frame_turned_by_sixths_keeps_the_order_of_its_harbours() -> None:
    assert board_entry.frames(STANDARD) == (0, 1, 2, 3, 4, 5)
    printed = list(STANDARD.harbours)
    for sixths in board_entry.frames(STANDARD):
        board = board_entry.board(replace(empty(STANDARD), frame=sixths), STANDARD)
        goods = [harbour.good for harbour in board.harbours]
        assert len(goods) == 9
        assert any(goods[turn:] + goods[:turn] == printed for turn in range(9)), (
            "in the same order, clockwise"
        )
    at_home = board_entry.harbours(replace(empty(STANDARD), frame=0), STANDARD)
    assert at_home == dict(zip(STANDARD.harbour_sides, STANDARD.harbours, strict=True))


def test_an_island_that_does_not_cover_itself_has_fewer_frames() -> None:
    assert board_entry.frames(replace_rows((3, 4, 5, 6, 5, 4, 3))) == (0, 3)


def replace_rows(rows: tuple[int, ...]) -> board_entry.Island:
    return board_entry.Island(rows, {"forest": sum(rows)}, ())


def test_b_03_a_harbour_at_another_side_moves_there() -> None:
    filling = put(empty(STANDARD).harbours, "wool")
    side = next(side for side in LAND.coast if side not in STANDARD.harbour_sides)
    moved = put(board_entry.pointed_side(filling, side), "ore")
    assert values(moved) == {EdgeId("0NW"): "wool", side: "ore"}
    assert len(moved.places) == 9 and asked(moved) == "6NE"
    full = moved
    while asked(full) is not None:
        full = put(full, next(good for good, count in left(full).items() if count))
    assert board_entry.pointed_side(full, EdgeId("0NE")) in (full, replace(full, at=EdgeId("0NE")))


def test_another_terrain_late_keeps_the_numbers_that_still_have_a_place() -> None:
    board = beginners_board("english", random.Random(0))
    hand = board_entry.copied(empty(STANDARD), board)
    assert board_entry.ready(hand)
    assert board_entry.board(hand, STANDARD).tokens == board.tokens
    changed = replace(hand, terrain=put(pointed(hand.terrain, HexId(0)), "desert"))
    assert HexId(0) not in board_entry.tokens(changed, STANDARD)
    assert board_entry.tokens(changed, STANDARD)[HexId(1)] == board.tokens[1]


@pytest.mark.parametrize("terrain", ["desert", "lake"])
def test_what_bears_no_token_is_not_asked_for_one(terrain: str) -> None:
    hand = empty(STANDARD)
    hand = replace(hand, terrain=put(put(hand.terrain, "forest"), terrain))
    first, second = hand.terrain.places[:2]
    assert numbers(hand).places == (first,) and second not in numbers(hand).places
