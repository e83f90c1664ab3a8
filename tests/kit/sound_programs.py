"""Stand-ins for the programs that play and speak: real processes that do as they are told."""

from __future__ import annotations

import os
import select
from pathlib import Path

DEADLINE_S = 60.0
"""When waiting is given up for good; a busy machine may take its time."""

PROGRAM = """#!/bin/sh
# What it is given goes to a file of its own; then its mood says what becomes of it.
home={home}
cat >"$home/given.$$"
printf '%s\\n' "$*" >"$home/words.$$"
echo $$ >"$home/begun"
. "$home/mood"
"""

WELL = "exit 0"
HOLDS = 'read -r _ <"$home/gate"'
"""Goes on until the test lets it."""
KILLED = "kill -9 $$"
FLOODS = "cat /dev/zero"


def complains(words: str) -> str:
    """Fails with these words."""
    return f"echo '{words}' >&2; exit 1"


class Pretended:
    """A program of this name, found before the real one."""

    def __init__(self, folder: Path, name: str, mood: str = WELL) -> None:
        self.home = folder / f"{name}.home"
        self.path = folder / name
        self.home.mkdir()
        for pipe in ("begun", "gate"):
            os.mkfifo(self.home / pipe)
        self.feels(mood)
        self.path.write_text(PROGRAM.replace("{home}", str(self.home)))
        self.path.chmod(0o755)
        # for reading and writing, so that nobody waits for the other end
        self._begun, self._gate = (os.open(self.home / pipe, os.O_RDWR) for pipe in ("begun", "gate"))

    def feels(self, mood: str) -> None:
        """What it does from now on, in words of the shell."""
        (self.home / "mood").write_text(f"{mood}\n")

    def next(self) -> Run:
        """The next time that it runs, which may have begun already."""
        assert select.select([self._begun], [], [], DEADLINE_S)[0], f"{self.path.name} was not started"
        line = b""
        while not line.endswith(b"\n"):
            line += os.read(self._begun, 1)
        return Run(self, int(line))

    def runs(self) -> int:
        """How often it was started until now, as far as it has read what it was given."""
        return len(list(self.home.glob("words.*")))

    def let_go(self) -> None:
        """Let one that holds go on."""
        os.write(self._gate, b"\n")

    def close(self) -> None:
        """Give back its pipes."""
        os.close(self._begun)
        os.close(self._gate)


class Run:
    """One that runs, or has run."""

    def __init__(self, program: Pretended, process: int) -> None:
        self.given = (program.home / f"given.{process}").read_bytes()
        self.words = (program.home / f"words.{process}").read_text().split()
        try:
            self._ended: int | None = os.pidfd_open(process)
        except ProcessLookupError:
            self._ended = None

    def wait_for_end(self) -> None:
        """Wait until it is gone, or fail."""
        if self._ended is not None:
            assert select.select([self._ended], [], [], DEADLINE_S)[0], "it still runs"
            os.close(self._ended)
            self._ended = None
