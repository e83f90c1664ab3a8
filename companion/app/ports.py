"""What the application asks of the world around it: typed ports that devices implement.

A port never raises into the game. A device that is missing or fails says so once through
``Notice`` and the game goes on without it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

import msgspec

from companion.rules.presentation.alerts import Alert

if TYPE_CHECKING:
    from companion.app.settings import AlertSettings


class Cue(msgspec.Struct, frozen=True):
    """An edge: one thing that has just happened. ``seats`` are 0-based places in turn order.

    A ``test`` (the self-test page) sounds whatever the preset and the hour; only mute silences it.
    """

    alert: Alert
    seats: tuple[int, ...] = ()
    test: bool = False


class Scene(msgspec.Struct, frozen=True):
    """A level: how the lights stand for a state of the game, after a restart or an undo too.

    ``step`` is where the game's gauge stands (0 to ``track``); ``near`` is true one step before its end;
    ``on_turn`` and ``waiting`` are 0-based seats, ``waiting`` those who owe an answer.
    """

    step: int = 0
    track: int = 7
    near: bool = False
    seats: int = 0
    on_turn: int | None = None
    waiting: tuple[int, ...] = ()
    winner: int | None = None


class Notice(msgspec.Struct, frozen=True):
    """One clear sentence for the table, already translated, and what mends it."""

    text: str
    remedy: str = ""


class Alerts(Protocol):
    """Lights and buzzer. Every call returns at once and never raises."""

    def scene(self, scene: Scene) -> None:
        """Show the level that belongs to a state."""

    def cue(self, cue: Cue) -> None:
        """Play one edge: light first, then sound (if its class is on and not muted)."""

    def cancel(self) -> None:
        """Forget the cue that plays and those that wait: an undo took back what they told of."""

    def mute(self, muted: bool) -> None:
        """Silence the buzzer at once, or let it sound again; the lights stay."""

    def configure(self, alerts: AlertSettings) -> None:
        """Take over preset, sound classes, quiet hours and mute, from the next cue on."""

    def close(self) -> None:
        """Lights dark, buzzer silent, pins released."""


class NullAlerts:
    """No lights and no buzzer: every call does nothing."""

    def scene(self, scene: Scene) -> None:
        """Nothing to light."""

    def cue(self, cue: Cue) -> None:
        """Nothing to play."""

    def cancel(self) -> None:
        """Nothing plays."""

    def mute(self, muted: bool) -> None:
        """Nothing sounds."""

    def configure(self, alerts: AlertSettings) -> None:
        """Nothing to set."""

    def close(self) -> None:
        """Nothing is held."""


NoticeSink = Callable[[Notice], None]
