"""Correction of the past: what would follow if an entry had been another one, and the entry that makes it so.

A wish names one entry to be changed, removed or inserted. From there on the entries that stand are judged
again, until the game stands as it stood before. Some are then in conflict with a rule: each of these is kept
as the table's word, changed, or removed, by the answers of the wish. Nothing is dropped in silence.
"""

from __future__ import annotations

import enum
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from companion.engine.command import Command
from companion.engine.decide import decide
from companion.engine.errors import LongshipError
from companion.engine.event import Event
from companion.engine.ids import EntryId, RuleId
from companion.engine.piecemeal import finish
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState
from companion.engine.table import Table
from companion.engine.verdict import Accepted, Refused, Severity, Violation
from companion.history.changes import Change, Changed, Inserted, Recorded, Removed, Restated
from companion.history.log import Entry, not_ruled
from companion.history.position import Position, flows, position
from companion.history.timeline import Timeline

SLICE = 4
"""Entries that are judged at a stretch: a few milliseconds."""


class WishKind(enum.StrEnum):
    """What is to be done to the entry that a wish names."""

    CHANGE = "change"
    REMOVE = "remove"
    INSERT = "insert"


class Reply(enum.StrEnum):
    """What becomes of an entry in conflict."""

    KEEP = "keep"
    CHANGE = "change"
    REMOVE = "remove"


@dataclass(frozen=True)
class Answer:
    """What the table says of an entry in conflict. ``command`` is what a changed one becomes; with
    ``overrule`` the table lets stand what that breaks too.
    """

    reply: Reply
    command: Command | None = None
    overrule: bool = False


KEEP = Answer(Reply.KEEP)
REMOVE = Answer(Reply.REMOVE)


@dataclass(frozen=True)
class Wish:
    """What is to be corrected. ``entry`` is the one that is changed or removed, or behind which a new one is
    inserted (0: before all). ``answers`` are those for conflicts by entry; the answer for a new entry has the
    id of the correction. ``record_only`` keeps what happened, and corrects only what the record says.
    """

    kind: WishKind
    entry: EntryId
    command: Command | None = None
    answers: Mapping[EntryId, Answer] = field(default_factory=dict)
    record_only: bool = False

    def answered(self, answers: Mapping[EntryId, Answer]) -> Wish:
        """The wish with more answers."""
        return replace(self, answers={**self.answers, **answers})


def change(entry: EntryId, command: Command, record_only: bool = False) -> Wish:
    """The entry was another command."""
    return Wish(WishKind.CHANGE, entry, command, record_only=record_only)


def remove(entry: EntryId, record_only: bool = False) -> Wish:
    """The entry was not."""
    return Wish(WishKind.REMOVE, entry, record_only=record_only)


def insert(after: EntryId, command: Command, record_only: bool = False) -> Wish:
    """Behind the entry there was one more (0: before all)."""
    return Wish(WishKind.INSERT, after, command, record_only=record_only)


class CorrectionError(LongshipError, ValueError):
    """Why nothing is corrected: the key of a sentence with what fills it, and the rules in the way."""

    def __init__(self, key: str, entry: EntryId, violations: tuple[Violation, ...] = ()) -> None:
        super().__init__(f"{key}: entry {entry}")
        self.key = key
        self.params = {"entry": int(entry)}
        self.violations = violations


class Fate(enum.StrEnum):
    """What becomes of an entry."""

    CHANGED = "changed"
    INSERTED = "inserted"
    REMOVED = "removed"
    RESTATED = "restated"
    KEPT = "kept"
    IMPOSSIBLE = "impossible"


@dataclass(frozen=True)
class Consequence:
    """What becomes of an entry, as far as the answers go.

    ``command`` is what it says then, or said if it is removed. ``gone`` and ``come`` are events that it had
    and has no longer, and the other way round. ``violations`` are rules that it would break and that the
    table has not let stand before; it is then in conflict, ``keepable`` if the table may let it stand, and
    ``open`` while no answer settles that. An open conflict is taken as kept for the sake of what follows, or
    left out where it cannot be. ``state`` is the one in which it was judged: another command in its stead is
    made from that.
    """

    entry: EntryId
    fate: Fate
    command: Command | None
    state: GameState
    gone: tuple[Event, ...] = ()
    come: tuple[Event, ...] = ()
    violations: tuple[Violation, ...] = ()
    keepable: bool = True
    open: bool = False


@dataclass(frozen=True)
class CorrectionReport:
    """What a correction would do.

    ``number`` is the id that its entry would have. ``old`` is the command that it corrects. ``consequences``
    are those entries, in order, of which anything changes or that are in conflict; ``same`` counts the
    entries after the corrected one that stay as they are. ``flows`` are the cards that everybody would have
    got more, or fewer. ``states`` are the start and those after each entry that would stand; empty where they
    were not made. ``changes`` is what would be stored.
    """

    wish: Wish
    number: EntryId
    old: Command | None
    consequences: tuple[Consequence, ...]
    same: int
    flows: Mapping[str, Mapping[str, int]]
    before: Position
    after: Position
    state: GameState
    states: tuple[GameState, ...]
    changes: tuple[Change, ...]

    @property
    def conflicts(self) -> tuple[Consequence, ...]:
        """The entries that break a rule, settled or not."""
        return tuple(found for found in self.consequences if found.violations)

    @property
    def unsettled(self) -> tuple[Consequence, ...]:
        """The entries in conflict for which an answer is missing."""
        return tuple(found for found in self.consequences if found.open)

    @property
    def first(self) -> EntryId | None:
        """The first entry after which anything is not as it was."""
        return self.consequences[0].entry if self.consequences else None


