"""Knights: a file for each thing that they do, with its command, its events and its rule."""

from __future__ import annotations

from companion.rules.cities_knights.knights import activate, chase, displace, move, promote, recruit, standing
from companion.rules.discovery import events_of, parts_of

_FILES = (standing, recruit, activate, promote, move, displace, chase)

PARTS = parts_of(_FILES)
EVENTS = events_of(_FILES)
