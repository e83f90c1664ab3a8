"""What every game has: the island, the roll, the end of a turn, cards in hand, the longest road.

The one door to the base game for whoever shows it or keeps it in a file; its rules stay behind it. All else
that screens show, the base game and every other module contribute as ``presentation`` parts.
"""

from __future__ import annotations

from collections.abc import Collection

from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.knowledge import Knowledge
from companion.engine.table import Table
from companion.rules.base import board_making
from companion.rules.base.board import (
    ANY_GOOD,
    DESERT,
    NO_TOKEN,
    PRODUCES,
    RED,
    Area,
    Board,
    Harbour,
    Island,
)
from companion.rules.base.board_faults import board_faults
from companion.rules.base.goods import Bag
from companion.rules.base.goods import names as goods
from companion.rules.base.longest_road import MINIMUM, ClaimLongestRoad, CutLongestRoad, longest_claim
from companion.rules.base.network import barriers, board, geometry, road_places
from companion.rules.base.queries import in_play, laid, opponents, roads
from companion.rules.base.roll import Yields
from companion.rules.base.setup import BoardLaid, LayBoard
from companion.rules.base.slice import Award, Base
from companion.rules.base.trail import longest_trail
from companion.rules.base.turn import EndTurn, RollDice

__all__ = [
    "ANY_GOOD",
    "DESERT",
    "MINIMUM",
    "NO_TOKEN",
    "PRODUCES",
    "RED",
    "Area",
    "Board",
    "BoardLaid",
    "ClaimLongestRoad",
    "CutLongestRoad",
    "EndTurn",
    "Harbour",
    "Island",
    "LayBoard",
    "RollDice",
    "barren",
    "blocked",
    "board",
    "board_faults",
    "board_making",
    "brings",
    "geometry",
    "goods",
    "hands",
    "has_longest_road",
    "laid",
    "longest_claim",
    "longest_road",
    "opponents",
    "road_places",
    "robber",
    "trail",
]


def hands(table: Table) -> Knowledge:
    """What is known of the cards in hand and in the bank; not ``counted`` where nobody enters them."""
    return table.slice(Base).hands


def robber(table: Table) -> HexId | None:
    """Where the robber stands; None beside the board."""
    return table.slice(Base).robber


def brings(table: Table, terrain: str) -> dict[str, Bag]:
    """What each kind of building gets from a hex of a terrain (B-22)."""
    yields: Yields = table.value("yields")
    return {kind.value: cards[terrain] for kind, cards in yields.items() if cards.get(terrain)}


def barren(table: Table) -> Collection[HexId]:
    """The hexes that pay nothing now (B-32)."""
    found: Collection[HexId] = table.value("barren")
    return found


def longest_road(table: Table) -> tuple[PlayerId | None, int]:
    """Who has Longest Road, and how long it is (B-60). The owner may be a colour that nobody plays."""
    base = table.slice(Base)
    return base.longest_road, base.road_length


def has_longest_road(table: Table) -> bool:
    """Whether the longest road earns anything in this game (B-60)."""
    return in_play(table, Award.LONGEST_ROAD)


def trail(table: Table, owner: PlayerId) -> tuple[EdgeId, ...]:
    """The roads of the owner's longest trail, one after the other."""
    land, lengths = geometry(table), table.value("road_lengths")
    return longest_trail(land, roads(table, owner), barriers(table, owner), lengths)


def blocked(table: Table, owner: PlayerId) -> frozenset[Site]:
    """The corners at the owner's roads where they cannot go on."""
    closed = barriers(table, owner)
    land = geometry(table)
    return frozenset(corner for edge in roads(table, owner) for corner in land.ends[edge] if corner in closed)
