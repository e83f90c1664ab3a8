"""The settings: one tree of plain values, read from files that people edit by hand.

Order, the later wins: defaults, ``/etc/longship/config.toml``, the user's own file, the environment
(``LONGSHIP_CONFIG`` names the one file to read instead of both, ``LONGSHIP_DATA`` the data folder).
A mistake in a file never stops the application: the bad key keeps the value of the layer below, the
rest of the file counts, and one sentence for each mistake says what is wrong. Every key is described
in docs/settings.md.
"""

from __future__ import annotations

import contextlib
import datetime
import difflib
import errno
import itertools
import json
import os
import re
import shutil
import tempfile
import tomllib
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec
import platformdirs

from companion.app.i18n import LANGUAGES, catalogue
from companion.app.ports import Notice, SoundClass

SYSTEM_FILE = Path("/etc/longship/config.toml")
LARGEST_FILE_BYTES = 1_000_000
MOST_BAD_LINES = 20

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


class Storage(msgspec.Struct, frozen=True, kw_only=True):
    """Where games are kept; None is the usual place for a user's data."""

    data_folder: str | None = None


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The whole tree, with every default filled in."""

    screen: Screen = msgspec.field(default_factory=Screen)
    alerts: AlertSettings = AlertSettings()
    pins: Pins = Pins()
    storage: Storage = Storage()


class Paths(msgspec.Struct, frozen=True):
    """The files that are read, in order; ``user`` is also the one that is written."""

    user: Path
    system: Path | None = None

    @classmethod
    def default(cls) -> Paths:
        """``LONGSHIP_CONFIG`` alone if it is set, otherwise the machine's file and the user's."""
        if override := os.environ.get("LONGSHIP_CONFIG"):
            return cls(Path(override).expanduser().absolute())
        return cls(Path(platformdirs.user_config_dir("longship")) / "config.toml", SYSTEM_FILE)


class Origin(msgspec.Struct, frozen=True):
    """One key with its value and where that came from: "default", a file or an environment variable."""

    key: str
    value: object
    origin: str


def load(paths: Paths | None = None) -> tuple[Settings, list[Notice]]:
    """Read the settings. Never raises: each mistake becomes one sentence, in the language just read."""
    reading = _read(paths or Paths.default())
    return reading.settings(), reading.notices()


def explain(paths: Paths | None = None) -> list[Origin]:
    """Every key with its value in use and where it comes from, in the order of the documentation."""
    reading = _read(paths or Paths.default())
    return [Origin(key, reading.values[key], reading.origins.get(key, "default")) for key in KEYS]


def data_folder(settings: Settings | None = None) -> Path:
    """The folder for games and journals: LONGSHIP_DATA, else the settings, else the user's data folder.

    The folder is not created here. Without ``settings`` they are loaded.
    """
    if override := os.environ.get("LONGSHIP_DATA"):
        return Path(override).expanduser().absolute()
    chosen = (settings or load()[0]).storage.data_folder
    return Path(chosen).expanduser() if chosen else Path(platformdirs.user_data_dir("longship"))


def save(settings: Settings, paths: Paths | None = None) -> Notice | None:
    """Write what differs from the layers below to the user's file, keeping its comments and other keys.

    Atomic: a power cut leaves the old file or the new one. A file that cannot be read as settings is set
    aside as ``config.toml.unreadable`` first. Never raises: a failure comes back as a sentence.
    """
    paths = paths or Paths.default()
    file = Path(os.path.realpath(paths.user))
    try:
        if file.exists() and not file.is_file():
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))
        text = _merged_text(settings, paths, file)
        file.parent.mkdir(parents=True, exist_ok=True)
        _write_atomically(file, text)
    except OSError as error:
        _ = catalogue(settings.screen.language).gettext
        return Notice(
            _("The settings could not be saved to {file}: {reason}.").format(
                file=file, reason=error.strerror or error
            ),
            _("They hold until the application closes. Allow writing there, or make room, and save again."),
        )
    return None


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


# --- What each key accepts, and the sentence for what it does not -------------------------------------

Gettext = Callable[[str], str]


class _Rule(msgspec.Struct, frozen=True):
    """``parse`` returns the value or raises ValueError; ``sentence`` says what the key takes."""

    parse: Callable[[object], object]
    sentence: Callable[[Gettext], str]
    choices: tuple[str, ...] = ()


def _choice(*choices: str) -> _Rule:
    def parse(value: object) -> object:
        if isinstance(value, str) and value in choices:
            return value
        raise ValueError

    return _Rule(
        parse,
        lambda _: _("{file}: {key} must be one of {choices}, not {value}; {kept} stays in use."),
        choices,
    )


def _parse_rotation(value: object) -> object:
    if type(value) is int and value in (0, 90, 180, 270):
        return value
    raise ValueError


def _parse_boolean(value: object) -> object:
    if isinstance(value, bool):
        return value
    raise ValueError


def _parse_millimetres(value: object) -> object:
    if isinstance(value, int | float) and not isinstance(value, bool) and 20 <= value <= 3000:
        return float(value)
    raise ValueError


def _parse_input(value: object) -> object:
    if isinstance(value, str) and (value in ("auto", "mouse", "mtdev") or value.startswith("/")):
        return value
    raise ValueError


def _parse_folder(value: object) -> object:
    if isinstance(value, str) and value.startswith(("/", "~")) and "\0" not in value:
        return value
    raise ValueError


def _parse_clock(value: object) -> object:
    if isinstance(value, datetime.time):
        return value.replace(second=0, microsecond=0)
    if isinstance(value, str) and re.fullmatch(r"\d{1,2}:\d{2}", value):
        hour, minute = value.split(":")
        return datetime.time(int(hour), int(minute))
    raise ValueError


def _parse_pin(value: object) -> object:
    if type(value) is int and 0 <= value <= 27:
        return value
    raise ValueError


def _parse_pins(fewest: int, most: int) -> Callable[[object], object]:
    def parse(value: object) -> object:
        if not isinstance(value, list | tuple) or not fewest <= len(value) <= most:
            raise ValueError
        return tuple(_parse_pin(pin) for pin in value)

    return parse


def _or_none(rule: _Rule) -> _Rule:
    """The same rule, where the word "none" takes back what a layer below has set."""
    return msgspec.structs.replace(rule, parse=lambda value: None if value == "none" else rule.parse(value))


_BOOLEAN = _Rule(
    _parse_boolean, lambda _: _("{file}: {key} must be true or false, not {value}; {kept} stays in use.")
)
_MILLIMETRES = _or_none(
    _Rule(
        _parse_millimetres,
        lambda _: _("{file}: {key} must be from 20 to 3000 millimetres, not {value}; {kept} stays in use."),
    )
)
_CLOCK = _or_none(
    _Rule(
        _parse_clock,
        lambda _: _('{file}: {key} must be a time of day such as "22:30", not {value}; {kept} stays in use.'),
    )
)
_PIN = _or_none(
    _Rule(
        _parse_pin,
        lambda _: _("{file}: {key} must be a GPIO number (0 to 27), not {value}; {kept} stays in use."),
    )
)

_RULES: dict[str, _Rule] = {
    "screen.language": _choice(*LANGUAGES),
    "screen.theme": _choice("dark", "bright"),
    "screen.text_scale": _choice(*TEXT_FACTORS),
    "screen.rotation": _Rule(
        _parse_rotation,
        lambda _: _("{file}: {key} must be 0, 90, 180 or 270, not {value}; {kept} stays in use."),
    ),
    "screen.panel_width_mm": _MILLIMETRES,
    "screen.panel_height_mm": _MILLIMETRES,
    "screen.input": _Rule(
        _parse_input,
        lambda _: _(
            '{file}: {key} must be "auto", "mouse", "mtdev" or the path of a device, not {value}; '
            "{kept} stays in use."
        ),
        ("auto", "mouse", "mtdev"),
    ),
    "screen.fullscreen": _BOOLEAN,
    "screen.reduced_motion": _BOOLEAN,
    "alerts.enabled": _BOOLEAN,
    "alerts.preset": _choice("off", "alerts", "alerts_errors", "all"),
    "alerts.muted": _BOOLEAN,
    "alerts.quiet_from": _CLOCK,
    "alerts.quiet_to": _CLOCK,
    **{f"alerts.classes.{sound_class}": _or_none(_BOOLEAN) for sound_class in SoundClass},
    "pins.ship": _Rule(
        _parse_pins(7, 7),
        lambda _: _("{file}: {key} must be seven GPIO numbers (0 to 27), not {value}; {kept} stays in use."),
    ),
    "pins.seats": _Rule(
        _parse_pins(0, 6),
        lambda _: _(
            "{file}: {key} must be at most six GPIO numbers (0 to 27), not {value}; {kept} stays in use."
        ),
    ),
    "pins.buzzer": _PIN,
    "pins.mute_button": _PIN,
    "storage.data_folder": _or_none(
        _Rule(
            _parse_folder,
            lambda _: _(
                "{file}: {key} must be a folder, starting with / or ~, not {value}; {kept} stays in use."
            ),
        )
    ),
}

KEYS: tuple[str, ...] = tuple(_RULES)
_SECTIONS = {key.rsplit(".", depth)[0] for key in KEYS for depth in (1, 2)} - {""}


# --- Reading ------------------------------------------------------------------------------------------


class _Reading:
    """What the layers say so far: values by dotted key, their origins, and the mistakes met."""

    def __init__(self) -> None:
        self.values: dict[str, object] = _flat(Settings())
        self.origins: dict[str, str] = {}
        self._mistakes: list[Callable[[Gettext], str]] = []

    def settings(self) -> Settings:
        return msgspec.convert(_nested(self.values), Settings)

    def notices(self) -> list[Notice]:
        if not self._mistakes:
            return []
        _ = catalogue(str(self.values["screen.language"])).gettext
        remedy = _("Correct it in the file; the rest of the file counts.")
        return [Notice(sentence(_), remedy) for sentence in self._mistakes]

    def mistake(self, sentence: Callable[[Gettext], str], **values: object) -> None:
        """Note a mistake; the sentence is chosen at once and translated when the language is known."""
        self._mistakes.append(lambda _: sentence(_).format(**values))

    def apply(self, file: Path, tree: Mapping[str, object]) -> None:
        """Lay one file over what is known so far."""
        new: dict[str, object] = {}
        for key, value in self._leaves(file, tree, ""):
            rule = _RULES[key]
            try:
                new[key] = rule.parse(value)
            except ValueError:
                self.mistake(
                    rule.sentence,
                    file=file,
                    key=key,
                    value=_shown(value),
                    kept=_shown(self.values[key]),
                    choices=", ".join(_shown(choice) for choice in rule.choices),
                )
        self._drop_shared_pins(file, new)
        self.values |= new
        self.origins |= dict.fromkeys(new, str(file))

    def _leaves(self, file: Path, tree: Mapping[str, object], section: str) -> Iterator[tuple[str, object]]:
        """Known keys with their raw values; everything else becomes a mistake."""
        for name, value in tree.items():
            key = f'{section}"{name}"' if "." in name else f"{section}{name}"
            if key in _RULES:
                yield key, value
            elif key in _SECTIONS and isinstance(value, dict):
                yield from self._leaves(file, value, f"{key}.")
            elif key in _SECTIONS:
                self.mistake(
                    lambda _: _("{file}: {key} must be a section, written [{key}], and is left out."),
                    file=file,
                    key=_shortened(key),
                )
            elif suggestion := _suggestion(key, isinstance(value, dict)):
                self.mistake(
                    lambda _: _("{file}: {key} is not known; did you mean {suggestion}?"),
                    file=file,
                    key=_shortened(key),
                    suggestion=suggestion,
                )
            else:
                self.mistake(
                    lambda _: _("{file}: {key} is not known and is left out."), file=file, key=_shortened(key)
                )

    def _drop_shared_pins(self, file: Path, new: dict[str, object]) -> None:
        """Two things on one pin: the keys of this file that take part keep the pins they had before."""
        while True:
            candidate = self.values | new
            pins = msgspec.convert(_nested(candidate), Settings).pins
            shared = _shared_pin(pins)
            if shared is None:
                return
            first, second, number = shared
            self.mistake(
                lambda _: _(
                    "{file}: {first} and {second} both name GPIO {number}; the pins set before stay in use."
                ),
                file=file,
                first=first,
                second=second,
                number=number,
            )
            for key in {first.split("[")[0], second.split("[")[0]}:
                new.pop(key, None)


def _read(paths: Paths) -> _Reading:
    reading = _Reading()
    for file in filter(None, (paths.system, paths.user)):
        text = _read_text(file, reading)
        if text is not None:
            tree, _text = _parse(text, file, reading)
            reading.apply(file, tree)
    if override := os.environ.get("LONGSHIP_DATA"):
        reading.values["storage.data_folder"] = str(Path(override).expanduser().absolute())
        reading.origins["storage.data_folder"] = "LONGSHIP_DATA"
    return reading


def _read_text(file: Path, reading: _Reading) -> str | None:
    """The text of a file; None when there is none, or when it cannot be read (which is a mistake)."""
    try:
        with file.open("rb") as stream:
            data = stream.read(LARGEST_FILE_BYTES + 1)
        if len(data) <= LARGEST_FILE_BYTES:
            return data.decode("utf-8-sig")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError:
        reading.mistake(lambda _: _("{file} is not a text file (UTF-8) and is left out."), file=file)
        return None
    except OSError as error:
        reading.mistake(
            lambda _: _("{file} cannot be read ({reason}) and is left out."),
            file=file,
            reason=error.strerror or error,
        )
        return None
    reading.mistake(lambda _: _("{file} is too large to be a settings file and is left out."), file=file)
    return None


def _parse(text: str, file: Path, reading: _Reading | None = None) -> tuple[dict[str, Any], str]:
    """The tree of a TOML text, and the text with each line that is not TOML made a comment.

    After MOST_BAD_LINES the file is taken for something else and the tree is empty.
    """
    lines = [line.removesuffix("\r") for line in text.split("\n")]
    bad_lines: list[int] = []
    while len(bad_lines) <= MOST_BAD_LINES:
        text = "\n".join(lines)
        try:
            tree = tomllib.loads(text)
        except tomllib.TOMLDecodeError as error:
            number = _bad_line(str(error), lines, bad_lines)
            if number is None:
                break
            bad_lines.append(number)
            lines[number] = f"# {_without_control(lines[number])}"
        except (ValueError, RecursionError):  # a number or a nesting beyond all measure
            break
        else:
            if reading is not None:
                for number in bad_lines:
                    reading.mistake(
                        lambda _: _("{file}, line {number} cannot be understood and is left out: {line}"),
                        file=file,
                        number=number + 1,
                        line=_shortened(lines[number].removeprefix("# ").strip()),
                    )
            return tree, text
    if reading is not None:
        reading.mistake(lambda _: _("{file} is not a TOML file and is left out."), file=file)
    return {}, "\n".join(f"# {_without_control(line)}" for line in text.split("\n")) + "\n"


def _bad_line(message: str, lines: list[str], known: list[int]) -> int | None:
    """The index of the line a TOML error speaks of; for an early end, that of the last line with content."""
    found = re.search(r"\(at line (\d+), column \d+\)$", message)
    start = min(int(found.group(1)), len(lines)) - 1 if found else len(lines) - 1
    for number in range(start, -1, -1):
        line = lines[number].strip()
        if number not in known and line and (found or not line.startswith("#")):
            return number
    return None


def _without_control(line: str) -> str:
    """A line that may stand in a TOML comment."""
    return re.sub(r"[\x00-\x08\x0a-\x1f\x7f]", "\N{REPLACEMENT CHARACTER}", line)


def _shared_pin(pins: Pins) -> tuple[str, str, int] | None:
    """The first two keys that name the same pin, with its number."""
    named: dict[int, str] = {}
    places: list[tuple[str, int | None]] = [
        (f"pins.ship[{place}]", pin) for place, pin in enumerate(pins.ship)
    ]
    places += [(f"pins.seats[{place}]", pin) for place, pin in enumerate(pins.seats)]
    places += [("pins.buzzer", pins.buzzer), ("pins.mute_button", pins.mute_button)]
    for name, pin in places:
        if pin is None:
            continue
        if pin in named:
            return named[pin], name, pin
        named[pin] = name
    return None


def _suggestion(key: str, is_section: bool) -> str | None:
    """The known key nearest to a mistyped one: by its whole name, else by its last part in any section."""
    if is_section:
        nearest = difflib.get_close_matches(key, sorted(_SECTIONS), n=1, cutoff=0.6)
        return f"[{nearest[0]}]" if nearest else None
    nearest = difflib.get_close_matches(key, KEYS, n=1, cutoff=0.75)
    if not nearest:
        names = {known.rsplit(".", 1)[1]: known for known in KEYS}
        last_part = key.rsplit(".", 1)[-1]
        nearest = [names[name] for name in difflib.get_close_matches(last_part, names, n=1, cutoff=0.75)]
    return nearest[0] if nearest else None


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


def _shortened(text: str, longest: int = 60) -> str:
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def _shown(value: object) -> str:
    """A value as it would stand in the file, shortened."""
    if value is None:
        return '"none"'
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, datetime.time):
        return f'"{value:%H:%M}"'
    if isinstance(value, str):
        return _shortened(json.dumps(value, ensure_ascii=False))
    if isinstance(value, list | tuple):
        return _shortened("[" + ", ".join(_shown(part) for part in value[:30]) + "]")
    if isinstance(value, int) and value.bit_length() > 200:
        return "…"
    return _shortened(str(value))


# --- Writing ------------------------------------------------------------------------------------------


def _merged_text(settings: Settings, paths: Paths, file: Path) -> str:
    """The user's file with the settings laid into it. Sets an unreadable file aside. Raises OSError."""
    import tomlkit  # only here: reading does without it, and every start would pay for it
    from tomlkit.exceptions import TOMLKitError

    below = _below(paths)
    wanted = _flat(settings)
    if os.environ.get("LONGSHIP_DATA"):
        del wanted["storage.data_folder"]  # the environment's word is not the user's
    text = _text_to_keep(file)
    if text is not None:
        with contextlib.suppress(TOMLKitError):
            document = tomlkit.parse(text)
            _lay(document, wanted, below)
            text = tomlkit.dumps(document)
            if _says(text, wanted, paths):
                return text
    _set_aside(file)
    document = tomlkit.document()
    _lay(document, wanted, below)
    return tomlkit.dumps(document)


