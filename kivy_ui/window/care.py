"""A moment of care after the screen under the finger has changed.

A tap may come a moment too late, for what stood there before: the second tap of two, or one that was on its
way when the dice were read. So for ``CARE_SECONDS`` after a place has come to show something else, a touch on
it does nothing

* where a tap would do what is hard to see (``HARD_TO_SEE``),
* where it is the second tap on the same place,
* where nobody has touched anything, so that the screen changed by itself.

Who taps on quickly in another place knows what comes there, and is heard at once. What was there before the
change is there still, and is heard too. What counts is what was drawn: until the next frame shows it, nobody
has seen what has changed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from kivy.clock import Clock

from kivy_ui.geometry import Box
from kivy_ui.paint import Tappable, touchable
from kivy_ui.window.input import CARE_SECONDS, HARD_TO_SEE, OWN_SECONDS, SAME_PLACE_MM, moment

if TYPE_CHECKING:
    from kivy.input.motionevent import MotionEvent
    from kivy.uix.widget import Widget

ANYWHERE = frozenset({"undo"})
"""What stands in the same place on every screen and does the same there."""

Target = tuple[object, ...]
"""What a tap on a place would mean, as far as two taps on it are told apart."""
Shown = tuple[tuple[Box, Target], ...]
"""All targets of a screen, those in front first."""


def targets(root: Widget) -> Iterator[tuple[Box, Target]]:
    """Everything below a widget that takes touches, in the order in which it gets them."""
    for widget, boxes in touchable(root):
        meant: Target = (widget, getattr(widget, "purpose", None))
        if isinstance(widget, Tappable):
            if widget.name in ANYWHERE:  # it stands there, whether there is anything to take back or not
                meant = (widget.name,)
            elif widget.enabled:
                meant = (widget, widget.name, widget.purpose)
            else:
                continue
        yield from ((box, meant) for box in boxes)


def at(shown: Shown, x: float, y: float) -> Target | None:
    """What a tap there would mean."""
    return next((meant for box, meant in shown if box.holds(x, y)), None)


class Care:
    """Remembers what was drawn of late, and says which touches come too soon after a change."""

    def __init__(self, root: Widget) -> None:
        self.root = root
        self._drawn: deque[tuple[float, Shown]] = deque()
        self._last: tuple[float, float, float] | None = None
        self._window: Any = None
        root.bind(parent=self._placed)

    def _placed(self, _root: Widget, parent: Widget | None) -> None:
        if self._window is not None:
            self._window.unbind(on_flip=self.drawn)
            self._window = None
        if parent is not None and hasattr(parent, "on_flip"):
            self._window = parent
            parent.bind(on_flip=self.drawn)

    def drawn(self, *_: object) -> None:
        """A frame was shown."""
        shown = tuple(targets(self.root))
        if not self._drawn or self._drawn[-1][1] != shown:
            self._drawn.append((Clock.time(), shown))
            self._forget(Clock.time())

    def _forget(self, now: float) -> None:
        """Keep what was drawn within the time that counts, and what stood at its beginning."""
        while len(self._drawn) > 1 and self._drawn[1][0] <= now - 2 * CARE_SECONDS:
            self._drawn.popleft()

    def rest(self) -> None:
        """Take what is to be seen now as having been there for long, as for somebody who takes their time."""
        self._drawn.clear()
        self._last = None

    def too_soon(self, touch: MotionEvent) -> bool:
        """Whether a touch is not to be heard. Each that begins is told here."""
        when, (x, y) = moment(touch), touch.pos
        last, self._last = self._last, (when, x, y)
        meant = at(tuple(targets(self.root)), x, y)
        if meant is None or not self._drawn or meant == self._before(when, x, y):
            return False
        if meant[0] in HARD_TO_SEE or (len(meant) > 1 and meant[1] in HARD_TO_SEE):
            return True
        if last is None or self._since(meant, when, x, y) - last[0] > OWN_SECONDS:
            return True
        reach = SAME_PLACE_MM * self.root.look.metrics.px_per_mm
        return (x - last[1]) ** 2 + (y - last[2]) ** 2 <= reach * reach

    def _since(self, meant: Target, when: float, x: float, y: float) -> float:
        """Since when a place has shown what it means now; this very moment, if that is yet to be drawn."""
        since = when
        for drawn, shown in reversed(self._drawn):
            if at(shown, x, y) != meant:
                break
            since = drawn
        return since

    def _before(self, when: float, x: float, y: float) -> Target | None:
        """What stood at a place when the time that counts began."""
        found = self._drawn[0][1]
        for drawn, shown in self._drawn:
            if drawn <= when - CARE_SECONDS:
                found = shown
        return at(found, x, y)
