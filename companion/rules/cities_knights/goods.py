"""Commodities, and what things cost in Cities & Knights (CK-03, CK-07, CK-70, CK-80, CK-90 to CK-93)."""

from __future__ import annotations

from collections.abc import Mapping

from companion.engine.extension import Good
from companion.rules.base.goods import Bag
from companion.rules.cities_knights.slice import Track

COMMODITY = "commodity"
"""The kind of a good that is a commodity card."""

COMMODITIES = ("coin", "paper", "cloth")
"""The three commodities, in the order in which people are used to see them."""

GOODS = tuple(Good(name, COMMODITY, 12) for name in COMMODITIES)
"""CK-03: 12 cards of each commodity."""

YIELDS: Mapping[str, str] = {"mountains": "coin", "forest": "paper", "pasture": "cloth"}
"""CK-40: the commodity that a city gets at a terrain beside its resource."""

PAID_IN: Mapping[Track, str] = {Track.TRADE: "cloth", Track.POLITICS: "coin", Track.SCIENCE: "paper"}
"""CK-07: the commodity that each track is paid in."""

PRICES: Mapping[str, Bag] = {
    "knight": {"ore": 1, "wool": 1},
    "activation": {"grain": 1},
    "promotion": {"ore": 1, "wool": 1},
    "wall": {"brick": 2},
    "medicine": {"ore": 2, "grain": 1},
}
"""CK-70, CK-90, CK-92, CK-93, PC-G08."""
