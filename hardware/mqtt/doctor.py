"""What ``longship doctor`` finds of the broker: it is called, and told something that nobody listens to."""

from __future__ import annotations

import secrets
import stat

from companion.app.doctor import Finding, State
from companion.app.i18n import _
from companion.app.ports import Notice
from companion.app.settings import MqttSettings, load, mqtt_password_file
from hardware.mqtt import faults
from hardware.mqtt.access import Access, access
from hardware.mqtt.faults import BrokerError
from hardware.mqtt.line import Line, Times
from hardware.mqtt.messages import Message, Topics


def look() -> Finding:
    """How it stands with the broker of the settings. Takes some seconds where that does not answer."""
    settings = load()[0].mqtt
    if not settings.enabled:
        return Finding(state=State.OK, found=_("No smart home is told of the game: MQTT is switched off."))
    try:
        given = access(settings)
        fault = attempt(settings, given) or _readable_by_others(settings)
    except BrokerError as error:
        fault = error.notice or faults.unsteady(settings.host)
    if fault is not None:
        return Finding(state=State.BROKEN, found=fault.text, remedy=fault.remedy)
    return Finding(
        state=State.OK,
        found=_("The MQTT broker ({where}) lets Longship in and takes what it is told.").format(
            where=given.where
        ),
    )


def attempt(settings: MqttSettings, given: Access, times: Times | None = None) -> Notice | None:
    """Connect, beside a Longship that may be running, and publish where it would. What is wrong, if anything.

    Only by MQTT 5 a broker says that something may not be published, and not every one speaks it.

    Raises:
        BrokerError: if there is no connection.
    """
    for newest in (True, False):
        line = Line(given, f"doctor{secrets.token_hex(6)}", None, times or Times(), newest=newest)
        try:
            return _tell(line, settings, given)
        except BrokerError:
            if not newest:
                raise
        finally:
            line.close()
    return None


def _tell(line: Line, settings: MqttSettings, given: Access) -> Notice | None:
    while not line.connected:
        line.attend()
    for topic in _topics(settings):
        line.publish(Message(f"{topic}/doctor", b"?", retained=False))
        while line.unconfirmed:
            line.attend()
        if line.denied:
            return faults.may_not_write(given.where, f"{topic}/#")
    return None


def _topics(settings: MqttSettings) -> tuple[str, ...]:
    """Below what Longship publishes."""
    own = Topics(settings.topic)
    return (own.root, *((f"{settings.discovery}/device/{own.id}",) if settings.discovery else ()))


def _readable_by_others(settings: MqttSettings) -> Notice | None:
    file = mqtt_password_file(settings)
    try:
        open_to_all = bool(file.stat().st_mode & (stat.S_IRWXG | stat.S_IRWXO))
    except OSError:
        return None
    return faults.password_open(file) if open_to_all else None
