"""How things lie on the table, by its own word: for rounds that nobody entered, and for what has not been
tracked before. Only positions that cannot be are refused; what does not fit is told by ``fit``."""

from __future__ import annotations

from companion.engine.event import Event
from companion.engine.extension import Part
from companion.rules.base.facts import awards, development, hand, pieces, robber

PARTS: tuple[Part, ...] = (*pieces.PARTS, *robber.PARTS, *awards.PARTS, *development.PARTS, *hand.PARTS)
EVENTS: tuple[type[Event], ...] = (
    *pieces.EVENTS,
    *robber.EVENTS,
    *awards.EVENTS,
    *development.EVENTS,
)
