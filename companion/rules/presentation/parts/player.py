"""What a player has for all to see: a column's cells, and the sheet about the player."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec

from companion.engine.command import Command
from companion.engine.ids import PlayerId, Site
from companion.engine.table import Table
from companion.rules.presentation.parts.actions import Action, Rank


class Holding(msgspec.Struct, frozen=True):
    """Something that a player has beside pieces and cards for all to see, shown while there is any.

    An ``award`` is told among the points and so needs no ``label``; ``bright`` says whether anything else is
    one at the moment, such as the most harbour points. ``track`` gives it the colour of a track.
    """

    icon: str
    count: Callable[[Table, PlayerId], int]
    label: str = ""
    award: bool = False
    bright: Callable[[Table, PlayerId], bool] = lambda table, player: False
    track: str = ""


class Counter(msgspec.Struct, frozen=True):
    """Pieces of one kind that a player has on the board, of ``supply`` altogether. ``more`` is what a touch
    begins: the command that adds one, its place still open, which also names them. A ``spare`` one stands in
    a player's column only where the others leave room for it.
    """

    icon: str
    supply: int
    count: Callable[[Table, PlayerId], int]
    more: Callable[[PlayerId], Command]
    rank: Rank = Rank.BUILD
    spare: bool = False


class Instrument(msgspec.Struct, frozen=True):
    """Something else in a player's column that one touch does: as ``does`` says, beside a number if there is
    one. Where knights and ladders leave no room for it, the panel has it.
    """

    icon: str
    does: Callable[[Table, PlayerId], Action]
    count: Callable[[Table, PlayerId], int] | None = None


class CounterNote(msgspec.Struct, frozen=True):
    """What a module has to say of the pieces of a counter: a text with their ``count``, none for 0."""

    icon: str
    text: str
    count: Callable[[Table, PlayerId], int]


class Troop(msgspec.Struct, frozen=True):
    """A player's knights of one strength. A touch enters one of ``activate``, or shows what else there is, in
    a section of the panel."""

    section: str
    strength: int
    active: Callable[[Table, PlayerId], int]
    inactive: Callable[[Table, PlayerId], int]
    activate: Callable[[Table, PlayerId], tuple[Command, ...]]


class Rung(msgspec.Struct, frozen=True):
    """A step of a ladder: its name, and in a sentence what it gives for good."""

    name: str
    ability: str = ""


class Ladder(msgspec.Struct, frozen=True):
    """A track on which a player climbs, and whether it bears a metropolis of the player's, which ``crowned``
    is the key of the words for. ``climb`` is the command to a level, counted from 1."""

    track: str
    rungs: tuple[Rung, ...]
    level: Callable[[Table, PlayerId], int]
    metropolis: Callable[[Table, PlayerId], bool]
    climb: Callable[[PlayerId, int], Command]
    crowned: str = ""


class Figure(msgspec.Struct, frozen=True):
    """A player's figure on the sheet: its drawing, what is to be known of it, and what it may do.

    A knight has a ``strength``; what is not ``active`` is drawn quietly.
    """

    place: Site
    figure: str
    name: str
    note: str
    deeds: tuple[Action, ...]
    strength: int = 0
    active: bool = True


class Figures(msgspec.Struct, frozen=True):
    """The figures of a player that act one by one, and what is done with all of them or for another one.

    They have a ``section`` of the sheet with this icon; ``none`` is the key of what is said where there are
    none.
    """

    section: str
    icon: str
    none: str
    stand: Callable[[Table, PlayerId], Iterable[Figure]]
    besides: Callable[[Table, PlayerId], Iterable[Action]]
