"""The event cards, and what the table has seen of them (EV-01 to EV-03)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

import msgspec

PLAIN = "plain"
"""On a card that has a number and no event."""

ROBBER_ATTACK = "robber_attack"
EPIDEMIC = "epidemic"
EARTHQUAKE = "earthquake"
GOOD_NEIGHBOURS = "good_neighbours"
TOURNAMENT = "tournament"
TRADE_ADVANTAGE = "trade_advantage"
CALM_SEAS = "calm_seas"
ROBBER_FLEES = "robber_flees"
NEIGHBOURLY_ASSISTANCE = "neighbourly_assistance"
CONFLICT = "conflict"
PLENTIFUL_YEAR = "plentiful_year"

BY_KNIGHTS = frozenset({TOURNAMENT, CONFLICT})
"""Events that go by the knights of the players (EV-14, EV-19)."""


class Card(msgspec.Struct, frozen=True):
    """An event card: its number, and its event or ``plain``."""

    number: int
    event: str = PLAIN


DECK: Mapping[Card, int] = {
    Card(2, PLENTIFUL_YEAR): 1,
    Card(3, CONFLICT): 1,
    Card(3): 1,
    Card(4, ROBBER_FLEES): 2,
    Card(4): 1,
    Card(5, TOURNAMENT): 1,
    Card(5, TRADE_ADVANTAGE): 1,
    Card(5): 2,
    Card(6, EPIDEMIC): 1,
    Card(6, EARTHQUAKE): 1,
    Card(6, GOOD_NEIGHBOURS): 1,
    Card(6): 2,
    Card(7, ROBBER_ATTACK): 6,
    Card(8, EPIDEMIC): 1,
    Card(8): 4,
    Card(9, CALM_SEAS): 1,
    Card(9): 3,
    Card(10, NEIGHBOURLY_ASSISTANCE): 1,
    Card(10): 2,
    Card(11, NEIGHBOURLY_ASSISTANCE): 1,
    Card(11): 1,
    Card(12, CALM_SEAS): 1,
}
"""EV-03: how many of each card there are, 36 in all."""

UNDER_NEW_YEAR = 5
"""EV-02: cards that lie under New Year, and so never come."""

BEFORE_NEW_YEAR = sum(DECK.values()) - UNDER_NEW_YEAR
"""EV-02: cards that come before New Year does."""


def left(turned: tuple[Card, ...], unseen: int = 0) -> dict[Card, int]:
    """EV-02, EV-03: how many of each card may still come after these, and so many others that nobody entered;
    none when New Year comes next."""
    if len(turned) + unseen >= BEFORE_NEW_YEAR:
        return {}
    seen = Counter(turned)
    return {card: count - seen[card] for card, count in DECK.items() if count > seen[card]}
