"""What other modules may ask of the base game."""

from __future__ import annotations

from collections.abc import Mapping
from typing import cast

from companion.engine.ids import PlayerId, Site
from companion.engine.table import Table
from companion.rules.base.places import Places
from companion.rules.base.slice import Base, Building, BuildingKind

SUPPLY: Mapping[BuildingKind, int] = {BuildingKind.SETTLEMENT: 5, BuildingKind.CITY: 4}
"""Pieces of a player (B-05)."""

ROADS = 15
"""Roads of a player (B-05)."""


def buildings(table: Table, owner: PlayerId, kind: BuildingKind | None = None) -> dict[Site, Building]:
    """The player's buildings by place, of one kind or of both."""
    return {
        site: building
        for site, building in table.slice(Base).buildings.items()
        if building.owner == owner and kind in (None, building.kind)
    }


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


def roads_left(table: Table, owner: PlayerId) -> int:
    """Roads in the player's supply (B-05)."""
    return ROADS - sum(who == owner for who in table.slice(Base).roads.values())


def hand_limit(table: Table, player: PlayerId) -> int:
    """How many cards the player may hold on a 7 without returning half (B-30)."""
    limit: int = table.value("hand_limit", player)
    return limit


def opponents(table: Table, player: PlayerId) -> tuple[PlayerId, ...]:
    """The others, in turn order from the player's left."""
    ids = table.core.ids
    start = ids.index(player)
    return ids[start + 1 :] + ids[:start]


def places(table: Table) -> Places:
    """What knows where pieces stand, or knows nothing of it."""
    return cast(Places, table.ruleset.slots["places"])
