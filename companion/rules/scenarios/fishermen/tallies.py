"""What the Fishermen add to the statistics of an evening."""

from __future__ import annotations

from companion.engine.extension import Count, Part, Tally
from companion.engine.level import Aspect
from companion.rules.presentation.parts import Measure
from companion.rules.scenarios.fishermen.catch import TokensDrawn

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        tallies=(Tally("fish_drawn", TokensDrawn, lambda table, event: (Count(event.by, (), event.count),)),),
        presentation=(Measure("scenario", "fish_drawn"),),
    ),
)
