"""How much a device in trouble delays the screen.

A frame is a fixed amount of work in Python, with a scene and a cue told in each. Its thread shares the
processor's lock with the device's. Rounds of frames with the device and without any take turns; what counts
is how much longer the longest frame of a round is than that of the round beside it.
"""

from __future__ import annotations

import contextlib
import statistics
import time
from collections.abc import Callable

import msgspec

from companion.app.alerts import installed
from companion.app.ports import Cue, Device, NullDevice, Scene, Standing

ROUNDS = 15
FRAMES = 60
WORK = 20_000
"""About as much as a busy frame does."""


class Delay(msgspec.Struct, frozen=True):
    """Milliseconds that the longest frame of a round takes longer: the median of all rounds. ``call_ms`` is
    the longest that telling a scene and a cue took."""

    beside: str
    frame_ms: float
    call_ms: float


def delay(
    beside: str, opened: Callable[[], contextlib.AbstractContextManager[Device]], rounds: int = ROUNDS
) -> Delay:
    """How much the device delays, which is open for as long."""
    longer, calls = [], []
    with opened() as device:
        for _round in range(rounds):
            alone, _call = _longest(NullDevice())
            with_it, call = _longest(device)
            longer.append(with_it - alone)
            calls.append(call)
    return Delay(beside, statistics.median(longer), statistics.median(calls))


def _longest(device: Device) -> tuple[float, float]:
    """The longest of some frames, and of the calls in them, in milliseconds."""
    alert = installed()[0]
    people = tuple(Standing(name, 5, {"city": 2}) for name in ("Anna", "Ben", "Carla", "David"))
    frames, calls = [], []
    for step in range(FRAMES):
        scene = Scene(step=step % 7, seats=4, colours=("red", "blue", "white", "orange"), standings=people)
        start = time.perf_counter()
        device.scene(scene)
        device.cue(Cue(alert, (0, 1)))
        told = time.perf_counter()
        total = 0
        for number in range(WORK):
            total += number
        frames.append(time.perf_counter() - start)
        calls.append(told - start)
        time.sleep(0)  # as drawing waits for the screen, which lets others go on
    return max(frames) * 1000, max(calls) * 1000
