"""What the Rivers of Catan add to the statistics of an evening."""

from __future__ import annotations

from companion.engine.extension import Count, Part, Tally
from companion.engine.level import Aspect
from companion.rules.scenarios.rivers.bridges import BuildBridge
from companion.rules.scenarios.rivers.riches import WealthHeld

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        tallies=(
            Tally("built", BuildBridge, lambda table, event: (Count(event.by, ("bridge",)),)),
            Tally("awards", WealthHeld, lambda table, event: (Count(event.by, ("wealthiest",)),)),
        ),
    ),
)
