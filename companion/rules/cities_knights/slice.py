"""Cities & Knights' slice of the state."""

from __future__ import annotations

import enum
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Annotated, ClassVar

import msgspec

from companion.engine.event import Event
from companion.engine.ids import HexId, PlaceOf, PlayerId, Site
from companion.engine.state import Slice


class Track(enum.StrEnum):
    """The three branches of improvement; each has its gate on the event die and its progress deck."""

    TRADE = "trade"
    POLITICS = "politics"
    SCIENCE = "science"


SHIP_FACE = "ship"
TRACK_LENGTH = 7
"""Steps of the ship from the start to the attack (CK-06)."""


Post = Annotated[Site, PlaceOf("knight")]
"""Where a knight stands, or is to stand: mostly a corner."""


class Knight(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A knight on the board. The turns in which things happened to it are numbers of turns, 0 for never."""

    owner: PlayerId
    strength: int = 1
    active: bool = False
    activated: int = 0
    promoted: int = 0
    promotions: int = 0
    acted: int = 0


class Displaced(msgspec.Struct, frozen=True):
    """A knight that was driven away from a corner and has still to be placed (CK-97)."""

    site: Site
    knight: Knight


class Held(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A face-down progress card in a hand. ``name`` is known only when the deck has gone round."""

    track: Track
    name: str | None = None


class Deck(msgspec.Struct, frozen=True, gc=False):
    """A progress deck: cards never drawn yet, on top of those put back, in the order they came back."""

    fresh: int
    under: tuple[str | None, ...] = ()

    @property
    def size(self) -> int:
        """Cards in the deck."""
        return self.fresh + len(self.under)


class CitiesKnights(Slice, frozen=True):
    """Ship, knights, walls, improvements, metropolises, defenders, progress cards, merchant.

    ``displaced`` is by who has to place the knight; ``cranes`` and ``cranes_used`` are the number of a turn
    and how many Cranes were played, or served an improvement, in it. ``harbour`` is the turn of the last
    Commercial Harbour and who has been offered something in it, ``fleet`` the turn of the last Merchant
    Fleet and the goods that are traded 2:1 in it.
    """

    module: ClassVar[str] = "cities_knights"
    hidden: ClassVar[tuple[str, ...]] = ("decks", "hands", "laid_open")

    ship: int = 0
    attacks: int = 0
    knights: Mapping[Site, Knight] = {}
    walls: frozenset[Site] = frozenset()
    lying: frozenset[Site] = frozenset()
    improvements: Mapping[PlayerId, Mapping[Track, int]] = {}
    metropolises: Mapping[Track, Site] = {}
    defenders: Mapping[PlayerId, int] = {}
    decks: Mapping[Track, Deck] = {}
    hands: Mapping[PlayerId, tuple[Held, ...]] = {}
    laid_open: Mapping[str, PlayerId] = {}
    merchant: PlayerId | None = None
    merchant_hex: HexId | None = None
    named_dice: tuple[int, int] | None = None
    cranes: tuple[int, int] = (0, 0)
    cranes_used: tuple[int, int] = (0, 0)
    harbour: tuple[int, tuple[PlayerId, ...]] = (0, ())
    fleet: tuple[int, tuple[str, ...]] = (0, ())
    committed: Mapping[PlayerId, tuple[Site, ...]] | None = None
    displaced: Mapping[PlayerId, Displaced] = {}

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """Knights by strength, active ones, levels of improvement, progress cards face down."""
        knights = Counter((one.owner, f"term.strength.{one.strength}") for one in self.knights.values())
        knights.update((one.owner, "term.piece.active_knight") for one in self.knights.values() if one.active)
        yield from ((owner, piece, count) for (owner, piece), count in knights.items())
        for player, tracks in self.improvements.items():
            yield from ((player, f"term.track.{track}", level) for track, level in tracks.items())
        for player, held in self.hands.items():
            yield player, "term.piece.progress_card", len(held)


class CKEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "cities_knights"
