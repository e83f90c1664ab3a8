"""The versions that lie side by side, each a complete copy, and the link to the one that runs."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import stat
from collections.abc import Iterator
from pathlib import Path

from companion.app import kept_file
from companion.app.kiosk.machine import OPT, Machine

COPIED = (
    *("calibration", "companion", "docs", "hardware", "kivy_ui", "locks", "systemd", "tools"),
    *("longship", "setup.cfg", "pyproject.toml", "babel.cfg", "LICENSE", "README.md", "CHANGELOG.md"),
)
"""What a version is made of, beside its environment."""
ENVIRONMENT = ".venv"
MADE_ANEW = frozenset({"__pycache__", ".mypy_cache", ".ruff_cache", ".pytest_cache"})
ORIGIN = "origin.txt"
"""What a version was copied from, as a checksum."""
CLOSED_TO_SERVICES = ("/home", "/root", "/run/user")
"""What the unit keeps from the service."""


class Versions:
    """A folder with versions in it, called by rising numbers: no clock says which is newer."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._link = folder.with_name("current")
        self._making = folder / ".making"

    def current(self) -> Path | None:
        """The version that runs."""
        try:
            found = self._link.resolve(strict=True)
        except OSError:
            return None
        return found if found in self.complete() else None

    def before(self) -> Path | None:
        """The version that can be gone back to: the newest one that does not run."""
        running = self.current()
        others = [version for version in self.complete() if version != running]
        return others[-1] if others else None

    def complete(self) -> list[Path]:
        """All whole versions, the newest last."""
        try:
            found = [path for path in self.folder.resolve().iterdir() if _number(path)]
        except OSError:
            return []
        return sorted(found, key=_number)

    def begin(self) -> Path:
        """An empty folder to make a version in; it counts for nothing yet. Raises OSError."""
        self._sweep()
        kept_file.make_folder(self.folder)
        self._making.mkdir()
        return self._making

    def finish(self, version: str) -> Path:
        """What was made is a version from now on, and whole on the disk. Raises OSError."""
        numbers = [_number(path) for path in self.complete()]
        done = self.folder / f"{max(numbers, default=0) + 1}-{version}"
        os.sync()
        self._making.rename(done)
        kept_file.synchronise(self.folder)
        return done

    def run(self, version: Path) -> None:
        """Let this version run from the next start on: in one step. Raises OSError."""
        new = self._link.with_name("current.new")
        with contextlib.suppress(FileNotFoundError):
            new.unlink()
        new.symlink_to(f"{self.folder.name}/{version.name}")
        new.replace(self._link)
        kept_file.synchronise(self._link.parent)

    def drop(self, version: Path) -> None:
        """Take a version away; half of one never counts. Raises OSError."""
        version.rename(version.with_name(f".going-{version.name}"))
        self._sweep()

    def remove(self) -> None:
        """Take all versions away, and the link first. Raises OSError."""
        for link in (self._link, self._link.with_name("current.new")):
            link.unlink(missing_ok=True)
        if self.folder.exists():
            shutil.rmtree(self.folder)

    def _sweep(self) -> None:
        """Clear away what a power cut has left."""
        for path in self.folder.glob(".*"):
            shutil.rmtree(path)


def versions_of(machine: Machine) -> Versions:
    """The versions on a machine."""
    return Versions(machine.at(OPT) / "versions")


def _number(version: Path) -> int:
    found = re.match(r"([1-9]\d{0,8})-", version.name)
    return int(found[1]) if found else 0


def files(source: Path) -> Iterator[Path]:
    """The files and links of a copy but its environment, in order."""
    for name in COPIED:
        yield from _walk(source / name)


def _walk(path: Path) -> Iterator[Path]:
    if path.is_symlink() or path.is_file():
        yield path
    elif path.is_dir():
        for entry in sorted(path.iterdir()):
            if entry.name not in MADE_ANEW:
                yield from _walk(entry)


def checksum(source: Path) -> str:
    """What tells a copy from another. Raises OSError."""
    found = hashlib.sha256()
    for path in (*files(source), source / ENVIRONMENT / "longship.stamp"):
        if path.suffix == ".mo" or not path.is_file():
            continue
        data = path.read_bytes()
        found.update(f"{path.relative_to(source)}\0{len(data)}\0".encode())
        found.update(data)
    return found.hexdigest()


def origin(version: Path) -> str:
    """The checksum that a version was copied with; empty where it is not known."""
    try:
        return (version / ORIGIN).read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def size(source: Path) -> int:
    """How many bytes a copy takes, roughly and rather too many. Raises OSError."""
    found = 0
    for name in (*COPIED, ENVIRONMENT):
        for folder, _folders, names in os.walk(source / name):
            found += sum(_on_disk(Path(folder, name)) for name in names)
    return found


def _on_disk(file: Path) -> int:
    return -(-file.lstat().st_size // 4096) * 4096


def copy(source: Path, target: Path, environment: bool) -> None:
    """Copy a checkout, with its environment or without. Everybody may read the copy and nobody but this user
    write it, whatever the source allows; times stay, by which Python knows its compiled files again.

    Raises:
        OSError: if something cannot be read or written.
    """
    for name in (*COPIED, *([ENVIRONMENT] if environment else [])):
        if (source / name).is_symlink() or (source / name).exists():
            _copy(source / name, target / name)
    target.chmod(0o755)


def _copy(source: Path, target: Path) -> None:
    if source.is_symlink():
        target.symlink_to(source.readlink())
    elif source.is_dir():
        target.mkdir()
        for entry in source.iterdir():
            _copy(entry, target / entry.name)
        target.chmod(0o755)
    elif source.is_file():
        shutil.copyfile(source, target)
        status = source.stat()
        target.chmod(0o755 if status.st_mode & 0o111 else 0o644)
        os.utime(target, ns=(status.st_atime_ns, status.st_mtime_ns))


def serves(source: Path) -> bool:
    """Whether a service may use the Python that the environment was made with: not one in somebody's home."""
    try:
        python = (source / ENVIRONMENT / "bin" / "python").resolve(strict=True)
        closed = any(python.is_relative_to(place) for place in CLOSED_TO_SERVICES)
        return not closed and all(path.stat().st_mode & stat.S_IXOTH for path in (python, *python.parents))
    except OSError:
        return False
