"""What Barbarian Attack and event cards change in one another (BA-71).

A Robber Attack is a 7, of which the scenario says what it brings; and where there is no robber, none flees.
"""

from __future__ import annotations

from companion.engine.extension import Part, Stage, Term
from companion.engine.ids import PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.scenarios.barbarian_attack.garrison import garrison
from companion.rules.scenarios.barbarian_attack.knights import knights_of


def on_the_board(table: Table, old: int, player: PlayerId) -> int:
    """BA-71: knights on the board decide conflict and tournament, by what they count for in a battle."""
    keeper = garrison(table)
    return sum(keeper.strength(table, path) for path in knights_of(table, player))


PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(Term("event_knights", Stage.TRANSFORM, on_the_board),),
    ),
)
