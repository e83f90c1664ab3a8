"""Games of the Caravans by chance: camels stand in rows, real hands pay for votes, and nothing is refused."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from companion.app.simulate import Simulation, header
from companion.rules.scenarios.caravans.camels import camels_left
from companion.rules.scenarios.caravans.vote import AgreeOnCamel, LayVote, NamePath, PlaceCamel
from tests.kit.camels import CARAVANS


def played(
    seed: int, level: str, players: int, most: int, modules: tuple[str, ...] = CARAVANS, **options: str | int
) -> Simulation:
    """A game of that seed, or its beginning. Invariants and real hands are compared after every entry."""
    print(f"seed {seed}")
    game = Simulation(header(modules, players, seed, level, options=dict(options)), random.Random(seed))
    while not game.over and len(game.entries) < most:
        game.step()
    return game


@pytest.mark.parametrize("players", [2, 3, 4, 6])
@pytest.mark.parametrize("level", ["L1", "L2", "L3"])
def test_cv_04_camels_stand_in_rows_in_games_by_chance(level: str, players: int) -> None:
    game = played(100 * players, level, players, 900, points_to_win=30)
    done = Counter(type(entry.command) for entry in game.entries)
    if level != "L1":
        placed = 22 - camels_left(game.table)
        assert placed == done[PlaceCamel] > 0
        assert done[LayVote]


def test_cv_03_voters_agree_in_games_by_chance() -> None:
    done = Counter(type(entry.command) for entry in played(1, "L2", 4, 100, points_to_win=30).entries)
    assert done[AgreeOnCamel]


def test_cv_03_paths_are_named_in_games_by_chance() -> None:
    game = played(4, "L2", 4, 100, caravan_vote_tie="position", points_to_win=30)
    assert any(isinstance(entry.command, NamePath) for entry in game.entries)


@pytest.mark.parametrize("knights", [(), ("cities_knights",)])
def test_cv_08_the_caravans_with_every_variant_at_once(knights: tuple[str, ...]) -> None:
    together = ("friendly_robber", "event_cards", "harbourmaster")
    game = played(31, "L3", 3, 400, ("base", *knights, "caravans", *together))
    assert game.table.value("points_to_win", game.table.core.ids[0]) == (16 if knights else 13)
