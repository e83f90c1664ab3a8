"""A program that plays or speaks, beside us: nobody ever waits for it, and it may hang or die as it likes.

What it reads and writes lies in memory, not in a pipe that somebody would have to fill or empty meanwhile.
"""

from __future__ import annotations

import contextlib
import fcntl
import math
import os
import shutil
import signal
import subprocess
from collections.abc import Sequence
from pathlib import Path

import msgspec

MOST_SAID_BYTES = 3_000_000
"""About a minute of speech."""
MOST_COMPLAINED_BYTES = 20_000


class Program:
    """One that runs. ``fileno`` can be read from when it has ended; ``close`` must be called in the end.

    Raises OSError if it cannot be started: FileNotFoundError if it is not installed.
    """

    def __init__(self, command: Sequence[str], given: bytes, *, keep: bool = False) -> None:
        """Start it with something to read; with ``keep`` what it writes is kept."""
        path = shutil.which(command[0])
        if path is None:
            raise FileNotFoundError(command[0])
        # Nothing of Longship runs until the new program has begun, so it must not be read from the card then.
        Path(path).read_bytes()
        with contextlib.ExitStack() as opened:
            reads = _memory(opened, len(given))
            os.pwrite(reads, given, 0)
            self._complaints = _memory(opened, MOST_COMPLAINED_BYTES)
            self._written = _memory(opened, MOST_SAID_BYTES) if keep else None
            self._process = subprocess.Popen(
                [path, *command[1:]],
                stdin=reads,
                stdout=subprocess.DEVNULL if self._written is None else self._written,
                stderr=self._complaints,
                env={**os.environ, "LC_ALL": "C.UTF-8"},
                start_new_session=True,
            )
            try:
                self._ended = os.pidfd_open(self._process.pid)
            except OSError:
                self.kill()
                raise
            opened.pop_all()
            os.close(reads)

    def fileno(self) -> int:
        """Can be read from as soon as the program has ended."""
        return self._ended

    def ended(self) -> int | None:
        """Its exit status, or None while it runs."""
        return self._process.poll()

    def kill(self) -> None:
        """End it at once, with all that it has started; what hangs in the system, when that lets it go."""
        if self._process.poll() is None:  # or its number might be somebody else's by now
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self._process.pid, signal.SIGKILL)

    def written(self) -> bytes:
        """What it has written, once it has ended."""
        return b"" if self._written is None else _content(self._written)

    def complaint(self) -> str:
        """The last line of what it has complained of."""
        lines = _content(self._complaints).decode("utf-8", "replace").split("\n")
        return next((line.strip() for line in reversed(lines) if line.strip()), "")

    def close(self) -> None:
        """Give back what it needed."""
        self._process.poll()
        for file in (self._ended, self._complaints, self._written):
            if file is not None:
                os.close(file)


def _memory(opened: contextlib.ExitStack, most_bytes: int) -> int:
    """A file in memory that cannot grow beyond so many bytes."""
    file = os.memfd_create("longship-sound", os.MFD_CLOEXEC | os.MFD_ALLOW_SEALING)
    opened.callback(os.close, file)
    os.ftruncate(file, most_bytes)
    fcntl.fcntl(file, fcntl.F_ADD_SEALS, fcntl.F_SEAL_GROW)
    return file


def _content(file: int) -> bytes:
    """What was written: the program has moved the place that it shares with us."""
    return os.pread(file, os.lseek(file, 0, os.SEEK_CUR), 0)


class Outcome(msgspec.Struct, frozen=True):
    """How a program ended. ``status`` is None for one that did not end in its time."""

    status: int | None
    written: bytes = b""
    complaint: str = ""


class Runner:
    """Runs one program after another. One that was ended must be gone before the next begins, so that no two
    want the same sound card, and one that cannot even be ended is not joined by others."""

    def __init__(self) -> None:
        self._program: Program | None = None
        self._wanted = False
        self._due = math.inf

    @property
    def busy(self) -> bool:
        """Whether a program is there."""
        return self._program is not None

    @property
    def due(self) -> float:
        """When to look again at the latest."""
        return self._due

    def start(self, command: Sequence[str], given: bytes, due: float, *, keep: bool = False) -> None:
        """Begin, when nothing is there. Who has not ended when it is ``due`` is ended. Raises OSError."""
        assert self._program is None
        self._program = Program(command, given, keep=keep)
        self._wanted, self._due = True, due

    def cancel(self) -> None:
        """End what runs; nobody wants to know what became of it."""
        if self._program is not None:
            self._wanted = False
            self._program.kill()

    def look(self, now: float) -> Outcome | None:
        """What has become of the program since the last look."""
        if self._program is None:
            return None
        status = self._program.ended()
        if status is None:
            if now < self._due:
                return None
            self._program.kill()
            self._wanted, self._due = False, math.inf
            return Outcome(None)
        outcome = Outcome(status, self._program.written(), self._program.complaint())
        wanted = self._wanted
        self.close()
        return outcome if wanted else None

    def files(self) -> tuple[int, ...]:
        """What can be read from when there is something to look at."""
        return () if self._program is None else (self._program.fileno(),)

    def close(self) -> None:
        """Let go of what is there."""
        if self._program is not None:
            self._program.kill()
            self._program.close()
        self._program, self._wanted, self._due = None, False, math.inf
