"""The base game's slice of the state."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from companion.engine.event import Event
from companion.engine.ids import EdgeId, HexId, PlayerId, Site
from companion.engine.knowledge import Knowledge
from companion.engine.state import Slice
from companion.rules.base.board import Board


class BuildingKind(enum.StrEnum):
    """What stands on a corner."""

    SETTLEMENT = "settlement"
    CITY = "city"


class Building(msgspec.Struct, frozen=True, gc=False):
    """A settlement or a city of a player."""

    owner: PlayerId
    kind: BuildingKind


class Award(enum.StrEnum):
    """The two cards that one player at most holds."""

    LONGEST_ROAD = "longest_road"
    LARGEST_ARMY = "largest_army"


class Development(msgspec.Struct, frozen=True, gc=False):
    """Development cards: how many are left, who holds how many face down and since which turn, and what
    has been played (B-07, B-53). ``played`` counts all copies ever played, by player and card."""

    deck: int = 0
    held: Mapping[PlayerId, tuple[int, ...]] = {}
    played: Mapping[PlayerId, Mapping[str, int]] = {}
    played_in: Mapping[PlayerId, int] = {}
    largest_army: PlayerId | None = None


class Base(Slice, frozen=True):
    """Board, roads, buildings and robber; who holds Longest Road with which length; hands; development cards.

    Owners of pieces are players or, in some variants, neutral colours. ``trails`` are the lengths of
    everybody's longest trail, those of 5 roads and more. ``robber`` is None while it is off the board.
    ``built_in`` is the turn in which something was bought last, where trading ends with that.
    """

    module: ClassVar[str] = "base"
    hidden: ClassVar[tuple[str, ...]] = ("hands", "development")

    buildings: Mapping[Site, Building] = {}
    longest_road: PlayerId | None = None
    road_length: int = 0
    board: Board | None = None
    roads: Mapping[EdgeId, PlayerId] = {}
    robber: HexId | None = None
    trails: Mapping[PlayerId, int] = {}
    started: int = 0
    hands: Knowledge = Knowledge.start((), {})
    development: Development = Development()
    built_in: int = 0

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """Settlements, cities, roads, development cards face down."""
        pieces = Counter((one.owner, f"term.piece.{one.kind}") for one in self.buildings.values())
        pieces.update((owner, "term.piece.road") for owner in self.roads.values())
        yield from ((owner, piece, count) for (owner, piece), count in pieces.items())
        for player, bought in self.development.held.items():
            yield player, "term.piece.development_card", len(bought)

    def known_hands(self) -> Knowledge | None:
        """The cards in hand, where they are counted."""
        return self.hands if self.hands.counted else None


class BaseEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "base"
