"""Judge a log again from the start, by the rules as they are today."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator
from dataclasses import dataclass

from companion.engine.decide import decide, replay
from companion.engine.event import Event
from companion.engine.ids import EntryId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.verdict import Refused, Violation
from companion.history.log import Entry, LogError


@dataclass(frozen=True)
class Judged:
    """What an entry is worth today, and the state after it.

    ``events`` are what the command means, empty for an undo or a redo. An entry that does not hold is
    taken as the table's ruling; ``left_out`` says that not even that is possible.
    """

    entry: Entry
    state: GameState
    violations: tuple[Violation, ...] = ()
    events: tuple[Event, ...] = ()
    holds: bool = True
    left_out: bool = False

    @property
    def overruled(self) -> bool:
        """Whether it holds because the table had let the broken rules stand."""
        return self.holds and bool(self.violations)


def rejudge(
    ruleset: Ruleset, start: GameState, entries: Iterable[Entry], trusted: Container[EntryId] = ()
) -> Iterator[Judged]:
    """Each entry judged in the state that those before it led to; the events of ``trusted`` ones are taken
    as they are.

    Raises:
        LogError: if an undo or redo names anything but the entry whose turn it is.
    """
    standing: list[tuple[EntryId, GameState]] = [(EntryId(0), start)]
    undone: list[tuple[EntryId, GameState]] = []
    for entry in entries:
        if entry.undo is not None:
            if len(standing) == 1 or standing[-1][0] != entry.undo:
                raise LogError(f"entry {entry.entry} undoes {entry.undo}, which is not the last one standing")
            undone.append(standing.pop())
            yield Judged(entry, standing[-1][1])
        elif entry.redo is not None:
            if not undone or undone[-1][0] != entry.redo:
                raise LogError(
                    f"entry {entry.entry} brings back {entry.redo}, which was not the last one undone"
                )
            standing.append(undone.pop())
            yield Judged(entry, standing[-1][1])
        else:
            if entry.entry in trusted:
                judged = Judged(entry, replay(standing[-1][1], entry.events), events=entry.events)
            else:
                judged = _judge(ruleset, standing[-1][1], entry)
            standing.append((entry.entry, judged.state))
            undone.clear()
            yield judged


def _judge(ruleset: Ruleset, state: GameState, entry: Entry) -> Judged:
    if entry.command is None:
        raise LogError(f"entry {entry.entry} says nothing")
    verdict = decide(ruleset, state, entry.command, overrule=True)
    if isinstance(verdict, Refused):
        return Judged(entry, state, verdict.violations, holds=False, left_out=True)
    ruled = {violation.rule for violation in entry.overruled}
    holds = all(violation.rule in ruled for violation in verdict.overruled)
    return Judged(entry, verdict.state, verdict.overruled, verdict.events, holds)
