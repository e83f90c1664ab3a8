"""The file that keeps all games: its tables, its rows with their checksums, and what a damaged one
still holds.

One SQLite file in WAL mode with synchronous=FULL, so a row is on the disk when its transaction returns.
Each row's checksum goes on from the row before, so a row that is damaged, missing or out of place shows.
"""

from __future__ import annotations

import contextlib
import shutil
import sqlite3
import stat
import tempfile
import zlib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

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


class DamagedError(Exception):
    """What is in the file is not what was written there."""


class NewerError(Exception):
    """The file was written by a newer Longship. The argument is its format."""


class Row(NamedTuple):
    """An entry as it is stored: JSON of what was entered, of the events it meant, and of broken rules."""

    entry: int
    body: bytes
    events: bytes | None
    overruled: bytes | None
    at: int


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
    add_rows(connection, number, checksum, game.rows)
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


def add_game(connection: sqlite3.Connection, game: bytes, header: bytes) -> tuple[int, int]:
    """Add a game without entries, as the one played last; its number and checksum. In a transaction."""
    checksum = header_checksum(game, header)
    number = connection.execute(
        "INSERT INTO games (game, header, played, checksum, end)"
        " VALUES (?, ?, (SELECT coalesce(max(played), 0) + 1 FROM games), ?, ?)",
        (game.decode(), header.decode(), checksum, checksum),
    ).lastrowid
    assert number is not None
    return number, checksum


def add_rows(connection: sqlite3.Connection, number: int, previous: int, rows: Iterable[Row]) -> int:
    """Add entries to a game after the row with the checksum ``previous``; returns the last checksum.
    In a transaction.
    """
    for row in rows:
        previous = row_checksum(previous, row)
        texts = (None if text is None else text.decode() for text in (row.body, row.events, row.overruled))
        connection.execute(
            "INSERT INTO entries (game, entry, body, events, overruled, at, checksum)"
            " VALUES (?, ?, ?, ?, ?, ?, ?)",
            (number, row.entry, *texts, row.at, previous),
        )
    connection.execute("UPDATE games SET end = ? WHERE number = ?", (previous, number))
    return previous


def read_rows(
    connection: sqlite3.Connection, number: int, checksum: int, end: int
) -> Iterator[tuple[Row, int]]:
    """The entries of a game in order, each with its checksum, which is right. ``checksum`` and ``end`` are
    those of the game's own row.

    Raises:
        DamagedError: at the first that is wrong, and where the last ones are missing.
        sqlite3.Error: if the file cannot be read.
    """
    with damage_told():
        found = connection.execute(
            "SELECT entry, body, events, overruled, at, checksum FROM entries WHERE game = ? ORDER BY entry",
            (number,),
        )
        for *fields, stored in found:
            row = Row(*fields)
            try:
                checksum = row_checksum(checksum, row)
            except TypeError as error:  # no text where text was written
                raise DamagedError(f"entry {row.entry}") from error
            if checksum != stored:
                raise DamagedError(f"entry {row.entry}")
            yield row, checksum
    if checksum != end:
        raise DamagedError("the end is missing")


