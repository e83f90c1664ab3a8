"""Small files in the data folder: written whole or not at all, and set aside where they are damaged."""

from __future__ import annotations

import contextlib
import itertools
import os
import tempfile
from pathlib import Path

LARGEST_BYTES = 1_000_000


def read(file: Path) -> tuple[bytes, bool] | None:
    """What stands in the file and whether that is all of it; None where there is no file.

    Raises:
        OSError: if the file cannot be read.
    """
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST_BYTES + 1)
    except FileNotFoundError:
        return None
    return data, len(data) <= LARGEST_BYTES


def write(file: Path, data: bytes) -> None:
    """Write the file; a power cut leaves the old one or the new one.

    Raises:
        OSError: if it could not be written; the old one stays then.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def set_aside(file: Path) -> Path:
    """Keep what cannot be understood under another name, so that saving does not overwrite it."""
    names = (file.with_name(f"{file.name}.damaged{number or ''}") for number in itertools.count())
    aside = next(name for name in names if not name.exists())
    with contextlib.suppress(OSError):
        file.rename(aside)
    return aside
