"""Events and commands of the core itself: turn, roll, questions, the end, the table's own word."""

from __future__ import annotations

from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.decision import Decision
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.level import Level
from companion.engine.state import Core, Face, Phase, changed


class DiceRolled(Event, frozen=True, tag="core.dice_rolled"):
    """The dice lie on the table; the steps of the roll follow as the plan."""

    scores: ClassVar[bool] = False
    silent: ClassVar[bool] = True
    by: PlayerId
    dice: dict[str, Face]

    def apply(self, state: Core) -> Core:
        return replace(state, dice=self.dice)


class Planned(Event, frozen=True, tag="core.planned"):
    """The steps that are to be done next, in order."""

    scores: ClassVar[bool] = False
    silent: ClassVar[bool] = True
    steps: tuple[str, ...]

    def apply(self, state: Core) -> Core:
        return replace(state, plan=self.steps)


class PhaseBegun(Event, frozen=True, tag="core.phase_begun"):
    """The turn is before or after its roll. Points are then counted, whatever has happened."""

    silent: ClassVar[bool] = True
    phase: Phase

    def apply(self, state: Core) -> Core:
        return replace(state, phase=self.phase)


class TurnBegun(Event, frozen=True, tag="core.turn_begun"):
    """The dice pass to a player."""

    by: PlayerId
    turn: int

    def apply(self, state: Core) -> Core:
        return replace(state, on_turn=self.by, turn=self.turn, phase=Phase.BEFORE_ROLL)


class Asked(Event, frozen=True, tag="core.asked"):
    """A question is put to a player."""

    scores: ClassVar[bool] = False
    silent: ClassVar[bool] = True
    decision: Decision

    def apply(self, state: Core) -> Core:
        return replace(state, pending=(*state.pending, self.decision), asked=self.decision.id)


class Settled(Event, frozen=True, tag="core.settled"):
    """A question is answered, has become void, or the table leaves it."""

    scores: ClassVar[bool] = False
    silent: ClassVar[bool] = True
    decision: int

    def apply(self, state: Core) -> Core:
        return replace(state, pending=tuple(d for d in state.pending if d.id != self.decision))


class GameWon(Event, frozen=True, tag="core.game_won"):
    """The game is over. What was planned and asked is kept for a table that plays on."""

    by: PlayerId
    points: int

    def apply(self, state: Core) -> Core:
        kept = replace(state, kept_plan=state.plan, kept_pending=state.pending)
        return replace(kept, winner=self.by, plan=(), pending=())


class PlayedOn(Event, frozen=True, tag="core.played_on"):
    """The table plays on where the game stood; from now on only its own word ends it."""

    def apply(self, state: Core) -> Core:
        back = replace(state, plan=state.kept_plan, pending=state.kept_pending)
        return replace(back, winner=None, played_on=True, kept_plan=(), kept_pending=())


class PointsAdjusted(Event, frozen=True, tag="core.points_adjusted"):
    """The table gives or takes points by its own ruling."""

    player: PlayerId
    amount: int

    def apply(self, state: Core) -> Core:
        total = state.adjustments.get(self.player, 0) + self.amount
        return replace(state, adjustments=changed(state.adjustments, self.player, total))


class LevelChanged(Event, frozen=True, tag="core.level_changed"):
    """From now on another level is tracked; what each module knows at it follows as events of its own."""

    scores: ClassVar[bool] = False
    level: Level

    def apply(self, state: Core) -> Core:
        return replace(state, level=self.level)


class PositionConfirmed(Event, frozen=True, tag="core.position_confirmed"):
    """The position is as the table says, whatever does not fit in it. Points are then counted."""


class LeaveQuestion(Command, frozen=True, tag="core.leave_question"):
    """The table leaves an open question as it is (always a house ruling)."""

    decision: int


class PlayOn(Command, frozen=True, tag="core.play_on"):
    """The table plays on after the end."""


class DeclareWinner(Command, frozen=True, tag="core.declare_winner"):
    """The table says that the player has won."""


class AdjustPoints(Command, frozen=True, tag="core.adjust_points"):
    """The table gives (or takes) points by its own ruling, with its reason."""

    player: PlayerId
    amount: int
    reason: str = ""


class ChangeLevel(Command, frozen=True, tag="core.change_level"):
    """The table tracks more than before, or less."""

    level: Level


class StateTurn(Command, frozen=True, tag="core.state_turn"):
    """The table says whose turn it is now, before the roll; what was open or planned is left."""

    player: PlayerId


class ConfirmPosition(Command, frozen=True, tag="core.confirm_position"):
    """The table says that everything lies as it was entered. What does not fit is said, and may stand."""


EVENTS: tuple[type[Event], ...] = (
    DiceRolled,
    Planned,
    PhaseBegun,
    TurnBegun,
    Asked,
    Settled,
    GameWon,
    PlayedOn,
    PointsAdjusted,
    LevelChanged,
    PositionConfirmed,
)

PASS_TURN = "core.pass_turn:"
"""Followed by the id of the player whose turn begins."""
MAIN_PHASE = "core.main_phase"
