"""Longest Road and Largest Army, and who has them."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.development.play import development
from companion.rules.base.goods import readable
from companion.rules.base.longest_road import MINIMUM, longest_claim
from companion.rules.base.queries import (
    ROADS,
    in_play,
    places,
)
from companion.rules.base.slice import Award, Base, BaseEvent
from companion.rules.base.stating import StateRule

RULES = {Award.LONGEST_ROAD: "B-60", Award.LARGEST_ARMY: "B-62"}
"""The rule of each award."""


class StateAward(Command, frozen=True, tag="base.state_award"):
    """Who has Longest Road or Largest Army; ``length`` is that of a trail that nobody can measure."""

    award: Award
    player: PlayerId | None = None
    length: int = 0


class AwardStated(BaseEvent, frozen=True, tag="base.award_stated"):
    """Who has one of the two awards, and how long the trail is."""

    scores: ClassVar[bool] = False
    award: Award
    player: PlayerId | None
    length: int = 0

    def apply(self, state: Base) -> Base:
        if self.award is Award.LONGEST_ROAD:
            return replace(state, longest_road=self.player, road_length=self.length)
        return replace(state, development=replace(state.development, largest_army=self.player))


class StateAwardRule(StateRule):
    """B-60, B-62: a card that one player at most has."""

    command = StateAward

    def at(self, table: Table, command: StateAward) -> Iterable[Violation]:
        if command.player is not None and command.player not in table.core.ids:
            yield no_player(command.player)
        most = longest_claim(table)
        if not 0 <= command.length <= most:
            length = readable(command.length)
            yield hard("B-05", "road.too-many", player=command.by, length=length, count=most)
        if not in_play(table, command.award):
            yield hard(RULES[command.award], "award.not-in-play")

    def apply(self, draft: Draft, command: StateAward) -> None:
        length = command.length
        if command.award is Award.LARGEST_ARMY or command.player is None:
            length = 0
        elif places(draft).named:
            length = draft.slice(Base).trails.get(command.player, 0)
        draft.emit(AwardStated(command.award, command.player, length))


def _wanted(award: Award, table: Table) -> bool:
    return in_play(table, award)


def trail_held(table: Table, player: PlayerId) -> int:
    """The length of the player's Longest Road, 0 without it."""
    base = table.slice(Base)
    return base.road_length if base.longest_road == player else 0


def hold(award: Award, table: Table, player: PlayerId, value: int) -> StateAward:
    """The award is the player's, or is no longer."""
    length = value if award is Award.LONGEST_ROAD and not places(table).named else 0
    return StateAward(player, award, player if value else None, length)


TRAIL_LENGTH = Fact(
    Award.LONGEST_ROAD.value,
    trail_held,
    partial(hold, Award.LONGEST_ROAD),
    most=ROADS,
    least=MINIMUM,
    most_here=longest_claim,
    wanted=partial(_wanted, Award.LONGEST_ROAD),
)


AWARDS = (
    Fact(
        Award.LONGEST_ROAD.value,
        lambda table, player: int(table.slice(Base).longest_road == player),
        partial(hold, Award.LONGEST_ROAD),
        FactSort.FLAG,
        wanted=partial(_wanted, Award.LONGEST_ROAD),
    ),
    Fact(
        Award.LARGEST_ARMY.value,
        lambda table, player: int(development(table).largest_army == player),
        partial(hold, Award.LARGEST_ARMY),
        FactSort.FLAG,
        wanted=partial(_wanted, Award.LARGEST_ARMY),
    ),
)


EVENTS = (AwardStated,)
PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(StateAwardRule(),)),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), facts=(TRAIL_LENGTH,)),
    Part(needs=frozenset({Aspect.PLACES}), facts=AWARDS),
)
