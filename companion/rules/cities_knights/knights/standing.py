"""Knights on the board: what they keep away, and whose trails they cut."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.extension import Invariant, Part, Reaction, Stage, Term
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.table import Draft, Table
from companion.rules.base import trail
from companion.rules.base.places import InTheWay
from companion.rules.base.slice import Base
from companion.rules.cities_knights.field import KnightActed, KnightRemoved
from companion.rules.cities_knights.knights.recruit import KnightRecruited
from companion.rules.cities_knights.queries import (
    FIGURES,
    knights_left,
    state_of,
)
from companion.rules.cities_knights.slice import Knight
from companion.rules.cities_knights.ways import ON_ROADS


def knight_places(table: Table, old: frozenset[Site]) -> frozenset[Site]:
    """CK-90, CK-91: places with a knight are occupied too, for its owner's pieces as well."""
    return _with_knights(old, state_of(table).knights)


def knight_in_the_way(table: Table, old: InTheWay | None, site: Site, rule: str) -> InTheWay | None:
    """CK-91: a knight keeps roads and buildings away; where knights come to, their own rules say so."""
    knight = state_of(table).knights.get(site)
    if knight is None:
        return old
    return InTheWay("CK-91" if rule in ("B-50", "B-51") else rule, "knight", knight.owner)


@remembered
def _with_knights(old: frozenset[Site], standing: Mapping[Site, Knight]) -> frozenset[Site]:
    return old | frozenset(standing)


def knight_barriers(table: Table, old: frozenset[Site], owner: PlayerId) -> frozenset[Site]:
    """CK-91: nobody's roads go on, and nobody's trail goes, through the corner of an opponent's knight."""
    return _with_opposing(old, state_of(table).knights, owner)


@remembered
def _with_opposing(old: frozenset[Site], standing: Mapping[Site, Knight], owner: PlayerId) -> frozenset[Site]:
    return old | {site for site, knight in standing.items() if knight.owner != owner}


def after_knight(draft: Draft, event: KnightRecruited | KnightRemoved | KnightActed) -> None:
    """CK-91, B-60: a knight that comes or goes may cut the trails of others, or join them again.

    While a knight displaces another one nothing is judged before that one has found its place.
    """
    if isinstance(event, KnightActed):
        if event.to is not None and event.action == "move":
            trail.measure_around(draft, event.by, event.site, event.to)
    else:
        trail.measure_around(draft, event.by, event.site)


def figures_kept(table: Table) -> list[str]:
    """CK-02: nobody has more than two knights of a strength."""
    return [
        f"{player}: {knights_left(table, player, strength)} knights of strength {strength} left"
        for player in table.core.ids
        for strength in (1, 2, 3)
        if not 0 <= knights_left(table, player, strength) <= FIGURES
    ]


def knights_stand_alone(table: Table) -> list[str]:
    """CK-90: no knight stands where a settlement or city is."""
    built = table.slice(Base).buildings
    return [f"{site}: a knight and a building" for site in state_of(table).knights if site in built]


IN_THE_WAY = (
    Term("occupied", Stage.ADD, knight_places),
    Term("in_the_way", Stage.ADD, knight_in_the_way),
)

PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), invariants=(Invariant("ck.knights", figures_kept),)),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), terms=IN_THE_WAY),
    Part(
        needs=frozenset({Aspect.PLACES}),
        name=ON_ROADS,
        terms=(*IN_THE_WAY, Term("barriers", Stage.ADD, knight_barriers)),
        reactions=(
            Reaction(KnightRecruited, after_knight),
            Reaction(KnightRemoved, after_knight),
            Reaction(KnightActed, after_knight),
        ),
        invariants=(Invariant("ck.knights_alone", knights_stand_alone),),
    ),
)
