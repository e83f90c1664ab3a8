"""Two copies of every entry: whatever happens to the one, the other makes it whole again."""

from __future__ import annotations

import os
import random
import resource
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.app import journal_file, ledger, salvage
from companion.app.games import begin, resume
from companion.app.ports import Notice
from companion.app.session import GameSession
from companion.app.storage import FILE, JournalStore, StorageError, open_copy, open_store
from companion.engine.core import AdjustPoints
from companion.history.log import Header
from tests.damages import Original, try_one
from tests.kit.players import PEOPLE
from tests.kit.tables import CITIES_KNIGHTS
from tests.kit.writer import enter_something

ANNA = PEOPLE[0].id
SAMPLE_SEED = 7
SAMPLE = 12
WAL = f"{FILE}-wal"


@pytest.fixture
def said() -> list[Notice]:
    return []


@pytest.fixture
def store(tmp_path: Path, said: list[Notice]) -> Iterator[JournalStore]:
    opened = open_store(tmp_path / "games", said.append)
    yield opened
    opened.close()


@pytest.fixture(scope="module")
def original(tmp_path_factory: pytest.TempPathFactory) -> Original:
    return Original.made_in(tmp_path_factory.mktemp("damages"))


def note(session: GameSession, amount: int = 1) -> None:
    session.submit(AdjustPoints(ANNA, ANNA, amount, "x" * 100))


def evening(store: JournalStore, entries: int, game: str = "evening") -> GameSession:
    session, _journal = begin(store, Header(game, PEOPLE, CITIES_KNIGHTS))
    for count in range(entries):
        note(session, 1 - 2 * (count % 2))
    return session


def pulled(store: JournalStore, to: Path) -> Path:
    """The folder as it stands when the plug is pulled now."""
    assert store.path is not None
    shutil.copytree(store.path.parent, to, ignore=shutil.ignore_patterns("*-shm"))
    return to


def ledger_of(folder: Path, game: str = "evening") -> Path:
    return ledger.file_of(folder / FILE, game.encode())


def flip(file: Path, place: int, bit: int = 0) -> bytes:
    data = bytearray(file.read_bytes())
    data[place] ^= 1 << bit
    file.write_bytes(data)
    return bytes(data)


def test_one_bad_bit_in_the_wal_costs_no_entry(store: JournalStore, tmp_path: Path) -> None:
    session = evening(store, 100)
    folder = pulled(store, tmp_path / "pulled")
    damaged = flip(folder / WAL, 20_000)
    said: list[Notice] = []
    again = open_store(folder, said.append)
    assert again.load("evening")[1] == session.entries
    assert again.games()[0].summary == store.games()[0].summary
    (notice,) = said
    assert notice.text == (
        f"{folder / FILE} was damaged and was made again from games.ledgers;"
        f" the damaged file is kept as {FILE}.unreadable."
    )
    assert notice.remedy == "No entry is lost."
    assert (folder / f"{FILE}.unreadable-wal").read_bytes() == damaged
    again.close()


def test_one_bad_bit_in_the_ledger_is_told_and_mended(store: JournalStore, tmp_path: Path) -> None:
    session = evening(store, 20)
    folder = pulled(store, tmp_path / "pulled")
    file = ledger_of(folder)
    whole = ledger.read(file)
    assert whole is not None
    damaged = flip(file, 1500, 3)
    said: list[Notice] = []
    again = open_store(folder, said.append)
    assert again.load("evening")[1] == session.entries
    (notice,) = said
    assert notice.text == (
        f"{file} was damaged and was made again from {FILE};"
        f" the damaged file is kept as {file.name}.unreadable."
    )
    assert file.with_name(f"{file.name}.unreadable").read_bytes() == damaged
    mended = ledger.read(file)
    assert mended is not None
    assert mended.sound and mended.links == whole.links
    again.close()


@pytest.mark.parametrize("case", range(SAMPLE))
def test_what_is_whole_in_one_of_two_damaged_files_is_there(
    original: Original, tmp_path: Path, case: int
) -> None:
    print(f"seed {SAMPLE_SEED}, case {case}")
    outcome = try_one(original, tmp_path, case, SAMPLE_SEED)
    assert outcome.lost == 0
    assert outcome.kept_aside == outcome.said


def test_both_damaged_at_different_entries_cost_none(store: JournalStore, tmp_path: Path) -> None:
    session = evening(store, 60)
    store.close()
    folder = tmp_path / "games"
    file = ledger_of(folder)
    for line in (3, 17, 40):
        flip(file, sum(map(len, file.read_bytes().splitlines(keepends=True)[:line])) + 60)
    with closing(sqlite3.connect(folder / FILE)) as other:
        other.execute("UPDATE entries SET at = at + 1 WHERE entry IN (1, 30, 60)")
        other.commit()
    said: list[Notice] = []
    again = open_store(folder, said.append)
    assert again.load("evening")[1] == session.entries
    assert len(said) == 2, "one sentence for each of the two files"
    again.close()


