"""How ship, knights, cities, improvements and cards lie on the table, by its own word."""

from __future__ import annotations

from companion.engine.event import Event
from companion.engine.extension import Part
from companion.rules.cities_knights.facts import (
    cities,
    defenders,
    improvements,
    knights,
    merchant,
    metropolises,
    progress,
    ship,
)

_FILES = (improvements, defenders, progress, knights, cities, metropolises, merchant)

PARTS: tuple[Part, ...] = (*ship.PARTS, *(part for file in _FILES for part in file.PARTS))
EVENTS: tuple[type[Event], ...] = tuple(event for file in _FILES for event in file.EVENTS)
