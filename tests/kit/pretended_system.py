"""A system in a folder: its users, groups and targets are files, and its programs are pretended.

What Longship itself puts there is real.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Sequence
from pathlib import Path

from companion.app.kiosk.machine import STATE, KioskError, Machine

PASSWD = """\
root:x:0:0:root:/root:/bin/bash
pi:x:1000:1000:,,,:/home/pi:/bin/bash
"""
GROUP = """\
root:x:0:
video:x:44:pi
audio:x:29:pi
render:x:105:
input:x:106:
dialout:x:20:
pi:x:1000:
"""


class PowerCut(BaseException):
    """The power goes: nothing may catch it."""


class System:
    """A machine to put the kiosk on. ``calls`` are the programs that were run, but questions.

    With ``last`` the power goes when so many of them have run.
    """

    def __init__(self, root: Path, *, lives: bool = True, person: str = "pi", desktop: bool = False) -> None:
        self.root = root
        self.calls: list[str] = []
        self.active: set[str] = set()
        self.programs = {"systemctl", "useradd", "usermod", "userdel", "groupadd", "groupdel"}
        self.fails: set[str] = set()
        self.last: int | None = None
        for folder in ("etc/systemd/system", "home/pi", "opt", "root", "usr/local/bin", "var/lib"):
            (root / folder).mkdir(parents=True)
        (root / "etc/passwd").write_text(PASSWD)
        (root / "etc/group").write_text(GROUP)
        self._target = root / "etc/systemd/system/default.target"
        self._target.symlink_to("graphical.target" if desktop else "multi-user.target")
        if desktop:
            (root / "etc/systemd/system/display-manager.service").symlink_to("/lib/lightdm.service")
        if lives:
            (root / "run/systemd/system").mkdir(parents=True)
        self.machine = Machine(
            root, self.run, self.programs.__contains__, uid=0, person=person, bits=64, chown=self.chown
        )
        self.owners: dict[str, int] = {}

    def chown(self, path: str, uid: int, _gid: int) -> None:
        """Only root may give files away, and the tests may be run by anybody."""
        self.owners[str(Path(path).relative_to(self.root))] = uid

    def run(self, words: Sequence[str], *, loud: bool = False) -> str:
        """Pretend a program of the system."""
        name = Path(words[0]).name
        if words[:2] == ("systemctl", "get-default"):
            return str(self._target.readlink())
        if words[:2] == ("systemctl", "is-active"):
            if words[2] not in self.active:
                raise KioskError("inactive")
            return "active"
        line = " ".join(words).replace(str(self.root), "")
        self.calls.append(line)
        if self.last is not None and len(self.calls) > self.last:
            raise PowerCut
        if self.fails & {name, *words[1:2]}:
            raise KioskError(f"{name} has failed")
        getattr(self, f"_{name.replace('-', '_')}", lambda _words: None)(list(words[1:]))
        return ""

    def _useradd(self, words: list[str]) -> None:
        name = words[-1]
        if "--user-group" in words:
            self._groupadd([name])
        self._append("etc/passwd", f"{name}:x:997:{self._gid(name)}:Longship:{STATE}:/usr/sbin/nologin")
        self._join(words[words.index("--groups") + 1].split(","), name)

    def _usermod(self, words: list[str]) -> None:
        self._join(words[words.index("--groups") + 1].split(","), words[-1])

    def _userdel(self, words: list[str]) -> None:
        assert f"service of {words[-1]}" not in self.active
        self._change("etc/passwd", lambda parts: None if parts[0] == words[-1] else parts)

        def left(parts: list[str]) -> list[str] | None:
            members = [one for one in parts[3].split(",") if one != words[-1]]
            return None if parts[0] == words[-1] else [*parts[:3], ",".join(members)]

        self._change("etc/group", left)

    def _groupadd(self, words: list[str]) -> None:
        numbers = [int(line.split(":")[2]) for line in (self.root / "etc/group").read_text().splitlines()]
        self._append("etc/group", f"{words[-1]}:x:{max(900, *numbers) + 1}:")

    def _groupdel(self, words: list[str]) -> None:
        self._change("etc/group", lambda parts: None if parts[0] == words[-1] else parts)

    def _systemctl(self, words: list[str]) -> None:
        if words[0] == "set-default":
            self._target.unlink()
            self._target.symlink_to(words[1])
        elif "restart" in words:
            self.active.add(words[-1])
        elif words[0] == "stop":
            self.active.discard(words[-1])

    def _longship(self, words: list[str]) -> None:
        """The launcher's set-up, in the last version that is being made or in the one that runs."""
        versions = self.root / "opt/longship/versions"
        making = versions / ".making"
        place = making if making.exists() else (self.root / "opt/longship/current").resolve()
        environment(place, f"ui gpio camera {' '.join(words[1:])}")

    def _gid(self, group: str) -> str:
        lines = (self.root / "etc/group").read_text().splitlines()
        return next(line.split(":")[2] for line in lines if line.startswith(f"{group}:"))

    def _join(self, groups: list[str], user: str) -> None:
        def joined(parts: list[str]) -> list[str]:
            members = [one for one in parts[3].split(",") if one and one != user]
            return [*parts[:3], ",".join([*members, user])] if parts[0] in groups else parts

        self._change("etc/group", joined)

    def _append(self, file: str, line: str) -> None:
        with (self.root / file).open("a") as stream:
            stream.write(f"{line}\n")

    def _change(self, file: str, change: object) -> None:
        lines = (self.root / file).read_text().splitlines()
        changed = [change(line.split(":")) for line in lines]  # type: ignore[operator]
        (self.root / file).write_text("".join(f"{':'.join(parts)}\n" for parts in changed if parts))

    def picture(self) -> dict[str, str]:
        """Every file and link, with what is in it."""
        found = {}
        for folder, folders, names in os.walk(self.root):
            for name in (*names, *folders):
                path = Path(folder, name)
                key = str(path.relative_to(self.root))
                if path.is_symlink():
                    found[key] = f"-> {path.readlink()}"
                elif path.is_file():
                    found[key] = path.read_text(errors="replace")
                else:
                    found[key] = "a folder"
        return found


def checkout(folder: Path, real: Path, words: str = "") -> Path:
    """A small checkout of Longship: what is copied of it has the right names, and little in it."""
    for name in ("companion/app", "hardware", "kivy_ui", "calibration", "docs", "locks", "tools", ".git"):
        (folder / name).mkdir(parents=True)
        (folder / name / "file.py").write_text(f"# {name} {words}\n")
    (folder / "companion/__init__.py").touch()
    shutil.copytree(real / "systemd", folder / "systemd")
    (folder / "longship").write_text("#!/bin/sh\n")
    (folder / "longship").chmod(0o755)
    environment(folder, "ui gpio panel camera")
    return folder


def environment(folder: Path, parts: str) -> None:
    """What the launcher makes."""
    (folder / ".venv/bin").mkdir(parents=True, exist_ok=True)
    (folder / ".venv/bin/python").unlink(missing_ok=True)
    (folder / ".venv/bin/python").symlink_to("/bin/sh")  # any program that everybody may run
    (folder / ".venv/longship.stamp").write_text(f"base\nasked:\n{parts}\nlock\n")
