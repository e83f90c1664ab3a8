"""The state of a game: the core and one slice for each module, all immutable."""

from __future__ import annotations

import enum
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar, TypeVar, cast

import msgspec
from msgspec.structs import replace

from companion.engine.decision import Decision
from companion.engine.ids import PlayerId
from companion.engine.knowledge import Knowledge
from companion.engine.level import Level

COLOURS = ("red", "blue", "white", "orange", "green", "brown")
"""The colours of the wooden pieces, in the order in which they are given out."""


class Player(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A person at the table. The seat is the index in the order of play."""

    id: PlayerId
    name: str
    colour: str


class Phase(enum.StrEnum):
    """Where the turn stands."""

    BEFORE_ROLL = "before_roll"
    AFTER_ROLL = "after_roll"


Face = int | str
"""What a die shows: a number, or the name of a picture."""


class Core(msgspec.Struct, frozen=True, gc=False):
    """What every game has: people, turn, roll, plan of the steps still to be done, winner.

    A game that is over has neither plan nor questions; ``kept_plan`` and ``kept_pending`` are what it
    had, for a table that plays on. ``level`` is what is tracked since this state came about; None where
    nobody has said it.
    """

    players: tuple[Player, ...]
    ids: tuple[PlayerId, ...]
    """The players in order of play."""
    on_turn: PlayerId
    turn: int = 1
    phase: Phase = Phase.BEFORE_ROLL
    dice: Mapping[str, Face] = {}
    plan: tuple[str, ...] = ()
    pending: tuple[Decision, ...] = ()
    asked: int = 0
    winner: PlayerId | None = None
    played_on: bool = False
    kept_plan: tuple[str, ...] = ()
    kept_pending: tuple[Decision, ...] = ()
    adjustments: Mapping[PlayerId, int] = {}
    level: Level | None = None

    def after(self, player: PlayerId) -> PlayerId:
        """The player to the left."""
        ids = self.ids
        return ids[(ids.index(player) + 1) % len(ids)]

    def in_turn_order(self) -> tuple[PlayerId, ...]:
        """All players, the one on turn first."""
        ids = self.ids
        start = ids.index(self.on_turn)
        return ids[start:] + ids[:start]


class Slice(msgspec.Struct, frozen=True, gc=False):
    """Base of a module's slice of the state. Only the module's own events change it.

    ``hidden`` names the fields that say where cards are, as far as the table knows.
    """

    module: ClassVar[str]
    hidden: ClassVar[tuple[str, ...]] = ()

    def possessions(self) -> Iterable[tuple[PlayerId, str, int]]:
        """What the players have for all to see: who, the key of its text, how many or how much.

        Cards in hand are no possessions, nor is what points alone tell.
        """
        return ()

    def known_hands(self) -> Knowledge | None:
        """What is known of the cards that the players hold, if this module keeps them."""
        return None


S = TypeVar("S", bound=Slice)
K = TypeVar("K")
V = TypeVar("V")


class GameState(msgspec.Struct, frozen=True, gc=False):
    """Core and slices. Equal states are equal values."""

    core: Core
    slices: Mapping[str, Slice]

    def slice(self, kind: type[S]) -> S:
        """The slice of a module, by its class."""
        return cast(S, self.slices[kind.module])

    def has(self, kind: type[Slice]) -> bool:
        """Whether the module is part of this game."""
        return kind.module in self.slices

    def knowing(self, other: GameState) -> GameState:
        """This state with what another one knows of hidden cards."""
        slices = dict(self.slices)
        for module, part in slices.items():
            if part.hidden and part is not other.slices[module]:
                there = other.slices[module]
                slices[module] = replace(part, **{name: getattr(there, name) for name in part.hidden})
        return GameState(self.core, slices)

    def knows_as(self, other: GameState) -> bool:
        """Whether nothing of hidden cards has become known, or happened to them, from one to the other."""
        for module, part in self.slices.items():
            there = other.slices[module]
            if part is not there and any(getattr(part, n) is not getattr(there, n) for n in part.hidden):
                return False
        return True

    def with_slice(self, module: str, part: Any) -> GameState:
        """The state with one part replaced."""
        if module == "core":
            return GameState(cast(Core, part), self.slices)
        return GameState(self.core, {**self.slices, module: part})


def changed(mapping: Mapping[K, V], key: K, value: V) -> dict[K, V]:
    """A copy of the mapping with one value set; the original stays as it is."""
    return {**mapping, key: value}


def without(mapping: Mapping[K, V], key: K) -> dict[K, V]:
    """A copy of the mapping without one key; the original stays as it is."""
    return {k: v for k, v in mapping.items() if k != key}


__all__ = [
    "COLOURS",
    "Core",
    "Face",
    "GameState",
    "Phase",
    "Player",
    "Slice",
    "changed",
    "replace",
    "without",
]
