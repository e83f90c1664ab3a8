"""The island with two rivers: where everything lies, the 2 beside the 12, the robber (RI-01 to RI-03)."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from companion.app import board_code, board_entry
from companion.engine.ids import EdgeId, HexId
from companion.engine.level import Level
from companion.presenters import board_setup
from companion.rules.base.board import Island, hexes_by_token, hexes_of
from companion.rules.base.board_faults import board_faults
from companion.rules.base.board_making import random_board, starts, tokens_by_letter, variable_board
from companion.rules.base.facts.robber import StateRobber
from companion.rules.base.robber import MoveRobber
from companion.rules.base.setup import LayBoard
from companion.rules.scenarios.rivers.course import course, drawings, second_numbers
from companion.rules.scenarios.rivers.course import rivers as courses
from tests.kit.island import BEGINNERS
from tests.kit.rivers import RIVER_BOARD, RIVERS, SITES, Waterside, rivers
from tests.kit.tables import ANNA, evening

FIXED = {
    3: "mountains",
    8: "hills",
    13: "pasture",
    17: "swamp",
    5: "mountains",
    10: "hills",
    15: "swamp",
}


def beginning(**options: str) -> Waterside:
    """A game before its board is laid."""
    return Waterside(evening(modules=RIVERS, level=Level.L3, **options).session)


def the_island(**options: str) -> Island:
    found: Island = beginning(**options).table.value("island")
    return found


def test_ri_01_the_rivers_lie_where_they_always_lie_and_replace_seven_hexes() -> None:
    island = the_island()
    assert island.fixed == FIXED
    assert island.terrain == {
        "forest": 4,
        "pasture": 3,
        "fields": 4,
        "hills": 3,
        "mountains": 3,
        "swamp": 2,
    }
    assert sum(island.loose.values()) == 12
    table = beginning()
    table.enter(LayBoard(ANNA, RIVER_BOARD))
    assert table.base.board is not None


def test_ri_01_a_river_hex_elsewhere_is_said_and_may_stand() -> None:
    terrain = list(RIVER_BOARD.terrain)
    terrain[3], terrain[0] = terrain[0], terrain[3]
    moved = replace(RIVER_BOARD, terrain=tuple(terrain))
    faults = beginning().violations(LayBoard(ANNA, moved))
    assert {(fault.rule, fault.key) for fault in faults} == {("RI-01", "board.area-wrong")}
    beginning().overrule(LayBoard(ANNA, moved))


def test_ri_01_a_board_with_a_desert_has_no_rivers() -> None:
    assert beginning().refused(LayBoard(ANNA, BEGINNERS)) == {"RI-01", "RI-02"}


def test_ri_01_each_river_runs_from_hex_to_hex_down_to_the_sea() -> None:
    land = RIVER_BOARD.geometry
    for river in courses():
        for one, other, edge in zip(river.hexes, river.hexes[1:], river.bridges, strict=False):
            assert set(land.edge_hexes[edge]) == {one, other}
        assert land.edge_hexes[river.bridges[-1]] == (river.hexes[-1],)
        assert river.bridges[-1] in land.coast
    assert course(land).bridges == set(SITES)


def test_ri_01_the_drawings_of_a_river_meet_at_its_bridge_sites() -> None:
    """A straight one runs west to east, a bend from the east to the south-west, a source to the east."""
    around = ("E", "SE", "SW", "W", "NW", "NE")
    ways = {"river_straight": (0, 3), "river_bend": (0, 2), "river_source": (0,)}
    land, wet = RIVER_BOARD.geometry, Counter[EdgeId]()
    for hex, drawing, turn in drawings(RIVER_BOARD):
        wet.update(land.edge(f"{hex}{around[(side + turn) % 6]}") for side in ways[drawing])
    mouths = {river.bridges[-1] for river in courses()}
    assert wet == Counter({site: 1 if site in mouths else 2 for site in SITES})


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("make", [variable_board, random_board])
def test_ri_01_boards_by_chance_keep_to_the_rivers(make: object, seed: int) -> None:
    assert callable(make)
    island = the_island()
    board = make(island, random.Random(seed))
    assert board_faults(board, island) == ()
    assert {hex: board.terrain[hex] for hex in FIXED} == FIXED
    assert [board.tokens[hex] for hex in (15, 17)] == [0, 0]
    beginning().enter(LayBoard(ANNA, board))


@pytest.mark.parametrize("seed", range(3))
def test_ri_01_boards_of_a_code_keep_to_the_rivers(seed: int) -> None:
    island = the_island()
    for flags in ((True,), (False, True), (False, False, True)):
        board = board_code.made(board_code.Recipe(seed, *flags), island)
        assert board_faults(board, island) == ()


def test_ri_01_by_hand_the_river_hexes_are_given() -> None:
    hand = board_entry.empty(the_island())
    assert dict(hand.terrain.given) == FIXED
    assert len(hand.terrain.places) == 12


@pytest.mark.parametrize("start", ["coast", "corner"])
def test_ri_02_tokens_out_of_their_order_are_said_and_may_stand(start: str) -> None:
    table = beginning(river_token_start=start)
    swapped = list(RIVER_BOARD.tokens)
    one, other = swapped.index(3), swapped.index(4)
    swapped[one], swapped[other] = 4, 3
    board = replace(RIVER_BOARD, tokens=tuple(swapped))
    assert [(fault.rule, fault.key) for fault in table.violations(LayBoard(ANNA, board))] == [
        ("RI-02", f"board.letters-{start}")
    ]
    table.overrule(LayBoard(ANNA, board))


def test_ri_02_the_letters_leave_b_out_and_pass_the_swamps() -> None:
    island = the_island()
    assert 2 not in island.tokens
    assert len(island.tokens) == 17
    assert tokens_by_letter(island, RIVER_BOARD.terrain, HexId(0)) == RIVER_BOARD.tokens
    assert RIVER_BOARD.tokens[:4] == (5, 8, 4, 6), "A on hex 0, then C (6) on hex 3 of the ring"


def test_ri_02_letters_entered_by_hand_leave_the_2_out() -> None:
    island = the_island()
    hand = board_entry.copied(board_entry.empty(island), RIVER_BOARD)
    laid = board_entry.tokens(replace(hand, letters=(HexId(7), False)), island)
    assert (laid[HexId(7)], laid[HexId(12)]) == (5, 6)
    assert HexId(17) not in laid


def test_ri_02_a_lies_on_any_coast_hex_or_in_another_edition_on_a_corner() -> None:
    everywhere, corners = the_island(), the_island(profile="official2025")
    assert set(starts(everywhere)) == {0, 1, 2, 3, 6, 7, 11, 12, 15, 16, 17, 18}
    assert set(starts(corners)) == {0, 2, 7, 11, 16, 18}
    with pytest.raises(ValueError, match="hex 1"):
        tokens_by_letter(corners, RIVER_BOARD.terrain, HexId(1))
    assert tokens_by_letter(everywhere, RIVER_BOARD.terrain, HexId(1))[1] == 5


@pytest.mark.parametrize(("option", "at"), [("coast", 12), ("corner", 6)])
def test_ri_02_the_screen_lights_where_a_may_lie(option: str, at: int) -> None:
    table = beginning(river_token_start=option).table
    setup = board_setup.start(table, 1)
    assert setup is not None
    setup = replace(setup, page="letters")
    assert len(board_setup.marks(setup).hexes) == at
    assert ("coast hex" in board_setup.missing(setup)) == (option == "coast")


def test_ri_02_the_hex_of_the_12_pays_on_2_and_on_12() -> None:
    """The 12 lies on hex 11, a forest."""
    for white, red in ((1, 1), (6, 6)):
        table = rivers(rolled=False, pieces="anna: settlement 11SE; ben: city 11NE")
        table.roll("anna", white, red)
        assert (table.cards("anna"), table.cards("ben")) == ("1 lumber", "2 lumber")


def test_ri_02_the_2_stands_beside_the_12() -> None:
    assert second_numbers(RIVER_BOARD) == {11: (2,)}


def test_ri_02_where_a_2_lies_by_the_tables_word_it_pays_by_itself() -> None:
    tokens = list(RIVER_BOARD.tokens)
    tokens[0] = 2
    board = replace(RIVER_BOARD, tokens=tuple(tokens))
    assert beginning().refused(LayBoard(ANNA, board)) == {"RI-02"}
    table = rivers(rolled=False, board=board, pieces="anna: settlement 11SE; ben: settlement 0N")
    table.roll("anna", 1, 1)
    assert (table.cards("anna"), table.cards("ben")) == ("", "1 lumber")
    assert second_numbers(board) == {}


def test_ri_02_a_number_on_a_swamp_is_said() -> None:
    tokens = list(RIVER_BOARD.tokens)
    tokens[0], tokens[17] = 0, 5
    swapped = replace(RIVER_BOARD, tokens=tuple(tokens))
    keys = {fault.key for fault in beginning().violations(LayBoard(ANNA, swapped))}
    assert keys == {"board.token-on-barren", "board.token-missing"}


def test_ri_02_the_other_numbers_pay_as_always() -> None:
    table = rivers(rolled=False, pieces="anna: settlement 10NE")
    assert hexes_by_token(RIVER_BOARD)[6] == (3, 10)
    table.roll("anna", 2, 4)
    assert table.cards("anna") == "1 brick"


def test_ri_03_the_robber_starts_on_the_swamp_of_the_long_river() -> None:
    table = rivers()
    assert table.base.robber == 17
    assert hexes_of(RIVER_BOARD, "swamp") == (15, 17)


def test_ri_03_the_table_may_say_that_he_starts_on_the_other_swamp() -> None:
    table = rivers()
    table.enter(StateRobber(ANNA, HexId(15)))
    assert table.base.robber == 15


def test_ri_03_of_swamps_laid_elsewhere_he_takes_the_first() -> None:
    terrain = list(RIVER_BOARD.terrain)
    terrain[17], terrain[1] = "pasture", "swamp"
    assert rivers(board=replace(RIVER_BOARD, terrain=tuple(terrain))).base.robber == 1
    dry = ["forest" if name == "swamp" else name for name in terrain]
    assert rivers(board=replace(RIVER_BOARD, terrain=tuple(dry))).base.robber is None


def test_ri_03_the_robber_leaves_the_swamp_on_a_7() -> None:
    table = rivers(rolled=False)
    table.roll("anna", 3, 4)
    assert table.refused(MoveRobber(ANNA, HexId(17))) == {"B-31"}
    table.enter(MoveRobber(ANNA, HexId(15)))


def test_ri_03_nobody_starts_with_gold() -> None:
    table = rivers()
    assert [table.gold(who) for who in table.core.ids] == [0, 0, 0, 0]
