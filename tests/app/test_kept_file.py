"""Small files are on the disk with their names when they have been written."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest

from companion.app import kept_file


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was renamed and synchronised, in order."""
    found: list[str] = []
    fsync, replace, rename = os.fsync, Path.replace, Path.rename

    def synchronised(handle: int) -> None:
        found.append(f"fsync {Path(f'/proc/self/fd/{handle}').readlink().name.split('.')[0]}")
        fsync(handle)

    def replaced(self: Path, target: Path) -> Path:
        found.append(f"rename {target.name}")
        return replace(self, target)

    def renamed(self: Path, target: Path) -> Path:
        found.append(f"rename {target.name}")
        return rename(self, target)

    monkeypatch.setattr(os, "fsync", synchronised)
    monkeypatch.setattr(Path, "replace", replaced)
    monkeypatch.setattr(Path, "rename", renamed)
    return found


def test_a_file_is_synchronised_before_its_name_and_the_folder_after(
    tmp_path: Path, steps: list[str]
) -> None:
    folder = tmp_path / "data"
    kept_file.write(folder / "roster", b"new")
    assert steps == [f"fsync {tmp_path.name}", "fsync ", "rename roster", "fsync data"]


def test_a_file_that_is_set_aside_keeps_its_new_name(tmp_path: Path, steps: list[str]) -> None:
    (tmp_path / "roster").write_bytes(b"bad")
    assert kept_file.set_aside(tmp_path / "roster").name == "roster.damaged"
    assert steps == ["rename roster.damaged", f"fsync {tmp_path.name}"]
    (tmp_path / "roster").write_bytes(b"worse")
    assert kept_file.set_aside(tmp_path / "roster").name == "roster.damaged2"


def test_who_may_read_a_file_stays_as_it_was(tmp_path: Path) -> None:
    file = tmp_path / "roster"
    file.write_bytes(b"old")
    file.chmod(0o640)
    kept_file.write(file, b"new")
    assert file.stat().st_mode & 0o777 == 0o640
    assert list(tmp_path.iterdir()) == [file]


def test_a_new_file_takes_no_name_that_is_there(tmp_path: Path) -> None:
    for name, make in {"file": Path.touch, "link": lambda path: path.symlink_to("nowhere")}.items():
        make(tmp_path / name)
        with pytest.raises(FileExistsError):
            kept_file.write(tmp_path / name, b"new", new=True)
    assert (tmp_path / "file").read_bytes() == b"" and not (tmp_path / "nowhere").exists()
    with pytest.raises(FileNotFoundError):
        kept_file.write(tmp_path / "folder" / "file", b"new", new=True)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file", "link"]


def test_a_new_file_is_as_readable_as_the_user_s_others(tmp_path: Path) -> None:
    before = os.umask(0o027)
    try:
        kept_file.write(tmp_path / "game", b"new", new=True)
        assert os.umask(0o027) == 0o027
    finally:
        os.umask(before)
    assert stat.S_IMODE((tmp_path / "game").stat().st_mode) == 0o640


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", tmp_path, Path("/dev/zero")):
        with pytest.raises(OSError):
            kept_file.read(path)
    assert kept_file.read(Path(os.devnull)) == (b"", True)
    assert kept_file.read(tmp_path / "missing") is None
