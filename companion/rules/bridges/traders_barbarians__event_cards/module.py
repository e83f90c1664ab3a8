"""What Traders & Barbarians and event cards change in one another (TB-41).

A Robber Attack is a 7, and so moves a barbarian; when the Robber Flees there is none.
"""

from __future__ import annotations

from companion.engine.extension import Part, Stage, Term
from companion.engine.ids import EdgeId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.variants.event_cards.deck import state_of


def damaged_roads(table: Table, old: tuple[EdgeId, ...]) -> tuple[EdgeId, ...]:
    """TB-41: a damaged road is a path to every wagon."""
    return state_of(table).damaged


PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(Term("worn_roads", Stage.REPLACE, damaged_roads),),
    ),
)
