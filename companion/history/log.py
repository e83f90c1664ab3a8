"""The log of a game: it only grows. Undo and redo are entries in it, never deletions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import EntryId, PlayerId
from companion.engine.state import Player
from companion.engine.verdict import Violation

LONGEST_NAME = 200
"""Characters of a player's name. The screen shortens what it shows, never what is kept."""


class Header(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """What a game is played by; fixed when it starts.

    ``started`` is the table's clock in milliseconds since 1970. A Pi has no clock of its own, so it
    is a hint for people and nothing is ordered by it.
    """

    game: str
    players: tuple[Player, ...]
    modules: tuple[str, ...] = ("base", "cities_knights")
    level: str = "L1"
    profile: str = "hobbyworld"
    options: dict[str, bool | int | str] = {}
    first: PlayerId | None = None
    started: int = 0


class Entry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: a command with the events it meant, or the undo or redo of an entry.

    ``overruled`` are the broken rules that the table let stand (a house ruling).
    """

    entry: EntryId
    command: Command | None = None
    events: tuple[Event, ...] = ()
    overruled: tuple[Violation, ...] = ()
    undo: EntryId | None = None
    redo: EntryId | None = None
    at: int = 0


class LogError(ValueError):
    """A log that contradicts itself."""


def effective(entries: Iterable[Entry]) -> tuple[tuple[Entry, ...], tuple[Entry, ...]]:
    """The commands that stand after all undos and redos, and those that a redo would bring back.

    The last of the second tuple is the next redo. A new command makes redo impossible for what was
    undone before it; those entries stay in the log.

    Raises:
        LogError: if an undo or redo names anything but the entry whose turn it is.
    """
    standing: list[Entry] = []
    undone: list[Entry] = []
    for entry in entries:
        if entry.undo is not None:
            if not standing or standing[-1].entry != entry.undo:
                raise LogError(f"entry {entry.entry} undoes {entry.undo}, which is not the last one standing")
            undone.append(standing.pop())
        elif entry.redo is not None:
            if not undone or undone[-1].entry != entry.redo:
                raise LogError(
                    f"entry {entry.entry} brings back {entry.redo}, which was not the last one undone"
                )
            standing.append(undone.pop())
        else:
            standing.append(entry)
            undone.clear()
    return tuple(standing), tuple(undone)


def next_id(entries: Sequence[Entry]) -> EntryId:
    """Ids count up from 1 and are never used twice."""
    return EntryId(entries[-1].entry + 1 if entries else 1)
