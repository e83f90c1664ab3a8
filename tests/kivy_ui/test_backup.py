"""Copying to a stick and reading back by touch, on the real application; the stick is a folder."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.app.backup_job import Work
from companion.app.roster import Person
from companion.app.sticks import Stick, Sticks
from companion.engine.core import AdjustPoints
from companion.presenters.new_game import NewGame
from tests.kit.household import Household, household

PEOPLE = (Person("Anna", "red"), Person("Ben", "blue"))


@pytest.fixture
def house(ui: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Household]:
    with household(ui, tmp_path, monkeypatch) as home:
        yield home


@pytest.fixture
def stick(tmp_path: Path) -> Stick:
    folder = tmp_path / "stick"
    folder.mkdir()
    device = folder.stat().st_dev
    return Stick(folder, (os.major(device), os.minor(device)))


def plug(house: Household, *sticks: Stick, bare: tuple[str, ...] = ()) -> None:
    """These sticks are found from now on."""
    house.app.context.backups._find = lambda _data: Sticks(sticks, bare)


def done(house: Household) -> str:
    """What is said when the work has ended."""
    job = house.app.context.backups
    house.driver.wait(lambda: job.work is Work.NOTHING)
    house.driver.frames(1)
    return house.everything_said()


def begin(house: Household, name: str) -> None:
    house.app.context.begin(NewGame(PEOPLE), name)
    house.session.submit(AdjustPoints(house.session.state.core.on_turn, house.session.state.core.on_turn, 1))
    house.driver.frames()


def test_one_tap_copies_all_and_another_reads_it_back(
    house: Household, stick: Stick, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    house.start()
    house.tap("settings", "section_screen", "theme_bright", "back")
    for name in ("friday", "saturday"):
        begin(house, name)
    entries = house.session.entries
    plug(house, stick)
    house.tap("more", "go_settings", "section_backup")
    before = house.driver.taps
    house.tap("backup_copy")
    assert "2 games" in done(house) and "longship-backup-0001.zip" in house.everything_said()
    assert house.driver.taps == before + 1
    house.stop()
    # a new card
    monkeypatch.setenv("LONGSHIP_DATA", str(tmp_path / "new"))
    monkeypatch.setenv("LONGSHIP_CONFIG", str(tmp_path / "new.toml"))
    house.start()
    plug(house, stick)
    house.tap("settings", "section_backup", "backup_restore", "restore_all")
    assert "Games restored: 2; already here: 0." in done(house)
    assert house.app.context.settings.screen.theme == "bright"
    house.tap("back")
    assert [person.name for person in house.app.context.people] == ["Anna", "Ben"]
    assert house.driver.shows("earlier")
    house.tap("resume")
    assert house.session.header.game == "saturday" and house.session.entries == entries
    house.tap("more", "go_settings", "section_backup", "backup_restore", "restore_games")
    assert "Games restored: 0; already here: 2." in done(house)


def test_without_a_stick_or_a_backup_it_says_so_and_asks_nothing(house: Household, stick: Stick) -> None:
    house.start()
    house.tap("settings", "section_backup")
    for sticks, bare, copying, reading in (
        ((), (), "No USB stick", "No USB stick"),
        ((), ("sda",), "sda", "nothing on it can be reached"),
        ((Stick(stick.folder, (1, 1)),), (), "cannot be opened", "cannot be opened"),
        ((stick,), (), "0 games", "damaged"),
    ):
        plug(house, *sticks, bare=bare)
        house.tap("backup_copy")
        assert copying in done(house)
        for file in stick.folder.iterdir():
            file.write_bytes(b"torn")
        house.tap("backup_restore")
        assert reading in done(house)
    (stick.folder / "longship-backup-0001.zip").unlink()
    house.tap("backup_restore")
    assert "There is no backup" in done(house)
    assert house.shell.sheets.shown is None


def test_the_latest_backup_that_is_whole_is_read_and_only_after_a_yes(house: Household, stick: Stick) -> None:
    house.start()
    begin(house, "friday")
    plug(house, stick)
    house.tap("more", "go_settings", "section_backup", "backup_copy")
    done(house)
    (stick.folder / "longship-backup-0002.zip").write_bytes(b"torn")
    house.tap("backup_restore")
    assert "Restore 1 game of" in done(house)
    house.tap("close")
    assert house.app.context.backups.work is Work.NOTHING
    assert "Games restored" not in house.everything_said()


def test_a_stick_that_hangs_holds_up_nobody(house: Household, stick: Stick) -> None:
    house.start()
    begin(house, "friday")
    answers, asked = threading.Event(), threading.Event()

    def hangs(_data: Path) -> Sticks:
        asked.set()
        answers.wait()
        return Sticks((stick,))

    house.app.context.backups._find = hangs
    house.tap("more", "go_settings", "section_backup", "backup_copy")
    house.driver.wait(asked.is_set)
    assert not house.driver.find("backup_copy").enabled and not house.driver.find("backup_restore").enabled
    house.tap("back", "table")
    house.roll(2, 3, "ship")
    assert len(house.session.standing) == 2
    answers.set()
    assert "It may be pulled out" in done(house), "it is told where the table is now"
    house.tap("more", "go_settings", "section_backup", "backup_copy")
    assert "longship-backup-0002.zip" in done(house)
    assert {file.name for file in stick.folder.iterdir()} == {
        f"longship-backup-000{number}.zip" for number in (1, 2)
    }


def test_copying_can_be_stopped_and_the_end_of_the_app_waits_for_no_stick(
    house: Household, stick: Stick
) -> None:
    house.start()
    begin(house, "friday")
    answers = threading.Event()

    def hangs(_data: Path) -> Sticks:
        answers.wait()
        return Sticks((stick,))

    house.app.context.backups._find = hangs
    house.tap("more", "go_settings", "section_backup", "backup_copy", "backup_stop")
    assert house.app.context.backups.work is Work.STOPPING
    answers.set()
    assert "Stopped" in done(house)
    assert list(stick.folder.iterdir()) == []


def test_while_games_come_back_nothing_else_is_touched_and_it_can_be_stopped(
    house: Household, stick: Stick, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.app import restore

    house.start()
    for name in ("one", "two", "three"):
        begin(house, name)
    plug(house, stick)
    house.tap("more", "go_settings", "section_backup", "backup_copy")
    done(house)
    goes_on, begun = threading.Event(), threading.Event()
    bring = restore._bring

    def slowly(*arguments: Any) -> None:
        begun.set()
        goes_on.wait()
        bring(*arguments)

    monkeypatch.setattr(restore, "_bring", slowly)
    house.tap("backup_restore", "restore_games")
    house.driver.wait(begun.is_set)
    house.driver.frames(1)
    assert "Restoring" in house.everything_said()
    house.driver.touch(2, 2)
    house.driver.touch(400, 470)
    assert house.shell.screen_name == "settings" and house.app.context.backups.work is Work.RESTORING
    house.tap("backup_stop")
    goes_on.set()
    assert "Stopped: what was restored so far stays." in done(house)
    assert "already here: 1" in house.everything_said()
    assert house.shell.sheets.shown is None
