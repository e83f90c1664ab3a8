"""Which broker it is and how it lets Longship in, from the settings and the files that they name."""

from __future__ import annotations

import hashlib
import ssl
from pathlib import Path

import msgspec

from companion.app import kept_file
from companion.app.settings import MqttSettings, mqtt_password_file
from companion.app.settings_file import absolute
from hardware.mqtt import faults
from hardware.mqtt.faults import BrokerError

PLAIN_PORT, TLS_PORT = 1883, 8883
LONGEST_PASSWORD = 1000
MACHINE_ID = Path("/etc/machine-id")


class Access(msgspec.Struct, frozen=True):
    """Which broker, and how to be let in. ``tls`` is None where nothing is encrypted."""

    host: str
    port: int
    user: str
    password: str | None
    tls: ssl.SSLContext | None

    def __repr__(self) -> str:
        """Where it is: in whatever is logged, the password is not."""
        return f"Access({self.where})"

    @property
    def where(self) -> str:
        """The broker as sentences and the self-test page name it."""
        return where(self.host, self.port)


def where(host: str, port: int) -> str:
    """A place in the network, as it is usually written."""
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def port(settings: MqttSettings) -> int:
    """The port that the settings mean."""
    return settings.port or (TLS_PORT if settings.tls else PLAIN_PORT)


def access(settings: MqttSettings) -> Access:
    """What the settings mean now; the files that they name are read. Raises BrokerError."""
    if not settings.host:
        raise BrokerError(faults.nobody_named())
    password = _password(settings)
    context = _tls(settings) if settings.tls else None
    return Access(settings.host, port(settings), settings.user, password, context)


def _password(settings: MqttSettings) -> str | None:
    file = mqtt_password_file(settings)
    try:
        found = kept_file.read(file)
        if found is None and settings.password_file is not None:
            raise faults.no_file()
    except OSError as error:
        raise BrokerError(faults.no_password(file, error)) from None
    if found is None:
        return None
    try:
        (line,) = found[0].decode().splitlines()
    except ValueError:
        raise BrokerError(faults.no_password(file, None)) from None
    if not 0 < len(line) <= LONGEST_PASSWORD:
        raise BrokerError(faults.no_password(file, None))
    return line


def _tls(settings: MqttSettings) -> ssl.SSLContext:
    """Asks for a certificate that somebody who is trusted has signed."""
    if settings.ca_file is None:
        return ssl.create_default_context()
    file = absolute(settings.ca_file)
    try:
        found = kept_file.read(file)
        if found is None:
            raise faults.no_file()
    except OSError as error:
        raise BrokerError(faults.no_certificate(file, error)) from None
    try:
        text = found[0].decode("ascii")
        if not text.strip():  # which ssl takes for "whom the system trusts"
            raise ValueError
        return ssl.create_default_context(cadata=text)
    except (ssl.SSLError, ValueError):
        raise BrokerError(faults.no_certificate(file, None)) from None


def client_id(topic: str) -> str:
    """The name by which the broker knows this table. It is always the same, so that a connection that comes
    again takes the place of one that the broker has not missed yet; another machine has another."""
    try:
        machine = MACHINE_ID.read_bytes()
    except OSError:
        machine = b""
    # no more than 23 letters and digits, which every broker takes
    return "longship" + hashlib.sha256(machine + topic.encode()).hexdigest()[:12]
