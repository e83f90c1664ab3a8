"""What is wrong with a knight that is named, and which of them can act."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from companion.engine.ids import PlayerId, Site
from companion.engine.table import Table, kept
from companion.engine.verdict import Violation, clear, hard, soft
from companion.rules.base.queries import places
from companion.rules.cities_knights.field import field
from companion.rules.cities_knights.queries import (
    FIGURES,
    knights,
    knights_left,
    state_of,
)


def check_own(table: Table, by: PlayerId, site: Site) -> Iterable[Violation]:
    """The knight named must be there and be the player's own."""
    knight = state_of(table).knights.get(site)
    if knight is None or knight.owner != by:
        yield hard("CK-90", "knight.not-own", player=by)


def check_figures(table: Table, owner: PlayerId, strength: int, rule: str) -> Iterable[Violation]:
    """CK-02: a knight of that strength must be in the supply."""
    if knights_left(table, owner, strength) < 1:
        yield soft(rule, "knight.none-of-strength", player=owner, strength=strength, count=FIGURES)


def check_action(table: Table, by: PlayerId, site: Site) -> Iterable[Violation]:
    """CK-94 and CK-95: who may act."""
    yield from check_own(table, by, site)
    knight = knights(table, by).get(site)
    if knight is None:
        return
    if not knight.active:
        yield soft("CK-94", "knight.inactive", player=by)
    elif knight.activated == table.core.turn:
        yield soft("CK-94", "knight.just-activated", player=by)
    if knight.acted == table.core.turn:
        yield soft("CK-95", "knight.acted-already", player=by)


@kept
def can_act(table: Table, by: PlayerId) -> tuple[Site, ...]:
    """The knights with which the player may act now, the alike ones once."""
    own = knights(table, by)
    able = [site for site in own if clear(check_action(table, by, site))]
    return told_apart(table, able, own.__getitem__)


def told_apart(table: Table, sites: Iterable[Site], state: Callable[[Site], Hashable]) -> tuple[Site, ...]:
    """The first of the places that are alike, as far as the table is tracked."""
    if places(table).named:
        return tuple(sites)
    known = field(table)
    chosen: dict[Hashable, Site] = {}
    for site in sites:
        chosen.setdefault(known.likeness(site, state(site)), site)
    return tuple(chosen.values())
