"""Points for settlements between two camels, told by the table where nobody enters camels (CV-07)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import CommandRule, Fact, Part, PointSource, Stage, Term, Timing
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.state import changed
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player, soft
from companion.rules.base.goods import readable
from companion.rules.base.queries import SUPPLY, buildings
from companion.rules.base.stating import StateRule
from companion.rules.scenarios.caravans.camels import BESIDE
from companion.rules.scenarios.caravans.oasis import state_of
from companion.rules.scenarios.caravans.slice import CAMELS, Caravans, CaravansEvent

MOST = sum(SUPPLY.values())
"""CV-07: settlements and cities that a player can have."""


class ClaimCamelPoint(Command, frozen=True, tag="cv.claim_point"):
    """One more settlement or city of the player stands between two camels."""


class StateCamelPoints(Command, frozen=True, tag="cv.state_points"):
    """This many settlements and cities of a player stand between two camels."""

    player: PlayerId
    count: int


class CamelPointsTold(CaravansEvent, frozen=True, tag="cv.points_told"):
    """CV-07: so many settlements and cities of a player stand between two camels."""

    by: PlayerId
    count: int

    def apply(self, state: Caravans) -> Caravans:
        return replace(state, bonus=changed(state.bonus, self.by, self.count))


def told_points(table: Table, player: PlayerId) -> int:
    """CV-07: 1 point for each."""
    return state_of(table).bonus.get(player, 0)


def longest_claim(table: Table, old: int) -> int:
    """CV-06: roads beside camels count for two, and there are no more of these than camels."""
    return min(BESIDE * old, old + (BESIDE - 1) * CAMELS)


class ClaimCamelPointRule(CommandRule[ClaimCamelPoint]):
    """CV-07: for no more settlements and cities than the player has."""

    command = ClaimCamelPoint
    timing = Timing.ANY

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        told, own = told_points(table, who), len(buildings(table, who))
        if told >= MOST:
            yield hard("CV-07", "camel.points-most", count=MOST)
        elif told >= own:
            yield soft("CV-07", "camel.no-such-building", player=who, count=own)

    def apply(self, draft: Draft, command: ClaimCamelPoint) -> None:
        draft.emit(CamelPointsTold(command.by, told_points(draft, command.by) + 1))

    def forms(self, table: Table, who: PlayerId) -> Iterable[ClaimCamelPoint]:
        return (ClaimCamelPoint(who),)


class StateCamelPointsRule(StateRule):
    """CV-07: no more than settlements and cities in the box."""

    command = StateCamelPoints

    def at(self, table: Table, command: StateCamelPoints) -> Iterable[Violation]:
        if command.player not in table.core.ids:
            yield no_player(command.player)
        if not 0 <= command.count <= MOST:
            yield hard("CV-07", "camel.points-range", count=readable(command.count), needed=MOST)

    def apply(self, draft: Draft, command: StateCamelPoints) -> None:
        draft.emit(CamelPointsTold(command.player, command.count))


def points_kept(table: Table) -> Iterable[str]:
    """CV-07: never more than there can be."""
    for player, count in state_of(table).bonus.items():
        if not 0 <= count <= MOST:
            yield f"{player} has {count} settlements between camels"


POINTS = Fact(
    "camel_point",
    told_points,
    lambda table, player, count: StateCamelPoints(player, player, count),
    most=MOST,
)

EVENTS: tuple[type[Event], ...] = (CamelPointsTold,)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(Term("longest_claim", Stage.TRANSFORM, longest_claim),),
    ),
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        commands=(ClaimCamelPointRule(), StateCamelPointsRule()),
        points=(PointSource("caravans", RuleId("CV-07"), told_points),),
        facts=(POINTS,),
    ),
)
