"""Earthquake: everyone turns one own road sideways."""

from __future__ import annotations

from companion.engine.ids import RuleId
from companion.engine.table import Draft
from companion.rules.variants.event_cards.damage import RoadDamaged, undamaged
from companion.rules.variants.event_cards.deck import Happening


def earthquake(draft: Draft) -> None:
    """EV-12: everyone turns one own road sideways; the only one lies so by itself."""
    for player in draft.core.in_turn_order():
        straight = undamaged(draft, player)
        if len(straight) == 1:
            draft.emit(RoadDamaged(player, straight[0]))
        elif straight:
            draft.ask("damage_road", player, "EV-12", "ev.damage_road")


HAPPENING = Happening("earthquake", RuleId("EV-12"), {6: 1}, earthquake)
