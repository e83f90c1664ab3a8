"""A backup on a stick: all that was kept, whole or not there, whatever becomes of the stick meanwhile."""

from __future__ import annotations

import errno
import hashlib
import json
import multiprocessing
import os
import random
import subprocess
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.app import backup
from companion.app.backup import Archive, BackupError, Game, Written, games_of, open_backup, write
from companion.app.games import begin, resume
from companion.app.jsonl import export_game
from companion.app.session import GameSession, Nowhere
from companion.app.storage import JournalStore, open_copy, open_store
from companion.engine.core import AdjustPoints
from companion.engine.piecemeal import finish
from companion.engine.state import Player
from companion.history.correction import change
from companion.history.log import Header
from tests.kit.each import each
from tests.kit.players import PEOPLE, play
from tests.kit.tables import CITIES_KNIGHTS
from tests.kit.writer import complain

ANNA = PEOPLE[0].id
SEED = 16
KILLS = 12

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["companion.app.backup", "tests.kit.players"])


def header(game: str = "friday", people: tuple[Player, ...] = PEOPLE) -> Header:
    return Header(game, people, CITIES_KNIGHTS, started=1_763_800_000_000)


def written(stick: int, games: Iterator[Game | None], files: dict[str, bytes] | None = None) -> Written:
    return finish(write(stick, games, files or {}, 1_763_800_000_000))


def played(store: JournalStore, game: str = "friday", seed: int = 3) -> GameSession:
    session, _journal = begin(store, header(game))
    for _command in play(session, seed=seed, turns=4, undo=0.2):
        pass
    return session


def sample(count: int = 3) -> list[Game]:
    """Games for those who only carry them."""
    return [
        Game(f"game{number}", header(f"game{number}"), f"{number}\n".encode() * 9000)
        for number in range(count)
    ]


# --- what is in it ----------------------------------------------------------------------------------------


def test_every_game_is_in_it_byte_for_byte_as_an_export_and_the_list_says_which(
    store: JournalStore, stick: int, tmp_path: Path
) -> None:
    session = played(store)
    session.submit(AdjustPoints(ANNA, ANNA, 1))
    session.correct(change(session.standing[-1].entry, AdjustPoints(ANNA, ANNA, 2)))
    other = played(store, "Sonntag 🎲", seed=4)
    result = written(stick, games_of(store.stored()), {"people.json": b"{}\n", "settings.toml": b""})
    assert result == Written("longship-backup-0001.zip", 2)
    assert store.count() == 2
    with zipfile.ZipFile(tmp_path / "stick" / result.name) as archive:
        assert archive.testzip() is None
        listed = json.loads(archive.read("backup.json"))
        assert listed["longship_backup"] == 1 and listed["written"] == 1_763_800_000_000
        assert [one["game"] for one in listed["games"]] == ["Sonntag 🎲", "friday"], "the last one first"
        assert listed["games"][0]["players"] == [player.name for player in PEOPLE]
        for one, game in zip(listed["games"], (other, session), strict=True):
            data = archive.read(one["file"])
            assert data.decode() == export_game(game.header, game.entries)
            assert (one["bytes"], one["sha256"]) == (len(data), hashlib.sha256(data).hexdigest())
        assert {one["file"] for one in listed["files"]} == {"people.json", "settings.toml"}
        assert "Longship" in archive.read("README.txt").decode()


def test_of_the_game_that_is_being_played_all_is_in_it_what_could_not_be_stored_too(
    store: JournalStore, stick: int, tmp_path: Path
) -> None:
    stored = played(store)
    session = GameSession(stored.header, Nowhere(), stored.entries)
    session.submit(AdjustPoints(ANNA, ANNA, 1))
    unsaved = GameSession(header("unsaved"), Nowhere())
    for running, count in ((session, 1), (unsaved, 2), (None, 1)):
        told = None if running is None else (running.header, running.entries)
        name = written(stick, games_of(store.stored(), told)).name
        with open_backup(tmp_path / "stick" / name) as archive:
            assert len(archive.contents.games) == count
            texts = [archive.read(held).decode() for held in archive.contents.games]
        last = stored if running is None else running
        assert export_game(last.header, last.entries) in texts


