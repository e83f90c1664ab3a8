"""Games of Traders & Barbarians by chance: nothing is lost, nothing is refused falsely, somebody wins."""

from __future__ import annotations

import random

import pytest

from companion.app.simulate import Simulation, header
from companion.rules.scenarios.traders_barbarians.cargo import CargoDelivered
from companion.rules.scenarios.traders_barbarians.moving import DriveOff, MoveWagon
from tests.kit.traders import TRADERS


def played(seed: int, level: str, players: int, modules: tuple[str, ...] = TRADERS) -> Simulation:
    """A whole game of that seed. Invariants and real cards are compared after every entry."""
    print(f"seed {seed}")
    game = Simulation(header(modules, players, seed, level), random.Random(seed))
    while not game.over:
        game.step()
    return game


@pytest.mark.parametrize(
    ("level", "players", "games"), [("L1", 3, 5), ("L2", 4, 4), ("L2", 3, 4), ("L3", 3, 1)]
)
def test_tb_30_whole_games_by_chance(level: str, players: int, games: int) -> None:
    kinds, deliveries = set(), 0
    for seed in range(games):
        game = played(100 * players + seed, level, players)
        assert game.state.core.winner is not None
        assert game.table.points(game.state.core.winner) >= 13
        kinds |= {type(entry.command) for entry in game.entries}
        events = (event for entry in game.entries for event in entry.events)
        deliveries += sum(isinstance(event, CargoDelivered) for event in events)
    assert deliveries
    assert level == "L1" or {MoveWagon, DriveOff} <= kinds or games == 1


@pytest.mark.parametrize(
    ("players", "modules"),
    [
        (2, ("catan_for_two",)),
        (3, ("friendly_robber", "event_cards", "harbourmaster")),
        (3, ("cities_knights",)),
    ],
)
def test_tb_30_whole_games_with_other_modules(players: int, modules: tuple[str, ...]) -> None:
    game = played(7, "L2", players, (*TRADERS, *modules))
    assert game.state.core.winner is not None
