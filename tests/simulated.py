"""Play simulated games of every set of modules: ``python -m tests.simulated --games 2000``.

The simulator (companion/app/simulate.py) holds the real cards and enters what a table would see. Nothing of
it may be refused, what the engine thinks possible must always contain the truth, and cards, pieces and points
must be kept after every entry, counted again from scratch (tests/kit/stock.py). Prints what was found for
each set of modules; the exit code is 1 if anything was. A fault names the seed that plays the game again.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
import traceback
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from multiprocessing import Pool
from typing import Any

from companion.app.simulate import Simulation, SimulationError, header
from companion.engine.errors import AssemblyError
from companion.rules import catalogue
from tests.kit.module_sets import module_sets, player_counts
from tests.kit.stock import Stock

PROFILES = ("hobbyworld", "official2025", "colonist")
"""Taken in turn."""

LOWER_LEVEL = 5
"""One game in so many is played at L2, without hands."""

CHANGED = 0.3
"""How many options a house rule sets."""
LEFT_ALONE = ("points_to_win",)
"""What would only make games longer or shorter."""

LONGEST = 2000
"""Characters of a fault that are written out."""
TOLD = 100
"""After so many games it is said how far it has come."""


@dataclass(frozen=True)
class Game:
    """What plays a game again: ``--set``, ``--players``, ``--level``, ``--profile`` and ``--seed``."""

    modules: tuple[str, ...]
    players: int
    level: str
    profile: str
    seed: int
    options: tuple[tuple[str, Any], ...] = ()

    def __str__(self) -> str:
        options = " ".join(f"{name}={value}" for name, value in self.options)
        return (
            f"--sets {'+'.join(self.modules)} --players {self.players} --level {self.level} "
            f"--profile {self.profile} --seed {self.seed} --games 1 --options {options}"
        )


@dataclass
class Result:
    """What came of one game, or of all games of a set."""

    games: int = 0
    entries: int = 0
    won: int = 0
    seconds: float = 0.0
    refusals: list[str] = field(default_factory=list)
    views: list[str] = field(default_factory=list)
    losses: list[str] = field(default_factory=list)
    crashes: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Nothing was found."""
        return not (self.refusals or self.views or self.losses or self.crashes)

    @property
    def found(self) -> list[str]:
        """All that was found."""
        return [*self.refusals, *self.views, *self.losses, *self.crashes]

    def add(self, other: Result) -> None:
        """Put the results of more games to these."""
        self.games += other.games
        self.entries += other.entries
        self.won += other.won
        self.seconds += other.seconds
        self.refusals += other.refusals
        self.views += other.views
        self.losses += other.losses
        self.crashes += other.crashes


def play(plan: Game, most: int | None = None) -> Result:
    """Play a game to its end, or to its first fault, or for so many entries.

    ``seconds`` is what the engine alone took to judge the entries and to say what might be entered.
    """
    result = Result(games=1)
    top = header(plan.modules, plan.players, plan.seed, plan.level, plan.profile, dict(plan.options))
    game = Simulation(top, random.Random(plan.seed), checked=False)
    stock = Stock(game)
    try:
        while not game.over and (most is None or len(game.entries) < most):
            game.step()
            unsound = [
                f"{name}: {wrong}" for name, one in game.secrets.items() for wrong in one.wrong(game.table)
            ]
            lost = [
                f"{invariant.name}: {wrong}"
                for invariant in game.ruleset.invariants
                for wrong in invariant.broken(game.table)
            ]
            lost += stock.faults()
            if unsound or lost:
                where = f"{plan}: entry {len(game.entries)}, {game.entries[-1].command}: "
                result.views += [where + "; ".join(unsound)] if unsound else []
                result.losses += [where + "; ".join(lost)] if lost else []
                break
    except SimulationError as error:
        result.refusals.append(f"{plan}: {error}")
    except Exception:  # whatever a rule may raise is a fault of the same game
        result.crashes.append(f"{plan}: entry {len(game.entries) + 1}\n{traceback.format_exc()}")
    result.entries = len(game.entries)
    result.won = game.state.core.winner is not None
    result.seconds = game.seconds
    return result


