"""What moves on the screen for a moment when something has happened."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Literal, NamedTuple

import msgspec

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table

SpotSort = Literal[
    "gauge", "player", "ladder", "corner", "edge", "hex", "sea", "die", "shore", "battle", "outcome"
]
"""What a spot is: a step of a gauge, a player, a player's ladder of a track, a place of the board, the sea
off a hex, a die by its name; off the picture of a battle, those who attack in it, the words of who won."""


class Spot(NamedTuple):
    """Somewhere on the screen: ``at`` says which of its sort, ``player`` whose."""

    sort: SpotSort
    at: str = ""
    player: PlayerId | None = None


class Move(msgspec.Struct, frozen=True):
    """One thing that moves, for half a second at most; a screen that does not show its spots leaves it out.

    What ``goes`` comes from the first spot to the last: the drawing that stands there by itself, or else
    ``icon``, a sign or what has a figure on the board. What ``rises`` grows there from the ground. What
    ``opens`` does so like a gate of the ``track``. What ``grows`` is a line along the edges, in the colour of
    whose they are.
    """

    how: Literal["goes", "rises", "opens", "grows"]
    way: tuple[Spot, ...]
    icon: str = ""
    track: str = ""
    owner: PlayerId | None = None


class Motion(msgspec.Struct, frozen=True):
    """What moves when an event has happened: ``moves`` is given the table before the entry and after it."""

    event: type[Event]
    moves: Callable[[Table, Table, Any], Iterable[Move]]
