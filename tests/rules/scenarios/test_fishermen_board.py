"""The lake and the fishing grounds."""

from __future__ import annotations

import random

import pytest
from msgspec.structs import replace

from companion.app.narrate import decision_text
from companion.engine.ids import EdgeId, HexId
from companion.engine.level import Level
from companion.rules.base.board import Board
from companion.rules.base.board_making import random_board, variable_board
from companion.rules.base.development.knight import PlayKnight
from companion.rules.base.robber import MoveRobber
from companion.rules.base.setup import LayBoard, PlaceBuilding
from companion.rules.base.trade import TradeWithBank
from companion.rules.scenarios.fishermen.catch import TellBoot, TokensDrawn
from companion.rules.scenarios.fishermen.grounds import LayGrounds
from companion.rules.scenarios.fishermen.slice import FishingGround
from tests.kit.fishing import FISHERMEN, GROUNDS, LAKE_BOARD, Fishery, fishing
from tests.kit.island import BEGINNERS, corner
from tests.kit.tables import ANNA, BEN, CARLA, evening, told


def beginning(level: Level = Level.L3) -> Fishery:
    """A game before its board is laid."""
    return Fishery(evening(modules=FISHERMEN, level=level).session)


def lake_on(hex: int) -> Board:
    """The board with the lake and another hex in exchanged places."""
    terrain, tokens = list(LAKE_BOARD.terrain), list(LAKE_BOARD.tokens)
    terrain[9], terrain[hex] = terrain[hex], terrain[9]
    tokens[9], tokens[hex] = tokens[hex], tokens[9]
    return replace(LAKE_BOARD, terrain=tuple(terrain), tokens=tuple(tokens))


def test_fi_01_the_lake_lies_where_the_desert_would() -> None:
    table = beginning()
    assert table.refused(LayBoard(ANNA, BEGINNERS)) == {"B-01"}
    keys = {violation.params["terrain"] for violation in table.violations(LayBoard(ANNA, BEGINNERS))}
    assert keys == {"lake", "desert"}
    table.enter(LayBoard(ANNA, LAKE_BOARD))


@pytest.mark.parametrize("hex", [0, 1, 2, 3, 6, 7, 11, 12, 15, 16, 17, 18])
def test_fi_01_the_lake_never_lies_at_the_sea(hex: int) -> None:
    table = beginning()
    (fault,) = table.violations(LayBoard(ANNA, lake_on(hex)))
    assert (fault.rule, fault.key, fault.params) == ("FI-01", "board.lake-at-sea", {"hex": hex})
    table.overrule(LayBoard(ANNA, lake_on(hex)))


@pytest.mark.parametrize("hex", [4, 5, 8, 9, 10, 13, 14])
def test_fi_01_the_lake_may_lie_on_any_inner_hex(hex: int) -> None:
    beginning().enter(LayBoard(ANNA, lake_on(hex)))


def test_fi_01_a_number_token_does_not_lie_on_the_lake() -> None:
    swapped = replace(
        LAKE_BOARD, tokens=tuple(2 if hex == 9 else t for hex, t in enumerate(LAKE_BOARD.tokens))
    )
    assert "board.token-on-barren" in {v.key for v in beginning().violations(LayBoard(ANNA, swapped))}


def test_fi_01_of_a_board_of_no_shape_nobody_can_say_where_its_lake_lies() -> None:
    crooked = replace(LAKE_BOARD, rows=(3, 9), terrain=("lake",), tokens=())
    assert "FI-01" not in beginning().impossible(LayBoard(ANNA, crooked))
    short = replace(LAKE_BOARD, terrain=("lake",))
    assert beginning().impossible(LayBoard(ANNA, short)) >= {"B-01", "FI-01"}


