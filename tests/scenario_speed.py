"""What an entry of each scenario costs beside one of the base game: ``python -m tests.scenario_speed``.

By hand only. Games of four by chance at L3 are played beforehand (``tests.engine_benchmark``); an entry is
what a table asks of the engine for it: the legal options of its kind, the verdict, and the state after it.
Base and scenario take turns, in processor time, and the median of the rounds' ratios counts. The slowest
entry of all games is the best of a few judgements with the options of all kinds. With ``--kinds`` it is told
which kinds of entries cost most. The exit code is 1 if a figure misses what is wanted.
"""

from __future__ import annotations

import argparse
import gc
import statistics
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from companion.engine.command import tag_of
from companion.engine.decide import decide, options_of
from companion.engine.table import Table
from tests.cheats import SCENARIOS
from tests.engine_benchmark import BASE, SLOWEST_MS, Figure, Recorded, ours, record, slowest

DEARER = 1.3
"""How much more an entry of a scenario may cost than one of the base game."""


def ratio(base: Sequence[Recorded], scenario: Sequence[Recorded], rounds: int) -> float:
    """The cost of the scenario's entries beside the base game's; the first round only warms up."""
    found = [ours(base) / ours(scenario) for _ in range(rounds + 1)]
    return statistics.median(found[1:])


def by_kind(games: Iterable[Recorded]) -> Iterator[str]:
    """Which kinds of entries take most of the time: their share, and microseconds for each."""
    spent: Counter[str] = Counter()
    count: Counter[str] = Counter()
    for game in games:
        for state, command in game.positions:
            begun = time.process_time_ns()
            options_of(Table(game.ruleset, state), type(command), command.by)
            decide(game.ruleset, state, command)
            spent[tag_of(type(command))] += time.process_time_ns() - begun
            count[tag_of(type(command))] += 1
    for tag, nanoseconds in spent.most_common(8):
        each = nanoseconds / count[tag] / 1000
        yield f"    {nanoseconds / spent.total():5.1%}  {tag}, {count[tag]} of {each:.0f} us"


def figures(chosen: argparse.Namespace) -> Iterator[Figure]:
    """All figures, those of a scenario together."""
    base = [record(BASE, chosen.seed + number) for number in range(chosen.games)]
    for scenario in chosen.scenarios:
        modules = (*BASE, scenario)
        games = [record(modules, chosen.seed + number) for number in range(chosen.games)]
        gc.collect()
        gc.freeze()  # the recorded games are no part of anybody's work
        dearer = ratio(base, games, chosen.rounds)
        yield Figure(f"an entry of {scenario} beside one of the base game", dearer, "x", most=DEARER)
        yield Figure(f"slowest entry, {scenario}", slowest(games) * 1000, "ms", most=SLOWEST_MS)
        if chosen.kinds:
            print("\n".join(by_kind(games)))
    if chosen.kinds:
        print("base\n" + "\n".join(by_kind(base)))


def main() -> int:
    """Run the command; 1 if a figure misses what is wanted."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--scenarios", nargs="*", choices=SCENARIOS, default=SCENARIOS)
    parser.add_argument("--games", type=int, default=6, help="games of each kind (6)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of the comparison (7)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (1)")
    parser.add_argument("--kinds", action="store_true", help="tell the dearest kinds of entries, too")
    missed = False
    for figure in figures(parser.parse_args()):
        print(figure, flush=True)
        missed = missed or not figure.reached
    return int(missed)


if __name__ == "__main__":
    raise SystemExit(main())
