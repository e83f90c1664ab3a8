"""How ship, knights, cities, improvements and cards lie on the table, by its own word."""

from __future__ import annotations

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
from companion.rules.discovery import events_of, parts_of

_FILES = (ship, improvements, defenders, progress, knights, cities, metropolises, merchant)

PARTS = parts_of(_FILES)
EVENTS = events_of(_FILES)
