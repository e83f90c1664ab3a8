"""The states of a game after each entry that stands. States are immutable, so they are simply kept."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.decide import replay
from companion.engine.ids import EntryId
from companion.engine.state import GameState
from companion.history.log import Entry, LogError, effective, next_id


class Timeline:
    """Log, standing entries and the state after each of them."""

    def __init__(self, start: GameState, entries: Iterable[Entry] = ()) -> None:
        """Load a log; stored events are trusted, nothing is judged again.

        Raises:
            LogError: if the log contradicts itself.
        """
        self.entries: list[Entry] = list(entries)
        for earlier, later in zip(self.entries, self.entries[1:], strict=False):
            if later.entry <= earlier.entry:
                raise LogError(f"entry {later.entry} follows entry {earlier.entry}")
        standing, undone = effective(self.entries)
        self.standing: list[Entry] = list(standing)
        self.undone: list[Entry] = list(undone)
        self._states = [start]
        for entry in self.standing:
            self._states.append(replay(self._states[-1], entry.events))

    @property
    def state(self) -> GameState:
        """The state now."""
        return self._states[-1]

    @property
    def next_id(self) -> EntryId:
        """The id of the entry to come."""
        return next_id(self.entries)

    @property
    def states(self) -> tuple[GameState, ...]:
        """The start, and the state after each standing entry."""
        return tuple(self._states)

    def state_before(self, entry: EntryId) -> GameState:
        """The state before a standing entry.

        Raises:
            KeyError: if the entry does not stand.
        """
        for index, standing in enumerate(self.standing):
            if standing.entry == entry:
                return self._states[index]
        raise KeyError(entry)

    def append(self, entry: Entry) -> None:
        """Take a new entry: a command with its events, or the undo or redo that is due.

        Raises:
            LogError: if an undo or redo is not due.
        """
        if entry.undo is not None:
            if not self.standing or self.standing[-1].entry != entry.undo:
                raise LogError(f"entry {entry.undo} is not the one to undo")
            self.undone.append(self.standing.pop())
            self._states.pop()
        elif entry.redo is not None:
            if not self.undone or self.undone[-1].entry != entry.redo:
                raise LogError(f"entry {entry.redo} is not the one to bring back")
            again = self.undone.pop()
            self.standing.append(again)
            self._states.append(replay(self._states[-1], again.events))
        else:
            self.standing.append(entry)
            self.undone.clear()
            self._states.append(replay(self._states[-1], entry.events))
        self.entries.append(entry)
