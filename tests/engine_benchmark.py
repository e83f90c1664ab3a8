"""How fast the engine is, beside what it must reach: ``python -m tests.engine_benchmark``.

By hand only, never part of the tests: the figures are those of a machine with nothing else to do. Games come
from the simulator (companion/app/simulate.py): random legal games of four players at L3, told to the engine
as a table would tell them, cards that nobody saw included. They are played beforehand; only the engine's
work is measured.

* An entry of ours is what a table asks of the engine for it: list the legal options of its kind, as the
  screen does when a player begins it, judge the entry, and make the state after it. An action of catanatron
  (PyPI, 3.2.1) is a tick of ``Game.play`` with four random players: choose, carry out, and list the actions
  playable then. Both have their rates from the same run of one process, taken in turns, as the median of the
  rounds' ratios by the process's own time. catanatron sees all cards, and asks nobody for places or goods
  that its random player would not choose among. What it costs to list the options of every kind for each
  entry, which no screen asks for, is told beside it.
* The slowest entry is the slowest of all games by the best of a few judgements each, so that it is the
  engine's and not the machine's.
* The cost at entry 1,000 beside that at entry 100 is that of entries 900 to 1,100 beside that of 50 to 150,
  each kind of entry counted as often as among the early ones: a late turn has other things in it.
* A replay makes all states of a game from its stored events; reading these from a file in the open format,
  and judging all entries again, are told for comparison.
* A preview of a correction judges all entries from the corrected one on: the first one changed (two number
  tokens lay otherwise), the first roll, and a building of the set-up taken away, which nearly all that
  follows is in conflict with. Its longest slice is how long a picture stands still meanwhile.
* An import is that of the rules of Cities & Knights with all that they need, in a process of its own;
  memory is all that this process has then.

catanatron is installed with pip into a folder of its own, a temporary one unless ``--environment`` names one
to keep; ``--without-catanatron`` leaves it out. The exit code is 1 if a figure misses what is wanted.
"""

from __future__ import annotations

import argparse
import gc
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
import venv
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from msgspec.structs import replace

from companion.app.jsonl import export_game, parse
from companion.app.simulate import Simulation, header
from companion.engine.command import Command
from companion.engine.decide import decide, options, options_of
from companion.engine.ids import HexId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.table import Table
from companion.engine.verdict import Accepted
from companion.history.correction import Wish, change, preview, preview_steps, remove
from companion.history.log import Entry, Header
from companion.history.rejudge import rejudge
from companion.history.timeline import Timeline
from companion.rules.base.board import with_tokens_swapped
from companion.rules.base.setup import LayBoard
from companion.rules.base.turn import RollDice

BASE = ("base",)
CITIES_KNIGHTS = ("base", "cities_knights")

CATANATRON = "catanatron==3.2.1"
BASE_RATIO = 0.9
CITIES_KNIGHTS_RATIO = 0.35
SLOWEST_MS = 5.0
GROWTH = 1.3
REPLAY_MS = 60.0
REPLAYED = 400
PREVIEW_MS = 300.0
IMPORT_MS = 80.0
IMPORT_MB = 30.0

REPEATS = 5
"""How often what is not a rate is measured; the best counts."""

LAST = 1_100
"""A game whose cost at entry 1,000 is looked at has so many entries."""

IMPORT = (
    "import time; begun = time.perf_counter();"
    "import companion.engine.decide, companion.rules.cities_knights.module;"
    "spent = time.perf_counter() - begun; import resource;"
    "print(spent * 1000, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024)"
)


@dataclass(frozen=True)
class Figure:
    """One figure; ``least`` and ``most`` are what is wanted of it, neither for one that is only told."""

    name: str
    measured: float
    unit: str
    least: float | None = None
    most: float | None = None

    @property
    def reached(self) -> bool:
        """Whether it is what it should be."""
        low, high = self.least or 0.0, float("inf") if self.most is None else self.most
        return low <= self.measured <= high

    def __str__(self) -> str:
        wanted = self.least if self.most is None else self.most
        told = f"{self.name:62} {self.measured:10.2f} {self.unit:9}"
        if wanted is None:
            return told.rstrip()
        bound = "at least" if self.most is None else "at most"
        missed = "" if self.reached else "  MISSED"
        return f"{told} wanted {bound} {wanted:5.1f}   {self.measured / wanted:6.1%}{missed}"


