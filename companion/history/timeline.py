"""The states of a game after each entry that stands. States are immutable, so they are simply kept."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from copy import copy

from companion.engine.decide import replay
from companion.engine.ids import EntryId
from companion.engine.state import GameState
from companion.history.log import Entry, Fold, LogError, next_id


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
        self._fold = Fold(self.entries)
        self._states = [start]
        self._replay()

    @property
    def standing(self) -> list[Entry]:
        """The entries that stand, in the order of play; one that was inserted has a later number."""
        return self._fold.standing

    @property
    def actions(self) -> list[Entry]:
        """The commands and corrections that were not undone; the last one is the next undo."""
        return self._fold.actions

    @property
    def undone(self) -> list[Entry]:
        """The commands and corrections that were undone; the last one is the next redo."""
        return self._fold.undone

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

    def until(self, count: int, state: GameState | None = None) -> Timeline:
        """The first entries that stand, as if nothing had followed and nothing could be undone; ``state`` is
        the one that they lead to, where that is another one.
        """
        other = copy(self)
        other._fold = Fold()
        other._fold.standing = self.standing[:count]
        other.entries = list(other._fold.standing)
        other._states = self._states[: count + 1]
        if state is not None:
            other._states[-1] = state
        return other

    def after(self, entry: Entry, states: Sequence[GameState] = ()) -> Timeline:
        """The timeline with one more entry; this one stays as it is. ``states`` are its states where they are
        known already.

        Raises:
            LogError: if the entry names anything but what it may.
        """
        other = copy(self)
        other._fold = self._fold.copy()
        kept = other._fold.take(entry)
        other.entries = [*self.entries, entry]
        other._states = list(states) or self._states[: kept + 1]
        other._replay()
        return other

    def _replay(self) -> None:
        """Make the states that are missing at the end."""
        for entry in self.standing[len(self._states) - 1 :]:
            self._states.append(replay(self._states[-1], entry.events))
