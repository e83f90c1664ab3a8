"""The turn: roll, end, whose move it is, and the table's own word about questions and the end."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.core import (
    MAIN_PHASE,
    AdjustPoints,
    DeclareWinner,
    DiceRolled,
    LeaveQuestion,
    PlayOn,
    PointsAdjusted,
    Settled,
)
from companion.engine.decide import answers
from companion.engine.extension import (
    CommandRule,
    Constraint,
    Part,
    Stage,
    Step,
    Term,
    Timing,
)
from companion.engine.ids import PlayerId
from companion.engine.state import Face, Phase
from companion.engine.table import Draft, Table
from companion.engine.turn import pass_turn
from companion.engine.verdict import Violation, hard, no_player, soft
from companion.rules.base.queries import rule_here

AFTER_ROLL = "base.after_roll"
"""The step at which everything that the roll brings is done."""


class RollDice(Command, frozen=True, tag="base.roll_dice"):
    """The player rolled, and the table saw these faces, by the name of each die."""

    dice: dict[str, Face]


class EndTurn(Command, frozen=True, tag="base.end_turn"):
    """The player passes the dice. Entering the next roll does the same."""


class RollDiceRule(CommandRule[RollDice]):
    """B-21: the roll is compulsory, once a turn."""

    command = RollDice
    timing = Timing.ROLL
    begins_turn = True

    def at(self, table: Table, command: RollDice) -> Iterable[Violation]:
        rolled = command.dice
        for die in table.ruleset.dice:
            if rolled.get(die.name) in die.faces or not die.wanted(table):
                continue
            if die.name not in command.dice:
                yield hard("B-21", "roll.die-missing", die=die.name)
            else:
                yield hard("B-21", "roll.no-such-face", die=die.name, face=str(command.dice[die.name])[:40])
        for name in rolled:
            if name not in table.ruleset.die_names:
                yield hard("B-21", "roll.no-such-die", die=name[:40])

    def apply(self, draft: Draft, command: RollDice) -> None:
        asked = draft.question("dice", command.by)
        draft.emit(DiceRolled(command.by, command.dice))
        if asked is None:
            plan_roll(draft)
        else:
            # What these dice bring stands in the plan of whatever opened the turn in their stead.
            draft.settle("dice", command.by)


def roll_steps(table: Table) -> tuple[str, ...]:
    """B-20: what a roll brings, in the order of the steps' anchors."""
    return table.ruleset.step_names.get("roll", ())


def plan_roll(draft: Draft, steps: Iterable[str] | None = None) -> None:
    """B-20: what a roll brings, and after the last roll of the turn trading and building."""
    draft.plan(*(roll_steps(draft) if steps is None else steps), AFTER_ROLL)


def after_roll(draft: Draft) -> None:
    """B-20: on to trading and building, unless there is another roll."""
    if not draft.value("roll_again"):
        draft.plan(MAIN_PHASE)


class EndTurnRule(CommandRule[EndTurn]):
    """B-20: trade and build, then end."""

    command = EndTurn
    timing = Timing.CLOSING

    def apply(self, draft: Draft, command: EndTurn) -> None:
        pass_turn(draft, draft.core.after(draft.core.on_turn))

    def forms(self, table: Table, who: PlayerId) -> Iterable[EndTurn]:
        return (EndTurn(who),)


class LeaveQuestionRule(CommandRule[LeaveQuestion]):
    """A way out of every question: it breaks the rule that asked, and the table may let that stand."""

    command = LeaveQuestion
    timing = Timing.ANY

    def at(self, table: Table, command: LeaveQuestion) -> Iterable[Violation]:
        question = next((d for d in table.core.pending if d.id == command.decision), None)
        if question is None:
            yield hard("B-24", "question.gone")
        elif question.must:
            yield hard(question.rule, "question.must", player=question.who)
        else:
            yield soft(question.rule, "question.left", player=question.who)

    def apply(self, draft: Draft, command: LeaveQuestion) -> None:
        draft.emit(Settled(command.decision))


