"""A backup: one ZIP file with all games, who has played, boards and settings, readable by hand.

``backup.json`` lists what it holds, each file with its length and SHA-256. A game is a file of the open
format (docs/format.md). Nothing of an archive is ever unpacked into a folder: only what the list names is
read, into memory, if it has the length and the checksum that the list gives, so no name, link or device in it
can lead anywhere.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import os
import re
import stat
import time
import zipfile
from collections.abc import Callable, Generator, Iterable, Iterator
from dataclasses import dataclass
from typing import IO, Any

import msgspec

import companion
from companion.app import stored_entry
from companion.app.i18n import _
from companion.app.journal_file import StoredGame
from companion.app.jsonl import LARGEST_FILE_BYTES, decode_header, encode_entry, encode_header
from companion.app.ports import Notice
from companion.engine.errors import DecodeError, LongshipError
from companion.history.log import Entry, Header

FORMAT = 1

LIST = "backup.json"
SETTINGS, PEOPLE, BOARDS, TRAY = "settings.toml", "people.json", "boards.json", "dice_calibration.toml"
BESIDES = (SETTINGS, PEOPLE, BOARDS, TRAY)
"""What a backup may hold beside games."""

MOST_GAMES = 20_000
LARGEST_LIST_BYTES = 8_000_000
LARGEST_SMALL_FILE_BYTES = 1_000_000
LARGEST_TOTAL_BYTES = 2_000_000_000
"""Of all files, unpacked: hundreds of evenings with all hands are a tenth of it."""
LARGEST_READ_BYTES = 2_000_000
"""At once. The directory at an archive's end is read whole: that of as many games as may be is half of it."""
CHUNK_BYTES = 1 << 16
MOST_NAMES = 100_000
"""How many names of a folder are looked at."""
EARLIEST_MS = 1_704_067_200_000
LATEST_MS = 4_102_444_800_000
"""The beginnings of 2024 and of 2100, in milliseconds since 1970: a clock that shows less was never set, and
ZIP knows no later year than 2107."""

_NAME = re.compile(r"longship-backup-([0-9]{4,6})\.zip", re.IGNORECASE)
_PART = re.compile(r"longship-backup-[0-9]{4,6}\.zip\.part")
_GAME = re.compile(r"games/[0-9]{4,5}\.jsonl")


class BackupError(LongshipError, OSError):
    """One clear sentence about why a backup was not written or cannot be read, and what mends it."""

    def __init__(self, text: str, remedy: str = "") -> None:
        super().__init__(text)
        self.notice = Notice(text, remedy)


class Held(msgspec.Struct, frozen=True, omit_defaults=True):
    """A file of a backup. Of a game the list says besides which one it is, for people to find it, and whether
    it was only ``brought`` to the table that wrote the backup, from a file."""

    file: str
    bytes: int
    sha256: str
    game: str = ""
    players: tuple[str, ...] = ()
    started: int = 0
    brought: bool = False


class Contents(msgspec.Struct, frozen=True):
    """The list: what a backup holds, the game played last first. ``written`` is in milliseconds since 1970 by
    the clock of the machine that wrote it, which may never have been set."""

    longship_backup: int
    longship: str = ""
    written: int = 0
    games: tuple[Held, ...] = ()
    files: tuple[Held, ...] = ()


@dataclass(frozen=True)
class Written:
    """A backup as it was written. ``left_out`` are games that could not be put into it."""

    name: str
    games: int
    left_out: int = 0


# --- what goes into one -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Game:
    """A game's id, its first line, all its lines, and whether it came from a file and was never played."""

    game: str
    header: Header
    text: bytes
    brought: bool = False


def text_of(game: StoredGame) -> bytes:
    """A stored game in the open format, with its events; its rules need not be known here.

    Raises:
        DecodeError: for what this program cannot have stored.
    """
    return b"".join(line + b"\n" for line in (game.header, *(stored_entry.line_of(row) for row in game.rows)))


