"""Neighbourly Assistance: those with the most points give a card."""

from __future__ import annotations

from companion.engine.ids import PlayerId, RuleId
from companion.engine.table import Draft, Table
from companion.rules.base.queries import opponents
from companion.rules.variants.event_cards.deck import Happening
from companion.rules.variants.event_cards.giving import (
    ask_to_give,
    gifts,
    holders,
)
from companion.rules.variants.event_cards.happenings.leaders import most


def neighbourly_assistance(draft: Draft) -> None:
    """EV-18: those with the most points give a card to somebody with fewer; points that everyone sees."""
    leaders = most(draft, Table.points)
    if len(leaders) < len(draft.core.ids):
        ask_to_give(draft, holders(draft, leaders), "EV-18", poorer, gifts(draft))


def poorer(table: Table, player: PlayerId) -> list[PlayerId]:
    """EV-18: everyone with fewer points."""
    own = table.points(player)
    return [other for other in opponents(table, player) if table.points(other) < own]


HAPPENING = Happening("neighbourly_assistance", RuleId("EV-18"), {10: 1, 11: 1}, neighbourly_assistance)
