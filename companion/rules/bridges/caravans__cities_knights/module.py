"""What the Caravans and Cities & Knights change in one another (CO-08).

The robber needs nothing here: he starts off the board by the one, and stays there until the first attack by
the other.
"""

from __future__ import annotations

from companion.engine.extension import Part, Stage, Step, Term
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.rules.scenarios.caravans.vote import VOTE

GOODS = ("brick", "lumber")
"""CO-08: cards that are votes."""


def in_order(draft: Draft) -> None:
    """CO-08: the vote comes before anything that Cities & Knights asks at the end of a turn."""


def brick_and_lumber(table: Table, old: tuple[str, ...]) -> tuple[str, ...]:
    """CO-08: in the place of wool and grain."""
    return GOODS


PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        steps=(
            Step("end", "cvck.order", in_order, after=(VOTE,), before=("ck.named_dice", "ck.fifth_card")),
        ),
    ),
    Part(
        needs=frozenset({Aspect.PLACES}),
        terms=(Term("vote_goods", Stage.REPLACE, brick_and_lumber),),
    ),
)
