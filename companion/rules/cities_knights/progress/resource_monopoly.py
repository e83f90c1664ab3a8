"""Resource Monopoly: two of a resource from everyone."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import RuleId
from companion.engine.level import Aspect
from companion.rules.base.goods import RESOURCE
from companion.rules.cities_knights.cards import Card
from companion.rules.cities_knights.progress.monopoly import MonopolyRule, PlayMonopoly
from companion.rules.cities_knights.slice import Track

CARD = Card("resource_monopoly", Track.TRADE, copies=4, rule=RuleId("PC-Y05"))


class PlayResourceMonopoly(PlayMonopoly, frozen=True, tag="ck.play_resource_monopoly"):
    """The player names a resource, and everyone gives two of it, or the one that he has."""

    card: ClassVar[str] = CARD.name


class ResourceMonopolyRule(MonopolyRule[PlayResourceMonopoly]):
    """PC-Y05, CK-125: two of a resource from everyone, or what each has of it."""

    command = PlayResourceMonopoly
    rule = CARD.rule
    kind = RESOURCE
    limit = 2


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(ResourceMonopolyRule(),)),)
