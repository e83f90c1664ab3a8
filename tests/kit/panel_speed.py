"""How soon the panel answers: ``python -m tests.kit.panel_speed [--json]``.

From an event to the first light, and from a button that is let go to the press, both with the panel's own
firmware run by a real MicroPython at the other end of a pty. The 15 ms for which the firmware waits on
purpose, that a button has come to rest, are let pass at once by its clock. And how much a line delays the
screen on which nobody reads, or on which all is garbage.
"""

from __future__ import annotations

import contextlib
import os
import pty
import statistics
import subprocess
import sys
import tempfile
import threading
import time
import tty
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import msgspec

from companion.app.alerts import installed
from companion.app.ports import Cue, Device, Notice, Press, Scene
from companion.app.settings import PanelSettings, Settings
from companion.rules.presentation.alerts import SoundClass
from hardware.panel.device import PanelDevice, Pauses
from tests.kit.frame_delay import Delay, delay
from tests.kit.panel_peer import DEADLINE_S, Peer, Socket

SAMPLES = 100


class Speeds(msgspec.Struct, frozen=True):
    """Milliseconds."""

    samples: int
    light_p50_ms: float
    light_p95_ms: float
    press_p50_ms: float
    press_p95_ms: float
    delays: list[Delay]


class _Moment:
    """When something happens next."""

    def __init__(self) -> None:
        self._happened = threading.Event()
        self._at = 0.0

    def press(self, _press: Press) -> None:
        """It does."""
        self._at = time.monotonic()
        self._happened.set()

    def after(self, start: float) -> float:
        """Milliseconds until it did."""
        if not self._happened.wait(DEADLINE_S):
            raise RuntimeError("the panel did not answer")
        self._happened.clear()
        return (self._at - start) * 1000


def measure(samples: int = SAMPLES) -> Speeds:
    """Measure both, each time from dark and silence."""
    alert = next(alert for alert in installed() if alert.sound is SoundClass.ALERT)
    pressed, notices = _Moment(), list[Notice]()
    light_ms, press_ms = [], []
    with tempfile.TemporaryDirectory() as folder:
        socket = Socket(Path(folder))
        settings = msgspec.structs.replace(Settings(), panel=PanelSettings(port=str(socket.path)))
        with socket.panel() as peer:
            device = PanelDevice(settings, notices.append, pressed)
            if device.wait_until_connected(DEADLINE_S) is None:
                raise RuntimeError(notices[0].text if notices else "the panel did not answer")
            try:
                for _sample in range(samples):
                    light_ms.append(_light(device, peer, Cue(alert, test=True)))
                    press_ms.append(_press(peer, pressed))
            finally:
                device.close()
    return Speeds(
        samples,
        statistics.median(light_ms),
        _p95(light_ms),
        statistics.median(press_ms),
        _p95(press_ms),
        [delay(f"a serial line {name}", partial(_line, said)) for name, said in _LINES.items()],
    )


_LINES = {"on which nobody reads": (), "full of garbage": ("cat", "/dev/urandom")}
"""What a program writes there; nothing is read from it."""
EVER_ANEW = Pauses(again_s=0.0, stranger_s=0.0)


@contextlib.contextmanager
def _line(said: tuple[str, ...]) -> Iterator[Device]:
    """A panel's device on a line that is no panel's."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    settings = msgspec.structs.replace(Settings(), panel=PanelSettings(port=os.ttyname(slave)))
    program = subprocess.Popen(said, stdout=master) if said else None
    device = PanelDevice(settings, list[Notice]().append, _Moment(), pauses=EVER_ANEW)
    try:
        yield device
    finally:
        device.close()
        if program is not None:
            program.kill()
            program.wait()
        os.close(master)
        os.close(slave)


def _light(device: PanelDevice, peer: Peer, cue: Cue) -> float:
    device.cancel()
    device.scene(Scene())
    peer.wait(lambda: peer.lights and set(peer.lights[-1]) == {"0"}, "darkness")
    count = len(peer.lights)
    start = time.monotonic()
    device.cue(cue)
    peer.wait(lambda: len(peer.lights) > count, "the first light")
    return (time.monotonic() - start) * 1000


def _press(peer: Peer, pressed: _Moment) -> float:
    peer.down("1")
    peer.later(50)
    peer.up("1")
    start = time.monotonic()
    peer.later(50)
    return pressed.after(start)


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


if __name__ == "__main__":
    found = measure()
    if "--json" in sys.argv:
        print(msgspec.json.encode(found).decode())
    else:
        print(f"event to first light  p50 {found.light_p50_ms:6.2f} ms  p95 {found.light_p95_ms:6.2f} ms")
        print(f"press to callback     p50 {found.press_p50_ms:6.2f} ms  p95 {found.press_p95_ms:6.2f} ms")
        for one in found.delays:
            print(f"{one.beside:38} frame {one.frame_ms:6.2f} ms  call {one.call_ms:6.3f} ms")
