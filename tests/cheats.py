"""Cheat in simulated games: ``python -m tests.cheats --games 200``.

Every way of the catalogue (tests/kit/cheats*.py) is tried wherever a position allows it, and must be refused
under the rule that forbids it. Prints how often each was tried, and what the engine let pass.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator, Sequence

from companion.app.simulate import Simulation, header
from companion.rules import catalogue
from tests.kit import (
    cheats_barbarian_attack,
    cheats_base,
    cheats_caravans,
    cheats_cities_knights,
    cheats_gold,
    cheats_rivers,
    cheats_traders_barbarians,
)
from tests.kit.cheats import CHEATS, Trial
from tests.kit.module_sets import player_counts

CATALOGUE = (
    cheats_base,
    cheats_cities_knights,
    cheats_gold,
    cheats_rivers,
    cheats_caravans,
    cheats_barbarian_attack,
    cheats_traders_barbarians,
)
"""The modules that fill the catalogue."""

GAMES = (("base",), ("base", "cities_knights"))

SCENARIOS = ("rivers", "caravans", "barbarian_attack", "traders_barbarians")

OWN_LEAST = 40
"""Ways to cheat that each scenario must give occasion to, without those of the base game."""


def sets_of(scenario: str) -> Iterator[tuple[tuple[str, ...], str, dict[str, bool | int | str]]]:
    """What a scenario is played with, at which level, and by which house rules: most of it by itself, with
    cards and without, without a board, and with what brings ways of its own."""
    modules = ("base", scenario)
    yield modules, "L3", {}
    yield modules, "L2", {}
    yield modules, "L3", EDITION.get(scenario, {})
    yield modules, "L1", {}
    yield ("base", "catan_for_two", scenario), "L3", {}
    if player_counts(("base", "cities_knights", scenario)):
        yield ("base", "cities_knights", scenario), "L3", {}


EDITION: dict[str, dict[str, bool | int | str]] = {
    "rivers": {"gold_purchases_per_turn": 2},
    "caravans": {"caravan_vote_tie": "position"},
    "barbarian_attack": {"barbarian_battle_tie": "strictly_more"},
}
"""House rules that bring ways of their own to cheat."""


def own_ways(scenario: str) -> set[str]:
    """The ways to cheat that a scenario brings, with what it requires and where it meets other modules."""
    brought = {scenario, *catalogue.manifests()[scenario].requires} - {"base"}
    return {one.name for one in CHEATS if one.module in brought}


def trial(games: int, share: float, first_seed: int = 1, level: str = "L3") -> Trial:
    """Cheat in that many games, base and Cities & Knights in turn, with 2 to 4 players."""
    found = Trial()
    for number in range(games):
        seed = first_seed + number
        modules = GAMES[number % len(GAMES)]
        players = header(modules, 2 + number // len(GAMES) % 3, seed, level)
        found.cheat_in(Simulation(players, random.Random(seed), checked=False), share)
    return found


def scenario_trial(
    scenario: str, games: int, share: float, first_seed: int = 1, most: int | None = None
) -> Trial:
    """Cheat in that many games of a scenario, by itself and with other modules, with 2 to 4 players; each is
    played to its end, or for so many entries."""
    found, kinds = Trial(), list(sets_of(scenario))
    for number in range(games):
        seed = first_seed + number
        modules, level, options = kinds[number % len(kinds)]
        counts: Sequence[int] = player_counts(modules) if level != "L1" else (2, 3, 4)
        counts = counts[::-1] if options else counts
        top = header(modules, counts[number // len(kinds) % len(counts)], seed, level, options=options)
        found.cheat_in(Simulation(top, random.Random(seed), checked=False), share, most)
    return found


def main() -> int:
    """Run the command; 1 if something passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games of base and Cities & Knights")
    parser.add_argument("--scenario-games", type=int, default=60, help="games of each scenario")
    parser.add_argument("--scenarios", nargs="*", choices=SCENARIOS, default=SCENARIOS)
    parser.add_argument("--share", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    runs: dict[str, Trial] = {}
    if options.games:
        runs["base and Cities & Knights"] = trial(options.games, options.share, options.seed)
    for scenario in options.scenarios:
        runs[scenario] = scenario_trial(scenario, options.scenario_games, options.share, options.seed)
    for title, found in runs.items():
        print(f"--- {title}")
        own = (
            own_ways(title) if title in SCENARIOS else {one.name for one in CHEATS if one.module in GAMES[1]}
        )
        for cheat in sorted(CHEATS, key=lambda cheat: cheat.name):
            if cheat.name in own:
                print(f"{found.tried[cheat.name]:7}  {cheat.name}  ({', '.join(sorted(cheat.rules))})")
        tried = {name for name, count in found.tried.items() if count}
        print(
            f"{len(tried)} ways to cheat tried, {len(tried & own)} of the {len(own)} that are its own, "
            f"{found.tried.total()} entries"
        )
        for text in found.missed.values():
            print(f"MISSED {text}")
    return 1 if any(found.missed for found in runs.values()) else 0


if __name__ == "__main__":
    raise SystemExit(main())