def games_of(
    stored: Iterable[StoredGame], running: tuple[Header, tuple[Entry, ...]] | None = None
) -> Iterator[Game | None]:
    """The games for a backup; None stands for one that cannot be read. The ``running`` game is in it with all
    its entries, those too that could not be stored."""
    told = None if running is None else running[0].game
    for game in stored:
        try:
            header = decode_header(game.header)
            if running is not None and header.game == told:
                told = None
                if len(running[1]) > len(game.rows):
                    yield _running(*running)
                    continue
            summary = stored_entry.summary_of(game.summary)
            yield Game(header.game, header, text_of(game), summary is not None and summary.brought)
        except DecodeError:
            yield None
    if running is not None and told is not None:
        yield _running(*running)


def _running(header: Header, entries: tuple[Entry, ...]) -> Game:
    lines = (encode_header(header), *map(encode_entry, entries))
    return Game(header.game, header, b"".join(line + b"\n" for line in lines))


# --- writing ------------------------------------------------------------------------------------------------


def write(
    folder: int, games: Iterable[Game | None], files: dict[str, bytes], now: int = 0
) -> Generator[int, None, Written]:
    """Write a backup into an open folder, under a name that nothing there has; yields how many games are in.

    The name is there when all of it is on the disk and was read back. Whatever comes between, and when the
    generator is closed before its end, all that was in the folder is as it was. ``now`` is milliseconds since
    1970.

    Raises:
        BackupError: if it could not be written.
    """
    with told_of(_writing_failed):
        _tidy(folder)
        name = _free_name(folder)
        part = f"{name}.part"
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC
        handle = os.open(part, flags, 0o644, dir_fd=folder)
        try:
            with os.fdopen(handle, "w+b") as stream:
                contents, left_out = yield from _fill(stream, games, files, now)
                stream.flush()
                os.fsync(stream.fileno())
                with contextlib.suppress(OSError):  # so that it is read from the stick and not from memory
                    os.posix_fadvise(stream.fileno(), 0, 0, os.POSIX_FADV_DONTNEED)
                yield from _read_back(stream, contents)
            os.rename(part, name, src_dir_fd=folder, dst_dir_fd=folder)
        except BaseException:
            with contextlib.suppress(OSError):
                os.unlink(part, dir_fd=folder)
            raise
        with contextlib.suppress(OSError):  # not every file system of a stick can
            os.fsync(folder)
        return Written(name, len(contents.games), left_out)


def _fill(
    stream: IO[bytes], games: Iterable[Game | None], files: dict[str, bytes], now: int
) -> Generator[int, None, tuple[Contents, int]]:
    """Write the archive; what it holds, and how many games were left out."""
    moment = time.localtime(min(max(now, EARLIEST_MS), LATEST_MS) / 1000)[:6]
    total = left_out = 0

    def put(archive: zipfile.ZipFile, name: str, data: bytes) -> Held:
        nonlocal total
        total += len(data)
        if total > LARGEST_TOTAL_BYTES:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
        entry = zipfile.ZipInfo(name, moment)
        entry.compress_type = zipfile.ZIP_DEFLATED
        entry.external_attr = (stat.S_IFREG | 0o644) << 16
        archive.writestr(entry, data)
        return Held(name, len(data), hashlib.sha256(data).hexdigest())

    held: list[Held] = []
    with zipfile.ZipFile(stream, "w") as archive:
        put(archive, "README.txt", _readme().encode())
        for game in games:
            if game is None or len(game.text) > LARGEST_FILE_BYTES or len(held) >= MOST_GAMES:
                left_out += 1
            else:
                found = put(archive, f"games/{len(held) + 1:04}.jsonl", game.text)
                names = tuple(player.name for player in game.header.players)
                held.append(
                    msgspec.structs.replace(
                        found,
                        game=game.game,
                        players=names,
                        started=game.header.started,
                        brought=game.brought,
                    )
                )
            yield len(held) + left_out
        others = tuple(put(archive, name, files[name]) for name in BESIDES if name in files)
        contents = Contents(FORMAT, companion.__version__, now, tuple(held), others)
        put(archive, LIST, msgspec.json.format(msgspec.json.encode(contents), indent=1) + b"\n")
    return contents, left_out


