"""The changes of a correction as they are written, in the journal and in the open format alike."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from companion.engine.codec import encode
from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import EntryId, RuleId
from companion.engine.verdict import Severity, Violation
from companion.history.changes import Change, Changed, Inserted, Recorded, Removed, Restated


class ViolationLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A broken rule that the table let stand."""

    rule: str
    key: str = ""
    params: dict[str, str | int | tuple[str, ...]] = {}
    severity: Severity = Severity.SOFT
    hidden: bool = False


class _Line(msgspec.Struct, tag_field="kind", forbid_unknown_fields=True, omit_defaults=True):
    """Base of all changes; commands and events are left as they are until the game's rules are known."""


class ChangeLine(_Line, tag="change"):
    """An entry has another command."""

    entry: int
    command: msgspec.Raw
    events: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    overruled: tuple[ViolationLine, ...] = ()


class RemoveLine(_Line, tag="remove"):
    """An entry stands no longer."""

    entry: int


class InsertLine(_Line, tag="insert"):
    """A new entry stands behind another one, 0 before all; ``noted`` is one without consequences."""

    after: int
    command: msgspec.Raw
    events: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    overruled: tuple[ViolationLine, ...] = ()
    noted: bool = False


class RestateLine(_Line, tag="restate"):
    """An entry keeps its command, and means something else."""

    entry: int
    events: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    overruled: tuple[ViolationLine, ...] = ()


class RecordLine(_Line, tag="record"):
    """The record says another command, or none; what happened stays."""

    entry: int
    command: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET


AnyLine = ChangeLine | RemoveLine | InsertLine | RestateLine | RecordLine


def lines_of(changes: Iterable[Change], events: bool = True) -> tuple[AnyLine, ...]:
    """Changes, ready to be written, with or without the events."""
    return tuple(_line_of(change, events) for change in changes)


def _line_of(change: Change, events: bool) -> AnyLine:
    match change:
        case Changed():
            return ChangeLine(
                change.entry, _raw(change.command), _events(change, events), ruled_lines(change.overruled)
            )
        case Removed():
            return RemoveLine(change.entry)
        case Inserted():
            return InsertLine(
                change.after,
                _raw(change.command),
                _events(change, events and not change.noted),
                ruled_lines(change.overruled),
                change.noted,
            )
        case Restated():
            return RestateLine(change.entry, _events(change, events), ruled_lines(change.overruled))
        case Recorded():
            command = msgspec.UNSET if change.command is None else _raw(change.command)
            return RecordLine(change.entry, command)


def _raw(command: Command) -> msgspec.Raw:
    return msgspec.Raw(encode(command))


def _events(change: Changed | Inserted | Restated, wanted: bool) -> msgspec.Raw | msgspec.UnsetType:
    return msgspec.Raw(encode(change.events)) if wanted else msgspec.UNSET


def ruled_lines(overruled: Iterable[Violation]) -> tuple[ViolationLine, ...]:
    """Broken rules, ready to be written."""
    return tuple(ViolationLine(v.rule, v.key, v.params, v.severity, v.hidden) for v in overruled)


def ruled_of(lines: Iterable[ViolationLine]) -> tuple[Violation, ...]:
    """The broken rules that were written."""
    return tuple(
        Violation(RuleId(line.rule), line.key, line.params, line.severity, line.hidden) for line in lines
    )


def lacks_events(line: AnyLine) -> bool:
    """Whether a change has been written without the events that it needs."""
    if isinstance(line, RemoveLine | RecordLine) or (isinstance(line, InsertLine) and line.noted):
        return False
    return line.events is msgspec.UNSET


def change_of(
    line: AnyLine,
    command: Callable[[msgspec.Raw], Command],
    events: Callable[[msgspec.Raw], tuple[Event, ...]],
) -> Change:
    """The change that was written; ``command`` and ``events`` read what they are given, or raise."""

    def read(raw: msgspec.Raw | msgspec.UnsetType) -> tuple[Event, ...]:
        return () if raw is msgspec.UNSET else events(raw)

    match line:
        case ChangeLine():
            return Changed(
                EntryId(line.entry), command(line.command), read(line.events), ruled_of(line.overruled)
            )
        case RemoveLine():
            return Removed(EntryId(line.entry))
        case InsertLine():
            return Inserted(
                EntryId(line.after),
                command(line.command),
                read(line.events),
                ruled_of(line.overruled),
                line.noted,
            )
        case RestateLine():
            return Restated(EntryId(line.entry), read(line.events), ruled_of(line.overruled))
        case RecordLine():
            said = None if line.command is msgspec.UNSET else command(line.command)
            return Recorded(EntryId(line.entry), said)
