"""Codes of boards: the same letters give the same board for ever, and a slip of the finger is noticed."""

from __future__ import annotations

import itertools

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app.board_code import (
    LENGTH,
    LETTERS,
    SEEDS,
    CodeError,
    Recipe,
    Stream,
    code_of,
    kind_for,
    letters_of,
    made,
    recipe_of,
)
from companion.engine.geometry import geometry
from companion.engine.ids import HexId
from companion.engine.level import Level
from companion.rules.base.board import Board, Island
from companion.rules.base.board_faults import board_faults
from companion.rules.base.board_making import islands, tokens_by_letter
from tests.kit.tables import evening

STANDARD = islands()["standard"]
LARGE = Island(
    (3, 4, 5, 6, 5, 4, 3),
    {"forest": 6, "pasture": 6, "fields": 6, "hills": 5, "mountains": 5, "desert": 2},
    tuple(
        number
        for number in (2, 12, *(3, 4, 5, 6, 8, 9, 10, 11))
        for _ in range(2 if number in (2, 12) else 3)
    ),
)
"""An island of thirty hexes: nothing here may count on nineteen."""

WITH_LAKE: Island = evening("anna ben", modules=("base", "fishermen"), level=Level.L2).table.value("island")

BOARDS = {
    "AGAA-AAAL": (
        "mountains8 fields5 pasture3 pasture5 hills10 mountains9 hills4 forest11 mountains3 forest8"
        " pasture10 fields2 pasture6 hills11 desert forest9 fields4 forest6 fields12",
        "any grain ore any wool any any brick lumber",
    ),
    "AHEK-LUWU": (
        "forest11 mountains12 pasture9 mountains4 hills6 forest5 fields10 hills8 fields3 pasture11"
        " desert forest8 pasture10 forest9 fields4 pasture3 fields5 hills2 mountains6",
        "any grain ore any wool any any brick lumber",
    ),
    "AJZZ-ZZZE": (
        "mountains10 fields5 pasture8 pasture8 hills2 forest9 forest3 hills11 fields5 mountains4"
        " hills6 forest11 desert fields10 mountains9 pasture3 fields4 pasture12 forest6",
        "lumber brick wool grain any any any ore any",
    ),
    "BHAA-ABWY": (
        "forest8 mountains11 fields3 mountains3 fields10 hills8 forest4 hills11 pasture2 desert"
        " fields9 pasture6 mountains5 forest4 pasture10 hills12 pasture9 fields5 forest6",
        "ore any brick wool any grain any lumber any",
    ),
}
"""Boards by their codes. They have been told to people: what makes another board of one of them needs another
version of the code, and these stay as they are."""

recipes = st.builds(
    Recipe,
    st.integers(0, SEEDS - 1),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)


def words(board: Board) -> tuple[str, str]:
    """A board as it stands in this file."""
    hexes = (f"{terrain}{token or ''}" for terrain, token in zip(board.terrain, board.tokens, strict=True))
    return " ".join(hexes), " ".join(harbour.good for harbour in board.harbours)


@pytest.mark.parametrize("code", BOARDS)
def test_b_08_a_code_gives_the_same_board_for_ever(code: str) -> None:
    assert words(made(recipe_of(code), STANDARD)) == BOARDS[code]


@given(recipes)
def test_a_code_comes_back_as_its_recipe_however_it_is_written(recipe: Recipe) -> None:
    code = code_of(recipe)
    assert len(letters_of(code)) == LENGTH and set(letters_of(code)) <= set(LETTERS)
    assert recipe_of(code) == recipe_of(code.lower().replace("-", " ")) == recipe_of(f" {code}\n") == recipe


@given(recipes, st.integers(0, LENGTH - 1), st.sampled_from(LETTERS))
def test_one_wrong_letter_is_always_noticed(recipe: Recipe, place: int, letter: str) -> None:
    code = letters_of(code_of(recipe))
    wrong = code[:place] + letter + code[place + 1 :]
    if wrong == code:
        assert recipe_of(wrong) == recipe
    else:
        with pytest.raises(CodeError, match="wrong"):
            recipe_of(wrong)


