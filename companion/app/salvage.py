"""Games made again from all that can be read of a damaged database and of the ledgers beside it.

Rows are looked for in the bytes of the database and of its WAL: SQLite would stop at the first bad page.
What is found may be old, doubled or another game's. An entry's checksum goes on from the entry before, so
only the right one fits behind it.
"""

from __future__ import annotations

import contextlib
import functools
import re
from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from companion.app import ledger
from companion.app.journal_file import (
    PAGE_BYTES,
    Link,
    Row,
    StoredGame,
    beside,
    header_checksum,
    row_checksum,
)

WAL_HEADER_BYTES, FRAME_HEADER_BYTES = 32, 24

LARGEST_BYTES = 1 << 28
"""How much of a file is looked at: ours never grow this large, and a Pi has little memory."""

COLUMNS = 7
"""Both tables have seven."""

_BEGINNING = re.compile(rb"[\x08-\x14](?=[\x00-\x06\x08\x09])")
"""How long the list of a row's kinds of values is, and the first of them: an integer, or nothing."""

_INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8, 8, 0, 0)
"""Of the kinds of values that are no text. 8 and 9 are the numbers 0 and 1."""

Value = int | bytes | None
Pages = dict[int, bytes]


def games_of(path: Path) -> list[StoredGame]:
    """What can be read of all games, each up to the first entry that is whole nowhere, the one played last at
    the end. Never raises and changes nothing."""
    finds = _Finds()
    with contextlib.suppress(OSError, ValueError):
        files = (_bytes(path), _bytes(beside(path, "-wal")))
        for number, values in rows(*files):
            finds.take(number, values)
    with contextlib.suppress(OSError, ValueError):
        for file in sorted(ledger.folder_of(path).glob(f"*{ledger.ENDING}")):
            with contextlib.suppress(OSError):
                found = ledger.read(file)
                if found is not None:
                    finds.take_ledger(file.name, found)
    return finds.games()


def fitting(previous: int, links: Iterable[Link]) -> Iterator[Link]:
    """Those links, of a list by number, that follow the row with the checksum ``previous``."""
    for row, checksum in links:
        with contextlib.suppress(TypeError):
            if row_checksum(previous, row) == checksum:
                yield row, checksum
                previous = checksum


def _bytes(path: Path) -> bytes:
    if not path.is_file():
        return b""
    with path.open("rb") as stream:
        return stream.read(LARGEST_BYTES)


# --- what was found ----------------------------------------------------------------------------------------


@dataclass
class _Source:
    """Entries that were found together, and the games that they may be of: any where none is known."""

    games: set[tuple[bytes, bytes]] = field(default_factory=set)
    links: list[Link] = field(default_factory=list)
    ends: set[int] = field(default_factory=set)


@dataclass
class _Finds:
    sources: dict[int | str, _Source] = field(default_factory=lambda: defaultdict(_Source))
    played: dict[tuple[bytes, bytes], int] = field(default_factory=dict)
    summaries: dict[int, bytes] = field(default_factory=dict)

    def take(self, number: int | None, values: list[Value]) -> None:
        """A row of the database; one with a number is of a game itself."""
        if number is not None:
            _none, game, header, summary, played, checksum, end = values
            if not (isinstance(game, bytes) and isinstance(header, bytes) and isinstance(end, int)):
                return
            if not isinstance(played, int) or header_checksum(game, header) != checksum:
                return
            if not _is_text(game, header, summary):
                return
            name = (game, header)
            self.sources[number].games.add(name)
            self.sources[number].ends.add(end)
            self.played[name] = max(played, self.played.get(name, 0))
            if isinstance(summary, bytes):
                self.summaries[end] = summary
        else:
            game, entry, body, events, overruled, at, checksum = values
            if not (isinstance(game, int) and isinstance(entry, int) and isinstance(body, bytes)):
                return
            if isinstance(events, int) or isinstance(overruled, int):
                return
            if isinstance(at, int) and isinstance(checksum, int) and _is_text(body, events, overruled):
                self.sources[game].links.append((Row(entry, body, events, overruled, at), checksum))

    def take_ledger(self, name: str, found: ledger.Ledger) -> None:
        """A ledger, which the newest game may be known from alone."""
        source = self.sources[name]
        source.links.extend(found.links)
        source.ends.update(checksum for _row, checksum in found.links[-1:])
        self.summaries |= found.summaries
        if found.game:
            source.games.add((found.game, found.header))

    def games(self) -> list[StoredGame]:
        """All of which the header was found."""
        names = {name for source in self.sources.values() for name in source.games}
        made = {game: self._made(game, header) for game, header in sorted(names)}
        last = 1 + max(self.played.values(), default=0)
        return sorted(
            made.values(),
            key=lambda game: (self.played.get((game.game, game.header), last), _time(game), game.game),
        )

    def _made(self, game: bytes, header: bytes) -> StoredGame:
        sources = [
            source for source in self.sources.values() if not source.games or (game, header) in source.games
        ]
        known = dict.fromkeys(link for source in sources for link in source.links)
        start = header_checksum(game, header)
        # two entries may fit, where one was refused and another took its place: the one that was gone on from
        found = max(
            (
                list(fitting(start, sorted(links, key=lambda link: link[0].entry)))
                for links in (known, reversed(known))
            ),
            key=len,
        )
        checksums = {start, *(checksum for _row, checksum in found)}
        ends = {end for source in sources if source.games for end in source.ends}
        last = found[-1][1] if found else start
        return StoredGame(
            game, header, self.summaries.get(last), tuple(row for row, _checksum in found), ends <= checksums
        )


