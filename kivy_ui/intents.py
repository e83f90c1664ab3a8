"""What a touch means, before the rules judge it. Plain frozen values; seats are 0-based places in turn order."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Intent:
    """Base of all intents."""


@dataclass(frozen=True, slots=True)
class Roll(Intent):
    """The dice as they lie on the table; a die that is not tracked or not rolled is None."""

    red: int | None = None
    white: int | None = None
    event: str | None = None


@dataclass(frozen=True, slots=True)
class FixRoll(Intent):
    """The last roll was read wrongly: these are its dice."""

    red: int | None = None
    white: int | None = None
    event: str | None = None


@dataclass(frozen=True, slots=True)
class Improve(Intent):
    """The player buys the next step of a track."""

    seat: int
    track: str


@dataclass(frozen=True, slots=True)
class Build(Intent):
    """The player builds a piece: settlement, city or wall."""

    seat: int
    piece: str


@dataclass(frozen=True, slots=True)
class Recruit(Intent):
    """The player puts a basic knight on the board."""

    seat: int


@dataclass(frozen=True, slots=True)
class Promote(Intent):
    """The player raises a knight of this strength by one."""

    seat: int
    strength: int
    active: bool | None = None


@dataclass(frozen=True, slots=True)
class Activate(Intent):
    """The player activates a knight of this strength."""

    seat: int
    strength: int


@dataclass(frozen=True, slots=True)
class Answer(Intent):
    """An answer to a pending decision; ``choice`` is a key of the question's."""

    decision: int
    choice: str


@dataclass(frozen=True, slots=True)
class Undo(Intent):
    """Take back the last entry."""


@dataclass(frozen=True, slots=True)
class Redo(Intent):
    """Bring back the entry taken back last."""


@dataclass(frozen=True, slots=True)
class Mute(Intent):
    """Switch the sounds off or on."""


@dataclass(frozen=True, slots=True)
class Allow(Intent):
    """The table lets a refused entry stand."""

    refused: Intent


@dataclass(frozen=True, slots=True)
class Command(Intent):
    """A finished command of the engine, carried through untouched."""

    command: object


@dataclass(frozen=True, slots=True)
class Open(Intent):
    """Go to a screen."""

    screen: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class GoOn(Intent):
    """The table has read the attack."""
