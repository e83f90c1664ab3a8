"""Calm Seas: those with the most buildings at harbours take a resource."""

from __future__ import annotations

from companion.engine.ids import PlayerId, RuleId
from companion.engine.table import Draft, Table
from companion.rules.base.trade import harbours
from companion.rules.variants.event_cards.deck import Happening
from companion.rules.variants.event_cards.giving import ask_to_take
from companion.rules.variants.event_cards.happenings.leaders import most


def calm_seas(draft: Draft) -> None:
    """EV-16: those with the most settlements and cities at harbours take a resource."""
    ask_to_take(draft, most(draft, at_harbours), "EV-16")


def at_harbours(table: Table, player: PlayerId) -> int:
    """EV-16: settlements and cities at harbours."""
    return len(harbours(table, player))


HAPPENING = Happening("calm_seas", RuleId("EV-16"), {9: 1, 12: 1}, calm_seas)
