"""How neutral knights stand on the table, by its own word (CO-05)."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

import msgspec

from companion.engine.extension import Fact, FactSort
from companion.engine.ids import PlayerId, Site
from companion.engine.table import Table
from companion.rules.bridges.catan_for_two__cities_knights.knights import BASIC, STRONG
from companion.rules.cities_knights.facts import StateKnights, knights_at, knights_of
from companion.rules.cities_knights.queries import FIGURES
from companion.rules.variants.catan_for_two.facts import is_neutral
from companion.rules.variants.catan_for_two.neutral import COLOURS, neutral


def _knights(owner: PlayerId, strength: int, table: Table, _player: PlayerId) -> tuple[Site, ...]:
    return knights_of(strength, False, table, owner)


def _state(
    owner: PlayerId, strength: int, table: Table, player: PlayerId, sites: Iterable[Site]
) -> StateKnights:
    return msgspec.structs.replace(knights_at(strength, False, table, owner, sites), by=player)


FACTS = tuple(
    Fact(
        f"{neutral(colour)}_knight_{strength}",
        partial(_knights, neutral(colour), strength),
        partial(_state, neutral(colour), strength),
        FactSort.CORNERS,
        FIGURES,
        wanted=partial(is_neutral, neutral(colour)),
    )
    for colour in COLOURS
    for strength in (BASIC, STRONG)
)
