"""What a run of the app leaves behind, so that the next one knows how it ended.

While it runs, a note says which game is on the table; who closes the app takes the note away. A note that
is found at the start tells of a run that did not close: it crashed, was stuck, was killed, or the power went.
The kernel's number of this boot tells the power apart, without a clock. What a crash had to say is in a file
beside the note, and the last few of them are kept for ``longship doctor``.

Nothing here raises: an app that cannot keep its last words plays all the same.
"""

from __future__ import annotations

import contextlib
import enum
import faulthandler
import fcntl
import os
import sys
import traceback
from pathlib import Path
from types import TracebackType
from typing import BinaryIO

import msgspec

import companion
from companion.app import kept_file
from companion.app.settings import data_folder

FOLDER = "last_words"
NOTE, WORDS, ENDINGS = "running.json", "words.txt", "endings.json"
VERDICT = "verdict"
"""The file in which the kiosk's unit leaves systemd's word on how the service ended."""
BOOT = Path("/proc/sys/kernel/random/boot_id")
MOST_ENDINGS = 5
LONGEST_WORDS = 8000
MOST_RETURNS = 3
"""How often in a row a game resumes by itself after a crash; from then on the table is asked."""


class EndingKind(enum.StrEnum):
    """How a run ended that nobody closed."""

    CRASHED = "crashed"
    STUCK = "stuck"
    MEMORY = "memory"
    KILLED = "killed"


class Ending(msgspec.Struct, frozen=True):
    """A run that nobody closed: with the version, the game that was played, and what there was to say."""

    kind: EndingKind
    version: str = ""
    game: str = ""
    words: str = ""

    @property
    def last_line(self) -> str:
        """What a traceback says in its last line, and a dump of the interpreter in its first."""
        lines = [line.strip() for line in self.words.splitlines() if line.strip()]
        if not lines:
            return ""
        return lines[0] if lines[0].startswith("Fatal Python error") else lines[-1]


class _Note(msgspec.Struct, frozen=True):
    """A run that goes on. ``returns`` counts the crashes since all went well for a while;
    ``drawn`` is whether anything was seen of it yet."""

    boot: str
    version: str = companion.__version__
    game: str = ""
    returns: int = 0
    drawn: bool = False


class LastWords:
    """The words of this run, in a folder of the data folder. Without a folder nothing is kept."""

    def __init__(self, folder: Path | None) -> None:
        self._folder = folder
        self._note = _Note("")
        self._words: BinaryIO | None = None
        self.ending: Ending | None = None
        """How the run before ended, if it ended badly."""
        self.game = ""
        """The game to go on with at once: it was on the table when the run before ended, and the power did
        not go since. Empty where nobody waits for one, or where it has ended badly again and again."""

    @classmethod
    def here(cls) -> LastWords:
        """Those of the data folder that is in use."""
        return cls(data_folder() / FOLDER)

    def begin(self, boot: str | None = None) -> None:
        """Look how the run before ended, and write down from now on what becomes of this one."""
        if self._folder is None:
            return
        with contextlib.suppress(OSError):
            kept_file.make_folder(self._folder)
            self._words = self._take(self._folder / WORDS)
        if self._words is None:  # another Longship runs here, or nothing can be written
            return
        boot = _this_boot() if boot is None else boot
        before = kept_file.read_json(self._folder / NOTE, _Note) or _Note("")
        here = before if before.boot == boot else _Note(boot)
        words = _text(self._words)
        verdict = self._verdict()
        if words or here.drawn:
            self.ending = Ending(_kind(words, verdict), before.version, before.game, words)
            self._keep(self.ending)
        # what was killed from outside would have gone on
        crashed = self.ending is not None and self.ending.kind is not EndingKind.KILLED
        self._note = _Note(boot, game=here.game, returns=here.returns + crashed)
        self._write_note()
        if self._note.returns <= MOST_RETURNS:
            self.game = here.game
        with contextlib.suppress(OSError):
            self._words.truncate(0)
        faulthandler.enable(self._words)
        self._hook_before = sys.excepthook
        sys.excepthook = self._crashed

    def drawn(self) -> None:
        """There is something to be seen."""
        self._change(drawn=True)

    def calm(self) -> None:
        """All has gone well for a while."""
        self._change(returns=0)

    def plays(self, game: str) -> None:
        """This game is on the table, or none."""
        self._change(game=game)

    def close(self) -> None:
        """The app was closed: there is nothing to tell."""
        if self._folder is None or self._words is None:
            return
        self.let_go()
        for name in (NOTE, WORDS, VERDICT):
            with contextlib.suppress(OSError):
                (self._folder / name).unlink()

    def let_go(self) -> None:
        """The app ends without having been closed: its note stays."""
        if self._words is not None:
            faulthandler.disable()
            sys.excepthook = self._hook_before
            self._words.close()
            self._words = None

    def _crashed(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """Write an exception down that nobody has caught."""
        with contextlib.suppress(OSError, ValueError):
            if self._words is not None:
                text = "".join(traceback.format_exception(kind, error, trace))
                self._words.write(text.encode("utf-8", "backslashreplace"))
                os.fsync(self._words.fileno())
        self._hook_before(kind, error, trace)

    def _change(self, **values: object) -> None:
        changed = msgspec.structs.replace(self._note, **values)
        if changed != self._note and self._words is not None:
            self._note = changed
            self._write_note()

    def _write_note(self) -> None:
        if self._folder is not None:
            with contextlib.suppress(OSError):
                kept_file.write(self._folder / NOTE, msgspec.json.encode(self._note))

    def _keep(self, ending: Ending) -> None:
        assert self._folder is not None
        kept = [*endings(self._folder), ending][-MOST_ENDINGS:]
        with contextlib.suppress(OSError):
            kept_file.write(self._folder / ENDINGS, msgspec.json.format(msgspec.json.encode(kept), indent=1))

    def _verdict(self) -> str:
        """systemd's word on how the service ended, for this once."""
        assert self._folder is not None
        file = self._folder / VERDICT
        with contextlib.suppress(OSError):
            found = kept_file.read(file)
            file.unlink(missing_ok=True)
            if found is not None:
                return found[0].decode("utf-8", "replace").strip()
        return ""

    @staticmethod
    def _take(file: Path) -> BinaryIO | None:
        """The file of words, for this run alone; None where another one has it. Unbuffered: whoever writes
        there may have no time to flush. Raises OSError."""
        stream = file.open("a+b", buffering=0)
        try:
            fcntl.flock(stream, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            stream.close()
            return None
        return stream


def endings(folder: Path) -> list[Ending]:
    """The runs of late that nobody closed, the last one at the end. Never raises."""
    return kept_file.read_json(folder / ENDINGS, list[Ending]) or []


def _this_boot() -> str:
    try:
        return BOOT.read_text("ascii").strip()
    except (OSError, ValueError):
        return ""


def _text(stream: BinaryIO) -> str:
    """The end of what stands there: a traceback's reason is at its end, and a dump is short."""
    try:
        size = stream.seek(0, os.SEEK_END)
        stream.seek(max(0, size - LONGEST_WORDS))
        return stream.read(LONGEST_WORDS).decode("utf-8", "replace").strip()
    except OSError:
        return ""


def _kind(words: str, verdict: str) -> EndingKind:
    if verdict == "watchdog":
        return EndingKind.STUCK
    if verdict == "oom-kill":
        return EndingKind.MEMORY
    return EndingKind.CRASHED if words else EndingKind.KILLED
