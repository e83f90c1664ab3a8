"""The machine that a kiosk is put on: its places, its users, and the programs that change them."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple, Protocol

from companion.app.i18n import _
from companion.engine.errors import LongshipError

OPT = "/opt/longship"
CURRENT = f"{OPT}/current"
"""The link to the version that runs."""
STATE = "/var/lib/longship"
GAMES = f"{STATE}/games"
CONFIG = f"{STATE}/config/longship"
"""What the unit's variables LONGSHIP_DATA and XDG_CONFIG_HOME name."""
RUN = "/run/longship"
UNITS = "/etc/systemd/system"
SERVICE = "longship.service"
DROP_INS = f"{UNITS}/{SERVICE}.d"
STARTED = f"{UNITS}/multi-user.target.wants/{SERVICE}"
RULES = "/etc/udev/rules.d"
COMMAND = "/usr/local/bin/longship"
USER = "longship"
GROUPS = ("video", "render", "input", "gpio", "dialout", "audio")
PROGRAM_PATH = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
PROGRAMS = ("systemctl", "useradd", "usermod", "userdel", "groupadd", "groupdel")
SYSTEM_IDS = range(1000)
"""Debian gives people numbers above these."""


class KioskError(LongshipError, OSError):
    """One sentence on why it is impossible, in the language in use."""


class Account(NamedTuple):
    """A user of the machine."""

    uid: int
    gid: int
    home: str


class Group(NamedTuple):
    """A group of the machine."""

    gid: int
    members: tuple[str, ...]


class Run(Protocol):
    """Runs a program of the system."""

    def __call__(self, words: Sequence[str], *, loud: bool = False) -> str:
        """Run it, and return what it prints, or let it print that where people see it (``loud``).

        Raises:
            KioskError: if it fails, with its last word.
        """


class Programs(Protocol):
    """Says which programs there are."""

    def __call__(self, program: str) -> bool:
        """Whether root has such a program."""


def run(words: Sequence[str], *, loud: bool = False) -> str:
    """The real ``Run``."""
    environment = {**os.environ, "LC_ALL": "C", "PATH": PROGRAM_PATH, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(
            list(words),
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=sys.stderr if loud else subprocess.PIPE,
            stderr=None if loud else subprocess.PIPE,
            text=True,
            errors="replace",
        )
    except OSError as error:
        raise KioskError(
            _("{command} could not be started: {reason}.").format(command=words[0], reason=error.strerror)
        ) from error
    if done.returncode:
        lines = (done.stderr or "").strip().splitlines() or [
            _("status {number}").format(number=done.returncode)
        ]
        raise KioskError(
            _("This failed: {command}: {reason}").format(command=" ".join(words), reason=lines[-1].strip())
        )
    return (done.stdout or "").strip()


def give(path: str, uid: int, gid: int) -> None:
    """Give a file, or a link itself, to somebody. Raises OSError."""
    os.chown(path, uid, gid, follow_symlinks=False)


def has(program: str) -> bool:
    """Whether root has such a program."""
    return shutil.which(program, path=PROGRAM_PATH) is not None


@dataclass(frozen=True)
class Machine:
    """What is changed. ``root`` is where its folders begin, ``person`` who called for it by sudo."""

    root: Path = Path("/")
    run: Run = run
    has: Programs = has
    uid: int = field(default_factory=os.geteuid)
    person: str = field(default_factory=lambda: os.environ.get("SUDO_USER", ""))
    bits: int = 64 if sys.maxsize > 1 << 32 else 32
    chown: Callable[[str, int, int], None] = give

    def at(self, path: str) -> Path:
        """Where a path of the machine really lies."""
        return self.root / path.lstrip("/")

    @property
    def lives(self) -> bool:
        """Whether its systemd runs: not where a system is put together in a folder."""
        return self.at("/run/systemd/system").is_dir()

    def systemctl(self, *words: str) -> str:
        """Tell systemd, where it runs. Raises KioskError."""
        return self.run(("systemctl", *words)) if self.lives else ""

    def accounts(self) -> Mapping[str, Account]:
        """All users by name."""
        return {
            parts[0]: Account(int(parts[2]), int(parts[3]), parts[5])
            for parts in self._table("/etc/passwd", 7)
            if parts[2].isdecimal() and parts[3].isdecimal()
        }

    def groups(self) -> Mapping[str, Group]:
        """All groups by name."""
        return {
            parts[0]: Group(int(parts[2]), tuple(filter(None, parts[3].split(","))))
            for parts in self._table("/etc/group", 4)
            if parts[2].isdecimal()
        }

    def _table(self, file: str, columns: int) -> list[list[str]]:
        try:
            text = self.at(file).read_text("utf-8", "replace")
        except FileNotFoundError:
            return []
        return [parts for line in text.splitlines() if len(parts := line.split(":")) == columns]

    def home(self) -> Path | None:
        """The home of whoever called for it; None for root alone."""
        account = self.accounts().get(self.person)
        return self.at(account.home) if account is not None and account.uid else None
