"""The Fishermen's slice of the state."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec

from companion.engine.event import Event
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.knowledge import Knowledge
from companion.engine.state import Slice

NAMES: Mapping[int, str] = {1: "one", 2: "two", 3: "three"}
"""What the tokens are called where cards are kept, by the fish on them."""

TOKENS: Mapping[str, int] = {"one": 11, "two": 10, "three": 8}
"""FI-03: 29 tokens with fish; the old boot is the thirtieth."""

OPEN = PlayerId("/open")
"""Who holds the tokens that were spent and lie open: no player's id has a slash. The bank is the pile."""

Tokens = tuple[int, ...]
"""Tokens by the fish on them, in any order."""


class FishingGround(msgspec.Struct, frozen=True):
    """A fishing ground at two sides in a row that face the sea; ``side`` is the first of them, clockwise."""

    side: EdgeId
    number: int


class Fishermen(Slice, frozen=True):
    """Fishing grounds, who holds which tokens, the old boot.

    ``tokens`` has the players, those lying open (:data:`OPEN`) and the pile (the bank). ``boot`` is None
    while the boot is in the pile. ``due`` are tokens that are about to be drawn, in turn order. ``swapped``
    is the turn in which a player last gave a token back for another.
    """

    module: ClassVar[str] = "fishermen"
    hidden: ClassVar[tuple[str, ...]] = ("tokens",)

    grounds: tuple[FishingGround, ...] = ()
    tokens: Knowledge = Knowledge.start((), {})
    boot: PlayerId | None = None
    due: Mapping[PlayerId, int] = {}
    swapped: Mapping[PlayerId, int] = {}

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """Fish tokens."""
        players = (holder for holder in self.tokens.holders if holder != OPEN)
        yield from ((player, "term.piece.fish_token", self.tokens.total(player)) for player in players)


def bag(tokens: Iterable[int]) -> dict[str, int]:
    """The tokens as a number of each kind. Raises KeyError for a token that there is not."""
    found: dict[str, int] = {}
    for fish in tokens:
        found[NAMES[fish]] = found.get(NAMES[fish], 0) + 1
    return found


class FishermenEvent(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "fishermen"


class WaterEvent(FishermenEvent, frozen=True):
    """Base of the events of grounds and tokens, on which no points depend."""

    scores: ClassVar[bool] = False