def test_a_database_that_is_gone_is_made_again_and_told(store: JournalStore, tmp_path: Path) -> None:
    games = {name: evening(store, 5, name).entries for name in ("first", "second")}
    store.close()
    (tmp_path / "games" / FILE).unlink()
    said: list[Notice] = []
    again = open_store(tmp_path / "games", said.append)
    assert {name: again.load(name)[1] for name in games} == games
    (notice,) = said
    assert notice.text == f"{tmp_path / 'games' / FILE} was missing and was made again from games.ledgers."
    again.close()


def test_games_whose_files_are_both_removed_do_not_come_back(store: JournalStore, tmp_path: Path) -> None:
    evening(store, 3)
    store.close()
    shutil.rmtree(tmp_path / "games")
    said: list[Notice] = []
    again = open_store(tmp_path / "games", said.append)
    assert again.games() == ()
    assert said == []
    again.close()


def test_a_database_of_before_gets_its_ledgers_without_words(store: JournalStore, tmp_path: Path) -> None:
    games = {name: evening(store, 5, name).entries for name in ("first", "second")}
    store.close()
    shutil.rmtree(tmp_path / "games" / "games.ledgers")
    said: list[Notice] = []
    open_store(tmp_path / "games", said.append).close()
    assert said == []
    (tmp_path / "games" / FILE).unlink()
    again = open_store(tmp_path / "games", said.append)
    assert {name: again.load(name)[1] for name in games} == games
    again.close()


def test_an_entry_on_its_way_when_the_power_went_is_kept_without_words(
    store: JournalStore, tmp_path: Path
) -> None:
    session = evening(store, 3)
    before = pulled(store, tmp_path / "before")
    note(session)
    after = pulled(store, tmp_path / "after")
    text = ledger_of(after).read_bytes()
    size = len(ledger_of(before).read_bytes())
    said: list[Notice] = []
    for torn in (*range(size, len(text) - 3, 40), *range(len(text) - 3, len(text))):
        folder = tmp_path / "torn"
        shutil.copytree(before, folder)
        ledger_of(folder).write_bytes(text[:size] + b"?" + text[size + 1 : torn + 1])
        again = open_store(folder, said.append)
        kept = again.load("evening")[1]
        assert kept == session.entries[: len(kept)]
        assert len(kept) == (3 if torn + 2 < len(text) else 4)
        again.close()
        shutil.rmtree(folder)
    assert said == []


def test_a_game_on_its_way_when_the_power_went_is_kept_without_words(
    store: JournalStore, tmp_path: Path
) -> None:
    folder = pulled(store, tmp_path / "before")
    evening(store, 0)
    text = ledger_of(tmp_path / "games").read_bytes()
    ledger_of(folder).parent.mkdir()
    ledger_of(folder).write_bytes(b"?" + text[1:])
    said: list[Notice] = []
    again = open_store(folder, said.append)
    assert [record.header.game for record in again.games()] == ["evening"]
    assert said == []
    session, _journal = resume(again, "evening")
    note(session)
    again.close()


def test_a_ledger_that_was_only_begun_is_no_news(store: JournalStore, tmp_path: Path) -> None:
    evening(store, 2)
    store.close()
    for torn in (b"", b"? 000000", bytes(300)):
        ledger_of(tmp_path / "games", "new").write_bytes(torn)
        said: list[Notice] = []
        again = open_store(tmp_path / "games", said.append)
        session, _journal = begin(again, Header("new", PEOPLE, CITIES_KNIGHTS))
        note(session)
        again.write(lambda connection: journal_file.delete_game(connection, b"new"))
        again.close()
        ledger_of(tmp_path / "games", "new").unlink()
        assert said == []


def test_a_ledger_without_its_game_is_kept_aside_and_told(store: JournalStore, tmp_path: Path) -> None:
    session = evening(store, 5)
    store.close()
    file = ledger_of(tmp_path / "games", "nobody")
    file.write_bytes(ledger_of(tmp_path / "games").read_bytes().replace(b"Anna", b"Otto"))
    said: list[Notice] = []
    again = open_store(tmp_path / "games", said.append)
    assert again.load("evening")[1] == session.entries
    assert [notice.text for notice in said] == [
        f"{file} holds no game that can be read; it is kept as {file.name}.unreadable."
    ]
    again.close()


