"""An attack on everyone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table
from companion.rules.presentation.parts.told import Tone, Words


class Defence(msgspec.Struct, frozen=True):
    """What a player sends into a battle and has to lose; the key of what comes of it and what fills that in,
    once it is known."""

    player: PlayerId
    strength: int
    cities: int
    outcome: str = ""
    tone: Tone = "plain"
    params: Mapping[str, Any] = {}


class Battle(msgspec.Struct, frozen=True):
    """An attack with both strengths, fought or to be fought. The ``headline`` is the key of its words,
    ``icon`` draws those who attack; ``strictly`` means that the defence has to be the greater strength."""

    strength: int
    defence: int
    won: bool
    headline: str
    reasons: tuple[Words, ...]
    players: tuple[Defence, ...]
    icon: str = "ship"
    strictly: bool = False


class Attack(msgspec.Struct, frozen=True):
    """The attack for which the ship comes: how strong both sides would be at the moment, and the battle that
    the events of a roll, and of the answers to it, tell of."""

    strength: Callable[[Table], int]
    defence: Callable[[Table], int]
    battle: Callable[[Table, Sequence[Event]], Battle | None]


class Battles(msgspec.Struct, frozen=True):
    """Battles that no ship announces: the one that an entry's events, and those of the answers to it, tell
    of."""

    battle: Callable[[Table, Sequence[Event]], Battle | None]