def read_games(connection: sqlite3.Connection) -> list[GameRow]:
    """The games' own rows, the one played last first.

    Raises:
        DamagedError: if one is wrong.
        sqlite3.Error: if the file cannot be read.
    """
    with damage_told():
        rows = connection.execute(
            "SELECT number, game, header, summary, checksum, end,"
            " (SELECT coalesce(max(entry), 0) FROM entries WHERE entries.game = games.number)"
            " FROM games ORDER BY played DESC, number DESC"
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


def look(path: Path) -> None:
    """Read the first bytes of a file, before SQLite does, which might change it.

    Raises:
        DamagedError: if it is not a journal.
        NewerError: if a newer Longship has written it.
        OSError: if it cannot be read.
    """
    try:
        regular = stat.S_ISREG(path.stat().st_mode)
    except FileNotFoundError:
        return
    if not regular:
        raise DamagedError("not a file")
    with path.open("rb") as stream:
        header = stream.read(HEADER_BYTES)
    version = int.from_bytes(header[60:64], "big")
    application = int.from_bytes(header[68:72], "big")
    if not header or (header.startswith(MAGIC) and application == version == 0):
        return  # perhaps one that was only begun
    if not header.startswith(MAGIC) or application != APPLICATION_ID:
        raise DamagedError("not a journal")
    if version > FORMAT:
        raise NewerError(version)


def read_all(path: Path) -> list[StoredGame]:
    """All games of a file that another process may be writing, the one played last at the end.

    Raises:
        DamagedError: if it is damaged.
        NewerError: if a newer Longship has written it.
        OSError, sqlite3.Error: if it cannot be read.
    """
    look(path)
    if not path.exists():
        return []
    connection = sqlite3.connect(
        f"{path.absolute().as_uri()}?mode=ro", uri=True, timeout=BUSY_SECONDS, isolation_level=None
    )
    with contextlib.closing(connection), damage_told():
        connection.text_factory = bytes
        connection.execute("PRAGMA trusted_schema = OFF")
        _check_tables(connection)
        connection.execute("BEGIN")  # one moment for all that is read
        return [
            StoredGame(
                game.game,
                game.header,
                game.summary,
                tuple(row for row, _checksum in read_rows(connection, game.number, game.checksum, game.end)),
            )
            for game in reversed(read_games(connection))
        ]


def read_damaged(path: Path) -> list[StoredGame]:
    """What a file still holds of its games, each up to its first damaged row, the one played last at the end.
    Never raises and changes nothing.

    A copy is read, since SQLite would mend the file itself.
    """
    with (
        contextlib.suppress(OSError, ValueError, MemoryError, sqlite3.Error),
        tempfile.TemporaryDirectory(prefix="longship-") as folder,
    ):
        copy = Path(folder) / "copy.db"
        if not path.is_file():
            return []
        shutil.copyfile(path, copy)
        wal = beside(path, "-wal")
        if wal.is_file():
            shutil.copyfile(wal, beside(copy, "-wal"))
        games = _readable(copy)
        if not games and _replace_first_page(copy):
            games = _readable(copy)
        return games
    return []


def _readable(copy: Path) -> list[StoredGame]:
    with contextlib.closing(sqlite3.connect(copy, isolation_level=None)) as connection:
        connection.text_factory = bytes
        connection.execute("PRAGMA trusted_schema = OFF")
        connection.execute("PRAGMA writable_schema = ON")  # else a file cut short is not read at all
        found: dict[int, tuple[int, StoredGame]] = {}
        for order in ("ASC", "DESC"):  # from both ends to where the damage is
            with contextlib.suppress(sqlite3.Error, MemoryError):
                games = connection.execute(
                    "SELECT number, played, game, header, summary, checksum, end FROM games"
                    f" ORDER BY number {order}"
                )
                for number, played, game, header, summary, checksum, end in games:
                    if number in found or not _right(game, header, checksum):
                        continue
                    rows, whole = _read_until_damaged(connection, number, checksum, end)
                    found[number] = played, StoredGame(game, header, summary if whole else None, rows, whole)
        return [game for _played, game in sorted(found.values(), key=lambda entry: entry[0])]


def _read_until_damaged(
    connection: sqlite3.Connection, number: int, checksum: int, end: int
) -> tuple[tuple[Row, ...], bool]:
    rows: list[Row] = []
    try:
        for row, _checksum in read_rows(connection, number, checksum, end):
            rows.append(row)
    except (DamagedError, sqlite3.Error):
        return tuple(rows), False
    return tuple(rows), True


def _replace_first_page(copy: Path) -> bool:
    """Give a file whose first page is damaged the first page of a new journal: all journals share it."""
    size = copy.stat().st_size
    if size < 2 * PAGE_BYTES:
        return False
    new = copy.with_name("new.db")
    connect(new).close()
    with new.open("rb") as source, copy.open("r+b") as target:
        page = bytearray(source.read(PAGE_BYTES))
        page[28:32] = (size // PAGE_BYTES).to_bytes(4, "big")  # the number of pages
        target.write(page)
    return True


def beside(path: Path, suffix: str) -> Path:
    """A file of the same name with more behind it, such as SQLite's own companions."""
    return path.with_name(path.name + suffix)
