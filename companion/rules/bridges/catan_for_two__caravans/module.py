"""What Catan for two and the Caravans change in one another (CV-09)."""

from __future__ import annotations

from companion.engine.extension import Part, Stage, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.scenarios.caravans.deciding import Reason

AT_ONCE = 2
"""CV-09: camels after a vote."""


def two_at_once(
    table: Table, old: tuple[PlayerId, ...], who: PlayerId, reason: Reason
) -> tuple[PlayerId, ...]:
    """CV-09: the winner of the vote places both; on a tie each places one, the player on turn first."""
    return (who,) * AT_ONCE if reason is Reason.ALONE else table.core.in_turn_order()


PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(Term("camel_placers", Stage.REPLACE, two_at_once),),
    ),
)
