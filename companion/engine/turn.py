"""Go through the plan of the turn: the steps of a roll, the end of a turn, the passing of the dice."""

from __future__ import annotations

from companion.engine.core import MAIN_PHASE, PASS_TURN, PhaseBegun, TurnBegun
from companion.engine.ids import PlayerId
from companion.engine.state import Phase
from companion.engine.table import Draft


def pass_turn(draft: Draft, to: PlayerId) -> None:
    """Plan the end of the turn and the passing of the dice to a player."""
    draft.plan(*draft.ruleset.step_names.get("end", ()), PASS_TURN + to)


def go_on(draft: Draft) -> None:
    """Go through the planned steps until a question is open, the game is won, or all are done.

    Nobody can have won if nothing has happened that points depend on.
    """
    steps = draft.ruleset.steps
    if draft.scored:
        end_game(draft)
    while draft.todo and not draft.core.pending and draft.core.winner is None:
        name = draft.todo.pop(0)
        step = steps.get(name)
        if step is not None:
            step.run(draft)
        elif name == MAIN_PHASE:
            draft.emit(PhaseBegun(Phase.AFTER_ROLL))
        elif name.startswith(PASS_TURN):
            draft.emit(TurnBegun(PlayerId(name.removeprefix(PASS_TURN)), draft.core.turn + 1))
        if draft.scored:
            end_game(draft)


def end_game(draft: Draft) -> None:
    """The player on turn wins on reaching the points, unless the table plays on (B-71)."""
    draft.scored = False
    core = draft.core
    if core.winner is not None or core.played_on or not draft.ruleset.scored:
        return
    if draft.points(core.on_turn) >= draft.value("points_to_win", core.on_turn):
        draft.win(core.on_turn)
