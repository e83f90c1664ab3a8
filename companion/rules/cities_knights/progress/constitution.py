"""The Constitution: laid open at once, for a point (CK-122)."""

from __future__ import annotations

from companion.engine.ids import RuleId
from companion.rules.cities_knights.cards import Card
from companion.rules.cities_knights.slice import Track

CARD = Card("constitution", Track.POLITICS, copies=1, rule=RuleId("PC-B02"), point=True)
