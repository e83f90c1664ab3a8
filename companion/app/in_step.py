"""Holds the database against the ledgers beside it, and says what the one lacks that the other has."""

from __future__ import annotations

import functools
import sqlite3
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from companion.app import journal_file, ledger, salvage
from companion.app.journal_file import DamagedError, GameRow, Link, StoredGame

ENTRIES = 1000
"""How many are compared at each start: that takes a few milliseconds and covers three evenings."""


@dataclass(frozen=True)
class Difference:
    """A ledger that must be written anew, or set aside where it is of no ``game``.

    ``links`` are all entries of the game, ``late`` those of them that the database is to get: they were on
    their way when the power went, as a ``new`` game was. ``bad`` is a ledger that something has happened to.
    """

    file: Path
    game: bytes = b""
    header: bytes = b""
    links: list[Link] = field(default_factory=list)
    summary: bytes | None = None
    late: list[Link] = field(default_factory=list)
    new: bool = False
    bad: bool = False

    @property
    def stored(self) -> StoredGame:
        """The game as the database is to keep it, where it has none."""
        return StoredGame(self.game, self.header, self.summary, tuple(row for row, _checksum in self.links))


def compare(connection: sqlite3.Connection, path: Path, entries: int) -> list[Difference]:
    """Hold games against their ledgers: those played last entry by entry, as far as so many ``entries`` go,
    the others by their last one.

    Raises:
        DamagedError: if the database is damaged, or lacks what it had.
        OSError, sqlite3.Error: if something cannot be read.
    """
    games = journal_file.read_games(connection)
    lengths = functools.cache(lambda: _lengths(path))
    found = []
    for game in games:
        if entries > 0 or ledger.end(ledger.file_of(path, game.game)) != game.end:
            found.append(compare_game(connection, path, game, lengths))
        entries -= game.last
    known = {game.game for game in games}
    names = {ledger.file_of(path, game).name for game in known}
    found += [_stranger(file, known) for file in ledgers(path) if file.name not in names]
    return [difference for difference in found if difference is not None]


def compare_game(
    connection: sqlite3.Connection,
    path: Path,
    game: GameRow,
    lengths: Callable[[], Mapping[bytes, int]] | None = None,
) -> Difference | None:
    """Hold a game against its ledger, entry by entry. ``lengths`` tells how many entries of each game could
    be made of both. Raises as ``compare`` does."""
    links = journal_file.read_links(connection, game)
    file = ledger.file_of(path, game.game)
    found = ledger.read(file)
    if found is None:
        return Difference(file, game.game, game.header, links, game.summary)
    late = list(salvage.fitting(game.end, (link for link in found.links if link[0].entry > game.last)))
    if not found.asked.issuperset(checksum for _row, checksum in late):
        raise DamagedError(f"game {game.number} has lost entries")
    whole = [*links, *late]
    named = (found.game, found.header) == (game.game, game.header)
    same = found.sound and named and found.links == tuple(whole)
    if same and not found.asked and not found.torn:
        return None
    if not same and (lengths() if lengths else _lengths(path)).get(game.game, 0) > len(whole):
        # where both are damaged, the file may hold what SQLite does not read any more
        raise DamagedError(f"game {game.number} can be made longer")
    summary = found.summaries.get(late[-1][1]) if late else game.summary
    return Difference(file, game.game, game.header, whole, summary, late, bad=not same)


def ledgers(path: Path) -> list[Path]:
    """All ledgers of a database. Raises OSError."""
    return sorted(ledger.folder_of(path).glob(f"*{ledger.ENDING}"))


def _lengths(path: Path) -> dict[bytes, int]:
    return {made.game: len(made.rows) for made in salvage.games_of(path)}


def _stranger(file: Path, known: set[bytes]) -> Difference | None:
    found = ledger.read(file)
    if found is None or not found.game or found.game in known:
        return Difference(file, bad=found is not None and found.links != ())
    start = journal_file.header_checksum(found.game, found.header)
    links = list(salvage.fitting(start, found.links))
    if not found.asked.issuperset([start, *(checksum for _row, checksum in links)]):
        raise DamagedError("a game is missing")
    summary = found.summaries.get(links[-1][1]) if links else None
    return Difference(file, found.game, found.header, links, summary, new=True)
