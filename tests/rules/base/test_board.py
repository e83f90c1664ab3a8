"""B-01 to B-04, B-08: what a board is made of, what is wrong with one, and how one is laid."""

from __future__ import annotations

import itertools
import math
import random
from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.app.narrate import violation_text
from companion.engine.geometry import geometry
from companion.engine.ids import CornerId, EdgeId, HexId
from companion.engine.verdict import Severity, Violation
from companion.rules.base.board import (
    PRODUCES,
    Board,
    Harbour,
    Island,
    harbour_corners,
    hexes_by_token,
    hexes_of,
    with_tokens_swapped,
)
from companion.rules.base.board_faults import board_faults
from companion.rules.base.board_making import (
    beginners_board,
    islands,
    layouts,
    printed_harbours,
    random_board,
    shuffled_harbours,
    terrain_at_random,
    tokens_at_random,
    tokens_by_letter,
    variable_board,
)
from companion.rules.base.goods import readable
from tests.kit.boards import drawn

few = settings(max_examples=40, deadline=None, print_blob=True)

SEEDS = st.integers(0, 2**32 - 1)

ISLAND = islands()["standard"]

LARGE = Island(
    rows=(3, 4, 5, 6, 5, 4, 3),
    terrain={"forest": 6, "pasture": 6, "fields": 6, "hills": 5, "mountains": 5, "desert": 2},
    tokens=(
        *(2, 5, 4, 6, 3, 9, 8, 11, 11, 10, 6, 3, 8, 4),
        *(8, 10, 11, 12, 10, 5, 4, 9, 5, 9, 12, 3, 2, 6),
    ),
)
"""For five and six players; where its harbours lie is not known."""

HARBOURS = "0NW any, 1NE grain, 6NE ore, 11E any, 15SE wool, 17SE any, 16SW any, 12W brick, 3W lumber"

KOSMOS = """
      f6   p3   p8
    g2   m4   g5   f10
  f5   h9   d    m6   g9
    g10  m11  f3   p12
      p8   h4   h11
"""

ENGLISH = """
      m10  p2   f9
    g12  h6   p4   h10
  g9   f11  d    f3   m8
    f8   m3   g4   p5
      h5   g6   p11
"""

KNOWN = drawn(ENGLISH, HARBOURS)


def faults(board: Board, island: Island = ISLAND, **how: bool) -> list[tuple[str, str, dict[str, Any]]]:
    """Rule, key and parameters of all faults; each has a whole sentence."""
    found = board_faults(board, island, **how)
    for fault in found:
        text = violation_text(fault, ())
        assert text.endswith(".")
        assert text != fault.key
        assert not set("{}") & set(text)
    return [(str(fault.rule), fault.key, fault.params) for fault in found]


def hard(board: Board, island: Island = ISLAND) -> list[Violation]:
    """What makes a board impossible."""
    return [fault for fault in board_faults(board, island) if fault.severity is Severity.HARD]


def put(board: Board, **hexes: str) -> Board:
    """The board with other things on some hexes: ``put(board, h0="f6")``."""
    terrain, tokens = list(board.terrain), list(board.tokens)
    for name, text in hexes.items():
        other = drawn(text)
        terrain[int(name[1:])], tokens[int(name[1:])] = other.terrain[0], other.tokens[0]
    return msgspec.structs.replace(board, terrain=tuple(terrain), tokens=tuple(tokens))


def with_harbours(board: Board, harbours: str) -> Board:
    """The board with these harbours instead."""
    return msgspec.structs.replace(board, harbours=drawn("d", harbours).harbours)


# --- B-01 to B-04: what the box holds


def test_b_01_the_island_has_nineteen_hexes() -> None:
    assert ISLAND.rows == (3, 4, 5, 4, 3)
    assert ISLAND.terrain == {"forest": 4, "pasture": 4, "fields": 4, "hills": 3, "mountains": 3, "desert": 1}
    assert sum(ISLAND.terrain.values()) == 19


def test_b_01_each_terrain_has_its_good_and_the_desert_none() -> None:
    assert PRODUCES == {
        "forest": "lumber",
        "pasture": "wool",
        "fields": "grain",
        "hills": "brick",
        "mountains": "ore",
    }


