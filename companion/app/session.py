"""One game at the table: the only writer of its log.

An entry is judged, then stored, then shown: nothing is on the screen that is not on the disk.
"""

from __future__ import annotations

import enum
import logging
import time
from collections.abc import Callable, Sequence
from copy import copy
from dataclasses import dataclass
from itertools import chain
from typing import Protocol

from companion.engine.command import Command
from companion.engine.decide import all_options, decide, options_of
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.table import Table
from companion.engine.verdict import Accepted, Verdict, Violation
from companion.history.correction import (
    CorrectionReport,
    Steps,
    Wish,
    correction,
    preview,
    preview_steps,
)
from companion.history.evidence import excluded_by
from companion.history.log import Entry, Header
from companion.history.timeline import Timeline
from companion.rules import catalogue

log = logging.getLogger(__name__)


class UpdateKind(enum.StrEnum):
    """Why the state changed. Lights follow every update, sounds only NEW ones."""

    NEW = "new"
    UNDONE = "undone"
    REDONE = "redone"
    CORRECTED = "corrected"
    RESUMED = "resumed"


@dataclass(frozen=True)
class Update:
    """What listeners hear: the state now, and the entry with its events that led to it."""

    kind: UpdateKind
    state: GameState
    before: GameState
    entry: Entry | None = None

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of a new entry; empty for an undo, a correction or a restart."""
        return self.entry.events if self.entry is not None and self.kind is UpdateKind.NEW else ()


class Journal(Protocol):
    """Where the entries of one game go."""

    def append(self, entry: Entry) -> None:
        """Store an entry; it is on the disk when this returns.

        Raises:
            companion.app.storage.StorageError: if it could not be stored; nothing is changed then.
        """


class _Closed:
    """The journal of a game as it stood once."""

    def append(self, entry: Entry) -> None:
        raise RuntimeError("nothing can be entered in the past")


class Nowhere:
    """A journal that keeps nothing, for a game that goes to a file as a whole or is only looked at."""

    def append(self, entry: Entry) -> None:
        """Forget the entry."""


Listener = Callable[[Update], None]
Clock = Callable[[], int]


def table_clock() -> int:
    """Milliseconds since 1970 by the machine's clock."""
    return time.time_ns() // 1_000_000


def ruleset_of(header: Header) -> Ruleset:
    """The rules that a game is played by: its profile's options with its own over them.

    Raises:
        AssemblyError: if the installed modules and profiles cannot make that game.
    """
    given = {**catalogue.profile_options(header.profile, header.modules), **header.options}
    return catalogue.ruleset(header.modules, header.level, given, len(header.players))


