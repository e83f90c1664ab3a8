"""From the edges of a button's pin to presses: bouncing taken out and holding counted, with the time given
from outside.

Contacts bounce for some milliseconds when they close and when they open, and a long wire picks up what is
switched beside it. A change counts once the pin has been still for ``SETTLE_S`` seconds; what never comes to
rest is no press.
"""

from __future__ import annotations

SETTLE_S = 0.015
FLUTTER_S = 1.0
"""A pin that does not rest for so long has a bad contact."""
SOONEST_LOOK_S = 0.001


class Contact:
    """One button. ``now`` and ``at`` are seconds on a clock that never goes back."""

    def __init__(self, down: bool, hold_s: float = 0.0) -> None:
        """``down`` is how it stands at first: who is down already must come up before it can be pressed."""
        self.down = down
        self.stuck = down
        """Whether it has been down since it was opened: nobody pressed it."""
        self._hold_s = hold_s
        self._level = down
        self._changed = self._restless = float("-inf")
        self._pressed_at: float | None = None

    def edge(self, down: bool, at: float) -> None:
        """The pin has changed."""
        if down == self._level:
            return
        if at - self._changed >= SETTLE_S:
            self._restless = at
        self._level, self._changed = down, at

    def look(self, level: bool, now: float) -> bool:
        """Whether it is pressed, or has been held long enough, just now. ``level`` is what the pin reads: an
        edge that a driver has lost costs nothing."""
        self.edge(level, now)
        if self._level != self.down and now - self._changed >= SETTLE_S:
            self.down, self.stuck = self._level, False
            self._pressed_at = self._changed if self.down else None
        if self._pressed_at is None or not self._level or now - self._pressed_at < self._hold_s:
            return False
        self._pressed_at = None
        return True

    def flutters(self) -> bool:
        """Whether it has changed on and on without a rest."""
        return self._changed - self._restless > FLUTTER_S

    def next_look_s(self, now: float) -> float | None:
        """Seconds until it may have something to say by itself."""
        if self._level != self.down:
            wanted = self._changed + SETTLE_S
        elif self._pressed_at is not None:
            wanted = self._pressed_at + self._hold_s
        else:
            return None
        return max(SOONEST_LOOK_S, wanted - now)
