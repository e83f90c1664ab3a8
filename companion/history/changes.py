"""What one correction does to the entries that stand. All of it is stored, nothing is judged when it is
loaded.
"""

from __future__ import annotations

import msgspec

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import EntryId
from companion.engine.verdict import Violation


class Changed(msgspec.Struct, frozen=True):
    """An entry has another command, and what that means."""

    entry: EntryId
    command: Command
    events: tuple[Event, ...] = ()
    overruled: tuple[Violation, ...] = ()


class Removed(msgspec.Struct, frozen=True):
    """An entry stands no longer, nor does what it meant."""

    entry: EntryId


class Inserted(msgspec.Struct, frozen=True):
    """A new entry stands behind another one (0: before all). Its id is that of the correction.

    ``noted`` is one that only the record lacked: what it meant was already so, and it has no events.
    """

    after: EntryId
    command: Command
    events: tuple[Event, ...] = ()
    overruled: tuple[Violation, ...] = ()
    noted: bool = False


class Restated(msgspec.Struct, frozen=True):
    """An entry keeps its command, and means something else after what was changed before it."""

    entry: EntryId
    events: tuple[Event, ...] = ()
    overruled: tuple[Violation, ...] = ()


class Recorded(msgspec.Struct, frozen=True):
    """The record of an entry says something else, or nothing any more; what happened stays as it was."""

    entry: EntryId
    command: Command | None = None


Change = Changed | Removed | Inserted | Restated | Recorded
