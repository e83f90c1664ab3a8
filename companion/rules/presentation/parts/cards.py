"""Cards that players hold face down or have laid open."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from companion.engine.command import Command
from companion.engine.ids import PlayerId
from companion.engine.table import Table


class Card(msgspec.Struct, frozen=True):
    """A card that may be among those that a player holds face down. ``copies`` are those that nothing rules
    out, ``rule`` explains it. ``play`` is the command that plays it, its choices still open, or lays it open
    for points."""

    name: str
    label: str
    copies: int
    possible: bool
    rule: str
    play: Command
    points: bool = False


class Deck(msgspec.Struct, frozen=True):
    """Cards that players hold face down, by the track on their backs. Of some, one may have to go back."""

    track: str
    label: str
    held: Callable[[Table, PlayerId], int]
    cards: Callable[[Table, PlayerId], Iterable[Card]]
    put_back: Callable[[PlayerId], Command] | None = None


class LaidOpen(msgspec.Struct, frozen=True):
    """Cards that lie open before a player: the keys of their names."""

    cards: Callable[[Table, PlayerId], Iterable[str]]