@dataclass(frozen=True)
class Recorded:
    """A simulated game: its rules, its entries, and the state before each of them."""

    header: Header
    ruleset: Ruleset
    entries: Sequence[Entry]
    states: Sequence[GameState]

    @property
    def positions(self) -> Iterator[tuple[GameState, Command]]:
        """Each entry's command with the state in which it was entered."""
        for state, entry in zip(self.states, self.entries, strict=False):
            assert entry.command is not None
            yield state, entry.command


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print; 1 when a figure is not what is wanted."""
    parser = argparse.ArgumentParser(prog="python -m tests.engine_benchmark", description=__doc__)
    parser.add_argument("--without-catanatron", action="store_true", help="compare with nothing")
    parser.add_argument("--environment", type=Path, help="folder to keep catanatron in")
    parser.add_argument("--games", type=int, default=6, help="games of each kind (6)")
    parser.add_argument("--rounds", type=int, default=7, help="rounds of the comparison (7)")
    parser.add_argument("--seed", type=int, default=1, help="seed of the first game (1)")
    chosen = parser.parse_args(arguments)
    reached = True
    for figure in figures(chosen):
        print(figure, flush=True)
        reached = reached and figure.reached
    return 0 if reached else 1


def figures(chosen: argparse.Namespace) -> Iterator[Figure]:
    """All figures; what needs quiet first."""
    yield from imports()
    base = [record(BASE, chosen.seed + number) for number in range(chosen.games)]
    cities_knights = [record(CITIES_KNIGHTS, chosen.seed + number) for number in range(chosen.games)]
    if chosen.without_catanatron:
        yield from rates(base, cities_knights, chosen.rounds, None)
    else:
        with catanatron(chosen.environment) as play:
            yield from rates(base, cities_knights, chosen.rounds, play)
    for name, games in (("base game", base), ("Cities & Knights", cities_knights)):
        yield Figure(f"slowest entry, {name}", slowest(games) * 1000, "ms", most=SLOWEST_MS)
    for name, modules in (("base game", BASE), ("Cities & Knights", CITIES_KNIGHTS)):
        more = growth(modules, chosen.seed)
        yield Figure(f"cost of an entry at 1,000 beside that at 100, {name}", more, "x", most=GROWTH)
        long = long_game(modules, chosen.seed, REPLAYED)
        yield from replays(name, long)
        yield from previews(name, long)


def record(modules: tuple[str, ...], seed: int, most: int | None = None) -> Recorded:
    """Play a game of four by chance, to its end or until it has ``most`` entries."""
    game = Simulation(header(modules, 4, seed), random.Random(seed), checked=False)
    states = [game.state]
    for _entry in game.play():
        states.append(game.state)
        if len(game.entries) == most:
            break
    return Recorded(game.header, game.ruleset, game.entries, states)


def long_game(modules: tuple[str, ...], seed: int, most: int) -> Recorded:
    """The first ``most`` entries of the first game from a seed on that has so many."""
    while True:
        game = record(modules, seed, most)
        if len(game.entries) == most:
            return game
        seed += 1


# --- rates


def ours(games: Iterable[Recorded], everything: bool = False) -> float:
    """Entries a second: legal options of the kind or of every kind, verdict and the state after it."""
    entries = 0
    begun = time.process_time()
    for game in games:
        ruleset, state = game.ruleset, game.states[0]
        for entry in game.entries:
            command = entry.command
            assert command is not None
            if everything:
                options(ruleset, state, command.by)
            else:
                options_of(Table(ruleset, state), type(command), command.by)
            verdict = decide(ruleset, state, command)
            assert isinstance(verdict, Accepted)
            state = verdict.state
        entries += len(game.entries)
    return entries / (time.process_time() - begun)


def rates(
    base: Sequence[Recorded],
    cities_knights: Sequence[Recorded],
    rounds: int,
    theirs: Callable[[int], float] | None,
) -> Iterator[Figure]:
    """Entries a second, and beside catanatron's actions; all in turns, so that all have the same machine."""
    found: list[tuple[float, ...]] = []
    gc.collect()
    gc.freeze()  # the recorded games are no part of anybody's work
    for number in range(-1, rounds):
        other = float("nan") if theirs is None else theirs(number)
        everything = ours(base, everything=True), ours(cities_knights, everything=True)
        found.append((ours(base), ours(cities_knights), other, *everything))
    found = found[1:]  # the first round only warms up
    ours_base, ours_ck, other, all_base, all_ck = (statistics.median(r) for r in zip(*found, strict=True))
    yield Figure("entries judged with their options, base game at L3", ours_base, "a second")
    yield Figure("entries judged with their options, Cities & Knights at L3", ours_ck, "a second")
    yield Figure("entries judged with all options, base game at L3", all_base, "a second")
    yield Figure("entries judged with all options, Cities & Knights at L3", all_ck, "a second")
    if theirs is None:
        return
    yield Figure("actions of catanatron, base game", other, "a second")
    for name, column, wanted in (
        ("base game", 0, BASE_RATIO),
        ("Cities & Knights", 1, CITIES_KNIGHTS_RATIO),
    ):
        ratio = statistics.median(rates[column] / rates[2] for rates in found)
        yield Figure(f"{name} at L3 beside catanatron's base game", ratio, "x", least=wanted)


