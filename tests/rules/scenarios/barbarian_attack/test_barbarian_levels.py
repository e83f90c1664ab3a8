"""Barbarian Attack without places, the table's own word, and other tracking levels."""

from __future__ import annotations

import random

import pytest

from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.core import ChangeLevel
from companion.engine.ids import PlayerId
from companion.engine.level import Level
from companion.rules.scenarios.barbarian_attack.cards import DrawCard
from companion.rules.scenarios.barbarian_attack.facts import (
    StateBarbarians,
    StateCards,
    StateConquered,
    StateKnights,
    StatePrisoners,
)
from companion.rules.scenarios.barbarian_attack.prisoners import (
    ClaimConquered,
    ClaimFreed,
    ClaimPrisoner,
    lying,
)
from tests.kit.coasts import BARBARIANS, Coast, coast
from tests.kit.island import edge
from tests.kit.tables import ANNA, BEN, evening


def score(names: str = "anna ben carla") -> Coast:
    """A table where nobody enters places."""
    return Coast(evening(names, modules=BARBARIANS, level=Level.L1).session)


def test_ba_42_without_places_each_prisoner_is_a_tap() -> None:
    table = score()
    assert table.points("anna") == 3, "a settlement and a city (BA-03)"
    for _ in range(4):
        table.enter(ClaimPrisoner(ANNA))
    assert table.score("anna") == {"buildings": 3, "prisoners": 2}


def test_ba_42_there_are_no_more_prisoners_than_barbarians() -> None:
    table = score()
    table.enter(StatePrisoners(ANNA, BEN, 36))
    assert table.impossible(ClaimPrisoner(ANNA)) == {"BA-42"}
    assert not table.options("anna", ClaimPrisoner)


def test_ba_12_without_places_what_is_conquered_is_a_tap_each() -> None:
    table = score()
    table.enter(ClaimConquered(ANNA, True))
    assert table.score("anna") == {"buildings": 3, "conquered": -2}
    table.enter(ClaimConquered(ANNA, False))
    assert table.points("anna") == 0
    assert table.refused(ClaimConquered(ANNA, False)) == {"BA-12"}
    table.enter(ClaimFreed(ANNA, True))
    assert table.points("anna") == 2
    assert table.impossible(ClaimFreed(ANNA, True)) == {"BA-43"}


def test_ba_51_without_places_there_is_no_gold_to_enter() -> None:
    assert not {tag for tag in score().session.ruleset.by_tag if tag.startswith("gold.")}


def facts(table: Coast) -> dict[str, int]:
    return {fact.name: fact.value(table.table, ANNA) for fact in table.session.ruleset.facts}


def test_the_table_says_how_all_lies() -> None:
    table = coast()
    table.enter(StateBarbarians(ANNA, 9, 3))
    table.enter(StateKnights(ANNA, BEN, (edge("0E"), edge("1E"))))
    table.enter(StatePrisoners(ANNA, ANNA, 4))
    table.enter(StateCards(ANNA, 20))
    assert table.barbarians == {9: 3}
    assert table.knights("ben") == {"0E", "1E"}
    assert table.prisoners == {"anna": 4}
    assert facts(table)["chronicle"] == 20
    assert facts(table)["barbarians_9"] == 3
    table.enter(StateCards(ANNA, 0))
    assert facts(table)["chronicle"] == 0


def test_ba_20_cards_that_nobody_entered_are_counted() -> None:
    table = coast(hands={"anna": "2 ore 2 wool 2 grain"})
    table.enter(StateCards(ANNA, 25))
    table.enter(DrawCard(ANNA, "treason"))
    assert facts(table)["chronicle"] == 0, "the last card: shuffled"


@pytest.mark.parametrize(
    ("command", "rule"),
    [
        (StateBarbarians(ANNA, 9, 4), "BA-11"),
        (StateBarbarians(ANNA, 9, -1), "BA-11"),
        (StateBarbarians(ANNA, 7, 1), "BA-10"),
        (StateKnights(ANNA, BEN, (edge("0E"),) * 2), "BA-01"),
        (StateKnights(ANNA, BEN, tuple(edge(f"9{way}") for way in ("NE", "E", "SE", "SW", "W", "NW"))), ""),
        (StateKnights(ANNA, BEN, (edge("5E"),)), "BA-21"),
        (StateKnights(ANNA, PlayerId("zoe"), ()), "B-14"),
        (StatePrisoners(ANNA, BEN, 37), "BA-42"),
        (StatePrisoners(ANNA, PlayerId("zoe"), 1), "B-14"),
        (StateCards(ANNA, 26), "BA-20"),
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(command: Command, rule: str) -> None:
    table = coast(knights={"anna": "5E"})
    if rule:
        assert rule in table.impossible(command)
    else:
        table.enter(command)


def test_without_places_no_more_figures_lie_than_there_are() -> None:
    table = score()
    table.enter(StateConquered(ANNA, BEN, 1, 1))
    assert table.points("ben") == 0
    assert table.impossible(StateConquered(ANNA, BEN, 6, 0)) == {"BA-12"}


def test_what_lies_on_its_side_is_known_without_the_board() -> None:
    table = coast(
        pieces="anna: city 0N, settlement 9N", barbarians={3: 3}, prisoners={"anna": 5}, level=Level.L2
    )
    assert table.points("anna") == 3 - 2 + 2
    table.enter(ChangeLevel(ANNA, Level.L1))
    assert lying(table.table, ANNA) == (0, 1)
    assert table.points("anna") == 3
    table.enter(ChangeLevel(ANNA, Level.L2))
    assert (table.barbarians, table.prisoners) == ({}, {"anna": 5})
    assert table.ba.conquered == {}


@pytest.mark.parametrize(("level", "most"), [("L1", 60), ("L2", 250), ("L3", 250)])
@pytest.mark.parametrize("players", [2, 4])
def test_ba_60_games_by_chance_keep_every_invariant(level: str, most: int, players: int) -> None:
    for seed in range(2):
        made = header(BARBARIANS, players, seed, level, options={"points_to_win": 20})
        game = Simulation(made, random.Random(100 * players + seed))
        while not game.over and len(game.entries) < most:
            game.step()
        assert game.entries


@pytest.mark.parametrize("seed", range(2))
def test_ba_60_with_every_variant_at_once(seed: int) -> None:
    modules = (*BARBARIANS, "catan_for_two", "event_cards", "friendly_robber", "harbourmaster")
    game = Simulation(header(modules, 2, seed, "L3"), random.Random(seed))
    while not game.over and len(game.entries) < 300:
        game.step()
