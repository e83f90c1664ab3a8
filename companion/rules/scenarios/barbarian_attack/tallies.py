"""What Barbarian Attack adds to the statistics of an evening."""

from __future__ import annotations

from companion.engine.extension import Count, Part, Tally
from companion.engine.level import Aspect
from companion.rules.presentation.parts import Measure, Summing
from companion.rules.scenarios.barbarian_attack.battle import BattleWon, PrisonersTaken
from companion.rules.scenarios.barbarian_attack.garrison import KnightFell
from companion.rules.scenarios.barbarian_attack.landing import BarbarianLanded

PARTS = (
    Part(
        needs=frozenset({Aspect.PLACES}),
        tallies=(
            Tally(
                "coast_landings", BarbarianLanded, lambda table, event: (Count(None, (str(event.number),)),)
            ),
            Tally(
                "battles",
                BattleWon,
                lambda table, event: (Count(amount=event.barbarians),),
            ),
            Tally("prisoners", PrisonersTaken, lambda table, event: (Count(event.by, (), event.count),)),
            Tally("knights_fallen", KnightFell, lambda table, event: (Count(event.by),)),
        ),
        presentation=(
            Summing("scenario", "battles"),
            Measure("scenario", "prisoners"),
            Measure("scenario", "knights_fallen"),
        ),
    ),
)
