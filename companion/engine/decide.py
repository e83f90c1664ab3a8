"""Judge a command, carry it out, and go through the plan of the turn as far as it goes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import chain
from typing import Any

from companion.engine.command import Command, tag_of
from companion.engine.core import Settled
from companion.engine.decision import Decision
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState, Phase
from companion.engine.table import Draft, Table, kept
from companion.engine.turn import go_on, pass_turn
from companion.engine.verdict import (
    Accepted,
    Certainty,
    Refused,
    Severity,
    Verdict,
    Violation,
    clear,
    hard,
    no_player,
    soft,
)

ALWAYS = (Timing.ANY,)
OWN_MAIN = (Timing.ANY, Timing.MAIN, Timing.CLOSING, Timing.TURN)
OWN_BEFORE = (Timing.ANY, Timing.ROLL, Timing.BEFORE_ROLL, Timing.TURN)
NEXT = (Timing.ANY, Timing.ROLL, Timing.BEFORE_ROLL)
"""The timings that fit a player: in another's turn, in their own, and where their turn may come next."""


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
    if rule.begins_turn and _passes_turn(draft, command.by):
        pass_turn(draft, command.by)
    if draft.todo:
        go_on(draft)
    if overruled and rule.begins_turn:
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
    kind, by = type(command), command.by
    rules = table.ruleset
    rule = rules.commands.get(kind)
    if rule is None:
        return [hard("", "core.not-in-this-game")]
    if by not in table.core.ids:
        return [no_player(by)]
    found: list[Violation] = []
    for before in rules.asked_before[kind]:
        found += before(table, kind, by)
    for at in rules.asked_at[kind]:
        found += at(table, command)
    if rule.begins_turn:
        found += _asked_at_the_end(table, by)
    # Without the answer that the game needs, such as where things lie, there is nothing to judge by.
    core = table.core
    must = any(question.must for question in (*core.pending, *core.kept_pending))
    if not (found and must) or answers(table, kind, by):
        found += rule.faults(table, command)
    # What all have seen comes before what follows from hidden cards.
    found.sort(key=_is_hidden)
    return found


def _is_hidden(violation: Violation) -> bool:
    return violation.hidden


def options(ruleset: Ruleset, state: GameState, who: PlayerId) -> tuple[Command, ...]:
    """What a player may do now, by the same judgement as ``decide``: of each kind the forms that are listed
    for a person."""
    return all_options(Draft(ruleset, state), who)


def all_options(table: Table, who: PlayerId) -> tuple[Command, ...]:
    """The same on a table that keeps what was worked out until something happens."""
    return tuple(chain.from_iterable([options_of(table, kind, who) for kind in kinds_in_time(table, who)]))


@kept
def options_of(table: Table, kind: type[Command], who: PlayerId) -> tuple[Command, ...]:
    """What a player may do of one kind now."""
    rule = table.ruleset.commands.get(kind)
    return () if rule is None else tuple(allowed(table, rule, who))


def has_options(table: Table, kind: type[Command], who: PlayerId) -> bool:
    """Whether there is anything of one kind that a player may do now. Judges no more forms than it needs."""
    rule = table.ruleset.commands.get(kind)
    return rule is not None and next(iter(allowed(table, rule, who)), None) is not None


def allowed(table: Table, rule: CommandRule[Any], who: PlayerId) -> Iterable[Command]:
    """The forms of one kind of command that break no rule, worked out one by one as they are asked
    for. What does not depend on what a form names is asked once for all of them."""
    if not may(table, rule.command, who):
        return ()
    found: Iterable[Command] = rule.ways(table, who)
    for at in table.ruleset.asked_at[rule.command]:
        found = (form for form in found if clear(at(table, form)))
    return found


def may(table: Table, kind: type[Command], who: PlayerId) -> bool:
    """Whether the player may enter a command of the kind at all, whatever it names."""
    rules = table.ruleset
    rule = rules.commands[kind]
    for before in rules.asked_before[kind]:
        found = before(table, kind, who)
        if found and not clear(found):
            return False
    return clear(rule.before(table, who)) and not (rule.begins_turn and _asked_at_the_end(table, who))


def certainty(ruleset: Ruleset, state: GameState, command: Command) -> Certainty:
    """Whether an allowed command is sure to be in order, or needs a card that may not be there."""
    table = Table(ruleset, state)
    return table.ruleset.commands[type(command)].certainty(table, command)


def rules_in_time(table: Table, who: PlayerId) -> tuple[CommandRule[Any], ...]:
    """The owners of the commands whose timing can fit; nobody else need be asked."""
    return table.ruleset.open(*_situation(table, who))


def kinds_in_time(table: Table, who: PlayerId) -> list[type[Command]]:
    """Of these the kinds of which forms are listed: of no other is anything offered."""
    listed = table.ruleset.listed
    return [rule.command for rule in rules_in_time(table, who) if rule.command in listed]


def _situation(table: Table, who: PlayerId) -> tuple[tuple[Timing, ...], tuple[str, ...]]:
    """The timings that fit a player, and the tags of what would answer questions to them."""
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


def answers(table: Table, kind: type[Command], by: PlayerId) -> bool:
    """Whether a command of the player answers an open question to him."""
    pending = table.core.pending
    if not pending:
        return False
    tag = tag_of(kind)
    return any(question.who == by and tag in question.answers for question in pending)


def _passes_turn(draft: Draft, by: PlayerId) -> bool:
    """Whether a command that begins a turn ends the one before it."""
    core = draft.core
    return core.phase is Phase.AFTER_ROLL or core.on_turn != by


def _asked_at_the_end(table: Table, by: PlayerId) -> list[Violation]:
    """What the end of the turn asks comes before the next turn begins, whether or not it was entered."""
    if by == table.core.on_turn:
        return []
    return [soft(question.rule, "turn.asks-first", player=question.who) for question in asked_at_end(table)]


@kept
def asked_at_end(table: Table) -> tuple[Decision, ...]:
    """What the end of the turn will ask, if it comes now; nothing while something is asked already."""
    core = table.core
    if core.phase is not Phase.AFTER_ROLL or core.pending or core.winner is not None:
        return ()
    steps = table.ruleset.step_names.get("end")
    if not steps:
        return ()
    end = Draft(table.ruleset, table.state)
    end.plan(*steps)
    go_on(end)
    return end.core.pending


def _leave_questions(draft: Draft, rule: CommandRule[Any], command: Command) -> None:
    """The table goes on over open questions, which are left as they are.

    What begins a turn waits until everything that the turn before still plans is done, its new
    questions left too; otherwise those stay open.
    """
    while draft.core.pending and not answers(draft, type(command), command.by):
        if any(question.must for question in draft.core.pending):
            return
        for question in draft.core.pending:
            draft.emit(Settled(question.id))
        go_on(draft)
        if not rule.begins_turn or draft.core.winner is not None:
            return
