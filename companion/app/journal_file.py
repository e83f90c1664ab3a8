"""The file that keeps all games: its tables, and its rows with their checksums.

One SQLite file in WAL mode with synchronous=FULL, so a row is on the disk when its transaction returns.
Each row's checksum goes on from the row before, so a row that is damaged, missing or out of place shows.
"""

from __future__ import annotations

import contextlib
import sqlite3
import stat
import zlib
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from companion.engine.errors import LongshipError

APPLICATION_ID = 0x4C6F6E67
"""Of SQLite's header, for ``file`` and for us: the letters "Long"."""

FORMAT = 1
"""SQLite's user_version: what the tables below look like."""

MAGIC = b"SQLite format 3\0"
HEADER_BYTES = 100
PAGE_BYTES = 4096
BUSY_SECONDS = 2.0
FULL_SYNCHRONOUS, EXTRA_SYNCHRONOUS = 2, 3

TABLES = (
    "CREATE TABLE games (number INTEGER PRIMARY KEY, game TEXT NOT NULL UNIQUE, header TEXT NOT NULL,"
    " summary TEXT, played INTEGER NOT NULL, checksum INTEGER NOT NULL, end INTEGER NOT NULL) STRICT",
    "CREATE TABLE entries (game INTEGER NOT NULL REFERENCES games (number), entry INTEGER NOT NULL,"
    " body TEXT NOT NULL, events TEXT, overruled TEXT, at INTEGER NOT NULL, checksum INTEGER NOT NULL,"
    " PRIMARY KEY (game, entry)) STRICT, WITHOUT ROWID",
)
"""``played`` counts up with each game that is gone on with: the clock orders nothing. ``end`` is the checksum
of the last row, so that entries missing at the end show too."""


class DamagedError(LongshipError, ValueError):
    """What is in the file is not what was written there."""


class NewerError(LongshipError, ValueError):
    """The file was written by a newer Longship. The argument is its format."""


class Row(NamedTuple):
    """An entry as it is stored: JSON of what was entered, of the events it meant, and of broken rules."""

    entry: int
    body: bytes
    events: bytes | None
    overruled: bytes | None
    at: int


Link = tuple[Row, int]
"""An entry and its checksum, which goes on from the one before."""


class GameRow(NamedTuple):
    """A game's own row; ``end`` is its last checksum, ``last`` the number of its last entry (0: none)."""

    number: int
    game: bytes
    header: bytes
    summary: bytes | None
    checksum: int
    end: int
    last: int


@dataclass(frozen=True)
class StoredGame:
    """A game as it is stored. ``whole`` is false when its end could not be read."""

    game: bytes
    header: bytes
    summary: bytes | None
    rows: tuple[Row, ...]
    whole: bool = True


def header_checksum(game: bytes, header: bytes) -> int:
    """The checksum of a game's own row; its entries go on from it."""
    return zlib.crc32(header, zlib.crc32(game))


def row_checksum(previous: int, row: Row) -> int:
    """The checksum of an entry that follows a row with the checksum ``previous``."""
    fields = (
        str(row.entry).encode(),
        row.body,
        row.events or b"",
        row.overruled or b"",
        str(row.at).encode(),
    )
    return zlib.crc32(b"\0".join(fields), previous)


def linked(previous: int, rows: Iterable[Row]) -> list[Link]:
    """Entries with their checksums; the first follows a row with the checksum ``previous``."""
    links = []
    for row in rows:
        previous = row_checksum(previous, row)
        links.append((row, previous))
    return links


def connect(path: Path | None) -> sqlite3.Connection:
    """Open a journal, or make it; in memory without a path. One thread at a time may use it.

    Raises:
        DamagedError: if it is not a journal, or not a whole one.
        NewerError: if a newer Longship has written it.
        sqlite3.Error: if it cannot be opened or written.
    """
    connection = sqlite3.connect(
        ":memory:" if path is None else path,
        timeout=BUSY_SECONDS,
        isolation_level=None,
        check_same_thread=False,
    )
    try:
        with damage_told():
            _set_up(connection)
    except BaseException:
        connection.close()
        raise
    return connection


