"""Intrigue: an opponent's knight at an own road is driven away."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, hard, soft
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.field import field
from companion.rules.cities_knights.knights.displace import drive_away
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.queries import state_of
from companion.rules.cities_knights.slice import Post, Track
from companion.rules.cities_knights.ways import ways

CARD = Card("intrigue", Track.POLITICS, copies=2, rule=RuleId("PC-B05"))


class PlayIntrigue(PlayCard, frozen=True, tag="ck.play_intrigue"):
    """The player drives an opponent's knight away; ``removed`` if the table says that it found no place."""

    card: ClassVar[str] = CARD.name
    knight: Post
    removed: bool = False


class IntrigueRule(PlayRule[PlayIntrigue]):
    """PC-B05: a knight of any strength at an own road, moved away by CK-97."""

    command = PlayIntrigue

    def at(self, table: Table, command: PlayIntrigue) -> Iterable[Violation]:
        by, knight = command.by, state_of(table).knights.get(command.knight)
        yield from ways(table).check_removal(command.removed, "PC-B05")
        if knight is None:
            yield hard("PC-B05", "displace.nobody-there")
        elif knight.owner == by:
            yield hard("PC-B05", "displace.own", player=by)
        elif not field(table).at_road(table, by, command.knight):
            yield soft("PC-B05", "intrigue.no-road", player=by)

    def effect(self, draft: Draft, command: PlayIntrigue) -> None:
        drive_away(draft, command.knight, command.removed)

    def forms(self, table: Table, who: PlayerId) -> Iterable[PlayIntrigue]:
        removals = ways(table).removals()
        return [PlayIntrigue(who, site, gone) for site in state_of(table).knights for gone in removals]


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(IntrigueRule(),)),)
