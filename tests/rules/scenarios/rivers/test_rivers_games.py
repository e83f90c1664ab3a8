"""Games of the Rivers by chance, at every level and with everything that goes with them."""

from __future__ import annotations

import random

import pytest

from companion.app.simulate import Simulation, header
from companion.rules.scenarios.rivers.bridges import BuildBridge
from companion.rules.scenarios.rivers.riches import ClaimWealth, TakePoverty

MODULES = ("base", "rivers")


def played(
    seed: int, level: str, players: int, most: int, modules: tuple[str, ...] = MODULES, **options: str
) -> Simulation:
    """A game of that seed, or its beginning. Invariants are looked at after every entry."""
    print(f"seed {seed}")
    game = Simulation(header(modules, players, seed, level, options=dict(options)), random.Random(seed))
    while not game.over and len(game.entries) < most:
        game.step()
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize(("level", "games"), [("L2", 2), ("L3", 2)])
def test_ri_11_riches_follow_from_gold_in_games_by_chance(level: str, games: int, players: int) -> None:
    built = 0
    for seed in range(games):
        entries = played(100 * players + seed, level, players, 300).entries
        built += sum(isinstance(entry.command, BuildBridge) for entry in entries)
    assert built


def test_ri_06_cards_are_claimed_in_games_without_places() -> None:
    kinds = {type(entry.command) for seed in range(3) for entry in played(seed, "L1", 3, 120).entries}
    assert {ClaimWealth, TakePoverty} <= kinds


@pytest.mark.parametrize("seed", [31, 32])
def test_ri_09_the_rivers_with_every_variant_at_once(seed: int) -> None:
    played(seed, "L3", 3, 250, (*MODULES, "friendly_robber", "event_cards", "harbourmaster"))


def test_ri_09_with_the_harbourmaster_eleven_points_win() -> None:
    for modules, points in ((MODULES, 10), ((*MODULES, "harbourmaster"), 11)):
        game = Simulation(header(modules, 3, 1, "L2"), random.Random(1))
        assert game.table.value("points_to_win", game.table.core.on_turn) == points
