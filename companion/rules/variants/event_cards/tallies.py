"""What the event cards add to the statistics of an evening."""

from __future__ import annotations

from companion.engine.extension import Count, Part, Tally
from companion.engine.level import Aspect
from companion.rules.presentation.parts import Breakdown
from companion.rules.variants.event_cards.turning import CardTurned

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        tallies=(
            Tally(
                "cards_turned",
                CardTurned,
                lambda table, event: (Count(event.by, (str(event.number), event.event)),),
            ),
        ),
        presentation=(Breakdown("events", "cards_turned", "event", 1),),
    ),
)