class PlayOnRule(CommandRule[PlayOn]):
    """The table may play on after the end."""

    command = PlayOn
    timing = Timing.ANY

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        if table.core.winner is None:
            yield hard(rule_here(table, "B-71"), "end.not-over")

    def apply(self, draft: Draft, command: PlayOn) -> None:
        draft.play_on()

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayOn]:
        return (PlayOn(who),)


class DeclareWinnerRule(CommandRule[DeclareWinner]):
    """B-71: who has the points wins, on the own turn only."""

    command = DeclareWinner
    timing = Timing.ANY

    def at(self, table: Table, command: DeclareWinner) -> Iterable[Violation]:
        rule = rule_here(table, "B-71")
        if table.core.winner is not None:
            yield hard(rule, "end.over", player=table.core.winner)
        if "points_to_win" in table.ruleset.terms:
            points, needed = table.points(command.by), table.value("points_to_win", command.by)
            if points < needed:
                yield soft(rule, "end.too-few-points", player=command.by, count=points, needed=needed)
        if table.core.on_turn != command.by:
            yield soft(rule, "end.not-own-turn", player=command.by, on_turn=table.core.on_turn)

    def apply(self, draft: Draft, command: DeclareWinner) -> None:
        draft.win(command.by)


class AdjustPointsRule(CommandRule[AdjustPoints]):
    """The table's own ruling about points; always allowed, always in the log."""

    command = AdjustPoints
    timing = Timing.ANY

    def at(self, table: Table, command: AdjustPoints) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        if not -99 <= command.amount <= 99:
            yield hard("B-70", "points.out-of-range")

    def apply(self, draft: Draft, command: AdjustPoints) -> None:
        draft.emit(PointsAdjusted(command.player, command.amount))


def in_time(table: Table, kind: type[Command], by: PlayerId) -> list[Violation]:
    """Whose turn it is, before or after the roll, open questions, the end of the game."""
    rule = table.ruleset.commands[kind]
    time = rule.when(table)
    if time is Timing.ANY:
        return []
    core = table.core
    found: list[Violation] = []
    if core.winner is not None:
        found.append(soft(rule_here(table, "B-71"), "end.over", player=core.winner))
    if answers(table, kind, by):
        return found
    if time is Timing.ANSWER:
        return [*found, rule.not_asked(table, by)]
    if core.pending:
        judged = hard if any(question.must for question in core.pending) else soft
        found.append(judged("B-24", "question.open", player=core.pending[0].who))
    out_of_turn = _out_of_turn(table, by, time)
    return found if out_of_turn is None else [*found, out_of_turn]


def _out_of_turn(table: Table, by: PlayerId, time: Timing) -> Violation | None:
    core = table.core
    rolled = core.phase is Phase.AFTER_ROLL
    if time is Timing.ROLL or time is Timing.BEFORE_ROLL:
        if rolled and by == core.on_turn:
            return soft(rule_here(table, "B-21"), "turn.rolled-already", player=by)
        if by != (core.after(core.on_turn) if rolled else core.on_turn):
            return soft(rule_here(table, "B-20"), "turn.of-another", player=by, on_turn=core.on_turn)
    elif by != core.on_turn:
        return soft(rule_here(table, "B-20"), "turn.of-another", player=by, on_turn=core.on_turn)
    elif time in (Timing.MAIN, Timing.CLOSING) and not rolled and not core.plan:
        return soft(rule_here(table, "B-21"), "turn.roll-first", player=by)
    elif time is Timing.MAIN:
        closed: Violation | None = table.value("main_closed")
        return closed
    return None


PARTS = (
    Part(
        steps=(Step("after_roll", AFTER_ROLL, after_roll),),
        terms=(
            Term("roll_again", Stage.BASE, lambda table, old: False),
            Term("rule_here", Stage.BASE, lambda table, old, rule: rule),
            Term("main_closed", Stage.BASE, lambda table, old: None),
        ),
        commands=(
            RollDiceRule(),
            EndTurnRule(),
            DeclareWinnerRule(),
            LeaveQuestionRule(),
            PlayOnRule(),
            AdjustPointsRule(),
        ),
        constraints=(Constraint("turn", before=in_time),),
    ),
)
