"""Knights: a file for each thing that they do, with its command, its events and its rule."""

from __future__ import annotations

from companion.engine.event import Event
from companion.engine.extension import Part
from companion.rules.cities_knights.knights import activate, chase, displace, move, promote, recruit, standing

PARTS: tuple[Part, ...] = tuple(
    part for file in (standing, recruit, activate, promote, move, displace, chase) for part in file.PARTS
)
EVENTS: tuple[type[Event], ...] = (*recruit.EVENTS, *activate.EVENTS, *promote.EVENTS)
