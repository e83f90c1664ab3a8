"""Catan for two's part of the state, and the events that change it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import ClassVar

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import Slice, changed, replace


class CatanForTwo(Slice, frozen=True):
    """Neutral colours, trade tokens, what has been done this turn, neutral pieces still to be placed.

    ``rolls`` are the numbers of the turn in ``rolled_in``; ``acted`` and ``given_up`` are the turns of the
    last token action and of the last figure or card given up for tokens, 0 for never. ``due`` are the
    players who still have to place a neutral piece, and which.
    """

    module: ClassVar[str] = "catan_for_two"

    neutrals: tuple[PlayerId, ...] = ()
    tokens: Mapping[PlayerId, int] = {}
    rolled_in: int = 0
    rolls: tuple[int, ...] = ()
    acted: int = 0
    given_up: int = 0
    thrown: Mapping[PlayerId, int] = {}
    due: tuple[tuple[PlayerId, str], ...] = ()

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """Trade tokens."""
        yield from ((player, "term.piece.trade_token", count) for player, count in self.tokens.items())


class C2Event(Event, frozen=True):
    """Base of this module's events."""

    module: ClassVar[str] = "catan_for_two"


class RollCounted(C2Event, frozen=True, tag="c2.roll_counted"):
    """One of the two rolls of a turn has been made (C2-03)."""

    turn: int
    number: int

    def apply(self, part: CatanForTwo) -> CatanForTwo:
        before = part.rolls if part.rolled_in == self.turn else ()
        return replace(part, rolled_in=self.turn, rolls=(*before, self.number))


class NeutralDue(C2Event, frozen=True, tag="c2.neutral_due"):
    """A player has to place a piece of a neutral colour (C2-04)."""

    by: PlayerId
    piece: str

    def apply(self, part: CatanForTwo) -> CatanForTwo:
        return replace(part, due=(*part.due, (self.by, self.piece)))


class NeutralHandled(C2Event, frozen=True, tag="c2.neutral_handled"):
    """The first neutral piece that was due is asked for, or cannot be placed (C2-04)."""

    def apply(self, part: CatanForTwo) -> CatanForTwo:
        return replace(part, due=part.due[1:])


class TokensGained(C2Event, frozen=True, tag="c2.tokens_gained"):
    """A player takes trade tokens from the supply (C2-06).

    ``turn`` is the turn in which a card or figure was given up for them, 0 for those of a settlement.
    """

    by: PlayerId
    count: int
    turn: int = 0

    def apply(self, part: CatanForTwo) -> CatanForTwo:
        tokens = changed(part.tokens, self.by, part.tokens.get(self.by, 0) + self.count)
        return replace(part, tokens=tokens, given_up=self.turn or part.given_up)


class TokensSpent(C2Event, frozen=True, tag="c2.tokens_spent"):
    """A player pays for the token action of the turn (C2-05)."""

    by: PlayerId
    count: int
    turn: int

    def apply(self, part: CatanForTwo) -> CatanForTwo:
        left = max(0, part.tokens.get(self.by, 0) - self.count)
        return replace(part, tokens=changed(part.tokens, self.by, left), acted=self.turn)


class TokensCounted(C2Event, frozen=True, tag="c2.tokens_counted"):
    """The table has counted somebody's trade tokens (B-55)."""

    by: PlayerId
    count: int

    def apply(self, part: CatanForTwo) -> CatanForTwo:
        return replace(part, tokens=changed(part.tokens, self.by, self.count))


class KnightThrownAway(C2Event, frozen=True, tag="c2.knight_thrown_away"):
    """A played knight card is out of the game (C2-06)."""

    by: PlayerId

    def apply(self, part: CatanForTwo) -> CatanForTwo:
        return replace(part, thrown=changed(part.thrown, self.by, part.thrown.get(self.by, 0) + 1))


EVENTS: tuple[type[Event], ...] = (
    RollCounted,
    NeutralDue,
    NeutralHandled,
    TokensGained,
    TokensSpent,
    TokensCounted,
    KnightThrownAway,
)
