"""Small files in the data folder: written whole or not at all, and set aside where they are damaged."""

from __future__ import annotations

import contextlib
import errno
import itertools
import os
import shutil
import stat
import tempfile
from pathlib import Path
from typing import TypeVar

import msgspec

Kind = TypeVar("Kind")

LARGEST_BYTES = 1_000_000


def read(file: Path) -> tuple[bytes, bool] | None:
    """What stands in the file and whether that is all of it; None where there is no file.

    Raises:
        OSError: if the file cannot be read, or is none: a pipe might never end.
    """
    try:
        handle = os.open(file, os.O_RDONLY | os.O_NONBLOCK | os.O_CLOEXEC)
    except FileNotFoundError:
        return None
    with os.fdopen(handle, "rb") as stream:
        kind = os.fstat(handle).st_mode
        if not stat.S_ISREG(kind) and not os.path.samestat(os.fstat(handle), Path(os.devnull).stat()):
            number = errno.EISDIR if stat.S_ISDIR(kind) else errno.EINVAL
            raise OSError(number, os.strerror(number), str(file))
        data = stream.read(LARGEST_BYTES + 1)
    return data, len(data) <= LARGEST_BYTES


def read_json(file: Path, kind: type[Kind]) -> Kind | None:
    """What a file of JSON holds; None where there is none, or what is there is nothing of that kind."""
    try:
        found = read(file)
        return None if found is None else msgspec.json.decode(found[0], type=kind)
    except (OSError, ValueError, RecursionError):  # no file, other bytes, nested without an end
        return None


def write(file: Path, data: bytes, *, new: bool = False) -> None:
    """Write the file; a power cut leaves the old one or the new one. Who may read it stays as it was.

    With ``new`` there must be the folder and nothing of that name in it, and everybody may read the file who
    may read what this user makes.

    Raises:
        FileExistsError: if something of the name is there that should be new.
        OSError: if it could not be written; the old one stays then.
    """
    if not new:
        make_folder(file.parent)
    elif os.path.lexists(file):
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(file))
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        if new:
            Path(name).chmod(0o666 & ~_umask())
        elif file.exists():
            shutil.copymode(file, name)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    synchronise(file.parent)


def led_to(file: Path) -> Path:
    """The file itself, or what it leads to as a link, to be written in its place.

    Raises:
        OSError: if there is something else than a file.
    """
    real = Path(os.path.realpath(file))
    if real.exists() and not real.is_file():
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL), str(file))
    return real


def _umask() -> int:
    """What this user's new files keep from others. It can only be read by setting it."""
    mask = os.umask(0o077)
    os.umask(mask)
    return mask


def make_folder(folder: Path) -> None:
    """Make a folder and those above it, so that they are there after a power cut. Raises OSError."""
    missing = list(itertools.takewhile(lambda path: not path.exists(), (folder, *folder.parents)))
    for path in reversed(missing):
        path.mkdir(exist_ok=True)
        synchronise(path.parent)


def synchronise(folder: Path) -> None:
    """Put a folder's list of names on the disk, where the file system can do that. Raises OSError."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        with contextlib.suppress(OSError):
            os.fsync(handle)
    finally:
        os.close(handle)


def set_aside(file: Path, ending: str = ".damaged") -> Path:
    """Keep what cannot be understood under another name, so that saving does not overwrite it."""
    aside = free_name(file, ending)
    with contextlib.suppress(OSError):
        file.rename(aside)
        synchronise(file.parent)
    return aside


def free_name(file: Path, ending: str) -> Path:
    """A name that nothing has yet: the file's own with that ending, and a number from 2 on."""
    numbers = itertools.chain([""], itertools.count(2))
    names = (file.with_name(f"{file.name}{ending}{number}") for number in numbers)
    return next(name for name in names if not os.path.lexists(name))
