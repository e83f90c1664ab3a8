"""The settings: one tree of plain values, read from files that people edit by hand.

Order, the later wins: defaults, ``/etc/longship/config.toml``, the user's own file, the environment
(``LONGSHIP_CONFIG`` names the one file to read instead of both, ``LONGSHIP_DATA`` the data folder).
A mistake in a file never stops the application: the bad key keeps the value of the layer below, the
rest of the file counts, and one sentence for each mistake says what is wrong. Every key is described
in docs/settings.md.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
import platformdirs

from companion.app import settings_file
from companion.app.i18n import LANGUAGES, catalogue
from companion.app.ports import Notice
from companion.app.settings_file import KEYS, Paths, absolute, data_folder_of_environment
from companion.rules.presentation.alerts import SoundClass

__all__ = ["KEYS", "Paths"]  # part of the interface, though they live with the file

Language = Literal["en", "ru", "pl", "de"]
Theme = Literal["dark", "bright"]
TextScale = Literal["normal", "large", "largest"]
Rotation = Literal[0, 90, 180, 270]
Preset = Literal["off", "alerts", "alerts_errors", "all"]

TEXT_FACTORS: dict[str, float] = {"normal": 1.0, "large": 1.15, "largest": 1.3}

# Width and height of the active area in millimetres, by the panel's own pixels.
KNOWN_PANELS_MM: dict[tuple[int, int], tuple[float, float]] = {
    (800, 480): (153.0, 91.0),
    (480, 800): (91.0, 153.0),
    (720, 1280): (88.0, 155.0),
    (1280, 720): (155.0, 88.0),
}


def locale_language(environment: Mapping[str, str] | None = None) -> Language:
    """The language the locale asks for (LC_ALL, LC_MESSAGES, LANG), or English when it is not one of ours."""
    environment = os.environ if environment is None else environment
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        if value := environment.get(name):
            code = re.split(r"[_.@-]", value)[0].lower()
            return code if code in LANGUAGES else "en"  # type: ignore[return-value]
    return "en"


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """How the table sees it. Millimetres are those of the panel's active area, before rotation."""

    language: Language = msgspec.field(default_factory=locale_language)
    theme: Theme = "dark"
    text_scale: TextScale = "normal"
    rotation: Rotation = 0
    panel_width_mm: float | None = None
    panel_height_mm: float | None = None
    input: str = "auto"
    fullscreen: bool = False
    reduced_motion: bool = False
    auto_turn: bool = False
    open_hands: bool = False

    @property
    def text_factor(self) -> float:
        """What text sizes are multiplied by: 1.0, 1.15 or 1.3."""
        return TEXT_FACTORS[self.text_scale]


class SoundClasses(msgspec.Struct, frozen=True, kw_only=True):
    """One switch for each class of sound; None leaves the class to the preset."""

    info: bool | None = None
    warning: bool | None = None
    alert: bool | None = None
    result: bool | None = None
    error: bool | None = None
    confirm: bool | None = None

    def get(self, sound_class: SoundClass) -> bool | None:
        """The table's own switch for a class, or None."""
        value: bool | None = getattr(self, sound_class.value)
        return value


class AlertSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Lights and buzzer: ``enabled`` for both, everything else for sounds alone. Local wall-clock times."""

    enabled: bool = True
    preset: Preset = "alerts_errors"
    muted: bool = False
    quiet_from: datetime.time | None = None
    quiet_to: datetime.time | None = None
    classes: SoundClasses = SoundClasses()


class Pins(msgspec.Struct, frozen=True, kw_only=True):
    """BCM (GPIO) numbers. The defaults leave I2C, SPI, the serial port and the HAT's EEPROM pins alone."""

    ship: tuple[int, ...] = (17, 27, 22, 5, 6, 13, 26)
    seats: tuple[int, ...] = (23, 24, 25, 16, 20, 21)
    buzzer: int | None = 12
    mute_button: int | None = None


class DiceSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The dice camera; without one dice are entered by hand. None is the calibration in the data folder."""

    camera: str = ""
    calibration: str | None = None
    keep_pictures: bool = False


class Storage(msgspec.Struct, frozen=True, kw_only=True):
    """Where games are kept; None is the usual place for a user's data."""

    data_folder: str | None = None


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The whole tree, with every default filled in."""

    screen: Screen = msgspec.field(default_factory=Screen)
    alerts: AlertSettings = AlertSettings()
    pins: Pins = Pins()
    dice: DiceSettings = DiceSettings()
    storage: Storage = Storage()


class Origin(msgspec.Struct, frozen=True):
    """One key with its value and where that came from: "default", a file or an environment variable."""

    key: str
    value: object
    origin: str


def load(paths: Paths | None = None) -> tuple[Settings, list[Notice]]:
    """Read the settings. Never raises: each mistake becomes one sentence, in the language just read."""
    reading = settings_file.read(paths or Paths.default(), _flat(Settings()))
    return msgspec.convert(_nested(reading.values), Settings), reading.notices()


def explain(paths: Paths | None = None) -> list[Origin]:
    """Every key with its value in use and where it comes from, in the order of the documentation."""
    reading = settings_file.read(paths or Paths.default(), _flat(Settings()))
    return [Origin(key, reading.values[key], reading.origins.get(key, "default")) for key in KEYS]


def save(settings: Settings, paths: Paths | None = None) -> Notice | None:
    """Write what differs from the layers below to the user's file, keeping its comments and other keys.

    Atomic: a power cut leaves the old file or the new one. A file that cannot be read as settings is set
    aside as ``config.toml.unreadable`` first. Never raises: a failure comes back as a sentence.
    """
    paths = paths or Paths.default()
    try:
        settings_file.write(_flat(settings), paths, _flat(Settings()))
    except OSError as error:
        _ = catalogue(settings.screen.language).gettext
        return Notice(
            _("The settings could not be saved to {file}: {reason}.").format(
                file=paths.user, reason=error.strerror or error
            ),
            _(
                "They hold until the application closes. "
                "Allow writing there, or free some space, and save again."
            ),
        )
    return None


def data_folder(settings: Settings | None = None) -> Path:
    """The folder for games and journals: LONGSHIP_DATA, else the settings, else the user's data folder.

    The folder is not created here. Without ``settings`` they are loaded.
    """
    override = data_folder_of_environment()
    if override is not None:
        return override
    chosen = (settings or load()[0]).storage.data_folder
    return absolute(chosen) if chosen else Path(platformdirs.user_data_dir("longship"))


def calibration_file(settings: Settings) -> Path:
    """Where the dice camera's calibration is kept."""
    chosen = settings.dice.calibration
    return absolute(chosen) if chosen else data_folder(settings) / "dice_calibration.toml"


def panel_millimetres(
    screen: Screen, width_pixels: int, height_pixels: int, dots_per_inch: float = 96.0
) -> tuple[float, float]:
    """Width and height of the panel in millimetres, for its pixels before rotation.

    The settings decide; one given side fixes the other (pixels are square). Without them known panels are
    told by their pixels, and anything else is worked out from ``dots_per_inch``.
    """
    width, height = screen.panel_width_mm, screen.panel_height_mm
    if width is None and height is None:
        known = KNOWN_PANELS_MM.get((width_pixels, height_pixels))
        return known or (width_pixels / dots_per_inch * 25.4, height_pixels / dots_per_inch * 25.4)
    if width is None:
        assert height is not None
        return height * width_pixels / height_pixels, height
    return width, height if height is not None else width * height_pixels / width_pixels


def _flat(settings: Settings) -> dict[str, object]:
    """Values by dotted key, in the order of KEYS."""
    values: dict[str, object] = {}
    for key in KEYS:
        value: object = settings
        for name in key.split("."):
            value = getattr(value, name)
        values[key] = value
    return values


def _nested(values: Mapping[str, object]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for key, value in values.items():
        *sections, name = key.split(".")
        place = tree
        for section in sections:
            place = place.setdefault(section, {})
        place[name] = value
    return tree