def test_b_01_five_forests_and_two_hills_are_two_faults_that_the_table_may_let_stand() -> None:
    board = put(KNOWN, h4="f6")
    assert faults(board) == [
        ("B-01", "board.terrain-wrong", {"terrain": "forest", "given": 5, "needed": 4}),
        ("B-01", "board.terrain-wrong", {"terrain": "hills", "given": 2, "needed": 3}),
    ]
    assert not hard(board)
    assert [violation_text(fault, ()) for fault in board_faults(board, ISLAND)] == [
        "forest: 5 on the board, 4 in the box.",
        "hills: 2 on the board, 3 in the box.",
    ]


def test_b_01_there_is_no_moor_and_no_lake_unless_the_box_has_one() -> None:
    moor = msgspec.structs.replace(KNOWN, terrain=("moor", *KNOWN.terrain[1:-1], "moor"))
    assert ("B-01", "board.terrain-unknown", {"name": "moor", "hexes": ("0", "18"), "count": 2}) in faults(
        moor
    )
    assert len(hard(moor)) == 1
    lake = msgspec.structs.replace(KNOWN, terrain=(*KNOWN.terrain[:9], "lake", *KNOWN.terrain[10:]))
    assert hard(lake)
    terrain = {**ISLAND.terrain, "lake": 1}
    del terrain["desert"]
    assert not board_faults(lake, msgspec.structs.replace(ISLAND, terrain=terrain))


def test_b_01_terrain_fills_the_rows() -> None:
    short = msgspec.structs.replace(KNOWN, terrain=KNOWN.terrain[:-1])
    assert ("B-01", "board.terrain-length", {"given": 18, "needed": 19}) in faults(short)
    long = msgspec.structs.replace(KNOWN, terrain=KNOWN.terrain * 10_000)
    assert ("B-01", "board.terrain-length", {"given": 190_000, "needed": 19}) in faults(long)
    assert hard(short)
    assert hard(long)


def test_b_01_an_island_of_another_shape_is_the_tables_affair() -> None:
    board = drawn("f6 p3\ng2 m4 h5\nd p8")
    found = board_faults(board, ISLAND)
    assert violation_text(found[0], ()) == (
        "The rows of this board have 2, 3, 2 hexes, those of the island in the box 3, 4, 5, 4, 3."
    )
    assert all(fault.severity is Severity.SOFT for fault in found)


def test_b_02_eighteen_tokens_one_2_one_12_and_two_of_each_other() -> None:
    assert Counter(ISLAND.tokens) == {2: 1, 12: 1, **dict.fromkeys((3, 4, 5, 6, 8, 9, 10, 11), 2)}


def test_b_02_three_fives_and_one_six_are_two_faults_that_the_table_may_let_stand() -> None:
    board = put(KNOWN, h4="h5")
    assert faults(board) == [
        ("B-02", "board.token-wrong", {"number": 5, "given": 3, "needed": 2}),
        ("B-02", "board.token-wrong", {"number": 6, "given": 1, "needed": 2}),
    ]
    assert not hard(board)


def test_b_02_a_number_on_the_desert_and_a_field_without_one() -> None:
    board = put(KNOWN, h9="d9", h7="g")
    assert faults(board) == [
        ("B-02", "board.token-on-barren", {"terrain": "desert", "hexes": ("9",), "count": 1}),
        ("B-02", "board.token-missing", {"hexes": ("7",), "count": 1}),
    ]
    assert not hard(board)
    both = board_faults(put(KNOWN, h7="g", h1="p"), ISLAND)
    assert violation_text(both[-1], ()) == "Hexes 1, 7 have no number token."


@pytest.mark.parametrize("number", [7, 1, 13, -1, -5, 10**18, -(10**18)])
def test_b_02_no_token_has_that_number(number: int) -> None:
    board = msgspec.structs.replace(KNOWN, tokens=(number, *KNOWN.tokens[1:]))
    shown = readable(number)
    assert faults(board)[0] == (
        "B-02", "board.token-unknown", {"number": shown, "hexes": ("0",), "count": 1},
    )  # fmt: skip
    assert len(hard(board)) == 1


def test_b_02_tokens_fill_the_rows() -> None:
    for tokens in (KNOWN.tokens[:-1], (*KNOWN.tokens, 3), ()):
        board = msgspec.structs.replace(KNOWN, tokens=tokens)
        assert faults(board) == [("B-02", "board.tokens-length", {"given": len(tokens), "needed": 19})]
        assert hard(board)