def _is_text(*values: Value) -> bool:
    try:
        return all(value.decode() or True for value in values if isinstance(value, bytes))
    except UnicodeDecodeError:
        return False


def _time(game: StoredGame) -> int:
    return game.rows[-1].at if game.rows else 0


# --- rows in the bytes of SQLite --------------------------------------------------------------------------


def rows(data: bytes, wal: bytes) -> Iterator[tuple[int | None, list[Value]]]:
    """All rows of seven columns in a database and its WAL, found by how they begin, whatever has become of
    the page around them: values and, where the first column is empty, the number that stands for it.

    https://www.sqlite.org/fileformat2.html describes the bytes.
    """
    before = dict(enumerate(_cut(data, 0, PAGE_BYTES), start=1))
    frames = _cut(wal, WAL_HEADER_BYTES, FRAME_HEADER_BYTES + PAGE_BYTES)
    after = before | {int.from_bytes(frame[:4], "big"): frame[FRAME_HEADER_BYTES:] for frame in frames}
    versions = (after, before) if frames else (before,)
    for text in (data, wal):
        for found in _BEGINNING.finditer(text):
            tried: set[bytes] = set()  # without overflow pages, a row is the same in every version
            for pages in versions:
                with contextlib.suppress(IndexError, ValueError):
                    payload = _payload(text, found.start(), pages)
                    if payload in tried:
                        continue
                    tried.add(payload)
                    values = _values(payload)
                    if len(values) == COLUMNS:
                        number = _number_before(text, found.start()) if values[0] is None else None
                        yield number, values


def _cut(data: bytes, start: int, size: int) -> list[bytes]:
    return [data[place : place + size] for place in range(start, len(data), size)]


def _payload(text: bytes, place: int, pages: Pages) -> bytes:
    """A row's bytes, of which a page holds the first ones and overflow pages the others."""
    length = _length(text, place)
    most = PAGE_BYTES - 35 if text[place + 1] == 0 else (PAGE_BYTES - 12) * 64 // 255 - 23
    if length <= most:
        return text[place : place + length]
    least = (PAGE_BYTES - 12) * 32 // 255 - 23
    local = least + (length - least) % (PAGE_BYTES - 4)
    local = local if local <= most else least
    payload = text[place : place + local]
    following = int.from_bytes(text[place + local : place + local + 4], "big")
    used: set[int] = set()
    for _page in range(-(-(length - local) // (PAGE_BYTES - 4))):
        more = b"" if following in used else pages.get(following, b"")  # a damaged one may lead back
        used.add(following)
        if len(more) < PAGE_BYTES:
            raise ValueError("an overflow page is missing")
        following = int.from_bytes(more[:4], "big")
        payload += more[4 : 4 + length - len(payload)]
    return payload


def _length(text: bytes, place: int) -> int:
    return text[place] + sum(_size(kind) for kind in _kinds(text[place : place + text[place]]))


@functools.lru_cache(maxsize=4096)
def _kinds(header: bytes) -> tuple[int, ...]:
    """What the columns are; most rows begin alike."""
    kinds = []
    place = 1
    while place < len(header):
        kind, place = _varint(header, place)
        kinds.append(kind)
    return tuple(kinds)


def _size(kind: int) -> int:
    return (kind - 12) // 2 if kind >= 12 else _INTEGER_BYTES[kind]


def _values(payload: bytes) -> list[Value]:
    place = payload[0]
    values: list[Value] = []
    for kind in _kinds(payload[:place]):
        part = payload[place : place + _size(kind)]
        if len(part) < _size(kind):
            raise ValueError("cut short")
        if kind in (0, 8, 9):
            values.append(kind - 8 if kind else None)
        else:
            values.append(part if kind >= 12 else int.from_bytes(part, "big", signed=True))
        place += len(part)
    return values


def _number_before(text: bytes, place: int) -> int:
    """The number of a row, which stands before it and ends with a byte below 128."""
    start = place - 1
    while text[start - 1] >= 0x80:
        start -= 1
    return _varint(text, start)[0]


def _varint(data: bytes, place: int) -> tuple[int, int]:
    value = 0
    for count in range(9):
        byte = data[place]
        place += 1
        if count == 8:
            return value << 8 | byte, place
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, place
    raise AssertionError("nine bytes at most")
