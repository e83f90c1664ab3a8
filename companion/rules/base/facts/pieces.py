"""Settlements, cities and roads as they stand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import partial
from typing import Any, ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import EdgeId, PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.base.network import geometry, no_edge
from companion.rules.base.places import nameless
from companion.rules.base.queries import (
    ROADS,
    SUPPLY,
    buildings,
    cities,
    places,
    road_pieces,
    roads,
    settlements,
)
from companion.rules.base.slice import Base, BaseEvent, Building, BuildingKind
from companion.rules.base.stating import StateRule, check_sites, nowhere, owners
from companion.rules.base.trail import measure_only


class StatePieces(Command, frozen=True, tag="base.state_pieces"):
    """These are all settlements, cities and roads of a player, whatever was entered before."""

    player: PlayerId
    settlements: tuple[Site, ...] = ()
    cities: tuple[Site, ...] = ()
    roads: tuple[EdgeId, ...] = ()


class PiecesStated(BaseEvent, frozen=True, tag="base.pieces_stated"):
    """These are all pieces of an owner, as they lie on the table."""

    scores: ClassVar[bool] = False
    player: PlayerId
    buildings: dict[Site, BuildingKind]
    roads: tuple[EdgeId, ...] = ()

    def apply(self, state: Base) -> Base:
        owner = self.player
        others = {site: one for site, one in state.buildings.items() if one.owner != owner}
        roads = {edge: one for edge, one in state.roads.items() if one != owner}
        own = {site: Building(owner, kind) for site, kind in self.buildings.items()}
        return replace(
            state, buildings={**others, **own}, roads={**roads, **dict.fromkeys(self.roads, owner)}
        )


class StatePiecesRule(StateRule):
    """B-12: each piece at a place of its own."""

    command = StatePieces

    def at(self, table: Table, command: StatePieces) -> Iterable[Violation]:
        owner, sites = command.player, (*command.settlements, *command.cities)
        missing = nowhere(table, owner)
        if missing is not None:
            yield missing
            return
        yield from check_sites(table, owner, sites, buildings(table, owner))
        yield from self._roads(table, command)

    def apply(self, draft: Draft, command: StatePieces) -> None:
        kinds = dict.fromkeys(command.settlements, BuildingKind.SETTLEMENT)
        kinds |= dict.fromkeys(command.cities, BuildingKind.CITY)
        draft.emit(PiecesStated(command.player, kinds, command.roads))
        if places(draft).named:
            measure_only(draft, owners(draft))

    @staticmethod
    def _roads(table: Table, command: StatePieces) -> Iterable[Violation]:
        if not places(table).named:
            yield from [hard("B-04", "place.off-board", place=str(edge)[:40]) for edge in command.roads[:1]]
            return
        laid = table.slice(Base).roads
        for edge, times in Counter(command.roads).items():
            if edge not in geometry(table).ends:
                yield no_edge(table, edge)
            elif times > 1 or laid.get(edge, command.player) != command.player:
                yield hard("B-50", "road.taken", place=edge)


def pieces(table: Table, player: PlayerId, **other: Any) -> StatePieces:
    """The player's pieces as they stand, but for what is given."""
    own: dict[str, Any] = {
        "settlements": settlements(table, player),
        "cities": cities(table, player),
        "roads": roads(table, player),
    }
    # a road may have the name of a corner
    changed = {site for kind in _FIELD.values() for site in other.get(kind, ())}
    for kind in _FIELD.values():
        own[kind] = tuple(site for site in own[kind] if site not in changed)
    return StatePieces(player, player, **{**own, **other})


def counted(kind: BuildingKind, table: Table, player: PlayerId, count: int) -> StatePieces:
    """This many nameless buildings of a kind stand: the newest are taken away, or new ones come."""
    own = tuple(buildings(table, player, kind))[:count]
    own += nameless(player, count - len(own), table.value("occupied"))
    return pieces(table, player, **{_FIELD[kind]: own})


def placed(field: str, table: Table, player: PlayerId, sites: Iterable[str]) -> StatePieces:
    """The pieces of a kind at these places."""
    return pieces(table, player, **{field: tuple(sites)})


_FIELD = {BuildingKind.SETTLEMENT: "settlements", BuildingKind.CITY: "cities"}


def roads_placed(table: Table, player: PlayerId, edges: Iterable[str]) -> StatePieces:
    """The roads at these edges, beside other pieces of the player that count as roads."""
    own = road_pieces(table, player)
    others = [edge for edge in roads(table, player) if edge not in own]
    return placed("roads", table, player, dict.fromkeys([*edges, *others]))


def _standing(kind: BuildingKind, table: Table, player: PlayerId) -> int:
    return len(buildings(table, player, kind))


PIECES_NAMELESS = tuple(
    Fact(kind.value, partial(_standing, kind), partial(counted, kind), most=SUPPLY[kind])
    for kind in BuildingKind
)


PIECES_PLACED = (
    Fact("road", road_pieces, roads_placed, FactSort.EDGES, ROADS),
    Fact(
        "settlement",
        settlements,
        partial(placed, "settlements"),
        FactSort.CORNERS,
        SUPPLY[BuildingKind.SETTLEMENT],
    ),
    Fact("city", cities, partial(placed, "cities"), FactSort.CORNERS, SUPPLY[BuildingKind.CITY]),
)


EVENTS = (PiecesStated,)
PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(StatePiecesRule(),)),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), facts=PIECES_NAMELESS),
    Part(needs=frozenset({Aspect.PLACES}), facts=PIECES_PLACED),
)
