"""What brings barbarians beside building: the ship on the event die, and improvements (CO-09, BA-C1)."""

from __future__ import annotations

from companion.engine.table import Draft
from companion.rules.cities_knights.improvements import Improved
from companion.rules.cities_knights.slice import SHIP_FACE
from companion.rules.presentation.parts import Line, Words
from companion.rules.scenarios.barbarian_attack.landing import LandingDue, NobodyLands, owe

SHIP = "ship"
IMPROVEMENT = "improvement"


def with_ship(draft: Draft) -> None:
    """CO-09: a ship face is a landing, for which the player on turn rolls."""
    if draft.core.dice.get("event") == SHIP_FACE:
        owe(draft, draft.core.on_turn, SHIP)


def with_improvement(draft: Draft, event: Improved) -> None:
    """CO-09: so is an improvement, for whoever bought it."""
    owe(draft, event.by, IMPROVEMENT)


def told(event: LandingDue) -> Line:
    """That a ship has come, in what the roll did."""
    return Line("barbarian", Words("result.ship-lands"), tone="danger")


def told_in_vain(event: NobodyLands) -> Line:
    """That it has come for nothing."""
    return Line("barbarian", Words("result.nobody-lands"))
