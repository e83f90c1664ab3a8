"""Kept games: searched, branched off, deleted, summed up over a year."""

from __future__ import annotations

import datetime
import errno
import os
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from companion.app import games
from companion.app.cli import main
from companion.app.digests import FILE as DIGESTS
from companion.app.digests import Digests, evening
from companion.app.jsonl import GameFile, export_game, parse
from companion.app.session import GameSession
from companion.app.share_files import ShareError, game_files, hand_on
from companion.app.sticks import Stick, Sticks
from companion.app.storage import FILE, GameRecord, JournalStore, StorageError
from companion.app.year import Evening, year
from companion.engine.core import DeclareWinner, PlayOn
from companion.engine.ids import EntryId
from companion.engine.piecemeal import finish
from companion.history.log import Entry, Header
from companion.history.statistics import numbers_rolled
from companion.history.summary import Summary
from companion.presenters import archive, home
from companion.presenters import year as years
from companion.presenters.archive import Search
from companion.presenters.evening import counted
from companion.presenters.evening_pages import Dice, Listing
from companion.rules.base.turn import RollDice
from tests.kit import tables
from tests.kit.tables import ANNA, BEN
from tests.scenes.evening_stages import standing_still

MAY = int(datetime.datetime(2026, 5, 17, 20).timestamp() * 1000)
LAST_YEAR = int(datetime.datetime(2025, 12, 31, 20).timestamp() * 1000)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[JournalStore]:
    made = JournalStore(tmp_path / FILE)
    made.open()
    yield made
    made.close()


def keep(store: JournalStore, name: str, started: int = MAY, source: str = "evening_l0") -> GameSession:
    session = standing_still(source)
    header = msgspec.structs.replace(session.header, game=name, started=started)
    store.add(
        header, session.entries, Summary(session.entries[-1].entry, 73, {}, session.header.players[1].id)
    )
    return session


# --- finding ----------------------------------------------------------------------------------------


def record(name: str, started: int, *names: str) -> GameRecord:
    players = tables.evening().session.header.players[: len(names)]
    named = tuple(msgspec.structs.replace(one, name=n) for one, n in zip(players, names, strict=True))
    return GameRecord(Header(name, named, ("base",), started=started), EntryId(3), None)


RECORDS = (
    record("third", MAY, "Anna", "Ben"),
    record("second", LAST_YEAR, "anna", "Zoë"),
    record("first", 0, "Ben", "Zoë"),
)


def test_games_are_found_by_player_and_month() -> None:
    everything = archive.archive(RECORDS, Search())
    assert [one.key for one in everything.games] == ["third", "second", "first"]
    assert [(one.label, one.count) for one in everything.players] == [
        ("All players", 3),
        ("Anna", 2),
        ("Ben", 2),
        ("Zoë", 2),
    ]
    assert [(one.label, one.count) for one in everything.months] == [
        ("All dates", 3),
        ("May 2026", 1),
        ("December 2025", 1),
    ]
    assert [one.key for one in archive.archive(RECORDS, Search("ANNA")).games] == ["third", "second"]
    both = archive.archive(RECORDS, Search("Anna", (2025, 12)))
    assert [one.key for one in both.games] == ["second"]
    assert (both.player, both.month) == ("Anna", "December 2025")
    for one in (*everything.players, *everything.months, *both.players, *both.months):
        assert one.count == len(archive.archive(RECORDS, one.search).games), one.label


# --- branching off ----------------------------------------------------------------------------------


def test_a_new_game_begins_in_the_middle_of_an_old_one(store: JournalStore) -> None:
    """With the very same position, whatever was undone before it; the old one stays as it is."""
    session = tables.evening().session
    session.submit(RollDice(ANNA, {"red": 3, "white": 5, "event": "trade"}))
    session.undo()
    session.submit(RollDice(ANNA, {"red": 6, "white": 5, "event": "trade"}))
    session.submit(RollDice(BEN, {"red": 2, "white": 5, "event": "science"}), overrule=True)
    before = session.entries
    name = games.branch(store, session, 1, lambda: MAY)
    branched, _journal = games.resume(store, name)
    assert branched.state == session.states[1] and branched.header.started == MAY
    assert [entry.command for entry in branched.entries] == [before[2].command]
    assert session.entries == before and name != session.header.game
    assert branched.undo() is not None
    assert branched.state == session.states[0]
    (kept,) = store.games()
    assert kept.summary is not None and kept.summary.turn == session.states[1].core.turn


