"""What Traders & Barbarians add to the statistics of an evening."""

from __future__ import annotations

from companion.engine.extension import Count, Part, Tally
from companion.engine.level import Aspect
from companion.rules.presentation.parts import Measure
from companion.rules.scenarios.traders_barbarians.cargo import CargoDelivered
from companion.rules.scenarios.traders_barbarians.wagons import WagonUpgraded

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        tallies=(
            Tally("deliveries", CargoDelivered, lambda table, event: (Count(event.by),)),
            Tally("wagon_upgrades", WagonUpgraded, lambda table, event: (Count(event.by),)),
        ),
        presentation=(
            Measure("scenario", "deliveries"),
            Measure("scenario", "wagon_upgrades"),
        ),
    ),
)
