"""Long work in short pieces, some in each frame, so that the picture never stands still."""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from typing import TYPE_CHECKING, TypeVar

from kivy.clock import Clock

from companion.engine.piecemeal import finish

if TYPE_CHECKING:
    from kivy.clock import ClockEvent

BUDGET_SECONDS = 0.02
"""Work goes on for this long in each frame, until the piece that was begun is done."""
TELL_SECONDS = 0.2
"""How often progress is reported: drawing it takes a slow machine longer than the work itself."""

Result = TypeVar("Result")


class Background:
    """Carries a generator on to its end. ``on_step`` hears now and then what it yields, ``on_done`` what it
    returns, ``on_failed`` what it raises; nobody hears anything once it is stopped.
    """

    def __init__(
        self,
        steps: Generator[int, None, Result],
        on_done: Callable[[Result], object],
        on_failed: Callable[[Exception], object],
        on_step: Callable[[int], object] = lambda _step: None,
    ) -> None:
        self._steps = steps
        self._on_done = on_done
        self._on_failed = on_failed
        self._on_step = on_step
        self._step, self._told = 0, -1
        self._told_at = -TELL_SECONDS
        self._clock: ClockEvent = Clock.schedule_interval(self._go_on, 0)

    def stop(self) -> None:
        """Leave the work undone."""
        self._clock.cancel()
        self._steps.close()

    def finish(self) -> None:
        """Do all that is left at once: for pictures."""
        self._clock.cancel()
        try:
            result = finish(self._steps)
        except Exception as error:
            self._on_failed(error)
        else:
            self._on_done(result)

    def _go_on(self, _elapsed: float) -> bool:
        began = time.perf_counter()
        if self._step > self._told and began >= self._told_at + TELL_SECONDS:
            # a frame that has this to draw has no time for more
            self._told, self._told_at = self._step, began
            self._on_step(self._step)
            return True
        try:
            while True:
                self._step = next(self._steps)
                if time.perf_counter() >= began + BUDGET_SECONDS:
                    return True
        except StopIteration as done:
            self._clock.cancel()
            result = done.value
            # what follows has much to draw: a frame of its own
            self._clock = Clock.schedule_once(lambda _elapsed: self._on_done(result), 0)
        except Exception as error:
            self._clock.cancel()
            self._on_failed(error)
        return False
