"""The second copy of each game: a plain file to which every entry is appended before SQLite commits it.

One file a game, in a folder beside the database. Each line is a record with its own length and checksum, so
that a damaged one costs no other:

    + 000000a3 0f3c5a9be1d2c477 {"entry":1,"body":{...},"events":[...],"at":0,"checksum":17}

The first sign says whether the database has the entry too: ``?`` while it is being written, ``+`` afterwards.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

from companion.app import kept_file
from companion.app.journal_file import Link, Row, header_checksum

ENDING = ".ledger"

HEADER_AGAIN = 32
"""The header is repeated after this many entries: if it were lost, nobody would know whose they are."""

TAIL_BYTES = 1 << 13
_ASKED, _KEPT = b"? ", b"+ "
_HEAD = re.compile(rb"([0-9a-f]{8}) ([0-9a-f]{16}) ")


class _Record(msgspec.Struct):
    game: str | None = None
    header: msgspec.Raw = msgspec.Raw()
    entry: int = 0
    body: msgspec.Raw = msgspec.Raw()
    events: msgspec.Raw = msgspec.Raw()
    overruled: msgspec.Raw = msgspec.Raw()
    at: int = 0
    checksum: int = 0
    summary: msgspec.Raw = msgspec.Raw()


_RECORD = msgspec.json.Decoder(_Record)


class Ledger(NamedTuple):
    """What could be read of a ledger.

    ``asked`` are the entries, by checksum, that the database may not have, and the header where it may not
    have the game. ``length`` is where the last whole record ends, ``torn`` whether something stands behind
    it, and ``sound`` whether nothing but whole records stands before it.
    """

    game: bytes
    header: bytes
    links: tuple[Link, ...]
    summaries: dict[int, bytes]
    asked: frozenset[int]
    length: int
    torn: bool
    sound: bool


def folder_of(path: Path) -> Path:
    """Where the ledgers of a database are."""
    return path.with_suffix(".ledgers")


def file_of(path: Path, game: bytes) -> Path:
    """The ledger of a game of that database. Ids may hold any letters, so they are not the name."""
    return folder_of(path) / (hashlib.blake2b(game, digest_size=8).hexdigest() + ENDING)


# --- writing ------------------------------------------------------------------------------------------------


def lines(
    game: bytes, header: bytes, links: Iterable[Link], summary: bytes | None = None, begun: bool = False
) -> list[bytes]:
    """Records of entries that follow each other; ``summary`` is how the game stands after the last one.
    A ledger that is not ``begun`` starts with the header."""
    first = _framed({"game": game.decode(), "header": msgspec.Raw(header)})
    found = [] if begun else [first]
    links = list(links)
    for link in links:
        row, checksum = link
        record: dict[str, object] = {"entry": row.entry, "body": msgspec.Raw(row.body)}
        if row.events is not None:
            record["events"] = msgspec.Raw(row.events)
        if row.overruled is not None:
            record["overruled"] = msgspec.Raw(row.overruled)
        record |= {"at": row.at, "checksum": checksum}
        if summary is not None and link is links[-1]:
            record["summary"] = msgspec.Raw(summary)
        found.append(_framed(record))
        if row.entry % HEADER_AGAIN == 0:
            found.append(first)
    return found


def _framed(record: dict[str, object]) -> bytes:
    text = msgspec.json.encode(record)
    return b"%08x %s %s\n" % (len(text), _digest(text), text)


def _digest(text: bytes) -> bytes:
    return hashlib.blake2b(text, digest_size=8).hexdigest().encode()


def size(file: Path) -> int:
    """How long a ledger is; 0 where there is none. Raises OSError."""
    try:
        return file.stat().st_size
    except FileNotFoundError:
        return 0


def write(file: Path, records: list[bytes]) -> None:
    """Write a whole ledger of entries that the database has, in place of what stood there.

    Raises:
        OSError: if it could not be written; the old one stays then.
    """
    kept_file.write(file, _signed(_KEPT, records))


def ask(file: Path, length: int, kept: Callable[[], list[bytes]], records: list[bytes]) -> int:
    """Add records that the database does not have yet to a ledger of that length; where they begin. They are
    on the disk when this returns. A file of another length is written anew, with ``kept`` before them.

    Raises:
        OSError: if they could not be written; they are not there then.
    """
    if size(file) != length:
        before = _signed(_KEPT, kept())
        kept_file.write(file, before + _signed(_ASKED, records))
        return len(before)
    if length == 0:
        kept_file.make_folder(file.parent)
    try:
        _append(file, length, _signed(_ASKED, records))
    except BaseException:
        withdraw(file, length)
        raise
    if length == 0:
        kept_file.synchronise(file.parent)
    return length


def _append(file: Path, length: int, text: bytes) -> None:
    handle = os.open(file, os.O_WRONLY | os.O_CLOEXEC | os.O_CREAT, 0o644)
    try:
        written = 0
        while written < len(text):
            written += os.pwrite(handle, text[written:], length + written)
        os.fdatasync(handle)
    finally:
        os.close(handle)


def confirm(file: Path, start: int, records: list[bytes]) -> int:
    """Note that the database has the records that begin there; how long the ledger is now.

    The note may wait for the disk, or be lost: it only tells an entry that was on its way from one that the
    database has lost.
    """
    text = _signed(_KEPT, records)
    with contextlib.suppress(OSError), file.open("r+b", buffering=0) as stream:
        os.pwrite(stream.fileno(), text, start)
    return start + len(text)


def withdraw(file: Path, start: int) -> None:
    """Take back the records that begin there, where that can be done; else the next entry writes the ledger
    anew."""
    with contextlib.suppress(OSError):
        if start == 0:
            file.unlink()
        else:
            os.truncate(file, start)


def _signed(sign: bytes, records: list[bytes]) -> bytes:
    return b"".join(sign + record for record in records)


# --- reading ------------------------------------------------------------------------------------------------


def read(file: Path) -> Ledger | None:
    """All records of a ledger that are whole, wherever they stand; None where there is no file.

    Raises:
        OSError: if it cannot be read.
    """
    try:
        data = file.read_bytes()
    except FileNotFoundError:
        return None
    game = header = b""
    links, summaries, asked = [], {}, set()
    length, sound = 0, True
    for start, end, record in _records(data):
        sign = data[start : start + 2]
        sound &= start == length and sign in (_ASKED, _KEPT) and data[end - 1 : end] in (b"\n", b"")
        length = end
        if record.game is not None:
            game, header = record.game.encode(), bytes(record.header)
            if start == 0 and sign == _ASKED:
                asked.add(header_checksum(game, header))
            continue
        row = Row(
            record.entry,
            bytes(record.body),
            bytes(record.events) or None,
            bytes(record.overruled) or None,
            record.at,
        )
        links.append((row, record.checksum))
        if record.summary:
            summaries[record.checksum] = bytes(record.summary)
        if sign == _ASKED:
            asked.add(record.checksum)
    return Ledger(game, header, tuple(links), summaries, frozenset(asked), length, length != len(data), sound)


def end(file: Path) -> int | None:
    """The checksum of the last entry, None where it is not known without reading all."""
    try:
        with file.open("rb") as stream:
            stream.seek(max(0, os.fstat(stream.fileno()).st_size - TAIL_BYTES))
            data = stream.read()
    except OSError:
        return None
    found = list(_records(data))
    checksums = [record.checksum for _start, _end, record in found if record.game is None]
    return checksums[-1] if checksums and found[-1][1] == len(data) else None


def _records(data: bytes) -> Iterator[tuple[int, int, _Record]]:
    """Each whole record with where its line begins and ends, found again behind whatever is damaged."""
    position = 0
    while found := _HEAD.search(data, position):
        text = data[found.end() : found.end() + int(found[1], 16)]
        position = found.start() + 1
        if len(text) == int(found[1], 16) and _digest(text) == found[2]:
            with contextlib.suppress(msgspec.MsgspecError):
                record = _RECORD.decode(text)
                position = found.end() + len(text)
                yield max(0, found.start() - 2), position + 1, record
