"""What is told of events and rolls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal, TypeVar

import msgspec

from companion.engine.event import Event
from companion.engine.ids import PlayerId
from companion.engine.table import Table

E = TypeVar("E", bound=Event)

Tone = Literal["plain", "good", "warn", "danger"]
"""How something is meant for those whom it concerns."""


class Message(msgspec.Struct, frozen=True):
    """An event that is told in a message when an entry brings it, as the table may not expect it."""

    event: type[Event]
    tone: Tone = "good"
    said: Callable[[Any], bool] = lambda event: True


class Words(msgspec.Struct, frozen=True):
    """A text by its key, and what fills it in; players are named by their ids."""

    key: str
    params: Mapping[str, Any] = {}


class Line(msgspec.Struct, frozen=True):
    """A line of what a roll did: words after a drawing, and the people whom they tell of.

    ``values`` of people stand after the words, ``goods`` are kinds of cards with their numbers. ``to_do`` is
    what the table has still to act on: such a line stays on the screen after an attack.
    """

    icon: str = ""
    words: Words | None = None
    people: tuple[PlayerId, ...] = ()
    tone: Tone = "plain"
    track: str = ""
    values: tuple[tuple[PlayerId, str], ...] = ()
    goods: Mapping[str, int] = {}
    to_do: bool = False


class Aloud(msgspec.Struct, frozen=True):
    """What is said aloud of an event that has a cue, in place of its own sentence: whole sentences, filled in
    with nothing that is secret."""

    event: type[Event]
    words: Callable[[Any], tuple[Words, ...]]


class EventLine(msgspec.Struct, frozen=True):
    """The line of an event of a roll. Such lines come first, in the order in which it all happened."""

    event: type[Event]
    line: Callable[[Any], Line]


class RollLines(msgspec.Struct, frozen=True):
    """What a roll did as a whole, from its events and those of the answers to it.

    ``tell`` makes of the lines of the modules before it those that are shown: it puts its own before or after
    them, or has one say something else.
    """

    tell: Callable[[Table, Sequence[Event], Sequence[Line]], Iterable[Line]]


def first(kind: type[E], events: Iterable[Event]) -> E | None:
    """The first of the events that is of this kind."""
    return next((event for event in events if isinstance(event, kind)), None)