Steps = Generator[int, None, CorrectionReport]
"""Tells now and then how many entries are judged; the report is what the generator returns."""


def preview(ruleset: Ruleset, timeline: Timeline, wish: Wish) -> CorrectionReport:
    """What would follow from a correction. Changes nothing.

    Raises:
        CorrectionError: if there is no such entry, or nothing to make of the wish.
    """
    return finish(preview_steps(ruleset, timeline, wish))


def preview_steps(ruleset: Ruleset, timeline: Timeline, wish: Wish) -> Steps:
    """The same a little at a time, so that a picture need not stand still meanwhile.

    Raises:
        CorrectionError: if there is no such entry, or nothing to make of the wish.
    """
    return _Preview(ruleset, timeline, wish).steps()


def correction(report: CorrectionReport, at: int = 0) -> Entry:
    """The entry that makes a previewed correction.

    Raises:
        CorrectionError: if it would change nothing, or an entry is in conflict without an answer.
    """
    if report.unsettled:
        first = report.unsettled[0]
        key = "correction.unsettled" if first.keepable else "correction.impossible"
        raise CorrectionError(key, first.entry, first.violations)
    if not report.changes:
        raise CorrectionError("correction.nothing", report.wish.entry)
    return Entry(report.number, at=at, correction=report.changes)


@dataclass(frozen=True)
class _Judged:
    """A command in a state, with the answer for it if one was needed."""

    command: Command
    events: tuple[Event, ...]
    overruled: tuple[Violation, ...]
    before: GameState
    state: GameState
    violations: tuple[Violation, ...] = ()
    keepable: bool = True
    open: bool = False
    left_out: bool = False


