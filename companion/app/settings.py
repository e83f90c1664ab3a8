"""The settings: one tree of plain values, read from files that people edit by hand.

Order, the later wins: defaults, ``/etc/longship/config.toml``, the user's own file, the environment
(``LONGSHIP_CONFIG`` names the one file to read instead of both, ``LONGSHIP_DATA`` the data folder).
A mistake in a file never stops the application: the bad key keeps the value of the layer below, the
rest of the file counts, and one sentence for each mistake says what is wrong.

What a key takes, its default and what it means are declared here, once; ``python -m tools.settings_page``
makes the tables of docs/settings.md of it.
"""

from __future__ import annotations

import datetime
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

import msgspec
import platformdirs

from companion.app import settings_file
from companion.app.i18n import LANGUAGES, catalogue
from companion.app.ports import Notice
from companion.app.settings_file import Paths, absolute, data_folder_of_environment, means, takes
from companion.rules.presentation.alerts import SoundClass

__all__ = ["Paths"]  # part of the interface, though it lives with the file

Language = Literal["en", "ru", "pl", "de"]
Theme = Literal["dark", "bright"]
TextScale = Literal["normal", "large", "largest"]
Preset = Literal["off", "alerts", "alerts_errors", "all"]
SpeakerSounds = Literal["auto", "on", "off"]
Rotation = Annotated[
    Literal[0, 90, 180, 270],
    takes(lambda _: _("{file}: {key} must be 0, 90, 180 or 270, not {value}; {kept} stays in use.")),
]
Switch = Annotated[
    bool, takes(lambda _: _("{file}: {key} must be true or false, not {value}; {kept} stays in use."))
]
Millimetres = Annotated[
    float,
    takes(
        lambda _: _("{file}: {key} must be from 20 to 3000 millimetres, not {value}; {kept} stays in use."),
        ge=20,
        le=3000,
    ),
]
Clock = Annotated[
    datetime.time,
    takes(
        lambda _: _('{file}: {key} must be a time of day such as "22:30", not {value}; {kept} stays in use.'),
        tz=False,
    ),
]
Pin = Annotated[
    int,
    takes(
        lambda _: _("{file}: {key} must be a GPIO number (0 to 27), not {value}; {kept} stays in use."),
        ge=0,
        le=27,
    ),
]
ShipPins = Annotated[
    tuple[Pin, ...],
    takes(
        lambda _: _("{file}: {key} must be seven GPIO numbers (0 to 27), not {value}; {kept} stays in use."),
        min_length=7,
        max_length=7,
    ),
]
SeatPins = Annotated[
    tuple[Pin, ...],
    takes(
        lambda _: _(
            "{file}: {key} must be at most six GPIO numbers (0 to 27), not {value}; {kept} stays in use."
        ),
        max_length=6,
    ),
]
Input = Annotated[
    str,
    takes(
        lambda _: _(
            '{file}: {key} must be "auto", "mouse", "mtdev" or the path of a device, not {value}; '
            "{kept} stays in use."
        ),
        pattern=r"\A(auto|mouse|mtdev|/.*)",
    ),
]
Camera = Annotated[
    str,
    takes(
        lambda _: _(
            '{file}: {key} must be empty, "pi", "usb:" with a number or the path of a device, or "folder:" '
            'or "file:" with a path, not {value}; {kept} stays in use.'
        ),
        pattern=r"\A(|pi|usb:[0-9]{1,3}|(usb|folder|file):~?/[^\0]*)\Z",
    ),
]
SerialPort = Annotated[
    str,
    takes(
        lambda _: _(
            '{file}: {key} must be "auto", "off" or the path of a port such as "/dev/ttyACM0", not {value}; '
            "{kept} stays in use."
        ),
        pattern=r"\A(auto|off|/[^\0]+)\Z",
    ),
]
# No path, and neither "file" nor "tee", whose names may hold a path to write to or a program to run.
AlsaOutput = Annotated[
    str,
    takes(
        lambda _: _(
            '{file}: {key} must be "default" or an output such as "sysdefault:CARD=Headphones" (aplay -L '
            "lists them), not {value}; {kept} stays in use."
        ),
        pattern=r"\A(?!(file|tee)(:|\Z))[A-Za-z0-9_]{1,40}(:[A-Za-z0-9_=,.-]{1,80})?\Z",
    ),
]
Host = Annotated[
    str,
    takes(
        lambda _: _(
            '{file}: {key} must be the name or the address of a computer, such as "homeassistant.local", '
            "not {value}; {kept} stays in use."
        ),
        pattern=r"\A[^\s/\\@\0-\x1f\x7f]{0,253}\Z",
    ),
]
NetworkPort = Annotated[
    int,
    takes(
        lambda _: _("{file}: {key} must be a port number (1 to 65535), not {value}; {kept} stays in use."),
        ge=1,
        le=65535,
    ),
]
UserName = Annotated[
    str,
    takes(
        lambda _: _(
            "{file}: {key} must be a user name of at most 200 characters, not {value}; {kept} stays in use."
        ),
        pattern=r"\A[^\0-\x1f\x7f]{0,200}\Z",
    ),
]
_LEVEL = r"[^#+$/\0-\x1f\x7f][^#+/\0-\x1f\x7f]*"
Topic = Annotated[
    str,
    takes(
        lambda _: _(
            '{file}: {key} must be a topic without # and +, such as "longship" or "house/longship", '
            "not {value}; {kept} stays in use."
        ),
        pattern=rf"\A(?=.{{1,100}}\Z){_LEVEL}(/{_LEVEL})*\Z",
    ),
]
TopicOrNone = Annotated[
    str,
    takes(
        lambda _: _(
            '{file}: {key} must be a topic without # and +, such as "homeassistant", or empty, '
            "not {value}; {kept} stays in use."
        ),
        pattern=rf"\A(?=.{{0,100}}\Z)({_LEVEL}(/{_LEVEL})*)?\Z",
    ),
]
Percent = Annotated[
    int,
    takes(
        lambda _: _("{file}: {key} must be a percentage (1 to 100), not {value}; {kept} stays in use."),
        ge=1,
        le=100,
    ),
]
Milliseconds = Annotated[
    int,
    takes(
        lambda _: _("{file}: {key} must be from 0 to 2000 milliseconds, not {value}; {kept} stays in use."),
        ge=0,
        le=2000,
    ),
]
Minutes = Annotated[
    int,
    takes(
        lambda _: _("{file}: {key} must be from 1 to 600 minutes, not {value}; {kept} stays in use."),
        ge=1,
        le=600,
    ),
]
# "~name", another user's home, would be a path that depends on who reads it
FilePath = Annotated[
    str,
    takes(
        lambda _: _("{file}: {key} must be a file, starting with / or ~/, not {value}; {kept} stays in use."),
        pattern=r"\A~?/[^\0]*[^\0/]\Z",
    ),
]
FolderPath = Annotated[
    str,
    takes(
        lambda _: _(
            "{file}: {key} must be a folder, starting with / or ~/, not {value}; {kept} stays in use."
        ),
        pattern=r"\A(~|~?/[^\0]*)\Z",
    ),
]

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
            return code if code in LANGUAGES else "en"  # type: ignore[return-value]  # LANGUAGES has the same codes
    return "en"


