"""The log of a game: it only grows. Undo, redo and corrections are entries in it, never deletions."""

from __future__ import annotations

import enum
from collections.abc import Container, Iterable, Sequence

import msgspec
from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.errors import LongshipError
from companion.engine.event import Event
from companion.engine.ids import EntryId, PlayerId, RuleId
from companion.engine.state import Player
from companion.engine.verdict import Violation
from companion.history.changes import Change, Changed, Inserted, Recorded, Restated

LONGEST_NAME = 200
"""Characters of a player's name. The screen shortens what it shows, never what is kept."""


class Header(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a game is played by; fixed when it starts.

    ``started`` is the table's clock in milliseconds since 1970. A Pi has no clock of its own, so it
    is a hint for people and nothing is ordered by it. A game that began in the middle of another has
    ``inherited`` its entries up to that number: they were entered in the other one.
    """

    game: str
    players: tuple[Player, ...]
    modules: tuple[str, ...]
    level: str = "L1"
    profile: str = "hobbyworld"
    options: dict[str, bool | int | str] = {}
    first: PlayerId | None = None
    started: int = 0
    inherited: int = 0


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: a command with the events it meant, the undo or redo of one, or a correction.

    ``overruled`` are the broken rules that the table let stand (a house ruling). The last two fields are
    never stored: they belong to entries that stand and were corrected. ``happened`` is the command that the
    events come from (or none) where the record says another one; ``corrected_by`` is the correction that gave
    the entry its command, and the entry's own id if that one has inserted it.
    """

    entry: EntryId
    command: Command | None = None
    events: tuple[Event, ...] = ()
    overruled: tuple[Violation, ...] = ()
    undo: EntryId | None = None
    redo: EntryId | None = None
    at: int = 0
    correction: tuple[Change, ...] = ()
    happened: tuple[Command, ...] | None = None
    corrected_by: EntryId | None = None

    @property
    def meant_by(self) -> Command | None:
        """The command that the events come from; None where nothing has happened."""
        if self.happened is None:
            return self.command
        return self.happened[0] if self.happened else None

    @property
    def ruled(self) -> frozenset[RuleId]:
        """The rules whose breach the table let stand."""
        return frozenset(violation.rule for violation in self.overruled)


def not_ruled(violations: Iterable[Violation], ruled: Container[RuleId]) -> tuple[Violation, ...]:
    """The breaches of rules that the table has not let stand."""
    return tuple(violation for violation in violations if violation.rule not in ruled)


class Fault(enum.StrEnum):
    """What is wrong with a log that contradicts itself."""

    UNDO = "undo"
    REDO = "redo"
    MISSING = "missing"
    TWICE = "twice"
    EMPTY = "empty"


class LogError(LongshipError, ValueError):
    """A log that contradicts itself: what is wrong with an entry, and which other entry it names."""

    def __init__(self, text: str, fault: Fault | None = None, other: EntryId | None = None) -> None:
        super().__init__(text)
        self.fault = fault
        self.other = other


class Fold:
    """What stands of a log, an entry at a time.

    An action is a command or a correction; undo takes back the last one that stands, redo brings back the
    last one undone. A new action ends the redo; what was undone stays in the log.
    """

    def __init__(self, entries: Iterable[Entry] = ()) -> None:
        """Take these entries.

        Raises:
            LogError: if they contradict each other.
        """
        self.standing: list[Entry] = []
        self.actions: list[Entry] = []
        self.undone: list[Entry] = []
        self._replaced: list[tuple[int, list[Entry]]] = []
        """What stood before each correction that stands, and how many of these stayed as they were."""
        for entry in entries:
            self.take(entry)

    def copy(self) -> Fold:
        """Another one, to try what an entry would do."""
        other = Fold()
        other.standing = list(self.standing)
        other.actions = list(self.actions)
        other.undone = list(self.undone)
        other._replaced = list(self._replaced)
        return other

    def take(self, entry: Entry) -> int:
        """Take the next entry. How many of the standing ones stay as they were, from the first on.

        Raises:
            LogError: if it names anything but what it may; nothing is changed then.
        """
        if entry.undo is not None:
            if not self.actions or self.actions[-1].entry != entry.undo:
                raise LogError(
                    f"entry {entry.entry} undoes {entry.undo}, which is not the last one standing",
                    Fault.UNDO,
                    entry.undo,
                )
            self.undone.append(self.actions.pop())
            return self._take_back(self.undone[-1])
        if entry.redo is not None:
            if not self.undone or self.undone[-1].entry != entry.redo:
                raise LogError(
                    f"entry {entry.entry} brings back {entry.redo}, which was not the last one undone",
                    Fault.REDO,
                    entry.redo,
                )
            self.actions.append(self.undone.pop())
            return self._do(self.actions[-1])
        kept = self._do(entry)
        self.actions.append(entry)
        self.undone.clear()
        return kept

    def _take_back(self, action: Entry) -> int:
        if not action.correction:
            self.standing.pop()
            return len(self.standing)
        kept, self.standing = self._replaced.pop()
        return kept

    def _do(self, action: Entry) -> int:
        if action.command is not None:
            self.standing.append(action)
            return len(self.standing) - 1
        kept, standing = _corrected(self.standing, action)
        self._replaced.append((kept, self.standing))
        self.standing = standing
        return kept


def _corrected(before: list[Entry], by: Entry) -> tuple[int, list[Entry]]:
    """What stands after a correction, and how many entries stay as they were."""
    changes: dict[EntryId, Change] = {}
    new: Inserted | None = None
    for change in by.correction:
        twice = new is not None if isinstance(change, Inserted) else change.entry in changes
        if twice:
            name = by.entry if isinstance(change, Inserted) else change.entry
            raise LogError(f"entry {by.entry} corrects {name} twice", Fault.TWICE, name)
        if isinstance(change, Inserted):
            new = change
        else:
            changes[change.entry] = change
    if not by.correction:
        raise LogError(f"entry {by.entry} says nothing", Fault.EMPTY)
    after: list[Entry] = []
    kept = len(before)
    places = {EntryId(0), *(entry.entry for entry in before)}
    missing = [name for name in (*changes, *(() if new is None else (new.after,))) if name not in places]
    if missing or EntryId(0) in changes:
        name = missing[0] if missing else EntryId(0)
        raise LogError(f"entry {by.entry} corrects {name}, which does not stand", Fault.MISSING, name)
    if new is not None and new.after == 0:
        after.append(_inserted(new, by))
        kept = 0
    for index, entry in enumerate(before):
        if entry.entry in changes:
            kept = min(kept, index)
            changed = _changed(entry, changes[entry.entry], by.entry)
            after += [] if changed is None else [changed]
        else:
            after.append(entry)
        if new is not None and new.after == entry.entry:
            kept = min(kept, index + 1)
            after.append(_inserted(new, by))
    return kept, after


def _inserted(change: Inserted, by: Entry) -> Entry:
    return Entry(
        by.entry,
        change.command,
        change.events,
        change.overruled,
        at=by.at,
        happened=() if change.noted else None,
        corrected_by=by.entry,
    )


def _changed(old: Entry, change: Change, by: EntryId) -> Entry | None:
    """An entry after a change; None if it stands no longer."""
    match change:
        case Changed():
            return Entry(
                old.entry, change.command, change.events, change.overruled, at=old.at, corrected_by=by
            )
        case Restated():
            return replace(old, events=change.events, overruled=change.overruled)
        case Recorded():
            happened = () if old.meant_by is None else (old.meant_by,)
            kept = None if happened == (change.command,) else happened
            return replace(old, command=change.command, happened=kept, corrected_by=by)
        case _:
            return None


def effective(entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The commands that stand after all undos, redos and corrections, and the actions that a redo would
    bring back, the next one last.

    Raises:
        LogError: if the entries contradict each other.
    """
    fold = Fold(entries)
    return tuple(fold.standing), tuple(fold.undone)


def next_id(entries: Sequence[Entry]) -> EntryId:
    """Ids count up from 1 and are never used twice."""
    return EntryId(entries[-1].entry + 1 if entries else 1)
