"""Copying to a stick and restoring from it beside the window's thread, which never waits for a stick.

One thing at a time, in a thread of its own. A stick may hang for minutes: then that thread waits, and the
table plays on.
"""

from __future__ import annotations

import contextlib
import enum
import logging
import os
import threading
import time
from collections.abc import Callable, Generator
from functools import partial
from pathlib import Path
from typing import Any

import msgspec

from companion.app import backup, restore, sticks
from companion.app.backup import Archive, BackupError, Contents, Written
from companion.app.i18n import _
from companion.app.ports import Notice
from companion.app.restore import Restored
from companion.app.settings import Settings
from companion.app.sticks import Stick, Sticks
from companion.app.storage import JournalStore
from companion.history.log import Entry, Header

log = logging.getLogger(__name__)

TELL_SECONDS = 0.2
CLOSE_WITHIN_S = 2.0
MOST_TRIED = 20
"""How many damaged backups on a stick are opened in search of a whole one."""

InWindow = Callable[[Callable[[], object]], object]


class Work(enum.Enum):
    """What is being done."""

    NOTHING = enum.auto()
    COPYING = enum.auto()
    LOOKING = enum.auto()
    """For the latest backup on a stick."""
    RESTORING = enum.auto()
    STOPPING = enum.auto()
    """It was told to stop, and has not said yet that it did."""


class Household(msgspec.Struct, frozen=True):
    """All that a backup is made of or read into: the games, the settings in use, the data folder, the user's
    settings file, and the running game with all its entries."""

    store: JournalStore
    settings: Settings
    folder: Path
    config: Path
    running: tuple[Header, tuple[Entry, ...]] | None = None
    now: int = 0


