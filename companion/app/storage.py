"""Keeps the games: each entry is on the disk before its effect is on the screen.

``open_store`` opens the file at once (a few milliseconds: the list of games and the last one are read and
checked), since the first screen offers the game to go on with. It never fails: what cannot be kept on the
disk is kept in memory, and a sentence says so. Nothing is ordered by the clock.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import itertools
import logging
import os
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.app import journal_file
from companion.app.change_lines import AnyLine, change_of, lines_of
from companion.app.i18n import _, ngettext
from companion.app.journal_file import DamagedError, NewerError, Row, StoredGame, beside
from companion.app.jsonl import decode_header, encode_header
from companion.app.ports import Notice, NoticeSink
from companion.engine.codec import Codec, encode
from companion.engine.errors import DecodeError
from companion.engine.ids import EntryId
from companion.engine.verdict import Violation
from companion.history.log import Entry, Header
from companion.history.summary import Summary
from companion.rules import catalogue

log = logging.getLogger(__name__)

T = TypeVar("T")

FILE = "games.db"


class StorageError(Exception):
    """One clear sentence about what could not be kept or read, in the language in use."""

    def __init__(self, text: str, remedy: str = "") -> None:
        super().__init__(text)
        self.notice = Notice(text, remedy)


class InUseError(StorageError):
    """Another Longship holds the file."""


class KeptAlreadyError(StorageError):
    """There is a game of that id."""


@dataclass(frozen=True)
class GameRecord:
    """A game in the list. ``last`` is its last entry (0: none); ``summary`` is how it stands, None where
    that is not known without playing it again."""

    header: Header
    last: EntryId
    summary: Summary | None

    @property
    def finished(self) -> bool:
        """Whether somebody has won."""
        return self.summary is not None and self.summary.winner is not None


def open_store(folder: Path, notice: NoticeSink) -> JournalStore:
    """The games of a folder, or games in memory where they cannot be kept there. Never raises."""
    store = JournalStore(folder / FILE, notice)
    try:
        store.open()
    except StorageError as error:
        notice(_not_saved(error))
        store = JournalStore(None, notice)
        store.open([] if isinstance(error, InUseError) else journal_file.read_damaged(folder / FILE))
    return store


def open_copy(folder: Path, notice: NoticeSink) -> JournalStore:
    """The games of a folder as they are now, in memory: to look at them beside a Longship that is open.
    The file stays as it is, whatever is wrong with it. Never raises."""
    store = JournalStore(None, notice)
    path = folder / FILE
    try:
        with _told(path):
            try:
                games = journal_file.read_all(path)
            except NewerError:
                games = journal_file.read_all(_beside_newer(path))
    except StorageError as error:
        games = journal_file.read_damaged(path)
        if not all(game.whole for game in games) or not games:
            notice(error.notice)
    store.open(games)
    return store


def _beside_newer(path: Path) -> Path:
    """The file that is used where a newer Longship has written the one at ``path``."""
    return path.with_name(f"{path.stem}-format{journal_file.FORMAT}{path.suffix}")


def _not_saved(error: StorageError) -> Notice:
    text = _("This evening is not being saved: {reason}").format(reason=error)
    return Notice(text, error.notice.remedy)


def _nobody(notice: Notice) -> None:
    """Nobody listens."""


class JournalStore:
    """All games in one file; in memory without a path. One thread at a time may use it.

    The file is this process's alone to write until ``close``; others can read it meanwhile.
    """

    def __init__(self, path: Path | None, notice: NoticeSink = _nobody) -> None:
        self.path = path
        self.generation = 0
        """Counts the times that a file was opened: the next one may hold other rows than the one before."""
        self._notice = notice
        self._connection: sqlite3.Connection | None = None
        self._identity: tuple[int, int] | None = None
        self._lock: int | None = None

    @property
    def saved(self) -> bool:
        """Whether the games outlast this process."""
        return self.path is not None

    def open(self, games: list[StoredGame] | None = None) -> None:
        """Open the file, or make it; a bad one is set aside and what it still holds goes on in a new one.
        A store in memory begins with ``games``.

        Raises:
            StorageError: if nothing can be kept there.
        """
        if self.path is None:
            self._connection = journal_file.connect(None)
            self.generation += 1
            with journal_file.transaction(self._connection):
                for game in games or []:
                    journal_file.add_stored(self._connection, game)
            return
        try:
            with _told(self.path):
                _make_folder(self.path.parent)
                self._take_lock()
                try:
                    self._open_file()
                except NewerError as error:
                    self._go_beside(error.args[0])
        except StorageError:
            self.close()
            raise

    def close(self) -> None:
        """Let go of the file; what is on the disk stays there. A later call would open it again."""
        self._disconnect()
        if self._lock is not None:
            os.close(self._lock)
            self._lock = None

    # --- what is kept ---------------------------------------------------------------------------------

    def games(self) -> tuple[GameRecord, ...]:
        """All games, the one played last first.

        Raises:
            StorageError: if they cannot be read.
        """
        records = []
        for row in self._reading(journal_file.read_games):
            try:
                records.append(
                    GameRecord(decode_header(row.header), EntryId(row.last), _summary(row.summary))
                )
            except DecodeError:
                log.exception("the header of game %r", row.game)
        return tuple(records)

    def load(self, game: str) -> tuple[Header, tuple[Entry, ...], GameJournal]:
        """A game with its whole log, and the journal to go on with it.

        Raises:
            StorageError: if it cannot be read, or was entered with rules that are not installed.
        """
        header, stored, place = self._reading(lambda connection: self._find(connection, game))
        try:
            head = decode_header(header)
            codec = catalogue.codec(head.modules)
            entries = tuple(_entry(row, codec) for row in stored)
            return head, entries, GameJournal(self, head, entries, place)
        except DecodeError as error:
            raise StorageError(
                _("The game {game} holds something that this Longship does not know ({reason}).").format(
                    game=game, reason=error
                )
            ) from error

    def _find(self, connection: sqlite3.Connection, game: str) -> tuple[bytes, list[Row], _Place]:
        for row in journal_file.read_games(connection):
            if row.game == game.encode():
                found = list(journal_file.read_rows(connection, row.number, row.checksum, row.end))
                place = _Place(self.generation, row.number, row.end, len(found))
                return row.header, [stored for stored, _checksum in found], place
        raise StorageError(_("There is no game {game}.").format(game=game))

    def create(self, header: Header) -> GameJournal:
        """Begin a game. Where it cannot be written a sentence says so, and it goes on unsaved.

        Raises:
            KeptAlreadyError: if a game of that id is kept already.
        """
        journal = GameJournal(self, header)
        try:
            journal.write((), None)
        except KeptAlreadyError:
            raise
        except StorageError as error:
            self._notice(_not_saved(error))
            journal.go_on_unsaved()
        return journal

    def add(self, header: Header, entries: tuple[Entry, ...], summary: Summary | None) -> None:
        """Keep a whole game at once.

        Raises:
            KeptAlreadyError: if a game of that id is kept already.
            StorageError: if it could not be kept; nothing is changed then.
        """
        text = None if summary is None else msgspec.json.encode(summary)
        GameJournal(self, header).write(entries, text)

    # --- reading and writing --------------------------------------------------------------------------

    def _reading(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """What ``read`` finds; a file found damaged is set aside, and what it still holds is read."""
        with _told(self.path):
            try:
                with journal_file.damage_told():
                    return read(self._connected())
            except DamagedError:
                if self.path is None:
                    raise
            self._start_again()
            return read(self._connected())

    def write(self, work: Callable[[sqlite3.Connection], T], patiently: bool = True) -> T:
        """Do some work in one transaction: on the disk when this returns.

        Patiently means that another program may hold the file for up to two seconds.

        Raises:
            StorageError: if it could not be written; nothing is changed then.
        """
        with _told(self.path):
            try:
                return self._write(work, patiently)
            except DamagedError:
                if self.path is None:
                    raise
            self._start_again()
            return self._write(work, patiently)

    def _write(self, work: Callable[[sqlite3.Connection], T], patiently: bool) -> T:
        connection = self._connected()
        seconds = journal_file.BUSY_SECONDS if patiently else 0
        connection.execute(f"PRAGMA busy_timeout = {round(1000 * seconds)}")
        try:
            with journal_file.damage_told(), journal_file.transaction(connection):
                return work(connection)
        except sqlite3.Error as error:
            if self.path is not None and _code(error) not in _PASSING:
                self._disconnect()  # to begin afresh: SQLite may hold to what the disk has refused
            raise

    def _connected(self) -> sqlite3.Connection:
        if self.path is not None and self._identity is not None and self._identity != _identity(self.path):
            log.warning("%s was taken away or replaced", self.path)
            self.close()
        if self._connection is None:
            self.open()
        assert self._connection is not None
        return self._connection

    # --- the file -------------------------------------------------------------------------------------

    def _open_file(self) -> None:
        assert self.path is not None
        if beside(self.path, _SALVAGED).exists():  # a salvage was interrupted when all was read
            self._put_in_place()
        try:
            journal_file.look(self.path)
            self._connect()
        except DamagedError:
            self._start_again()

    def _connect(self) -> None:
        assert self.path is not None
        connection = journal_file.connect(self.path)
        try:
            games = journal_file.read_games(connection)
            if games:  # the one that is offered
                newest = games[0]
                for _row in journal_file.read_rows(connection, newest.number, newest.checksum, newest.end):
                    pass
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        self._identity = _identity(self.path)
        self.generation += 1

    def _disconnect(self) -> None:
        if self._connection is not None and self.path is not None:
            with contextlib.suppress(sqlite3.Error):
                self._connection.close()
            self._connection = None
            self._identity = None

    def _take_lock(self) -> None:
        """A lock that ends with the process, in a file of its own: SQLite's own locks are left to SQLite.

        Raises:
            InUseError: if another process has it.
            OSError: if it cannot be made.
        """
        assert self.path is not None
        if self._lock is not None:
            return
        lock = os.open(
            beside(self.path, ".lock"), os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, 0o644
        )
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            os.close(lock)
            raise InUseError(
                _("Longship is open already and holds {file}.").format(file=self.path),
                _("Close the other one, and start again."),
            ) from error
        except OSError:  # a file system without locks
            log.warning("no lock for %s", self.path)
        self._lock = lock

    def _go_beside(self, theirs: int) -> None:
        """Leave a newer file as it is, and use another one beside it."""
        assert self.path is not None
        newer = self.path
        self.close()
        self.path = _beside_newer(newer)
        self._take_lock()
        self._open_file()
        self._notice(
            Notice(
                _(
                    "{file} was written by a newer Longship (format {theirs}; this one reads {ours}) and is"
                    " left as it is; games are kept in {other}."
                ).format(file=newer, theirs=theirs, ours=journal_file.FORMAT, other=self.path.name),
                _("Start the newer Longship to go on with the games in it."),
            )
        )

    def _start_again(self) -> None:
        """Set a bad file aside and go on in a new one with all the games that could be read."""
        assert self.path is not None
        self._disconnect()
        games = journal_file.read_damaged(self.path)
        new = beside(self.path, ".salvaging")
        for leftover in (new, *(beside(new, suffix) for suffix in _COMPANIONS)):
            leftover.unlink(missing_ok=True)
        with (
            contextlib.closing(journal_file.connect(new)) as connection,
            journal_file.transaction(connection),
        ):
            for game in games:
                journal_file.add_stored(connection, game)
        new.rename(beside(self.path, _SALVAGED))
        aside = self._put_in_place()
        self._connect()
        if aside is not None:
            self._notice(_set_aside_notice(self.path, aside, len(games)))

    def _put_in_place(self) -> Path | None:
        """Move a bad file out of the way of the one that was made from it. Where it is now."""
        assert self.path is not None
        numbers = itertools.chain([""], itertools.count(2))
        names = (beside(self.path, f".unreadable{number}") for number in numbers)
        aside = next(name for name in names if not os.path.lexists(name))
        for suffix in _COMPANIONS:  # first, or they would be taken for the new file's
            if os.path.lexists(beside(self.path, suffix)):
                beside(self.path, suffix).rename(beside(aside, suffix))
        there = os.path.lexists(self.path)
        if there:
            self.path.rename(aside)
        beside(self.path, _SALVAGED).rename(self.path)
        _synchronise(self.path.parent)
        return aside if there else None


class _Place(msgspec.Struct, frozen=True):
    """Where a game stands in a file: its number, the checksum of its last row, how many entries it has."""

    generation: int
    number: int
    checksum: int
    count: int


class GameJournal:
    """The log of one game on its way to the disk.

    ``summarise`` tells how the game stands after an entry that is about to be stored.
    """

    def __init__(
        self,
        store: JournalStore,
        header: Header,
        entries: tuple[Entry, ...] = (),
        place: _Place | None = None,
    ) -> None:
        self.header = header
        self.summarise: Callable[[Entry], Summary] | None = None
        self._store = store
        self._entries = list(entries)
        self._place = place
        self._played = place is None
        self._begun = place is not None
        self._stored = len(entries)
        self._going_on = False

    @property
    def unsaved(self) -> int:
        """How many entries wait to be stored."""
        return len(self._entries) - self._stored

    @property
    def saving(self) -> bool:
        """Whether entries are stored as they are made; false while the table goes on unsaved, and where
        the store does not outlast the process."""
        return self._store.saved and not self._going_on

    def append(self, entry: Entry) -> None:
        """Store an entry, with those that wait; they are on the disk when this returns.

        Raises:
            StorageError: if it could not be stored, within about two seconds; nothing is changed then.
                Not while the table goes on unsaved: then the entry waits with the others.
        """
        summary = self._summed_up(entry)
        try:
            self.write((*self._entries, entry), summary)
        except StorageError:
            if not self._going_on:
                raise
        else:
            self._stored += 1 + self.unsaved
            self._going_on = False
        self._entries.append(entry)

    def go_on_unsaved(self) -> None:
        """The table plays on although nothing can be stored. Entries wait, and each one tries to store
        them all again; once that works, the next trouble is told again."""
        self._going_on = True

    def _summed_up(self, entry: Entry) -> bytes | None:
        if self.summarise is None:
            return None
        try:
            return msgspec.json.encode(self.summarise(entry))
        except Exception:  # a list that lags behind must not keep the table from entering
            log.exception("no summary after entry %s", entry.entry)
            return None

    def write(self, entries: tuple[Entry, ...], summary: bytes | None) -> None:
        """Store the game with all these entries, of which the file may have the first ones.

        Raises:
            KeptAlreadyError: if this is a new game and there is one of its id.
            StorageError: if it could not be stored; nothing is changed then.
        """

        def work(connection: sqlite3.Connection) -> _Place:
            place = self._find_place(connection)
            new = entries[place.count :]
            checksum = journal_file.add_rows(
                connection, place.number, place.checksum, (_row(entry) for entry in new)
            )
            if summary is not None:
                journal_file.set_summary(connection, place.number, summary)
            if not self._played:
                journal_file.set_played(connection, place.number)
            return _Place(self._store.generation, place.number, checksum, len(entries))

        try:
            self._place = self._store.write(work, patiently=not self._going_on)
        except KeptAlreadyError:
            raise
        except StorageError:
            self._begun = True  # what failed may yet be there when the file is opened again
            raise
        self._begun = self._played = True

    def _find_place(self, connection: sqlite3.Connection) -> _Place:
        """Where the next row goes. A file that holds other rows than were stored gets the game anew."""
        place, generation = self._place, self._store.generation
        if place is not None and place.generation == generation:
            return place
        game, header = self.header.game.encode(), encode_header(self.header)
        found = journal_file.last_row(connection, game)
        if place is not None and found is not None and found[1] == place.checksum:
            return _Place(generation, found[0], place.checksum, place.count)
        if found is not None and not self._begun:
            raise KeptAlreadyError(_("A game {game} is kept already.").format(game=self.header.game))
        journal_file.delete_game(connection, game)
        number, checksum = journal_file.add_game(connection, game, header)
        return _Place(generation, number, checksum, 0)


# --- Entries as rows ----------------------------------------------------------------------------------


class _Body(msgspec.Struct, omit_defaults=True):
    command: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    undo: EntryId | None = None
    redo: EntryId | None = None
    correction: tuple[AnyLine, ...] = ()


_BODY = msgspec.json.Decoder(_Body)
_OVERRULED = msgspec.json.Decoder(tuple[Violation, ...])
_SUMMARY = msgspec.json.Decoder(Summary)


def _row(entry: Entry) -> Row:
    command = msgspec.UNSET if entry.command is None else msgspec.Raw(encode(entry.command))
    return Row(
        entry.entry,
        msgspec.json.encode(_Body(command, entry.undo, entry.redo, lines_of(entry.correction))),
        None if entry.command is None else encode(entry.events),
        msgspec.json.encode(entry.overruled) if entry.overruled else None,
        entry.at,
    )


def _entry(row: Row, codec: Codec) -> Entry:
    """The entry in a row. Raises DecodeError for what this program does not know."""
    try:
        body = _BODY.decode(row.body)
        overruled = () if row.overruled is None else _OVERRULED.decode(row.overruled)
    except msgspec.MsgspecError as error:
        raise DecodeError(str(error)) from error
    return Entry(
        EntryId(row.entry),
        None if body.command is msgspec.UNSET else codec.command(bytes(body.command)),
        () if row.events is None else codec.events(row.events),
        overruled,
        body.undo,
        body.redo,
        row.at,
        tuple(
            change_of(line, lambda raw: codec.command(bytes(raw)), lambda raw: codec.events(bytes(raw)))
            for line in body.correction
        ),
    )


def _summary(text: bytes | None) -> Summary | None:
    try:
        return None if text is None else _SUMMARY.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError):  # it has no checksum: it can be made anew
        return None


# --- Folders and files --------------------------------------------------------------------------------

_COMPANIONS = ("-journal", "-wal", "-shm")
"""What SQLite keeps beside a file."""

_SALVAGED = ".salvaged"
"""The new file, whole and waiting to take the place of the bad one."""


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


def _make_folder(folder: Path) -> None:
    """Make a folder and those above it, so that they are there after a power cut. Raises OSError."""
    missing = list(itertools.takewhile(lambda path: not path.exists(), (folder, *folder.parents)))
    for path in reversed(missing):
        path.mkdir(exist_ok=True)
        _synchronise(path.parent)


def _synchronise(folder: Path) -> None:
    """Put a folder's list of names on the disk, where the file system can do that."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with contextlib.suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


