"""How things lie on the table, by its own word: for rounds that nobody entered, and for what has not been
tracked before. Only positions that cannot be are refused; what does not fit is told by ``fit``."""

from __future__ import annotations

from companion.rules.base.facts import awards, development, hand, pieces, robber
from companion.rules.discovery import events_of, parts_of

_FILES = (pieces, robber, awards, development, hand)

PARTS = parts_of(_FILES)
EVENTS = events_of(_FILES)