class Screen(msgspec.Struct, frozen=True, kw_only=True):
    """How the table sees it. Millimetres are those of the panel's active area, before rotation."""

    language: Annotated[
        Language,
        means(
            '`"en"`, `"ru"`, `"pl"` or `"de"`. Without it `LC_ALL`, `LC_MESSAGES` and `LANG` decide, and '
            "English if they name another language",
            default="of the locale",
        ),
    ] = msgspec.field(default_factory=locale_language)
    theme: Annotated[Theme, means('`"dark"` for the evening, `"bright"` for daylight')] = "dark"
    text_scale: Annotated[
        TextScale, means('`"normal"`, `"large"` (1.15 times) or `"largest"` (1.3 times)')
    ] = "normal"
    rotation: Annotated[
        Rotation, means("How far the picture is turned: `0`, `90`, `180` or `270` degrees")
    ] = 0
    panel_width_mm: Annotated[
        Millimetres | None,
        means(
            "Width of the panel's picture in millimetres (20 to 3000), before rotation. Known panels need "
            "none: 800x480 is taken for 153 x 91 mm, 720x1280 for 88 x 155 mm. One side is enough"
        ),
    ] = None
    panel_height_mm: Annotated[Millimetres | None, means("Height in millimetres, before rotation")] = None
    input: Annotated[
        Input,
        means(
            'Where touches come from: `"auto"`, `"mouse"` (the window system), `"mtdev"` (the first touch '
            'panel), or the path of a device such as `"/dev/input/event3"`'
        ),
    ] = "auto"
    fullscreen: Annotated[Switch, means("`true` fills the screen where there is a window system")] = False
    dim_after_minutes: Annotated[
        Minutes | None,
        means(
            "Where Longship has the whole screen, its light is dimmed after so many minutes (1 to 600) in "
            'which nothing happens, and goes out after three times as many where no game is played; `"none"` '
            "for never. A touch that wakes it does nothing else, a roll before the camera and a button count"
        ),
    ] = 10
    reduced_motion: Annotated[Switch, means("`true` leaves out animations")] = False
    turn_timer: Annotated[
        Switch, means("`true` shows in the line of the ship how long the turn has lasted, counting up")
    ] = False
    turn_bell_minutes: Annotated[
        Minutes | None,
        means(
            "With the timer a warning tells a turn that has lasted so many minutes (1 to 600), once; "
            '`"none"` for never. It is silenced like any warning'
        ),
    ] = None
    auto_turn: Annotated[
        Switch,
        means(
            '`true` (the last key beside "Turn to me" under More) turns the picture to whoever is on turn: '
            "the first player sits where the panel faces, the others clockwise around the table"
        ),
    ] = False
    open_hands: Annotated[
        Switch,
        means(
            "`true` shows on the forms of trades and discards how many cards of each kind a player has, "
            "where hands are counted. Without it the screen shows numbers of cards only"
        ),
    ] = False


