"""The order of the steps at the end of a turn (LH-10), and a progress card more (LH-11)."""

from __future__ import annotations

from companion.engine.extension import Part, Step
from companion.engine.level import Aspect
from companion.engine.table import Draft
from tests.modules.lighthouses__cities_knights import lamp_oil


def in_order(draft: Draft) -> None:
    """LH-10: nothing happens between the vote and what Cities & Knights asks."""


SCORE = Part(
    needs=frozenset({Aspect.SCORE}),
    steps=(
        Step("end", "lhck.order", in_order, after=("lh.vote",), before=("ck.named_dice", "ck.fifth_card")),
    ),
)

PARTS = (SCORE, *lamp_oil.PARTS)
