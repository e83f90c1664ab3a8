"""Commodity Monopoly: one of a commodity from everyone."""

from __future__ import annotations

from typing import ClassVar

from companion.engine.extension import Part
from companion.engine.ids import RuleId
from companion.engine.level import Aspect
from companion.rules.cities_knights.cards import Card
from companion.rules.cities_knights.goods import COMMODITY
from companion.rules.cities_knights.progress.monopoly import MonopolyRule, PlayMonopoly
from companion.rules.cities_knights.slice import Track

CARD = Card("commodity_monopoly", Track.TRADE, copies=2, rule=RuleId("PC-Y06"))


class PlayCommodityMonopoly(PlayMonopoly, frozen=True, tag="ck.play_commodity_monopoly"):
    """The player names a commodity, and everyone gives one of it."""

    card: ClassVar[str] = CARD.name


class CommodityMonopolyRule(MonopolyRule[PlayCommodityMonopoly]):
    """PC-Y06, CK-125: one of a commodity from everyone, or what each has of it."""

    command = PlayCommodityMonopoly
    rule = CARD.rule
    kind = COMMODITY
    limit = 1


PARTS = (Part(needs=frozenset({Aspect.SCORE}), commands=(CommodityMonopolyRule(),)),)