@pytest.mark.parametrize("make", [variable_board, random_board])
def test_fi_01_boards_laid_by_chance_keep_the_lake_inland(make: object) -> None:
    assert callable(make)
    table = beginning()
    island = table.table.value("island")
    seen = set()
    for seed in range(60):
        board = make(island, random.Random(seed))
        assert board.terrain.count("lake") == 1
        assert "desert" not in board.terrain
        assert not list(table.session.ruleset.asked_at[LayBoard][-1](table.table, LayBoard(ANNA, board)))
        seen.add(board.terrain.index("lake"))
    assert seen == {4, 5, 8, 9, 10, 13, 14}, "any inner hex, and no other"


def test_fi_01_the_robber_waits_beside_the_board_for_the_first_seven() -> None:
    table = fishing(pieces="ben: settlement 4N", hands={"ben": "1 ore"})
    assert table.base.robber is None
    table.roll("anna", 3, 4)
    assert table.questions == [("robber", "anna")]
    assert {option.hex for option in table.options("anna", MoveRobber)} == set(range(19)), "anywhere"  # type: ignore[attr-defined]
    table.enter(MoveRobber(ANNA, HexId(4), BEN))
    assert table.base.robber == 4


def test_fi_01_a_knight_card_brings_the_robber_too() -> None:
    table = fishing()
    table.given_development("anna")
    table.enter(PlayKnight(ANNA, HexId(0)))
    assert table.base.robber == 0


# --- fishing grounds


def asked(level: Level = Level.L3) -> Fishery:
    """A game in which the island lies and the fishing grounds are asked for."""
    table = beginning(level)
    table.enter(LayBoard(ANNA, LAKE_BOARD))
    return table


def ground(side: str, number: int) -> FishingGround:
    return FishingGround(EdgeId(side), number)


@pytest.mark.parametrize("level", [Level.L2, Level.L3])
def test_fi_02_after_the_island_the_table_says_which_ground_lies_where(level: Level) -> None:
    table = asked(level)
    assert table.questions == [("grounds", "anna")]
    question = table.core.pending[0]
    assert question.params["sides"] == ("0NE", "6E", "11SE", "17SW", "16W", "3NW")
    assert "0NE, 6E" in decision_text(question, table.core.players)
    table.enter(LayGrounds(ANNA, GROUNDS))
    assert table.fi.grounds == GROUNDS
    assert table.questions == [("start_building", "anna")]


def test_fi_02_without_the_grounds_the_game_does_not_begin() -> None:
    table = asked()
    assert table.impossible(PlaceBuilding(ANNA, corner("4N"))) >= {"B-24"}


@pytest.mark.parametrize("seed", range(5))
def test_fi_02_the_six_numbers_lie_in_any_order(seed: int) -> None:
    order = [4, 5, 6, 8, 9, 10]
    random.Random(seed).shuffle(order)
    grounds = [FishingGround(one.side, number) for one, number in zip(GROUNDS, order, strict=True)]
    random.Random(seed + 100).shuffle(grounds)
    table = asked()
    table.enter(LayGrounds(ANNA, tuple(grounds)))
    assert {ground.number for ground in table.fi.grounds} == {4, 5, 6, 8, 9, 10}


def test_fi_02_all_faults_are_said_at_once() -> None:
    grounds = (ground("0NE", 4), ground("6E", 4), ground("11SE", 7), ground("0NW", 6), ground("16W", 99))
    faults = {(fault.key, fault.severity.value) for fault in asked().violations(LayGrounds(ANNA, grounds))}
    assert faults == {
        ("ground.no-such-number", "hard"),
        ("ground.number-wrong", "soft"),
        ("ground.other-place", "soft"),
        ("ground.at-harbour", "soft"),
        ("ground.twice", "hard"),
        ("ground.place-empty", "soft"),
    }