class GameSession:
    """Takes what people enter and tells everyone who listens."""

    def __init__(
        self, header: Header, journal: Journal, entries: tuple[Entry, ...] = (), clock: Clock = table_clock
    ) -> None:
        """Start a game, or go on with the entries it has.

        Raises:
            AssemblyError: if the game's modules and options do not make a game here.
            LogError: if the entries contradict each other.
        """
        self.header = header
        self._ruleset = ruleset_of(header)
        self._journal = journal
        self._clock = clock
        self._timeline = Timeline(self._ruleset.start(header.players, header.first), entries)
        self._table: Table | None = None
        self._laid: GameState | None = None
        self._coming = self._timeline
        self._listeners: list[Listener] = []

    @property
    def ruleset(self) -> Ruleset:
        """The rules of what is tracked now."""
        return self._ruleset.at(self.state.core.level)

    @property
    def state(self) -> GameState:
        """The state now."""
        return self._timeline.state

    @property
    def table(self) -> Table:
        """The state now, as rules and screens read it; the same one until something happens."""
        if self._table is None or self._laid is not self.state:
            self._laid = self.state
            self._table = Table(self.ruleset, self.state)
        return self._table

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The whole log: undone entries, undos and corrections included, each as it was entered."""
        return tuple(self._timeline.entries)

    @property
    def standing(self) -> tuple[Entry, ...]:
        """The entries that stand, in the order of play, corrected where they were."""
        return tuple(self._timeline.standing)

    @property
    def states(self) -> tuple[GameState, ...]:
        """The start, and the state after each standing entry."""
        return self._timeline.states

    @property
    def coming(self) -> GameState:
        """The state after the entry that is being stored; the state now if none is."""
        return self._coming.state

    @property
    def to_undo(self) -> Entry | None:
        """What one undo takes back: a command or a correction."""
        return self._timeline.actions[-1] if self._timeline.actions else None

    @property
    def to_redo(self) -> Entry | None:
        """What one redo brings back."""
        return self._timeline.undone[-1] if self._timeline.undone else None

    def state_before(self, entry: Entry) -> GameState:
        """The state before a standing entry."""
        return self._timeline.state_before(entry.entry)

    def past(self, count: int, state: GameState | None = None) -> GameSession:
        """The game as it stood after so many standing entries, to ask what could have been entered then.
        ``state`` is another state that they might have led to. Nothing can be entered in it.
        """
        other = copy(self)
        other._timeline = other._coming = self._timeline.until(count, state)
        other._journal = _Closed()
        other._listeners = []
        return other

    def judge(self, command: Command, overrule: bool = False) -> Verdict:
        """The verdict on a command, without entering it."""
        return decide(self.ruleset, self.state, command, overrule)

    def excluded_by(self, command: Command, violations: Sequence[Violation]) -> tuple[Entry | None, ...]:
        """The earlier entry that each violation of a command goes back to, if it is about hidden cards: since
        then it cannot be so (B-56). None if it never could, or the violation is about something else.
        """
        timeline = self._timeline
        return excluded_by(self.ruleset, timeline.states, timeline.standing, command, violations)

    def options(self, who: PlayerId, *kinds: type[Command]) -> tuple[Command, ...]:
        """What a player may do now, of some kinds or of all."""
        if not kinds:
            return all_options(self.table, who)
        return tuple(chain.from_iterable(options_of(self.table, kind, who) for kind in kinds))

    def submit(self, command: Command, overrule: bool = False) -> Verdict:
        """Enter a command. With ``overrule`` the table lets broken rules stand.

        Raises:
            companion.app.storage.StorageError: if it could not be stored; the game stands as before.
        """
        verdict = self.judge(command, overrule)
        if isinstance(verdict, Accepted):
            entry = Entry(self._timeline.next_id, command, verdict.events, verdict.overruled, at=self._now())
            self._enter(entry, UpdateKind.NEW)
        return verdict

    def undo(self) -> Entry | None:
        """Take back the last command or correction, and return it; None when there is nothing to take back.

        Raises:
            companion.app.storage.StorageError: if it could not be stored; the game stands as before.
        """
        target = self.to_undo
        if target is not None:
            entry = Entry(self._timeline.next_id, undo=target.entry, at=self._now())
            self._enter(entry, UpdateKind.UNDONE)
        return target

    def redo(self) -> Entry | None:
        """Bring back the command or correction undone last, and return it; None when there is none.

        Raises:
            companion.app.storage.StorageError: if it could not be stored; the game stands as before.
        """
        target = self.to_redo
        if target is not None:
            entry = Entry(self._timeline.next_id, redo=target.entry, at=self._now())
            self._enter(entry, UpdateKind.REDONE)
        return target

    def preview(self, wish: Wish) -> CorrectionReport:
        """What a correction would do. Nothing is changed.

        Raises:
            CorrectionError: if there is no such entry, or nothing to make of the wish.
        """
        return preview(self.ruleset, self._timeline, wish)

    def preview_steps(self, wish: Wish) -> Steps:
        """The same, a few milliseconds at a time: a generator that returns the report.

        Raises:
            CorrectionError: if there is no such entry, or nothing to make of the wish.
        """
        return preview_steps(self.ruleset, self._timeline, wish)

    def correct(self, wish: Wish | CorrectionReport) -> Entry:
        """Make a correction, and return its entry. A report of a preview is taken as it is if nothing was
        entered since.

        Raises:
            CorrectionError: if there is no such entry, it would change nothing, or an entry is in conflict
                without an answer. The game stands as before.
            companion.app.storage.StorageError: if it could not be stored; the game stands as before.
        """
        report = wish if isinstance(wish, CorrectionReport) else self.preview(wish)
        if report.number != self._timeline.next_id:
            report = self.preview(report.wish)
        entry = correction(report, self._now())
        self._enter(entry, UpdateKind.CORRECTED, report.states)
        return entry

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Tell the listener of every update, beginning with the state now. Returns how to stop that."""
        self._listeners.append(listener)
        self._tell(listener, Update(UpdateKind.RESUMED, self.state, self.state))
        return lambda: self._listeners.remove(listener)

    def _enter(self, entry: Entry, kind: UpdateKind, states: Sequence[GameState] = ()) -> None:
        before = self.state
        self._coming = self._timeline.after(entry, states)
        try:
            self._journal.append(entry)
        except BaseException:
            self._coming = self._timeline
            raise
        self._timeline = self._coming
        update = Update(kind, self.state, before, entry)
        for listener in tuple(self._listeners):
            self._tell(listener, update)

    @staticmethod
    def _tell(listener: Listener, update: Update) -> None:
        """One listener's failure is not the game's."""
        try:
            listener(update)
        except Exception:
            log.exception("a listener failed on %s", update.kind)

    def _now(self) -> int:
        """The clock, never before the entry before: a Pi's clock may jump when it finds the time."""
        last = self._timeline.entries[-1].at if self._timeline.entries else self.header.started
        return max(self._clock(), last)