def test_a_refused_entry_is_in_neither_file(store: JournalStore, tmp_path: Path, said: list[Notice]) -> None:
    session = evening(store, 3)
    file = ledger_of(tmp_path / "games")
    size = file.stat().st_size
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    for limit in (size, size + 100, 100_000):  # none of the record, some of it, all of it
        if limit == 100_000:
            store.write(lambda connection: connection.execute("PRAGMA max_page_count = 1"))
            amount = "y" * 9000
        else:
            amount = "y"
        resource.setrlimit(resource.RLIMIT_FSIZE, (limit, hard))
        try:
            with pytest.raises(StorageError):
                session.submit(AdjustPoints(ANNA, ANNA, 1, amount))
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
        assert file.stat().st_size == size
    store.close()
    note(session)
    store.close()
    again = open_store(tmp_path / "games", said.append)
    assert again.load("evening")[1] == session.entries
    assert len(session.entries) == 4
    assert said == []
    again.close()


def test_a_ledger_taken_away_while_playing_is_written_anew(
    store: JournalStore, tmp_path: Path, said: list[Notice]
) -> None:
    session = evening(store, 3)
    ledger_of(tmp_path / "games").unlink()
    note(session)
    store.close()
    (tmp_path / "games" / FILE).unlink()
    again = open_store(tmp_path / "games", said.append)
    assert again.load("evening")[1] == session.entries
    again.close()


def test_the_ledger_of_another_database_brings_its_game(
    store: JournalStore, tmp_path: Path, said: list[Notice]
) -> None:
    mine = evening(store, 3)
    other = open_store(tmp_path / "other", said.append)
    theirs = evening(other, 5, "theirs")
    other.close()
    store.close()
    shutil.copy(ledger_of(tmp_path / "other", "theirs"), tmp_path / "games" / "games.ledgers")
    again = open_store(tmp_path / "games", said.append)
    assert again.load("theirs")[1] == theirs.entries
    assert again.load("evening")[1] == mine.entries
    again.close()


def test_a_damaged_wal_is_mended_for_one_who_only_looks(store: JournalStore, tmp_path: Path) -> None:
    session = evening(store, 30)
    folder = pulled(store, tmp_path / "pulled")
    damaged = flip(folder / WAL, 20_000)
    said: list[Notice] = []
    assert open_copy(folder, said.append).load("evening")[1] == session.entries
    assert said == []
    assert (folder / WAL).read_bytes() == damaged


def test_everything_that_chance_enters_is_in_the_ledger(store: JournalStore, tmp_path: Path) -> None:
    session, _journal = begin(store, Header("evening", PEOPLE, CITIES_KNIGHTS))
    chance = random.Random(3)
    acknowledged = [entry for _count in range(150) for entry in enter_something(session, chance)]
    assert tuple(acknowledged) == session.entries
    file = ledger_of(tmp_path / "games")
    found = ledger.read(file)
    assert found is not None and found.sound and not found.torn and not found.asked
    assert file.read_bytes().count(b'"header"') == 1 + len(acknowledged) // ledger.HEADER_AGAIN
    store.close()
    os.truncate(tmp_path / "games" / FILE, 0)
    (game,) = salvage.games_of(tmp_path / "games" / FILE)
    assert game.whole
    assert len(game.rows) == len(acknowledged)


# --- a database alone -------------------------------------------------------------------------------------


def test_a_bad_page_costs_nothing_that_the_ledger_has(store: JournalStore, tmp_path: Path) -> None:
    """The page under the first entry too."""
    session = evening(store, 50)
    store.close()
    path = tmp_path / "games" / FILE
    data = path.read_bytes()
    for page in range(len(data) // journal_file.PAGE_BYTES):
        place = page * journal_file.PAGE_BYTES
        path.write_bytes(
            data[:place] + bytes(journal_file.PAGE_BYTES) + data[place + journal_file.PAGE_BYTES :]
        )
        again = open_store(tmp_path / "games", lambda notice: None)
        assert again.load("evening")[1] == session.entries
        again.close()


def test_a_bad_page_costs_what_stands_on_it_and_no_entry_before(store: JournalStore, tmp_path: Path) -> None:
    evening(store, 200)
    store.close()
    shutil.rmtree(tmp_path / "games" / "games.ledgers")
    path = tmp_path / "games" / FILE
    data = path.read_bytes()
    for page in range(2, len(data) // journal_file.PAGE_BYTES):
        place = page * journal_file.PAGE_BYTES
        lost = data[place : place + journal_file.PAGE_BYTES]
        path.write_bytes(data[:place] + bytes(journal_file.PAGE_BYTES) + data[place + len(lost) :])
        (game,) = salvage.games_of(path)
        numbers = [values[1] for number, values in salvage.rows(lost, b"") if number is None]
        entries = [number for number in numbers if isinstance(number, int)]
        assert len(game.rows) == (min(entries) - 1 if entries else 200)
