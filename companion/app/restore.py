"""Restoring a backup: what is missing here comes, what is here stays.

Each game comes in a transaction of its own, so wherever it is cut, those that came are whole, and the same
backup restored again brings the rest.
"""

from __future__ import annotations

import errno
import os
import shutil
from collections.abc import Generator
from dataclasses import dataclass, field
from pathlib import Path

import msgspec

from companion.app import backup, board_file, kept_file, roster, settings
from companion.app.backup import Archive, BackupError, Held
from companion.app.games import import_game, numbered
from companion.app.i18n import _
from companion.app.journal_file import StoredGame
from companion.app.jsonl import GameFileError, decode_header, parse
from companion.app.ports import Notice
from companion.app.settings import Settings, calibration_file
from companion.app.storage import JournalStore, StorageError
from companion.engine.errors import DecodeError
from companion.history.log import Header

LEAST_FREE_BYTES = 50_000_000
TIMES_LARGER = 4
"""A game takes so much more room here than in its file: it is kept twice, and beside it a log is written."""
MOST_OF_ONE_ID = 100
"""A stick may claim that all its games are one. Each of them is held against all the others."""


@dataclass
class Restored:
    """What became of a backup. ``refused`` are those of its games that could not be read, by their sentences;
    ``stopped`` says why it ended early. ``settings`` are those to take over from now on."""

    new: int = 0
    known: int = 0
    refused: list[str] = field(default_factory=list)
    stopped: Notice | None = None
    settings: Settings | None = None


def restore(
    archive: Archive, store: JournalStore, folder: Path, here: Settings, *, config: Path | None
) -> Generator[int, None, Restored]:
    """Bring back the games of a backup, who has played and the boards; yields how many games are done. Ended
    early it leaves what has come so far. ``folder`` is the data folder.

    With ``config``, the user's settings file, the backup's settings and what was learned of the dice tray are
    brought too: a copy of the file is kept, and the settings handed out to be saved, since whoever has the
    devices must tell them. ``here`` are those in use.
    """
    restored = Restored()
    try:
        for number, held in enumerate(archive.contents.games, start=1):
            data = _read(archive, held, restored)
            if data is not None:
                _bring(data, held, store, folder, restored)
            yield number
        small = {held.file: _read(archive, held, restored) for held in archive.contents.files}
        _bring_people(small.get(backup.PEOPLE), folder)
        _bring_boards(small.get(backup.BOARDS), folder)
        if config is not None:
            text = small.get(backup.SETTINGS)
            if text is not None:
                keep_before(config)
                restored.settings = settings.taken_over(text.decode(errors="replace"), here)
            _bring_tray(small.get(backup.TRAY), calibration_file(restored.settings or here, folder))
    except StorageError as error:
        restored.stopped = error.notice
    except OSError as error:
        restored.stopped = error.notice if isinstance(error, BackupError) else _stopped(error)
    return restored


def _read(archive: Archive, held: Held, restored: Restored) -> bytes | None:
    """A file of the backup, None where it is damaged."""
    try:
        return archive.read(held)
    except BackupError as error:
        restored.refused.append(f"{held.file}: {error}")
        return None


def _bring(data: bytes, held: Held, store: JournalStore, folder: Path, restored: Restored) -> None:
    """Bring one game, unless it is here."""
    try:
        if _is_here(data, store):
            restored.known += 1
            return
        _make_sure_of_room(folder, len(data))
        if import_game(store, parse(data, held.file), ours=not held.brought).new:
            restored.new += 1
        else:
            restored.known += 1
    except GameFileError as error:
        restored.refused.append(str(error))


def _is_here(data: bytes, store: JournalStore) -> bool:
    """Whether a game is here as it is in its file, or has gone on since.

    Raises:
        GameFileError: if too many games of its id are.
    """
    first, _end, entries = data.partition(b"\n")
    try:
        header = decode_header(first)
    except (DecodeError, UnicodeDecodeError, RecursionError):
        return False
    for number in range(1, MOST_OF_ONE_ID + 1):
        name = numbered(header.game, number)
        stored = store.find(name)
        if stored is None:
            return False
        if _goes_on(stored, msgspec.structs.replace(header, game=name), entries):
            return True
    raise GameFileError(_("There are too many games {game} here.").format(game=repr(header.game)))


def _goes_on(stored: StoredGame, header: Header, entries: bytes) -> bool:
    try:
        text = backup.text_of(stored)
        return decode_header(stored.header) == header and text.partition(b"\n")[2].startswith(entries)
    except DecodeError:
        return False


def _make_sure_of_room(folder: Path, size: int) -> None:
    place = next(path for path in (folder, *folder.parents) if path.exists())
    if shutil.disk_usage(place).free < LEAST_FREE_BYTES + TIMES_LARGER * size:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def _bring_people(data: bytes | None, folder: Path) -> None:
    found = () if data is None else roster.understood(data)[0]
    here, _damage = roster.load(folder)
    both = roster.seated(found, here)
    if both != here and (failure := roster.save(folder, both)) is not None:
        raise BackupError(failure.text, failure.remedy)


def _bring_boards(data: bytes | None, folder: Path) -> None:
    found = board_file.Boards() if data is None else board_file.understood(data)[0]
    here, _damage = board_file.load(folder)
    both = board_file.merged(here, found)
    if both != here and (failure := board_file.save(folder, both)) is not None:
        raise BackupError(failure.text, failure.remedy)


def _bring_tray(data: bytes | None, file: Path) -> None:
    """What the dice camera has learned."""
    if data is not None and kept_file.read(file) != (data, True):
        keep_before(file)
        kept_file.write(file, data)


def keep_before(file: Path) -> None:
    """Keep a file under another name before another one takes its place. Raises OSError."""
    found = kept_file.read(file)
    if found is not None and found[1]:
        kept_file.write(kept_file.free_name(file, ".before"), found[0])
    elif found is not None:
        kept_file.set_aside(file, ".before")


def besides(here: Settings, folder: Path) -> dict[str, bytes]:
    """What a backup holds beside games, as it is now; what cannot be read is left out. ``folder`` is the data
    folder."""
    files = {backup.SETTINGS: settings.text_of(here).encode()}
    places = {
        backup.PEOPLE: folder / roster.FILE,
        backup.BOARDS: folder / board_file.FILE,
        backup.TRAY: calibration_file(here, folder),
    }
    for name, place in places.items():
        try:
            found = kept_file.read(place)
        except OSError:
            continue
        if found is not None and found[1]:
            files[name] = found[0]
    return files


def _stopped(error: OSError) -> Notice:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return Notice(
            _("There is no more room here for the games of the backup."),
            _("Free some space, and restore it again: what has come stays."),
        )
    if error.errno in backup.GONE:
        return Notice(
            _("The stick was pulled out or has failed before all was restored."),
            _("Plug it in and restore it again: what has come stays."),
        )
    return Notice(
        _("The backup cannot be read to its end: {reason}.").format(reason=error.strerror or error),
        _("What has come stays. Try again, or take an older backup."),
    )