class SoundClasses(msgspec.Struct, frozen=True, kw_only=True):
    """One switch for each class of sound; None leaves the class to the preset."""

    info: Annotated[
        Switch | None,
        means(
            '`true` or `false` for one class of sound, whatever the preset says (except `"off"`): the '
            "ship's step, a 7"
        ),
    ] = None
    warning: Annotated[Switch | None, means("The next ship attacks")] = None
    alert: Annotated[Switch | None, means("The attack")] = None
    result: Annotated[Switch | None, means("The end of an attack, a metropolis, a win")] = None
    error: Annotated[Switch | None, means("An entry that was refused")] = None
    confirm: Annotated[Switch | None, means("An entry that was accepted")] = None

    def get(self, sound_class: SoundClass) -> bool | None:
        """The table's own switch for a class, or None."""
        value: bool | None = getattr(self, sound_class.value)
        return value


class AlertSettings(msgspec.Struct, frozen=True, kw_only=True):
    """Lights, buzzer and speaker: ``enabled`` for all, everything else for sounds alone. Local wall-clock
    times."""

    enabled: Annotated[Switch, means("`false` leaves pins and speaker alone, from the next start on")] = True
    preset: Annotated[
        Preset,
        means(
            'Which sounds: `"off"`, `"alerts"`, `"alerts_errors"` or `"all"`. The lights do not depend on it'
        ),
    ] = "alerts_errors"
    muted: Annotated[Switch, means("`true` silences buzzer and speaker")] = False
    quiet_from: Annotated[
        Clock | None,
        means(
            'A time of day such as `"22:00"`: no sound from then until `alerts.quiet_to`, over midnight too. '
            "Both must be set"
        ),
    ] = None
    quiet_to: Annotated[Clock | None, means("The end of the quiet hours")] = None
    classes: SoundClasses = SoundClasses()


class SpeakerSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The screen's speaker, the headphone jack or a sound card on USB."""

    sounds: Annotated[
        SpeakerSounds,
        means(
            'The alerts as sounds through a speaker: `"on"`, `"off"`, or `"auto"`, which is on where a sound '
            "card is there and no buzzer is, neither on a Raspberry Pi's pins nor on a panel"
        ),
    ] = "auto"
    speech: Annotated[
        Switch,
        means(
            "`true` says the great events aloud, in the language of the screen. Needs Debian's `espeak-ng`"
        ),
    ] = False
    volume: Annotated[
        Percent, means("How loud sounds and speech are beside what the sound card is set to, in per cent")
    ] = 50
    lead_ms: Annotated[
        Milliseconds,
        means(
            "Milliseconds of silence that go before each sound (0 to 2000), for a screen that swallows the "
            "beginning of what it plays"
        ),
    ] = 0
    output: Annotated[
        AlsaOutput,
        means(
            'Where they come out: `"default"`, or an output of ALSA such as `"sysdefault:CARD=Headphones"` '
            'or `"sysdefault:CARD=vc4hdmi0"`; `aplay -L` lists them'
        ),
    ] = "default"


