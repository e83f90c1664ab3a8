"""Alerts: what a module has lights and buzzer tell, as plain data.

A module names them in its cues (``CueRule``) and contributes them among its presentation parts. The lights
are a bar of seven, which shows the game's gauge, and one for each seat. Times are seconds since it began.
"""

from __future__ import annotations

import enum
import math

import msgspec

LEAD_S = 0.1
"""Light comes before sound by at least this much."""

A3, C4, E4, G4, A4, C5 = 57, 60, 64, 67, 69, 72


class SoundClass(enum.StrEnum):
    """The classes of sound that a table can switch one by one (see docs/alerts.md)."""

    INFO = "info"
    WARNING = "warning"
    ALERT = "alert"
    RESULT = "result"
    ERROR = "error"
    CONFIRM = "confirm"


class Note(msgspec.Struct, frozen=True):
    """One tone: seconds after the cue, seconds of length, MIDI number (69 is A4)."""

    start_s: float
    duration_s: float
    midi: int

    @property
    def frequency_hz(self) -> float:
        """Equal temperament, A4 = 440 Hz."""
        return float(440.0 * 2 ** ((self.midi - 69) / 12))


def phrase(start_s: float, *notes: int, length_s: float, gap_s: float = 0.0) -> tuple[Note, ...]:
    """Notes of one length, one after the other."""
    return tuple(Note(start_s + i * (length_s + gap_s), length_s, midi) for i, midi in enumerate(notes))


class Tint(enum.StrEnum):
    """The colour of the bar where it can change (on the screen); a panel's lights keep their own."""

    PLACE = "place"
    RED = "red"
    AMBER = "amber"
    GREEN = "green"


class Lights(enum.Enum):
    """Some of the lights.

    WAY are those of the bar that the gauge fills (all but the last while it fills none), NEWEST is the last
    of these, WARNING the amber one. MEANT are the seats of those whom the cue concerns; where that is nobody,
    all seats keep what they show, or with MEANT_OR_ON_TURN the player on turn is meant. SEATS are those that
    play; ALL are the bar and these, in a row.
    """

    BAR = enum.auto()
    WAY = enum.auto()
    NEWEST = enum.auto()
    WARNING = enum.auto()
    MEANT = enum.auto()
    MEANT_OR_ON_TURN = enum.auto()
    SEATS = enum.auto()
    ALL = enum.auto()


class Steady(msgspec.Struct, frozen=True):
    """Bright all the time."""


class Pulse(msgspec.Struct, frozen=True):
    """A soft wave that begins bright."""

    frequency_hz: float


class Blink(msgspec.Struct, frozen=True):
    """Bright in the first half of each turn, dark in the second."""

    frequency_hz: float


class Fade(msgspec.Struct, frozen=True):
    """From ``least`` to bright, or with ``out`` from bright to ``least``, and so it stays."""

    over_s: float
    out: bool = False
    least: float = 0.0


class Sweep(msgspec.Struct, frozen=True):
    """One light after another goes on within ``on_s``, and off in the same order from ``off_s`` on."""

    on_s: float
    off_s: float


class Run(msgspec.Struct, frozen=True):
    """One light after another alone, all of them once in ``turn_s``, again and again."""

    turn_s: float


Course = Steady | Pulse | Blink | Fade | Sweep | Run
"""How bright lights are in the course of time."""


class Show(msgspec.Struct, frozen=True):
    """What some lights do until ``end_s``: their course, and the bar's colour if it changes.

    ``alone``: the other lights of the bar, or those of the other seats, are dark meanwhile.
    """

    lights: Lights
    course: Course = Steady()
    tint: Tint | None = None
    end_s: float = math.inf
    alone: bool = True


class Weight(enum.IntEnum):
    """How much an alert matters: a refused entry may break into NEWS, and nothing into what is GREAT."""

    NEWS = 0
    PLAIN = 1
    GREAT = 2


class Alert(msgspec.Struct, frozen=True):
    """How lights and buzzer tell one thing that has happened.

    It has the lights to itself for ``duration_s``; ``shows`` come one over the other, and what none of them
    speaks of keeps its level. ``label`` is the key of its words for the self-test, where it means the seats
    ``test_seats``. With ``asked_for`` it only sounds where the table wants to hear everything, or its class.

    Alerts come one after another. One that ``breaks_in`` does so into any of less weight, and if it is GREAT,
    nothing that waits is told any more but results. Else it waits, at most ``longest_wait_s``; one that is
    ``once`` does not wait while another of its kind plays or waits.
    """

    name: str
    label: str
    sound: SoundClass
    duration_s: float
    notes: tuple[Note, ...]
    shows: tuple[Show, ...] = ()
    weight: Weight = Weight.PLAIN
    breaks_in: bool = False
    longest_wait_s: float = math.inf
    once: bool = False
    asked_for: bool = False
    test_seats: tuple[int, ...] = ()
