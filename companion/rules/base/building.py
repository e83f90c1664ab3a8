"""Roads, settlements and cities (B-50 to B-52)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar, TypeVar

from msgspec.structs import replace

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.extension import (
    CommandRule,
    Part,
    PointSource,
    Stage,
    Term,
)
from companion.engine.ids import EdgeId, PlayerId, RuleId, Site
from companion.engine.level import Aspect
from companion.engine.remember import remembered
from companion.engine.state import changed, without
from companion.engine.table import Draft, Table
from companion.engine.verdict import Certainty, Violation, hard, soft
from companion.rules.base.goods import PRICES, Bag
from companion.rules.base.network import check_road, road_places
from companion.rules.base.places import InTheWay
from companion.rules.base.purse import purse
from companion.rules.base.queries import (
    ROADS,
    SUPPLY,
    building_sites,
    buildings,
    figures_left,
    places,
    road_pieces,
    roads_left,
    settlements,
)
from companion.rules.base.slice import Base, BaseEvent, Building, BuildingKind

C = TypeVar("C", bound=Command)

ONLY_ROADS: frozenset[EdgeId] = frozenset()
"""Nothing else than roads counts as a road."""


class BuildRoad(Command, frozen=True, tag="base.build_road"):
    """The player built a road."""

    edge: EdgeId


class BuildSettlement(Command, frozen=True, tag="base.build_settlement"):
    """The player built a settlement; without a place, somewhere."""

    site: Site | None = None


class BuildCity(Command, frozen=True, tag="base.build_city"):
    """The player turned a settlement into a city; without a place, any one that can be told from no other."""

    site: Site | None = None


class SettlementBuilt(BaseEvent, frozen=True, tag="base.settlement_built"):
    """A settlement stands on the board."""

    by: PlayerId
    site: Site

    def apply(self, state: Base) -> Base:
        building = Building(self.by, BuildingKind.SETTLEMENT)
        return replace(state, buildings=changed(state.buildings, self.site, building))


class CityBuilt(BaseEvent, frozen=True, tag="base.city_built"):
    """A settlement has become a city."""

    by: PlayerId
    site: Site

    def apply(self, state: Base) -> Base:
        building = Building(self.by, BuildingKind.CITY)
        return replace(state, buildings=changed(state.buildings, self.site, building))


class CityReduced(BaseEvent, frozen=True, tag="base.city_reduced"):
    """A city has become a settlement."""

    silent: ClassVar[bool] = True
    by: PlayerId
    site: Site

    def apply(self, state: Base) -> Base:
        building = Building(self.by, BuildingKind.SETTLEMENT)
        return replace(state, buildings=changed(state.buildings, self.site, building))


class RoadBuilt(BaseEvent, frozen=True, tag="base.road_built"):
    """A road lies on an edge."""

    scores: ClassVar[bool] = False
    by: PlayerId
    edge: EdgeId

    def apply(self, state: Base) -> Base:
        return replace(state, roads=changed(state.roads, self.edge, self.by))


class RoadRemoved(BaseEvent, frozen=True, tag="base.road_removed"):
    """A road has gone back to its owner."""

    scores: ClassVar[bool] = False
    by: PlayerId
    edge: EdgeId

    def apply(self, state: Base) -> Base:
        return replace(state, roads=without(state.roads, self.edge))


class RoadMoved(BaseEvent, frozen=True, tag="base.road_moved"):
    """A road lies on another edge; trails are measured only then."""

    scores: ClassVar[bool] = False
    by: PlayerId
    edge: EdgeId
    to: EdgeId

    def apply(self, state: Base) -> Base:
        return replace(state, roads=changed(without(state.roads, self.edge), self.to, self.by))


def check_figure(table: Table, owner: PlayerId, kind: BuildingKind) -> Iterable[Violation]:
    """B-05: a piece that is not in the supply cannot be built."""
    if figures_left(table, owner, kind) < 1:
        yield soft("B-05", f"supply.no-{kind.value}", player=owner, count=SUPPLY[kind])


def check_city(table: Table, by: PlayerId, site: Site | None) -> Iterable[Violation]:
    """B-52 and B-05: a city replaces an own settlement and needs a figure."""
    if site is None:
        if table.slice(Base).board is not None:
            yield hard("B-52", "place.missing")
        elif not settlements(table, by):
            yield hard("B-52", "city.no-settlement", player=by)
    elif site not in buildings(table, by, BuildingKind.SETTLEMENT):
        yield hard("B-52", "city.not-own-settlement", player=by)
    if table.value("city_figure_needed", choose_settlement(table, by, site)):
        yield from check_figure(table, by, BuildingKind.CITY)


def choose_settlement(table: Table, by: PlayerId, site: Site | None) -> Site | None:
    """The named settlement, or else the one that takes the least: where a figure stands already."""
    if site is not None:
        return site
    own = settlements(table, by)
    without_figure = (s for s in own if not table.value("city_figure_needed", s))
    return next(without_figure, next(iter(own), None))


def check_roads(table: Table, owner: PlayerId) -> Iterable[Violation]:
    """B-05: why no road of the owner can be built: none is in the supply, or a rule allows none now."""
    if roads_left(table, owner) < 1:
        yield no_road_left(owner)
    yield from table.value("road_faults", owner)


def no_road_left(owner: PlayerId) -> Violation:
    """B-05: a road that is not in the supply cannot be built."""
    return soft("B-05", "supply.no-road", player=owner, count=ROADS)


class Priced(CommandRule[C]):
    """What costs cards: the price must be possible, and is paid before anything else happens."""

    cost: ClassVar[Bag]
    rule: ClassVar[str]

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        return purse(table).check(table, who, self.cost, self.rule)

    def certainty(self, table: Table, command: C) -> Certainty:
        """Whether the price is there."""
        return purse(table).certainty(table, command.by, self.cost)

    def pay(self, draft: Draft, by: PlayerId) -> None:
        """B-54: give the price to the bank."""
        purse(draft).pay(draft, by, self.cost)


class BuildRoadRule(Priced[BuildRoad]):
    """B-50: a road that joins what the player has, for brick and lumber."""

    command = BuildRoad
    rule = "B-50"
    cost = PRICES["road"]

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_roads(table, who)

    def at(self, table: Table, command: BuildRoad) -> Iterable[Violation]:
        return check_road(table, command.by, command.edge)

    def apply(self, draft: Draft, command: BuildRoad) -> None:
        self.pay(draft, command.by)
        draft.emit(RoadBuilt(command.by, command.edge))

    def forms(self, table: Table, who: PlayerId) -> Iterable[BuildRoad]:
        return [BuildRoad(who, edge) for edge in road_places(table, who)]


class BuildSettlementRule(Priced[BuildSettlement]):
    """B-51: a settlement at an own road, with no building next to it."""

    command = BuildSettlement
    rule = "B-51"
    cost = PRICES["settlement"]

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_figure(table, who, BuildingKind.SETTLEMENT)

    def at(self, table: Table, command: BuildSettlement) -> Iterable[Violation]:
        return places(table).check_settlement(table, command.by, command.site)

    def apply(self, draft: Draft, command: BuildSettlement) -> None:
        self.pay(draft, command.by)
        site = places(draft).new(draft, command.by, command.site)
        draft.emit(SettlementBuilt(command.by, site))

    def forms(self, table: Table, who: PlayerId) -> Iterable[BuildSettlement]:
        return [BuildSettlement(who, site) for site in places(table).free(table, who)]


class BuildCityRule(Priced[BuildCity]):
    """B-52: a city in the place of an own settlement, for 3 ore and 2 grain."""

    command = BuildCity
    rule = "B-52"
    cost = PRICES["city"]

    def at(self, table: Table, command: BuildCity) -> Iterable[Violation]:
        return check_city(table, command.by, command.site)

    def apply(self, draft: Draft, command: BuildCity) -> None:
        self.pay(draft, command.by)
        site = choose_settlement(draft, command.by, command.site)
        assert site is not None
        draft.emit(CityBuilt(command.by, site))

    def forms(self, table: Table, who: PlayerId) -> Iterable[BuildCity]:
        return [BuildCity(who, site) for site in settlements(table, who)]


def building_points(table: Table, player: PlayerId) -> int:
    """B-70: a settlement 1 point, a city 2."""
    return _worth(table.slice(Base).buildings).get(player, 0)


@remembered
def _worth(buildings: Mapping[Site, Building]) -> Mapping[PlayerId, int]:
    found: dict[PlayerId, int] = {}
    for building in buildings.values():
        worth = 2 if building.kind is BuildingKind.CITY else 1
        found[building.owner] = found.get(building.owner, 0) + worth
    return found


def figures_used(table: Table, old: None, owner: PlayerId, kind: BuildingKind) -> int:
    """Figures of a kind on the board."""
    return len(buildings(table, owner, kind))


def building_in_the_way(table: Table, old: None, site: Site, rule: str) -> InTheWay | None:
    """The building there."""
    building = table.slice(Base).buildings.get(site)
    return None if building is None else InTheWay(rule, building.kind.value, building.owner)


def occupied(table: Table, old: None) -> frozenset[Site]:
    """Places with a building."""
    return building_sites(table)


EVENTS: tuple[type[Event], ...] = (
    SettlementBuilt,
    CityBuilt,
    CityReduced,
    RoadBuilt,
    RoadRemoved,
    RoadMoved,
)

PARTS = (
    Part(
        needs=frozenset({Aspect.SCORE}),
        terms=(
            Term("figures_used", Stage.BASE, figures_used),
            Term("roads_used", Stage.BASE, lambda table, old, owner: len(road_pieces(table, owner))),
            Term("not_roads", Stage.BASE, lambda table, old: ONLY_ROADS),
            Term("city_figure_needed", Stage.BASE, lambda table, old, site: True),
            Term("occupied", Stage.BASE, occupied),
            Term("in_the_way", Stage.BASE, building_in_the_way),
            Term("other_owners", Stage.BASE, lambda table, old: ()),
        ),
        commands=(BuildSettlementRule(), BuildCityRule()),
        points=(PointSource("buildings", RuleId("B-70"), building_points),),
    ),
    Part(needs=frozenset({Aspect.PLACES}), commands=(BuildRoadRule(),)),
)
