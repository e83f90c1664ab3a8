"""What can be set, in words, and what the machine was found to be."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.app import narrate
from companion.app.alerts import installed
from companion.app.doctor import Finding, State
from companion.app.i18n import LANGUAGES, _
from companion.app.patterns import sounding_classes
from companion.app.ports import Cue, Part, PartKind
from companion.app.settings import AlertSettings, Settings, panel_millimetres
from companion.app.trial import what_to_check
from companion.presenters.views import Tone
from companion.rules.presentation.alerts import Alert, SoundClass

SECTIONS = ("language", "screen", "sound", "lights", "wiring", "touch", "camera", "backup", "machine")
BEHIND = {
    "speaker": "sound",
    "quiet": "sound",
    "pins": "wiring",
    "panel": "wiring",
    "smart_home": "machine",
}
"""Pages behind those of sections."""
PANEL_STEP_MM = 1.0
DIMMING_MINUTES = (5, 10, 30)


class SettingValueView(msgspec.Struct, frozen=True):
    """One value of a setting."""

    name: str
    label: str
    value: Any
    chosen: bool
    icon: str = ""


class SettingView(msgspec.Struct, frozen=True):
    """A setting with the values that it may have."""

    key: str
    label: str
    choices: tuple[SettingValueView, ...]


class ClassView(msgspec.Struct, frozen=True):
    """A class of sounds: what it is for, whether it sounds, and whether the table has switched it itself."""

    name: SoundClass
    label: str
    detail: str
    on: bool
    own: bool


class CueView(msgspec.Struct, frozen=True):
    """An alert of the self-test."""

    alert: Alert
    label: str


class FindingView(msgspec.Struct, frozen=True):
    """One part of the machine."""

    part: str
    label: str
    state: str
    tone: Tone
    found: str
    remedy: str

    @property
    def key(self) -> str:
        """Its name in a list."""
        return self.part


class PartView(msgspec.Struct, frozen=True):
    """A part of a device: what it is, where it is connected or what is wrong, and what to check."""

    key: str
    label: str
    detail: str
    icon: str
    faulty: bool
    down: bool
    check: str


def section_label(section: str) -> tuple[str, str]:
    """The words and the drawing of a section."""
    return {
        "language": (_("Language"), "globe"),
        "screen": (_("Screen"), "letters"),
        "sound": (_("Sounds"), "sound"),
        "speaker": (_("Speaker"), "sound"),
        "quiet": (_("Quiet hours"), "moon"),
        "lights": (_("Lights"), "bulb"),
        "wiring": (_("Wiring"), "wire"),
        "pins": (_("Pins"), "wire"),
        "panel": (_("Panel"), "bulb"),
        "touch": (_("Touch"), "finger"),
        "camera": (_("Camera"), "camera"),
        "backup": (_("Backup"), "stick"),
        "machine": (_("Machine"), "gear"),
        "smart_home": (_("Smart home"), "home"),
    }[section]


def with_value(settings: Settings, key: str, value: object) -> Settings:
    """The settings with the value at a dotted key, such as ``screen.theme``."""
    section, _dot, rest = key.partition(".")
    if not rest:
        return msgspec.structs.replace(settings, **{section: value})
    inner = with_value(getattr(settings, section), rest, value)
    return msgspec.structs.replace(settings, **{section: inner})


def setting(key: str, label: str, now: object, choices: Iterable[tuple[Any, str, str]]) -> SettingView:
    """A setting with its value now; of each of the others there is what it is, its words and its drawing."""
    return SettingView(
        key,
        label,
        tuple(
            SettingValueView(f"{key.rsplit('.', 1)[-1]}_{value}", words, value, value == now, icon)
            for value, words, icon in choices
        ),
    )


def languages(settings: Settings) -> SettingView:
    """The languages, each in its own words."""
    return setting(
        "screen.language",
        _("Language"),
        settings.screen.language,
        ((code, name, "") for code, name in LANGUAGES.items()),
    )


def screen(settings: Settings, at_start: Settings) -> tuple[SettingView, ...]:
    """How the screen looks, and when it is dimmed where nobody touches it."""
    now = settings.screen
    typed = (now.dim_after_minutes, at_start.screen.dim_after_minutes)
    return (
        setting(
            "screen.text_scale",
            _("Text"),
            now.text_scale,
            (("normal", _("Normal"), ""), ("large", _("Large"), ""), ("largest", _("Largest"), "")),
        ),
        setting(
            "screen.theme",
            _("Colours"),
            now.theme,
            (("dark", _("Dark"), "moon"), ("bright", _("Bright"), "sun")),
        ),
        setting(
            "screen.rotation",
            _("Rotation"),
            now.rotation,
            tuple((angle, f"{angle}°", "") for angle in (0, 90, 180, 270)),
        ),
        setting(
            "screen.dim_after_minutes",
            _("Dimming"),
            now.dim_after_minutes,
            (
                (None, _("Off"), "sun"),
                *(
                    (minutes, _("{count} min").format(count=minutes), "")
                    for minutes in _some(DIMMING_MINUTES, typed)
                ),
            ),
        ),
    )


BELL_MINUTES = (3, 5)


def _some(usual: Iterable[int], typed: Iterable[int | None]) -> list[int]:
    """The usual values with those that somebody has typed."""
    return sorted({*usual, *(value for value in typed if value is not None)})


def timer(settings: Settings, at_start: Settings) -> SettingView:
    """Whether the time of a turn is shown, and after how many minutes it rings; None for never."""
    now = settings.screen
    values: list[tuple[str, str, tuple[bool, int | None], str]] = [
        ("off", _("Off"), (False, None), ""),
        ("on", _("On"), (True, None), "clock"),
    ]
    for count in _some(BELL_MINUTES, (now.turn_bell_minutes, at_start.screen.turn_bell_minutes)):
        values.append((f"bell_{count}", _("Bell, {count} min").format(count=count), (True, count), ""))
    chosen = (now.turn_timer, now.turn_bell_minutes if now.turn_timer else None)
    return SettingView(
        "screen.turn_timer",
        _("Turn timer"),
        tuple(
            SettingValueView(f"timer_{name}", words, value, value == chosen, icon)
            for name, words, value, icon in values
        ),
    )


def with_timer(settings: Settings, on: bool, minutes: int | None) -> Settings:
    """The settings with the timer on or off, and its bell."""
    screen = msgspec.structs.replace(settings.screen, turn_timer=on, turn_bell_minutes=minutes)
    return msgspec.structs.replace(settings, screen=screen)


def hands(settings: Settings) -> SettingView:
    """Whether the screen that everyone sees tells what is in the hands, where they are counted."""
    return setting(
        "screen.open_hands",
        _("Cards in hand"),
        settings.screen.open_hands,
        ((False, _("Number only"), "hand"), (True, _("Open to all"), "people")),
    )


def motion(settings: Settings) -> SettingView:
    """Whether things move on the screen."""
    return setting(
        "screen.reduced_motion",
        _("Animations"),
        settings.screen.reduced_motion,
        ((False, _("As usual"), ""), (True, _("Fewer"), "")),
    )


def panel(settings: Settings, width: int, height: int) -> tuple[str, bool]:
    """The size of the panel in words, for its pixels before rotation, and whether the table has given it."""
    across, up = panel_millimetres(settings.screen, width, height)
    own = settings.screen.panel_width_mm is not None or settings.screen.panel_height_mm is not None
    return _("{width} × {height} mm").format(width=round(across), height=round(up)), own


def with_panel(settings: Settings, width: int, height: int, step: float) -> Settings:
    """The settings with the panel wider (or narrower) by so many millimetres; pixels stay square."""
    across, _up = panel_millimetres(settings.screen, width, height)
    wider = min(3000.0, max(20.0, round(across) + step))
    changed = msgspec.structs.replace(settings.screen, panel_width_mm=wider, panel_height_mm=None)
    return msgspec.structs.replace(settings, screen=changed)


def without_panel(settings: Settings) -> Settings:
    """The settings with the panel's size worked out again."""
    changed = msgspec.structs.replace(settings.screen, panel_width_mm=None, panel_height_mm=None)
    return msgspec.structs.replace(settings, screen=changed)


