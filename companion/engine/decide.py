"""Judge a command, carry it out, and go through the plan of the turn as far as it goes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from companion.engine.command import Command
from companion.engine.core import (
    MAIN_PHASE,
    PASS_TURN,
    GameWon,
    PhaseBegun,
    Planned,
    PlayedOn,
    Settled,
    TurnBegun,
)
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Timing
from companion.engine.ids import PlayerId
from companion.engine.ruleset import Ruleset
from companion.engine.state import GameState, Phase
from companion.engine.table import Draft, Table, evolve
from companion.engine.verdict import Accepted, Refused, Severity, Verdict, Violation, hard


def decide(ruleset: Ruleset, state: GameState, command: Command, overrule: bool = False) -> Verdict:
    """The verdict on a command in a state: accepted with its events, or refused with all reasons.

    With ``overrule`` the table lets broken rules stand; positions that cannot exist are refused
    all the same. Pure: nothing is changed, nothing is drawn by chance.
    """
    violations = tuple(judge(ruleset, state, command))
    if violations and not (overrule and all(v.severity is Severity.SOFT for v in violations)):
        return Refused(violations)
    rule = ruleset.commands[type(command)]
    draft = Draft(ruleset, state)
    if violations and rule.when(draft) is not Timing.ANY:
        _clear_the_way(draft, rule, command)
        impossible = tuple(v for v in judge(ruleset, draft.state, command) if v.severity is Severity.HARD)
        if impossible:
            return Refused(impossible)
    if rule.opens_turn and _passes_turn(draft, command.by):
        pass_turn(draft, command.by)
    go_on(draft)
    if draft.core.winner is None or state.core.winner is not None:
        rule.apply(draft, command)
        go_on(draft)
    return Accepted(tuple(draft.events), violations)


def judge(ruleset: Ruleset, state: GameState, command: Command) -> Iterable[Violation]:
    """All violations of a command in a state."""
    rule = ruleset.commands.get(type(command))
    if rule is None:
        yield hard("B-20", "core.not-in-this-game")
        return
    if command.by not in state.core.ids:
        yield hard("B-14", "core.no-such-player", name=str(command.by))
        return
    table = Table(ruleset, state)
    for constraint in ruleset.constraints:
        yield from constraint.check(table, command)
    yield from rule.check(table, command)


def allowed(ruleset: Ruleset, state: GameState, command: Command) -> bool:
    """Whether the command breaks no rule."""
    return not any(True for _ in judge(ruleset, state, command))


def options(ruleset: Ruleset, state: GameState, who: PlayerId) -> tuple[Command, ...]:
    """What a player may do now: every owner's candidates that the same judgement allows."""
    table = Table(ruleset, state)
    return tuple(
        command
        for rule in ruleset.commands.values()
        for command in rule.candidates(table, who)
        if allowed(ruleset, state, command)
    )


def replay(state: GameState, events: Iterable[Event]) -> GameState:
    """The state after stored events, without judging anything again."""
    for event in events:
        state = evolve(state, event)
    return state


def answers(table: Table, command: Command) -> bool:
    """Whether the command answers an open question to its player."""
    tag = str(type(command).__struct_config__.tag)
    return any(question.who == command.by and tag in question.answers for question in table.core.pending)


def pass_turn(draft: Draft, to: PlayerId) -> None:
    """Plan the end of the turn and the passing of the dice to a player."""
    draft.plan(*(step.name for step in draft.ruleset.plans.get("end", ())), PASS_TURN + to)


def go_on(draft: Draft) -> None:
    """Go through the planned steps until a question is open, the game is won, or all are done."""
    steps = draft.ruleset.steps
    end_game(draft)
    while draft.core.plan and not draft.core.pending and draft.core.winner is None:
        name, *rest = draft.core.plan
        draft.emit(Planned(tuple(rest)))
        if name.startswith(PASS_TURN):
            draft.emit(TurnBegun(PlayerId(name.removeprefix(PASS_TURN)), draft.core.turn + 1))
        elif name == MAIN_PHASE:
            draft.emit(PhaseBegun(Phase.AFTER_ROLL))
        elif name in steps:
            steps[name].run(draft)
        end_game(draft)


def end_game(draft: Draft) -> None:
    """The player on turn wins on reaching the points, unless the table plays on (B-71, CK-22)."""
    core = draft.core
    if core.winner is not None or core.played_on or "points_to_win" not in draft.ruleset.terms:
        return
    points = draft.points(core.on_turn)
    if points >= draft.value("points_to_win", core.on_turn):
        draft.emit(GameWon(core.on_turn, points))


def _passes_turn(draft: Draft, by: PlayerId) -> bool:
    """Whether a command that opens a turn ends the one before it."""
    core = draft.core
    return core.phase is Phase.AFTER_ROLL or core.on_turn != by


def _clear_the_way(draft: Draft, rule: CommandRule[Any], command: Command) -> None:
    """The table goes on over the end of the game and over open questions, which are left as they are.

    What opens a turn waits until everything that the turn before still plans is done, its new
    questions left too; otherwise those stay open.
    """
    if draft.core.winner is not None:
        draft.emit(PlayedOn())
    while draft.core.pending and not answers(draft, command):
        for question in draft.core.pending:
            draft.emit(Settled(question.id))
        go_on(draft)
        if not rule.opens_turn or draft.core.winner is not None:
            return
