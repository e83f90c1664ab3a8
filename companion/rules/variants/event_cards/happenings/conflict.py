"""Conflict: the holder of Largest Army draws a card."""

from __future__ import annotations

from companion.engine.ids import RuleId
from companion.engine.table import Draft
from companion.rules.base.development.play import development
from companion.rules.variants.event_cards.deck import Happening
from companion.rules.variants.event_cards.giving import ask_to_draw
from companion.rules.variants.event_cards.happenings.leaders import alone, knights, most


def conflict(draft: Draft) -> None:
    """EV-19: the holder of Largest Army, or whoever alone has the most knights, draws a card."""
    strongest = development(draft).largest_army or alone(most(draft, knights))
    if strongest is not None and strongest in draft.core.ids:
        ask_to_draw(draft, strongest, "EV-19")


HAPPENING = Happening("conflict", RuleId("EV-19"), {3: 1}, conflict, by_knights=True)
