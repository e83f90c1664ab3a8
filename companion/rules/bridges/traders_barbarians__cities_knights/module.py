"""What Traders & Barbarians and Cities & Knights change in one another (CO-10).

Gold buys resources alone, as it always does; the event die is rolled once, and stands.
"""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.extension import Constraint, Part, Stage, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Table
from companion.engine.verdict import Violation, soft
from companion.rules.base.board import Island
from companion.rules.bridges.traders_barbarians__cities_knights import bishop, knights
from companion.rules.cities_knights.knights.chase import ChaseRobber
from companion.rules.cities_knights.progress.alchemist import PlayAlchemist
from companion.rules.cities_knights.progress.bishop import PlayBishop
from companion.rules.presentation.parts import Actions
from companion.rules.scenarios.traders_barbarians.cards import PlaySwiftJourney, RaidWithKnight
from companion.rules.scenarios.traders_barbarians.rolling import REPEATED


def fewer_points(table: Table, old: int, player: PlayerId) -> int:
    """CO-10: 15 points, one less than 13 and three."""
    return old - 1


def a_forest_less(table: Table, old: Island) -> Island:
    """CO-10: a forest stays in the box, and not a field."""
    return _a_forest_less(old)


@remembered
def _a_forest_less(old: Island) -> Island:
    terrain = {**old.terrain, "forest": old.terrain["forest"] - 1, "fields": old.terrain["fields"] + 1}
    return replace(old, terrain=terrain, rule="CO-10")


def nothing_frozen(table: Table, old: str | None) -> None:
    """CO-10: there is no robber to wait for the first attack."""
    return


def no_repeated_roll(table: Table, command: PlayAlchemist) -> Iterable[Violation]:
    """CO-10: the Alchemist names the roll that brings resources, and so neither 2 nor 12."""
    if command.white + command.red in REPEATED:
        yield soft("CO-10", "alchemist.repeated", player=command.by, number=command.white + command.red)


EVENTS: tuple[type[Event], ...] = ()

__all__ = ["EVENTS", "PARTS"]

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(
            Term("points_to_win", Stage.ADD, fewer_points),
            Term("robber_frozen", Stage.LIMIT, nothing_frozen),
        ),
        commands=(knights.ChaseBarbarianRule(), bishop.BishopRule()),
        withdraws=(ChaseRobber, PlayBishop),
        constraints=(Constraint("tbck.alchemist", no_repeated_roll, commands=(PlayAlchemist,)),),
    ),
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        presentation=(Actions(knights.without_board, section="knights"),),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(Term("island", Stage.ADD, a_forest_less),),
        withdraws=(RaidWithKnight, PlaySwiftJourney),
    ),
)
