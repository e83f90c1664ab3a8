"""The Warlord: all own knights are activated free."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.knights.activate import activate, resting
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.slice import Track

CARD = Card("warlord", Track.POLITICS, copies=2, rule=RuleId("PC-B08"))


class PlayWarlord(PlayCard, frozen=True, tag="ck.play_warlord"):
    """All knights of the player are activated free."""

    card: ClassVar[str] = CARD.name


class WarlordRule(PlayRule[PlayWarlord]):
    """PC-B08; CK-125 keeps it from being played for nothing."""

    command = PlayWarlord

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if not resting(table, who):
            yield soft("CK-125", "warlord.none-resting", player=who)

    def effect(self, draft: Draft, command: PlayWarlord) -> None:
        activate(draft, command.by, resting(draft, command.by))


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(WarlordRule(),)),)
