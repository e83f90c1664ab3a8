"""Settlements and cities."""

from __future__ import annotations

from collections.abc import Iterable

from companion.engine.command import Command
from companion.engine.extension import CommandRule
from companion.engine.ids import PlayerId, Site
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.queries import SUPPLY, buildings, figures_left, places, settlements
from companion.rules.base.slice import Base, BuildingKind, CityBuilt, SettlementBuilt


class BuildSettlement(Command, frozen=True, tag="base.build_settlement"):
    """The player built a settlement; without a place, somewhere."""

    site: Site | None = None


class BuildCity(Command, frozen=True, tag="base.build_city"):
    """The player turned a settlement into a city; without a place, any one that can be told from no other."""

    site: Site | None = None


def check_figure(table: Table, owner: PlayerId, kind: BuildingKind) -> Iterable[Violation]:
    """B-05: a piece that is not in the supply cannot be built."""
    if figures_left(table, owner, kind) < 1:
        yield soft("B-05", f"supply.no-{kind.value}", player=owner, count=SUPPLY[kind])


def check_city(table: Table, by: PlayerId, site: Site | None) -> Iterable[Violation]:
    """B-52 and B-05: a city replaces an own settlement and needs a figure."""
    if site is None:
        if not settlements(table, by):
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


class BuildSettlementRule(CommandRule[BuildSettlement]):
    """B-51."""

    command = BuildSettlement

    def check(self, table: Table, command: BuildSettlement) -> Iterable[Violation]:
        yield from check_figure(table, command.by, BuildingKind.SETTLEMENT)
        yield from places(table).check(table, command.site)

    def apply(self, draft: Draft, command: BuildSettlement) -> None:
        site = command.site or places(draft).free(draft, command.by)
        draft.emit(SettlementBuilt(command.by, site))

    def candidates(self, table: Table, who: PlayerId) -> Iterable[BuildSettlement]:
        yield BuildSettlement(who, places(table).free(table, who))


class BuildCityRule(CommandRule[BuildCity]):
    """B-52."""

    command = BuildCity

    def check(self, table: Table, command: BuildCity) -> Iterable[Violation]:
        yield from check_city(table, command.by, command.site)

    def apply(self, draft: Draft, command: BuildCity) -> None:
        site = choose_settlement(draft, command.by, command.site)
        assert site is not None
        draft.emit(CityBuilt(command.by, site))

    def candidates(self, table: Table, who: PlayerId) -> Iterable[BuildCity]:
        yield from (BuildCity(who, site) for site in settlements(table, who))


def building_points(table: Table, player: PlayerId) -> int:
    """B-70: a settlement 1 point, a city 2."""
    worth = {BuildingKind.SETTLEMENT: 1, BuildingKind.CITY: 2}
    return sum(worth[building.kind] for building in buildings(table, player).values())


def figures_used(table: Table, old: None, owner: PlayerId, kind: BuildingKind) -> int:
    """Figures of a kind on the board."""
    return len(buildings(table, owner, kind))


def occupied(table: Table, old: None) -> frozenset[Site]:
    """Places with a building."""
    return frozenset(table.slice(Base).buildings)