def presets(settings: Settings) -> SettingView:
    """Which sounds are on at all."""
    return setting(
        "alerts.preset",
        _("Sounds"),
        settings.alerts.preset,
        (
            ("off", _("Off"), "mute"),
            ("alerts", _("Alerts only"), ""),
            ("alerts_errors", _("Alerts and errors"), ""),
            ("all", _("All"), ""),
        ),
    )


def classes(alerts: AlertSettings) -> tuple[ClassView, ...]:
    """The classes of sounds with what they are for."""
    words = {
        SoundClass.ALERT: (_("Alert"), _("Everybody is hit")),
        SoundClass.WARNING: (_("Warning"), _("An alert comes next")),
        SoundClass.RESULT: (_("Results"), _("Wins and losses")),
        SoundClass.INFO: (_("News"), _("Smaller events")),
        SoundClass.ERROR: (_("Refused"), _("An entry breaks a rule")),
        SoundClass.CONFIRM: (_("Accepted"), _("Every entry")),
    }
    on = sounding_classes(alerts)
    return tuple(
        ClassView(name, label, detail, name in on, alerts.classes.get(name) is not None)
        for name, (label, detail) in words.items()
    )


def toggled_class(settings: Settings, name: SoundClass) -> Settings:
    """The settings with a class of sounds switched over; what the preset says anyway is left to it."""
    on = name in sounding_classes(settings.alerts)
    left = with_value(settings, f"alerts.classes.{name.value}", None)
    if (name in sounding_classes(left.alerts)) != on:
        return left
    return with_value(settings, f"alerts.classes.{name.value}", not on)