@pytest.mark.parametrize(
    ("grounds", "rules", "key"),
    [
        ((("9N", 4),), {"B-04", "FI-02"}, "place.off-board"),
        ((("9NE", 4),), {"B-04", "FI-02"}, "place.off-board"),
        ((("4E", 4),), {"FI-02"}, "ground.inland"),
        ((("0NE", 4), ("0NE", 5)), {"FI-02"}, "ground.twice"),
        ((("0NE", 4), ("1NW", 5)), {"FI-02"}, "ground.twice"),
        ((("0NE", 1),), {"FI-02"}, "ground.no-such-number"),
        ((("0NE", -(10**9)),), {"FI-02"}, "ground.no-such-number"),
        ((("0NE", 4),) * 31, {"FI-02"}, "grounds.too-many"),
    ],
)
def test_fi_02_what_cannot_lie_on_a_table_is_impossible(
    grounds: tuple[tuple[str, int], ...], rules: set[str], key: str
) -> None:
    table = asked()
    command = LayGrounds(ANNA, tuple(ground(*one) for one in grounds))
    assert table.impossible(command) == rules
    assert key in {fault.key for fault in table.violations(command)}


def test_fi_02_the_table_may_lay_a_ground_where_the_frame_shows_none() -> None:
    table = asked()
    elsewhere = (*GROUNDS[1:], ground("2NW", 4))
    assert table.refused(LayGrounds(ANNA, elsewhere)) == {"FI-02"}
    table.overrule(LayGrounds(ANNA, elsewhere))
    assert ground("2NW", 4) in table.fi.grounds


@pytest.mark.parametrize("site", ["0N", "0NE", "1N"])
def test_fi_02_a_ground_serves_its_three_corners(site: str) -> None:
    table = fishing(pieces=f"anna: settlement {site}", boot="david")
    assert told(table.roll("anna", 1, 3), TokensDrawn) == [TokensDrawn(ANNA, 1)]


@pytest.mark.parametrize("site", ["0NW", "1NE", "4N", "2N", "0SE"])
def test_fi_02_it_serves_no_other_corner(site: str) -> None:
    table = fishing(pieces=f"anna: settlement {site}", boot="david")
    assert told(table.roll("anna", 1, 3), TokensDrawn) == []


def test_fi_02_a_harbour_at_the_same_corner_serves_too() -> None:
    """Corner 1N has the grain harbour of 1NE and the ground of the 4."""
    table = fishing(pieces="anna: settlement 1N", hands={"anna": "2 grain"}, boot="david")
    table.roll("anna", 1, 3)
    assert table.tokens("anna") == "?"
    table.enter(TradeWithBank(ANNA, {"grain": 2}, {"ore": 1}))


# --- the robber at the water


def test_fi_12_the_robber_on_the_lake_keeps_its_fish_away() -> None:
    table = fishing(pieces="carla: city 9S", boot="david")
    table.roll("anna", 3, 4)
    table.enter(MoveRobber(ANNA, HexId(9), None))
    table.end()
    assert told(table.roll("ben", 5, 6), TokensDrawn) == []
    table.end()
    table.roll("carla", 1, 6)
    table.enter(MoveRobber(CARLA, HexId(0)))
    table.end()
    assert told(table.roll("david", 5, 6), TokensDrawn) == [TokensDrawn(CARLA, 2)]


@pytest.mark.parametrize("hex", [0, 1])
def test_fi_12_the_robber_beside_a_fishing_ground_does_not_trouble_it(hex: int) -> None:
    table = fishing(pieces="carla: settlement 0NE", robber=hex, boot="david")
    assert told(table.roll("anna", 1, 3), TokensDrawn) == [TokensDrawn(CARLA, 1)]


def test_fi_12_a_fishing_ground_is_no_hex_for_the_robber() -> None:
    table = fishing()
    table.roll("anna", 3, 4)
    assert table.impossible(MoveRobber(ANNA, HexId(19))) == {"B-04"}


def test_fi_02_a_boot_is_told_only_by_whom_it_is_asked() -> None:
    assert asked().impossible(TellBoot(ANNA, ANNA)) >= {"B-24"}
