"""The Fishermen's part of the state, and the events that change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

import msgspec
from msgspec.structs import replace

from companion.engine.cells import BANK
from companion.engine.event import Event
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.knowledge import Knowledge
from companion.engine.state import Slice, changed, without

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


class GroundsLaid(WaterEvent, frozen=True, tag="fi.grounds_laid"):
    """FI-02: the fishing grounds lie at the frame."""

    grounds: tuple[FishingGround, ...]

    def apply(self, part: Fishermen) -> Fishermen:
        return replace(part, grounds=self.grounds)


class FishDue(WaterEvent, frozen=True, tag="fi.fish_due"):
    """FI-04: so many tokens are to be drawn by each."""

    due: dict[PlayerId, int]

    def apply(self, part: Fishermen) -> Fishermen:
        return replace(part, due=self.due)


class TokensDrawn(WaterEvent, frozen=True, tag="fi.tokens_drawn"):
    """FI-03, FI-04, FI-05: a player drew so many tokens from the pile, unseen by the others."""

    by: PlayerId
    count: int

    @property
    def variant(self) -> str:
        return "" if self.count else "none"

    def apply(self, part: Fishermen) -> Fishermen:
        tokens = part.tokens.draw(BANK, self.by, self.count)
        return replace(part, tokens=tokens, due=without(part.due, self.by))


class TokensDealt(WaterEvent, frozen=True, tag="fi.tokens_dealt"):
    """FI-10: a player has these tokens from the pile, and everybody knows it."""

    by: PlayerId
    tokens: Tokens

    def apply(self, part: Fishermen) -> Fishermen:
        return replace(part, tokens=part.tokens.gain(self.by, bag(self.tokens)))


class TokensSpent(WaterEvent, frozen=True, tag="fi.tokens_spent"):
    """FI-06: a player laid these tokens open."""

    by: PlayerId
    tokens: Tokens

    def apply(self, part: Fishermen) -> Fishermen:
        return replace(part, tokens=part.tokens.move(self.by, OPEN, bag(self.tokens)))


class TokenSwapped(WaterEvent, frozen=True, tag="fi.token_swapped"):
    """FI-05: a player with seven tokens laid one open, to draw another."""

    by: PlayerId
    token: int
    turn: int

    def apply(self, part: Fishermen) -> Fishermen:
        tokens = part.tokens.move(self.by, OPEN, bag((self.token,)))
        return replace(part, tokens=tokens, swapped=changed(part.swapped, self.by, self.turn))


class PileShuffled(WaterEvent, frozen=True, tag="fi.pile_shuffled"):
    """FI-06: the pile is made anew with the tokens that lay open."""

    def apply(self, part: Fishermen) -> Fishermen:
        tokens = part.tokens
        return replace(part, tokens=tokens.hand_over(OPEN, BANK, tokens.total(OPEN)))


class BootDrawn(FishermenEvent, frozen=True, tag="fi.boot_drawn"):
    """FI-08: one of the tokens that a player drew was the old boot."""

    by: PlayerId

    def apply(self, part: Fishermen) -> Fishermen:
        left = part.due.get(self.by, 0) - 1
        due = changed(part.due, self.by, left) if left > 0 else without(part.due, self.by)
        return replace(part, boot=self.by, due=due)


class BootGiven(FishermenEvent, frozen=True, tag="fi.boot_given"):
    """FI-08: the old boot went to another player."""

    giver: PlayerId
    by: PlayerId

    def apply(self, part: Fishermen) -> Fishermen:
        return replace(part, boot=self.by)


class TokensShown(WaterEvent, frozen=True, tag="fi.tokens_shown"):
    """A player let the table see these tokens: among others, or with ``whole`` all of them."""

    by: PlayerId
    tokens: Tokens
    whole: bool = False

    @property
    def variant(self) -> str:
        return "whole" if self.whole else ""

    def apply(self, part: Fishermen) -> Fishermen:
        return replace(part, tokens=part.tokens.shows(self.by, bag(self.tokens), self.whole))


class TokensCounted(WaterEvent, frozen=True, tag="fi.tokens_counted"):
    """The table has counted a player's tokens."""

    by: PlayerId
    total: int

    def apply(self, part: Fishermen) -> Fishermen:
        return replace(part, tokens=part.tokens.recount(self.by, self.total))


class BootStated(FishermenEvent, frozen=True, tag="fi.boot_stated"):
    """Before whom the old boot lies by the table's word; None while it is in the pile."""

    by: PlayerId | None

    @property
    def variant(self) -> str:
        return "" if self.by is not None else "nobody"

    def apply(self, part: Fishermen) -> Fishermen:
        return replace(part, boot=self.by)


EVENTS: tuple[type[Event], ...] = (
    GroundsLaid,
    FishDue,
    TokensDrawn,
    TokensDealt,
    TokensSpent,
    TokenSwapped,
    PileShuffled,
    BootDrawn,
    BootGiven,
    TokensShown,
    TokensCounted,
    BootStated,
)