@contextmanager
def catanatron(environment: Path | None) -> Iterator[Callable[[int], float]]:
    """Install catanatron beside us; yields what plays games from a seed and tells its actions a second."""
    with tempfile.TemporaryDirectory(prefix="longship-engine-benchmark-") as temporary:
        folder = environment or Path(temporary) / "catanatron"
        if not (folder / "bin" / "pip").exists():
            venv.create(folder, with_pip=True)
            pip = [str(folder / "bin" / "pip"), "install", "--quiet", "--disable-pip-version-check"]
            subprocess.run([*pip, CATANATRON], check=True)
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        sys.path.append(str(folder / "lib" / version / "site-packages"))
        try:
            yield actions_a_second
        finally:
            sys.path.pop()


def actions_a_second(seed: int, games: int = 6) -> float:
    """Actions a second of catanatron's own random games."""
    from catanatron import Color, Game, RandomPlayer  # type: ignore[import-not-found]

    colours = (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)
    actions = 0
    begun = time.process_time()
    for number in range(games):
        game = Game([RandomPlayer(colour) for colour in colours], seed=seed * games + number)
        game.play()
        actions += len(game.state.actions)
    return actions / (time.process_time() - begun)


# --- single entries


def cost(ruleset: Ruleset, state: GameState, command: Command) -> float:
    """Seconds of one entry, the best of a few."""
    best = float("inf")
    for _ in range(REPEATS):
        begun = time.perf_counter()
        options(ruleset, state, command.by)
        decide(ruleset, state, command)
        best = min(best, time.perf_counter() - begun)
    return best


def slowest(games: Iterable[Recorded]) -> float:
    """Seconds of the slowest entry of all games."""
    return max(cost(game.ruleset, *position) for game in games for position in game.positions)


def growth(modules: tuple[str, ...], seed: int) -> float:
    """How much more entry 1,000 costs than entry 100, over a few games."""
    early: dict[type[Command], list[float]] = {}
    late: dict[type[Command], list[float]] = {}
    for number in range(REPEATS):
        game = long_game(modules, seed + 100 * number, LAST)
        for at, (state, command) in enumerate(game.positions):
            window = early if at in range(50, 150) else late if at in range(900, LAST) else None
            if window is not None:
                window.setdefault(type(command), []).append(cost(game.ruleset, state, command))
    both = early.keys() & late.keys()
    before = sum(sum(early[kind]) for kind in both)
    return sum(statistics.mean(late[kind]) * len(early[kind]) for kind in both) / before


