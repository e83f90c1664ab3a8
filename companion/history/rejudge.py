"""Judge a log again from the start, by the rules as they are today."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from msgspec.structs import replace

from companion.engine.decide import decide
from companion.engine.event import Event
from companion.engine.ids import EntryId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.verdict import Refused, Violation
from companion.history.changes import Change, Changed, Inserted, Restated
from companion.history.evidence import excluded_by
from companion.history.log import Entry, Fold, not_ruled


@dataclass(frozen=True)
class Judged:
    """What an entry is worth today, and the state after it.

    ``events`` are what the command means, empty for an undo, a redo or a correction. An entry that does not
    hold is taken as the table's ruling; ``left_out`` says that not even that is possible. ``since`` has, for
    each violation, the earlier entry that excludes what was said of hidden cards, if it is one of these
    (B-56). ``corrected`` are the entries that a correction has changed, and those after them, judged anew.
    """

    entry: Entry
    state: GameState
    violations: tuple[Violation, ...] = ()
    events: tuple[Event, ...] = ()
    holds: bool = True
    left_out: bool = False
    since: tuple[Entry | None, ...] = ()
    corrected: tuple[Judged, ...] = ()

    @property
    def overruled(self) -> bool:
        """Whether it holds because the table had let the broken rules stand."""
        return self.holds and bool(self.violations)


def rejudge(ruleset: Ruleset, start: GameState, entries: Iterable[Entry]) -> Iterator[Judged]:
    """Each entry judged in the state that those before it led to.

    Raises:
        LogError: if an entry names anything but what it may.
    """
    fold = Fold()
    states = [start]
    for entry in entries:
        kept = fold.take(entry)
        del states[kept + 1 :]
        anew: list[Judged] = []
        for place, standing in enumerate(fold.standing[kept:], start=kept):
            judged = judge_again(ruleset, states[-1], standing)
            if judged.violations and standing.meant_by is not None:
                since = excluded_by(
                    ruleset, states, fold.standing[:place], standing.meant_by, judged.violations
                )
                judged = dataclasses.replace(judged, since=since)
            anew.append(judged)
            states.append(judged.state)
        if entry.command is not None:
            yield anew[-1]
        elif entry.correction:
            holds = all(judged.holds for judged in anew)
            yield Judged(entry, states[-1], holds=holds, corrected=tuple(anew))
        else:
            yield Judged(entry, states[-1])


def judge_again(ruleset: Ruleset, state: GameState, entry: Entry) -> Judged:
    """What an entry that stands is worth in the state before it. What only the record says means nothing."""
    command = entry.meant_by
    if command is None:
        return Judged(entry, state)
    verdict = decide(ruleset, state, command, overrule=True)
    if isinstance(verdict, Refused):
        return Judged(entry, state, verdict.violations, holds=False, left_out=True)
    holds = not not_ruled(verdict.overruled, entry.ruled)
    return Judged(entry, verdict.state, verdict.overruled, verdict.events, holds)


def with_events(
    ruleset: Ruleset, fold: Fold, states: Sequence[GameState], entry: Entry
) -> tuple[Entry, Judged | None]:
    """The next entry of a log with the events that its commands mean today; what they break stands as the
    table's ruling. Also the first command that cannot be even so, if there is one.

    Args:
        fold: what stands before the entry.
        states: the start, and the state after each entry that stands.
    """
    after = fold.copy()
    kept = after.take(entry)
    state = states[kept]
    changes: dict[EntryId, Change] = {
        entry.entry if isinstance(one, Inserted) else one.entry: one for one in entry.correction
    }
    for standing in after.standing[kept:]:
        judged = judge_again(ruleset, state, standing)
        if judged.left_out:
            return entry, judged
        state = judged.state
        overruled = (*standing.overruled, *not_ruled(judged.violations, standing.ruled))
        if entry.command is not None:
            return replace(entry, events=judged.events, overruled=overruled), None
        change = changes.get(standing.entry)
        if isinstance(change, Changed | Inserted | Restated):
            if standing.meant_by is not None:
                changes[standing.entry] = replace(change, events=judged.events, overruled=overruled)
        elif change is None and (judged.events, overruled) != (standing.events, standing.overruled):
            changes[standing.entry] = Restated(standing.entry, judged.events, overruled)
    return replace(entry, correction=tuple(changes.values())), None