def test_it_is_made_beside_a_game_that_goes_on_and_of_games_in_memory(
    store: JournalStore, tmp_path: Path
) -> None:
    session = played(store)
    before = export_game(session.header, session.entries).encode()
    other = open_copy(tmp_path / "games", complain)
    for source in (store, other):
        reading = games_of(source.stored())
        first = next(reading)
        session.submit(AdjustPoints(ANNA, ANNA, 1))  # nobody waits for whoever copies
        assert first is not None and first.text.startswith(before)
        assert list(reading) == []


def test_of_a_damaged_database_comes_what_can_be_read(store: JournalStore) -> None:
    session = played(store)
    store.close()
    assert store.path is not None
    data = bytearray(store.path.read_bytes())
    data[4096 : 4096 + 2048] = bytes(2048)
    store.path.write_bytes(data)
    (game,) = games_of(JournalStore(store.path).stored())
    assert game is not None and game.text.decode() == export_game(session.header, session.entries)


def test_what_cannot_be_put_in_is_counted(stick: int) -> None:
    games = sample(2)
    assert written(stick, iter([games[0], None, games[1]])) == Written("longship-backup-0001.zip", 2, 1)


# --- whole or not there -----------------------------------------------------------------------------------


def folder_of(stick: int) -> dict[str, bytes]:
    place = Path(f"/proc/self/fd/{stick}")
    return {file.name: file.read_bytes() for file in place.iterdir()}


def test_each_has_a_name_of_its_own_and_none_is_touched_again(stick: int) -> None:
    first = written(stick, iter(sample()))
    before = folder_of(stick)
    assert written(stick, iter(sample())).name == "longship-backup-0002.zip"
    place = Path(f"/proc/self/fd/{stick}")
    (place / "LONGSHIP-BACKUP-0041.ZIP").touch()  # as FAT may write it
    (place / "longship-backup-0050.zip").mkdir()
    (place / "longship-backup-0044.zip.part").touch()
    (place / "longship-backup-x.zip.part").touch()
    assert written(stick, iter(sample())).name == "longship-backup-0051.zip"
    assert (place / first.name).read_bytes() == before[first.name]
    assert not (place / "longship-backup-0044.zip.part").exists(), "what was never finished is tidied away"
    assert (place / "longship-backup-x.zip.part").exists(), "and nothing else"
    (place / "longship-backup-999999.zip").symlink_to("/dev/zero")
    assert written(stick, iter(sample())).name == "longship-backup-0003.zip"


