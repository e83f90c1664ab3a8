"""What the Lighthouses add to the statistics of an evening."""

from __future__ import annotations

from companion.engine.extension import Count, Part, Tally
from companion.engine.level import Aspect
from tests.modules.lighthouses.lamps import LampSet

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        tallies=(Tally("lamps", LampSet, lambda table, event: (Count(event.by),)),),
    ),
)
