"""The Crane: one improvement of this turn costs one commodity less."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from msgspec.structs import replace

from companion.engine.extension import Part
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.queries import TOP_LEVEL, level, state_of
from companion.rules.cities_knights.slice import CitiesKnights, CKEvent, Track

CARD = Card("crane", Track.SCIENCE, copies=2, rule=RuleId("PC-G02"))


class PlayCrane(PlayCard, frozen=True, tag="ck.play_crane"):
    """One improvement of this turn costs one commodity less."""

    card: ClassVar[str] = CARD.name


class CraneRaised(CKEvent, frozen=True, tag="ck.crane_raised"):
    """Cranes played in a turn (number of the turn, count)."""

    scores: ClassVar[bool] = False
    silent: ClassVar[bool] = True
    cranes: tuple[int, int]

    def apply(self, state: CitiesKnights) -> CitiesKnights:
        return replace(state, cranes=self.cranes)


class CraneRule(PlayRule[PlayCrane]):
    """PC-G02; one a turn where the edition says so. With no level left to reach it does nothing (CK-125)."""

    command = PlayCrane

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        turn, count = state_of(table).cranes
        if table.option("crane") == "one_a_turn" and turn == table.core.turn and count:
            yield soft("PC-G02", "crane.one-a-turn", player=who)
        if all(level(table, who, track) >= TOP_LEVEL for track in Track):
            yield soft("CK-125", "crane.nothing-left", player=who)

    def effect(self, draft: Draft, command: PlayCrane) -> None:
        turn, count = state_of(draft).cranes
        draft.emit(CraneRaised((draft.core.turn, count + 1 if turn == draft.core.turn else 1)))


EVENTS = (CraneRaised,)
PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(CraneRule(),)),)