# --- Sentences ----------------------------------------------------------------------------------------

_PASSING = (sqlite3.SQLITE_FULL, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED)
"""Errors after which SQLite stands where it stood before."""


def _code(error: sqlite3.Error) -> int:
    return getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF


@contextlib.contextmanager
def _told(path: Path | None) -> Iterator[None]:
    """Turn what goes wrong with a file into one sentence."""
    file = str(path or ":memory:")
    try:
        yield
    except DamagedError as error:
        raise StorageError(
            _("{file} is damaged.").format(file=file), _("Start Longship to see what can still be read.")
        ) from error
    except NewerError as error:
        raise StorageError(_("{file} was written by a newer Longship.").format(file=file)) from error
    except sqlite3.Error as error:
        log.warning("%s: %s", file, error)
        raise _error_of(_code(error), file, str(error)) from error
    except ValueError as error:  # a name that no file can have
        raise _error_of(sqlite3.SQLITE_CANTOPEN, repr(file), str(error)) from error
    except OSError as error:
        log.warning("%s: %s", file, error)
        code = {
            errno.ENOSPC: sqlite3.SQLITE_FULL,
            errno.EDQUOT: sqlite3.SQLITE_FULL,
            errno.EIO: sqlite3.SQLITE_IOERR,
            errno.EROFS: sqlite3.SQLITE_READONLY,
            errno.EACCES: sqlite3.SQLITE_READONLY,
            errno.EPERM: sqlite3.SQLITE_READONLY,
        }.get(error.errno or 0, sqlite3.SQLITE_CANTOPEN)
        raise _error_of(code, file, error.strerror or str(error)) from error


def _error_of(code: int, file: object, reason: str) -> StorageError:
    again = _("Put that right, and try again.")
    if code == sqlite3.SQLITE_FULL:
        text, again = _("There is no room left for {file}."), _("Make room, and try again.")
    elif code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        text, again = _("{file} may not be written."), _("Allow writing there, and try again.")
    elif code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        text, again = _("Another program is using {file}."), _("Close it, and try again.")
    elif code == sqlite3.SQLITE_IOERR:
        text, again = _("The disk failed at {file}."), _("Try again; if it happens again, change the card.")
    else:
        text = _("{file} cannot be opened: {reason}.")
    return StorageError(text.format(file=file, reason=reason), again)


def _set_aside_notice(path: Path, aside: Path, games: int) -> Notice:
    if games == 0:
        text = _("{file} holds no game that can be read; it is kept as {aside}, and a new one is begun.")
    else:
        text = ngettext(
            "{file} was damaged: {count} game could be read and is kept; the damaged file is now {aside}.",
            "{file} was damaged: {count} games could be read and are kept; the damaged file is now {aside}.",
            games,
        )
    return Notice(
        text.format(file=path, count=games, aside=aside.name),
        _("Compare the games with what you remember; a damaged game ends where it could no longer be read."),
    )
