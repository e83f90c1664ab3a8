"""What keeps Longship from the broker, and what is said of it."""

from __future__ import annotations

import errno
import os
import socket
import ssl
from pathlib import Path

from companion.app.i18n import _
from companion.app.ports import Notice
from companion.engine.errors import LongshipError


class BrokerError(LongshipError, OSError):
    """There is no connection, or none any more. ``notice`` says why; it is None where all was well before,
    and coming back may be all that it takes. A ``hostile`` broker is better left alone for a while."""

    def __init__(self, notice: Notice | None, *, hostile: bool = False) -> None:
        super().__init__("" if notice is None else notice.text)
        self.notice = notice
        self.hostile = hostile


def no_file() -> OSError:
    """There is no such file."""
    return FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT))


# --- before anybody is called -------------------------------------------------------------------------


def nobody_named() -> Notice:
    """It is switched on, and that is all."""
    return Notice(
        _("MQTT is switched on, but no broker is named."),
        _("Name it under Settings → Machine → Smart home, or with mqtt.host in the settings file."),
    )


def not_installed() -> Notice:
    """The part of the packages that speaks to brokers is missing."""
    return Notice(
        _("MQTT is switched on, but {library}, which speaks to the broker, is not installed.").format(
            library="paho-mqtt"
        ),
        _("Run: {command}").format(command="./longship setup mqtt"),
    )


def no_password(file: Path, error: OSError | None) -> Notice:
    """The password's file cannot be read, or, without an error, is something else."""
    return Notice(
        _("The password for the MQTT broker cannot be read from {file}: {reason}.").format(
            file=file, reason=_("it is not one line") if error is None else _reason(error)
        ),
        _("Write it into that file, as one line, or name another one with mqtt.password_file."),
    )


def no_certificate(file: Path, error: OSError | None) -> Notice:
    """The certificate's file cannot be read, or, without an error, is something else."""
    return Notice(
        _("The certificate for the MQTT broker cannot be read from {file}: {reason}.").format(
            file=file, reason=_("it holds no certificate") if error is None else _reason(error)
        ),
        _("Name a PEM file with mqtt.ca_file, or none if the system trusts the broker."),
    )


def password_open(file: Path) -> Notice:
    """It works, and everybody can read it."""
    return Notice(
        _("Others on this machine can read the password for the MQTT broker, in {file}.").format(file=file),
        _("Run: {command}").format(command=f"chmod 600 {file}"),
    )


# --- while it is called -------------------------------------------------------------------------------


def unreachable(host: str, where: str, error: Exception) -> Notice:
    """Why no connection came about."""
    if isinstance(error, PermissionError) or not _may_use_network():
        return Notice(
            _("Longship may not use the network here, so it cannot reach the MQTT broker."),
            _("The kiosk has no network until you open the way to the broker: docs/mqtt.md tells how."),
        )
    match error:
        case ssl.SSLCertVerificationError():
            return Notice(
                _("The certificate of the MQTT broker ({where}) is not trusted: {reason}.").format(
                    where=where, reason=error.verify_message.rstrip(".")
                ),
                _(
                    "Name the certificate of whoever signed it with mqtt.ca_file, "
                    "and the broker as its own does."
                ),
            )
        case ssl.SSLEOFError() | ConnectionResetError() | BrokenPipeError():
            return hung_up(where)
        case ssl.SSLError():
            return Notice(
                _("The MQTT broker ({where}) cannot agree on TLS: {reason}.").format(
                    where=where, reason=error.reason or error
                ),
                _("Check mqtt.port, which is mostly 8883 with TLS, or switch mqtt.tls off."),
            )
        case TimeoutError() if "handshake" in str(error):
            return silent(where)
        case socket.gaierror() | UnicodeError():
            return Notice(
                _("The name of the MQTT broker ({host}) is not known in this network.").format(host=host),
                _("Check mqtt.host and the network, or give an address. It is tried again by itself."),
            )
        case ConnectionRefusedError():
            return Notice(
                _("No MQTT broker answers at {where}.").format(where=where),
                _("Start it, or correct mqtt.host and mqtt.port. It is tried again by itself."),
            )
    return Notice(
        _("The MQTT broker ({where}) cannot be reached: {reason}.").format(
            where=where, reason=_reason(error)
        ),
        _("Check the network and mqtt.host. It is tried again by itself."),
    )


def not_let_in(where: str, reason: str) -> Notice:
    """It knows us not."""
    return Notice(
        _("The MQTT broker ({where}) does not let Longship in: {reason}.").format(where=where, reason=reason),
        _("Check mqtt.user and the password, as they are set at the broker. It is tried again by itself."),
    )


def hung_up(where: str) -> Notice:
    """It has ended the connection before it said anything."""
    return Notice(
        _("The MQTT broker ({where}) ends the connection without a word.").format(where=where),
        _("Check mqtt.port and mqtt.tls: one that encrypts hears nothing else. It is tried again by itself."),
    )


def silent(where: str) -> Notice:
    """It takes the call and says nothing."""
    return Notice(
        _("The MQTT broker ({where}) does not answer.").format(where=where),
        _("Restart it, or correct mqtt.host and mqtt.port. It is tried again by itself."),
    )


def no_broker(where: str) -> Notice:
    """What it says is not MQTT."""
    return Notice(
        _("What answers at {where} is no MQTT broker.").format(where=where),
        _("Check mqtt.host, mqtt.port and mqtt.tls. It is tried again by itself."),
    )


def may_not_write(where: str, topics: str) -> Notice:
    """It lets us in, and takes nothing."""
    return Notice(
        _("The MQTT broker ({where}) does not let this user write to {topics}.").format(
            where=where, topics=topics
        ),
        _("Allow it in the broker's rules (its access control list)."),
    )


# --- afterwards ---------------------------------------------------------------------------------------


def unsteady(where: str) -> Notice:
    """It lets us in, and the connection does not last."""
    return Notice(
        _("The connection to the MQTT broker ({where}) breaks again and again.").format(where=where),
        _(
            "Check the network, and that no other Longship has the same mqtt.topic. "
            "It is tried again by itself."
        ),
    )


def talkative(where: str) -> Notice:
    """It floods us."""
    return Notice(
        _("The MQTT broker ({where}) sends much that nobody asked for; it is left alone.").format(
            where=where
        ),
        _("Find out what is wrong with it. After a while it is tried again by itself."),
    )


def stopped(error: Exception) -> Notice:
    """Something else, which nobody has thought of."""
    return Notice(
        _("The MQTT broker is told nothing more ({reason}).").format(reason=error),
        _("It is tried again by itself."),
    )


def _reason(error: Exception) -> object:
    return (error.strerror if isinstance(error, OSError) else "") or error


def _may_use_network() -> bool:
    """Whether this process may open connections at all: the kiosk's may not unless somebody lets it."""
    try:
        socket.socket(socket.AF_INET, socket.SOCK_STREAM).close()
    except OSError:
        return False
    return True