def test_b_03_nine_harbours_each_serve_two_intersections_at_the_coast() -> None:
    corners = harbour_corners(KNOWN)
    assert len(KNOWN.harbours) == 9
    assert Counter(ISLAND.harbours) == {"any": 4, "lumber": 1, "brick": 1, "wool": 1, "grain": 1, "ore": 1}
    assert len(corners) == 18
    assert set(corners) <= set(KNOWN.geometry.coast_corners)
    # the harbour for grain lies north-east of hex 1, between its north and its north-east corner
    assert {corner for corner, good in corners.items() if good == "grain"} == {"1N", "1NE"}
    assert corners[CornerId("0NW")] == corners[CornerId("0N")] == "any"
    assert CornerId("0NE") not in corners


def test_b_03_the_sides_of_the_frame() -> None:
    assert " ".join(ISLAND.harbour_sides) == "0NW 1NE 6NE 11E 15SE 17SE 16SW 12W 3W"
    coast = geometry(ISLAND.rows).coast
    places = [coast.index(edge) for edge in ISLAND.harbour_sides]
    assert places == sorted(places), "clockwise"
    gaps = [(after - before) % 30 for before, after in itertools.pairwise([*places, places[0]])]
    assert gaps == [3, 4, 3, 3, 4, 3, 3, 4, 3]


@pytest.mark.parametrize(
    ("harbours", "fault"),
    [
        ("0NW any, 0NW wool", ("B-03", "board.harbour-twice", {"edge": "0NW"})),
        ("0NW any, 0NE wool", ("B-03", "board.harbours-touch", {"edge": "0NW", "other": "0NE"})),
        ("0NW any, 0W wool", ("B-03", "board.harbours-touch", {"edge": "0W", "other": "0NW"})),
        ("2E any, 6NE wool", ("B-03", "board.harbours-touch", {"edge": "2E", "other": "6NE"})),
        ("4E any", ("B-03", "board.harbour-inland", {"edge": "4E"})),
        ("5W any", ("B-03", "board.harbour-inland", {"edge": "5W"})),
        ("19NE any", ("B-04", "board.harbour-off-board", {"edge": "19NE"})),
        ("0N any", ("B-04", "board.harbour-off-board", {"edge": "0N"})),
        ("-1NE any", ("B-04", "board.harbour-off-board", {"edge": "-1NE"})),
        ("0NW gold", ("B-03", "board.harbour-unknown", {"edge": "0NW", "name": "gold"})),
    ],
    ids=lambda value: value if isinstance(value, str) else value[1],
)
def test_b_03_a_harbour_that_cannot_lie_there(harbours: str, fault: tuple[str, str, dict[str, Any]]) -> None:
    board = with_harbours(KNOWN, harbours)
    assert fault in faults(board)
    assert [found.key for found in hard(board)] == [fault[1]]


def test_b_03_more_harbours_than_the_coast_has_sides() -> None:
    board = with_harbours(KNOWN, ", ".join(["0NW any"] * 5000))
    assert ("B-03", "board.harbours-too-many", {"given": 5000, "needed": 30}) in faults(board)
    assert len(faults(board)) < 20


def test_b_03_a_second_harbour_for_wool_in_place_of_the_one_for_ore() -> None:
    board = with_harbours(KNOWN, HARBOURS.replace("ore", "wool"))
    assert faults(board) == [
        ("B-03", "board.harbour-wrong", {"harbour": "ore", "given": 0, "needed": 1}),
        ("B-03", "board.harbour-wrong", {"harbour": "wool", "given": 2, "needed": 1}),
    ]
    assert not hard(board)
    assert violation_text(board_faults(board, ISLAND)[0], ()) == (
        "2:1 harbour for ore: 0 on the board, 1 in the box."
    )


def test_b_03_harbours_may_lie_elsewhere_on_the_coast() -> None:
    # the frame put together from the next piece on: the same kinds, each at another side
    turn = geometry(ISLAND.rows).turned(1).edges
    moved = tuple(Harbour(turn[harbour.edge], harbour.good) for harbour in KNOWN.harbours)
    assert {harbour.edge for harbour in moved} != set(ISLAND.harbour_sides)
    assert not board_faults(msgspec.structs.replace(KNOWN, harbours=moved), ISLAND)


