"""What the Caravans add to the statistics of an evening."""

from __future__ import annotations

from companion.engine.extension import Count, Part, Tally
from companion.engine.level import Aspect
from companion.rules.presentation.parts import Measure
from companion.rules.scenarios.caravans.camels import CamelPlaced
from companion.rules.scenarios.caravans.vote import VotesCounted

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        tallies=(
            Tally("camels", CamelPlaced, lambda table, event: (Count(event.by),)),
            Tally("votes_won", VotesCounted, lambda table, event: (Count(event.by),)),
        ),
        presentation=(
            Measure("scenario", "camels"),
            Measure("scenario", "votes_won"),
        ),
    ),
)
