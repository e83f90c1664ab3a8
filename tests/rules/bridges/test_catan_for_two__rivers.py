"""Catan for two with the Rivers (RI-10)."""

from __future__ import annotations

import random

import pytest

from companion.app.simulate import Simulation, header
from companion.rules.base.building import BuildRoad, BuildSettlement
from companion.rules.scenarios.rivers.bridges import BuildBridge
from companion.rules.variants.catan_for_two.neutral import BuildNeutralRoad
from companion.rules.variants.catan_for_two.tokens import ChaseRobber, TokensGained, tokens
from tests.kit.island import corner, edge
from tests.kit.rivers import SITES, Waterside, rivers
from tests.kit.tables import ANNA, told

MODULES = ("base", "catan_for_two", "rivers")
HAND = {"anna": "1 brick 1 lumber 1 wool 1 grain"}


def two(pieces: str, **how: object) -> Waterside:
    return rivers("anna ben", modules=MODULES, pieces=pieces, **how)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("site", "way", "gained"), [("17NE", "17E", 2), ("17S", "17SE", 3), ("10N", "10NE", 0)]
)
def test_ri_10_a_settlement_at_a_swamp_brings_two_tokens(site: str, way: str, gained: int) -> None:
    """And one more at the coast, as always."""
    table = two(f"anna: road {way}", hands=HAND)
    events = table.enter(BuildSettlement(ANNA, corner(site)))
    assert sum(event.count for event in told(events, TokensGained)) == gained


def test_ri_10_tokens_send_the_robber_to_a_swamp() -> None:
    table = two("", robber=4)
    before = tokens(table.table, ANNA)
    table.enter(ChaseRobber(ANNA))
    assert table.base.robber == 17
    assert tokens(table.table, ANNA) < before
    assert two("", robber=15).impossible(ChaseRobber(ANNA)) == {"C2-05"}, "a swamp is his home"


def test_ri_10_neutral_colours_have_no_gold_and_build_no_bridges() -> None:
    table = two("anna: settlement 8N, road 8NE; neutral_white: settlement 13S, road 13SW", hands=HAND)
    assert set(table.state.slices["gold"].held) == {"anna", "ben"}  # type: ignore[attr-defined]
    table.enter(BuildRoad(ANNA, edge("8E")))
    offered = {option.edge for option in table.options("anna", BuildNeutralRoad)}  # type: ignore[attr-defined]
    assert offered
    assert not offered & set(SITES)


def test_ri_10_no_neutral_road_comes_with_a_bridge() -> None:
    table = two(
        "anna: settlement 8N; neutral_white: settlement 13S, road 13SW", hands={"anna": "2 brick 1 lumber"}
    )
    table.enter(BuildBridge(ANNA, edge("3SE")))
    assert table.questions == []


@pytest.mark.parametrize("level", ["L2", "L3"])
def test_ri_10_games_by_chance(level: str) -> None:
    game = Simulation(header(MODULES, 2, 5, level), random.Random(5))
    while not game.over and len(game.entries) < 200:
        game.step()
    assert len(game.entries) > 50
