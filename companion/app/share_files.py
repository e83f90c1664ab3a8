"""The files of an evening to hand on, and writing them where people find them."""

from __future__ import annotations

import contextlib
import csv
import errno
import hashlib
import io
import os
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from companion.app import kept_file, sticks
from companion.app.i18n import _
from companion.app.ports import Notice
from companion.app.sticks import Sticks
from companion.engine.errors import LongshipError

FOLDER = "longship"
"""On a stick; in the data folder it is ``shared``."""
SHARED = "shared"
PREFIX = "longship"
LONGEST_STEM = 40
"""So much of a game's id stands in the names of its files."""
_PLAIN = re.compile(rf"[a-z0-9-]{{1,{LONGEST_STEM}}}")
GAMES = ".jsonl"
MOST_FILES = 500
"""How many files of a folder are shown."""


class ShareError(LongshipError, OSError):
    """One clear sentence about why nothing was written, and what mends it."""

    def __init__(self, text: str, remedy: str = "") -> None:
        super().__init__(text)
        self.notice = Notice(text, remedy)


def stem(game: str) -> str:
    """What the names of a game's files begin with: letters that every stick can hold, and no other game's.

    An id from outside may hold anything. What is left of an odd one could be another's, and FAT takes "A" for
    "a", so a checksum follows, behind a sign that a plain one has not.
    """
    if _PLAIN.fullmatch(game):
        return f"{PREFIX}-{game}"
    left = re.sub(r"[^a-z0-9]+", "-", game.lower())[:LONGEST_STEM].strip("-") or "game"
    checksum = hashlib.blake2b(game.encode(errors="surrogatepass"), digest_size=6).hexdigest()
    return f"{PREFIX}-{left}_{checksum}"


def table(rows: Sequence[Sequence[str]]) -> bytes:
    """Lines of a CSV file that a spreadsheet opens; nothing in it is taken for a formula there."""
    text = io.StringIO()
    writer = csv.writer(text)
    for row in rows:
        writer.writerow([f"'{value}" if _is_formula(value) else value for value in row])
    return b"\xef\xbb\xbf" + text.getvalue().encode()


def _is_formula(value: str) -> bool:
    number = value.lstrip("+-").replace(".", "", 1).isdecimal()
    return value[:1] in ("=", "+", "-", "@", "\t") and not number


def write(files: Mapping[str, bytes], folder: Path, told: Path | None = None) -> None:
    """Write all files into a folder, in the place of those of the same name. Each is whole, or as it was.
    ``told`` is what people call the folder, if that is something else.

    Raises:
        ShareError: if one could not be written.
    """
    try:
        kept_file.make_folder(folder)
        for name, data in files.items():
            kept_file.write(folder / name, data, new=not os.path.lexists(folder / name))
    except OSError as error:
        raise _told(error, told or folder) from error


def game_files(data: Path, find: Callable[[Path], Sticks] = sticks.find) -> tuple[Path, ...]:
    """The files of games on sticks and beside the games, by name. It may wait for a stick that hangs."""
    try:
        ours = [stick.folder for stick in find(data).mounted]
        folders = [folder for one in ours for folder in (one, one / FOLDER) if not folder.is_symlink()]
    except OSError:
        folders = []
    found: list[Path] = []
    for folder in (*folders, data / SHARED):
        try:
            # a pipe of that name would never end, a link would lead off a strange stick
            files = (file for file in folder.iterdir() if file.suffix.lower() == GAMES and _is_plain(file))
            found += sorted(files)[:MOST_FILES]
        except OSError:
            continue
    return tuple(found)


def _is_plain(file: Path) -> bool:
    return file.is_file() and not file.is_symlink()


def _told(error: OSError, folder: Path) -> ShareError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return ShareError(
            _("There is no room left in {folder}; the game itself is untouched.").format(folder=folder),
            _("Free some space, and try again."),
        )
    return ShareError(
        _("{folder} cannot be written: {reason}.").format(folder=folder, reason=error.strerror or error)
    )


def hand_on(files: Mapping[str, bytes], data: Path, find: Callable[[Path], Sticks] = sticks.find) -> Path:
    """Write all files to the stick that came last, or else into a folder beside the games; which folder that
    is. It may wait for a stick that hangs.

    Raises:
        ShareError: if one could not be written.
    """
    try:
        mounted = find(data).mounted
    except OSError:
        mounted = ()
    if not mounted:
        write(files, data / SHARED)
        return data / SHARED
    told = mounted[0].folder / FOLDER
    with contextlib.ExitStack() as opened:
        try:
            # through handles, which lead nowhere else when the stick is pulled out
            stick = _held(opened, mounted[0].open())
            with contextlib.suppress(FileExistsError):
                os.mkdir(FOLDER, dir_fd=stick)
            flags = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
            folder = _held(opened, os.open(FOLDER, flags, dir_fd=stick))
        except OSError as error:
            raise _told(error, told) from error
        write(files, Path(f"/proc/self/fd/{folder}"), told)
    return told


def _held(opened: contextlib.ExitStack, handle: int) -> int:
    opened.callback(os.close, handle)
    return handle