@given(recipes)
def test_letters_that_changed_places_are_always_noticed(recipe: Recipe) -> None:
    code = letters_of(code_of(recipe))
    for one, other in itertools.combinations(range(LENGTH), 2):
        swapped = list(code)
        swapped[one], swapped[other] = swapped[other], swapped[one]
        if code[one] != code[other]:
            with pytest.raises(CodeError, match="wrong"):
                recipe_of("".join(swapped))


@pytest.mark.parametrize(
    ("text", "why"),
    [("", "0"), ("ABC", "8 letters, not 3"), ("ABCD-EFG1", "the letter 1"), ("ABCD-EFGO", "the letter O")],
)
def test_what_is_no_code_is_said_in_one_sentence(text: str, why: str) -> None:
    with pytest.raises(CodeError, match=why):
        recipe_of(text)


def test_a_code_of_a_later_version_is_not_taken_for_one_of_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.app.board_code.VERSION", 15)
    later = code_of(Recipe(7))
    monkeypatch.undo()
    with pytest.raises(CodeError, match="newer Longship"):
        recipe_of(later)


# --- what is made ---------------------------------------------------------------------------------------


@given(recipes)
def test_b_01_b_02_b_03_a_made_board_has_what_is_in_the_box(recipe: Recipe) -> None:
    board = made(recipe, STANDARD)
    assert board_faults(board, STANDARD) == ()
    if not recipe.shuffled:
        assert tuple(harbour.good for harbour in board.harbours) == STANDARD.harbours


@given(recipes, st.sampled_from([STANDARD, LARGE]))
def test_b_08_no_red_numbers_side_by_side_and_no_terrain_beside_its_own(
    recipe: Recipe, island: Island
) -> None:
    board = made(recipe, island)
    if recipe.apart and not recipe.letters:
        assert board_faults(board, island, random_tokens=True) == ()
    if recipe.spread:
        land = board.geometry
        assert all(
            board.terrain[hex] != board.terrain[other]
            for hex in land.hexes
            for other in land.hex_neighbours[hex]
        )


@given(recipes)
def test_b_08_by_letters_the_tokens_go_round_from_a_corner(recipe: Recipe) -> None:
    board = made(msgspec.structs.replace(recipe, letters=True), STANDARD)
    assert board_faults(board, STANDARD, random_tokens=True) == (), "letters keep red numbers apart"
    ways = [
        tokens_by_letter(STANDARD, board.terrain, start, way)
        for start in geometry(STANDARD.rows).tips
        for way in (False, True)
    ]
    assert board.tokens in ways


@given(recipes)
def test_fi_01_the_lake_lies_where_the_desert_would_and_never_at_the_sea(recipe: Recipe) -> None:
    recipe = kind_for(WITH_LAKE, recipe)
    with_lake, with_desert = made(recipe, WITH_LAKE), made(recipe, STANDARD)
    assert board_faults(with_lake, WITH_LAKE) == ()
    assert with_lake.terrain.index("lake") not in with_lake.geometry.coast_hexes
    assert tuple("lake" if name == "desert" else name for name in with_desert.terrain) == with_lake.terrain
    assert with_desert.tokens == with_lake.tokens


def test_an_island_where_terrain_cannot_be_spread_is_made_all_the_same() -> None:
    island = Island((1, 2, 1), {"forest": 4}, (6, 8, 6, 8))
    board = made(Recipe(1, apart=False), island)
    assert board.terrain == ("forest",) * 4 and sorted(board.tokens) == [6, 6, 8, 8]


# --- chance ---------------------------------------------------------------------------------------------


def test_chance_is_even_and_the_same_for_a_seed() -> None:
    assert [Stream(3).randrange(1000) for _ in range(3)] == [Stream(3).randrange(1000)] * 3
    stream = Stream(11)
    counts = [0] * 6
    for _ in range(6000):
        counts[stream.randrange(6)] += 1
    assert min(counts) > 900 and max(counts) < 1100
    orders = {"".join(shuffled(seed)) for seed in range(400)}
    assert len(orders) == 24, "every order of four comes up"
    assert stream.choice([HexId(4)]) == 4 and stream.randrange(1) == 0


def shuffled(seed: int) -> list[str]:
    letters = list("abcd")
    Stream(seed).shuffle(letters)
    return letters
