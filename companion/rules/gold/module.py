"""The contributions of gold to the extension points."""

from __future__ import annotations

from companion.rules.discovery import events_of, parts_of
from companion.rules.gold import facts, presentation, purse, tallies, trading

start = purse.start

FILES = (purse, trading, facts, tallies, presentation)
"""What gold is made of, in the order in which it is listed."""

PARTS = parts_of(FILES)
EVENTS = events_of(FILES)

__all__ = ["EVENTS", "PARTS", "start"]
