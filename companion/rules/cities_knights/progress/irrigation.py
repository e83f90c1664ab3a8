"""Irrigation: two grain for each own field hex."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import RuleId
from companion.engine.level import Aspect
from companion.rules.cities_knights.cards import Card
from companion.rules.cities_knights.progress.harvest import HarvestRule, PlayHarvest
from companion.rules.cities_knights.slice import Track

CARD = Card("irrigation", Track.SCIENCE, copies=2, rule=RuleId("PC-G04"))


class PlayIrrigation(PlayHarvest, frozen=True, tag="ck.play_irrigation"):
    """The player takes grain for the field hexes."""

    card: ClassVar[str] = CARD.name


class IrrigationRule(HarvestRule[PlayIrrigation]):
    """PC-G04, CK-125, B-23: two grain for each field hex with an own building."""

    command = PlayIrrigation
    terrain = "fields"
    good = "grain"


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(IrrigationRule(),)),)
