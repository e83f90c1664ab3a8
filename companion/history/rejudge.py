"""Judge a log again from the start, by the rules as they are today."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Sequence
from dataclasses import dataclass

from companion.engine.decide import decide, replay
from companion.engine.event import Event
from companion.engine.ids import EntryId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.verdict import Refused, Violation
from companion.history.evidence import excluded_by
from companion.history.log import Entry, LogError


@dataclass(frozen=True)
class Judged:
    """What an entry is worth today, and the state after it.

    ``events`` are what the command means, empty for an undo or a redo. An entry that does not hold is
    taken as the table's ruling; ``left_out`` says that not even that is possible. ``since`` has, for each
    violation, the earlier entry that excludes what was said of hidden cards, if it is one of these (B-56).
    """

    entry: Entry
    state: GameState
    violations: tuple[Violation, ...] = ()
    events: tuple[Event, ...] = ()
    holds: bool = True
    left_out: bool = False
    since: tuple[Entry | None, ...] = ()

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
    standing: list[Entry] = []
    states = [start]
    undone: list[tuple[Entry, GameState]] = []
    for entry in entries:
        if entry.undo is not None:
            if not standing or standing[-1].entry != entry.undo:
                raise LogError(f"entry {entry.entry} undoes {entry.undo}, which is not the last one standing")
            undone.append((standing.pop(), states.pop()))
            yield Judged(entry, states[-1])
        elif entry.redo is not None:
            if not undone or undone[-1][0].entry != entry.redo:
                raise LogError(
                    f"entry {entry.entry} brings back {entry.redo}, which was not the last one undone"
                )
            again, state = undone.pop()
            standing.append(again)
            states.append(state)
            yield Judged(entry, state)
        else:
            if entry.entry in trusted:
                judged = Judged(entry, replay(states[-1], entry.events), events=entry.events)
            else:
                judged = _judge(ruleset, states, standing, entry)
            standing.append(entry)
            states.append(judged.state)
            undone.clear()
            yield judged


def _judge(ruleset: Ruleset, states: Sequence[GameState], standing: Sequence[Entry], entry: Entry) -> Judged:
    if entry.command is None:
        raise LogError(f"entry {entry.entry} says nothing")
    verdict = decide(ruleset, states[-1], entry.command, overrule=True)
    violations = verdict.violations if isinstance(verdict, Refused) else verdict.overruled
    since = excluded_by(ruleset, states, standing, entry.command, violations) if violations else ()
    if isinstance(verdict, Refused):
        return Judged(entry, states[-1], violations, holds=False, left_out=True, since=since)
    ruled = {violation.rule for violation in entry.overruled}
    holds = all(violation.rule in ruled for violation in violations)
    return Judged(entry, verdict.state, violations, verdict.events, holds, since=since)
