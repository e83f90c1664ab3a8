"""The Engineer: a city wall for nothing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import PlayerId, RuleId, Site
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.queries import unlike
from companion.rules.cities_knights.slice import Track
from companion.rules.cities_knights.walls import build_wall, check_wall, check_walls, wall_places

CARD = Card("engineer", Track.SCIENCE, copies=1, rule=RuleId("PC-G07"))


class PlayEngineer(PlayCard, frozen=True, tag="ck.play_engineer"):
    """The player builds a wall free; without a place, under any city that can be told from no other."""

    card: ClassVar[str] = CARD.name
    city: Site | None = None


class EngineerRule(PlayRule[PlayEngineer]):
    """PC-G07: by the rules of walls (CK-70); CK-125 where no wall can be built at all."""

    command = PlayEngineer

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        yield from check_walls(table, who, "CK-125")

    def at(self, table: Table, command: PlayEngineer) -> Iterable[Violation]:
        return check_wall(table, command.by, command.city)

    def effect(self, draft: Draft, command: PlayEngineer) -> None:
        build_wall(draft, command.by, command.city)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayEngineer]:
        return [PlayEngineer(who, city) for city in unlike(table, wall_places(table, who))]


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(EngineerRule(),)),)
