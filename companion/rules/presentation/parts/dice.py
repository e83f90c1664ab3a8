"""What stands in the place of dice."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

import msgspec

from companion.engine.command import Command
from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.state import Face
from companion.engine.table import Table


class PadCard(msgspec.Struct, frozen=True):
    """A card of a pad: its number, the term of its event, whether one can come now, and how it is entered."""

    number: int
    event: str
    coming: bool
    command: Command


class Pad(msgspec.Struct, frozen=True):
    """Cards that are turned up where dice would be rolled, or after them.

    ``answers`` are the commands that are entered on the pad; it is ``due`` when the player turns up the next
    card. ``besides`` is what can come in a card's place, and whether nothing else can now. ``rolls`` says of
    an event whether it stands for a roll.
    """

    answers: tuple[type[Command], ...]
    due: Callable[[Table, PlayerId], bool]
    cards: Callable[[Table, PlayerId], Iterable[PadCard]]
    besides: Callable[[Table, PlayerId], tuple[Command, bool]]
    rolls: Callable[[Event], bool]


class NamedDice(msgspec.Struct, frozen=True):
    """Dice that show what somebody named, whatever they roll: empty while nobody has."""

    faces: Callable[[Table], Mapping[str, Face]]
