"""A backup read back: what is missing comes, what is here stays, and hostile files harm nothing."""

from __future__ import annotations

import errno
import io
import os
import random
import socket
import stat
import struct
import tracemalloc
import zipfile
from collections import namedtuple
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.app import backup, board_file, restore, roster
from companion.app.backup import Archive, BackupError, Contents, Game, Held, backups_in, open_backup
from companion.app.board_code import Recipe, made
from companion.app.board_file import Boards, SavedBoard
from companion.app.games import begin, import_game, resume
from companion.app.jsonl import export_game, parse
from companion.app.ports import Notice
from companion.app.restore import Restored
from companion.app.roster import Person
from companion.app.session import GameSession, Nowhere
from companion.app.settings import PanelSettings, Screen, Settings, Storage, text_of
from companion.app.storage import JournalStore, StorageError, open_store
from companion.engine.core import AdjustPoints
from companion.engine.piecemeal import finish
from companion.history.log import Entry, Header
from companion.rules.base.board_making import islands
from tests.app.test_backup import written
from tests.kit.each import each
from tests.kit.players import PEOPLE, play
from tests.kit.tables import CITIES_KNIGHTS
from tests.kit.writer import complain

ANNA = PEOPLE[0].id
SEED = 16


def session_of(game: str = "friday", seed: int = 3, entries: tuple[Entry, ...] = ()) -> GameSession:
    header = Header(game, PEOPLE, CITIES_KNIGHTS)
    session = GameSession(header, Nowhere(), entries, clock=lambda: 7)
    if not entries:
        for _command in play(session, seed=seed, turns=3, undo=0.2):
            pass
    return session


def packed(session: GameSession) -> Game:
    text = export_game(session.header, session.entries)
    return Game(session.header.game, session.header, text.encode())


def read_back(
    stick: int, name: str, store: JournalStore, here: Settings | None = None, config: Path | None = None
) -> Restored:
    assert store.path is not None
    with open_backup(name, stick) as archive:
        return finish(restore.restore(archive, store, store.path.parent, here or Settings(), config=config))


def listed(store: JournalStore) -> list[str]:
    return [record.header.game for record in store.games()]


# --- what comes and what stays ----------------------------------------------------------------------------


def test_on_an_empty_card_all_is_as_it_was_in_the_same_order(stick: int, store: JournalStore) -> None:
    sessions = [session_of(name, seed) for seed, name in enumerate(("Sonntag 🎲", "friday", "воскресенье"))]
    name = written(stick, iter([packed(session) for session in sessions])).name
    assert read_back(stick, name, store) == Restored(new=3)
    assert listed(store) == [session.header.game for session in sessions]
    for session in sessions:
        resumed, _journal = resume(store, session.header.game)
        assert (resumed.header, resumed.entries) == (session.header, session.entries)
    assert read_back(stick, name, store) == Restored(known=3), "a second time nothing comes"


def test_what_is_here_stays_and_what_differs_is_kept_beside_it(stick: int, store: JournalStore) -> None:
    session, _journal = begin(store, Header("friday", PEOPLE, CITIES_KNIGHTS))
    for _command in play(session, seed=3, turns=3):
        pass
    name = written(
        stick,
        iter(
            [
                packed(session_of("friday", seed=8)),
                packed(session_of("older", seed=5)),
                Game("friday", session.header, export_game(session.header, session.entries).encode()),
            ]
        ),
    ).name
    before = session.entries
    session.submit(AdjustPoints(ANNA, ANNA, 1))
    assert read_back(stick, name, store) == Restored(new=2, known=1), "the third has only gone on since"
    assert listed(store) == ["friday", "friday-2", "older"], "and the one played here is still the first"
    assert resume(store, "friday")[0].entries[: len(before)] == before
    assert resume(store, "friday-2")[0].entries == session_of("friday", seed=8).entries
    assert read_back(stick, name, store) == Restored(known=3)


