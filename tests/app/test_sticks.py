"""Which sticks are found, on machines that are made up but for the numbers of real devices."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.app import sticks
from companion.app.sticks import Stick, Sticks, find


class Machine:
    """A /proc and a /sys, and folders where something is mounted."""

    def __init__(self, place: Path) -> None:
        self.place = place
        self.root = place / "root"
        self.mounts: list[str] = []
        (self.root / "proc/self").mkdir(parents=True)
        (self.root / "sys/dev/block").mkdir(parents=True)
        (self.root / "sys/block").mkdir(parents=True)
        status = place.stat()
        self.here = (os.major(status.st_dev), os.minor(status.st_dev))

    def disk(self, name: str, numbers: tuple[int, int], bus: str, part: str = "", size: int = 8) -> None:
        """A disk on a bus, or a part of one."""
        disk = self.root / "sys/devices" / bus / "block" / name
        disk.mkdir(parents=True, exist_ok=True)
        (disk / "size").write_text(f"{size}\n")
        link = self.root / "sys/block" / name
        if not link.is_symlink():
            link.symlink_to(disk)
        if part:
            disk /= part
            disk.mkdir()
            (disk / "partition").write_text("1\n")
        (self.root / f"sys/dev/block/{numbers[0]}:{numbers[1]}").symlink_to(disk)

    def mount(self, folder: Path | str, numbers: tuple[int, int], inside: str = "/") -> None:
        """Something is mounted there."""
        name = str(folder).replace("\\", "\\134").replace(" ", "\\040").replace("\n", "\\012")
        self.mounts.append(f"36 35 {numbers[0]}:{numbers[1]} {inside} {name} rw shared:1 - vfat /dev/x rw")

    def found(self, data: Path | None = None) -> Sticks:
        """What is found."""
        text = "\n".join(["garbage", *self.mounts, ""])
        (self.root / "proc/self/mountinfo").write_bytes(os.fsencode(text))
        return find(data or self.place / "nowhere", self.root)


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    made = Machine(tmp_path)
    made.disk("mmcblk0", (179, 2), "platform/mmc", "mmcblk0p2")
    made.mount("/", (179, 2))
    return made


USB = "platform/scb/0000:01:00.0/usb1/1-1"


def test_a_stick_is_found_wherever_it_is_mounted_and_whatever_it_is_called(machine: Machine) -> None:
    folder = machine.place / "media/ann a/КАРТА 🎲\n\\"
    folder.mkdir(parents=True)
    machine.disk("sda", machine.here, USB, "sda1")
    machine.mount(folder, machine.here)
    assert machine.found() == Sticks((Stick(folder, machine.here),))
    handle = machine.found().mounted[0].open()
    assert Path(f"/proc/self/fd/{handle}").readlink() == folder
    os.close(handle)


def test_the_one_that_came_last_is_the_first_and_each_is_there_once(machine: Machine) -> None:
    """The same stick mounted twice, and a folder of it inside itself."""
    first, second = machine.place / "first", machine.place / "second"
    for folder in (first, second, first / "again"):
        folder.mkdir()
    machine.disk("sda", machine.here, USB, "sda1")
    machine.mount(first, machine.here)
    machine.mount(second, machine.here)
    machine.mount(first / "again", machine.here, inside="/some/folder")
    machine.mount(first / "again", machine.here, inside="/")
    assert [stick.folder for stick in machine.found().mounted] == [first / "again"]


def test_what_the_machine_runs_from_is_no_stick(machine: Machine) -> None:
    other = machine.place / "mnt"
    other.mkdir()
    machine.disk("sda", (8, 2), USB, "sda2")
    machine.mount("/", (8, 2))
    machine.disk("sda", machine.here, USB, "sda3")
    machine.mount(other, machine.here)
    assert machine.found() == Sticks(), "another part of the disk from which it was started"


def test_nor_is_the_disk_with_the_games(machine: Machine) -> None:
    folder = machine.place / "disk"
    folder.mkdir()
    machine.disk("sda", machine.here, USB, "sda1")
    machine.mount(folder, machine.here)
    assert machine.found(data=folder) == Sticks()
    assert len(machine.found().mounted) == 1


def test_a_reader_of_cards_counts_where_a_desktop_mounts_things(
    machine: Machine, monkeypatch: pytest.MonkeyPatch
) -> None:
    machine.disk("mmcblk1", machine.here, "platform/mmc2", "mmcblk1p1")
    machine.mount(machine.place, machine.here)
    assert machine.found() == Sticks()
    monkeypatch.setattr(sticks, "MEDIA", (f"{machine.place.parent}/",))
    assert machine.found().mounted == (Stick(machine.place, machine.here),)


def test_a_stick_that_nobody_has_mounted_is_named(machine: Machine) -> None:
    """It may have a table of partitions only; a reader without a card is none."""
    machine.disk("sda", (8, 0), USB)
    machine.disk("sdb", (8, 16), USB, size=0)
    machine.disk("sdc", (8, 32), "pci0000:00/ata1")
    assert machine.found() == Sticks(bare=("sda",))


def test_a_folder_from_which_it_was_pulled_leads_nowhere(machine: Machine) -> None:
    folder = machine.place / "stick"
    folder.mkdir()
    machine.disk("sda", (8, 1), USB, "sda1")
    machine.mount(folder, (8, 1))
    assert machine.found().mounted == (), "another device is seen there"
    machine.mount(machine.place / "gone", (8, 1))
    assert machine.found().mounted == ()
    with pytest.raises(FileNotFoundError):
        Stick(folder, (8, 1)).open()