class Pins(msgspec.Struct, frozen=True, kw_only=True):
    """BCM (GPIO) numbers. The defaults leave I2C, SPI, the serial port and the HAT's EEPROM pins alone."""

    ship: Annotated[ShipPins, means("The bar of seven lights, from the first step to the attack")] = (
        *(17, 27, 22, 5, 6, 13, 26),
    )
    seats: Annotated[SeatPins, means("One light for each seat in turn order, at most six")] = (
        *(23, 24, 25, 16, 20, 21),
    )
    buzzer: Annotated[Pin | None, means('A passive piezo buzzer, or `"none"`')] = 12
    active_buzzer: Annotated[
        Pin | None,
        means("A buzzer that beeps by itself when it gets current, beside the piezo buzzer or in its place"),
    ] = None
    next_button: Annotated[
        Pin | None, means('A push button to ground: "my turn is over". GPIO 4 is free for it')
    ] = None
    undo_button: Annotated[
        Pin | None,
        means("A push button to ground: held for 1.5 seconds it takes back the last entry. GPIO 18 is free"),
    ] = None
    mute_button: Annotated[
        Pin | None, means("A push button to ground that mutes and unmutes. GPIO 19 is free")
    ] = None


class PanelSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The hand-built panel on a USB port."""

    port: Annotated[
        SerialPort,
        means(
            '`"auto"` (`/dev/longship-panel`, or else a connected MicroPython board), `"off"`, or the path '
            'of a port such as `"/dev/ttyACM0"`'
        ),
    ] = "auto"
    brightness: Annotated[Percent, means("How bright its lights are at most, in per cent (1 to 100)")] = 40


class MqttSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The MQTT broker of a smart home. None of the port and the password's file is the usual one."""

    enabled: Annotated[
        Switch, means("`true` tells the broker what happens at the table. Nothing is taken from it")
    ] = False
    host: Annotated[
        Host, means('The broker: its name or address, such as `"homeassistant.local"` or `"192.168.1.20"`')
    ] = ""
    port: Annotated[
        NetworkPort | None,
        means("The broker's port (1 to 65535). Without it 1883, or 8883 with `mqtt.tls`"),
    ] = None
    user: Annotated[UserName, means("The user at the broker, empty if it asks for none")] = ""
    password_file: Annotated[
        FilePath | None,
        means(
            "A file of one line, the password: an absolute path, or one that starts with `~/`. Only this "
            "user should be able to read it. Without it `mqtt_password` beside the user's settings file, if "
            "there is one"
        ),
    ] = None
    tls: Annotated[
        Switch, means("`true` encrypts the connection, and asks the broker for its certificate")
    ] = False
    ca_file: Annotated[
        FilePath | None,
        means(
            "A PEM file with the certificate of whoever signed the broker's, or with the broker's own. "
            "Without it those that the system trusts"
        ),
    ] = None
    topic: Annotated[
        Topic,
        means(
            "What all topics begin with, without `#` and `+`. Two tables at one broker need two different "
            "ones"
        ),
    ] = "longship"
    discovery: Annotated[
        TopicOrNone,
        means("The topic below which Home Assistant looks for devices; empty tells it nothing"),
    ] = "homeassistant"


class DiceSettings(msgspec.Struct, frozen=True, kw_only=True):
    """The dice camera; without one dice are entered by hand. None is the calibration in the data folder."""

    camera: Annotated[
        Camera,
        means(
            'No camera, or `"usb:0"` (a USB camera by its number, or by a path as in '
            '`"usb:/dev/v4l/by-id/..."`), `"pi"` (the Raspberry Pi\'s own), `"folder:/path"` (the pictures '
            'of a folder, as if a camera had seen them) or `"file:/path"` (a picture or a video)'
        ),
    ] = ""
    calibration: Annotated[
        FilePath | None,
        means(
            "The file with what was learned of tray and dice: an absolute path, or one that starts with "
            "`~/`. Without it `dice_calibration.toml` in the data folder"
        ),
    ] = None
    keep_pictures: Annotated[
        Switch,
        means(
            "`true` offers, whenever a reading was corrected, to keep its picture in the data folder as a "
            "test case. Nothing is kept without that tap"
        ),
    ] = False