def _read_back(stream: IO[bytes], contents: Contents) -> Generator[int, None, None]:
    """Hold what is there now against what was written, file by file."""
    stream.seek(0)
    try:
        archive = Archive(stream)
        if archive.contents != contents:
            raise _damaged()
        for held in (*contents.games, *contents.files):
            archive.read(held)
            yield len(contents.games)
    except BackupError as error:
        raise BackupError(
            _("What was written there reads back differently, so it was removed again."),
            _("Take another stick."),
        ) from error


def _readme() -> str:
    return (
        _(
            "A backup of Longship: all games, who has played, the boards and the settings. Each game is a "
            "text file in the folder “games”; backup.json says which one is whose."
        )
        + "\n\n"
        + _("To restore it: Settings, Backup, Restore; or {command}").format(
            command="./longship restore FILE"
        )
        + "\n"
    )


def _tidy(folder: int) -> None:
    """Take away what earlier backups left that were not finished."""
    for name, _entry in _names(folder):
        if _PART.fullmatch(name):
            with contextlib.suppress(OSError):
                os.unlink(name, dir_fd=folder)


def _free_name(folder: int) -> str:
    """The next number; where that has come to its end, any that nothing has."""
    taken = {int(found[1]) for name, _entry in _names(folder) if (found := _NAME.fullmatch(name))}
    number = max(taken, default=0) + 1
    if number > 999_999:
        number = next(free for free in range(1, 1_000_000) if free not in taken)
    return f"longship-backup-{number:04}.zip"


def _names(folder: int) -> Iterator[tuple[str, os.DirEntry[str]]]:
    with os.scandir(folder) as entries:
        for _number, entry in zip(range(MOST_NAMES), entries, strict=False):
            yield entry.name, entry


# --- reading ------------------------------------------------------------------------------------------------


def backups_in(folder: int) -> list[str]:
    """The names of the backups in an open folder, the latest first. Raises OSError."""
    found = [(int(number[1]), name) for name, _entry in _names(folder) if (number := _NAME.fullmatch(name))]
    return [name for _number, name in sorted(found, reverse=True)]


def open_backup(path: str | os.PathLike[str], folder: int | None = None) -> Archive:
    """Open a backup. Nothing but a plain file is opened: a pipe would never end, a link leads elsewhere on a
    strange stick (``folder``).

    Raises:
        BackupError: if it is none, or damaged, or of a newer Longship.
    """
    shown = os.fspath(path)
    with told_of(lambda error: _reading_failed(error, shown)):
        flags = os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC | (0 if folder is None else os.O_NOFOLLOW)
        handle = os.open(path, flags, dir_fd=folder)
        stream = os.fdopen(handle, "rb")
        try:
            if not stat.S_ISREG(os.fstat(handle).st_mode):
                raise BackupError(_("{file} is not a file.").format(file=shown))
            return Archive(stream)
        except BaseException:
            stream.close()
            raise


class Archive:
    """An open backup: its list, and its files one by one."""

    def __init__(self, stream: IO[bytes]) -> None:
        """Read the list.

        Raises:
            BackupError: if there is none that can be understood.
            OSError: if the file cannot be read.
        """
        self._stream = stream
        with _damage_told():
            self._archive = zipfile.ZipFile(_Measured(stream))
            listed = self._whole(LIST, LARGEST_LIST_BYTES)
            version = msgspec.json.decode(listed, type=_Version).longship_backup
            if version > FORMAT:
                raise BackupError(
                    _(
                        "The backup was written by a newer Longship (format {theirs}; this one reads {ours})."
                    ).format(theirs=version, ours=FORMAT),
                    _("Update this Longship first."),
                )
            self.contents = msgspec.json.decode(listed, type=Contents)
        if not _can_be(self.contents):
            raise _damaged()

    def __enter__(self) -> Archive:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._stream.close()

    def read(self, held: Held) -> bytes:
        """What stands in a file of the list.

        Raises:
            BackupError: if it is not what was written there.
            OSError: if it cannot be read.
        """
        with _damage_told():
            data = self._whole(held.file, held.bytes)
        if len(data) != held.bytes or hashlib.sha256(data).hexdigest() != held.sha256:
            raise _damaged()
        return data

    def besides(self, name: str) -> bytes | None:
        """A file that is no game, None where the backup has none of that name. Raises as ``read`` does."""
        return next((self.read(held) for held in self.contents.files if held.file == name), None)

    def _whole(self, name: str, most: int) -> bytes:
        entry = self._archive.getinfo(name)
        if entry.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
            raise zipfile.BadZipFile("compression")  # others may ask for any amount of memory
        data = bytearray()
        with self._archive.open(entry) as stream:
            while chunk := stream.read(CHUNK_BYTES):
                data += chunk
                if len(data) > most:
                    raise zipfile.BadZipFile("longer than the list says")
        return bytes(data)


