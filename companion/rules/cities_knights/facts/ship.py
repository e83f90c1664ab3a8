"""The barbarian ship, and how often it has landed."""

from __future__ import annotations

from companion.engine.extension import Fact, Part
from companion.rules.cities_knights.barbarians import BY_SHIP, MOST_ATTACKS, PlaceShip
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import TRACK_LENGTH

SHIP = (
    Fact(
        "ship",
        lambda table, player: state_of(table).ship,
        lambda table, player, to: PlaceShip(player, to),
        most=TRACK_LENGTH - 1,
        shared=True,
    ),
    Fact(
        "attacks",
        lambda table, player: state_of(table).attacks,
        lambda table, player, count: PlaceShip(player, state_of(table).ship, count),
        most=MOST_ATTACKS,
        shared=True,
    ),
)


PARTS = (Part(name=BY_SHIP, facts=SHIP),)
