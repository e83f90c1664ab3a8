"""Development cards and Largest Army (B-07, B-53, B-62, B-63): a file for each card."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.base.development import (
    buy,
    knight,
    monopoly,
    play,
    road_building,
    victory_point,
    year_of_plenty,
)
from companion.rules.discovery import events_of, parts_of

_FILES = (play, buy, knight, road_building, year_of_plenty, monopoly, victory_point)

PARTS = parts_of(_FILES)
EVENTS = events_of(_FILES)

COMMANDS = tuple(rule.command for part in PARTS for rule in part.commands)
"""What players do with them."""

DECK: Mapping[str, int] = {
    card.name: card.copies
    for card in (knight.CARD, victory_point.CARD, road_building.CARD, year_of_plenty.CARD, monopoly.CARD)
}
"""B-07: the cards of the deck by kind."""
