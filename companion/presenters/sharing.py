"""An evening as files to hand on: the diary's link, a table, the open format."""

from __future__ import annotations

from collections.abc import Iterator

from companion.app import bgstats, narrate
from companion.app.bgstats import Played
from companion.app.i18n import _
from companion.app.jsonl import export_game
from companion.app.session import GameSession
from companion.app.share_files import stem, table
from companion.app.statistics_text import number
from companion.history.statistics import Statistics, totals
from companion.presenters.evening import counted, people_of, places
from companion.presenters.evening import sources as sources_of
from companion.presenters.modules import summary

PNG, PDF, CSV, DIARY, LOG = ".png", ".pdf", ".csv", ".bgsplay", ".jsonl"
"""The endings of the files: the card, the same for a printer, the table, BG Stats, the open format."""


def played(session: GameSession, found: Statistics | None = None) -> Played:
    """What a diary says of the game as it stands."""
    header = session.header
    found = counted(session) if found is None else found
    ranks = {place.person.seat: place for place in places(session, found).places}
    known = found.winner is not None or session.table.ruleset.scored
    return Played(
        header.game,
        header.started,
        round(sum(turn.milliseconds for turn in found.times) / 60_000),
        summary(header.modules),
        tuple(
            (player.id, player.name, ranks[seat].points, ranks[seat].rank if known else 0)
            for seat, player in enumerate(header.players)
        ),
        header.first or header.players[0].id,
        found.winner,
    )


def files(session: GameSession) -> dict[str, bytes]:
    """All files but the pictures, by their names."""
    name, found = stem(session.header.game), counted(session)
    told = played(session, found)
    return {
        name + CSV: table([*_table(session, found, told)]),
        name + DIARY: bgstats.file(told),
        name + LOG: export_game(session.header, session.entries).encode(),
    }


def _table(session: GameSession, found: Statistics, told: Played) -> Iterator[list[str]]:
    """A line for each player, a column for each thing that was counted of players."""
    rows = tuple(sources_of(found, people_of(session)))
    columns = [(name, totals(found.of(name))) for name in found.names()]
    columns = [(name, amounts) for name, amounts in columns if set(amounts) - {None}]
    yield [
        _("Player"),
        _("Place"),
        _("Points"),
        *(row.label for row in rows),
        *(narrate.say(f"tally.{name}", {}) for name, _amounts in columns),
    ]
    for seat, (who, name, score, rank) in enumerate(told.players):
        yield [
            name,
            str(rank or ""),
            "" if score is None else str(score),
            *(row.values[seat] for row in rows),
            *(number(amounts.get(who, 0)) for _tally, amounts in columns),
        ]
