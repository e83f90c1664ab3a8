"""What scenarios say of a board: which hexes lie where, by which diagram, and where nothing may be built."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from msgspec.structs import replace

from companion.app.board_code import Recipe, made
from companion.app.board_entry import asked, board, empty, numbers, put, values
from companion.engine.geometry import geometry
from companion.engine.ids import EdgeId, HexId, Site
from companion.rules.base.board import Area, Board, Island, hubs_of
from companion.rules.base.board_faults import board_faults
from companion.rules.base.board_making import islands, random_board, variable_board
from companion.rules.base.trail import longest_trail, trail_length

STANDARD = islands()["standard"]
LAND = geometry(STANDARD.rows)
COAST = tuple(LAND.coast_hexes)
INNER = tuple(hex for hex in LAND.hexes if hex not in COAST)

TOKENS = (3, 8, 0, 9, 4, 5, 10, 12, 6, 10, 8, 11, 4, 9, 3, 5, 0, 6, 2)

FORTRESS = replace(
    STANDARD,
    terrain={**STANDARD.terrain, "forest": 3, "fortress": 1},
    areas=(
        Area((HexId(16),), {"fortress": 1}),
        Area((HexId(2),), {"desert": 1}),
        Area(
            tuple(hex for hex in COAST if hex not in (2, 16)),
            {"forest": 2, "hills": 2, "pasture": 3, "mountains": 1, "fields": 2},
        ),
    ),
    tokens=tuple(token for token in TOKENS if token),
    rule="XX-01",
)
DIAGRAM = replace(FORTRESS, tokens_by_hex=TOKENS)


def keys(found: Board, island: Island) -> list[str]:
    return [fault.key for fault in board_faults(found, island)]


@pytest.mark.parametrize("seed", range(20))
@pytest.mark.parametrize("way", ["letters", "random", "code", "spread by letters"])
def test_every_board_made_up_by_chance_keeps_to_the_areas(way: str, seed: int) -> None:
    chance = random.Random(seed)
    if way == "letters":
        found = variable_board(FORTRESS, chance)
    elif way == "random":
        found = random_board(FORTRESS, chance)
    else:
        found = made(Recipe(seed, letters=way != "code"), FORTRESS)
    assert (found.terrain[16], found.terrain[2]) == ("fortress", "desert")
    assert Counter(found.terrain[hex] for hex in COAST)["pasture"] == 3
    assert Counter(found.terrain) == FORTRESS.terrain
    assert keys(found, FORTRESS) == []


def test_a_diagram_says_where_the_tokens_lie() -> None:
    for found in (made(Recipe(3), DIAGRAM), random_board(DIAGRAM, random.Random(1))):
        assert found.tokens == DIAGRAM.tokens_by_hex
    swapped = replace(found, tokens=(8, 3, *found.tokens[2:]))
    faults = [fault for fault in board_faults(swapped, DIAGRAM) if fault.key == "board.token-elsewhere"]
    assert [(fault.rule, fault.params["hex"], fault.params["needed"]) for fault in faults] == [
        ("XX-01", 0, 3),
        ("XX-01", 1, 8),
    ]


def test_terrain_in_the_wrong_area_is_said_with_the_rule_of_the_island() -> None:
    laid = made(Recipe(1), FORTRESS)
    found = list(laid.terrain)
    found[16], found[2] = found[2], found[16]
    faults = board_faults(replace(laid, terrain=tuple(found)), FORTRESS)
    assert {(fault.key, fault.rule) for fault in faults} == {("board.area-wrong", "XX-01")}


def test_what_lies_there_in_every_game_is_not_asked() -> None:
    hand = empty(DIAGRAM)
    assert {2, 16}.isdisjoint(hand.terrain.places)
    assert {"desert", "fortress"}.isdisjoint(dict(hand.terrain.box))
    found = made(Recipe(5), DIAGRAM)
    while (hex := asked(hand.terrain)) is not None:
        hand = replace(hand, terrain=put(hand.terrain, found.terrain[hex]))
    assert values(hand.terrain) == dict(enumerate(found.terrain))
    assert asked(numbers(hand)) is None
    assert board(hand, DIAGRAM) == found


def test_the_middle_of_a_hub_comes_with_its_terrain() -> None:
    island = replace(FORTRESS, hubs={"fortress": ("N", "NE")})
    laid = made(Recipe(2), island)
    assert hubs_of(island, laid.terrain) == ((16, ("N", "NE")),)
    assert "16C" in replace(laid, hubs=hubs_of(island, laid.terrain)).geometry.corners
    assert "16C" not in laid.geometry.corners


def test_a_road_that_counts_twice_makes_a_trail_longer() -> None:
    """A fork of three branches is two long; with a camel on one of them three, along that one."""
    row = [LAND.edge(name) for name in ("4NW", "4NE", "5NW", "4E")]
    fork, closed = row[:2], frozenset[Site]()
    assert trail_length(LAND, fork, closed) == 2
    assert trail_length(LAND, fork, closed, {fork[1]: 2}) == 3
    twice = {EdgeId(row[3]): 2}
    assert trail_length(LAND, row, closed) == 3
    assert trail_length(LAND, row, closed, twice) == 4
    assert sum(twice.get(edge, 1) for edge in longest_trail(LAND, row, closed, twice)) == 4


@pytest.mark.parametrize("seed", range(5))
def test_an_area_may_mix_what_produces_and_what_does_not(seed: int) -> None:
    middle = (HexId(8), HexId(9), HexId(10))
    island = replace(
        STANDARD,
        terrain={**STANDARD.terrain, "fields": 3, "oasis": 1},
        areas=(Area(middle, {"oasis": 1, "fields": 1, "desert": 1}),),
    )
    found = made(Recipe(seed), island)
    assert sorted(found.terrain[hex] for hex in middle) == ["desert", "fields", "oasis"]
    assert Counter(found.terrain) == island.terrain