class BackupJob:
    """Call it in the window's thread; ``in_window`` has it answer there too.

    ``on_change`` hears of each step, ``on_end`` what came of copying and restoring: what was written or
    restored, or the sentence that says why not. ``on_found`` hears of the latest backup, for the table to be
    asked.
    """

    def __init__(
        self, in_window: InWindow = lambda call: call(), find: Callable[[Path], Sticks] = sticks.find
    ) -> None:
        self.work = Work.NOTHING
        self.done = 0
        self.total = 0
        self.result: Written | Restored | Notice | None = None
        """What came of it the last time."""
        self.on_change: Callable[[], object] = lambda: None
        self.on_end: Callable[[Written | Restored | Notice], object] = lambda result: None
        self.on_found: Callable[[Contents], object] = lambda contents: None
        self._in_window = in_window
        self._find = find
        self._found: Archive | None = None
        self._stop = threading.Event()
        self._thread: threading.Thread | None = None

    # --- what is wanted, in the window's thread -------------------------------------------------------

    def copy(self, household: Household) -> None:
        """Write a backup to the stick that came last."""
        self._begin(Work.COPYING, lambda: _copy(household, self._find), household.store.count())

    def look(self, household: Household) -> None:
        """Find the latest backup that can be read."""
        self.forget()
        self._begin(Work.LOOKING, lambda: _look(household, self._find), 0)

    def restore(self, household: Household, with_settings: bool) -> None:
        """Bring back what the backup found last holds."""
        found, self._found = self._found, None
        if found is not None:
            total = len(found.contents.games)
            self._begin(Work.RESTORING, lambda: _restore(found, household, with_settings), total)

    def forget(self) -> None:
        """Let go of the backup found last."""
        if self._found is not None:
            self._found.close()
            self._found = None

    def stop(self) -> None:
        """End it soon; what has come so far stays."""
        if self.work is not Work.NOTHING:
            self.work = Work.STOPPING
            self._stop.set()
            self.on_change()

    def close(self) -> None:
        """End it, and wait for that a moment; a stick that hangs is not waited for."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join(CLOSE_WITHIN_S)
        self.forget()

    # --- the thread -----------------------------------------------------------------------------------

    def _begin(self, work: Work, steps: Callable[[], Generator[int, None, Any]], total: int) -> None:
        if self.work is not Work.NOTHING:
            return
        self.work, self.done, self.total = work, 0, total
        self._stop.clear()
        self._thread = threading.Thread(target=self._run, args=(work, steps), name="backup", daemon=True)
        self._thread.start()
        self.on_change()

    def _run(self, work: Work, steps: Callable[[], Generator[int, None, Any]]) -> None:
        try:
            result = self._carry_out(work, steps())
        except BackupError as error:
            result = error.notice
        except OSError as error:
            result = Notice(_("The stick cannot be used: {reason}.").format(reason=error.strerror or error))
        except Exception as error:  # whatever comes up, the game goes on
            log.exception("a backup failed")
            result = Notice(_("The stick cannot be used: {reason}.").format(reason=error))
        self._in_window(lambda: self._ended(result))

    def _carry_out(self, work: Work, steps: Generator[int, None, Any]) -> Any:
        told = time.monotonic()
        try:
            next(steps)
            while True:
                done = steps.throw(BackupError(_stopped(work))) if self._stop.is_set() else next(steps)
                if time.monotonic() - told >= TELL_SECONDS:
                    told = time.monotonic()
                    self._in_window(partial(self._stepped, done))
        except StopIteration as end:
            return end.value

    def _stepped(self, done: int) -> None:
        if self.work in (Work.COPYING, Work.RESTORING):
            self.done = done
            self.on_change()

    def _ended(self, result: Archive | Written | Restored | Notice) -> None:
        stopped = self.work is Work.STOPPING
        self.work = Work.NOTHING
        self._thread = None
        if isinstance(result, Archive):
            self._found = result
            if stopped:
                self.forget()
        else:
            self.result = result
        self.on_change()
        if not isinstance(result, Archive):
            self.on_end(result)
        elif not stopped:
            self.on_found(result.contents)


def _copy(household: Household, find: Callable[[Path], Sticks]) -> Generator[int, None, Written]:
    yield 0
    stick = _only(find(household.folder))
    games = backup.games_of(household.store.stored(), household.running)
    files = restore.besides(household.settings, household.folder)
    with _open(stick) as folder:
        return (yield from backup.write(folder, games, files, household.now))


def _look(household: Household, find: Callable[[Path], Sticks]) -> Generator[int, None, Archive]:
    yield 0
    found = find(household.folder)
    _only(found)
    tried: BackupError | None = None
    for stick in found.mounted:
        with _open(stick) as folder:
            for name in backup.backups_in(folder)[:MOST_TRIED]:
                try:
                    return backup.open_backup(name, folder)
                except BackupError as error:
                    tried = tried or error
                yield 0
    raise tried or BackupError(
        _("There is no backup of Longship on the stick."), _("Plug in the stick that has one.")
    )


def _restore(archive: Archive, household: Household, with_settings: bool) -> Generator[int, None, Restored]:
    with archive:
        yield 0
        return (
            yield from restore.restore(
                archive,
                household.store,
                household.folder,
                household.settings,
                config=household.config if with_settings else None,
            )
        )


def _only(found: Sticks) -> Stick:
    """The stick that came last."""
    if found.mounted:
        return found.mounted[0]
    if found.bare:
        raise BackupError(
            _("The USB stick ({name}) is there, but nothing on it can be reached.").format(
                name=found.bare[0]
            ),
            _("Format it as FAT32 or exFAT; on a desktop, open it there once."),
        )
    raise BackupError(_("No USB stick is plugged in."), _("Plug one in, wait a moment, and tap again."))


@contextlib.contextmanager
def _open(stick: Stick) -> Any:
    try:
        folder = stick.open()
    except OSError as error:
        raise BackupError(
            _("The USB stick cannot be opened: {reason}.").format(reason=error.strerror or error),
            _("Pull it out and plug it in again."),
        ) from error
    try:
        yield folder
    finally:
        os.close(folder)


def _stopped(work: Work) -> str:
    if work is Work.RESTORING:
        return _("Stopped: what was restored so far stays.")
    return _("Stopped: no new backup was made, and older ones are untouched.")
