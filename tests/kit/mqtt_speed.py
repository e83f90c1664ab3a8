"""How much a broker delays the screen: ``python -m tests.kit.mqtt_speed [--json]``.

A frame is a fixed amount of work in Python, with a scene and a cue told in each. Its thread shares the
processor's lock with the one that tells the broker. Rounds of frames with a broker in trouble and without any
take turns; what counts is how much longer the longest frame of a round is than that of the round beside it.
"""

from __future__ import annotations

import contextlib
import random
import socket
import statistics
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.app.alerts import installed
from companion.app.ports import Cue, Device, Notice, NullDevice, Scene, Standing
from companion.app.settings import MqttSettings, Settings
from hardware.mqtt.device import MqttDevice, Pauses
from hardware.mqtt.line import Times
from tests.kit.brokers import HERE, Socket, certificate, free_port, let_in, mosquitto

ROUNDS = 15
FRAMES = 60
WORK = 20_000
"""About as much as a busy frame does."""
EVER_ANEW = Pauses(
    again_s=0.0,
    longest_s=0.0,
    lasted_s=60.0,
    hostile_s=0.0,
    times=Times(answer_s=0.05, confirm_s=0.05, look_s=0.01),
)
"""No pauses at all: the worst that a broker can do, again and again."""


class Delay(msgspec.Struct, frozen=True):
    """Milliseconds that the longest frame of a round takes longer: the median of all rounds. ``call_ms`` is
    the longest that telling a scene and a cue took."""

    broker: str
    frame_ms: float
    call_ms: float


def measure(rounds: int = ROUNDS) -> list[Delay]:
    """With brokers in every kind of trouble."""
    return [_delay(name, brokers, rounds) for name, brokers in _BROKERS.items()]


def _delay(name: str, broker: Callable[[], contextlib.AbstractContextManager[Device]], rounds: int) -> Delay:
    longer, calls = [], []
    with broker() as device:
        for _round in range(rounds):
            alone, _call = _longest(NullDevice())
            beside, call = _longest(device)
            longer.append(beside - alone)
            calls.append(call)
    return Delay(name, statistics.median(longer), statistics.median(calls))


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


# --- brokers ------------------------------------------------------------------------------------------


@contextlib.contextmanager
def _device(port: int, pauses: Pauses = EVER_ANEW, **settings: object) -> Iterator[Device]:
    chosen = msgspec.convert({"enabled": True, "host": HERE, "port": port, **settings}, MqttSettings)
    notices: list[Notice] = []
    device = MqttDevice(Settings(mqtt=chosen), notices.append, pauses=pauses)
    try:
        yield device
    finally:
        device.close()


@contextlib.contextmanager
def _healthy() -> Iterator[Device]:
    with (
        tempfile.TemporaryDirectory() as folder,
        mosquitto(Path(folder)) as broker,
        broker.listener() as listener,
        _device(broker.port, Pauses()) as device,
    ):
        listener.wait(lambda heard: heard.payload == b"online")
        yield device


@contextlib.contextmanager
def _behaving(behave: Callable[[socket.socket], object]) -> Iterator[Device]:
    with Socket(behave) as broker, _device(broker.port) as device:
        yield device


@contextlib.contextmanager
def _wrong_certificate() -> Iterator[Device]:
    with tempfile.TemporaryDirectory() as folder:
        made = certificate(Path(folder))
        with Socket(let_in, tls=made) as broker, _device(broker.port, tls=True) as device:
            yield device


def _hang(called: socket.socket) -> None:
    called.recv(1)
    threading.Event().wait()


def _flood(called: socket.socket) -> None:
    let_in(called)
    called.sendall(b"\xd0\x00" * 100_000)
    threading.Event().wait()


def _chatter(called: socket.socket) -> None:
    let_in(called)
    called.sendall(random.Random(1).randbytes(10_000))
    threading.Event().wait()


_BROKERS: dict[str, Callable[[], contextlib.AbstractContextManager[Device]]] = {
    "healthy": _healthy,
    "not there": lambda: _device(free_port()),
    "hanging": lambda: _behaving(_hang),
    "flooding": lambda: _behaving(_flood),
    "talking nonsense": lambda: _behaving(_chatter),
    "with a wrong certificate": _wrong_certificate,
}


if __name__ == "__main__":
    found = measure()
    if "--json" in sys.argv:
        print(msgspec.json.encode(found).decode())
    else:
        for one in found:
            print(f"broker {one.broker:26} frame {one.frame_ms:6.2f} ms  call {one.call_ms:6.3f} ms")