# --- a whole game, and the import


def replays(name: str, game: Recorded) -> Iterator[Figure]:
    """Milliseconds to load a stored game, and to judge it again."""
    file = export_game(game.header, game.entries).encode()

    def load() -> None:
        Timeline(game.states[0], game.entries)

    def read() -> None:
        Timeline(game.states[0], parse(file, "simulated.jsonl").entries)

    def judge() -> None:
        for judged in rejudge(game.ruleset, game.states[0], game.entries):
            assert judged.holds

    yield Figure(f"{REPLAYED} entries loaded, {name} at L3", best_ms(load), "ms", most=REPLAY_MS)
    yield Figure(f"{REPLAYED} entries read from their file, {name} at L3", best_ms(read), "ms")
    yield Figure(f"{REPLAYED} entries judged again, {name} at L3", best_ms(judge), "ms")


def previews(name: str, game: Recorded) -> Iterator[Figure]:
    """Milliseconds to say what would follow from corrections of early entries."""
    timeline = Timeline(game.states[0], game.entries)
    for what, wish in corrections(game).items():

        def look(wish: Wish = wish) -> None:
            preview(game.ruleset, timeline, wish)

        yield Figure(
            f"preview of {what}, {REPLAYED} entries, {name} at L3", best_ms(look), "ms", most=PREVIEW_MS
        )
        yield Figure(f"longest slice of it, {name} at L3", longest_slice_ms(game, timeline, wish), "ms")


def corrections(game: Recorded) -> dict[str, Wish]:
    """Corrections that much follows from."""
    first = game.entries[0]
    roll = next(entry for entry in game.entries if isinstance(entry.command, RollDice))
    assert isinstance(first.command, LayBoard)
    assert isinstance(roll.command, RollDice)
    board = first.command.board
    tokens = [hex for hex, token in enumerate(board.tokens) if token]
    other = with_tokens_swapped(board, HexId(tokens[0]), HexId(tokens[-1]))
    faces = {**roll.command.dice, "red": int(roll.command.dice["red"]) % 6 + 1}
    return {
        "another board": change(first.entry, replace(first.command, board=other)),
        "another first roll": change(roll.entry, replace(roll.command, dice=faces)),
        "a first building removed": remove(game.entries[5].entry),
    }


def longest_slice_ms(game: Recorded, timeline: Timeline, wish: Wish) -> float:
    """Milliseconds of the longest slice, the best of a few previews."""

    def longest() -> float:
        slices = []
        steps = preview_steps(game.ruleset, timeline, wish)
        while True:
            begun = time.perf_counter()
            done = next(steps, None) is None
            slices.append(time.perf_counter() - begun)
            if done:
                return max(slices) * 1000

    return min(longest() for _ in range(REPEATS))


def best_ms(work: Callable[[], None]) -> float:
    """Milliseconds, the best of a few."""
    found = []
    for _ in range(REPEATS):
        begun = time.perf_counter()
        work()
        found.append((time.perf_counter() - begun) * 1000)
    return min(found)


def imports() -> Iterator[Figure]:
    """Milliseconds and megabytes of importing the engine in a fresh process, from compiled files."""
    found = []
    with tempfile.TemporaryDirectory(prefix="longship-engine-benchmark-") as compiled:
        around = {**os.environ, "PYTHONPYCACHEPREFIX": compiled}
        around.pop("PYTHONDONTWRITEBYTECODE", None)
        for _ in range(1 + 2 * REPEATS):  # the first one compiles
            command = [sys.executable, "-c", IMPORT]
            told = subprocess.run(command, check=True, capture_output=True, text=True, env=around)
            found.append([float(word) for word in told.stdout.split()])
    spent, memory = (min(column) for column in zip(*found, strict=True))
    yield Figure("import of the engine with Cities & Knights", spent, "ms", most=IMPORT_MS)
    yield Figure("memory after it", memory, "MB", most=IMPORT_MB)


if __name__ == "__main__":
    sys.exit(main())
