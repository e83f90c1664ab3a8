"""Damage the files that keep the games, and look for what was lost.

``python -m tests.damages [CASES] [SEED]``. The files are as a pulled plug leaves them. In turn the database,
its WAL, a ledger, and a ledger together with one of the others get flipped bits, zeroed or scribbled pages,
swapped blocks, or lose their end. An entry is whole where the text of its record still stands in a file as it
was written, wherever that is now.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from companion.app import ledger
from companion.app.games import begin, resume
from companion.app.journal_file import PAGE_BYTES
from companion.app.ports import Notice
from companion.app.session import GameSession
from companion.app.storage import FILE, open_store
from companion.history.log import Entry, Header
from tests.kit.players import PEOPLE, play
from tests.kit.tables import CITIES_KNIGHTS

NAMES = ("first", "second", "third")
ENTRIES = 100
WAL = f"{FILE}-wal"
TARGETS = ("database", "WAL", "ledger", "database and ledger", "WAL and ledger")
DAMAGES = ("bit", "bits", "zeroed page", "scribbled page", "swapped blocks", "cut")


@dataclass(frozen=True)
class Original:
    """A folder as a pulled plug leaves it, what it holds, and the text of each entry in either file."""

    folder: Path
    games: dict[str, tuple[Entry, ...]]
    in_database: dict[str, list[bytes]]
    in_ledger: dict[str, list[bytes]]

    @staticmethod
    def made_in(place: Path) -> Original:
        """Play three games; the last entries of all of them stand in the WAL only."""
        store = open_store(place / "played", _complain)
        games = {}
        for seed, name in enumerate(NAMES, start=1):
            session, _journal = begin(store, Header(name, PEOPLE, CITIES_KNIGHTS))
            _enter(session, seed, ENTRIES)
        store.close()
        store = open_store(place / "played", _complain)
        for seed, name in enumerate(NAMES, start=11):
            session, _journal = resume(store, name)
            _enter(session, seed, ENTRIES // 2)
            games[name] = session.entries
        folder = place / "original"
        shutil.copytree(place / "played", folder, ignore=shutil.ignore_patterns("*-shm", "*.lock"))
        rows: dict[str, list[bytes]] = {name: [] for name in NAMES}
        for name, *values in store.write(lambda connection: connection.execute(_ROWS).fetchall()):
            rows[name.decode()].append(_values(values))
        store.close()
        records = {
            name: [
                line[2:]
                for line in _ledger(folder, name).read_bytes().splitlines(keepends=True)
                if b'{"entry"' in line[:40]
            ]
            for name in NAMES
        }
        for name in NAMES:
            assert len(rows[name]) == len(records[name]) == len(games[name])
        return Original(folder, games, rows, records)


_ROWS = (
    "SELECT games.game, body, events, overruled, at, entries.checksum"
    " FROM entries JOIN games ON games.number = entries.game ORDER BY entry"
)


def _values(row: list[bytes | int | None]) -> bytes:
    """The last values of a row as SQLite writes them behind each other."""
    return b"".join(_value(value) for value in row if value is not None)


def _value(value: bytes | int) -> bytes:
    if isinstance(value, bytes):
        return value
    size = next(size for size in (1, 2, 3, 4, 6, 8) if -(1 << 8 * size - 1) <= value < 1 << 8 * size - 1)
    return value.to_bytes(size, "big", signed=True)


def _complain(notice: Notice) -> None:
    raise AssertionError(notice.text)


def _enter(session: GameSession, seed: int, entries: int) -> None:
    for _command in islice(play(session, seed, turns=10_000, undo=0.05, past_the_end=True), entries):
        pass


def _ledger(folder: Path, name: str) -> Path:
    return ledger.file_of(folder / FILE, name.encode())


# --- damages ------------------------------------------------------------------------------------------------


def damaged(data: bytes, how: str, chance: random.Random) -> bytes:
    """The bytes after something has happened to them."""
    found = bytearray(data)
    page = chance.randrange(len(found)) // PAGE_BYTES * PAGE_BYTES
    whole = len(found[page : page + PAGE_BYTES])
    match how:
        case "bit" | "bits":
            for _ in range(1 if how == "bit" else chance.randint(2, 20)):
                found[chance.randrange(len(found))] ^= 1 << chance.randrange(8)
        case "zeroed page":
            found[page : page + whole] = bytes(whole)
        case "scribbled page":
            found[page : page + whole] = chance.randbytes(whole)
        case "swapped blocks":
            size = chance.choice((512, PAGE_BYTES))
            one, other = (chance.randrange(max(1, len(found) // size)) * size for _ in range(2))
            if len(found[one : one + size]) == len(found[other : other + size]):
                found[one : one + size], found[other : other + size] = (
                    found[other : other + size],
                    found[one : one + size],
                )
        case _:
            del found[chance.randrange(len(found)) :]
    return bytes(found)


@dataclass(frozen=True)
class Outcome:
    """What a case came to: ``lost`` entries were whole in one of the files, ``gone`` were whole in none, or
    came after one of those."""

    target: str
    how: str
    lost: int
    gone: int
    said: bool
    kept_aside: bool


def try_one(original: Original, place: Path, case: int, seed: int) -> Outcome:
    """Damage a copy of the files, start Longship and look."""
    chance = random.Random(f"{seed}-{case}")
    target = TARGETS[case % len(TARGETS)]
    how = DAMAGES[case // len(TARGETS) % len(DAMAGES)]
    folder = place / "case"
    shutil.copytree(original.folder, folder)
    files = []
    if "database" in target:
        files.append(folder / FILE)
    if "WAL" in target:
        files.append(folder / WAL)
    if "ledger" in target:
        files.append(_ledger(folder, chance.choice(NAMES)))
    for file in files:
        file.write_bytes(damaged(file.read_bytes(), how, chance))
    there = (folder / FILE).read_bytes() + (folder / WAL).read_bytes()
    whole = {}
    for name in NAMES:
        records = _ledger(folder, name).read_bytes()
        whole[name] = [
            text in there or record in records
            for text, record in zip(original.in_database[name], original.in_ledger[name], strict=True)
        ]
    said: list[Notice] = []
    store = open_store(folder, said.append)
    listed = {record.header.game for record in store.games()}
    lost = gone = 0
    for name in NAMES:
        entries = store.load(name)[1] if name in listed else ()
        assert entries == original.games[name][: len(entries)], "entries are mixed up"
        expected = (whole[name] + [False]).index(False)
        lost += max(0, expected - len(entries))
        gone += len(original.games[name]) - max(expected, len(entries))
    found = {name: store.load(name)[1] for name in listed}
    store.close()
    again: list[Notice] = []
    store = open_store(folder, again.append)
    assert {name: store.load(name)[1] for name in listed} == found
    assert again == [], "it was not mended"
    store.close()
    aside = any(folder.rglob("*.unreadable*"))
    shutil.rmtree(folder)
    return Outcome(target, how, lost, gone, bool(said), aside)


def main(arguments: list[str]) -> int:
    cases, seed = (int(word) for word in (arguments + ["750", "1"][len(arguments) :]))
    with tempfile.TemporaryDirectory(prefix="longship-damages-") as place:
        original = Original.made_in(Path(place))
        outcomes = [try_one(original, Path(place), case, seed) for case in range(cases)]
    print(f"seed {seed}, {sum(map(len, original.games.values()))} entries in {len(NAMES)} games")
    for target in TARGETS:
        there = [outcome for outcome in outcomes if outcome.target == target]
        print(
            f"{target:20} {len(there):4} damages, {sum(found.said for found in there):4} told,"
            f" {sum(found.kept_aside for found in there):4} kept aside,"
            f" {sum(found.lost for found in there):4} entries lost,"
            f" {sum(found.gone for found in there):4} whole in neither file or behind one that was not"
        )
    for case, found in enumerate(outcomes):
        if found.lost:
            print(f"case {case}: {found}")
    return 1 if any(found.lost for found in outcomes) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