def test_a_game_that_came_from_a_file_is_still_nobodys_to_go_on_with(
    stick: int, store: JournalStore, tmp_path: Path
) -> None:
    elsewhere = open_store(tmp_path / "elsewhere", complain)
    begin(elsewhere, Header("ours", PEOPLE, CITIES_KNIGHTS))
    import_game(elsewhere, parse(packed(session_of("theirs")).text, "theirs.jsonl"))
    name = written(stick, backup.games_of(elsewhere.stored())).name
    elsewhere.close()
    assert read_back(stick, name, store) == Restored(new=2)
    assert {record.key: record.brought for record in store.games()} == {"ours": False, "theirs": True}


def test_cut_at_any_place_nothing_is_lost_and_the_next_time_brings_the_rest(
    stick: int, tmp_path: Path
) -> None:
    games = [packed(session_of(f"game{number}", number)) for number in range(3)]
    name = written(stick, iter(games)).name
    for cut in range(4):
        store = open_store(tmp_path / f"cut{cut}", complain)
        mine, _journal = begin(store, Header("mine", PEOPLE, CITIES_KNIGHTS))
        mine.submit(AdjustPoints(ANNA, ANNA, 1))
        archive = open_backup(name, stick)
        steps = restore.restore(archive, store, tmp_path / f"cut{cut}", Settings(), config=None)
        for _step in range(cut):
            next(steps)
        steps.close()
        archive.close()
        store.close()
        store = open_store(tmp_path / f"cut{cut}", complain)
        assert listed(store) == ["mine", *(game.game for game in games[:cut])]
        assert read_back(stick, name, store) == Restored(new=3 - cut, known=cut)
        assert resume(store, "mine")[0].entries == mine.entries
        store.close()


def test_whoever_stops_it_is_told_what_has_come(stick: int, store: JournalStore, tmp_path: Path) -> None:
    name = written(stick, iter([packed(session_of("one")), packed(session_of("two"))])).name
    steps = restore.restore(open_backup(name, stick), store, tmp_path / "games", Settings(), config=None)
    next(steps)
    with pytest.raises(StopIteration) as end:
        steps.throw(BackupError("Stopped."))
    assert end.value.value == Restored(new=1, stopped=Notice("Stopped."))


def test_players_and_boards_come_together_with_those_that_are_here(
    stick: int, store: JournalStore, tmp_path: Path
) -> None:
    folder = tmp_path / "games"
    mine, other = (made(Recipe(number), islands()["standard"]) for number in (7, 8))
    roster.save(folder, [Person("Anna", "red")])
    board_file.save(folder, Boards((SavedBoard("island", mine),)))
    elsewhere = tmp_path / "elsewhere"
    roster.save(elsewhere, [Person("ben", "blue"), Person("ANNA", "white")])
    boards = (SavedBoard("island", other), SavedBoard("also", mine))
    board_file.save(elsewhere, Boards(boards, last=other))
    name = written(stick, iter([]), restore.besides(Settings(), elsewhere)).name
    for _time in range(2):
        assert read_back(stick, name, store) == Restored()
        assert roster.load(folder) == ((Person("Anna", "red"), Person("ben", "blue")), None)
        found, _damage = board_file.load(folder)
        assert [one.name for one in found.saved] == ["island", "island 2", "also"]
        assert found.saved[0].board == mine and found.saved[1].board == other == found.last


def test_settings_come_only_when_asked_for_and_what_belongs_to_a_machine_never(
    stick: int, store: JournalStore, tmp_path: Path
) -> None:
    config = tmp_path / "config.toml"
    config.write_text('# mine\n[screen]\ntheme = "bright"\n')
    tray = tmp_path / "games" / "dice_calibration.toml"
    tray.write_text("mine")
    there = Settings(
        screen=Screen(language="ru", text_scale="large", input="/dev/input/event3"),
        panel=PanelSettings(port="/dev/sda", brightness=11),
        storage=Storage(data_folder="/elsewhere"),
    )
    files = {"settings.toml": text_of(there).encode(), "dice_calibration.toml": b"theirs"}
    name = written(stick, iter([]), files).name
    here = Settings(screen=Screen(language="en", theme="bright"), panel=PanelSettings(port="/dev/ttyACM0"))
    assert read_back(stick, name, store, here).settings is None
    assert tray.read_text() == "mine"
    taken = read_back(stick, name, store, here, config).settings
    assert taken is not None
    assert taken.screen == Screen(language="ru", text_scale="large")
    assert taken.panel == PanelSettings(port="/dev/ttyACM0", brightness=11)
    assert taken.storage == Storage()
    assert (tmp_path / "config.toml.before").read_text() == config.read_text()
    assert tray.read_text() == "theirs"
    assert (tmp_path / "games" / "dice_calibration.toml.before").read_text() == "mine"


