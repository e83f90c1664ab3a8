"""Small files are on the disk with their names when they have been written."""

from __future__ import annotations

import os
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
