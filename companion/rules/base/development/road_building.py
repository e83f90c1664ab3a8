"""Road Building: two free roads."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, clear, hard, soft
from companion.rules.base.building import RoadBuilt, check_roads, no_road_left
from companion.rules.base.development.play import Card, PlayDevelopment, PlayRule
from companion.rules.base.network import check_edge, check_road, places_after, road_places
from companion.rules.base.queries import roads_left

CARD = Card("road_building", copies=2)


FREE_ROADS = 2


class PlayRoadBuilding(PlayDevelopment, frozen=True, tag="base.play_road_building"):
    """B-63: two free roads, or one if no more can be placed."""

    card: ClassVar[str] = CARD.name
    edges: tuple[EdgeId, ...]


class PlayRoadBuildingRule(PlayRule[PlayRoadBuilding]):
    """B-63: two roads that cost nothing."""

    command = PlayRoadBuilding

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_roads(table, who)

    def at(self, table: Table, command: PlayRoadBuilding) -> Iterable[Violation]:
        return check_free_roads(table, command.by, command.edges, "B-63")

    def effect(self, draft: Draft, command: PlayRoadBuilding) -> None:
        for edge in command.edges:
            draft.emit(RoadBuilt(command.by, edge))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayRoadBuilding]:
        return [PlayRoadBuilding(who, edges) for edges in free_roads(table, who)]


def check_free_roads(table: Table, by: PlayerId, edges: tuple[EdgeId, ...], rule: str) -> Iterable[Violation]:
    """Two roads by the rule of roads, the second one may go on from the first; fewer only if no more fit."""
    if not 1 <= len(edges) <= FREE_ROADS or len(set(edges)) < len(edges):
        return [hard(rule, "roads.one-or-two")]
    first, *others = edges
    found = list(check_road(table, by, first))
    lies = clear(found) or clear(check_edge(table, first))
    for edge in others:
        found += check_road(table, by, edge, first) if lies else check_edge(table, edge, rule)
    left = roads_left(table, by)
    # That none is left at all stands against any road.
    if 0 < left < len(edges):
        found.append(no_road_left(by))
    if not found and len(edges) < FREE_ROADS <= left and places_after(table, by, first):
        found.append(soft(rule, "roads.two", player=by))
    return found


def free_roads(table: Table, who: PlayerId) -> Iterable[tuple[EdgeId, ...]]:
    """The ways to place two free roads, or one, as far as the places go."""
    places = road_places(table, who)
    for first in places:
        if roads_left(table, who) >= FREE_ROADS and (seconds := places_after(table, who, first)):
            yield from [(first, second) for second in seconds]
        else:
            yield (first,)


PARTS = (
    Part(cards=(CARD,)),
    Part(
        needs=frozenset({Aspect.PLACES}),
        commands=(PlayRoadBuildingRule(),),
    ),
)
