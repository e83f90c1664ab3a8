"""Road Building: two free roads, or one if no more can be placed."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import EdgeId, PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard
from companion.rules.base.building import RoadBuilt, check_roads
from companion.rules.base.development.road_building import check_free_roads, free_roads
from companion.rules.base.queries import places
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.slice import Track

CARD = Card("road_building", Track.SCIENCE, copies=2, rule=RuleId("PC-G10"))


class PlayRoadBuilding(PlayCard, frozen=True, tag="ck.play_road_building"):
    """The player builds two roads free, or one if no more can be placed; ``edges`` says where, if
    places are tracked."""

    card: ClassVar[str] = CARD.name
    edges: tuple[EdgeId, ...] | None = None


class RoadBuildingRule(PlayRule[PlayRoadBuilding]):
    """PC-G10: by the rules of roads (B-50); only one where no second one can be placed."""

    command = PlayRoadBuilding

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if places(table).named:
            yield from check_roads(table, who)

    def at(self, table: Table, command: PlayRoadBuilding) -> Iterable[Violation]:
        if not places(table).named:
            return ()
        if command.edges is None:
            return [hard("PC-G10", "place.missing")]
        return check_free_roads(table, command.by, command.edges, "PC-G10")

    def effect(self, draft: Draft, command: PlayRoadBuilding) -> None:
        for edge in (command.edges or ()) if places(draft).named else ():
            draft.emit(RoadBuilt(command.by, edge))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayRoadBuilding]:
        if not places(table).named:
            return super().forms(table, who)
        return [PlayRoadBuilding(who, edges) for edges in free_roads(table, who)]


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(RoadBuildingRule(),)),)
