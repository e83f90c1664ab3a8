"""What the application asks of the world around it: typed ports that devices implement.

``Alerts`` is what a device shows, ``Buttons`` where it brings what is pressed; a ``Device`` has both, and
parts that can be tried one by one. A port never raises into the game. A device that is missing or fails says
so once through ``Notice`` and the game goes on without it.

A device is installed by an entry point of the group ``longship.devices`` that loads an ``OpenDevice``. Any
number of them are open at once.
"""

from __future__ import annotations

import enum
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Protocol

import msgspec

from companion.rules.presentation.alerts import Alert

if TYPE_CHECKING:
    from companion.app.settings import Settings


class Spoken(msgspec.Struct, frozen=True):
    """Whole sentences to be said aloud, and the code of the language that they are in."""

    text: str
    language: str


class Cue(msgspec.Struct, frozen=True):
    """An edge: one thing that has just happened. ``seats`` are 0-based places in turn order, ``spoken`` what
    a voice says of it, where there is one.

    A ``test`` (the self-test page) sounds whatever the preset and the hour; only mute silences it.
    """

    alert: Alert
    seats: tuple[int, ...] = ()
    test: bool = False
    spoken: Spoken | None = None


class Standing(msgspec.Struct, frozen=True):
    """How a player stands for all to see: ``points`` are None where nobody counts them.

    ``pieces`` are those on the board, ``holdings`` what else lies before the player, both by the names of
    their drawings, as in "city". Cards in hand are never among them.
    """

    name: str
    points: int | None = None
    pieces: Mapping[str, int] = {}
    holdings: Mapping[str, int] = {}


class Scene(msgspec.Struct, frozen=True):
    """A level: how the table stands, after a restart or an undo too. All of it is on the screen that everyone
    sees, so a device may tell it to anybody. Without a game there are no ``seats``.

    ``step`` is where the game's first gauge stands (0 to ``track``); ``near`` is true one step before its
    end. ``gauges`` are all of them by name, each with its position and its length. ``strength`` is that of
    those whom it brings and ``defence`` that of the players, where the game has such an attack.
    ``on_turn`` and ``waiting`` are 0-based seats, ``waiting`` those who owe an answer. ``colours`` are the
    names of the players' colours by seat, as in "red", and ``standings`` how the players stand.
    """

    step: int = 0
    track: int = 7
    near: bool = False
    seats: int = 0
    on_turn: int | None = None
    waiting: tuple[int, ...] = ()
    winner: int | None = None
    colours: tuple[str, ...] = ()
    standings: tuple[Standing, ...] = ()
    gauges: Mapping[str, tuple[int, int]] = {}
    strength: int | None = None
    defence: int | None = None


class Notice(msgspec.Struct, frozen=True):
    """One clear sentence for the table, already translated, and what mends it."""

    text: str
    remedy: str = ""


class Alerts(Protocol):
    """What is told of a game. Every call returns at once and never raises."""

    def scene(self, scene: Scene) -> None:
        """Show the level that belongs to a state."""

    def cue(self, cue: Cue) -> None:
        """Play one edge: light first, then sound (if its class is on and not muted)."""

    def cancel(self) -> None:
        """Forget the cue that plays and those that wait: an undo took back what they told of."""

    def mute(self, muted: bool) -> None:
        """Silence buzzer and speaker at once, or let them sound again; the lights stay."""

    def configure(self, settings: Settings) -> None:
        """Take over other settings, as far as they can be at once: what sounds, from the next cue on."""

    def close(self) -> None:
        """Lights dark, buzzer silent, pins released."""


NoticeSink = Callable[[Notice], None]


HOLD_S = 1.5
"""How long a button is held that takes back what a slip of a finger must not."""


class PressKind(enum.StrEnum):
    """What a button means, the same in all states of the game. Those of a seat name it."""

    NEXT = "next"
    """The turn is over."""
    UNDO = "undo"
    """Take back the last entry."""
    MUTE = "mute"
    """No sounds, or sounds again."""
    SEAT = "seat"
    """It is the turn of whoever sits there."""
    SEAT_UNDO = "seat_undo"
    """Take back the last entry of whoever sits there."""


class Press(msgspec.Struct, frozen=True):
    """Somebody has pressed a button, or held it as long as it wants to be held: the device has done away with
    bouncing and counted the time. ``seat`` is 0-based in turn order; that nobody sits there is no fault.
    """

    kind: PressKind
    seat: int | None = None


class Buttons(Protocol):
    """Where devices bring what is pressed."""

    def press(self, press: Press) -> None:
        """A wish, like a touch: judged, said and undone in the same way. From any thread; returns at once and
        never raises."""


class PartKind(enum.StrEnum):
    """What a part does when it is tried."""

    LIGHT = "light"
    SOUND = "sound"
    SPEAKER = "speaker"
    """Plays sounds of several notes."""
    VOICE = "voice"
    """Says sentences."""
    BUTTON = "button"
    LINK = "link"
    """A connection to something else. There is nothing to try: it stands, or its fault says why not."""


class Part(msgspec.Struct, frozen=True):
    """One thing of a device. Words are in the language in use.

    ``key`` tells it from the others of all devices, as in "pins.ship[0]", and ``wire`` says where it is
    connected, as in "GPIO 17, pin 11 of the header". ``fault`` is one sentence on what is known to be wrong
    with it. ``down`` is whether a button is down now, however long.
    """

    key: str
    kind: PartKind
    label: str
    wire: str
    fault: str = ""
    down: bool = False


class Device(Alerts, Protocol):
    """Something on the table with lights, sound or buttons. Every call returns at once and never raises."""

    def parts(self) -> tuple[Part, ...]:
        """All that it has; nothing while it is not there."""

    def try_part(self, key: str) -> None:
        """Let one light shine or one buzzer sound alone for a moment, and all else be dark and silent; mute
        silences it. A key of another device ends what is tried, and nothing else."""


class NullDevice:
    """Shows nothing and has no parts: every call does nothing. Devices take from it what they lack."""

    def scene(self, scene: Scene) -> None:
        """Nothing to light."""

    def cue(self, cue: Cue) -> None:
        """Nothing to play."""

    def cancel(self) -> None:
        """Nothing plays."""

    def mute(self, muted: bool) -> None:
        """Nothing sounds."""

    def configure(self, settings: Settings) -> None:
        """Nothing to set."""

    def close(self) -> None:
        """Nothing is held."""

    def parts(self) -> tuple[Part, ...]:
        """Nothing to try."""
        return ()

    def try_part(self, key: str) -> None:
        """Nothing to try."""


class OpenDevice(Protocol):
    """What an entry point of ``longship.devices`` loads."""

    def __call__(self, settings: Settings, notice: NoticeSink, buttons: Buttons, /) -> Device:
        """Open a device. Returns at once and never raises: what fails is said through ``notice``, once.
        ``notice`` and ``buttons`` may be called from any thread until the device is closed."""
