"""Tidying up waits for a quiet table, but not for ever."""

from __future__ import annotations

import gc
import weakref
from typing import Any

import pytest

from kivy_ui import housekeeping


class Rubbish:
    """Something that only a full search finds."""

    def __init__(self) -> None:
        self.itself = self


def old_rubbish() -> weakref.ref[Rubbish]:
    rubbish = Rubbish()
    gc.collect()
    return weakref.ref(rubbish)


@pytest.mark.parametrize(
    ("setting", "touches"), [("QUIET_SECONDS", 1), ("SOON_SECONDS", housekeeping.MOST_TOUCHES + 1)]
)
def test_rubbish_goes_when_it_is_quiet_or_after_many_touches(
    ui: Any, window: Any, monkeypatch: pytest.MonkeyPatch, setting: str, touches: int
) -> None:
    monkeypatch.setattr(housekeeping, "QUIET_SECONDS", 1e6)
    monkeypatch.setattr(housekeeping, setting, 0.01)
    # What is there when the first screen stands is kept for good, so the rubbish must come after that.
    monkeypatch.setattr(housekeeping, "SETTLED_SECONDS", 0)
    before = gc.get_threshold()
    keeper = housekeeping.Housekeeping(window)
    try:
        ui.open()
        assert gc.get_threshold()[2] == housekeeping.NEVER, "a full search may come by itself"
        ui.frames(3)
        rubbish = old_rubbish()
        for _touch in range(touches):
            ui.touch(1, 1, frames=0)
        ui.wait(lambda: rubbish() is None)
    finally:
        keeper.close()
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0
