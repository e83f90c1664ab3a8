"""Which cue has the lights and the buzzer at a moment: pure bookkeeping with the time given from outside.

The hardware's thread and the lights on the screen each keep one. Cues play one after another, so that an
attack's result follows the attack; what matters more breaks into what matters less (``Alert.breaks_in``);
what has waited too long to mean anything is dropped.
"""

from __future__ import annotations

import datetime
from collections import deque
from collections.abc import Callable

import msgspec

from companion.app.patterns import Frame, frame, level, moves, note_at, sounds
from companion.app.ports import Cue, Scene
from companion.app.settings import AlertSettings
from companion.rules.presentation.alerts import Alert, Note, SoundClass, Weight

FAST_LOOK_S = 0.02
SHORTEST_LOOK_S = 0.001
SLOW_LOOK_S = 0.04
LONGEST_QUEUE = 16

_LASTING = frozenset({SoundClass.ALERT, SoundClass.RESULT})


class Playing(msgspec.Struct, frozen=True):
    """A cue that has the lights, since when, and whether its class sounds at this hour."""

    cue: Cue
    since: float
    heard: bool


class Player:
    """Not thread-safe. ``now`` is seconds on any clock that never goes back; it must not decrease."""

    def __init__(
        self,
        alerts: AlertSettings,
        time_of_day: Callable[[], datetime.time] = lambda: datetime.datetime.now().time(),
    ) -> None:
        self.alerts = alerts
        self.muted = alerts.muted
        self.scene = Scene()
        self._time_of_day = time_of_day
        self._playing: Playing | None = None
        self._waiting: deque[tuple[Cue, float]] = deque(maxlen=LONGEST_QUEUE)

    def cue(self, cue: Cue, now: float) -> None:
        """Play a cue now, or when its turn comes."""
        heard = sounds(cue, self.alerts, self._time_of_day())
        if not cue.alert.shows and not heard:
            return
        self._advance(now)
        playing = self._playing
        if playing is None or breaks_into(cue.alert, playing.cue.alert):
            if cue.alert.breaks_in and cue.alert.weight is Weight.GREAT:
                lasting = [entry for entry in self._waiting if entry[0].alert.sound in _LASTING]
                self._waiting = deque(lasting, maxlen=LONGEST_QUEUE)
            self._playing = Playing(cue, now, heard)
        elif not cue.alert.once or all(
            cue.alert != other.alert for other in (playing.cue, *(entry[0] for entry in self._waiting))
        ):
            self._waiting.append((cue, now))

    def cancel(self) -> None:
        """Back to the level of the scene at once."""
        self._playing = None
        self._waiting.clear()

    def frame(self, now: float) -> Frame:
        """The lights at a moment."""
        self._advance(now)
        base = level(self.scene, now)
        if self._playing is None:
            return base
        return frame(self._playing.cue, now - self._playing.since, base, self.scene)

    def heard(self, now: float) -> Playing | None:
        """The cue that plays at a moment, unless it is not to be heard."""
        self._advance(now)
        return None if self._playing is None or self.muted or not self._playing.heard else self._playing

    def note(self, now: float) -> Note | None:
        """The note that sounds at a moment, None for silence."""
        heard = self.heard(now)
        return None if heard is None else note_at(heard.cue.alert, now - heard.since)

    def next_look_s(self, now: float) -> float | None:
        """Seconds until lights or buzzer may have to change; None when nothing will by itself."""
        self._advance(now)
        if self._playing is None:
            return SLOW_LOOK_S if moves(self.scene) else None
        t = now - self._playing.since
        alert = self._playing.cue.alert
        edges = [edge for note in alert.notes for edge in (note.start_s, note.start_s + note.duration_s)]
        soonest = min([FAST_LOOK_S, *(edge - t for edge in (*edges, alert.duration_s) if edge > t)])
        return max(SHORTEST_LOOK_S, soonest)

    def _advance(self, now: float) -> None:
        """Let the cue that has ended go and the next one that still means something begin."""
        if self._playing is not None:
            if now - self._playing.since < self._playing.cue.alert.duration_s:
                return
            self._playing = None
        while self._waiting:
            cue, asked = self._waiting.popleft()
            if now - asked <= cue.alert.longest_wait_s:
                self._playing = Playing(cue, now, sounds(cue, self.alerts, self._time_of_day()))
                return


def breaks_into(new: Alert, playing: Alert) -> bool:
    """Whether an alert does not wait for the end of another."""
    return new.breaks_in and new.weight > playing.weight
