"""The Diplomat: an open road is removed, or laid anew at once if it is the own one."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import EdgeId, PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.base.building import RoadMoved, RoadRemoved
from companion.rules.base.network import check_road, geometry, no_edge
from companion.rules.base.queries import places
from companion.rules.base.slice import Base
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.open_roads import closed, is_open, lifted, new_places, open_roads
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.slice import Track

CARD = Card("diplomat", Track.POLITICS, copies=2, rule=RuleId("PC-B04"))


class PlayDiplomat(PlayCard, frozen=True, tag="ck.play_diplomat"):
    """The player removes a road; ``relaid`` is where an own one is laid anew."""

    card: ClassVar[str] = CARD.name
    edge: EdgeId | None = None
    relaid: EdgeId | None = None


class DiplomatRule(PlayRule[PlayDiplomat]):
    """PC-B04, B-61: an open road goes back to its owner; Longest Road is judged after that."""

    command = PlayDiplomat

    def at(self, table: Table, command: PlayDiplomat) -> Iterable[Violation]:
        if not places(table).named:
            return
        by, edge, relaid = command.by, command.edge, command.relaid
        if edge is None:
            yield hard("PC-B04", "place.missing")
            return
        if edge not in geometry(table).ends:
            yield no_edge(table, edge)
            return
        owner = table.slice(Base).roads.get(edge)
        if owner is None:
            yield hard("PC-B04", "diplomat.no-road", place=str(edge)[:40])
            return
        if not is_open(table, edge):
            yield closed(table, edge)
        if relaid is None:
            return
        if owner != by:
            yield hard("PC-B04", "diplomat.not-own", player=by)
        elif relaid == edge:
            yield soft("CK-125", "diplomat.same-place", player=by)
        else:
            yield from self._check_relaid(table, by, edge, relaid)

    @staticmethod
    def _check_relaid(table: Table, by: PlayerId, edge: EdgeId, relaid: EdgeId) -> Iterable[Violation]:
        if table.value("road_faults", by):
            # What forbids every road may be gone with the road that is lifted.
            yield from lifted(table, by, edge).value("road_faults", by)
        if relaid not in new_places(table, by, edge):
            yield from check_road(lifted(table, by, edge), by, relaid)

    def effect(self, draft: Draft, command: PlayDiplomat) -> None:
        if not places(draft).named:
            return
        assert command.edge is not None
        if command.relaid is not None:
            draft.emit(RoadMoved(command.by, command.edge, command.relaid))
        else:
            draft.emit(RoadRemoved(draft.slice(Base).roads[command.edge], command.edge))

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayDiplomat]:
        if not places(table).named:
            yield PlayDiplomat(who)
            return
        for edge, owner in open_roads(table):
            yield PlayDiplomat(who, edge)
            if owner == who:
                yield from (PlayDiplomat(who, edge, place) for place in new_places(table, who, edge))


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(DiplomatRule(),)),)
