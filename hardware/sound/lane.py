"""What is to be heard, one thing after the other: pure bookkeeping with the time given from outside.

Many sound cards have room for one sound alone, and two at once would not be understood. So a sentence follows
its alert's melody, and what comes meanwhile waits, unless it matters more.
"""

from __future__ import annotations

import math
from collections import deque
from dataclasses import dataclass

from companion.app.player import breaks_into
from companion.app.ports import Spoken
from companion.rules.presentation.alerts import Alert

SAID_WITHIN_S = 10.0
"""A sentence that comes later after its alert began tells nothing new any more."""
MOST_WAITING = 8


@dataclass(eq=False)
class Item:
    """A melody, or with ``spoken`` sentences, of an alert that began at ``since``, to be heard from
    ``earliest`` on. ``wav`` is its sound, once it is made."""

    alert: Alert
    since: float
    spoken: Spoken | None = None
    earliest: float = -math.inf
    trial: bool = False
    wav: bytes | None = None

    def too_late(self, now: float) -> bool:
        """Whether it is not worth hearing any more: a melody only as long as its lights are on."""
        return now - self.since > (self.alert.duration_s if self.spoken is None else SAID_WITHIN_S)


class Lane:
    """Not thread-safe. Times are seconds on any clock that never goes back."""

    def __init__(self) -> None:
        self._waiting: deque[Item] = deque(maxlen=MOST_WAITING)

    def add(self, item: Item) -> None:
        """It comes after all that waits."""
        self._waiting.append(item)

    def break_in(self, alert: Alert) -> None:
        """What an alert does not wait for is not told any more."""
        self._keep([item for item in self._waiting if not breaks_into(alert, item.alert)])

    def clear(self) -> None:
        """Nothing waits any more."""
        self._waiting.clear()

    def drop_trial(self) -> None:
        """What was to be tried is not."""
        self._keep([item for item in self._waiting if not item.trial])

    def drop(self, item: Item) -> None:
        """This one is not told."""
        self._keep([other for other in self._waiting if other is not item])

    def next(self, now: float) -> Item | None:
        """What comes next, if anything; what comes too late is left out."""
        self._keep([item for item in self._waiting if not item.too_late(now)])
        return self._waiting[0] if self._waiting else None

    def unspoken(self) -> Item | None:
        """The first sentence that is not spoken yet."""
        return next((item for item in self._waiting if item.spoken is not None and item.wav is None), None)

    def _keep(self, items: list[Item]) -> None:
        self._waiting = deque(items, maxlen=MOST_WAITING)
