"""Epidemic: every building brings one resource."""

from __future__ import annotations

from companion.engine.extension import Part, Stage, Term
from companion.engine.ids import RuleId
from companion.engine.level import Aspect
from companion.engine.table import Table
from companion.rules.base.goods import RESOURCES
from companion.rules.base.roll import Yields
from companion.rules.variants.event_cards.deck import Happening, happening

HAPPENING = Happening("epidemic", RuleId("EV-11"), {6: 1, 8: 1})


def epidemic(table: Table, old: Yields) -> Yields:
    """EV-11: one resource from a building, and nothing else."""
    if happening(table) != HAPPENING.name:
        return old
    return {
        kind: {terrain: {good: 1 for good in cards if good in RESOURCES} for terrain, cards in yields.items()}
        for kind, yields in old.items()
    }


PARTS = (Part(needs=frozenset({Aspect.PLACES}), terms=(Term("yields", Stage.LIMIT, epidemic),)),)
