"""What the box holds for this scenario, and its diagram (BA-01, BA-02, BA-20, BA-44)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from companion.engine.ids import HexId
from companion.rules import catalogue

KNIGHTS = 6
"""BA-01: knights of a player."""

BARBARIANS = 36
"""BA-01: barbarians in the box."""

FULL = 3
"""BA-11: barbarians that overrun a coast hex."""


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The scenario's facts: hexes and tokens by the diagram, terrain, cards, the castle's die."""

    castle: HexId
    desert: HexId
    tokens: tuple[int, ...]
    first_landings: tuple[int, ...]
    coast: dict[str, int]
    inland: dict[str, int]
    cards: dict[str, int]
    die: dict[str, tuple[str, str]]


@cache
def box() -> Box:
    """The facts as ``data/scenario.toml`` has them."""
    return msgspec.convert(catalogue.data("barbarian_attack", "scenario"), Box)


def deck() -> Mapping[str, int]:
    """BA-20: the cards, and how many there are of each."""
    return box().cards


def deck_size() -> int:
    """BA-20: all cards."""
    return sum(deck().values())
