"""What Catan for two and the Rivers change in one another (RI-10).

That the robber goes to a swamp needs nothing here: he is sent to where he started.
"""

from __future__ import annotations

from companion.engine.extension import Part, Stage, Term
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.scenarios.rivers.course import SWAMP


def with_swamps(table: Table, old: tuple[str, ...]) -> tuple[str, ...]:
    """RI-10: a swamp brings the tokens of a desert."""
    return (*old, SWAMP)


PLACES = Part(
    needs=frozenset({Aspect.PLACES}),
    terms=(Term("token_terrain", Stage.ADD, with_swamps),),
)

PARTS = (PLACES,)