class _Preview:
    """Goes through the entries from the corrected one on."""

    def __init__(self, ruleset: Ruleset, timeline: Timeline, wish: Wish) -> None:
        self._ruleset = ruleset
        self._wish = wish
        self._number = timeline.next_id
        self._standing: Sequence[Entry] = tuple(timeline.standing)
        self._states: Sequence[GameState] = timeline.states
        self._at = self._place()
        self._line = list(self._states[: self._at + 1])
        self._changes: list[Change] = []
        self._found: list[Consequence] = []
        self._same = 0
        self._target = None if wish.kind is WishKind.INSERT else self._standing[self._at]

    def _place(self) -> int:
        """How many entries stand before the corrected one."""
        wish = self._wish
        if (wish.command is None) is not (wish.kind is WishKind.REMOVE):
            raise CorrectionError("correction.command", wish.entry)
        if wish.kind is WishKind.INSERT and wish.entry == 0:
            return 0
        for index, entry in enumerate(self._standing):
            if entry.entry == wish.entry:
                return index + (wish.kind is WishKind.INSERT)
        raise CorrectionError("correction.missing", wish.entry)

    def steps(self) -> Steps:
        if self._unchanged():
            return self._report()
        if self._wish.record_only:
            self._mend_record()
            return self._report()
        state = self._recalculate()
        later = self._at + (self._target is not None)
        for index in range(later, len(self._standing)):
            if state == self._states[index]:
                self._same += len(self._standing) - index
                self._line += self._states[index + 1 :]
                return self._report(self._line)
            if (index - later) % SLICE == SLICE - 1:
                yield index - later + 1
            state = self._follow(self._standing[index], state)
        return self._report(self._line)

    def _unchanged(self) -> bool:
        target, wish = self._target, self._wish
        if target is None or wish.kind is WishKind.REMOVE or wish.command != target.command:
            return False
        return target.happened is None or wish.record_only

    # --- the corrected entry

    def _recalculate(self) -> GameState:
        wish, target, before = self._wish, self._target, self._states[self._at]
        if wish.command is None:
            assert target is not None
            self._changes.append(Removed(target.entry))
            self._found.append(Consequence(target.entry, Fate.REMOVED, target.command, before, target.events))
            return before
        number = self._number if target is None else target.entry
        ruled: frozenset[RuleId] = frozenset() if target is None else target.ruled
        judged = self._judge(number, wish.command, before, ruled)
        if target is not None:
            self._note(target, judged, Fate.CHANGED)
        elif not judged.left_out:
            self._changes.append(Inserted(wish.entry, judged.command, judged.events, judged.overruled))
            self._tell(number, judged, Fate.INSERTED, ())
        elif judged.open:
            self._tell(number, judged, Fate.IMPOSSIBLE, ())
        return self._went_on(judged)

    def _mend_record(self) -> None:
        """Only what cannot be at all is refused: the record must say something that might have been."""
        wish, target, before = self._wish, self._target, self._states[self._at]
        self._same = len(self._standing) - self._at - (target is not None)
        impossible: tuple[Violation, ...] = ()
        if wish.command is not None:
            verdict = decide(self._ruleset, before, wish.command, overrule=True)
            if isinstance(verdict, Refused):
                impossible = tuple(v for v in verdict.violations if v.severity is Severity.HARD)
        if target is not None:
            nothing_left = wish.command is None and target.meant_by is None
            corrected = Removed(target.entry) if nothing_left else Recorded(target.entry, wish.command)
            self._changes.append(corrected)
            number, fate = target.entry, Fate.REMOVED if wish.command is None else Fate.CHANGED
        else:
            assert wish.command is not None
            self._changes.append(Inserted(wish.entry, wish.command, noted=True))
            number, fate = self._number, Fate.INSERTED
        self._found.append(
            Consequence(
                number,
                Fate.IMPOSSIBLE if impossible else fate,
                wish.command,
                before,
                violations=impossible,
                keepable=not impossible,
                open=bool(impossible),
            )
        )

    # --- what follows

    def _follow(self, entry: Entry, state: GameState) -> GameState:
        """The state after a later entry, judged in another state than it was."""
        command = entry.meant_by
        if command is None:
            self._same += 1
            self._line.append(state)
            return state
        judged = self._judge(entry.entry, command, state, entry.ruled)
        found = judged.command, judged.events, judged.overruled, judged.left_out
        if found == (command, entry.events, entry.overruled, False):
            self._same += 1
        else:
            self._note(entry, judged, Fate.KEPT if judged.violations else Fate.RESTATED)
        return self._went_on(judged)

    def _went_on(self, judged: _Judged) -> GameState:
        """The state after an entry that was judged; one that is left out adds none."""
        if not judged.left_out:
            self._line.append(judged.state)
        return judged.state

    def _judge(
        self, number: EntryId, command: Command, state: GameState, ruled: frozenset[RuleId]
    ) -> _Judged:
        judged = self._verdict(command, state, ruled)
        if not judged.violations:
            return judged
        answer = self._wish.answers.get(number)
        if answer is None:
            return replace(judged, open=True)
        if answer.reply is Reply.KEEP:
            return replace(judged, open=not judged.keepable)
        if answer.reply is Reply.REMOVE:
            return replace(judged, events=(), overruled=(), state=state, left_out=True)
        if answer.command is None:
            raise CorrectionError("correction.command", number)
        other = self._verdict(answer.command, state, ruled)
        if other.violations:
            return replace(other, open=not (answer.overrule and other.keepable))
        # what was in conflict is told all the same: the answer belongs to it
        return replace(other, violations=judged.violations)

    def _verdict(self, command: Command, state: GameState, ruled: frozenset[RuleId]) -> _Judged:
        verdict = decide(self._ruleset, state, command, overrule=True)
        if isinstance(verdict, Accepted):
            new = not_ruled(verdict.overruled, ruled)
            return _Judged(command, verdict.events, verdict.overruled, state, verdict.state, new)
        return _Judged(command, (), (), state, state, verdict.violations, keepable=False, left_out=True)

    def _note(self, entry: Entry, judged: _Judged, fate: Fate) -> None:
        """Store and tell what becomes of an entry that stood."""
        if judged.left_out:
            fate = Fate.IMPOSSIBLE if judged.open else Fate.REMOVED
            self._changes.append(Removed(entry.entry))
        elif judged.command != entry.meant_by or fate is Fate.CHANGED:
            fate = Fate.CHANGED
            self._changes.append(Changed(entry.entry, judged.command, judged.events, judged.overruled))
        else:
            self._changes.append(Restated(entry.entry, judged.events, judged.overruled))
        self._tell(entry.entry, judged, fate, entry.events)

    def _tell(self, number: EntryId, judged: _Judged, fate: Fate, old: Sequence[Event]) -> None:
        gone, come = _without(old, judged.events), _without(judged.events, old)
        self._found.append(
            Consequence(
                number,
                fate,
                judged.command,
                judged.before,
                gone,
                come,
                judged.violations,
                judged.keepable,
                judged.open,
            )
        )

    def _report(self, states: Sequence[GameState] = ()) -> CorrectionReport:
        """The report; without states the game stands as it did."""
        state = states[-1] if states else self._states[-1]
        gone = [event for found in self._found for event in found.gone]
        come = [event for found in self._found for event in found.come]
        return CorrectionReport(
            self._wish,
            self._number,
            None if self._target is None else self._target.command,
            tuple(self._found),
            self._same,
            flows(gone, come),
            position(Table(self._ruleset, self._states[-1])),
            position(Table(self._ruleset, state)),
            state,
            tuple(states),
            tuple(self._changes),
        )


def _without(events: Sequence[Event], others: Sequence[Event]) -> tuple[Event, ...]:
    """The events that are not among the others, each as often as it is not."""
    rest = list(others)
    found = []
    for event in events:
        if event in rest:
            rest.remove(event)
        else:
            found.append(event)
    return tuple(found)
