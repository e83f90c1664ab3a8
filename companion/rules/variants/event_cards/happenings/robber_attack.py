"""Robber Attack: a 7 in all that it brings."""

from __future__ import annotations

from companion.engine.ids import RuleId
from companion.rules.variants.event_cards.deck import Happening

HAPPENING = Happening("robber_attack", RuleId("EV-10"), {7: 6})
