"""What lights and buzzer are to show: told from any thread, looked at by the one that owns them."""

from __future__ import annotations

import math
import threading
from collections import deque
from collections.abc import Callable

import msgspec

from companion.app.patterns import Frame
from companion.app.player import LONGEST_QUEUE, Player, Playing
from companion.app.ports import Cue, Scene
from companion.app.settings import AlertSettings
from companion.rules.presentation.alerts import Note

TRIAL_S = 1.0
LATE_S = 0.05
"""Who is later than this was held up: shorter than any note, longer than the thread's usual waking."""


class Look(msgspec.Struct, frozen=True):
    """What is to be seen and heard at one moment, and for how long at least it stays so; None for ever.

    ``heard`` is the cue that plays, if it is to be heard, and ``cuts`` how often until now all that sounded
    or waited was to be silent at once.
    """

    scene: Scene
    frame: Frame
    note: Note | None
    next_s: float | None
    heard: Playing | None = None
    cuts: int = 0


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
        self._trial: tuple[Frame, Note | None] | None = None
        self._trial_until: float | None = None
        self._held_up, self._due = 0.0, math.inf
        self._cuts = 0

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
        """Forget the cue that plays and those that wait, and what is tried."""
        with self._lock:
            self._coming.clear()
            self._player.cancel()
            self._trial = None
            self._cuts += 1
        self._changed()

    def mute(self, muted: bool) -> None:
        """Silence the buzzer at once, or let it sound again."""
        with self._lock:
            self._mute(muted)
        self._changed()

    def configure(self, alerts: AlertSettings) -> None:
        """Take over preset, sound classes, quiet hours and mute."""
        with self._lock:
            self._player.alerts = alerts
            self._mute(alerts.muted)
        self._changed()

    def trial(self, frame: Frame, note: Note | None) -> None:
        """Show this alone for a moment."""
        with self._lock:
            self._trial, self._trial_until = (frame, note), None
        self._changed()

    def end_trial(self) -> None:
        """Show again what is so."""
        with self._lock:
            self._trial = None
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
            self._trial = None

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
            if self._trial is not None:
                frame, note, next_s = self._tried(self._trial, now) or (frame, note, next_s)
            self._due = math.inf if next_s is None else now + next_s
            heard = self._player.heard(now)
            return Look(self._player.scene, frame, note, next_s, heard, self._cuts)

    def _mute(self, muted: bool) -> None:
        self._player.muted = muted
        self._cuts += muted

    def _tried(
        self, trial: tuple[Frame, Note | None], now: float
    ) -> tuple[Frame, Note | None, float | None] | None:
        """What is tried and how long it still takes; nothing when that is over."""
        if self._trial_until is None:
            self._trial_until = now + TRIAL_S
        left = self._trial_until - now
        if left <= 0:
            self._trial = None
            return None
        frame, note = trial
        return frame, None if self._player.muted else note, left
