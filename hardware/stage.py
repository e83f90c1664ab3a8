"""What lights and buzzer are to show: told from any thread, looked at by the one that owns them."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable

import msgspec

from companion.app.patterns import Frame
from companion.app.player import LONGEST_QUEUE, Player
from companion.app.ports import Cue, Scene
from companion.app.settings import AlertSettings
from companion.rules.presentation.alerts import Note

LATE_S = 0.05
"""Who is later than this was held up: shorter than any note, longer than the thread's usual waking."""


class Look(msgspec.Struct, frozen=True):
    """What is to be seen and heard at one moment, and for how long at least it stays so; None for ever."""

    scene: Scene
    frame: Frame
    note: Note | None
    next_s: float | None


class Stage:
    """``changed`` is called, in the thread that told, whenever a new look is worth it.

    A scene holds however late it is shown. A cue counts only while there are lights to show it: ``dark``
    forgets those that came and lets further ones pass until ``lit``.
    """

    def __init__(self, alerts: AlertSettings, changed: Callable[[], None]) -> None:
        self._changed = changed
        self._lock = threading.Lock()
        self._player = Player(alerts)
        self._coming: deque[Cue] = deque(maxlen=LONGEST_QUEUE)
        self._usable = False
        self._held_up, self._due = 0.0, math.inf

    def scene(self, scene: Scene) -> None:
        """Show the level that belongs to a state."""
        with self._lock:
            self._player.scene = scene
        self._changed()

    def cue(self, cue: Cue) -> None:
        """Play one edge: light first, then sound."""
        with self._lock:
            if self._usable:
                self._coming.append(cue)
        self._changed()

    def cancel(self) -> None:
        """Forget the cue that plays and those that wait."""
        with self._lock:
            self._coming.clear()
            self._player.cancel()
        self._changed()

    def mute(self, muted: bool) -> None:
        """Silence the buzzer at once, or let it sound again."""
        with self._lock:
            self._player.muted = muted
        self._changed()

    def configure(self, alerts: AlertSettings) -> None:
        """Take over preset, sound classes, quiet hours and mute."""
        with self._lock:
            self._player.alerts = alerts
            self._player.muted = alerts.muted
        self._changed()

    def lit(self) -> None:
        """There are lights from now on."""
        with self._lock:
            self._usable = True
            self._held_up, self._due = 0.0, math.inf

    def dark(self) -> None:
        """There are none any more."""
        with self._lock:
            self._usable = False
            self._coming.clear()
            self._player.cancel()

    def look(self, clock_s: float) -> Look:
        """What to show now. On a machine that is busy with something else what plays goes on where it was: no
        note is left out, and an attack is never heard sooner after its light."""
        with self._lock:
            now = clock_s - self._held_up
            if now > self._due + LATE_S:
                self._held_up += now - self._due
                now = self._due
            for cue in self._coming:  # only now, so that its light comes first however late it is
                self._player.cue(cue, now)
            self._coming.clear()
            frame, note = self._player.frame(now), self._player.note(now)
            next_s = self._player.next_look_s(now)
            self._due = math.inf if next_s is None else now + next_s
            return Look(self._player.scene, frame, note, next_s)