def _set_aside(file: Path) -> None:
    """Keep a file that cannot be written into under another name. Raises OSError."""
    if file.exists():
        names = (file.with_name(f"{file.name}.unreadable{number or ''}") for number in itertools.count())
        file.rename(next(name for name in names if not name.exists()))


def _below(paths: Paths) -> dict[str, object]:
    """What holds without the user's file."""
    reading = _Reading()
    if paths.system is not None and (text := _read_text(paths.system, reading)) is not None:
        reading.apply(paths.system, _parse(text, paths.system)[0])
    return reading.values


def _text_to_keep(file: Path) -> str | None:
    """The text of the user's file, its bad lines made comments; None when it cannot be read."""
    if not file.exists():
        return ""
    text = _read_text(file, _Reading())
    return None if text is None else _parse(text, file)[1]


def _says(text: str, wanted: Mapping[str, object], paths: Paths) -> bool:
    """Whether a text, read again over the layer below, means the values that were to be saved."""
    reading = _Reading()
    reading.values = _below(paths)
    reading.apply(paths.user, _parse(text, paths.user)[0])
    return all(reading.values[key] == value for key, value in wanted.items())


def _lay(document: Any, wanted: Mapping[str, object], below: Mapping[str, object]) -> None:
    """Set, in a tomlkit document, the keys that stand there already and those that differ from below."""
    import tomlkit

    for key, value in wanted.items():
        *sections, name = key.split(".")
        place = document
        for section in sections:
            if not isinstance(place.get(section), dict):
                if value == below[key]:
                    break
                place[section] = tomlkit.table()
            place = place[section]
        else:
            if value is None and below[key] is None:
                place.pop(name, None)
            elif name in place or value != below[key]:
                place[name] = _plain(value)


def _plain(value: object) -> object:
    """A value as TOML can hold it."""
    if value is None:
        return "none"
    if isinstance(value, datetime.time):
        return f"{value:%H:%M}"
    return list(value) if isinstance(value, tuple) else value


def _write_atomically(file: Path, text: str) -> None:
    """Raises OSError; the old file stays whole then."""
    handle, name = tempfile.mkstemp(prefix=f".{file.name}.", dir=file.parent)
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        if file.exists():
            shutil.copymode(file, name)
        Path(name).replace(file)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise
    folder = os.open(file.parent, os.O_RDONLY)
    try:
        os.fsync(folder)
    finally:
        os.close(folder)