def test_every_position_of_an_evening_can_be_begun_from(store: JournalStore) -> None:
    session = standing_still("evening_l3")
    for count in (0, 1, len(session.standing) // 2, len(session.standing)):
        name = games.branch(store, session, count)
        assert games.resume(store, name)[0].state == session.states[count]


# --- bringing in ------------------------------------------------------------------------------------


def brought(name: str) -> GameFile:
    """A game that nobody has won, as a file has it."""
    session = tables.evening().session
    session.submit(RollDice(ANNA, {"red": 3, "white": 5, "event": "trade"}))
    header = msgspec.structs.replace(session.header, game=name)
    return parse(export_game(header, session.entries).encode(), name)


def test_a_game_that_was_brought_in_is_nobodys_to_go_on_with(store: JournalStore, tmp_path: Path) -> None:
    """Until somebody opens it and enters something; and the table stays the one that played here."""
    games.import_game(store, brought("theirs"))
    (theirs,) = store.games()
    assert home.home((theirs,), ()).resume is None and home.again((theirs,)) is None
    assert home.home((theirs,), ()).earlier == (theirs,)
    keep(store, "ours")
    games.import_game(store, brought("others"))
    assert [one.key for one in store.games()] == ["ours", "theirs", "others"]
    assert home.home(store.games(), ()).resume is None  # ours is won
    last = home.again(store.games())
    assert last is not None and len(last.seats) == len(store.games()[0].header.players)
    session, _journal = games.resume(store, "others")
    assert home.home(store.games(), ()).resume is None
    session.submit(RollDice(BEN, {"red": 2, "white": 5, "event": "trade"}), overrule=True)
    store.close()
    again = JournalStore(tmp_path / FILE)
    again.open()
    shown = home.home(again.games(), ())
    assert shown.resume is not None and shown.resume.game == "others"
    again.close()


def test_the_games_of_a_backup_are_those_of_the_table(store: JournalStore) -> None:
    games.import_game(store, brought("restored"), ours=True)
    shown = home.home(store.games(), ())
    assert shown.resume is not None and shown.resume.game == "restored"


# --- deleting ---------------------------------------------------------------------------------------


def test_a_deleted_game_is_gone_and_the_others_stay(store: JournalStore, tmp_path: Path) -> None:
    for name in ("one", "two", "three"):
        keep(store, name)
    store.remove("two")
    assert [one.key for one in store.games()] == ["three", "one"]
    with pytest.raises(StorageError):
        store.load("two")
    store.close()
    told: list[object] = []
    again = JournalStore(tmp_path / FILE, told.append)
    again.open()
    assert [one.key for one in again.games()] == ["three", "one"] and not told
    again.close()


def test_a_game_that_could_not_be_deleted_is_still_whole(store: JournalStore, tmp_path: Path) -> None:
    """The power may go, or the disk fail, between the ledger and the database."""
    session = keep(store, "one")
    keep(store, "two")

    def fails(*_arguments: object, **_options: object) -> None:
        raise StorageError("the disk is full")

    store.write = fails  # type: ignore[assignment]
    with pytest.raises(StorageError):
        store.remove("one")
    store.close()
    again = JournalStore(tmp_path / FILE)
    again.open()
    assert again.load("one")[1] == session.entries and len(again.games()) == 2
    again.close()


# --- the year ---------------------------------------------------------------------------------------


DAMAGED = (
    b"{",
    b'{"format": 1, "games": {"\xff": {"mark": 1}}}',
    b'{"format": 1, "games": {}, "more": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
    b'{"format": 1, "games": {"one": {"mark": MARK, "rolls": {"7": -3}}}}',
    b'{"format": 1, "games": {"one": {"mark": MARK, "rolls": {"7": 1000000000000}}}}',
    b'{"format": 1, "games": {"one": {"mark": MARK, "rolls": {"13": 1}}}}',
    b'{"format": 1, "games": {"one": {"mark": MARK, "minutes": -1}}}',
)
"""Digests that are cut short, are no text, are nested without an end, or count what cannot be."""


def test_a_digest_says_what_the_statistics_say_and_is_of_one_state_alone(
    store: JournalStore, tmp_path: Path
) -> None:
    session = keep(store, "one", source="evening_4p")
    digests = Digests(tmp_path)
    assert digests.missing(store.games()) == store.games()
    assert finish(digests.make(store, store.games())) == ()
    (kept,) = store.games()
    again = Digests(tmp_path).of(kept)
    rolled = {one.number: one.count for one in numbers_rolled(counted(session)) if one.count}
    assert again is not None and again.rolls == rolled
    assert digests.of(_other(kept)) is None
    for damaged in DAMAGED:
        (tmp_path / DIGESTS).write_bytes(damaged.replace(b"MARK", str(kept.mark).encode()))
        assert Digests(tmp_path).of(kept) is None
    (tmp_path / DIGESTS).unlink()
    os.mkfifo(tmp_path / DIGESTS)
    assert Digests(tmp_path).of(kept) is None


def _other(kept: GameRecord) -> GameRecord:
    return GameRecord(kept.header, kept.last, kept.summary, kept.mark + 1)


def keep_damaged(store: JournalStore) -> None:
    """Two games that cannot be opened here: with an option of other rules, and one against itself."""
    session = standing_still("evening_l0")
    option = msgspec.structs.replace(session.header, game="option", started=MAY, options={"moon": True})
    store.add(option, session.entries, None)
    torn = msgspec.structs.replace(session.header, game="torn", started=MAY)
    store.add(torn, (*session.entries, Entry(EntryId(10_000), undo=EntryId(9_999))), None)


def test_damaged_games_are_left_out_and_named(
    store: JournalStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    keep(store, "sound", source="evening_4p")
    keep_damaged(store)
    gone = GameRecord(msgspec.structs.replace(store.games()[0].header, game="gone"), EntryId(5), None)
    unread = finish(Digests(None).make(store, (*store.games(), gone)))
    assert [one.key for one in unread] == ["torn", "option", "gone"]
    monkeypatch.setenv("LONGSHIP_DATA", str(tmp_path))
    store.close()
    assert main(["year"]) == 0
    said, wrong = capsys.readouterr()
    assert "In 71 rolls 7 came 5 times." in said and wrong.count("cannot be read.") == 2
    for name in ("option", "torn"):
        assert main(["stats", name]) == 2
        said, wrong = capsys.readouterr()
        assert not said and wrong.count("\n") == 1 and f"The game {name} cannot be opened here:" in wrong


def test_what_came_with_a_new_game_is_not_counted_again(store: JournalStore) -> None:
    """A game that begins in the middle of another is the same evening until it comes to its own end."""
    old = keep(store, "old", source="evening_4p")
    in_play = next(place for place, state in enumerate(old.states) if state.core.turn == 40)
    name = games.branch(store, old, in_play, lambda: MAY)
    digests = Digests(None)

    def counted_again() -> tuple[int, int, int]:
        finish(digests.make(store, store.games()))
        found = years.of(store.games(), digests.of, 2026)
        return found.games, found.finished, sum(found.rolls.values())

    assert counted_again() == (1, 1, 71)
    session, _journal = games.resume(store, name, lambda: MAY + 60_000)
    who = session.state.core.on_turn
    session.submit(RollDice(who, {"red": 3, "white": 5, "event": "trade"}), overrule=True)
    assert counted_again() == (1, 1, 72)
    session.submit(DeclareWinner(who), overrule=True)
    assert counted_again() == (2, 2, 72)


@pytest.mark.parametrize("again", [False, True])
def test_a_game_that_was_won_before_the_new_one_began_is_won_once(again: bool, store: JournalStore) -> None:
    """Unless the table plays on and somebody wins again."""
    old = keep(store, "old", source="evening_4p")
    name = games.branch(store, old, len(old.standing), lambda: MAY)
    session, _journal = games.resume(store, name, lambda: MAY)
    session.submit(PlayOn(ANNA), overrule=True)
    session.undo()
    if again:
        session.submit(PlayOn(ANNA), overrule=True)
        session.submit(DeclareWinner(ANNA), overrule=True)
    assert store.games()[0].finished
    digests = Digests(None)
    assert years.of(store.games(), digests.of, 2026).games == 1  # not known yet, so not counted
    finish(digests.make(store, store.games()))
    assert years.of(store.games(), digests.of, 2026).finished == 1 + again


def played(
    names: str,
    winner: int | None,
    day: int,
    points: tuple[int | None, ...] = (),
    level: str = "L1",
    modules: tuple[str, ...] = (),
) -> Evening:
    people = tuple(names.split())
    return Evening(day, level, modules, people, points or (None,) * len(people), winner, {7: 1}, 60)


def test_wins_runs_and_friends_are_counted() -> None:
    """Anna wins twice, Ben once in between; Zoë plays a game that nobody won."""
    found = year(
        [
            played("Anna Ben", 0, 3, (13, 9)),
            played("Ben Anna", 0, 2, (13, 8)),
            played("anna Ben Carla", 0, 1, (13, 8, 10)),
            played("Anna Zoë", None, 4),
            played("ANNA Carla", 0, 5, (13, 4)),
        ]
    )
    assert (found.games, found.finished, found.minutes, found.rolls) == (5, 4, 300, {7: 5})
    anna, ben, carla = found.people
    assert (anna.games, anna.wins, anna.streak, anna.points, anna.scored) == (4, 3, 2, 47, 4)
    assert (ben.name, ben.games, ben.wins, ben.streak) == ("Ben", 3, 1, 1)
    assert (carla.wins, carla.streak) == (0, 0)
    pairs = {(pair.one, pair.other): (pair.games, pair.one_ahead, pair.other_ahead) for pair in found.pairs}
    assert pairs["ANNA", "Ben"] == (3, 2, 1)
    assert pairs["Ben", "Carla"] == (1, 0, 1)


def test_wins_are_counted_by_level_and_by_module() -> None:
    """Those who won most come first, four beside each other; who never won does not come."""
    games = [played(f"Zoë P{n}", 1, n, level="L0", modules=("rivers",)) for n in range(4)]
    games += [
        played("Anna Ben", 0, 11, level="L2", modules=("rivers", "fishermen")),
        played("ANNA Ben", 0, 12, level="L0", modules=("rivers",)),
        played("Ben Anna", 0, 13, level="L2"),
        played("Ben Anna", None, 14, level="L2", modules=("caravans",)),
    ]
    found = year(games)
    assert {name: (kind.games, kind.wins) for name, kind in found.levels.items()} == {
        "L0": (5, {"Anna": 1, "P0": 1, "P1": 1, "P2": 1, "P3": 1}),
        "L2": (3, {"Anna": 1, "Ben": 1}),
    }
    assert list(found.modules) == ["rivers", "fishermen", "caravans"]
    assert found.modules["rivers"].wins["Anna"] == 2 and found.modules["caravans"].wins == {}
    pages = [page for page in years.pages(found, "2026") if isinstance(page, Listing) and page.named]
    assert [page.heads for page in pages] == [("Anna", "Ben", "P0"), ("P1", "P2", "P3")]
    assert [row.values for row in pages[0].rows] == [
        ("1", "0", "1"),
        ("1", "1", "0"),
        ("2", "0", "1"),
        ("1", "0", "0"),
    ]


def test_the_pages_of_a_year_hold_its_games_alone(store: JournalStore) -> None:
    keep(store, "one", source="evening_4p")
    keep(store, "two", LAST_YEAR, "evening_4p")
    keep(store, "three", 0)
    digests = Digests(None)
    finish(digests.make(store, store.games()))
    view = years.view(store.games(), digests.of, None)
    assert view.years == (2026, 2025, None) and view.year is None
    now = years.view(store.games(), digests.of, 2026)
    (first, *_rest) = [page for page in now.pages if isinstance(page, Listing)]
    assert first.notes == ("1 game, finished: 1",)
    (dice,) = [page for page in now.pages if isinstance(page, Dice)]
    assert sum(one.count for one in dice.numbers) == 71
    assert evening(store.games()[0], None).rolls == {}


def test_no_year_without_games(store: JournalStore) -> None:
    view = years.view((), Digests(None).of, None)
    assert len(view.pages) == 1


def test_the_year_on_the_command_line(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.app.commands.year.data_folder", lambda: tmp_path)
    store = JournalStore(tmp_path / FILE)
    store.open()
    keep(store, "one", source="evening_4p")
    store.close()
    assert main(["year"]) == 0
    said = capsys.readouterr().out
    assert said.startswith("2026: 1 game\n") and "In 71 rolls 7 came 5 times." in said
    assert "Score: games 1, won by Ben 1\n" in said and "Cities & Knights: games 1, won by Ben 1\n" in said
    assert main(["year", "2026", "--json"]) == 0
    assert '"games":1' in capsys.readouterr().out.replace(" ", "")
    assert main(["year", "1999"]) == 2


def test_a_person_has_one_name_however_it_is_spelt() -> None:
    assert [who.name for who in year([played("Zoë Ben", 0, 1), played("ZOE\u0308 ben", 0, 2)]).people] == [
        "ZOE\u0308",
        "ben",
    ]


def test_only_plain_files_are_games_to_bring_in(tmp_path: Path) -> None:
    stick = tmp_path / "stick"
    for folder in (stick / "longship", tmp_path / "data" / "shared"):
        folder.mkdir(parents=True)
    os.mkfifo(stick / "never_ends.jsonl")
    (stick / "folder.jsonl").mkdir()
    wanted = [stick / "b.JSONL", stick / "longship" / "a.jsonl", tmp_path / "data" / "shared" / "c.jsonl"]
    for file in (*wanted, stick / "letter.txt", tmp_path / "elsewhere" / "secret.jsonl"):
        file.parent.mkdir(exist_ok=True)
        file.write_text("{}")
    (stick / "link.jsonl").symlink_to(tmp_path / "elsewhere" / "secret.jsonl")
    other = tmp_path / "other"
    other.mkdir()
    (other / "longship").symlink_to(tmp_path / "elsewhere")
    found = game_files(tmp_path / "data", lambda data: Sticks((Stick(stick, (8, 1)), Stick(other, (8, 2)))))
    assert list(found) == wanted


def test_what_is_handed_on_goes_to_the_stick_that_came_last(tmp_path: Path) -> None:
    last = tmp_path / "last"
    last.mkdir()
    device = last.stat().st_dev
    numbers = os.major(device), os.minor(device)
    sticks = Sticks((Stick(last, numbers), Stick(tmp_path / "first", (8, 17))))
    assert hand_on({"a.csv": b"1"}, tmp_path / "data", lambda data: sticks) == last / "longship"
    assert hand_on({"a.csv": b"2"}, tmp_path / "data", lambda data: Sticks()) == tmp_path / "data" / "shared"
    assert (last / "longship" / "a.csv").read_bytes() == b"1"


def test_what_is_handed_on_follows_no_link_off_a_stick(tmp_path: Path) -> None:
    """Neither in the place of the folder nor in that of a file."""
    stick, elsewhere = tmp_path / "stick", tmp_path / "elsewhere"
    stick.mkdir()
    elsewhere.mkdir()
    device = stick.stat().st_dev
    sticks = Sticks((Stick(stick, (os.major(device), os.minor(device))),))
    (stick / "longship").symlink_to(elsewhere)
    with pytest.raises(ShareError, match="longship cannot be written"):
        hand_on({"a.csv": b"1"}, tmp_path / "data", lambda data: sticks)
    assert not list(elsewhere.iterdir())
    (stick / "longship").unlink()
    (stick / "longship").mkdir()
    (elsewhere / "kept").write_bytes(b"theirs")
    (stick / "longship" / "a.csv").symlink_to(elsewhere / "kept")
    hand_on({"a.csv": b"1"}, tmp_path / "data", lambda data: sticks)
    assert (elsewhere / "kept").read_bytes() == b"theirs"
    assert (stick / "longship" / "a.csv").read_bytes() == b"1"


def test_a_disk_that_fills_up_keeps_what_was_written_and_what_was_there(
    store: JournalStore, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of the files that are handed on each is the new or the old one, and the year does without a cache."""
    data = tmp_path / "data"
    hand_on({"a.csv": b"old", "b.csv": b"old"}, data, lambda data: Sticks())
    synchronise, room = os.fsync, [2]

    def filling(handle: int) -> None:
        room[0] -= 1
        if room[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        synchronise(handle)

    keep(store, "one", source="evening_4p")
    monkeypatch.setattr("companion.app.kept_file.os.fsync", filling)
    with pytest.raises(ShareError, match="no room left"):
        hand_on({"a.csv": b"new", "b.csv": b"new"}, data, lambda data: Sticks())
    found = {file.name: file.read_bytes() for file in (data / "shared").iterdir()}
    assert found == {"a.csv": b"new", "b.csv": b"old"}
    digests = Digests(tmp_path)
    assert finish(digests.make(store, store.games())) == ()
    assert years.of(store.games(), digests.of, 2026).finished == 1
    assert not (tmp_path / DIGESTS).exists()


def test_a_stick_that_was_pulled_out_is_told_and_nothing_is_written_in_its_place(tmp_path: Path) -> None:
    gone = Sticks((Stick(tmp_path, (250, 250)),))
    with pytest.raises(ShareError, match="cannot be written"):
        hand_on({"a.csv": b"1"}, tmp_path / "data", lambda data: gone)
    assert not list(tmp_path.iterdir())
