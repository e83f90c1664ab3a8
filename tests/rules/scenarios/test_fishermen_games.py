"""Games of the Fishermen by chance: every token is kept, and what is so is never thought impossible."""

from __future__ import annotations

import random

import pytest

from companion.app.simulate import Simulation, header
from companion.engine.errors import AssemblyError
from companion.engine.level import Level
from companion.rules import catalogue
from companion.rules.scenarios.fishermen.spending import SpendFish
from tests.kit.players import PEOPLE

MODULES = ("base", "fishermen")


def played(
    seed: int, level: str, players: int, most: int, modules: tuple[str, ...] = MODULES, **options: str
) -> Simulation:
    """A game of that seed, or its beginning. Invariants and real tokens are compared after every entry."""
    print(f"seed {seed}")
    game = Simulation(header(modules, players, seed, level, options=dict(options)), random.Random(seed))
    while not game.over and len(game.entries) < most:
        game.step()
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize(("level", "games"), [("L2", 5), ("L3", 1)])
def test_fi_03_tokens_are_kept_in_games_by_chance(level: str, games: int, players: int) -> None:
    """Games without hands are short, since nothing costs cards."""
    bought = 0
    for seed in range(games):
        entries = played(100 * players + seed, level, players, 400).entries
        bought += sum(isinstance(entry.command, SpendFish) for entry in entries)
    assert bought


def test_fi_03_tokens_are_kept_where_the_second_building_brings_one() -> None:
    played(21, "L3", 4, 200, fish_at_start="second_building")


@pytest.mark.parametrize("seed", [31, 32])
def test_fi_09_the_fishermen_with_every_variant_at_once(seed: int) -> None:
    played(seed, "L3", 3, 300, (*MODULES, "friendly_robber", "event_cards", "harbourmaster"))


@pytest.mark.parametrize("level", [Level.L0, Level.L1])
def test_the_fishermen_need_a_board(level: Level) -> None:
    with pytest.raises(AssemblyError, match=r"assembly\.level"):
        catalogue.ruleset(MODULES, level.value, {}, len(PEOPLE))
