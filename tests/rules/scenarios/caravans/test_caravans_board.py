"""The oasis, its arrows, and the robber at the beginning (CV-01)."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from companion.engine.ids import HexId
from companion.engine.level import Level
from companion.rules.base.board import Board
from companion.rules.base.board_faults import board_faults
from companion.rules.base.board_making import beginners_board, random_board, variable_board
from companion.rules.base.robber import MoveRobber
from companion.rules.base.setup import LayBoard
from companion.rules.scenarios.caravans.camels import OasisTurned
from companion.rules.scenarios.caravans.facts import StateCaravan, StateOasis
from companion.rules.scenarios.caravans.vote import PlaceCamel
from tests.kit.camels import CARAVANS, OASIS_BOARD, caravans
from tests.kit.island import edge
from tests.kit.tables import ANNA, BEN, evening, only


def swapped(board: Board, one: int, other: int) -> Board:
    terrain, tokens = list(board.terrain), list(board.tokens)
    terrain[one], terrain[other] = terrain[other], terrain[one]
    tokens[one], tokens[other] = tokens[other], tokens[one]
    return replace(board, terrain=tuple(terrain), tokens=tuple(tokens))


def test_cv_01_the_oasis_lies_in_the_middle() -> None:
    table = evening("anna ben", modules=CARAVANS, level=Level.L2)
    assert table.enter(LayBoard(ANNA, OASIS_BOARD))
    other = evening("anna ben", modules=CARAVANS, level=Level.L2)
    assert other.refused(LayBoard(ANNA, swapped(OASIS_BOARD, 9, 4))) == {"CV-01"}
    other.overrule(LayBoard(ANNA, swapped(OASIS_BOARD, 9, 4)))


@pytest.mark.parametrize("make", [random_board, variable_board])
@pytest.mark.parametrize("seed", range(5))
def test_cv_01_boards_by_chance_have_the_oasis_in_the_middle(make: object, seed: int) -> None:
    made = evening("anna ben", modules=CARAVANS, level=Level.L2).table.value("island")
    assert callable(make)
    board = make(made, random.Random(seed))
    assert board.terrain[9] == "oasis"
    assert board_faults(board, made) == ()


def test_cv_01_the_desert_is_not_laid() -> None:
    table = evening("anna ben", modules=CARAVANS, level=Level.L2)
    desert = beginners_board("english", random.Random(0))
    assert "CV-01" in table.refused(LayBoard(ANNA, desert))


def test_cv_01_three_arrows_show_where_caravans_begin() -> None:
    assert caravans().open == {edge("13E"), edge("4SW"), edge("5SE")}


def test_cv_01_the_oasis_may_be_turned_by_one_corner() -> None:
    table = caravans()
    table.enter(StateOasis(BEN, True))
    assert table.open == {edge("4E"), edge("10SW"), edge("8SE")}
    table.enter(StateOasis(BEN, False))
    assert table.open == {edge("13E"), edge("4SW"), edge("5SE")}


def test_cv_01_the_first_camel_may_say_that_it_is_turned() -> None:
    table = caravans(pieces="anna: road 0NE").given_built("anna", "0NE")
    table.end()
    table.vote(anna="")
    other = PlaceCamel(ANNA, edge("4E"))
    assert table.refused(other) == {"CV-01"}
    assert only(table.overrule(other), OasisTurned).turned
    assert table.cv.trails == ((edge("4E"),), (), ())
    assert {edge("10SW"), edge("8SE")} < table.open


def test_cv_01_an_oasis_with_camels_is_not_turned() -> None:
    table = caravans(camels=("13E",))
    assert table.impossible(StateOasis(ANNA, True)) == {"CV-01"}
    table.enter(StateCaravan(ANNA, 0))
    table.enter(StateOasis(ANNA, True))


def test_cv_01_there_are_22_camels() -> None:
    assert caravans().left == 22
    assert caravans(camels=("13E 14SW", "4SW")).left == 19


def test_cv_01_the_first_7_brings_the_robber_to_a_hex_with_a_number() -> None:
    table = caravans(rolled=False)
    assert table.base.robber is None
    table.roll("anna", 3, 4)
    assert table.refused(MoveRobber(ANNA, HexId(9))) == {"CV-01"}
    table.enter(MoveRobber(ANNA, HexId(4)))


def test_cv_01_later_the_robber_may_come_to_the_oasis() -> None:
    table = caravans(rolled=False, robber=4)
    table.roll("anna", 3, 4)
    table.enter(MoveRobber(ANNA, HexId(9)))
    assert table.base.robber == 9
