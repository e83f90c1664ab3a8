"""paho-mqtt's client, with a limit to what it hears."""

from __future__ import annotations

import time

from paho.mqtt.client import Client
from paho.mqtt.enums import CallbackAPIVersion, MQTTErrorCode, MQTTProtocolVersion

CHUNK_BYTES = 1024


class CarefulClient(Client):
    """Hears no more than ``heard_bytes`` in ``heard_s`` seconds: how long a message is its sender says, and
    paho-mqtt would keep it all in memory. ``overheard`` is whether more came, which ends the connection.

    By MQTT 3.1.1, or by MQTT 5 if it is to be the ``newest``.
    """

    def __init__(self, client_id: str, newest: bool, heard_bytes: int, heard_s: float) -> None:
        super().__init__(
            CallbackAPIVersion.VERSION2,
            client_id=client_id,
            protocol=MQTTProtocolVersion.MQTTv5 if newest else MQTTProtocolVersion.MQTTv311,
            reconnect_on_failure=False,
        )
        self.overheard = False
        self._heard_bytes = heard_bytes
        self._heard_s = heard_s
        self._left = heard_bytes
        self._since = time.monotonic()

    def hear(self) -> bool:
        """Read what has come, one message or a little more. Whether it was one of MQTT."""
        return self.loop_read() != MQTTErrorCode.MQTT_ERR_PROTOCOL

    def _sock_recv(self, bufsize: int) -> bytes:
        data = super()._sock_recv(min(bufsize, CHUNK_BYTES))
        now = time.monotonic()
        if now - self._since >= self._heard_s:
            self._since, self._left = now, self._heard_bytes
        self._left -= len(data)
        if self._left < 0:
            self.overheard = True
            raise ConnectionAbortedError
        return data
