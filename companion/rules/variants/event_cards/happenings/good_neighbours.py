"""Good Neighbours: everyone gives a card to the left."""

from __future__ import annotations

from companion.engine.ids import PlayerId, RuleId
from companion.engine.table import Draft, Table
from companion.rules.base.goods import RESOURCE, names
from companion.rules.variants.event_cards.deck import Happening
from companion.rules.variants.event_cards.giving import (
    ask_to_give,
    holders,
)


def good_neighbours(draft: Draft) -> None:
    """EV-13: everyone who has a card gives one to the left; all at once, so those without one need not."""
    givers = holders(draft, draft.core.in_turn_order())
    ask_to_give(draft, givers, "EV-13", on_the_left, names(draft, RESOURCE))


def on_the_left(table: Table, player: PlayerId) -> tuple[PlayerId, ...]:
    """EV-13: the neighbour on the left."""
    return (table.core.after(player),)


HAPPENING = Happening("good_neighbours", RuleId("EV-13"), {6: 1}, good_neighbours)
