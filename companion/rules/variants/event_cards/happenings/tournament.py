"""Tournament: those with the most knights take a resource."""

from __future__ import annotations

from companion.engine.ids import RuleId
from companion.engine.table import Draft
from companion.rules.variants.event_cards.deck import Happening
from companion.rules.variants.event_cards.giving import ask_to_take
from companion.rules.variants.event_cards.happenings.leaders import knights, most


def tournament(draft: Draft) -> None:
    """EV-14: those with the most knights take a resource."""
    ask_to_take(draft, most(draft, knights), "EV-14")


HAPPENING = Happening("tournament", RuleId("EV-14"), {5: 1}, tournament, by_knights=True)
