"""Games made again from all that can be read of a damaged database and of the ledgers beside it.

Every page is read on its own, of the database and of its WAL: SQLite would stop at the first bad one.
What is found may be old, doubled or another game's. An entry's checksum goes on from the entry before, so
only the right one fits behind it.
"""

from __future__ import annotations

import contextlib
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
FRAME_BYTES = FRAME_HEADER_BYTES + PAGE_BYTES
TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR = 0x0D, 0x0A, 0x02
COLUMNS = 7
"""Both tables have seven."""

Value = int | bytes | None
Pages = dict[int, bytes]


def games_of(path: Path) -> list[StoredGame]:
    """What can be read of all games, each up to the first entry that is whole nowhere, the one played last at
    the end. Never raises and changes nothing."""
    finds = _Finds()
    with contextlib.suppress(OSError, ValueError):
        files = (_bytes(path), _bytes(beside(path, "-wal")))
        for kind, (number, *values) in records(*files):
            finds.take(kind, number, values)
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
    return path.read_bytes() if path.is_file() else b""


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

    def take(self, kind: int, number: Value, values: list[Value]) -> None:
        """A row of the database."""
        if not isinstance(number, int):
            return
        if kind == TABLE_LEAF:
            game, header, summary, played, checksum, end = values
            if not (isinstance(game, bytes) and isinstance(header, bytes) and isinstance(end, int)):
                return
            if not isinstance(played, int) or header_checksum(game, header) != checksum:
                return
            name = (game, header)
            self.sources[number].games.add(name)
            self.sources[number].ends.add(end)
            self.played[name] = max(played, self.played.get(name, 0))
            if isinstance(summary, bytes):
                self.summaries[end] = summary
        else:
            entry, body, events, overruled, at, checksum = values
            if isinstance(entry, int) and isinstance(body, bytes) and isinstance(at, int):
                if isinstance(events, int) or isinstance(overruled, int) or not isinstance(checksum, int):
                    return
                self.sources[number].links.append((Row(entry, body, events, overruled, at), checksum))

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


def _time(game: StoredGame) -> int:
    return game.rows[-1].at if game.rows else 0


# --- pages of SQLite ---------------------------------------------------------------------------------------


def records(data: bytes, wal: bytes) -> Iterator[tuple[int, list[Value]]]:
    """All rows of seven columns on pages that can be read, each with the kind of its page.

    https://www.sqlite.org/fileformat2.html describes the pages.
    """
    pages = {
        number: data[place : place + PAGE_BYTES]
        for number, place in enumerate(range(0, len(data), PAGE_BYTES), start=1)
    }
    yield from _rows(pages, pages.items())
    frames = [
        (int.from_bytes(wal[place : place + 4], "big"), wal[place + FRAME_HEADER_BYTES : place + FRAME_BYTES])
        for place in range(WAL_HEADER_BYTES, len(wal), FRAME_BYTES)
    ]
    if frames:
        newest = pages | dict(frames)
        yield from _rows(newest, [*pages.items(), *frames])


def _rows(pages: Pages, among: Iterable[tuple[int, bytes]]) -> Iterator[tuple[int, list[Value]]]:
    for number, page in among:
        start = 100 if number == 1 else 0
        kind = page[start] if len(page) > start else 0
        if kind not in (TABLE_LEAF, INDEX_LEAF, INDEX_INTERIOR):
            continue
        first = start + (12 if kind == INDEX_INTERIOR else 8)
        count = int.from_bytes(page[start + 3 : start + 5], "big")
        for pointer in range(first, min(first + 2 * count, len(page) - 1), 2):
            with contextlib.suppress(IndexError, ValueError):
                values = _cell(pages, page, int.from_bytes(page[pointer : pointer + 2], "big"), kind)
                if len(values) == COLUMNS:
                    yield kind, values


def _cell(pages: Pages, page: bytes, place: int, kind: int) -> list[Value]:
    if kind == INDEX_INTERIOR:
        place += 4
    length, place = _varint(page, place)
    rowid: Value = None
    if kind == TABLE_LEAF:
        rowid, place = _varint(page, place)
    most = PAGE_BYTES - 35 if kind == TABLE_LEAF else (PAGE_BYTES - 12) * 64 // 255 - 23
    least = (PAGE_BYTES - 12) * 32 // 255 - 23
    local = length
    if length > most:
        local = least + (length - least) % (PAGE_BYTES - 4)
        local = local if local <= most else least
    payload = page[place : place + local]
    following = int.from_bytes(page[place + local : place + local + 4], "big")
    while len(payload) < length:
        more = pages.get(following, b"")
        if len(more) < PAGE_BYTES:
            raise ValueError("an overflow page is missing")
        following = int.from_bytes(more[:4], "big")
        payload += more[4 : 4 + length - len(payload)]
    values = _values(payload)
    if kind == TABLE_LEAF and values:
        values[0] = rowid
    return values


_INTEGER_BYTES = (0, 1, 2, 3, 4, 6, 8)


def _values(payload: bytes) -> list[Value]:
    end, place = _varint(payload, 0)
    body = end
    values: list[Value] = []
    while place < end and len(values) <= COLUMNS:
        kind, place = _varint(payload, place)
        if kind in (8, 9):
            values.append(kind - 8)
            continue
        size = (kind - 12) // 2 if kind >= 12 else _INTEGER_BYTES[kind]
        part = payload[body : body + size]
        if len(part) < size:
            raise ValueError("cut short")
        values.append(part if kind >= 12 else int.from_bytes(part, "big", signed=True) if kind else None)
        body += size
    return values


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
