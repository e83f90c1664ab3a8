"""The vote at the end of a turn, and the storm."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import CommandRule, CueRule, Part, Step, Timing
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from tests.modules.lighthouses import alerts
from tests.modules.lighthouses.oil import state_of
from tests.modules.lighthouses.slice import LighthouseEvent, Lighthouses


class Vote(Command, frozen=True, tag="lh.vote"):
    """A player votes at the end of a turn."""

    storm: bool


class Voted(LighthouseEvent, frozen=True, tag="lh.voted"):
    """LH-04: a player has voted."""

    scores: ClassVar[bool] = False
    silent: ClassVar[bool] = True

    by: PlayerId
    storm: bool

    def apply(self, state: Lighthouses) -> Lighthouses:
        return replace(state, votes=changed(state.votes, self.by, self.storm))


class VotesCounted(LighthouseEvent, frozen=True, tag="lh.votes_counted"):
    """LH-04: all have voted."""

    scores: ClassVar[bool] = False
    silent: ClassVar[bool] = True

    def apply(self, state: Lighthouses) -> Lighthouses:
        return replace(state, votes={})


class StormRose(LighthouseEvent, frozen=True, tag="lh.storm_rose"):
    """LH-04: everyone who has oil loses a jar."""

    scores: ClassVar[bool] = False

    def apply(self, state: Lighthouses) -> Lighthouses:
        return replace(state, oil={player: max(0, jars - 1) for player, jars in state.oil.items()})


class VoteRule(CommandRule[Vote]):
    """LH-04: when all have voted, the votes are counted."""

    command = Vote
    timing = Timing.ANSWER

    def apply(self, draft: Draft, command: Vote) -> None:
        draft.emit(Voted(command.by, command.storm))
        draft.settle("vote", command.by)
        if any(question.kind == "vote" for question in draft.core.pending):
            return
        votes = state_of(draft).votes.values()
        draft.emit(VotesCounted())
        if sum(votes) > len(votes) / 2:
            draft.emit(StormRose())

    def forms(self, table: Table, who: PlayerId) -> Iterable[Vote]:
        return () if table.question("vote", who) is None else (Vote(who, True), Vote(who, False))


def ask_for_votes(draft: Draft) -> None:
    """LH-04: everyone votes at the end of a turn, beginning with the player on turn."""
    for player in draft.core.in_turn_order():
        draft.ask("vote", player, "LH-04", "lh.vote")


EVENTS = (Voted, VotesCounted, StormRose)
PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        steps=(Step("end", "lh.vote", ask_for_votes),),
        commands=(VoteRule(),),
        cues=(CueRule(StormRose, alerts.STORM.name, lambda table, event: table.core.ids),),
    ),
)
