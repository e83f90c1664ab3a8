"""Keeps the games: each entry is on the disk before its effect is on the screen.

``open_store`` opens the file at once (a few milliseconds: the list of games and the last one are read and
checked), since the first screen offers the game to go on with. It never fails: what cannot be kept on the
disk is kept in memory, and a sentence says so. Nothing is ordered by the clock.
"""

from __future__ import annotations

import contextlib
import errno
import fcntl
import logging
import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.app import in_step, journal_file, kept_file, ledger, salvage, stored_entry
from companion.app.i18n import _, ngettext
from companion.app.in_step import Difference
from companion.app.journal_file import DamagedError, Link, NewerError, Row, StoredGame, beside
from companion.app.jsonl import decode_header, encode_header
from companion.app.ports import Notice, NoticeSink
from companion.engine.errors import DecodeError, LongshipError
from companion.engine.ids import EntryId
from companion.history.log import Entry, Header
from companion.history.summary import Summary
from companion.rules import catalogue

log = logging.getLogger(__name__)

T = TypeVar("T")

FILE = "games.db"


class StorageError(LongshipError, OSError):
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
    that is not known without playing it again. ``mark`` is another one when anything in it is."""

    header: Header
    last: EntryId
    summary: Summary | None
    mark: int = 0

    @property
    def key(self) -> str:
        """Its name in a list."""
        return self.header.game

    @property
    def brought(self) -> bool:
        """Whether it came from a file and was never played here."""
        return self.summary is not None and self.summary.brought

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
        store.open([] if isinstance(error, InUseError) else salvage.games_of(folder / FILE))
    return store


def open_copy(folder: Path, notice: NoticeSink) -> JournalStore:
    """The games of a folder as they are now, in memory: to look at them beside a Longship that is open.
    The file stays as it is, whatever is wrong with it. Never raises."""
    store = JournalStore(None, notice)
    path = folder / FILE
    try:
        with _told(path):
            try:
                games = _read_all(path)
            except NewerError:
                path = _beside_newer(path)
                games = _read_all(path)
    except StorageError as error:
        games = salvage.games_of(path)
        if not all(game.whole for game in games) or not games:
            notice(error.notice)
    store.open(games)
    return store


def _read_all(path: Path) -> list[StoredGame]:
    """All games of a file that another process may be writing. Raises what _told knows."""
    if not journal_file.look(path):
        if in_step.ledgers(path):
            raise DamagedError("it is missing")
        return []
    with journal_file.reading(path) as connection:
        in_step.compare(connection, path, in_step.ENTRIES)
        return journal_file.read_stored(connection)


def _beside_newer(path: Path) -> Path:
    """The file that is used where a newer Longship has written the one at ``path``."""
    return path.with_name(f"{path.stem}-format{journal_file.FORMAT}{path.suffix}")


def _not_saved(error: StorageError) -> Notice:
    text = _("This game is not being saved: {reason}").format(reason=error)
    return Notice(text, error.notice.remedy)


def _nobody(notice: Notice) -> None:
    """Nobody listens."""


class JournalStore:
    """All games in one file; in memory without a path. Any thread may use it; one waits for the other.

    The file is this process's alone to write until ``close``; others can read it meanwhile.
    """

    def __init__(self, path: Path | None, notice: NoticeSink = _nobody) -> None:
        self.path = path
        self.generation = 0
        """Counts the times that a file was opened: the next one may hold other rows than the one before."""
        self._notice = notice
        self._using = threading.RLock()
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
                kept_file.make_folder(self.path.parent)
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
        with self._using:
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
                    GameRecord(
                        decode_header(row.header),
                        EntryId(row.last),
                        stored_entry.summary_of(row.summary),
                        row.end,
                    )
                )
            except DecodeError:
                log.exception("the header of game %r", row.game)
        return tuple(records)

    def count(self) -> int:
        """How many games there are.

        Raises:
            StorageError: if they cannot be read.
        """
        return self._reading(lambda found: int(found.execute("SELECT count(*) FROM games").fetchone()[0]))

    def load(self, game: str) -> tuple[Header, tuple[Entry, ...], GameJournal]:
        """A game with its whole log, and the journal to go on with it.

        Raises:
            StorageError: if it cannot be read, or was entered with rules that are not installed.
        """
        header, stored, place = self._reading(lambda connection: self._find(connection, game))
        try:
            head = decode_header(header)
            missing = [name for name in head.modules if name not in catalogue.folders()]
            if missing:
                raise StorageError(
                    _("The game {game} needs what this Longship does not have: {modules}.").format(
                        game=game, modules=", ".join(missing)
                    ),
                    _("It stays as it is for a Longship that has it."),
                )
            codec = catalogue.codec(head.modules)
            entries = tuple(stored_entry.entry_of(row, codec) for row in stored)
            return head, entries, GameJournal(self, head, entries, place)
        except DecodeError as error:
            raise StorageError(
                _("The game {game} holds something that this Longship does not know ({reason}).").format(
                    game=game, reason=error
                )
            ) from error

    def _find(self, connection: sqlite3.Connection, game: str) -> tuple[bytes, list[Row], _Place]:
        for row in journal_file.read_games(connection, game.encode()):
            if self.path is not None:
                difference = in_step.compare_game(connection, self.path, row)
                if difference is not None:
                    self._settle(connection, [difference])
                    return self._find(connection, game)
            links = journal_file.read_links(connection, row)
            length = 0 if self.path is None else ledger.size(ledger.file_of(self.path, row.game))
            place = _Place(self.generation, row.number, row.end, len(links), length)
            return row.header, [stored for stored, _checksum in links], place
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

    def add(
        self, header: Header, entries: tuple[Entry, ...], summary: Summary | None, *, behind: bool = False
    ) -> None:
        """Keep a whole game at once, as the one played last or ``behind`` all others.

        Raises:
            KeptAlreadyError: if a game of that id is kept already.
            StorageError: if it could not be kept; nothing is changed then.
        """
        text = None if summary is None else msgspec.json.encode(summary)
        GameJournal(self, header, behind=behind).write(entries, text)

    def remove(self, game: str) -> None:
        """Delete a game for good.

        Its ledger goes first: a ledger without its game would be taken for a loss, while one is made anew for
        a game that has none. So it goes only when the database is open, and again at each further try.

        Raises:
            StorageError: if it could not be deleted; it is kept then.
        """
        name = game.encode()

        def work(connection: sqlite3.Connection) -> None:
            if self.path is not None:
                with _told(self.path):
                    file = ledger.file_of(self.path, name)
                    file.unlink(missing_ok=True)
                    if file.parent.is_dir():
                        kept_file.synchronise(file.parent)
            journal_file.delete_game(connection, name)

        self.write(work)

    def stored(self) -> Iterator[StoredGame]:
        """All games as they are stored, the one played last first; each is whole as of one moment, whoever
        plays on meanwhile. Of a damaged file what can be read.

        Raises:
            StorageError: if they cannot be read.
        """
        seen: set[bytes] = set()
        with _told(self.path):
            try:
                with self._reader() as connection:
                    for game in journal_file.read_games(connection):
                        links = journal_file.read_links(connection, game)
                        rows = tuple(row for row, _checksum in links)
                        seen.add(game.game)
                        yield StoredGame(game.game, game.header, game.summary, rows)
            except DamagedError:
                if self.path is None:
                    raise
                for found in reversed(salvage.games_of(self.path)):
                    if found.game not in seen:
                        yield found

    def find(self, game: str) -> StoredGame | None:
        """One game as it is stored, or None where there is none of that id.

        Raises:
            StorageError: if it cannot be read.
        """

        def read(connection: sqlite3.Connection) -> StoredGame | None:
            for row in journal_file.read_games(connection, game.encode()):
                rows = tuple(found for found, _checksum in journal_file.read_links(connection, row))
                return StoredGame(row.game, row.header, row.summary, rows)
            return None

        return self._reading(read)

    @contextlib.contextmanager
    def _reader(self) -> Iterator[sqlite3.Connection]:
        """A connection for one reader, who keeps nobody from writing."""
        if self.path is not None:
            with journal_file.reading(self.path) as connection:
                yield connection
            return
        with contextlib.closing(journal_file.connect(None)) as copy:
            with self._using:
                self._connected().backup(copy)
            yield copy

    # --- reading and writing --------------------------------------------------------------------------

    def _reading(self, read: Callable[[sqlite3.Connection], T]) -> T:
        """What ``read`` finds; a file found damaged is set aside, and what it still holds is read."""
        with self._using, _told(self.path):
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
        with self._using, _told(self.path):
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
            self._connect()
        except DamagedError:
            self._start_again()

    def _connect(self, nothing_lost: bool = True) -> None:
        assert self.path is not None
        differences: list[Difference] = []
        if journal_file.look(self.path):  # before SQLite has thrown away what it cannot read of a WAL
            with journal_file.reading(self.path) as looked_at:
                differences = in_step.compare(looked_at, self.path, in_step.ENTRIES)
        elif in_step.ledgers(self.path):
            raise DamagedError("it is missing")
        connection = journal_file.connect(self.path)
        try:
            self._settle(connection, differences, nothing_lost)
        except BaseException:
            connection.close()
            raise
        self._connection = connection
        self._identity = _identity(self.path)
        self.generation += 1

    def _settle(
        self, connection: sqlite3.Connection, differences: list[Difference], nothing_lost: bool = True
    ) -> None:
        """Give the database and the ledgers what they lack of each other."""
        assert self.path is not None
        made_again: list[tuple[Path, Path]] = []
        for difference in differences:
            if difference.bad or not difference.game:
                aside = kept_file.set_aside(difference.file, _UNREADABLE)
                if difference.game:
                    made_again.append((difference.file, aside))
                else:
                    if difference.bad:
                        self._notice(Notice(_nobodys(difference.file, aside)))
                    continue
            if difference.new or difference.late:
                with journal_file.transaction(connection):
                    if not difference.new:
                        journal_file.delete_game(connection, difference.game)
                    journal_file.add_stored(connection, difference.stored)
            records = ledger.lines(difference.game, difference.header, difference.links, difference.summary)
            ledger.write(difference.file, records)
        if len(made_again) == 1:
            ((file, aside),) = made_again
            self._notice(_made_again_notice(file, self.path.name, aside.name, nothing_lost))
        elif made_again:
            folder = ledger.folder_of(self.path)
            self._notice(_made_again_notice(folder, self.path.name, f"*{_UNREADABLE}", nothing_lost))

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
        twice = bool(in_step.ledgers(self.path))
        games = salvage.games_of(self.path)
        whole = all(game.whole for game in games)
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
        kept_file.synchronise(self.path.parent)
        aside = self._put_in_place()
        if games and twice and (whole or aside is None):
            name = "" if aside is None else aside.name
            notice = _made_again_notice(self.path, ledger.folder_of(self.path).name, name, whole)
        else:
            notice = _set_aside_notice(self.path, "" if aside is None else aside.name, len(games))
        if aside is not None or games:
            self._notice(notice)
        self._connect(nothing_lost=whole)

    def _put_in_place(self) -> Path | None:
        """Move a bad file out of the way of the one that was made from it. Where it is now."""
        assert self.path is not None
        aside = kept_file.free_name(self.path, _UNREADABLE)
        for suffix in _COMPANIONS:  # first, or they would be taken for the new file's
            if os.path.lexists(beside(self.path, suffix)):
                beside(self.path, suffix).rename(beside(aside, suffix))
        there = os.path.lexists(self.path)
        if there:
            self.path.rename(aside)
        beside(self.path, _SALVAGED).rename(self.path)
        kept_file.synchronise(self.path.parent)
        return aside if there else None


class _Place(msgspec.Struct, frozen=True):
    """Where a game stands in a file: its number, the checksum of its last row, how many entries it has; and
    how long its ledger is."""

    generation: int
    number: int
    checksum: int
    count: int
    length: int


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
        *,
        behind: bool = False,
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
        self._behind = behind

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

        asked: list[tuple[int, list[bytes]]] = []

        def work(connection: sqlite3.Connection) -> _Place:
            asked.clear()  # of a first attempt, whose ledger may have been written anew since
            place = self._find_place(connection)
            links = journal_file.linked(place.checksum, map(stored_entry.row_of, entries[place.count :]))
            journal_file.add_links(connection, place.number, links)
            if summary is not None:
                journal_file.set_summary(connection, place.number, summary)
            if not self._played:
                journal_file.set_played(connection, place.number)
            asked[:] = self._ask(place, entries, links, summary)
            checksum = links[-1][1] if links else place.checksum
            return _Place(self._store.generation, place.number, checksum, len(entries), place.length)

        try:
            place = self._store.write(work, patiently=not self._going_on)
        except BaseException as error:
            for start, _records in asked:
                ledger.withdraw(self._ledger, start)
            # what failed may yet be there when the file is opened again
            self._begun = self._begun or (
                isinstance(error, StorageError) and not isinstance(error, KeptAlreadyError)
            )
            raise
        for start, records in asked:
            place = msgspec.structs.replace(place, length=ledger.confirm(self._ledger, start, records))
        self._place = place
        self._begun = self._played = True

    @property
    def _ledger(self) -> Path:
        assert self._store.path is not None
        return ledger.file_of(self._store.path, self.header.game.encode())

    def _ask(
        self, place: _Place, entries: tuple[Entry, ...], links: list[Link], summary: bytes | None
    ) -> list[tuple[int, list[bytes]]]:
        """Put entries into the ledger: where they begin there, and as what."""
        if self._store.path is None:
            return []
        game, header = self.header.game.encode(), encode_header(self.header)
        records = ledger.lines(game, header, links, summary, begun=place.length > 0)

        def kept() -> list[bytes]:
            rows = map(stored_entry.row_of, entries[: place.count])
            before = journal_file.linked(journal_file.header_checksum(game, header), rows)
            return ledger.lines(game, header, before) if place.length > 0 else []

        return [(ledger.ask(self._ledger, place.length, kept, records), records)]

    def _find_place(self, connection: sqlite3.Connection) -> _Place:
        """Where the next row goes. A file that holds other rows than were stored gets the game anew."""
        place, generation = self._place, self._store.generation
        if place is not None and place.generation == generation:
            return place
        game, header = self.header.game.encode(), encode_header(self.header)
        found = journal_file.last_row(connection, game)
        if place is not None and found is not None and found[1] == place.checksum:
            return msgspec.structs.replace(place, generation=generation, number=found[0])
        if found is not None and not self._begun:
            raise KeptAlreadyError(_("A game {game} is kept already.").format(game=self.header.game))
        journal_file.delete_game(connection, game)
        number, checksum = journal_file.add_game(connection, game, header, behind=self._behind)
        return _Place(generation, number, checksum, 0, 0)


# --- Folders and files --------------------------------------------------------------------------------

_COMPANIONS = ("-journal", "-wal", "-shm")
"""What SQLite keeps beside a file."""

_UNREADABLE = ".unreadable"
"""What a damaged file is called from then on."""

_SALVAGED = ".salvaged"
"""The new file, whole and waiting to take the place of the bad one."""


def _identity(path: Path) -> tuple[int, int] | None:
    try:
        status = path.stat()
    except OSError:
        return None
    return status.st_dev, status.st_ino


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
    except StorageError:
        raise
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
            errno.EFBIG: sqlite3.SQLITE_IOERR,
            errno.EROFS: sqlite3.SQLITE_READONLY,
            errno.EACCES: sqlite3.SQLITE_READONLY,
            errno.EPERM: sqlite3.SQLITE_READONLY,
        }.get(error.errno or 0, sqlite3.SQLITE_CANTOPEN)
        raise _error_of(code, file, error.strerror or str(error)) from error


def _error_of(code: int, file: object, reason: str) -> StorageError:
    again = _("Put that right, and try again.")
    if code == sqlite3.SQLITE_FULL:
        text, again = _("There is no room left for {file}."), _("Free some space, and try again.")
    elif code in (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM):
        text, again = _("{file} may not be written."), _("Allow writing there, and try again.")
    elif code in (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED):
        text, again = _("Another program is using {file}."), _("Close it, and try again.")
    elif code == sqlite3.SQLITE_IOERR:
        text, again = _("The disk failed at {file}."), _("Try again; if it happens again, change the card.")
    else:
        text = _("{file} cannot be opened: {reason}.")
    return StorageError(text.format(file=file, reason=reason), again)


def _made_again_notice(file: Path, source: str, aside: str, nothing_lost: bool) -> Notice:
    if aside:
        text = _("{file} was damaged and was made again from {source}; the damaged file is kept as {aside}.")
    else:
        text = _("{file} was missing and was made again from {source}.")
    remedy = _("No entry is lost.") if nothing_lost else _compare()
    return Notice(text.format(file=file, source=source, aside=aside), remedy)


def _nobodys(file: Path, aside: Path) -> str:
    return _("{file} holds no game that can be read; it is kept as {aside}.").format(
        file=file, aside=aside.name
    )


def _set_aside_notice(path: Path, aside: str, games: int) -> Notice:
    if games == 0:
        text = _("{file} holds no game that can be read; it is kept as {aside}, and a new one is begun.")
    else:
        text = ngettext(
            "{file} was damaged: {count} game could be read and is kept; the damaged file is now {aside}.",
            "{file} was damaged: {count} games could be read and are kept; the damaged file is now {aside}.",
            games,
        )
    return Notice(text.format(file=path, count=games, aside=aside), _compare())


def _compare() -> str:
    return _(
        "Compare the games with what you remember; a damaged game ends where it could no longer be read."
    )
