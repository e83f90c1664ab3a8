"""Trade Advantage: the holder of Longest Road draws a card."""

from __future__ import annotations

from companion.engine.ids import PlayerId, RuleId
from companion.engine.table import Draft, Table
from companion.rules.base.queries import road_pieces
from companion.rules.base.slice import Base
from companion.rules.variants.event_cards.deck import Happening
from companion.rules.variants.event_cards.giving import ask_to_draw
from companion.rules.variants.event_cards.happenings.leaders import alone, most


def trade_advantage(draft: Draft) -> None:
    """EV-15: the holder of Longest Road draws a card."""
    holder = draft.slice(Base).longest_road
    if holder is None and draft.option("trade_advantage_without_holder") == "most_roads":
        holder = alone(most(draft, roads_laid))
    if holder is not None and holder in draft.core.ids:
        ask_to_draw(draft, holder, "EV-15")


def roads_laid(table: Table, player: PlayerId) -> int:
    """EV-15: roads on the board, where Trade Advantage goes by them."""
    return len(road_pieces(table, player))


HAPPENING = Happening("trade_advantage", RuleId("EV-15"), {5: 1}, trade_advantage)