def test_b_04_the_island_has_54_intersections_and_72_paths() -> None:
    layout = KNOWN.geometry
    assert (len(layout.corners), len(layout.edges)) == (54, 72)
    assert Counter(len(layout.neighbours[corner]) for corner in layout.corners) == {2: 18, 3: 36}
    # the intersections of hexes 1, 4, 5 and of 13, 14, 17, as everybody at the table would name them
    assert layout.corner_hexes[layout.corner("5NW")] == (1, 4, 5)
    assert layout.corner_hexes[layout.corner("17N")] == (13, 14, 17)


@pytest.mark.parametrize("rows", [(3, 4, 4, 4, 3), (), (0,), (-3, -4), (19,), (10**12,), (1, 2) * 500])
def test_b_04_rows_that_do_not_interlock_are_no_board(rows: tuple[int, ...]) -> None:
    board = msgspec.structs.replace(KNOWN, rows=rows)
    assert faults(board) == [("B-04", "board.rows", {"most": 12})]
    assert hard(board)


# --- B-08: all faults at once, and the layouts


def test_b_08_a_board_entered_by_hand_is_told_all_its_faults_at_once() -> None:
    board = drawn(
        """
              f6   p3   p7
            g2   x4   g5   f10
          f5   h9   d2   m6   g9
            g10  m11  f3   p12
              p8   h    h11
        """,
        "0NW any, 0NE gold, 9E wool, 44NE ore",
    )
    assert {key for _, key, _ in faults(board)} == {
        "board.terrain-unknown",
        "board.terrain-wrong",
        "board.token-unknown",
        "board.token-wrong",
        "board.token-on-barren",
        "board.token-missing",
        "board.harbour-unknown",
        "board.harbours-touch",
        "board.harbour-inland",
        "board.harbour-off-board",
        "board.harbour-wrong",
    }
    assert {rule for rule, _, _ in faults(board)} == {"B-01", "B-02", "B-03", "B-04"}
    nothing_fits = msgspec.structs.replace(board, rows=(3, 3))
    assert {key for _, key, _ in faults(nothing_fits)} == {
        "board.rows",
        "board.terrain-unknown",
        "board.token-unknown",
        "board.harbour-unknown",
        "board.harbour-wrong",
    }


def test_b_08_names_of_any_length_are_cut() -> None:
    board = Board((1,), ("x" * 10**6,), (0,), (Harbour(EdgeId("y" * 10**6), "z" * 10**6),))
    assert all(len(violation_text(fault, ())) < 200 for fault in board_faults(board, ISLAND))


@pytest.mark.parametrize(("name", "picture"), [("kosmos", KOSMOS), ("english", ENGLISH)])
def test_b_08_the_layouts_for_beginners(name: str, picture: str) -> None:
    board = beginners_board(name, random.Random(8))
    assert (board.rows, board.terrain, board.tokens) == (
        drawn(picture).rows,
        drawn(picture).terrain,
        drawn(picture).tokens,
    )
    assert not board_faults(board, ISLAND, random_tokens=True)
    assert set(layouts()) == {"kosmos", "english"}


def test_b_08_the_harbours_of_a_layout_are_as_its_book_says_or_lie_at_random() -> None:
    assert beginners_board("english", random.Random(1)).harbours == drawn("d", HARBOURS).harbours
    assert len({beginners_board("kosmos", random.Random(seed)).harbours for seed in range(20)}) > 10


def test_b_08_tokens_in_the_order_of_their_letters_desert_skipped() -> None:
    assert ISLAND.tokens == (5, 2, 6, 3, 8, 10, 9, 12, 11, 4, 8, 10, 9, 4, 5, 6, 3, 11)
    # A 5 on hex 0, then down the left side: 2, 6 ...
    middle = drawn(
        """
              f5   f10  f8
            f2   f9   f11  f4
          f6   f4   d    f3   f11
            f3   f5   f6   f12
              f8   f10  f9
        """
    )
    assert tokens_by_letter(ISLAND, middle.terrain, HexId(0)) == middle.tokens
    # A 5 on hex 2, then down the right side, where the desert lies second
    side = drawn(
        """
              f4   f8   f5
            f11  f3   f10  d
          f12  f6   f11  f9   f2
            f9   f5   f4   f6
              f10  f8   f3
        """
    )
    assert tokens_by_letter(ISLAND, side.terrain, HexId(2), clockwise=True) == side.tokens


def test_b_08_the_letters_begin_at_a_corner_of_the_island() -> None:
    with pytest.raises(ValueError, match="may not begin on hex 1"):
        tokens_by_letter(ISLAND, KNOWN.terrain, HexId(1))
    with pytest.raises(ValueError, match="may not begin on hex 9"):
        variable_board(ISLAND, random.Random(1), start=HexId(9))