def cues() -> tuple[CueView, ...]:
    """The alerts of the self-test: those of every module, as they come, and those of the app."""
    return tuple(CueView(alert, narrate.say(alert.label, {})) for alert in installed())


def test_cue(alert: Alert) -> Cue:
    """The alert as the self-test plays it."""
    return Cue(alert, alert.test_seats, test=True)


def parts(found: Iterable[Part]) -> tuple[PartView, ...]:
    """The parts of all devices, to be tried."""
    icons = dict.fromkeys(PartKind, "sound") | {
        PartKind.LIGHT: "bulb",
        PartKind.BUTTON: "finger",
        PartKind.LINK: "globe",
    }
    return tuple(
        PartView(
            part.key,
            part.label,
            part.fault or part.wire,
            icons[part.kind],
            bool(part.fault),
            part.down,
            what_to_check(part),
        )
        for part in found
    )


def findings(found: Iterable[Finding]) -> tuple[FindingView, ...]:
    """What the doctor found, what is broken first."""
    states: dict[State, tuple[str, Tone, int]] = {
        State.BROKEN: (_("needs fixing"), "danger", 0),
        State.MISSING: (_("not there"), "warn", 1),
        State.OK: (_("in order"), "good", 2),
    }
    parts = {
        "python": _("Python"),
        "packages": _("Packages"),
        "screen": _("Screen"),
        "touch": _("Touch"),
        "gpio": _("GPIO pins"),
        "camera": _("Camera"),
        "dice": _("Dice"),
        "serial": _("Buttons"),
        "sound": _("Speaker"),
        "storage": _("Storage"),
        "languages": _("Languages"),
        "settings": _("Settings"),
        "kiosk": _("Kiosk"),
        "endings": _("Crashes"),
        "mqtt": _("Smart home"),
    }
    views = [(states[one.state], one) for one in found]
    return tuple(
        FindingView(one.id, parts.get(one.id, one.id), words, tone, one.found, one.remedy)
        for (words, tone, _order), one in sorted(views, key=lambda pair: pair[0][2])
    )
