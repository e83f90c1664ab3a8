"""MQTT brokers for tests: a real mosquitto on a port of its own, somebody who listens there, a network that
fails in between, and a socket that behaves as no broker should."""

from __future__ import annotations

import contextlib
import os
import shutil
import socket
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec
from paho.mqtt.client import Client, MQTTMessage
from paho.mqtt.enums import CallbackAPIVersion

from companion.app.ports import Notice

DEADLINE_S = 20.0
"""Longer than any test waits on a machine that is busy."""
HERE = "127.0.0.1"
CONNACK = b"\x20\x02\x00\x00"


class Told:
    """What a device tells the table, waited for without sleeping."""

    def __init__(self) -> None:
        self.notices: list[Notice] = []
        self._changed = threading.Condition()

    def notice(self, notice: Notice) -> None:
        """Take down a notice, from any thread."""
        with self._changed:
            self.notices.append(notice)
            self._changed.notify_all()

    def wait(self, count: int) -> list[str]:
        """The sentences, once there are so many."""
        with self._changed:
            assert self._changed.wait_for(lambda: len(self.notices) >= count, DEADLINE_S), self.notices
            return [notice.text for notice in self.notices]


class Heard(msgspec.Struct, frozen=True):
    """A message as somebody hears it; ``kept`` is whether the broker had it already."""

    topic: str
    payload: bytes
    kept: bool

    @property
    def json(self) -> Any:
        """What it says."""
        return msgspec.json.decode(self.payload)


class Listener:
    """Somebody who subscribes to everything, as a smart home may."""

    def __init__(self, port: int, user: str = "", password: str = "") -> None:
        self.heard: list[Heard] = []
        self._changed = threading.Condition()
        ready = threading.Event()
        self._client = Client(CallbackAPIVersion.VERSION2)
        self._client.on_message = self._on_message
        self._client.on_connect = lambda client, *_rest: client.subscribe("#", qos=1)
        self._client.on_subscribe = lambda *_rest: ready.set()
        if user:
            self._client.username_pw_set(user, password)
        self._client.connect(HERE, port)
        self._client.loop_start()
        assert ready.wait(DEADLINE_S)

    def wait(self, found: Callable[[Heard], object], count: int = 1) -> Heard:
        """The message that is meant, the last of so many."""

        def matching() -> list[Heard]:
            return [one for one in self.heard if found(one)]

        with self._changed:
            assert self._changed.wait_for(lambda: len(matching()) >= count, DEADLINE_S), self.heard
            return matching()[count - 1]

    def said(self, topic: str) -> list[bytes]:
        """What was said there so far."""
        with self._changed:
            return [one.payload for one in self.heard if one.topic == topic]

    def _on_message(self, _client: Client, _data: object, message: MQTTMessage) -> None:
        with self._changed:
            self.heard.append(Heard(message.topic, bytes(message.payload), message.retain))
            self._changed.notify_all()

    def close(self) -> None:
        """Listen no more."""
        self._client.disconnect()
        self._client.loop_stop()


