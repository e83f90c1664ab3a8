"""What the scenario's box holds: destination hexes, wagon cards, cargo (TB-01, TB-12, TB-13)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from companion.engine.ids import HexId
from companion.rules import catalogue


class Destination(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A destination hex: where it lies, its sides without roads, the corners to which paths lead from its
    middle, the cargo that it wants and the cargo that it supplies."""

    hex: HexId
    closed: tuple[str, ...]
    paths: tuple[str, ...]
    wants: tuple[str, ...]
    supplies: tuple[str, ...]


class WagonCard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A wagon card: points of a move, gold for a delivery, the numbers that drive a barbarian off, and what
    the card costs."""

    points: int
    gold: int
    drives_off: tuple[int, ...] = ()
    cost: dict[str, int] = {}


class Box(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All of it."""

    terrain: dict[str, int]
    tokens: tuple[int, ...]
    barbarians: tuple[tuple[HexId, HexId], ...]
    destinations: dict[str, Destination]
    wagons: tuple[WagonCard, ...]


@cache
def box() -> Box:
    """The facts of the box."""
    return msgspec.convert(catalogue.data("traders_barbarians", "scenario"), Box)


def destinations() -> Mapping[str, Destination]:
    """The destination hexes by their terrain."""
    return box().destinations


def cargoes() -> tuple[str, ...]:
    """TB-12: the four kinds of cargo."""
    return tuple(dict.fromkeys(kind for place in destinations().values() for kind in place.supplies))


def wanted_at(cargo: str) -> str:
    """TB-12: the destination that wants a cargo."""
    return next(name for name, place in destinations().items() if cargo in place.wants)


PILE = 6
"""TB-12: cargo cards of each kind at each supplier."""

TOP = 5
"""TB-13: the highest level of a wagon."""

POINTS_OF_GRAIN = 2
"""TB-10: points that a grain adds to a move."""
