"""Bad files in place of the journal: one sentence, nothing thrown away, what can be read goes on."""

from __future__ import annotations

import os
import random
import shutil
import sqlite3
from collections.abc import Callable
from contextlib import closing
from dataclasses import dataclass
from functools import cache
from itertools import count, islice
from pathlib import Path

import pytest

from companion.app import in_step, journal_file
from companion.app.games import begin, resume
from companion.app.ports import Notice
from companion.app.session import GameSession
from companion.app.storage import FILE, open_copy, open_store
from companion.engine.core import AdjustPoints
from companion.history.log import Entry, Header
from tests.kit.players import PEOPLE, play
from tests.kit.tables import CITIES_KNIGHTS

ANNA = PEOPLE[0].id
FUZZ_SEED = 20
FUZZ_CASES = 20
ENTRIES = 250


@dataclass(frozen=True)
class Original:
    """Three games of which the last one was played last, and the whole file that keeps them."""

    data: bytes
    games: dict[str, tuple[Entry, ...]]


def go_on(session: GameSession, entries: int, seed: int = 4) -> None:
    for _command in islice(play(session, seed, turns=10_000, undo=0.05, past_the_end=True), entries):
        pass


@cache
def original() -> Original:
    import tempfile

    with tempfile.TemporaryDirectory() as folder:
        store = open_store(Path(folder), lambda notice: pytest.fail(notice.text))
        games = {}
        for seed, name in enumerate(("first", "second", "third"), start=1):
            session, _journal = begin(
                store, Header(name, PEOPLE, CITIES_KNIGHTS), count(1_700_000_000_000).__next__
            )
            go_on(session, ENTRIES, seed)
            games[name] = session.entries
        store.close()
        return Original((Path(folder) / FILE).read_bytes(), games)


