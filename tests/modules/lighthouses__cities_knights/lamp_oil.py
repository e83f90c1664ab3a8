"""Lamp Oil: a jar for each own lamp that burns."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import PlayerId, RuleId
from companion.engine.level import Aspect
from companion.engine.table import Draft, Table
from companion.engine.verdict import Violation, soft
from companion.rules.cities_knights.cards import Card, PlayCard
from companion.rules.cities_knights.progress.play import PlayRule
from companion.rules.cities_knights.slice import Track
from tests.modules.lighthouses.lamps import burning
from tests.modules.lighthouses.oil import OilChanged, oil

CARD = Card("lamp_oil", Track.TRADE, copies=3, rule=RuleId("LH-11"))


class PlayLampOil(PlayCard, frozen=True, tag="lhck.play_lamp_oil"):
    """The player takes a jar of oil for each own lamp that burns."""

    card: ClassVar[str] = CARD.name


class LampOilRule(PlayRule[PlayLampOil]):
    """LH-11; without a lamp there is nothing to play for (CK-125)."""

    command = PlayLampOil

    def before(self, table: Table, who: PlayerId) -> Iterable[Violation]:
        yield from super().before(table, who)
        if not burning(table, who):
            yield soft("CK-125", "lamp-oil.no-lamp", player=who)

    def effect(self, draft: Draft, command: PlayLampOil) -> None:
        jars = burning(draft, command.by)
        if jars:
            draft.emit(OilChanged(command.by, oil(draft, command.by) + jars))


PARTS = (
    Part(cards=(CARD,)),
    Part(needs=frozenset({Aspect.SCORE}), commands=(LampOilRule(),)),
)
