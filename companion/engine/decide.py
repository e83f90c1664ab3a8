"""Judge a command, carry it out, and go through the plan of the turn as far as it goes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.command import Command, tag_of
from companion.engine.core import Settled
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState, Phase
from companion.engine.table import Draft, Table
from companion.engine.turn import go_on, pass_turn
from companion.engine.verdict import (
    Accepted,
    Certainty,
    Refused,
    Severity,
    Verdict,
    Violation,
    hard,
    no_player,
    soft,
)

ALWAYS = (Timing.ANY,)
OWN_MAIN = (Timing.ANY, Timing.MAIN, Timing.TURN)
OWN_BEFORE = (Timing.ANY, Timing.ROLL, Timing.BEFORE_ROLL, Timing.TURN)
NEXT = (Timing.ANY, Timing.ROLL, Timing.BEFORE_ROLL)
"""The times that it can be for a player: of another's turn, of the own one, and for who may come next."""


def decide(ruleset: Ruleset, state: GameState, command: Command, overrule: bool = False) -> Verdict:
    """The verdict on a command in a state: accepted with its events, or refused with all reasons.

    With ``overrule`` the table lets broken rules stand; positions that cannot exist are refused
    all the same. Pure: nothing is changed, nothing is drawn by chance.
    """
    draft = Draft(ruleset, state)
    ruleset = draft.ruleset
    violations = _violations(draft, command)
    if violations and not (overrule and all(v.severity is Severity.SOFT for v in violations)):
        return Refused(tuple(violations))
    rule = ruleset.commands[type(command)]
    certainty = Certainty.IMPOSSIBLE if violations else rule.certainty(draft, command)
    overruled = bool(violations) and rule.when(draft) is not Timing.ANY
    if overruled:
        if draft.core.winner is not None:
            draft.play_on()
        _leave_questions(draft, rule, command)
        draft.keep_plan()
        impossible = tuple(v for v in _violations(draft, command) if v.severity is Severity.HARD)
        if impossible:
            return Refused(impossible)
    if rule.opens_turn and _passes_turn(draft, command.by):
        pass_turn(draft, command.by)
    if draft.todo:
        go_on(draft)
    if overruled and rule.opens_turn:
        _leave_questions(draft, rule, command)
    if draft.core.winner is None or state.core.winner is not None:
        rule.apply(draft, command)
        go_on(draft)
    draft.keep_plan()
    return Accepted(tuple(draft.events), draft.state, tuple(violations), certainty)


def judge(ruleset: Ruleset, state: GameState, command: Command) -> list[Violation]:
    """All violations of a command in a state."""
    return _violations(Table(ruleset, state), command)


def _violations(table: Table, command: Command) -> list[Violation]:
    kind = type(command)
    rule = table.ruleset.commands.get(kind)
    if rule is None:
        return [hard("", "core.not-in-this-game")]
    if command.by not in table.core.ids:
        return [no_player(command.by)]
    found: list[Violation] = []
    for check in table.ruleset.checks[kind]:
        found += check(table, command)
    if rule.opens_turn:
        found += _asked_at_the_end(table, command.by)
    # Without the answer that the game needs, such as where things lie, there is nothing to judge by.
    core = table.core
    must = any(question.must for question in (*core.pending, *core.kept_pending))
    if not (found and must) or answers(table, command):
        found += rule.check(table, command)
    return found


def options(ruleset: Ruleset, state: GameState, who: PlayerId) -> tuple[Command, ...]:
    """What a player may do now: every owner's candidates that the same judgement allows."""
    table = Draft(ruleset, state)
    found: list[Command] = []
    gates = table.ruleset.listing(*_situation(table, who))
    opened = [rule for opens, behind in gates for key in opens(table, who) for rule in behind.get(key, ())]
    opened.sort()
    for _, candidates, exact in opened:
        if exact:
            found += candidates(table, who)
        else:
            found += [command for command in candidates(table, who) if not _violations(table, command)]
    return tuple(found)


def certainty(ruleset: Ruleset, state: GameState, command: Command) -> Certainty:
    """Whether an allowed command is sure to be in order, or needs a card that may not be there."""
    table = Table(ruleset, state)
    return table.ruleset.commands[type(command)].certainty(table, command)


def open_rules(table: Table, who: PlayerId) -> tuple[CommandRule[Any], ...]:
    """The owners of the commands for which it can be the time; nothing else need be asked."""
    return table.ruleset.open(*_situation(table, who))


def _situation(table: Table, who: PlayerId) -> tuple[tuple[Timing, ...], tuple[str, ...]]:
    """The times that it can be for a player, and the tags of what would answer questions to him."""
    core = table.core
    if core.winner is not None:
        return ALWAYS, ()
    if core.pending:
        return ALWAYS, tuple([tag for one in core.pending if one.who == who for tag in one.answers])
    if core.phase is Phase.AFTER_ROLL:
        if who == core.on_turn:
            return OWN_MAIN, ()
        return NEXT if who == core.after(core.on_turn) and not _asked_at_the_end(table, who) else ALWAYS, ()
    return OWN_BEFORE if who == core.on_turn else ALWAYS, ()


def replay(state: GameState, events: Iterable[Event]) -> GameState:
    """The state after stored events, without judging anything again. Total: it never refuses."""
    core, slices = state.core, dict(state.slices)
    for event in events:
        module = event.module
        if module == "core":
            core = event.apply(core)
        else:
            slices[module] = event.apply(slices[module])
    return GameState(core, slices)


def answers(table: Table, command: Command) -> bool:
    """Whether the command answers an open question to its player."""
    pending = table.core.pending
    if not pending:
        return False
    tag = tag_of(type(command))
    return any(question.who == command.by and tag in question.answers for question in pending)


def _passes_turn(draft: Draft, by: PlayerId) -> bool:
    """Whether a command that opens a turn ends the one before it."""
    core = draft.core
    return core.phase is Phase.AFTER_ROLL or core.on_turn != by


def _asked_at_the_end(table: Table, by: PlayerId) -> list[Violation]:
    """What the end of the turn asks comes before anybody begins the next one, entered or not."""
    core = table.core
    if core.phase is not Phase.AFTER_ROLL or by == core.on_turn or core.pending or core.winner is not None:
        return []
    steps = table.ruleset.planned.get("end")
    if not steps:
        return []
    end = Draft(table.ruleset, table.state)
    end.plan(*steps)
    go_on(end)
    return [soft(question.rule, "turn.asks-first", player=question.who) for question in end.core.pending]


def _leave_questions(draft: Draft, rule: CommandRule[Any], command: Command) -> None:
    """The table goes on over open questions, which are left as they are.

    What opens a turn waits until everything that the turn before still plans is done, its new
    questions left too; otherwise those stay open.
    """
    while draft.core.pending and not answers(draft, command):
        if any(question.must for question in draft.core.pending):
            return
        for question in draft.core.pending:
            draft.emit(Settled(question.id))
        go_on(draft)
        if not rule.opens_turn or draft.core.winner is not None:
            return
