"""Games on the disk: order, summaries, going on, trouble with the disk, other programs, read-only places."""

from __future__ import annotations

import os
import resource
import shutil
import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from companion.app import journal_file
from companion.app.games import begin, resume
from companion.app.ports import Notice
from companion.app.session import GameSession
from companion.app.storage import FILE, JournalStore, KeptAlreadyError, StorageError, open_copy, open_store
from companion.engine.core import AdjustPoints
from companion.engine.ids import PlayerId
from companion.engine.state import Player
from companion.history.log import Header
from tests.kit.players import PEOPLE, play, points
from tests.kit.tables import CITIES_KNIGHTS

ANNA = PEOPLE[0].id
NOBODY = 65534


class Said:
    """What the store told the table."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []

    def __call__(self, notice: Notice) -> None:
        self.notices.append(notice)

    @property
    def texts(self) -> list[str]:
        return [notice.text for notice in self.notices]


@pytest.fixture
def said() -> Said:
    return Said()


@pytest.fixture
def store(tmp_path: Path, said: Said) -> Iterator[JournalStore]:
    opened = open_store(tmp_path / "games", said)
    yield opened
    opened.close()


@pytest.fixture
def unprivileged() -> Iterator[Path]:
    """A folder of a user who is not root, for whom permissions mean something."""
    folder = Path(tempfile.mkdtemp(prefix="longship-test-"))
    root = os.geteuid() == 0
    if root:
        os.chown(folder, NOBODY, NOBODY)
        os.seteuid(NOBODY)
    try:
        yield folder
    finally:
        if root:
            os.seteuid(0)
        for place in (folder, *folder.rglob("*")):
            if place.is_dir():
                place.chmod(0o755)
        shutil.rmtree(folder)


def header(game: str = "evening", **more: object) -> Header:
    return Header(game, PEOPLE, CITIES_KNIGHTS, **more)  # type: ignore[arg-type]


def note(session: GameSession, amount: int = 1) -> None:
    """The quickest entry there is."""
    session.submit(AdjustPoints(ANNA, ANNA, amount))


def test_the_file_says_what_it_is_and_is_written_safely(store: JournalStore) -> None:
    begin(store, header())
    assert store.path is not None
    with closing(sqlite3.connect(store.path)) as other:
        assert other.execute("PRAGMA application_id").fetchone() == (journal_file.APPLICATION_ID,)
        assert other.execute("PRAGMA user_version").fetchone() == (journal_file.FORMAT,)
        assert other.execute("PRAGMA journal_mode").fetchone() == ("wal",)
    assert store.write(lambda c: c.execute("PRAGMA foreign_keys").fetchone()) == (1,)


def test_synchronous_is_full_on_the_connection_that_writes(store: JournalStore) -> None:
    assert store.write(lambda c: c.execute("PRAGMA synchronous").fetchone()) == (2,)


def test_a_game_goes_on_where_it_stood_undo_history_included(
    store: JournalStore, said: Said, tmp_path: Path
) -> None:
    session, _journal = begin(store, header())
    for _command in play(session, seed=5, turns=12, undo=0.2):
        pass
    session.undo()
    store.close()
    again = open_store(tmp_path / "games", said)
    resumed, journal = resume(again, "evening")
    assert resumed.state == session.state
    assert resumed.entries == session.entries
    assert (resumed.to_undo, resumed.to_redo) == (session.to_undo, session.to_redo)
    assert journal.saving
    resumed.redo()
    assert points(resumed) == again.games()[0].summary.points  # type: ignore[union-attr]
    again.close()
    assert said.texts == []


def test_the_summary_is_that_of_the_last_entry_whatever_it_was(store: JournalStore) -> None:
    session, _journal = begin(store, header())
    for _command in play(session, seed=2, turns=10, undo=0.3):
        (record,) = store.games()
        assert record.summary is not None
        assert record.summary.entry == record.last == session.entries[-1].entry
        assert record.summary.points == points(session)
        assert record.summary.turn == session.state.core.turn
        assert record.summary.winner == session.state.core.winner


def test_the_game_played_last_comes_first_whatever_the_clock_says(store: JournalStore) -> None:
    early, _journal = begin(store, header("early", started=2_000_000_000_000), clock=lambda: 5)
    begin(store, header("late", started=1_000), clock=lambda: 4)
    assert [record.header.game for record in store.games()] == ["late", "early"]
    note(early)
    assert [record.header.game for record in store.games()] == ["late", "early"], "it was begun before"
    session, _journal = resume(store, "early")
    note(session)
    assert [record.header.game for record in store.games()] == ["early", "late"]


def test_a_clock_that_jumps_back_changes_no_order(store: JournalStore) -> None:
    times = iter([9_000, 10, 8_000, 0])
    session, _journal = begin(store, header(), clock=lambda: next(times))
    for amount in (1, 2, 3, 4):
        note(session, amount)
    _header, entries, _journal = store.load("evening")
    assert [entry.command.amount for entry in entries] == [1, 2, 3, 4]  # type: ignore[union-attr]
    assert [entry.at for entry in entries] == [9_000] * 4


def test_a_finished_game_says_who_has_won(store: JournalStore) -> None:
    session, _journal = begin(store, header())
    note(session, 20)
    for _command in play(session, seed=1):
        pass
    (record,) = store.games()
    assert record.finished
    assert record.summary is not None
    assert record.summary.winner == session.state.core.winner


def test_names_in_any_letters_are_kept(store: JournalStore) -> None:
    names = ["Zoë 🏰👨‍👩‍👧", "مريم", "‏שרה", "x" * 200]
    people = tuple(Player(PlayerId(f"p{seat}"), name, "red") for seat, name in enumerate(names))
    begin(store, Header("names", people, CITIES_KNIGHTS))
    assert [player.name for player in store.load("names")[0].players] == names


def test_a_second_game_of_the_same_id_is_refused(store: JournalStore) -> None:
    session, _journal = begin(store, header())
    note(session)
    with pytest.raises(KeptAlreadyError, match="A game evening is kept already"):
        begin(store, header())
    assert len(store.load("evening")[1]) == 1


def test_a_game_that_is_not_there(store: JournalStore) -> None:
    with pytest.raises(StorageError, match="There is no game dinner"):
        resume(store, "dinner")


def test_a_game_by_rules_that_are_not_installed_is_kept_and_told(store: JournalStore) -> None:
    store.add(header(profile="house-of-anna"), (), None)
    with pytest.raises(StorageError, match=r"The game evening cannot be opened here: .*house-of-anna"):
        resume(store, "evening")
    assert [record.header.profile for record in store.games()] == ["house-of-anna"]


def test_an_entry_that_this_program_does_not_know_is_kept_and_told(store: JournalStore) -> None:
    begin(store, header())

    def foresee(connection: sqlite3.Connection) -> None:
        number, checksum = journal_file.last_row(connection, b"evening") or (0, 0)
        row = journal_file.Row(1, b'{"command":{"type":"ck.fly","by":"anna"}}', b"[]", None, 0)
        journal_file.add_links(connection, number, journal_file.linked(checksum, [row]))

    store.write(foresee)
    with pytest.raises(StorageError, match=r"holds something that this Longship does not know \(.*ck\.fly"):
        store.load("evening")
    assert store.games()[0].last == 1


# --- trouble while playing --------------------------------------------------------------------------------


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(journal_file, "BUSY_SECONDS", 0.05)


@pytest.mark.usefixtures("impatient")
def test_another_program_that_holds_the_file_is_told_and_nothing_changes(store: JournalStore) -> None:
    session, journal = begin(store, header())
    note(session)
    before = session.state
    with closing(sqlite3.connect(store.path or "", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError, match=r"Another program is using .*games\.db") as raised:
            note(session)
        assert raised.value.notice.remedy == "Close it, and try again."
        assert session.state is before
        assert journal.unsaved == 0
        other.execute("ROLLBACK")
    note(session)
    assert len(store.load("evening")[1]) == 2


@pytest.mark.usefixtures("impatient")
def test_a_table_that_goes_on_unsaved_loses_nothing_once_the_file_is_free(
    store: JournalStore, said: Said, tmp_path: Path
) -> None:
    session, journal = begin(store, header())
    note(session)
    with closing(sqlite3.connect(store.path or "", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        journal.go_on_unsaved()
        for count in (1, 2, 3):
            note(session, count)
            assert journal.unsaved == count
            assert not journal.saving
        session.undo()
        other.execute("ROLLBACK")
    note(session, 9)
    assert journal.unsaved == 0
    assert journal.saving
    with closing(sqlite3.connect(store.path or "", isolation_level=None)) as other:
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(StorageError):
            note(session)
    store.close()
    again = open_store(tmp_path / "games", said)
    assert again.load("evening")[1] == session.entries
    again.close()


def test_no_room_is_told_and_nothing_changes(store: JournalStore) -> None:
    session, journal = begin(store, header())
    note(session)

    def allow_pages(connection: sqlite3.Connection, more: int) -> None:
        pages = connection.execute("PRAGMA page_count").fetchone()[0]
        connection.execute(f"PRAGMA max_page_count = {pages + more}")

    store.write(lambda connection: allow_pages(connection, 1))
    with pytest.raises(StorageError, match=r"There is no room left for .*games\.db") as raised:
        for _ in range(100):
            note(session)
    assert raised.value.notice.remedy == "Free some space, and try again."
    assert store.load("evening")[1] == session.entries
    journal.go_on_unsaved()
    for _ in range(30):
        note(session)
    assert journal.unsaved == 30
    store.write(lambda connection: allow_pages(connection, 1000))
    note(session)
    assert journal.unsaved == 0
    assert store.load("evening")[1] == session.entries


def test_a_disk_that_fails_is_told_and_nothing_changes(store: JournalStore, said: Said) -> None:
    """The system refuses to let files grow: SQLite sees an error of the disk, not a full one."""
    session, journal = begin(store, header())
    for _ in range(10):
        note(session)
    before = session.entries
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    assert store.path is not None
    resource.setrlimit(resource.RLIMIT_FSIZE, (journal_file.PAGE_BYTES, hard))
    try:
        with pytest.raises(StorageError, match=r"The disk failed at .*games\.db"):
            note(session)
        assert session.entries == before
        journal.go_on_unsaved()
        for _ in range(5):
            note(session)
        assert journal.unsaved == 5
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    note(session)
    assert journal.unsaved == 0
    store.close()
    again = open_store(store.path.parent, said)
    assert again.load("evening")[1] == session.entries
    assert said.texts == []
    again.close()


def test_a_game_begun_without_room_goes_on_unsaved_and_is_kept_later(store: JournalStore, said: Said) -> None:
    def limit(connection: sqlite3.Connection, pages: int) -> None:
        connection.execute(f"PRAGMA max_page_count = {pages}")

    people = tuple(Player(player.id, "x" * 3000, player.colour) for player in PEOPLE)
    store.write(lambda connection: limit(connection, 1))
    session, journal = begin(store, Header("evening", people, CITIES_KNIGHTS))
    assert said.texts == [f"This game is not being saved: There is no room left for {store.path}."]
    note(session)
    assert (journal.unsaved, journal.saving) == (1, False)
    store.write(lambda connection: limit(connection, 1000))
    note(session)
    assert (journal.unsaved, journal.saving) == (0, True)
    assert store.load("evening")[1] == session.entries


def test_a_file_taken_away_while_playing_is_made_again_with_the_whole_game(
    store: JournalStore, said: Said, tmp_path: Path
) -> None:
    session, _journal = begin(store, header())
    for _command in play(session, seed=3, turns=4):
        pass
    shutil.rmtree(tmp_path / "games")
    note(session)
    store.close()
    again = open_store(tmp_path / "games", said)
    assert again.load("evening")[1] == session.entries
    again.close()


def test_a_file_replaced_by_an_older_copy_gets_the_missing_entries(
    store: JournalStore, tmp_path: Path
) -> None:
    session, _journal = begin(store, header())
    note(session)
    store.close()
    path = tmp_path / "games" / FILE
    shutil.copy(path, tmp_path / "copy")
    session.undo()
    note(session)
    store.close()
    (tmp_path / "copy").replace(path)
    note(session)
    assert store.load("evening")[1] == session.entries


# --- two at once, and places where nothing can be kept ---------------------------------------------------


def test_a_second_longship_is_told_and_plays_unsaved(store: JournalStore, said: Said, tmp_path: Path) -> None:
    session, _journal = begin(store, header())
    note(session)
    second = open_store(tmp_path / "games", said)
    (text,) = said.texts
    assert text.startswith("This game is not being saved: Longship is open already and holds ")
    assert not second.saved
    other, journal = begin(second, header())
    note(other, 7)
    assert not journal.saving
    assert store.load("evening")[1] == session.entries
    store.close()
    third = open_store(tmp_path / "games", said)
    assert third.saved
    third.close()


def test_games_can_be_looked_at_while_they_are_played(
    store: JournalStore, said: Said, tmp_path: Path
) -> None:
    session, _journal = begin(store, header())
    note(session, 2)
    copy = open_copy(tmp_path / "games", said)
    note(session, 2)
    assert copy.games()[0].summary.points["anna"] == 5  # type: ignore[union-attr,index]
    assert copy.load("evening")[1] == session.entries[:1]
    assert said.texts == []


def test_looking_where_there_is_nothing_makes_nothing(said: Said, tmp_path: Path) -> None:
    assert open_copy(tmp_path / "nowhere", said).games() == ()
    assert not (tmp_path / "nowhere").exists()
    assert said.texts == []


def test_a_folder_that_cannot_be_made(said: Said, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    store = open_store(tmp_path / "file" / "games", said)
    (text,) = said.texts
    assert text.startswith("This game is not being saved: ")
    assert not store.saved
    session, journal = begin(store, header())
    note(session)
    assert not journal.saving
    assert store.load("evening")[1] == session.entries
    assert resume(store, "evening")[0].state == session.state


def test_a_folder_with_a_name_that_cannot_be(said: Said) -> None:
    store = open_store(Path("/tmp/a\0b"), said)
    assert len(said.texts) == 1
    assert not store.saved
    assert open_copy(Path("/tmp/a\0b"), said).games() == ()


def test_a_read_only_folder_still_offers_its_games(unprivileged: Path, said: Said) -> None:
    store = open_store(unprivileged, said)
    session, _journal = begin(store, header())
    note(session)
    store.close()
    unprivileged.chmod(0o555)
    (unprivileged / FILE).chmod(0o444)
    store = open_store(unprivileged, said)
    (text,) = said.texts
    assert text == f"This game is not being saved: {unprivileged / FILE} may not be written."
    resumed, journal = resume(store, "evening")
    note(resumed)
    assert resumed.entries[:1] == session.entries
    assert not journal.saving
    assert open_copy(unprivileged, said).load("evening")[1] == session.entries
    assert said.texts == [text]


def test_a_read_only_file_still_offers_its_games(unprivileged: Path, said: Said) -> None:
    store = open_store(unprivileged, said)
    session, _journal = begin(store, header())
    note(session)
    store.close()
    (unprivileged / FILE).chmod(0o444)
    store = open_store(unprivileged, said)
    assert said.texts == [f"This game is not being saved: {unprivileged / FILE} may not be written."]
    assert store.load("evening")[1] == session.entries


def test_a_folder_that_nobody_may_enter(unprivileged: Path, said: Said) -> None:
    (unprivileged / "games").mkdir(mode=0o000)
    store = open_store(unprivileged / "games", said)
    assert len(said.texts) == 1
    assert store.games() == ()


def test_a_game_that_is_deleted_while_the_database_is_opened_anew_stays_deleted(
    store: JournalStore, said: Said
) -> None:
    """The ledger is made anew for a game that has none; it must not outlive its game."""
    for name in ("kept", "gone"):
        session, _journal = begin(store, Header(name, PEOPLE, CITIES_KNIGHTS))
        assert list(play(session, seed=1, turns=2))
    store._disconnect()
    store.remove("gone")
    store.close()
    assert store.path is not None
    with closing(open_store(store.path.parent, said)) as again:
        assert [game.key for game in again.games()] == ["kept"]
    assert not said.texts
