"""What can be set of the smart home, in words, and what becomes of what is typed there."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.app import settings_file
from companion.app.i18n import _
from companion.app.ports import Part, PartKind
from companion.app.settings import KINDS, Settings
from companion.presenters.settings import SettingView, setting, with_value

PASSWORD = "mqtt.password"
"""It has a file of its own; here it is named as if it were a setting."""
TYPED = ("mqtt.host", "mqtt.port", "mqtt.user", PASSWORD)
LONGEST = {"mqtt.host": 253, "mqtt.port": 5, "mqtt.user": 200, PASSWORD: 200}


class TypedView(msgspec.Struct, frozen=True):
    """A setting that is typed: its key, what it is called, and what it is now."""

    key: str
    label: str
    value: str


def rows(settings: Settings) -> tuple[SettingView, ...]:
    """Whether a smart home is told what happens at the table, and whether the way there is encrypted."""
    now = settings.mqtt
    return (
        setting(
            "mqtt.enabled",
            _("Smart home"),
            now.enabled,
            ((False, _("Off"), ""), (True, _("On"), "home")),
        ),
        setting("mqtt.tls", _("Encryption"), now.tls, ((False, _("Off"), ""), (True, _("On"), ""))),
    )


def typed(settings: Settings, password: bool) -> tuple[TypedView, ...]:
    """What is typed; of the password only whether there is one."""
    now = settings.mqtt
    usual = 8883 if now.tls else 1883
    return (
        TypedView(TYPED[0], label(TYPED[0]), now.host or _("none yet")),
        TypedView(TYPED[1], label(TYPED[1]), str(now.port or _("{port}, as usual").format(port=usual))),
        TypedView(TYPED[2], label(TYPED[2]), now.user or _("none")),
        TypedView(PASSWORD, label(PASSWORD), _("kept, and not shown") if password else _("no password")),
    )


def label(key: str) -> str:
    """What a setting that is typed is called."""
    return {
        "mqtt.host": _("Broker (name or address)"),
        "mqtt.port": _("Port"),
        "mqtt.user": _("User"),
        PASSWORD: _("Password"),
    }[key]


def text_of(settings: Settings, key: str) -> str:
    """What stands there when one begins to type; a password is typed anew."""
    value = None if key == PASSWORD else settings_file.flat(settings)[key]
    return "" if value is None else str(value)


def taken(settings: Settings, key: str, text: str) -> Settings | None:
    """The settings with what was typed, or None where it will not do. An empty port is the usual one; a
    password is forgotten by deleting its file, not by an empty field that somebody only looked at."""
    if key == PASSWORD:
        return settings if text else None
    value: object = text.strip()
    if key == "mqtt.port":
        value = (int(text) if text.isascii() and text.isdigit() else text) if text else None
    try:
        return with_value(settings, key, settings_file.meant(KINDS[key], value))
    except msgspec.ValidationError:
        return None


def state(settings: Settings, parts: Iterable[Part]) -> tuple[str, bool]:
    """How the connection stands, and whether something is wrong with it."""
    if not settings.mqtt.enabled:
        return _(
            "Home Assistant and the like are told what everyone at the table sees, and nothing else."
        ), False
    link = next((part for part in parts if part.kind is PartKind.LINK), None)
    if link is None:
        return _("Calling the broker …"), False
    return (link.fault, True) if link.fault else (_("Connected to {broker}.").format(broker=link.wire), False)
