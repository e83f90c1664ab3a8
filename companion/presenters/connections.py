"""What is connected to which pin, and how the panel is found: what can be set of it, in words."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.app import wiring
from companion.app.i18n import _
from companion.app.ports import Notice, Part
from companion.app.settings import Pins, Settings
from companion.presenters.deeds import AnswerView
from companion.presenters.settings import SettingView, setting

PLAIN = ("buzzer", "active_buzzer", "next_button", "undo_button", "mute_button")
"""Parts that may be there or not, each on one pin."""
BRIGHTNESSES = (10, 25, 40, 70, 100)


class PinView(msgspec.Struct, frozen=True):
    """A part, or all lights of a kind: where it is connected, and what is wrong with it."""

    key: str
    label: str
    detail: str
    icon: str
    faulty: bool
    lines: tuple[tuple[str, str], ...] = ()
    """Of lights: each with its wire."""


def pins(settings: Settings, found: Iterable[Part]) -> tuple[PinView, ...]:
    """All that can be on the pins; ``found`` are the parts of the devices, with their faults."""
    faults = {part.key: part.fault for part in found if part.fault}
    set_now = wiring.wires(settings.pins)
    views = []
    for key, label in (("ship", _("Lights of the ship")), ("seats", _("Lights of the seats"))):
        lights = [wire for wire in set_now if wire.key.startswith(f"{key}[")]
        lines = tuple((wiring.label(wire.key), faults.get(wire.setting, wire.words)) for wire in lights)
        wrong = [faults[wire.setting] for wire in lights if wire.setting in faults]
        numbers = ", ".join(str(wire.number) for wire in lights)
        detail = wrong[0] if wrong else f"GPIO {numbers}" if lights else _("not connected")
        views.append(PinView(key, label, detail, "bulb", bool(wrong), lines))
    by_key = {wire.key: wire for wire in set_now}
    for key in PLAIN:
        wire = by_key.get(key)
        fault = faults.get(f"pins.{key}", "")
        detail = fault or (wire.words if wire is not None else _("not connected"))
        icon = "finger" if key in wiring.BUTTONS else "sound"
        views.append(PinView(key, wiring.label(key), detail, icon, bool(fault)))
    return tuple(views)


def wrong(mistakes: Iterable[Notice]) -> Notice | None:
    """The first mistake of the settings file that has to do with pins; None where there is none."""
    return next((notice for notice in mistakes if "pins." in notice.text), None)


def pin_choices(settings: Settings, key: str) -> tuple[AnswerView, ...]:
    """The pins that a part could have: none, its own, and those that nothing else needs."""
    choices = [AnswerView("pin_none", _("Not connected"), ())]
    for number in wiring.free(settings.pins, key):
        words = _("GPIO {number} (pin {pin})").format(number=number, pin=wiring.HEADER[number])
        choices.append(AnswerView(f"pin_{number}", words, ()))
    return tuple(choices)


def with_pin(settings: Settings, key: str, answer: AnswerView) -> Settings:
    """The settings with a part on the chosen pin."""
    word = answer.name.removeprefix("pin_")
    chosen: Pins = msgspec.structs.replace(settings.pins, **{key: None if word == "none" else int(word)})
    return msgspec.structs.replace(settings, pins=chosen)


def panel(settings: Settings, at_start: Settings) -> tuple[SettingView, ...]:
    """Whether a panel is looked for, and how bright its lights are."""
    now, typed = settings.panel, at_start.panel
    ports = {port: port for port in (typed.port, now.port)}
    ports |= {"auto": _("Found by itself"), "off": _("Off")}
    return (
        setting(
            "panel.port",
            _("Panel"),
            now.port,
            ((port, words, "") for port, words in ports.items()),
        ),
        setting(
            "panel.brightness",
            _("Brightness"),
            now.brightness,
            (
                (value, _("{count} %").format(count=value), "")
                for value in sorted({*BRIGHTNESSES, typed.brightness, now.brightness})
            ),
        ),
    )


def panel_state(settings: Settings, found: Iterable[Part]) -> str:
    """Whether there is one."""
    if settings.panel.port == "off":
        return _("No panel is looked for.")
    if any(part.key.startswith("panel.") for part in found):
        return _("The panel is connected. Each of its lights and buttons can be tried under Wiring.")
    return _("No panel is connected. Plugged in, it comes by itself; its parts are named in docs/panel.md.")
