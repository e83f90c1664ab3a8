"""What others may ask of Cities & Knights."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping

from companion.engine.ids import PlayerId, Site
from companion.engine.remember import remembered
from companion.engine.state import Phase
from companion.engine.table import Table
from companion.rules.base.queries import cities
from companion.rules.base.slice import Base, BuildingKind
from companion.rules.cities_knights.field import field
from companion.rules.cities_knights.slice import CitiesKnights, Displaced, Knight, Track

FIGURES = 2
"""Knights of each strength that a player owns (CK-02)."""

WALLS = 3
"""Walls of a player (CK-02, CK-70)."""

TOP_LEVEL = 5
MIGHTY = 3
FORTRESS = 3
"""The level of politics that allows mighty knights (CK-93)."""


def state_of(table: Table) -> CitiesKnights:
    """This module's slice of the state."""
    return table.slice(CitiesKnights)


def level(table: Table, player: PlayerId, track: Track) -> int:
    """How far the player is in a track, 0 to 5."""
    return state_of(table).improvements.get(player, {}).get(track, 0)


def knights(table: Table, owner: PlayerId) -> dict[Site, Knight]:
    """The player's knights by place. Kept: not to be changed."""
    return _knights(state_of(table).knights, owner)


@remembered
def _knights(standing: Mapping[Site, Knight], owner: PlayerId) -> dict[Site, Knight]:
    return {site: knight for site, knight in standing.items() if knight.owner == owner}


def knights_left(table: Table, owner: PlayerId, strength: int) -> int:
    """Figures of a strength in the player's supply (CK-02); one that waits for its place is not there."""
    return FIGURES - figures_out(table).get((owner, strength), 0)


def figures_out(table: Table) -> Mapping[tuple[PlayerId, int], int]:
    """How many knights there are by owner and strength."""
    state = state_of(table)
    return _figures_out(state.knights, state.displaced)


@remembered
def _figures_out(
    standing: Mapping[Site, Knight], displaced: Mapping[PlayerId, Displaced]
) -> Mapping[tuple[PlayerId, int], int]:
    out = [*standing.values(), *(away.knight for away in displaced.values())]
    return Counter((knight.owner, knight.strength) for knight in out)


def walls(table: Table, owner: PlayerId) -> tuple[Site, ...]:
    """The player's walled cities."""
    return tuple(site for site in cities(table, owner) if site in state_of(table).walls)


def metropolis_owner(table: Table, track: Track) -> PlayerId | None:
    """Who has the metropolis of a track."""
    site = state_of(table).metropolises.get(track)
    if site is None:
        return None
    building = table.slice(Base).buildings.get(site)
    return building.owner if building is not None and building.kind is BuildingKind.CITY else None


def plain_cities(table: Table, owner: PlayerId) -> tuple[Site, ...]:
    """The player's cities that bear no metropolis (CK-83, CK-112)."""
    taken = state_of(table).metropolises.values()
    return tuple(site for site in cities(table, owner) if site not in taken)


def looks(table: Table, site: Site) -> tuple[bool, bool]:
    """What tells one nameless city from another: its wall and its metropolis."""
    state = state_of(table)
    return site in state.walls, site in state.metropolises.values()


def likeness(table: Table, site: Site) -> Hashable:
    """What tells one city from another, as far as the table is tracked: its looks, or its corner."""
    return field(table).likeness(site, looks(table, site))


def alike(table: Table, sites: tuple[Site, ...]) -> bool:
    """Whether it makes no difference which of the places is meant, as far as the table is tracked."""
    return len({likeness(table, site) for site in sites}) == 1


def unlike(table: Table, sites: tuple[Site, ...]) -> tuple[Site, ...]:
    """The places, of those that are alike only the first."""
    return tuple({likeness(table, site): site for site in reversed(sites)}.values())


SEVEN = 7
"""What is not rolled in a gentle start (OPT-3)."""


def gentle(table: Table) -> bool:
    """OPT-3: whether the next roll is one of the first two turns of its player."""
    core = table.core
    next_turn = core.turn + (core.phase is Phase.AFTER_ROLL)
    return bool(table.option("gentle_start")) and next_turn <= 2 * len(core.players)