class Mosquitto:
    """A real broker. It forgets everything when it stops, and may come back on the same port."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.port = port or free_port()
        self._file = folder / f"mosquitto-{self.port}.conf"
        own = "user root\n" if os.geteuid() == 0 else ""
        lines = (f"listener {self.port} {HERE}", "persistence false", "log_dest stderr", *options)
        self._file.write_text(own + "\n".join(lines) + "\n")
        self._process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        """Begin, and return when it can be called."""
        program = shutil.which("mosquitto", path=os.environ["PATH"] + ":/usr/sbin")
        assert program is not None, "install the package mosquitto"
        self._process = subprocess.Popen(
            [program, "-c", str(self._file)], stderr=subprocess.PIPE, text=True, errors="replace"
        )
        assert self._process.stderr is not None
        said = []
        for line in self._process.stderr:
            said.append(line)
            if "running" in line:
                break
        else:
            raise AssertionError("".join(said))
        threading.Thread(target=self._process.stderr.read, daemon=True).start()

    def stop(self) -> None:
        """End, as when it is restarted."""
        assert self._process is not None
        self._process.terminate()
        self._process.wait(DEADLINE_S)

    def kill(self) -> None:
        """End at once."""
        assert self._process is not None
        self._process.kill()
        self._process.wait(DEADLINE_S)

    @contextlib.contextmanager
    def listener(self, user: str = "", password: str = "") -> Iterator[Listener]:
        """Somebody who listens."""
        found = Listener(self.port, user, password)
        try:
            yield found
        finally:
            found.close()


@contextlib.contextmanager
def mosquitto(folder: Path, *options: str, port: int = 0) -> Iterator[Mosquitto]:
    """A broker that ends in the end."""
    broker = Mosquitto(folder, *(options or ("allow_anonymous true",)), port=port)
    try:
        yield broker
    finally:
        broker.kill()


def free_port() -> int:
    """A port that nobody has at the moment."""
    with socket.socket() as found:
        found.bind((HERE, 0))
        port: int = found.getsockname()[1]
        return port


def certificate(folder: Path, name: str = "localhost") -> tuple[Path, Path]:
    """A certificate for a host of that name, signed by itself, and its key."""
    made, key = folder / f"{name}.pem", folder / f"{name}.key"
    subprocess.run(
        [
            *("openssl", "req", "-x509", "-nodes", "-days", "2", "-newkey", "ec"),
            *("-pkeyopt", "ec_paramgen_curve:prime256v1", "-subj", f"/CN={name}"),
            *("-addext", f"subjectAltName=DNS:{name}", "-keyout", str(key), "-out", str(made)),
        ],
        check=True,
        capture_output=True,
    )
    return made, key


class Socket:
    """Takes calls and does with each what it is told, each in a thread of its own."""

    def __init__(
        self, behave: Callable[[socket.socket], object], tls: tuple[Path, Path] | None = None
    ) -> None:
        self.calls = 0
        self._behave = behave
        self._tls = tls
        self._changed = threading.Condition()
        self._open: list[socket.socket] = []
        self._listening = socket.create_server((HERE, 0))
        self.port: int = self._listening.getsockname()[1]
        threading.Thread(target=self._listen, daemon=True).start()

    def wait(self, calls: int) -> None:
        """Until it was called so often."""
        with self._changed:
            assert self._changed.wait_for(lambda: self.calls >= calls, DEADLINE_S), self.calls

    def _listen(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                called, _where = self._listening.accept()
                with self._changed:
                    self.calls += 1
                    self._open.append(called)
                    self._changed.notify_all()
                threading.Thread(target=self._answer, args=(called,), daemon=True).start()

    def _answer(self, called: socket.socket) -> None:
        with contextlib.suppress(OSError), self._secured(called) as found:
            self._behave(found)
        self._open.remove(called)
        called.close()

    def _secured(self, called: socket.socket) -> socket.socket:
        if self._tls is None:
            return called
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(*self._tls)
        return context.wrap_socket(called, server_side=True)

    def close(self) -> None:
        """Take no more calls, and end those that there are."""
        for found in (self._listening, *self._open):
            with contextlib.suppress(OSError):
                found.shutdown(socket.SHUT_RDWR)
            found.close()

    def __enter__(self) -> Socket:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()


class Network(Socket):
    """Between the device and a broker: connections can break, or go dead so that neither side notices."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._dead: list[threading.Event] = []
        super().__init__(self._join)

    def cut(self) -> None:
        """Break all connections that there are."""
        for pair in self._pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)

    def deaden(self) -> None:
        """Let nothing pass any more on the connections that there are."""
        for dead in self._dead:
            dead.set()

    def close(self) -> None:
        """Take no more calls, and break all."""
        super().close()
        self.cut()

    def _join(self, called: socket.socket) -> None:
        dead = threading.Event()
        with socket.create_connection((HERE, self._port)) as beyond:
            self._pairs.append((called, beyond))
            self._dead.append(dead)
            back = threading.Thread(target=self._pass, args=(beyond, called, dead), daemon=True)
            back.start()
            self._pass(called, beyond, dead)
            back.join()

    @staticmethod
    def _pass(one: socket.socket, other: socket.socket, dead: threading.Event) -> None:
        with contextlib.suppress(OSError):
            while data := one.recv(4096):
                if not dead.is_set():
                    other.sendall(data)
            if not dead.is_set():
                other.shutdown(socket.SHUT_RDWR)


def packet(called: socket.socket) -> tuple[int, bytes]:
    """The next message of the client: its kind with its flags, and what follows. Raises OSError when the
    client has gone."""
    kind, length, shift = _exactly(called, 1)[0], 0, 0
    while True:
        (byte,) = _exactly(called, 1)
        length |= (byte & 127) << shift
        shift += 7
        if not byte & 128:
            return kind, _exactly(called, length)


def _exactly(called: socket.socket, count: int) -> bytes:
    found = b""
    while len(found) < count:
        more = called.recv(count - len(found))
        if not more:
            raise ConnectionResetError
        found += more
    return found


def let_in(called: socket.socket) -> None:
    """Take the client's greeting, and let it in. Raises OSError where it greets otherwise."""
    if packet(called)[0] != 0x10:
        raise ConnectionAbortedError
    called.sendall(CONNACK)


def take_everything(called: socket.socket) -> None:
    """Confirm whatever is published, and answer whether anybody is there."""
    while True:
        kind, data = packet(called)
        if kind & 0xF0 == 0x30:
            length = int.from_bytes(data[:2], "big")
            called.sendall(b"\x40\x02" + data[2 + length : 4 + length])
        elif kind == 0xC0:
            called.sendall(b"\xd0\x00")
