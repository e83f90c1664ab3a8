"""``longship year``: the games of a year together."""

from __future__ import annotations

import argparse
import datetime
from collections.abc import Iterator

import msgspec

from companion.app import narrate
from companion.app.commands.shared import CommandLineError, Commands, add_parser, say_notice
from companion.app.digests import Digests, evening
from companion.app.i18n import _, ngettext
from companion.app.settings import data_folder
from companion.app.statistics_text import verdict
from companion.app.storage import GameRecord, open_copy
from companion.app.terminal import complain, say, say_json
from companion.app.year import Kind, Year, year
from companion.engine.piecemeal import finish
from companion.history.statistics import numbers_of


class YearResult(msgspec.Struct, frozen=True):
    """What ``year --json`` prints."""

    year: int
    result: Year


def add(commands: Commands) -> None:
    """Add ``year``."""
    parser = add_parser(commands, "year", _year, _("Say what the games of a year were like."))
    parser.add_argument("year", metavar=_("YEAR"), type=int, nargs="?", help=_("the latest one if not given"))


def _year(options: argparse.Namespace) -> int:
    store = open_copy(data_folder(), say_notice)
    records = store.games()
    years = {day.year for record in records if (day := _day(record)) is not None}
    wanted = options.year if options.year is not None else max(years, default=None)
    if wanted not in years:
        raise CommandLineError(_("There is no game of that year."))
    played = [record for record in records if (day := _day(record)) is not None and day.year == wanted]
    digests = Digests(data_folder())
    unread = finish(digests.make(store, played, here=records))
    found = year(evening(record, digests.of(record)) for record in played)
    if options.json:
        say_json(YearResult(wanted, found))
    else:
        say(*_lines(wanted, found))
    for record in unread:
        complain(_("The dice of the game {game} cannot be read.").format(game=record.key))
    return 0


def _day(record: GameRecord) -> datetime.date | None:
    try:
        return datetime.datetime.fromtimestamp(record.header.started / 1000).date()
    except (OverflowError, OSError, ValueError):
        return None


def _lines(wanted: int, found: Year) -> Iterator[str]:
    games = ngettext("{count} game", "{count} games", found.games).format(count=found.games)
    yield f"{wanted}: {games}"
    for who in found.people:
        average = f"{who.points / who.scored:.1f}" if who.scored else "–"
        yield _("{name}: games {games}, won {wins}, in a row {streak}, points on average {average}").format(
            name=who.name, games=who.games, wins=who.wins, streak=who.streak, average=average
        )
    for level, kind in found.levels.items():
        yield _played(narrate.term("level", level), kind)
    for module, kind in found.modules.items():
        yield _played(narrate.term("module", module), kind)
    rolled = numbers_of(found.rolls)
    for one in rolled:
        yield f"{one.number:4}  {one.count:5}  ({one.low}–{one.high})"
    if rolled:
        yield verdict(rolled)
    for pair in found.pairs:
        yield f"{pair.one} – {pair.other}: {pair.games} ({pair.one_ahead} : {pair.other_ahead})"


def _played(name: str, kind: Kind) -> str:
    if not kind.wins:
        return _("{kind}: games {games}").format(kind=name, games=kind.games)
    wins = ", ".join(f"{who} {count}" for who, count in kind.wins.items())
    return _("{kind}: games {games}, won by {wins}").format(kind=name, games=kind.games, wins=wins)
