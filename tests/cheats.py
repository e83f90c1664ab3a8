"""Cheat in simulated games: ``python -m tests.cheats --games 200``.

Every way of the catalogue (tests/kit/cheats*.py) is tried wherever a position allows it, and must be refused
under the rule that forbids it. Prints how often each was tried, and what the engine let pass.
"""

from __future__ import annotations

import argparse
import random

from companion.app.simulate import Simulation, header
from tests.kit import cheats_base, cheats_cities_knights
from tests.kit.cheats import CHEATS, Trial

CATALOGUE = (cheats_base, cheats_cities_knights)
"""The modules that fill the catalogue."""

GAMES = (("base",), ("base", "cities_knights"))


def trial(games: int, share: float, first_seed: int = 1, level: str = "L3") -> Trial:
    """Cheat in that many games, base and Cities & Knights in turn, with 2 to 4 players."""
    found = Trial()
    for number in range(games):
        seed = first_seed + number
        modules = GAMES[number % len(GAMES)]
        players = header(modules, 2 + number // len(GAMES) % 3, seed, level)
        found.cheat_in(Simulation(players, random.Random(seed), checked=False), share)
    return found


def main() -> int:
    """Run the command; 1 if something passed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--share", type=float, default=0.3)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    found = trial(options.games, options.share, options.seed)
    for cheat in sorted(CHEATS, key=lambda cheat: cheat.name):
        print(f"{found.tried[cheat.name]:7}  {cheat.name}  ({', '.join(sorted(cheat.rules))})")
    print(f"{len(CHEATS)} ways to cheat, {sum(1 for c in CHEATS if found.tried[c.name])} tried")
    for text in found.missed.values():
        print(f"MISSED {text}")
    return 1 if found.missed else 0


if __name__ == "__main__":
    raise SystemExit(main())