def test_b_08_with_a_second_desert_the_last_token_stays_in_the_box() -> None:
    terrain = put(KNOWN, h0="d").terrain
    tokens = tokens_by_letter(ISLAND, terrain, HexId(2))
    assert Counter(tokens) == Counter(ISLAND.tokens[:-1]) + Counter({0: 2})
    random_tokens = tokens_at_random(ISLAND, terrain, random.Random(3))
    assert [hex for hex in range(19) if random_tokens[hex] == 0] == [0, 9]
    assert not Counter(random_tokens) - Counter([*ISLAND.tokens, 0, 0])


def test_b_08_with_a_hex_more_a_hex_stays_bare() -> None:
    terrain = put(KNOWN, h9="h").terrain
    assert tokens_by_letter(ISLAND, terrain, HexId(2))[9] == 0
    assert Counter(tokens_at_random(ISLAND, terrain, random.Random(3))) == Counter([*ISLAND.tokens, 0])


@few
@given(SEEDS)
def test_b_08_the_variable_board_from_any_corner_and_in_both_directions(seed: int) -> None:
    for island in (ISLAND, LARGE):
        for start, clockwise in itertools.product(geometry(island.rows).tips, (False, True)):
            board = variable_board(
                island, random.Random(seed), start=start, clockwise=clockwise, shuffle_harbours=True
            )
            assert not board_faults(board, island)
            order = board.geometry.spiral(start, clockwise)
            assert (
                tuple(board.tokens[hex] for hex in order if board.terrain[hex] != "desert") == island.tokens
            )
        chosen = variable_board(island, random.Random(seed))
        assert not board_faults(chosen, island)
        assert chosen.harbours == printed_harbours(island)


@few
@given(SEEDS)
def test_b_08_tokens_at_random_have_no_6_or_8_beside_another(seed: int) -> None:
    for island in (ISLAND, LARGE):
        board = random_board(island, random.Random(seed), shuffle_harbours=True)
        assert not board_faults(board, island, random_tokens=True)
        assert red_pairs(board) == set()


def red_pairs(board: Board) -> set[tuple[int, int]]:
    """Hexes with a 6 or an 8 whose middles are as far apart as those of neighbours."""
    red = [hex for hex in board.geometry.hexes if board.tokens[hex] in (6, 8)]
    centre = board.geometry.centre
    return {
        (one, two) for one, two in itertools.combinations(red, 2) if math.dist(centre[one], centre[two]) < 1.8
    }


@few
@given(SEEDS)
def test_b_08_red_neighbours_are_a_fault_of_random_tokens_only(seed: int) -> None:
    chance = random.Random(seed)
    tokens = list(ISLAND.tokens)
    chance.shuffle(tokens)
    board = msgspec.structs.replace(KNOWN, tokens=(*tokens[:9], 0, *tokens[9:]))
    assert not board_faults(board, ISLAND)
    found = board_faults(board, ISLAND, random_tokens=True)
    assert {(fault.params["hex"], fault.params["other"]) for fault in found} == red_pairs(board)
    assert all(fault.rule == "B-08" and fault.severity is Severity.SOFT for fault in found)


def test_b_08_a_6_beside_an_8_is_named_with_both_hexes() -> None:
    board = with_tokens_swapped(KNOWN, HexId(3), HexId(12))
    assert [violation_text(fault, ()) for fault in board_faults(board, ISLAND, random_tokens=True)] == [
        "Red numbers lie side by side: 8 on hex 3 and 6 on hex 4."
    ]


def test_b_08_every_way_to_lay_the_red_numbers_apart_is_equally_likely() -> None:
    #   0  1
    #  2  3  4    of the 21 pairs of these hexes 12 are neighbours, and 9 lie apart
    #   5  6
    island = Island(rows=(2, 3, 2), terrain={"forest": 7}, tokens=(6, 8, 2, 3, 4, 5, 9))
    terrain = ("forest",) * 7
    chance = random.Random(20)
    rounds = 18_000
    seen = Counter(
        tuple(hex for hex, token in enumerate(tokens_at_random(island, terrain, chance)) if token in (6, 8))
        for _ in range(rounds)
    )
    assert set(seen) == {(0, 4), (0, 5), (0, 6), (1, 2), (1, 5), (1, 6), (2, 4), (2, 6), (4, 5)}
    # chi squared with 8 degrees of freedom is above 26.1 once in a thousand
    assert sum((count - rounds / 9) ** 2 / (rounds / 9) for count in seen.values()) < 26.1


