"""``longship stats``: what an evening was made of."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

import msgspec

from companion.app import narrate
from companion.app.commands.saved import opened_game
from companion.app.commands.shared import Commands, add_parser, standing
from companion.app.i18n import _, ngettext
from companion.app.statistics_text import summed, verdict
from companion.app.terminal import say, say_json
from companion.engine.ids import PlayerId
from companion.history.statistics import (
    FACES,
    ROLLS,
    Counted,
    NumberRolled,
    Standing,
    Statistics,
    TurnTaken,
    numbers_rolled,
    statistics,
)

BAR = 30
"""Characters of the longest bar."""


class StatisticsResult(msgspec.Struct, frozen=True):
    """What ``stats --json`` prints: the players' names by id, and all that is known in the order of play."""

    game: str
    players: dict[str, str]
    turns: int
    winner: str | None
    rolls: tuple[NumberRolled, ...]
    standings: tuple[Standing, ...]
    counts: tuple[Counted, ...]
    times: tuple[TurnTaken, ...]


def add(commands: Commands) -> None:
    """Add ``stats``."""
    stats = add_parser(commands, "stats", _stats, _("Say what an evening was made of."))
    stats.add_argument("game", metavar=_("GAME"), help=_("a game file, or a saved game by its name"))


def _stats(options: argparse.Namespace) -> int:
    game = opened_game(options.game)
    evening = statistics(game.ruleset, game.states, game.standing)
    names = {player.id: player.name for player in game.header.players}
    if options.json:
        say_json(
            StatisticsResult(
                game.header.game,
                {str(player): name for player, name in names.items()},
                evening.turns,
                evening.winner,
                numbers_rolled(evening),
                evening.standings,
                evening.counts,
                evening.times,
            )
        )
    else:
        say(*_lines(evening, names))
    return 0


def _lines(evening: Statistics, names: dict[PlayerId, str]) -> Iterator[str]:
    points = {standing.player: standing.points for standing in evening.standings}
    yield standing(
        {str(who): name for who, name in names.items()},
        {str(who): points.get(who, 0) for who in names if points},
        evening.winner,
    )
    yield ngettext("{count} turn", "{count} turns", evening.turns).format(count=evening.turns)
    rolled = numbers_rolled(evening)
    if rolled:
        yield from _dice(rolled)
    for name in evening.names():
        if name not in (ROLLS, FACES):
            yield f"{narrate.say(f'tally.{name}', {})}: {summed(evening.of(name), names)}"


def _dice(rolled: tuple[NumberRolled, ...]) -> Iterator[str]:
    most = max(number.count for number in rolled)
    for number in rolled:
        bar = "█" * round(BAR * number.count / most)
        yield f"{number.number:4}  {number.count:3}  ({number.low}–{number.high})  {bar}"
    yield verdict(rolled)
