"""Catan for two with the Fishermen (FI-10)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from companion.app.simulate import Simulation, header
from companion.engine.level import Level
from companion.rules.base.building import BuildSettlement
from companion.rules.base.setup import LayBoard, PlaceBuilding
from companion.rules.bridges.catan_for_two__cities_knights.knights import DismissKnight
from companion.rules.scenarios.fishermen.catch import TokensDealt, TokensDrawn
from companion.rules.scenarios.fishermen.grounds import LayGrounds
from companion.rules.scenarios.fishermen.spending import BuildFreeRoad, DriveOffRobber, TakeResource
from companion.rules.scenarios.fishermen.tokens import known_tokens
from companion.rules.variants.catan_for_two.forced_trade import ForceTrade
from companion.rules.variants.catan_for_two.neutral import PlaceNeutral
from companion.rules.variants.catan_for_two.queries import tokens
from companion.rules.variants.catan_for_two.tokens import (
    ChaseRobber,
    CountTokens,
    ThrowAwayKnight,
    TokensGained,
)
from tests.kit.duel import STARTS, WHITE, nothing_owed
from tests.kit.fishing import GROUNDS, LAKE_BOARD, Fishery, fishing
from tests.kit.island import corner, edge
from tests.kit.tables import ANNA, BEN, Evening, evening, none, told

MODULES = ("base", "catan_for_two", "fishermen")


def two(pieces: str = "", **more: Any) -> Fishery:
    table = fishing("anna ben", modules=MODULES, pieces=STARTS + pieces, **{"rolled": True, **more})
    nothing_owed(table)
    return table


def laid(**more: Any) -> Evening:
    table = evening("anna ben", modules=MODULES, level=Level.L3, **more)
    table.enter(LayBoard(ANNA, LAKE_BOARD))
    return table


def test_fi_10_both_start_with_five_fish_tokens_that_everyone_knows() -> None:
    table = laid()
    events = table.enter(LayGrounds(ANNA, GROUNDS))
    assert told(events, TokensDealt) == [TokensDealt(who, (1, 1, 2, 2, 3)) for who in (ANNA, BEN)]
    assert known_tokens(table.table, BEN) == ("3", "2", "2", "1", "1")
    assert table.questions == [("neutral_start", "anna")]


def test_fi_10_there_are_no_trade_tokens() -> None:
    table = two("anna: road 0NE", hands={"anna": "1 brick 1 lumber 1 wool 1 grain", "ben": "2 ore"}, robber=3)
    assert tokens(table.table, ANNA) == 0
    for command in (ForceTrade(ANNA), ChaseRobber(ANNA), ThrowAwayKnight(ANNA), CountTokens(ANNA, ANNA, 0)):
        assert "FI-10" in table.impossible(command)
        assert not table.options("anna", type(command))
    assert none(table.enter(BuildSettlement(ANNA, corner("0N"))), TokensGained), "at the coast"


def test_fi_10_with_cities_and_knights_no_knight_is_given_up_for_tokens() -> None:
    modules = ("base", "cities_knights", "catan_for_two", "fishermen")
    table = fishing("anna ben", modules=modules, rolled=True, pieces="anna: road 8E, knight 4S")
    assert "CO-05" in table.impossible(DismissKnight(ANNA, corner("4S")))
    assert not table.options("anna", DismissKnight)


def test_fi_10_the_player_with_fewer_points_pays_a_fish_less() -> None:
    table = two("ben: settlement 4S", tokens={"anna": "1 3 3 2"}, robber=3)
    table.enter(TakeResource(ANNA, (3,), "ore"))
    table.enter(DriveOffRobber(ANNA, (1,)))
    even = two("ben: settlement 4S; anna: settlement 8S", tokens={"anna": "1 3 3 2"}, robber=3)
    assert even.refused(TakeResource(ANNA, (3,), "ore")) == {"FI-06"}
    assert even.refused(DriveOffRobber(ANNA, (1,))) == {"FI-06"}
    even.enter(DriveOffRobber(ANNA, (2,)))


def test_fi_10_the_robber_is_driven_off_the_board_since_there_is_no_desert() -> None:
    table = two(tokens={"anna": "2"}, robber=3)
    table.enter(DriveOffRobber(ANNA, (2,)))
    assert table.base.robber is None


def test_fi_10_a_road_for_fish_brings_a_neutral_road_too() -> None:
    table = two("anna: settlement 4S", tokens={"anna": "3 3"})
    table.enter(BuildFreeRoad(ANNA, (3, 3), edge("4SW")))
    assert table.questions == [("neutral_road", "anna")]


def test_fi_10_tokens_come_from_rolls_alone_in_every_edition() -> None:
    table = laid(profile="official2025")
    table.enter(LayGrounds(ANNA, GROUNDS))
    table.enter(PlaceNeutral(ANNA, WHITE, corner("1S")))
    table.enter(PlaceBuilding(ANNA, corner("0S")))
    table.leave("start_road", "anna")
    table.enter(PlaceBuilding(BEN, corner("3S")))
    table.leave("start_road", "ben")
    assert none(table.enter(PlaceBuilding(BEN, corner("0N"))), TokensDrawn), "at a fishing ground"


def test_fi_10_neutral_settlements_catch_nothing() -> None:
    table = two(f"{WHITE}: settlement 0N", rolled=False)
    assert none(table.roll("anna", 1, 3), TokensDrawn)


@pytest.mark.parametrize("level", ["L2", "L3"])
@pytest.mark.parametrize("seed", range(2))
def test_games_by_chance_are_legal(level: str, seed: int) -> None:
    game = Simulation(header(MODULES, 2, seed, level), random.Random(seed))
    for _ in range(600):
        if game.over:
            break
        game.step()
    assert game.entries, f"seed {seed}"
