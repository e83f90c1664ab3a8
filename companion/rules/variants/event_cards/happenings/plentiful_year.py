"""Plentiful Year: everyone takes a resource."""

from __future__ import annotations

from companion.engine.ids import RuleId
from companion.engine.table import Draft
from companion.rules.variants.event_cards.deck import Happening
from companion.rules.variants.event_cards.giving import ask_to_take


def plentiful_year(draft: Draft) -> None:
    """EV-20: everyone takes a resource."""
    ask_to_take(draft, draft.core.in_turn_order(), "EV-20")


HAPPENING = Happening("plentiful_year", RuleId("EV-20"), {2: 1}, plentiful_year)
