"""``longship games``: the games that are saved here."""

from __future__ import annotations

import argparse

import msgspec

from companion.app.commands.shared import Commands, add_parser, say_notice, standing
from companion.app.i18n import _
from companion.app.settings import data_folder
from companion.app.storage import open_copy
from companion.app.terminal import say, say_json


class GameResult(msgspec.Struct, frozen=True):
    """What ``games --json`` prints for a game; the points are empty where nobody has told them."""

    game: str
    players: dict[str, str]
    points: dict[str, int]
    winner: str | None
    entries: int


def add(commands: Commands) -> None:
    """Add ``games``."""
    add_parser(commands, "games", _games, _("List the games that are saved here."))


def _games(options: argparse.Namespace) -> int:
    for record in open_copy(data_folder(), say_notice).games():
        names = {str(player.id): player.name for player in record.header.players}
        points = {} if record.summary is None else {str(who): n for who, n in record.summary.points.items()}
        winner = None if record.summary is None else record.summary.winner
        if options.json:
            say_json(GameResult(record.header.game, names, points, winner, record.last))
        else:
            say(f"{record.header.game}  {standing(names, points, winner)}")
    return 0
