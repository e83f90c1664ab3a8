"""What gold adds to the statistics of an evening."""

from __future__ import annotations

from companion.engine.extension import Count, Part, Tally
from companion.engine.level import Aspect
from companion.rules.gold.purse import GoldGot, GoldPaid
from companion.rules.presentation.parts import Breakdown

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        tallies=(
            Tally("gold", GoldGot, lambda table, event: (Count(event.by, ("got",), event.count),)),
            Tally("gold", GoldPaid, lambda table, event: (Count(event.by, ("paid",), event.count),)),
        ),
        presentation=(Breakdown("gold", "gold"),),
    ),
)
