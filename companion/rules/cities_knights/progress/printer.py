"""The Printer: laid open at once, for a point (CK-122)."""

from __future__ import annotations

from companion.engine.ids import RuleId
from companion.rules.cities_knights.cards import Card
from companion.rules.cities_knights.slice import Track

CARD = Card("printer", Track.SCIENCE, copies=1, rule=RuleId("PC-G05"), point=True)
