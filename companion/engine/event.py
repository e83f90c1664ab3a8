"""Events: what a command means for the state. They are stored, and applying one never refuses."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, ClassVar

import msgspec


class Event(msgspec.Struct, frozen=True, gc=False, tag_field="type", omit_defaults=True):
    """Base of all events. ``module`` names the slice of the state that the event changes.

    ``scores`` is false for events after which all points, and how many are needed, are what they were.
    ``silent`` events have no sentence: they are machinery, or the entry itself tells them.
    """

    module: ClassVar[str] = "core"
    scores: ClassVar[bool] = True
    silent: ClassVar[bool] = False

    @property
    def variant(self) -> str:
        """Which of the event's sentences tells it; empty for the plain one."""
        return ""

    @property
    def flow(self) -> Iterable[tuple[str, str, int]]:
        """Cards that the table saw come to somebody or, below zero, go: who, what, how many."""
        return ()

    def apply(self, state: Any) -> Any:
        """The slice after the event. Total and trivial: it decides nothing."""
        return state
