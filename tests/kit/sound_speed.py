"""How soon an alert is heard, and what a hanging speaker costs: ``python -m tests.kit.sound_speed [--json]``.

From an event to the first sample that leaves a real aplay, which ALSA's file plug-in writes into a pipe; the
silence that lets the light come first is still to follow. And the longest pause, in a twentieth of a second,
of a loop that stands for the window's: in turns with an alert for a speaker and voice that hang, and without.
"""

from __future__ import annotations

import contextlib
import os
import select
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import msgspec

from companion.app.alerts import REFUSED
from companion.app.ports import Cue, Notice, Spoken
from companion.app.settings import AlertSettings, Settings, SpeakerSettings
from hardware.sound.device import Pauses, SpeakerDevice
from hardware.sound.tones import RATE_HZ
from tests.kit.sound_programs import DEADLINE_S, HOLDS, Pretended

SAMPLES = 30
ROUNDS = 40
TICK_S = 0.001
ROUND_S = 0.05
SETTINGS = Settings(alerts=AlertSettings(preset="all"), speaker=SpeakerSettings(sounds="on", speech=True))


class Speeds(msgspec.Struct, frozen=True):
    """Milliseconds; ``pause`` is that of a loop that wants to go on each millisecond."""

    samples: int
    sound_p50_ms: float
    sound_p95_ms: float
    hanging_p50_ms: float
    hanging_p95_ms: float
    alone_p50_ms: float
    alone_p95_ms: float


def measure(samples: int = SAMPLES, rounds: int = ROUNDS) -> Speeds:
    """Measure both, each sound from silence."""
    with tempfile.TemporaryDirectory() as folder:
        heard_ms = list(_first_samples(Path(folder), samples))
    with tempfile.TemporaryDirectory() as folder:
        hanging, alone = _pauses(Path(folder), rounds)
    figures = [
        figure
        for values in (heard_ms, hanging, alone)
        for figure in (statistics.median(values), _p95(values))
    ]
    return Speeds(samples, *figures)


def _first_samples(folder: Path, samples: int) -> Iterator[float]:
    pipe = folder / "heard"
    os.mkfifo(pipe)
    (folder / "alsa.conf").write_text(
        f'pcm.!default {{ type file; slave.pcm {{ type null }}; file "{pipe}"; format "raw" }}\n'
    )
    with _environment(ALSA_CONFIG_PATH=str(folder / "alsa.conf")):
        heard = os.open(pipe, os.O_RDWR | os.O_NONBLOCK)
        notices: list[Notice] = []
        device = SpeakerDevice(SETTINGS, notices.append)
        try:
            for _sample in range(samples):
                start = time.monotonic()
                device.cue(Cue(REFUSED))
                yield (_first_sample(heard) - start) * 1000
                device.cancel()
                _drain(heard)
        finally:
            device.close()
            os.close(heard)
        if notices:
            raise RuntimeError(notices[0].text)


def _first_sample(heard: int) -> float:
    """When the first sample came, be it one of the silence before the melody, whose length is known."""
    if not select.select([heard], [], [], DEADLINE_S)[0]:
        raise RuntimeError("no sound came")
    return time.monotonic()


def _drain(heard: int) -> None:
    """Let the program that is being ended have written all that it will."""
    until = time.monotonic() + 0.2
    while time.monotonic() < until:
        if select.select([heard], [], [], 0.05)[0]:
            with contextlib.suppress(BlockingIOError):
                os.read(heard, RATE_HZ)


def _pauses(folder: Path, rounds: int) -> tuple[list[float], list[float]]:
    """The longest pause of each round, with everything hanging and alone."""
    programs = [Pretended(folder, name, HOLDS) for name in ("aplay", "espeak-ng")]
    pauses = Pauses(start_s=-1.0, voice_s=0.02)  # all that is started is ended as hung
    hanging: list[float] = []
    alone: list[float] = []
    with _environment(PATH=f"{folder}:{os.environ['PATH']}"):
        device = SpeakerDevice(SETTINGS, lambda notice: None, pauses=pauses)
        try:
            for _round in range(rounds):
                device.cancel()
                device.cue(Cue(REFUSED, spoken=Spoken("The barbarians attack!", "en")))
                hanging.append(_longest_ms())
                device.cancel()
                _longest_ms()
                alone.append(_longest_ms())
        finally:
            device.close()
            for program in programs:
                program.close()
    return hanging, alone


def _longest_ms() -> float:
    longest, last = 0.0, time.monotonic()
    until = last + ROUND_S
    while last < until:
        time.sleep(TICK_S)
        now = time.monotonic()
        longest, last = max(longest, now - last), now
    return longest * 1000


@contextlib.contextmanager
def _environment(**values: str) -> Iterator[None]:
    before = {name: os.environ.get(name) for name in values}
    os.environ.update(values)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def _p95(values: list[float]) -> float:
    return statistics.quantiles(values, n=20, method="inclusive")[-1]


if __name__ == "__main__":
    found = measure()
    if "--json" in sys.argv:
        print(msgspec.json.encode(found).decode())
    else:
        for what, p50, p95 in (
            ("event to first sample", found.sound_p50_ms, found.sound_p95_ms),
            ("longest pause, hanging", found.hanging_p50_ms, found.hanging_p95_ms),
            ("longest pause, alone", found.alone_p50_ms, found.alone_p95_ms),
        ):
            print(f"{what:25} p50 {p50:6.2f} ms  p95 {p95:6.2f} ms")
