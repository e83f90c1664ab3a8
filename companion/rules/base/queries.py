"""What other modules may ask of the base game."""

from __future__ import annotations

from collections.abc import Collection, Mapping

from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.remember import remembered
from companion.engine.table import Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.places import Places
from companion.rules.base.slice import Award, Base, Building, BuildingKind

SUPPLY: Mapping[BuildingKind, int] = {BuildingKind.SETTLEMENT: 5, BuildingKind.CITY: 4}
"""Pieces of a player (B-05)."""

ROADS = 15
"""Roads of a player (B-05)."""


def laid(table: Table) -> bool:
    """Whether the game has a board, and it lies on the table."""
    return table.slice(Base).board is not None


def buildings(table: Table, owner: PlayerId, kind: BuildingKind | None = None) -> dict[Site, Building]:
    """The player's buildings by place, of one kind or of both. Kept: not to be changed."""
    own = _by_owner(table.slice(Base).buildings).get(owner)
    return {} if own is None else own[kind]


_KINDS = (None, *BuildingKind)


@remembered
def _by_owner(
    buildings: Mapping[Site, Building],
) -> Mapping[PlayerId, Mapping[BuildingKind | None, dict[Site, Building]]]:
    owners = dict.fromkeys([building.owner for building in buildings.values()])
    return {
        owner: {
            wanted: {
                site: building
                for site, building in buildings.items()
                if building.owner == owner and wanted in (None, building.kind)
            }
            for wanted in _KINDS
        }
        for owner in owners
    }


def no_opponent(table: Table, by: PlayerId, who: PlayerId, rule: str) -> Violation:
    """Why somebody is nobody's opponent: the player names nobody who plays, or himself."""
    return hard(rule, "player.not-an-opponent", player=by) if who in table.core.ids else no_player(who)


def building_sites(table: Table) -> frozenset[Site]:
    """Where buildings stand, whosever they are."""
    return _sites(table.slice(Base).buildings)


@remembered
def _sites(buildings: Mapping[Site, Building]) -> frozenset[Site]:
    return frozenset(buildings)


def cities(table: Table, owner: PlayerId) -> tuple[Site, ...]:
    """Where the player has cities."""
    return tuple(buildings(table, owner, BuildingKind.CITY))


def settlements(table: Table, owner: PlayerId) -> tuple[Site, ...]:
    """Where the player has settlements."""
    return tuple(buildings(table, owner, BuildingKind.SETTLEMENT))


def figures_left(table: Table, owner: PlayerId, kind: BuildingKind) -> int:
    """Figures of that kind in the player's supply (B-05)."""
    used: int = table.value("figures_used", owner, kind)
    return SUPPLY[kind] - used


def roads(table: Table, owner: PlayerId) -> tuple[EdgeId, ...]:
    """Where the player has roads, oldest first."""
    return _roads(table.slice(Base).roads).get(owner, ())


@remembered
def _roads(roads: Mapping[EdgeId, PlayerId]) -> Mapping[PlayerId, tuple[EdgeId, ...]]:
    found: dict[PlayerId, list[EdgeId]] = {}
    for edge, owner in roads.items():
        found.setdefault(owner, []).append(edge)
    return {owner: tuple(edges) for owner, edges in found.items()}


def road_pieces(table: Table, owner: PlayerId) -> tuple[EdgeId, ...]:
    """Those of the player's roads that are road pieces: other pieces may count as roads, such as bridges."""
    others: Collection[EdgeId] = table.value("not_roads")
    own = roads(table, owner)
    return tuple([edge for edge in own if edge not in others]) if others else own


def roads_left(table: Table, owner: PlayerId) -> int:
    """Roads in the player's supply (B-05)."""
    return ROADS - roads_used(table, owner)


def roads_used(table: Table, owner: PlayerId) -> int:
    """How many of the player's roads lie on the board, without other pieces that count as roads."""
    used: int = table.value("roads_used", owner)
    return used


def hand_limit(table: Table, player: PlayerId) -> int:
    """How many cards the player may hold on a 7 without returning half (B-30)."""
    limit: int = table.value("hand_limit", player)
    return limit


def rule_here(table: Table, rule: str) -> str:
    """The id of what holds in this game in the place of a rule of the base game: an expansion may state it
    anew."""
    found: str = table.value("rule_here", rule)
    return found


def in_play(table: Table, award: Award) -> bool:
    """Whether the game has that award (B-60, B-62)."""
    return award in table.value("awards")


def opponents(table: Table, player: PlayerId) -> tuple[PlayerId, ...]:
    """The others, in turn order from the player's left."""
    ids = table.core.ids
    start = ids.index(player)
    return ids[start + 1 :] + ids[:start]


def places(table: Table) -> Places:
    """What knows where pieces stand, or knows nothing of it."""
    found: Places = table.ruleset.slots["places"]
    return found