class Bench:
    """A folder with a journal that something has happened to."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / FILE
        folder.mkdir(exist_ok=True)
        self.path.write_bytes(original().data)
        self.said: list[Notice] = []

    def opened(self) -> dict[str, tuple[Entry, ...]]:
        """Start Longship: the games that it shows. It must be possible to play on, and to start again."""
        store = open_store(self.folder, self.said.append)
        games = {record.header.game: store.load(record.header.game)[1] for record in store.games()}
        session, journal = begin(store, Header("after", PEOPLE, CITIES_KNIGHTS))
        session.submit(AdjustPoints(ANNA, ANNA, 1))
        assert journal.saving
        store.close()
        said = len(self.said)
        again = open_store(self.folder, self.said.append)
        assert {record.header.game for record in again.games()} == {*games, "after"}
        for name in games:
            resume(again, name)
        again.close()
        assert self.said[said:] == []
        return games

    @property
    def aside(self) -> Path:
        return self.folder / f"{FILE}.unreadable"


@pytest.fixture
def bench(tmp_path: Path) -> Bench:
    return Bench(tmp_path)


def pages(data: bytes) -> int:
    return len(data) // journal_file.PAGE_BYTES


def is_beginning(part: tuple[Entry, ...], whole: tuple[Entry, ...]) -> bool:
    return part == whole[: len(part)]


def check_salvaged(bench: Bench, games: dict[str, tuple[Entry, ...]]) -> None:
    """One sentence that names the file and where it is now; games as far as they could be read."""
    (notice,) = bench.said
    assert str(bench.path) in notice.text
    assert bench.aside.name in notice.text
    for name, entries in games.items():
        assert is_beginning(entries, original().games[name]), name


def test_the_whole_file_needs_no_words(bench: Bench) -> None:
    assert bench.opened() == original().games
    assert bench.said == []


def zero_header(data: bytearray) -> None:
    data[:100] = bytes(100)


def other_header(data: bytearray) -> None:
    data[68:72] = b"\0\0\0\7"


def garbage_first_page(data: bytearray) -> None:
    data[: journal_file.PAGE_BYTES] = random.Random(1).randbytes(journal_file.PAGE_BYTES)


@pytest.mark.parametrize("damage", [zero_header, other_header, garbage_first_page])
def test_a_damaged_beginning_costs_no_entry(bench: Bench, damage: Callable[[bytearray], None]) -> None:
    data = bytearray(original().data)
    damage(data)
    bench.path.write_bytes(data)
    assert bench.opened() == original().games
    check_salvaged(bench, original().games)
    assert "3 games could be read and are kept" in bench.said[0].text
    assert bench.aside.read_bytes() == data


def test_a_file_cut_in_the_middle_keeps_what_comes_before(bench: Bench) -> None:
    half = original().data[: len(original().data) // 2 - 100]
    bench.path.write_bytes(half)
    games = bench.opened()
    check_salvaged(bench, games)
    assert games["first"] == original().games["first"]
    assert bench.aside.read_bytes() == half


def test_a_garbage_page_costs_what_stands_on_it_and_after(tmp_path: Path) -> None:
    lengths = []
    for page in range(2, pages(original().data), 3):
        bench = Bench(tmp_path / str(page))
        data = bytearray(original().data)
        place = page * journal_file.PAGE_BYTES
        data[place : place + journal_file.PAGE_BYTES] = random.Random(page).randbytes(journal_file.PAGE_BYTES)
        bench.path.write_bytes(data)
        games = bench.opened()
        check_salvaged(bench, games)
        assert bench.aside.read_bytes() == data
        lengths.append(sum(len(entries) for entries in games.values()))
    whole = sum(len(entries) for entries in original().games.values())
    assert len(set(lengths)) > 5
    assert min(lengths) < whole * 0.7 < whole * 0.9 < max(lengths)


@pytest.mark.parametrize("name", ["second", "third"])
def test_a_changed_letter_is_seen_and_ends_the_game_there(bench: Bench, name: str) -> None:
    with closing(sqlite3.connect(bench.path)) as other:
        other.execute(
            "UPDATE entries SET events = replace(events, 'anna', 'anne') WHERE entry ="
            " (SELECT max(entry) FROM entries WHERE events LIKE '%anna%' AND entry <= 20 AND"
            " entries.game = (SELECT number FROM games WHERE games.game = ?))"
            " AND game = (SELECT number FROM games WHERE games.game = ?)",
            (name, name),
        )
        other.commit()
    data = bench.path.read_bytes()
    games = bench.opened()
    check_salvaged(bench, games)
    assert 0 < len(games[name]) < 20
    assert {other: games[other] for other in games if other != name} == {
        other: entries for other, entries in original().games.items() if other != name
    }
    assert bench.aside.read_bytes() == data


def test_a_missing_row_is_seen(bench: Bench) -> None:
    with closing(sqlite3.connect(bench.path)) as other:
        other.execute("DELETE FROM entries WHERE entry = 7 AND game = 3")
        other.commit()
    games = bench.opened()
    check_salvaged(bench, games)
    assert len(games["third"]) == 6


def test_a_changed_name_costs_the_game_but_no_other(bench: Bench) -> None:
    with closing(sqlite3.connect(bench.path)) as other:
        other.execute("UPDATE games SET header = replace(header, 'Anna', 'Otto') WHERE game = 'second'")
        other.commit()
    games = bench.opened()
    check_salvaged(bench, games)
    assert games.keys() == {"first", "third"}


def text_file(path: Path) -> None:
    path.write_text("Dear diary,\n" * 1000)


def letters(path: Path) -> None:
    path.write_bytes(b"\xff\xfe")


def other_database(path: Path) -> None:
    path.unlink()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE recipes (name TEXT)")
        other.execute("INSERT INTO recipes VALUES ('borscht')")
        other.commit()


def database_of_another_program(path: Path) -> None:
    other_database(path)
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA application_id = 7")


def with_a_trigger(path: Path) -> None:
    path.unlink()
    journal_file.connect(path).close()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TRIGGER t AFTER INSERT ON entries BEGIN DELETE FROM games; END")


@pytest.mark.parametrize(
    "make", [text_file, letters, other_database, database_of_another_program, with_a_trigger]
)
def test_a_foreign_file_is_set_aside_untouched(bench: Bench, make: Callable[[Path], None]) -> None:
    make(bench.path)
    data = bench.path.read_bytes()
    assert bench.opened() == {}
    (notice,) = bench.said
    assert notice.text.startswith(
        f"{bench.path} holds no game that can be read; it is kept as {bench.aside.name}"
    )
    assert bench.aside.read_bytes() == data


def test_a_folder_in_its_place_is_set_aside(bench: Bench) -> None:
    bench.path.unlink()
    bench.path.mkdir()
    (bench.path / "keepsake").write_text("dear")
    assert bench.opened() == {}
    assert len(bench.said) == 1
    assert (bench.aside / "keepsake").read_text() == "dear"


def test_a_pipe_in_its_place_holds_nobody_up(bench: Bench) -> None:
    bench.path.unlink()
    os.mkfifo(bench.path)
    assert bench.opened() == {}
    assert bench.aside.is_fifo()


def test_an_empty_file_is_a_new_one(bench: Bench) -> None:
    bench.path.write_bytes(b"")
    assert bench.opened() == {}
    assert bench.said == []


def test_each_bad_file_has_a_name_of_its_own(bench: Bench) -> None:
    for number in range(3):
        bench.path.write_text(f"bad {number}")
        open_store(bench.folder, bench.said.append).close()
    kept = {file.name: file.read_text() for file in bench.folder.glob("*.unreadable*")}
    assert kept == {
        "games.db.unreadable": "bad 0",
        "games.db.unreadable2": "bad 1",
        "games.db.unreadable3": "bad 2",
    }


def test_damage_in_a_game_not_looked_at_yet_is_found_when_it_is_opened(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(in_step, "ENTRIES", 1)
    open_store(bench.folder, bench.said.append).close()
    with closing(sqlite3.connect(bench.path)) as other:
        other.execute("UPDATE entries SET at = at + 1 WHERE game = 1 AND entry = 9")
        other.commit()
    store = open_store(bench.folder, bench.said.append)
    assert bench.said == []
    assert store.load("first")[1] == original().games["first"]
    assert len(bench.said) == 1
    assert store.load("second")[1] == original().games["second"]
    store.close()


def test_damage_found_while_playing_is_mended_with_the_whole_game(bench: Bench) -> None:
    store = open_store(bench.folder, bench.said.append)
    session, _journal = resume(store, "third")
    for page in range(1, pages(original().data)):  # the disk fails under SQLite's hands
        with bench.path.open("r+b") as file:
            file.seek(page * journal_file.PAGE_BYTES)
            file.write(b"\x55" * journal_file.PAGE_BYTES)
    store.write(lambda connection: connection.execute("PRAGMA shrink_memory"))
    with closing(sqlite3.connect(bench.path)) as other, pytest.raises(sqlite3.DatabaseError):
        other.execute("SELECT * FROM entries").fetchall()
    go_on(session, 30)
    store.close()
    assert len(bench.said) == 1
    again = open_store(bench.folder, bench.said.append)
    assert again.load("third")[1] == session.entries
    again.close()


# --- the WAL beside the file ------------------------------------------------------------------------------


def beside_a_running_game(bench: Bench, tmp_path: Path) -> tuple[tuple[Entry, ...], Path]:
    """A copy of the folder as a power cut would leave it, with rows that stand only in the WAL."""
    store = open_store(bench.folder, bench.said.append)
    session, _journal = resume(store, "second")
    go_on(session, 30)
    copy = tmp_path / "copy"
    shutil.copytree(bench.folder, copy)
    store.close()
    assert (copy / f"{FILE}-wal").stat().st_size > 0
    return session.entries, copy


def test_rows_in_the_wal_are_there(bench: Bench, tmp_path: Path) -> None:
    entries, copy = beside_a_running_game(bench, tmp_path)
    bench = Bench.__new__(Bench)
    bench.folder, bench.path, bench.said = copy, copy / FILE, []
    assert bench.opened()["second"] == entries
    assert bench.said == []


def test_rows_in_the_wal_are_salvaged_from_a_damaged_file(bench: Bench, tmp_path: Path) -> None:
    entries, copy = beside_a_running_game(bench, tmp_path)
    bench = Bench.__new__(Bench)
    bench.folder, bench.path, bench.said = copy, copy / FILE, []
    with bench.path.open("r+b") as file:
        file.write(b"?" * 100)
    wal = (copy / f"{FILE}-wal").read_bytes()
    games = bench.opened()
    assert games["second"] == entries
    assert len(bench.said) == 1
    assert (copy / f"{FILE}.unreadable-wal").read_bytes() == wal


def test_a_torn_wal_costs_no_entry(bench: Bench, tmp_path: Path) -> None:
    entries, copy = beside_a_running_game(bench, tmp_path)
    wal = copy / f"{FILE}-wal"
    size = wal.stat().st_size
    for length in range(0, size, size // 12 + 1):
        torn = tmp_path / f"torn-{length}"
        shutil.copytree(copy, torn)
        os.truncate(torn / wal.name, length)
        (torn / f"{FILE}-shm").unlink()
        said: list[Notice] = []
        data = (torn / wal.name).read_bytes()
        store = open_store(torn, said.append)
        assert store.load("second")[1] == entries
        assert [notice.remedy for notice in said] == ["No entry is lost."]
        assert (torn / f"{FILE}.unreadable-wal").read_bytes() == data
        store.close()


# --- a salvage that was interrupted, and newer files --------------------------------------------------------


def test_an_interrupted_salvage_is_finished(bench: Bench) -> None:
    whole = bench.folder / f"{FILE}.salvaged"
    bench.path.rename(whole)
    bench.path.write_text("bad")
    assert bench.opened() == original().games
    assert bench.aside.read_text() == "bad"
    assert not whole.exists()


def test_a_salvage_interrupted_before_all_was_read_begins_again(bench: Bench) -> None:
    (bench.folder / f"{FILE}.salvaging").write_text("half")
    data = bytearray(original().data)
    zero_header(data)
    bench.path.write_bytes(data)
    assert bench.opened() == original().games
    assert not (bench.folder / f"{FILE}.salvaging").exists()


def newer(path: Path) -> None:
    with closing(sqlite3.connect(path)) as other:
        other.execute("PRAGMA user_version = 3")


def test_a_newer_file_is_left_as_it_is_and_another_used_beside_it(bench: Bench) -> None:
    newer(bench.path)
    data = bench.path.read_bytes()
    store = open_store(bench.folder, bench.said.append)
    begin(store, Header("new", PEOPLE, CITIES_KNIGHTS))
    store.close()
    text = (
        f"{bench.path} was written by a newer Longship (format 3; this one reads 1) and is left as it is;"
        " games are kept in games-format1.db."
    )
    assert [notice.text for notice in bench.said] == [text]
    store = open_store(bench.folder, bench.said.append)
    assert [record.header.game for record in store.games()] == ["new"]
    store.close()
    assert [notice.text for notice in bench.said] == [text, text]
    assert [record.header.game for record in open_copy(bench.folder, bench.said.append).games()] == ["new"]
    assert bench.path.read_bytes() == data
    assert not bench.aside.exists()


def test_a_damaged_file_can_be_looked_at_without_touching_it(bench: Bench) -> None:
    half = original().data[: len(original().data) // 2]
    bench.path.write_bytes(half)
    copy = open_copy(bench.folder, bench.said.append)
    assert copy.load("first")[1] == original().games["first"]
    assert [notice.text for notice in bench.said] == [f"{bench.path} is damaged."]
    assert not bench.aside.exists()
    assert bench.path.read_bytes() == half


# --- by chance --------------------------------------------------------------------------------------------


def harm(data: bytes, chance: random.Random) -> bytes:
    """Cut, zero, overwrite or change single bits, as bad cards do."""
    harmed = bytearray(data)
    for _ in range(chance.randint(1, 3)):
        place = chance.randrange(len(harmed))
        length = chance.choice((1, 16, 512, 4096, 20000))
        match chance.randrange(4):
            case 0:
                harmed[place : place + length] = bytes(len(harmed[place : place + length]))
            case 1:
                harmed[place : place + length] = chance.randbytes(len(harmed[place : place + length]))
            case 2:
                harmed[place] ^= 1 << chance.randrange(8)
            case _ if chance.random() < 0.3:
                del harmed[max(place, 1) :]
    return bytes(harmed)


@pytest.mark.parametrize("case", range(FUZZ_CASES))
def test_whatever_happens_to_the_file_games_are_whole_up_to_the_damage(bench: Bench, case: int) -> None:
    print(f"seed {FUZZ_SEED}, case {case}")
    data = harm(original().data, random.Random(f"{FUZZ_SEED}-{case}"))
    bench.path.write_bytes(data)
    games = bench.opened()
    for name, entries in games.items():
        assert is_beginning(entries, original().games[name]), name
    if bench.said:
        assert bench.aside.read_bytes() == data
    else:
        assert games == original().games
