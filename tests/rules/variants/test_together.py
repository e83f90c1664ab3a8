"""The variants with one another (CO-01), and games by chance of every choice of them."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from companion.app.simulate import Simulation, header
from companion.rules import catalogue
from tests.kit.each import each

GAMES = (("base",), ("base", "cities_knights"))
FOR_ANY = ("friendly_robber", "event_cards", "harbourmaster")
VARIANTS = (*FOR_ANY, "catan_for_two")

Modules = tuple[str, ...]


def subsets(names: Modules) -> list[Modules]:
    """Every choice of these, nothing left out."""
    return [chosen for size in range(len(names) + 1) for chosen in combinations(names, size)]


@pytest.mark.parametrize("game", GAMES, ids="-".join)
@pytest.mark.parametrize("variants", subsets(VARIANTS), ids="-".join)
def test_co_01_every_variant_goes_with_every_other(variants: Modules, game: Modules) -> None:
    for level in ("L2", "L3"):
        rules = catalogue.ruleset((*game, *variants), level, {}, 2)
        assert {*game, *variants} <= set(rules.module_ids)


@each(subsets(VARIANTS))
def test_co_01_and_with_every_scenario(variants: Modules) -> None:
    scenarios = [name for name, folder in catalogue.folders().items() if "scenarios" in str(folder)]
    assert scenarios
    for scenario in scenarios:
        rules = catalogue.ruleset(("base", scenario, *variants), "L3", {}, 2)
        assert scenario in rules.module_ids


@pytest.mark.parametrize("level", ["L2", "L3"])
@pytest.mark.parametrize("game", GAMES, ids="-".join)
@pytest.mark.parametrize("variants", subsets(FOR_ANY)[1:], ids="-".join)
def test_games_by_chance_are_legal(variants: Modules, game: Modules, level: str) -> None:
    """Nothing legal is refused, and hands, deck and pieces are what they are after every entry."""
    seed = len(variants) * 4 + len(game) * 2 + (level == "L3")
    for profile in ("hobbyworld", "official2025"):
        players = 2 + seed % 3
        simulation = Simulation(
            header((*game, *variants), players, seed, level, profile), random.Random(seed)
        )
        for _ in range(150):
            if simulation.over:
                break
            simulation.step()
        print(f"seed {seed}: {len(simulation.entries)} entries, {profile}, {players} players")
        assert len(simulation.entries) > 2 * players