def plans(
    games: int,
    sets: Sequence[tuple[str, ...]],
    seed: int,
    level: str | None = None,
    profile: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> Iterator[Game]:
    """So many games over the sets and the numbers of players in turn, profiles and levels in turn too.

    Every other one has house rules: some options set by chance.
    """
    tables = [(modules, players) for modules in sets for players in player_counts(modules)]
    for number in range(games):
        modules, players = tables[number % len(tables)]
        again, one = number // len(tables), seed + number
        yield Game(
            modules,
            players,
            level or ("L2" if number % LOWER_LEVEL == LOWER_LEVEL - 1 else "L3"),
            profile or PROFILES[(again + number) % len(PROFILES)],
            one,
            tuple((house_rules(modules, one) if one % 2 and options is None else options or {}).items()),
        )


def house_rules(modules: Sequence[str], seed: int) -> dict[str, Any]:
    """Some options of these modules, each set to anything that it may be."""
    chance = random.Random(seed)
    return {
        option.name: chance.choice(option.choices)
        for module in modules
        for option in catalogue.module(module).options
        if option.name not in LEFT_ALONE and chance.random() < CHANGED
    }


def run(games: Iterable[Game], jobs: int = 1) -> Iterator[tuple[Game, Result]]:
    """Play the games, in so many processes."""
    listed = list(games)
    if jobs == 1:
        yield from ((game, play(game)) for game in listed)
        return
    with Pool(jobs) as pool:
        yield from zip(listed, pool.imap(play, listed, chunksize=4), strict=True)


def line(modules: Sequence[str], result: Result) -> str:
    """What was found for one set."""
    speed = result.entries / result.seconds if result.seconds else 0
    counts = (result.refusals, result.views, result.losses, result.crashes)
    return (
        f"{result.games:6}{result.won:6}{result.entries:9}"
        + "".join(f"{len(count):8}" for count in counts)
        + f"{speed:9.0f}  {'+'.join(modules)}"
    )


HEAD = " games   won  entries refused unsound    lost crashed  entry/s  modules"


def setting(text: str) -> tuple[str, Any]:
    """A house rule from ``name=value``."""
    name, _, value = text.partition("=")
    return name, {"True": True, "False": False}.get(
        value, int(value) if value.lstrip("-").isdigit() else value
    )


def main() -> int:
    """Run the command; 1 if anything was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200, help="games in all")
    parser.add_argument(
        "--sets", nargs="*", help="sets of modules, such as base+fishermen; all that there are"
    )
    parser.add_argument("--players", type=int, nargs="*", help="numbers of players; 2 to 4")
    parser.add_argument("--level", choices=("L2", "L3"), help="one level; L3, and L2 now and then")
    parser.add_argument("--profile", choices=sorted(catalogue.profiles()), help="one profile; all in turn")
    parser.add_argument("--seed", type=int, default=1, help="of the first game; the next is one more")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--options", nargs="*", help="house rules, name=value; some by chance")
    given = parser.parse_args()
    options = None if given.options is None else dict(map(setting, given.options))
    sets = [tuple(names.split("+")) for names in given.sets] if given.sets else module_sets()
    chosen = list(plans(given.games, sets, given.seed, given.level, given.profile, options))
    if given.players:
        chosen = [replace(one, players=given.players[n % len(given.players)]) for n, one in enumerate(chosen)]
    started = time.perf_counter()
    results: dict[tuple[str, ...], Result] = {modules: Result() for modules in sets}
    whole = Result()
    try:
        for game, result in run(chosen, given.jobs):
            results[game.modules].add(result)
            whole.add(result)
            for fault in result.found:
                print(f"FOUND {fault[:LONGEST]}", file=sys.stderr, flush=True)
            if whole.games % TOLD == 0:
                print(f"{whole.games} games, {whole.entries} entries", file=sys.stderr, flush=True)
    except AssemblyError as error:
        print(error)
        return 2
    print(HEAD)
    for modules, result in results.items():
        print(line(modules, result))
    print(line(("all",), whole))
    print(f"{time.perf_counter() - started:.0f} s")
    return 0 if whole.sound else 1


if __name__ == "__main__":
    raise SystemExit(main())
