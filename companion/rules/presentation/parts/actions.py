"""What a player can do."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import msgspec

from companion.engine.command import Command
from companion.engine.ids import EdgeId, PlayerId
from companion.engine.table import Table
from companion.rules.presentation.parts.told import Words


class Action(msgspec.Struct, frozen=True):
    """Something that a player can do now. ``label`` is a key with ``params``, or the words themselves;
    without one it is called as its command is in the palette.

    It enters one of ``commands``; or begins one whose place is still open (``begins``), takes a piece of that
    kind from the palette (``takes``), or leads to another section of the sheet or to a screen.
    """

    name: str
    icon: str
    label: str = ""
    commands: tuple[Command, ...] = ()
    begins: Command | None = None
    takes: type[Command] | None = None
    section: str = ""
    screen: str = ""
    params: Mapping[str, str | int] = {}
    options: tuple[object, ...] = ()
    track: str = ""


class Preview(msgspec.Struct, frozen=True):
    """A kind of command of which the table sees what it comes to before it is entered: ``told`` in words, and
    the ``way`` along edges of the board. It is shown when all its places are said."""

    command: type[Command]
    told: Callable[[Table, Any], Words]
    way: Callable[[Table, Any], tuple[EdgeId, ...]]


class Rank(enum.IntEnum):
    """Where actions stand on the sheet of what a player can do; trades and cards in hand come before PLAY."""

    ROADS = 0
    BUILD = 1
    PLAY = 2
    AWARDS = 3
    END = 4


class Actions(msgspec.Struct, frozen=True):
    """What a player can do, in a section of the sheet that a touch on the player opens; ``all`` is first."""

    offered: Callable[[Table, PlayerId], Iterable[Action]]
    rank: Rank = Rank.BUILD
    section: str = "all"