def _set_up(connection: sqlite3.Connection) -> None:
    connection.text_factory = bytes
    connection.execute("PRAGMA trusted_schema = OFF")
    connection.execute("PRAGMA cell_size_check = ON")
    connection.execute("PRAGMA foreign_keys = ON")
    if not connection.execute("SELECT count(*) FROM sqlite_schema").fetchone()[0]:
        # before WAL begins, so that the ids stand in the file itself and not only in the WAL beside it
        connection.execute(f"PRAGMA page_size = {PAGE_BYTES}")
        connection.execute(f"PRAGMA synchronous = {EXTRA_SYNCHRONOUS}")
        with transaction(connection):
            connection.execute(f"PRAGMA application_id = {APPLICATION_ID}")
            connection.execute(f"PRAGMA user_version = {FORMAT}")
            for table in TABLES:
                connection.execute(table)
    _check_tables(connection)
    mode = _pragma(connection, "journal_mode = WAL")
    # where there can be no WAL, FULL does not make sure that the old journal is gone
    wanted = FULL_SYNCHRONOUS if mode == b"wal" else EXTRA_SYNCHRONOUS
    connection.execute(f"PRAGMA synchronous = {wanted}")
    if _pragma(connection, "synchronous") != wanted:
        raise sqlite3.OperationalError("synchronous")
    connection.execute("BEGIN IMMEDIATE")
    connection.execute(f"PRAGMA user_version = {FORMAT}")  # may it be written at all?
    connection.execute("ROLLBACK")


def _check_tables(connection: sqlite3.Connection) -> None:
    version = _pragma(connection, "user_version")
    if _pragma(connection, "application_id") != APPLICATION_ID or version < FORMAT:
        raise DamagedError("other ids")
    if version > FORMAT:
        raise NewerError(version)
    tables = connection.execute("SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL").fetchall()
    if {sql for (sql,) in tables} != {table.encode() for table in TABLES}:
        raise DamagedError("other tables")


def _pragma(connection: sqlite3.Connection, words: str) -> Any:
    return connection.execute(f"PRAGMA {words}").fetchone()[0]


@contextlib.contextmanager
def transaction(connection: sqlite3.Connection) -> Iterator[None]:
    """All or nothing; on the disk when it returns.

    Raises:
        sqlite3.Error: if it could not be written; nothing is changed then.
    """
    connection.execute("BEGIN IMMEDIATE")
    try:
        yield
        connection.execute("COMMIT")
    except BaseException:
        if connection.in_transaction:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
        raise


@contextlib.contextmanager
def damage_told() -> Iterator[None]:
    """Turn what SQLite says of a damaged file into DamagedError; other errors pass."""
    try:
        yield
    except MemoryError as error:  # a length that nobody wrote
        raise DamagedError("memory") from error
    except sqlite3.Error as error:
        if is_damage(error):
            raise DamagedError(str(error)) from error
        raise


def is_damage(error: sqlite3.Error) -> bool:
    """Whether SQLite found the file damaged or not its own."""
    code = getattr(error, "sqlite_errorcode", None)
    damage = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG)
    return code is not None and code & 0xFF in damage


def add_stored(connection: sqlite3.Connection, game: StoredGame) -> None:
    """Add a game with its entries. In a transaction."""
    number, checksum = add_game(connection, game.game, game.header)
    add_links(connection, number, linked(checksum, game.rows))
    if game.summary is not None:
        set_summary(connection, number, game.summary)


def set_summary(connection: sqlite3.Connection, number: int, summary: bytes) -> None:
    """Keep how a game stands. In a transaction."""
    connection.execute("UPDATE games SET summary = ? WHERE number = ?", (summary.decode(), number))


def set_played(connection: sqlite3.Connection, number: int) -> None:
    """Make a game the one played last. In a transaction."""
    connection.execute(
        "UPDATE games SET played = (SELECT max(played) + 1 FROM games) WHERE number = ?", (number,)
    )


def delete_game(connection: sqlite3.Connection, game: bytes) -> None:
    """Take a game out, to be written anew. In a transaction."""
    numbered = "(SELECT number FROM games WHERE game = ?)"
    connection.execute(f"DELETE FROM entries WHERE game = {numbered}", (game.decode(),))
    connection.execute("DELETE FROM games WHERE game = ?", (game.decode(),))


def last_row(connection: sqlite3.Connection, game: bytes) -> tuple[int, int] | None:
    """The number of a game and the checksum of its last row; None without the game."""
    found = connection.execute("SELECT number, end FROM games WHERE game = ?", (game.decode(),)).fetchone()
    return None if found is None else (found[0], found[1])


def add_game(
    connection: sqlite3.Connection, game: bytes, header: bytes, *, behind: bool = False
) -> tuple[int, int]:
    """Add a game without entries, as the one played last or ``behind`` all others; its number and checksum.
    In a transaction."""
    checksum = header_checksum(game, header)
    played = "coalesce(min(played), 0) - 1" if behind else "coalesce(max(played), 0) + 1"
    number = connection.execute(
        "INSERT INTO games (game, header, played, checksum, end)"
        f" VALUES (?, ?, (SELECT {played} FROM games), ?, ?)",
        (game.decode(), header.decode(), checksum, checksum),
    ).lastrowid
    assert number is not None
    return number, checksum


