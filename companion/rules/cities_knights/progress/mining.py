"""Mining: two ore for each own mountain hex."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import RuleId
from companion.engine.level import Aspect
from companion.rules.cities_knights.cards import Card
from companion.rules.cities_knights.progress.harvest import HarvestRule, PlayHarvest
from companion.rules.cities_knights.slice import Track

CARD = Card("mining", Track.SCIENCE, copies=2, rule=RuleId("PC-G03"))


class PlayMining(PlayHarvest, frozen=True, tag="ck.play_mining"):
    """The player takes ore for the mountain hexes."""

    card: ClassVar[str] = CARD.name


class MiningRule(HarvestRule[PlayMining]):
    """PC-G03, CK-125, B-23: two ore for each mountain hex with an own building."""

    command = PlayMining
    terrain = "mountains"
    good = "ore"


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(MiningRule(),)),)