def test_it_is_on_the_stick_and_read_back_before_it_has_its_name(
    stick: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    fsync, rename, fadvise, read = os.fsync, os.rename, os.posix_fadvise, Archive.read

    def noting(what: str, call: Callable[..., object]) -> Callable[..., object]:
        def noted(*arguments: object, **more: object) -> object:
            steps.append(what)
            return call(*arguments, **more)

        return noted

    monkeypatch.setattr(os, "fsync", noting("fsync", fsync))
    monkeypatch.setattr(os, "rename", noting("rename", rename))
    monkeypatch.setattr(os, "posix_fadvise", noting("forget", fadvise))
    monkeypatch.setattr(Archive, "read", noting("read", read))
    written(stick, iter(sample(2)), {"people.json": b"{}"})
    assert steps == ["fsync", "forget", "read", "read", "read", "rename", "fsync"]


def write_for_ever(folder: str) -> None:
    """In another process, until it is killed."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    while True:
        written(handle, iter(sample()))


def test_killed_at_a_dozen_places_every_backup_that_is_there_is_whole(stick: int, tmp_path: Path) -> None:
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    place = tmp_path / "stick"
    old = written(stick, iter(sample())).name
    before = (place / old).read_bytes()
    torn = 0
    for _kill in range(KILLS):
        count = len(list(place.iterdir()))
        writer = processes.Process(target=write_for_ever, args=(str(place),), daemon=True)
        writer.start()
        while len(list(place.iterdir())) <= count:
            time.sleep(0)
        moment = time.perf_counter() + chance.uniform(0, 0.02)
        while time.perf_counter() < moment:
            pass
        writer.kill()
        writer.join()
        torn += len(list(place.glob("*.part")))
        for file in place.glob("*.zip"):
            with open_backup(file) as archive:
                assert [len(archive.read(held)) for held in archive.contents.games] == [18000] * 3
    assert (place / old).read_bytes() == before
    print(f"{len(list(place.glob('*.zip')))} backups; {torn} kills in the middle of one")
    written(stick, iter(sample()))
    assert not list(place.glob("*.part"))


@each(
    [
        ("fsync", errno.ENOSPC, "no room"),
        ("fsync", errno.EIO, "pulled out"),
        ("fsync", errno.EFBIG, "larger"),
        ("rename", errno.ENODEV, "pulled out"),
        ("rename", errno.EROFS, "write-protected"),
        ("open", errno.EROFS, "write-protected"),
        ("open", errno.EMFILE, "Too many open files"),
        ("scandir", errno.EIO, "pulled out"),
    ]
)
def test_whatever_the_stick_refuses_is_one_sentence_and_all_stays_as_it_was(
    call: str, number: int, words: str
) -> None:
    import tempfile

    def fails(*_arguments: object, **_more: object) -> object:
        raise OSError(number, os.strerror(number))

    with tempfile.TemporaryDirectory() as folder, pytest.MonkeyPatch.context() as only_here:
        handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
        written(handle, iter(sample()))
        before = folder_of(handle)
        only_here.setattr(os, call, fails)
        with pytest.raises(BackupError) as refused:
            written(handle, iter(sample()))
        only_here.undo()
        assert words in refused.value.notice.text, refused.value
        assert folder_of(handle) == before
        os.close(handle)


def test_a_stick_that_gives_back_something_else_is_not_relied_on(
    stick: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    def lies(handle: int) -> None:
        os.pwrite(handle, b"\0" * 64, 600)

    monkeypatch.setattr(os, "fsync", lies)
    with pytest.raises(BackupError, match="reads back differently"):
        written(stick, iter(sample()))
    assert folder_of(stick) == {}


def test_one_that_is_stopped_leaves_nothing(stick: int) -> None:
    for end in ("close", "throw"):
        steps = write(stick, iter(sample()), {})
        next(steps)
        assert [*folder_of(stick)] == ["longship-backup-0001.zip.part"]
        if end == "close":
            steps.close()
        else:
            with pytest.raises(BackupError, match="stopped"):
                steps.throw(BackupError("stopped"))
        assert folder_of(stick) == {}


def test_a_clock_that_was_never_set_does_not_matter(stick: int, tmp_path: Path) -> None:
    for now in (-1, 0, 2**60):
        name = finish(write(stick, iter(sample(1)), {}, now)).name
        with open_backup(tmp_path / "stick" / name) as archive:
            assert archive.contents.written == now


# --- on the command line ----------------------------------------------------------------------------------


def test_by_the_command_line_a_backup_is_made_and_brought_back(tmp_path: Path) -> None:
    here, there = tmp_path / "here", tmp_path / "there"
    store = open_store(here, complain)
    sessions = [played(store, name, seed) for seed, name in enumerate(("one", "two"))]
    (tmp_path / "config.toml").write_text('[screen]\ntheme = "bright"\nlanguage = "pl"\n')

    def longship(data: Path, *words: object) -> subprocess.CompletedProcess[str]:
        around = {
            **os.environ,
            "LONGSHIP_DATA": str(data),
            "LONGSHIP_CONFIG": str(tmp_path / ("config.toml" if data == here else "other.toml")),
            "LC_ALL": "C.UTF-8",
        }
        command = [sys.executable, "-m", "companion", *map(str, words)]
        return subprocess.run(command, env=around, capture_output=True, text=True, check=False)

    (tmp_path / "stick").mkdir()
    made = longship(here, "backup", tmp_path / "stick")  # while the games are open here
    file = tmp_path / "stick" / "longship-backup-0001.zip"
    assert (made.returncode, made.stderr) == (0, "") and str(file) in made.stdout, made
    store.close()
    back = longship(there, "restore", file, "--settings")
    assert (back.returncode, back.stderr) == (0, ""), back
    assert "2" in back.stdout
    settings = (tmp_path / "other.toml").read_text()
    assert 'theme = "bright"' in settings and 'language = "pl"' in settings
    copy = open_store(there, complain)
    assert [record.header.game for record in copy.games()] == ["two", "one"]
    for session in sessions:
        assert resume(copy, session.header.game)[0].entries == session.entries
    copy.close()
    for words in (("backup", tmp_path / "nowhere"), ("backup", file), ("restore", tmp_path)):
        refused = longship(here, *words)
        assert (refused.returncode, len(refused.stderr.splitlines())) == (2, 1), refused
    assert backup.LIST in zipfile.ZipFile(file).namelist()
