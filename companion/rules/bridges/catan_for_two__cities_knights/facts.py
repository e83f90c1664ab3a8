"""How neutral knights stand on the table, by its own word (CO-05)."""

from __future__ import annotations

from functools import partial

from companion.engine.extension import FactSort
from companion.rules.bridges.catan_for_two__cities_knights.knights import BASIC, STRONG
from companion.rules.cities_knights.facts.knights import knights_at, knights_of
from companion.rules.cities_knights.queries import FIGURES
from companion.rules.variants.catan_for_two.facts import neutral_fact
from companion.rules.variants.catan_for_two.neutral import COLOURS, neutral

FACTS = tuple(
    neutral_fact(
        neutral(colour),
        f"knight_{strength}",
        partial(knights_of, strength, False),
        partial(knights_at, strength, False),
        FactSort.CORNERS,
        FIGURES,
    )
    for colour in COLOURS
    for strength in (BASIC, STRONG)
)
