"""The base game's part of the state, and the events that change it."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.engine.event import Event
from companion.engine.ids import PlayerId, Site
from companion.engine.state import Slice, changed


class BuildingKind(enum.StrEnum):
    """What stands on a corner."""

    SETTLEMENT = "settlement"
    CITY = "city"


class Building(msgspec.Struct, frozen=True):
    """A settlement or a city of a player."""

    owner: PlayerId
    kind: BuildingKind


class Base(Slice, frozen=True):
    """Buildings, and who holds Longest Road with which length."""

    module: ClassVar[str] = "base"

    buildings: Mapping[Site, Building] = {}
    longest_road: PlayerId | None = None
    road_length: int = 0


class BaseEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "base"


class SettlementBuilt(BaseEvent, frozen=True, tag="base.settlement_built"):
    """A settlement stands on the board."""

    by: PlayerId
    site: Site

    def apply(self, part: Base) -> Base:
        building = Building(self.by, BuildingKind.SETTLEMENT)
        return replace(part, buildings=changed(part.buildings, self.site, building))


class CityBuilt(BaseEvent, frozen=True, tag="base.city_built"):
    """A settlement has become a city."""

    by: PlayerId
    site: Site

    def apply(self, part: Base) -> Base:
        building = Building(self.by, BuildingKind.CITY)
        return replace(part, buildings=changed(part.buildings, self.site, building))


class CityReduced(BaseEvent, frozen=True, tag="base.city_reduced"):
    """A city has become a settlement."""

    by: PlayerId
    site: Site

    def apply(self, part: Base) -> Base:
        building = Building(self.by, BuildingKind.SETTLEMENT)
        return replace(part, buildings=changed(part.buildings, self.site, building))


class LongestRoadHeld(BaseEvent, frozen=True, tag="base.longest_road_held"):
    """Who holds Longest Road from now on (nobody: set aside), and how long the trail is."""

    by: PlayerId | None
    length: int

    @property
    def variant(self) -> str:
        return "nobody" if self.by is None else ""

    def apply(self, part: Base) -> Base:
        return replace(part, longest_road=self.by, road_length=self.length)


class SevenRolled(BaseEvent, frozen=True, tag="base.seven_rolled"):
    """A 7: how many cards each player may keep, and whether the robber moves at all."""

    limits: dict[PlayerId, int]
    robber_moves: bool

    @property
    def variant(self) -> str:
        return "" if self.robber_moves else "frozen"


EVENTS: tuple[type[Event], ...] = (SettlementBuilt, CityBuilt, CityReduced, LongestRoadHeld, SevenRolled)