def test_a_full_card_and_a_stick_that_is_pulled_out_are_one_sentence_each(
    stick: int, store: JournalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = written(stick, iter([packed(session_of("one")), packed(session_of("two"))])).name
    usage = namedtuple("usage", "free")
    monkeypatch.setattr(restore.shutil, "disk_usage", lambda _place: usage(restore.LEAST_FREE_BYTES))
    stopped = read_back(stick, name, store)
    assert stopped.new == 0 and stopped.stopped is not None and "no more room" in stopped.stopped.text
    monkeypatch.undo()
    whole = Archive.read
    count = iter(range(9))

    def pulled(self: Archive, held: Held) -> bytes:
        if next(count):
            raise OSError(errno.EIO, os.strerror(errno.EIO))
        return whole(self, held)

    monkeypatch.setattr(Archive, "read", pulled)
    stopped = read_back(stick, name, store)
    assert stopped.new == 1 and stopped.stopped is not None and "pulled out" in stopped.stopped.text
    monkeypatch.undo()
    monkeypatch.setattr(store, "add", lambda *_all, **_more: (_ for _ in ()).throw(StorageError("Full.")))
    assert read_back(stick, name, store) == Restored(known=1, stopped=Notice("Full."))


# --- hostile ----------------------------------------------------------------------------------------------


def zipped(files: dict[str, bytes], compression: int = zipfile.ZIP_DEFLATED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", compression) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()


def held(name: str, data: bytes, **more: object) -> dict[str, object]:
    import hashlib

    return {"file": name, "bytes": len(data), "sha256": hashlib.sha256(data).hexdigest(), **more}


def listing(games: list[dict[str, object]], files: list[dict[str, object]] | None = None) -> bytes:
    return msgspec.json.encode({"longship_backup": 1, "games": games, "files": files or []})


GAME = packed(session_of()).text
GOOD = held("games/0001.jsonl", GAME)
BOMB = bytes(40_000_000)


def refused(data: bytes) -> str:
    """Why an archive cannot be opened."""
    with pytest.raises(BackupError) as error:
        Archive(io.BytesIO(data))
    return error.value.notice.text


@each(
    [
        ("no ZIP", b"Longship" * 9000),
        ("empty", b""),
        ("without a list", zipped({"games/0001.jsonl": GAME})),
        ("a list that is no JSON", zipped({"backup.json": b"[" * 100_000})),
        ("a list of something else", zipped({"backup.json": b'{"longship_backup":"1"}'})),
        ("a list of millions", zipped({"backup.json": listing([GOOD] * 60_000)})),
        ("a path", zipped({"backup.json": listing([held("../../etc/passwd", GAME)])})),
        ("an absolute path", zipped({"backup.json": listing([held("/etc/passwd", GAME)])})),
        ("another file", zipped({"backup.json": listing([], [held("config.toml", b"")])})),
        ("one twice", zipped({"backup.json": listing([GOOD, GOOD])})),
        ("a length below nothing", zipped({"backup.json": listing([GOOD | {"bytes": -1}])})),
        ("a length beyond all measure", zipped({"backup.json": listing([GOOD | {"bytes": 2**60}])})),
        ("all too large together", zipped({"backup.json": listing(
            [GOOD | {"file": f"games/{n:04}.jsonl", "bytes": 31_000_000} for n in range(70)])})),
        ("a bomb for a list", zipped({"backup.json": BOMB})),
        ("a list packed otherwise", zipped({"backup.json": listing([])}, zipfile.ZIP_LZMA)),
    ]
)  # fmt: skip
def test_an_archive_that_is_no_backup_is_one_sentence(what: str, data: bytes) -> None:
    assert refused(data) == "The backup is damaged, or was not made by Longship.", what


def test_a_newer_one_says_so() -> None:
    text = refused(zipped({"backup.json": b'{"longship_backup":2,"games":{}}'}))
    assert "newer" in text and "2" in text


def test_what_a_list_promises_and_the_archive_does_not_keep_costs_that_game_alone(
    stick: int, store: JournalStore, tmp_path: Path
) -> None:
    names = [f"games/{number:04}.jsonl" for number in range(1, 10)]
    other = packed(session_of("other")).text
    entries = {
        names[0]: GAME,
        names[1]: BOMB,  # longer than its list says
        names[2]: GAME[:-9],  # shorter
        names[3]: GAME[::-1],  # another checksum
        names[5]: b"\xff" * 100,
        names[6]: b'{"longship":1,"game":"x","players":[],"modules":["nowhere"]}\n',
        names[7]: GAME.partition(b"\n")[0] + b"\n" + b'{"entry":1,"undo":7}\n',
        names[8]: other,
        "../../outside": b"!",
        "/tmp/outside": b"!",
    }
    games = [held(name, GAME) for name in names[:4]]
    games += [held(names[4], GAME)]  # not there at all
    games += [held(name, entries[name]) for name in names[5:]]
    (tmp_path / "stick" / "b.zip").write_bytes(zipped({**entries, "backup.json": listing(games)}))
    before = {path for path in tmp_path.rglob("*") if "games" not in path.parts}
    result = read_back(stick, "b.zip", store)
    assert (result.new, result.known, len(result.refused)) == (2, 0, 7), result.refused
    assert all(len(sentence.splitlines()) == 1 for sentence in result.refused)
    assert listed(store) == ["friday", "other"]
    assert {path for path in tmp_path.rglob("*") if "games" not in path.parts} == before


@pytest.mark.parametrize("kind", ["link", "device", "folder", "encrypted", "method"])
def test_entries_of_other_kinds_are_never_made(
    kind: str, stick: int, store: JournalStore, tmp_path: Path
) -> None:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as archive:
        entry = zipfile.ZipInfo("games/0001.jsonl" + "/" * (kind == "folder"))
        mode = {"link": stat.S_IFLNK, "device": stat.S_IFBLK, "folder": stat.S_IFDIR}.get(kind, stat.S_IFREG)
        entry.external_attr = (mode | 0o777) << 16
        archive.writestr(entry, b"/etc/passwd")
        archive.writestr("backup.json", listing([GOOD]))
    data = stream.getvalue()
    at = data.index(b"PK\x01\x02")
    if kind == "encrypted":
        data = data[: at + 8] + struct.pack("<H", 1) + data[at + 10 :]
    if kind == "method":
        data = data[: at + 10] + struct.pack("<H", 93) + data[at + 12 :]
    (tmp_path / "stick" / "b.zip").write_bytes(data)
    result = read_back(stick, "b.zip", store)
    assert (result.new, len(result.refused)) == (0, 1)


def test_an_archive_takes_little_memory_whatever_it_claims() -> None:
    entry = b"PK\x01\x02" + bytes(24) + struct.pack("<H", 1) + bytes(16) + b"x"
    lies = [zipped({"backup.json": BOMB})]
    for count in (1_000_000, 42_000):  # far above and just below what is read at once
        length = count * len(entry)
        lies.append(entry * count + b"PK\x05\x06" + bytes(8) + struct.pack("<IIH", length, 0, 0))
    assert len(lies[2]) < backup.LARGEST_READ_BYTES < len(lies[1])
    bomb = Archive(io.BytesIO(zipped({"backup.json": listing([GOOD]), "games/0001.jsonl": BOMB})))
    tracemalloc.start()
    try:
        for data in lies:
            refused(data)
        with pytest.raises(BackupError):
            bomb.read(bomb.contents.games[0])
        _now, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 40_000_000


def test_a_stick_full_of_strange_things_has_no_backup_and_waits_for_nothing(
    stick: int, tmp_path: Path
) -> None:
    place = tmp_path / "stick"
    outside = tmp_path / "secret.zip"
    outside.write_bytes(zipped({"backup.json": listing([])}))
    os.mkfifo(place / "longship-backup-0001.zip")
    (place / "longship-backup-0002.zip").symlink_to(outside)
    (place / "longship-backup-0003.zip").symlink_to("longship-backup-0003.zip")
    (place / "longship-backup-0004.zip").mkdir()
    listener = socket.socket(socket.AF_UNIX)
    listener.bind(f"/proc/self/fd/{stick}/longship-backup-0005.zip")
    (place / ("x" * 255)).touch()
    (place / ("\N{GAME DIE}" * 63)).touch()
    Path(os.fsdecode(os.fsencode(place) + b"/\xff\xfe longship-backup-0009.zip")).touch()
    (place / "longship-backup-99999999999999999999.zip").touch()
    (place / "longship-backup-0006.zip").write_bytes(b"")
    for number in range(2000):
        (place / f"{number}").touch()
    names = backups_in(stick)
    assert names == [f"longship-backup-{number:04}.zip" for number in (6, 5, 4, 3, 2, 1)]
    for name in names:
        with pytest.raises(BackupError):
            open_backup(name, stick)
    listener.close()


def test_a_file_that_changes_while_it_is_read_is_taken_as_it_was_checked_or_not_at_all(
    stick: int, store: JournalStore, tmp_path: Path
) -> None:
    first, second = packed(session_of("first")), packed(session_of("second", 4))
    between = Game("between", first.header, random.Random(SEED).randbytes(200_000).hex().encode())
    name = written(stick, iter([first, between, second])).name
    steps = restore.restore(open_backup(name, stick), store, tmp_path / "games", Settings(), config=None)
    next(steps)
    file = tmp_path / "stick" / name
    data = bytearray(file.read_bytes())
    at = data.index(b"games/0003.jsonl") + 40
    data[at : at + 64] = bytes(64)
    file.write_bytes(data)
    with pytest.raises(StopIteration) as end:
        while True:
            next(steps)
    assert (end.value.value.new, len(end.value.value.refused)) == (1, 2)
    assert listed(store) == ["first"]


def test_games_that_all_claim_to_be_one_do_not_go_on_for_ever(
    stick: int, store: JournalStore, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(restore, "MOST_OF_ONE_ID", 2)
    games = [packed(session_of("same", seed)) for seed in range(4)]
    result = read_back(stick, written(stick, iter(games)).name, store)
    assert (result.new, len(result.refused)) == (2, 2)
    assert "too many games" in result.refused[0]


WHOLE = zipped(
    {
        "games/0001.jsonl": GAME,
        "backup.json": listing([GOOD], [held("people.json", b"{}")]),
        "people.json": b"{}",
    }
)


@given(
    st.lists(st.tuples(st.integers(0, len(WHOLE) - 1), st.binary(min_size=1, max_size=8)), max_size=4),
    st.integers(0, len(WHOLE)),
)
def test_whatever_is_damaged_the_answer_is_the_game_or_a_sentence(
    damages: list[tuple[int, bytes]], length: int
) -> None:
    data = bytearray(WHOLE)
    for at, scribble in damages:
        data[at : at + len(scribble)] = scribble
    try:
        archive = Archive(io.BytesIO(bytes(data[:length] if length % 3 == 0 else data)))
        for one in (*archive.contents.games, *archive.contents.files):
            found = archive.read(one)
            assert one.file != "games/0001.jsonl" or one.sha256 != GOOD["sha256"] or found == GAME
    except BackupError as error:
        assert error.notice.text


def test_a_list_that_claims_little_is_what_it_is() -> None:
    assert Archive(io.BytesIO(zipped({"backup.json": b'{"longship_backup":1}'}))).contents == Contents(1)
