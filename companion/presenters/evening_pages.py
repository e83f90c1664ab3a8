"""The kinds of pages in which an evening is shown: plain values that screens draw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeVar

import msgspec

from companion.history.statistics import NumberRolled
from companion.presenters.views import PersonView

Line = TypeVar("Line")

MOST_ROWS = 5
"""As many lines as can be read from the chairs; the rest go on to another page."""


class PlaceView(msgspec.Struct, frozen=True):
    """Where a player stands at the end. Without points where none are tracked."""

    rank: int
    person: PersonView
    points: int | None
    winner: bool


class Places(msgspec.Struct, frozen=True):
    """The first page: all players, the winner first and then by their points."""

    title: str
    places: tuple[PlaceView, ...]


class CurveView(msgspec.Struct, frozen=True):
    """A player's points as they changed: at which part of the evening (0 to 1), and how many from then on."""

    person: PersonView
    steps: tuple[tuple[float, int], ...]

    @property
    def points(self) -> int:
        """The points in the end."""
        return self.steps[-1][1]


class MomentView(msgspec.Struct, frozen=True):
    """A great step: when, who, and what made it."""

    at: float
    person: PersonView
    words: str


class Curves(msgspec.Struct, frozen=True):
    """The points of all players over time, and the great steps in their order."""

    title: str
    curves: tuple[CurveView, ...]
    moments: tuple[MomentView, ...]


class Dice(msgspec.Struct, frozen=True):
    """How often each number was rolled, beside what was to be expected; and in a sentence what that means."""

    title: str
    numbers: tuple[NumberRolled, ...]
    verdict: str


class RowView(msgspec.Struct, frozen=True):
    """A line of a page of numbers, one for each player."""

    label: str
    values: tuple[str, ...]


class Numbers(msgspec.Struct, frozen=True):
    """Lines of numbers by player, below what the whole table did."""

    title: str
    people: tuple[PersonView, ...]
    rows: tuple[RowView, ...]
    notes: tuple[str, ...] = ()


class ListedRow(msgspec.Struct, frozen=True):
    """A line of a list: of whom or what, and its values."""

    label: str
    values: tuple[str, ...]
    person: PersonView | None = None


class Listing(msgspec.Struct, frozen=True):
    """Lines of values under heads, below what can be said in sentences. Heads that are ``named`` are names of
    people, of any length."""

    title: str
    heads: tuple[str, ...]
    rows: tuple[ListedRow, ...]
    notes: tuple[str, ...] = ()
    named: bool = False


class HonourView(msgspec.Struct, frozen=True):
    """Something said kindly, and of whom: of several where they did it alike."""

    words: str
    people: tuple[PersonView, ...]
    amount: str


class Honours(msgspec.Struct, frozen=True):
    """The awards of the evening."""

    title: str
    honours: tuple[HonourView, ...]


class Nothing(msgspec.Struct, frozen=True):
    """Nothing is known of this game yet."""

    title: str
    words: str


Page = Places | Curves | Dice | Numbers | Listing | Honours | Nothing


def parts(lines: tuple[Line, ...], most: int = MOST_ROWS) -> Iterator[tuple[Line, ...]]:
    """As few parts as can be read, of about as many lines each."""
    count = -(-len(lines) // most)
    size = -(-len(lines) // count) if count else 1
    for first in range(0, len(lines), size):
        yield lines[first : first + size]


def listed(
    title: str, heads: tuple[str, ...], rows: Sequence[ListedRow], notes: tuple[str, ...] = ()
) -> Iterator[Listing]:
    """As many pages of a list as it takes; none without lines."""
    for part in parts(tuple(rows)):
        yield Listing(title, heads, part, notes)
        notes = ()