class _Version(msgspec.Struct):
    longship_backup: int


def _can_be(contents: Contents) -> bool:
    """Whether a list names files that a backup may have, each once, and of a size that can be read."""
    held = (*contents.games, *contents.files)
    return (
        contents.longship_backup == FORMAT
        and len(contents.games) <= MOST_GAMES
        and all(_GAME.fullmatch(one.file) for one in contents.games)
        and all(one.file in BESIDES for one in contents.files)
        and len({one.file for one in held}) == len(held)
        and all(0 < one.bytes <= LARGEST_FILE_BYTES for one in contents.games)
        and all(0 <= one.bytes <= LARGEST_SMALL_FILE_BYTES for one in contents.files)
        and sum(one.bytes for one in held) <= LARGEST_TOTAL_BYTES
    )


class _Measured:
    """A file of which nobody reads too much at once, whatever an archive says of itself."""

    def __init__(self, stream: IO[bytes]) -> None:
        self._stream = stream

    def read(self, size: int = -1) -> bytes:
        data = self._stream.read(min(size, LARGEST_READ_BYTES + 1) if size >= 0 else LARGEST_READ_BYTES + 1)
        if len(data) > LARGEST_READ_BYTES:
            raise zipfile.BadZipFile("too much at once")
        return data

    def __getattr__(self, name: str) -> Any:
        return getattr(self._stream, name)


# --- sentences ----------------------------------------------------------------------------------------------


@contextlib.contextmanager
def told_of(sentence: Callable[[OSError], BackupError]) -> Iterator[None]:
    """Turn what the system says into one sentence."""
    try:
        yield
    except BackupError:
        raise
    except OSError as error:
        raise sentence(error) from error


@contextlib.contextmanager
def _damage_told() -> Iterator[None]:
    """Whatever an archive makes its readers stumble over, it is damaged."""
    try:
        yield
    except OSError:
        raise
    except Exception as error:  # a list of all that zipfile, zlib and their parts raise would never be whole
        raise _damaged() from error


def _damaged() -> BackupError:
    return BackupError(
        _("The backup is damaged, or was not made by Longship."), _("Try an older one, or another stick.")
    )


GONE = (errno.ENOENT, errno.ENODEV, errno.ENXIO, errno.EIO, errno.EREMOTEIO, errno.ESHUTDOWN, errno.ESTALE)


def _writing_failed(error: OSError) -> BackupError:
    number = error.errno
    if number in (errno.ENOSPC, errno.EDQUOT):
        return BackupError(
            _("There is no room for the backup; what was there before is untouched."),
            _("Free some space there, or take another stick."),
        )
    if number in (errno.EROFS, errno.EACCES, errno.EPERM):
        return BackupError(
            _("That place is write-protected, so no backup was made."),
            _("Remove the write protection, or take another stick."),
        )
    if number == errno.EFBIG:
        return BackupError(_("The backup is larger than a file can be there."), _("Take another stick."))
    if number in GONE:
        return BackupError(
            _("The stick was pulled out or has failed; older backups on it are untouched."),
            _("Plug it in and try again, or take another stick."),
        )
    return BackupError(
        _("The backup cannot be written: {reason}.").format(reason=error.strerror or error),
        _("Take another stick."),
    )


def _reading_failed(error: OSError, file: str) -> BackupError:
    return BackupError(
        _("{file} cannot be read: {reason}.").format(file=file, reason=error.strerror or error),
        _("Nothing was changed here."),
    )
