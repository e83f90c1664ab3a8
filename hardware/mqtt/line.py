"""A connection to a broker, as long as it lasts.

paho-mqtt speaks the protocol, in the thread that owns the connection and in no other. Nothing is subscribed
to, so that a broker has next to nothing to say; one that says more is left.
"""

from __future__ import annotations

import contextlib
import math
import select
import ssl
import time
from typing import TYPE_CHECKING, Any

import msgspec

from companion.app.ports import Notice
from hardware.mqtt import faults
from hardware.mqtt.access import Access
from hardware.mqtt.faults import BrokerError
from hardware.mqtt.messages import Message
from hardware.wake import Wake

if TYPE_CHECKING:
    from hardware.mqtt.careful import CarefulClient

HEARD_BYTES = 8192
"""What a broker may say within ``HEARD_S``: it has to confirm what it is told, with four bytes each, and that
it is still there, with two."""
HEARD_S = 60.0


class Times(msgspec.Struct, frozen=True):
    """How long a broker is waited for, in seconds."""

    answer_s: float = 5.0
    """Until it has taken the call, until it has agreed on TLS, and until it has let us in."""
    confirm_s: float = 15.0
    """Until it has confirmed what it was told."""
    silent_s: int = 30
    """Until it is asked whether it is still there, and again until it is taken to be gone."""
    look_s: float = 1.0
    """How often the line checks whether that is due."""


class Line:
    """A connection. All calls come from one thread, which attends to it as long as it wants it."""

    def __init__(
        self, access: Access, client_id: str, will: Message | None, times: Times, *, newest: bool = False
    ) -> None:
        """Connect and greet, by MQTT 3.1.1, which every broker speaks, or by MQTT 5 if it is to be the
        ``newest``. Takes as long as ``times`` allow.

        Raises:
            BrokerError: if that cannot be.
        """
        self.connected = False
        """Whether the broker has let us in."""
        self.denied = False
        """Whether it has said that something may not be published: only by MQTT 5."""
        self._where = access.where
        self._times = times
        self._refused = ""
        self._unconfirmed: dict[int, float] = {}
        made = load()
        if made is None:
            raise BrokerError(faults.not_installed())
        self._client = made(client_id, newest, HEARD_BYTES, HEARD_S)
        self._client.on_connect = self._on_connect
        self._client.on_publish = self._on_publish
        self._client.connect_timeout = times.answer_s
        if access.user or access.password is not None:
            self._client.username_pw_set(access.user, access.password)
        if access.tls is not None:
            self._client.tls_set_context(access.tls)
        if will is not None:
            self._client.will_set(will.topic, will.payload, qos=1, retain=will.retained)
        try:
            self._client.connect(access.host, access.port, times.silent_s)
        except Exception as error:  # also what a strange name or answer makes the libraries stumble over
            raise BrokerError(faults.unreachable(access.host, access.where, error)) from None
        self._greeted = time.monotonic()

    @property
    def unconfirmed(self) -> int:
        """How many messages the broker has not confirmed yet."""
        return len(self._unconfirmed)

    def attend(self, wake: Wake | None = None, within_s: float = math.inf) -> None:
        """Wait until something comes, something is due, or somebody calls by ``wake``, at most so long, and
        read and write what can be. Raises BrokerError when the connection is over, or should be."""
        found = self._client.socket()
        if found is None:
            raise BrokerError(self._ended())
        coming, file = select.poll(), found.fileno()
        coming.register(file, select.POLLIN | (select.POLLOUT if self._client.want_write() else 0))
        if wake is not None:
            coming.register(wake, select.POLLIN)
        more = isinstance(found, ssl.SSLSocket) and found.pending() > 0  # which no waiting shows
        wait_s = 0.0 if more else min(self._times.look_s, self._due() - time.monotonic(), within_s)
        ready = dict(coming.poll(max(0.0, wait_s) * 1000))
        if wake is not None and wake.fileno() in ready:
            wake.heard()
        came = ready.get(file, 0)
        self._go_on(more or bool(came & ~select.POLLOUT), bool(came & select.POLLOUT))

    def publish(self, message: Message) -> None:
        """Send a message. It is unconfirmed until the broker has it."""
        sent = self._client.publish(message.topic, message.payload, qos=1, retain=message.retained)
        self._unconfirmed[sent.mid] = time.monotonic()

    def close(self) -> None:
        """Take leave, if anybody is there to hear it, and close the file."""
        found = self._client.socket()
        with contextlib.suppress(Exception):
            self._client.disconnect()
        if found is not None:
            found.close()

    def _go_on(self, readable: bool, writable: bool) -> None:
        sense = True
        try:
            if readable:
                sense = self._client.hear()
            if writable:
                self._client.loop_write()
            self._client.loop_misc()
        except Exception:  # a message that is cut short
            sense = False
        if self._client.overheard:
            raise BrokerError(faults.talkative(self._where), hostile=True)
        if not sense:
            raise BrokerError(faults.no_broker(self._where), hostile=self.connected)
        if self._client.socket() is None:
            raise BrokerError(self._ended())
        if time.monotonic() >= self._due():
            raise BrokerError(None if self.connected else faults.silent(self._where))

    def _due(self) -> float:
        """When the broker has kept us waiting for too long."""
        if not self.connected:
            return self._greeted + self._times.answer_s
        return min(self._unconfirmed.values(), default=math.inf) + self._times.confirm_s

    def _ended(self) -> Notice | None:
        if self._refused:
            return faults.not_let_in(self._where, self._refused)
        return None if self.connected else faults.hung_up(self._where)

    # --- called by paho-mqtt within ``attend`` and ``publish`` -----------------------------------------

    def _on_connect(self, _client: Any, _data: Any, _flags: Any, reason: Any, _properties: Any) -> None:
        if reason.is_failure:
            self._refused = str(reason)
        else:
            self.connected = True

    def _on_publish(self, _client: Any, _data: Any, number: int, reason: Any, _properties: Any) -> None:
        self._unconfirmed.pop(number, None)
        self.denied = self.denied or reason.is_failure


def load() -> type[CarefulClient] | None:
    """What speaks the protocol, or None where it is not installed. The first time takes a while."""
    try:
        from hardware.mqtt.careful import CarefulClient
    except ImportError:
        return None
    return CarefulClient