@pytest.mark.parametrize(("rows", "most"), [((3, 4, 5, 4, 3), 7), ((3, 4, 5, 6, 5, 4, 3), 10), ((1, 2), 1)])
def test_b_08_laying_red_numbers_apart_ends_even_if_it_cannot_be_done(
    rows: tuple[int, ...], most: int
) -> None:
    hexes = sum(rows)
    for red in (most, most + 1):
        tokens = (*[6] * red, *[5] * (hexes - red))
        island = Island(rows=rows, terrain={"forest": hexes}, tokens=tokens)
        if red == most:
            assert not red_pairs(random_board(island, random.Random(5)))
        else:
            with pytest.raises(ValueError, match="cannot lie apart"):
                random_board(island, random.Random(5))


def test_b_08_harbours_as_printed_or_in_any_order() -> None:
    assert printed_harbours(ISLAND) == drawn("d", HARBOURS).harbours
    chance = random.Random(9)
    seen = {shuffled_harbours(ISLAND, chance) for _ in range(50)}
    assert len(seen) > 45
    for harbours in seen:
        assert [harbour.edge for harbour in harbours] == list(ISLAND.harbour_sides)
        assert Counter(harbour.good for harbour in harbours) == Counter(ISLAND.harbours)


def test_b_08_terrain_comes_to_lie_on_any_hex() -> None:
    chance = random.Random(10)
    seen = [terrain_at_random(ISLAND, chance) for _ in range(300)]
    assert all(Counter(terrain) == ISLAND.terrain for terrain in seen)
    assert {terrain.index("desert") for terrain in seen} == set(range(19))


def test_b_08_the_same_chance_lays_the_same_board() -> None:
    for lay in (variable_board, random_board):
        one, same, other = (lay(ISLAND, random.Random(seed), shuffle_harbours=True) for seed in (1, 1, 2))
        assert one == same
        assert one != other


# --- the larger island


def test_an_island_whose_harbours_are_not_known_has_no_fault_for_it() -> None:
    board = random_board(LARGE, random.Random(4))
    assert not board.harbours
    assert not board_faults(board, LARGE)
    some = msgspec.structs.replace(board, harbours=drawn("d", "0NW any, 17E wool").harbours)
    assert not board_faults(some, LARGE)
    assert [fault.key for fault in hard(with_harbours(board, "0NW any, 14E wool"), LARGE)] == [
        "board.harbour-inland"
    ]


# --- looking things up


def test_the_hexes_of_each_number() -> None:
    found = hexes_by_token(KNOWN)
    assert found[10] == (0, 6)
    assert found[2] == (1,)
    assert sorted(found) == [2, 3, 4, 5, 6, 8, 9, 10, 11, 12]
    assert sorted(hex for hexes in found.values() for hex in hexes) == [hex for hex in range(19) if hex != 9]
    assert hexes_by_token(KNOWN) is found, "computed once"


def test_the_hexes_of_a_terrain() -> None:
    assert hexes_of(KNOWN, "desert") == (9,)
    assert hexes_of(KNOWN, "hills") == (4, 6, 16)
    assert hexes_of(KNOWN, "lake") == ()


def test_swapped_tokens_are_found_where_they_now_lie() -> None:
    assert hexes_by_token(KNOWN)[12] == (3,)
    after = with_tokens_swapped(KNOWN, HexId(3), HexId(16))
    assert (after.tokens[3], after.tokens[16]) == (5, 12)
    assert hexes_by_token(after)[12] == (16,)
    assert hexes_by_token(KNOWN)[12] == (3,), "the board before stays as it was"
    assert with_tokens_swapped(after, HexId(16), HexId(3)) == KNOWN
    assert after != KNOWN


def test_a_board_is_written_and_read_and_equal_boards_are_equal_values() -> None:
    hexes_by_token(KNOWN)
    again = msgspec.json.decode(msgspec.json.encode(KNOWN), type=Board)
    assert again == KNOWN
    assert hash(again) == hash(KNOWN)
    assert again.geometry is KNOWN.geometry
    assert set(msgspec.to_builtins(KNOWN)) == {"rows", "terrain", "tokens", "harbours"}
