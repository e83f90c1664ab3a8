"""Tidying up waits for a quiet table, but not for ever."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from kivy_ui.window import housekeeping


class Garbage:
    """Something that only a full collection finds."""

    def __init__(self) -> None:
        self.itself = self


def old_garbage() -> weakref.ref[Garbage]:
    garbage = Garbage()
    gc.collect()
    return weakref.ref(garbage)


@pytest.mark.parametrize(
    ("setting", "touches"), [("QUIET_SECONDS", 1), ("SOON_SECONDS", housekeeping.MOST_TOUCHES + 1)]
)
def test_garbage_goes_when_it_is_quiet_or_after_many_touches(
    ui: Any, window: Any, monkeypatch: pytest.MonkeyPatch, setting: str, touches: int
) -> None:
    monkeypatch.setattr(housekeeping, "QUIET_SECONDS", 1e6)
    monkeypatch.setattr(housekeeping, setting, 0.01)
    # What is there when the first screen stands is kept for good, so the garbage must come after that.
    monkeypatch.setattr(housekeeping, "SETTLED_SECONDS", 0)
    before = gc.get_threshold()
    keeper = housekeeping.Housekeeping(window)
    try:
        ui.open()
        assert gc.get_threshold()[2] == housekeeping.NEVER, "a full collection may come by itself"
        ui.frames(3)
        garbage = old_garbage()
        for _touch in range(touches):
            ui.touch(1, 1, frames=0)
        ui.wait(lambda: garbage() is None)
    finally:
        keeper.close()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