def add_links(connection: sqlite3.Connection, number: int, links: Sequence[Link]) -> None:
    """Add entries behind the last one of a game. In a transaction."""
    for row, checksum in links:
        texts = (None if text is None else text.decode() for text in (row.body, row.events, row.overruled))
        connection.execute(
            "INSERT INTO entries (game, entry, body, events, overruled, at, checksum)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, row.entry, *texts, row.at, checksum),
        )
    if links:
        connection.execute("UPDATE games SET end = ? WHERE number = ?", (links[-1][1], number))


def read_links(connection: sqlite3.Connection, game: GameRow) -> list[Link]:
    """The entries of a game in order, with their checksums, which are right.

    Raises:
        DamagedError: if one is wrong or missing.
        sqlite3.Error: if the file cannot be read.
    """
    links: list[Link] = []
    checksum = game.checksum
    with damage_told():
        found = connection.execute(
            "SELECT entry, body, events, overruled, at, checksum FROM entries WHERE game = ? ORDER BY entry",
            (game.number,),
        )
        for *fields, stored in found:
            row = Row(*fields)
            try:
                checksum = row_checksum(checksum, row)
            except TypeError as error:  # no text where text was written
                raise DamagedError(f"entry {row.entry}") from error
            if checksum != stored:
                raise DamagedError(f"entry {row.entry}")
            links.append((row, checksum))
    if checksum != game.end:
        raise DamagedError("the end is missing")
    return links


def read_games(connection: sqlite3.Connection, only: bytes | None = None) -> list[GameRow]:
    """The games' own rows, the one played last first; of one game where its id is given.

    Raises:
        DamagedError: if one is wrong.
        sqlite3.Error: if the file cannot be read.
    """
    with damage_told():
        rows = connection.execute(
            "SELECT number, game, header, summary, checksum, end,"
            " (SELECT coalesce(max(entry), 0) FROM entries WHERE entries.game = games.number)"
            f" FROM games {'' if only is None else 'WHERE game = ?'} ORDER BY played DESC, number DESC",
            () if only is None else (only.decode(),),
        )
        games = [GameRow(*row) for row in rows]
    for game in games:
        if not _right(game.game, game.header, game.checksum):
            raise DamagedError(f"game {game.number}")
    return games


def _right(game: object, header: object, checksum: int) -> bool:
    if not isinstance(game, bytes) or not isinstance(header, bytes):
        return False
    return header_checksum(game, header) == checksum


def look(path: Path) -> bool:
    """Read the first bytes of a file, before SQLite does, which might change it. Whether there are tables.

    Raises:
        DamagedError: if it is not a journal.
        NewerError: if a newer Longship has written it.
        OSError: if it cannot be read.
    """
    try:
        regular = stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return False
    if not regular:
        raise DamagedError("not a file")
    with path.open("rb") as stream:
        header = stream.read(HEADER_BYTES)
    version = int.from_bytes(header[60:64], "big")
    application = int.from_bytes(header[68:72], "big")
    if not header or (header.startswith(MAGIC) and application == version == 0):
        return False  # perhaps one that was only begun
    if not header.startswith(MAGIC) or application != APPLICATION_ID:
        raise DamagedError("not a journal")
    if version > FORMAT:
        raise NewerError(version)
    return True


@contextlib.contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """One moment of a file that another process may be writing; nothing is changed in it.

    Raises:
        DamagedError: if it is damaged.
        sqlite3.Error: if it cannot be read.
    """
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS, isolation_level=None
    )
    with contextlib.closing(connection), damage_told():
        connection.text_factory = bytes
        connection.execute("PRAGMA trusted_schema = OFF")
        _check_tables(connection)
        connection.execute("BEGIN")
        yield connection


def read_stored(connection: sqlite3.Connection) -> list[StoredGame]:
    """All games, the one played last at the end.

    Raises:
        DamagedError: if one is damaged.
        sqlite3.Error: if they cannot be read.
    """
    return [
        StoredGame(
            game.game,
            game.header,
            game.summary,
            tuple(row for row, _checksum in read_links(connection, game)),
        )
        for game in reversed(read_games(connection))
    ]


def beside(path: Path, suffix: str) -> Path:
    """A file of the same name with more behind it, such as SQLite's own companions."""
    return path.with_name(path.name + suffix)
