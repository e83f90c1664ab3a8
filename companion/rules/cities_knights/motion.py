"""What moves on the screen: the ship, the gates, the landing, and a metropolis."""

from __future__ import annotations

from collections.abc import Iterator

from companion.engine.core import DiceRolled
from companion.engine.table import Table
from companion.rules.cities_knights.barbarians import AttackFought, ShipMoved
from companion.rules.cities_knights.metropolises import MetropolisPlaced
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import Track
from companion.rules.presentation.parts import Motion, Move, Spot

EVENT_DIE = "event"


def _sails(before: Table, _after: Table, moved: ShipMoved) -> Iterator[Move]:
    if moved.attacks is None:
        yield Move("goes", (Spot("gauge", str(state_of(before).ship)), Spot("gauge", str(moved.to))))


def _opens(_before: Table, _after: Table, rolled: DiceRolled) -> Iterator[Move]:
    face = rolled.dice.get(EVENT_DIE)
    if face in set(Track):
        yield Move("opens", (Spot("die", EVENT_DIE),), track=str(face))


def _lands(_before: Table, _after: Table, _fought: AttackFought) -> Iterator[Move]:
    for there in (Spot("battle"), Spot("outcome")):
        yield Move("goes", (Spot("shore"), there))


def _rises(_before: Table, _after: Table, placed: MetropolisPlaced) -> Iterator[Move]:
    track = placed.track.value
    for there in (Spot("corner", placed.site), Spot("ladder", track, placed.by)):
        yield Move("rises", (there,), "metropolis", track)
    if placed.loser is not None:
        there = Spot("ladder", track, placed.by)
        yield Move("goes", (Spot("ladder", track, placed.loser), there), "metropolis", track)


SHIP = (Motion(ShipMoved, _sails), Motion(DiceRolled, _opens))
BATTLE = (Motion(AttackFought, _lands),)
SCORE = (Motion(MetropolisPlaced, _rises),)