class Storage(msgspec.Struct, frozen=True, kw_only=True):
    """Where games are kept; None is the usual place for a user's data."""

    data_folder: Annotated[
        FolderPath | None,
        means(
            "Where games are kept: an absolute path, or one that starts with `~`. Without it "
            "`~/.local/share/longship` (or `$XDG_DATA_HOME/longship`)"
        ),
    ] = None


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The whole tree, with every default filled in."""

    screen: Screen = msgspec.field(default_factory=Screen)
    alerts: AlertSettings = AlertSettings()
    speaker: SpeakerSettings = SpeakerSettings()
    pins: Pins = Pins()
    panel: PanelSettings = PanelSettings()
    mqtt: MqttSettings = MqttSettings()
    dice: DiceSettings = DiceSettings()
    storage: Storage = Storage()


KINDS = settings_file.keys(Settings)
"""What each key takes."""

KEYS = tuple(KINDS)
"""All keys, as in "screen.theme", in the order in which they are declared."""


class Origin(msgspec.Struct, frozen=True):
    """One key with its value and where that came from: "default", a file or an environment variable."""

    key: str
    value: object
    origin: str


def load(paths: Paths | None = None) -> tuple[Settings, list[Notice]]:
    """Read the settings. Never raises: each mistake becomes one sentence, in the language just read."""
    reading = settings_file.read(paths or Paths.default(), Settings())
    return reading.tree(Settings), reading.notices()


def explain(paths: Paths | None = None) -> list[Origin]:
    """Every key with its value in use and where it comes from, in the order of the documentation."""
    reading = settings_file.read(paths or Paths.default(), Settings())
    return [Origin(key, reading.values[key], reading.origins.get(key, "default")) for key in KEYS]


def text_of(settings: Settings) -> str:
    """Settings as the text of a file, for another machine: what differs from the defaults, and the language,
    whose default is the machine's own."""
    return settings_file.text_of(settings, Settings(), ["screen.language"])


STAYING = ("storage.", "mqtt.")
"""Sections that belong to a machine: where its games are, and whom it tells of them with its password."""
_PLACE = re.compile(r"([a-z]+:)?~?/")


def taken_over(text: str, here: Settings) -> Settings:
    """The settings of another machine, from their text, as far as they can be those of this one.

    What belongs to a machine stays as it is ``here``, and whatever names a file or a device of one. Never
    raises: a mistake costs its key, which has its default then.
    """
    reading = settings_file.read_text(text, Path(), Settings())
    now = settings_file.flat(here)
    for key, value in reading.values.items():
        place = isinstance(value, str) and _PLACE.match(value)
        if place or key.startswith(STAYING):
            reading.values[key] = now[key]
    for key, value in now.items():
        if isinstance(value, str) and _PLACE.match(value) and key not in reading.origins:
            reading.values[key] = value
    return reading.tree(Settings)


def save(settings: Settings, paths: Paths | None = None) -> Notice | None:
    """Write what differs from the layers below to the user's file, keeping its comments and other keys.

    Atomic: a power cut leaves the old file or the new one. A file that cannot be read as settings is set
    aside as ``config.toml.unreadable`` first. Never raises: a failure comes back as a sentence.
    """
    paths = paths or Paths.default()
    try:
        settings_file.write(settings, paths, Settings())
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


def calibration_file(settings: Settings, data: Path | None = None) -> Path:
    """Where the dice camera's calibration is kept; ``data`` is the data folder, if not the usual one."""
    chosen = settings.dice.calibration
    return absolute(chosen) if chosen else (data or data_folder(settings)) / "dice_calibration.toml"


def mqtt_password_file(settings: MqttSettings, paths: Paths | None = None) -> Path:
    """Where the password for the broker is kept, apart from the settings, which are shown and copied."""
    chosen = settings.password_file
    return absolute(chosen) if chosen else (paths or Paths.default()).user.with_name("mqtt_password")


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
