"""Walls, and cities on their side."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.extension import Fact, FactSort, Part
from companion.engine.ids import PlayerId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, no_player
from companion.rules.base.queries import SUPPLY, cities, settlements
from companion.rules.base.slice import Base, BuildingKind
from companion.rules.base.stating import StateRule, owners, stating
from companion.rules.cities_knights.barbarians import BY_SHIP
from companion.rules.cities_knights.cities import lying_cities
from companion.rules.cities_knights.queries import (
    WALLS,
    state_of,
    walls,
)
from companion.rules.cities_knights.slice import (
    CitiesKnights,
    CKEvent,
)


class StateCities(Command, frozen=True, tag="ck.state_cities"):
    """Under which of the player's cities walls lie, and which city figures lie on their side."""

    player: PlayerId
    walls: tuple[Site, ...] = ()
    lying: tuple[Site, ...] = ()


class CitiesStated(CKEvent, frozen=True, tag="ck.cities_stated"):
    """Under which of a player's cities walls lie, and which lie on their side; ``gone`` have neither."""

    scores: ClassVar[bool] = False
    player: PlayerId
    walls: tuple[Site, ...]
    lying: tuple[Site, ...]
    gone: tuple[Site, ...] = ()

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        gone = frozenset(self.gone)
        return replace(
            state,
            walls=state.walls - gone | frozenset(self.walls),
            lying=state.lying - gone | frozenset(self.lying),
        )


class StateCitiesRule(StateRule):
    """CK-70, CK-113: walls lie under own cities, figures on their side count as settlements."""

    command = StateCities

    def at(self, table: Table, command: StateCities) -> Iterable[Violation]:
        player = command.player
        if player not in owners(table):
            yield no_player(player)
            return
        if not set(command.walls) <= set(cities(table, player)) or len(set(command.walls)) < len(
            command.walls
        ):
            yield hard("CK-70", "wall.not-own-city", player=player)
        if not set(command.lying) <= set(settlements(table, player)):
            yield hard("CK-113", "city.not-own-settlement", player=player)

    def apply(self, draft: Draft, command: StateCities) -> None:
        base, state = draft.slice(Base).buildings, state_of(draft)
        # a wall or a figure on its side where nothing stands any more is nobody's, and goes too
        gone = tuple(
            site
            for site in (*sorted(state.walls), *sorted(state.lying))
            if site not in base or base[site].owner == command.player
        )
        draft.emit(CitiesStated(command.player, command.walls, command.lying, tuple(dict.fromkeys(gone))))


def cities_now(table: Table, player: PlayerId) -> StateCities:
    """The player's walls and cities on their side as they are."""
    return StateCities(player, player, walls(table, player), tuple(sorted(lying_cities(table, player))))


def _count_walls(table: Table, player: PlayerId, count: int) -> StateCities:
    """Walls under so many cities, those that have one first."""
    walled = walls(table, player)
    others = tuple(site for site in cities(table, player) if site not in walled)
    return replace(cities_now(table, player), walls=(*walled, *others)[:count])


def _count_lying(table: Table, player: PlayerId, count: int) -> StateCities:
    lying = sorted(lying_cities(table, player))
    others = [site for site in settlements(table, player) if site not in lying]
    return replace(cities_now(table, player), lying=(*lying, *others)[:count])


WALLS_NAMELESS = (Fact("wall", lambda table, player: len(walls(table, player)), _count_walls, most=WALLS),)
LYING_NAMELESS = (
    Fact(
        "city_on_side",
        lambda table, player: len(lying_cities(table, player)),
        _count_lying,
        most=SUPPLY[BuildingKind.CITY],
    ),
)

WALLS_PLACED = (Fact("wall", walls, stating(cities_now, "walls"), FactSort.CORNERS, WALLS),)
LYING_PLACED = (
    Fact(
        "city_on_side",
        lambda table, player: tuple(sorted(lying_cities(table, player))),
        stating(cities_now, "lying"),
        FactSort.CORNERS,
        SUPPLY[BuildingKind.CITY],
    ),
)


EVENTS = (CitiesStated,)
PARTS = (
    Part(needs=frozenset({Aspect.SCORE}), commands=(StateCitiesRule(),)),
    Part(needs=frozenset({Aspect.SCORE}), without=frozenset({Aspect.PLACES}), facts=WALLS_NAMELESS),
    Part(
        needs=frozenset({Aspect.SCORE}),
        without=frozenset({Aspect.PLACES}),
        name=BY_SHIP,
        facts=LYING_NAMELESS,
    ),
    Part(needs=frozenset({Aspect.PLACES}), facts=WALLS_PLACED),
    Part(needs=frozenset({Aspect.PLACES}), name=BY_SHIP, facts=LYING_PLACED),
)
