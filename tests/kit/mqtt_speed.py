"""How much a broker delays the screen: ``python -m tests.kit.mqtt_speed [--json]``."""

from __future__ import annotations

import contextlib
import random
import socket
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from companion.app.ports import Device, Notice
from companion.app.settings import MqttSettings, Settings
from hardware.mqtt.device import MqttDevice, Pauses
from hardware.mqtt.line import Times
from tests.kit.brokers import HERE, Socket, certificate, free_port, let_in, mosquitto
from tests.kit.frame_delay import Delay, delay

EVER_ANEW = Pauses(
    again_s=0.0,
    longest_s=0.0,
    lasted_s=60.0,
    hostile_s=0.0,
    times=Times(answer_s=0.05, confirm_s=0.05, look_s=0.01),
)
"""No pauses at all: the worst that a broker can do, again and again."""


def measure() -> list[Delay]:
    """With brokers in every kind of trouble."""
    return [delay(f"an MQTT broker {name}", opened) for name, opened in _BROKERS.items()]


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
            print(f"{one.beside:42} frame {one.frame_ms:6.2f} ms  call {one.call_ms:6.3f} ms")
