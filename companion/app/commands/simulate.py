"""``longship simulate``: random legal games, every entry of which is checked."""

from __future__ import annotations

import argparse
import random
from pathlib import Path

import msgspec

from companion.app.commands.shared import (
    CommandLineError,
    Commands,
    add_parser,
    problems,
    separated,
    write_new,
)
from companion.app.i18n import _
from companion.app.jsonl import export_game
from companion.app.simulate import Simulation, SimulationError, Tally, count, header
from companion.app.terminal import complain, say, say_json
from companion.engine.errors import AssemblyError


class SimulationResult(msgspec.Struct, frozen=True):
    """What ``simulate --json`` prints: ``rules`` says how often each rule was exercised."""

    games: int
    won: int
    entries: int
    entries_per_second: int
    rules: dict[str, int]


def add(commands: Commands) -> None:
    """Add ``simulate``."""
    simulate = add_parser(
        commands, "simulate", _simulate, _("Play random legal games and check every entry.")
    )
    simulate.add_argument(
        "--modules",
        default=["base"],
        type=separated,
        metavar=_("MODULES"),
        help=_("names, with commas between them"),
    )
    simulate.add_argument("--players", type=int, default=4, metavar=_("COUNT"))
    simulate.add_argument("--seed", type=int, default=1, metavar=_("NUMBER"))
    simulate.add_argument("--games", type=int, default=1, metavar=_("COUNT"))
    simulate.add_argument("--level", default="L3", metavar=_("LEVEL"))
    simulate.add_argument("--profile", default="hobbyworld", metavar=_("PROFILE"))
    simulate.add_argument(
        "--out", type=Path, metavar=_("FOLDER"), help=_("write each game and, beside it, the real cards")
    )


def _simulate(options: argparse.Namespace) -> int:

    for name in ("players", "games"):
        number = getattr(options, name)
        if not 1 <= number <= 1_000_000:
            raise CommandLineError(_("--{option} cannot be {number}.").format(option=name, number=number))
    tally = Tally()
    for seed in range(options.seed, options.seed + options.games):
        players = header(options.modules, options.players, seed, options.level, options.profile)
        try:
            game = Simulation(players, random.Random(seed), rules=tally.rules)
            truth = [game.truth() for _entry in game.play()]
        except AssemblyError as error:
            raise problems(error) from error
        except SimulationError as error:
            complain(str(error))
            return 1
        count(tally, game)
        if options.out is not None:
            _write_game(options.out, game.header.game, export_game(game.header, game.entries), truth)
    rules = {str(rule): times for rule, times in sorted(tally.rules.items())}
    per_second = round(tally.entries / tally.seconds) if tally.seconds else 0
    result = SimulationResult(tally.games, tally.winners, tally.entries, per_second, rules)
    if options.json:
        say_json(result)
    else:
        say(
            _("{games} games, {winners} won; {entries} entries, {rate} a second.").format(
                games=result.games, winners=result.won, entries=result.entries, rate=per_second
            )
        )
        for rule, times in rules.items():
            say(f"{rule:8} {times}")
    return 0


def _write_game(folder: Path, name: str, game: str, truth: list[dict[str, object]]) -> None:
    """The game as the table saw it, and the real cards after each of its entries in a file beside it."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise CommandLineError(
            _("{file} cannot be written: {reason}.").format(file=folder, reason=error.strerror or error)
        ) from error
    write_new(folder / f"{name}.jsonl", game)
    lines = (
        msgspec.json.encode({"entry": number, **cards}).decode() for number, cards in enumerate(truth, 1)
    )
    write_new(folder / f"{name}.truth.jsonl", "".join(f"{line}\n" for line in lines))
