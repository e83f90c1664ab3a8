"""The settings file: how layers of TOML are read over a declared tree of settings, and how one is written.

Works on plain values by dotted key ("screen.theme"); ``companion.app.settings`` declares them. A mistake
costs one key or one line and becomes one sentence; nothing here raises for what stands in a file.
"""

from __future__ import annotations

import contextlib
import datetime
import difflib
import json
import os
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Annotated, Any, Literal, TypeVar, get_args, get_origin, get_type_hints

import msgspec
import platformdirs

from companion.app import kept_file
from companion.app.i18n import catalogue
from companion.app.ports import Notice

Tree = TypeVar("Tree", bound=msgspec.Struct)
_FIRST_LOOK = Lock()
"""msgspec looks at a type's annotations at its first use; two threads that did so at once have crashed."""

SYSTEM_FILE = Path("/etc/longship/config.toml")
MOST_BAD_LINES = 20


class Paths(msgspec.Struct, frozen=True):
    """The files that are read, in order; ``user`` is also the one that is written."""

    user: Path
    system: Path | None = None

    @classmethod
    def default(cls) -> Paths:
        """``LONGSHIP_CONFIG`` alone if it is set, otherwise the machine's file and the user's."""
        if override := os.environ.get("LONGSHIP_CONFIG"):
            return cls(absolute(override))
        return cls(Path(platformdirs.user_config_dir("longship")) / "config.toml", SYSTEM_FILE)


# --- What each key takes -----------------------------------------------------------------------------

Gettext = Callable[[str], str]
Sentence = Callable[[Gettext], str]


def takes(sentence: Sentence, **constraints: Any) -> msgspec.Meta:
    """For ``Annotated``: constraints on a value, and the sentence for one that breaks them.

    The sentence may name the ``file``, the ``key``, the ``value`` and what is ``kept`` instead.
    """
    return msgspec.Meta(extra={"sentence": sentence}, **constraints)


def means(text: str, default: str = "") -> msgspec.Meta:
    """For ``Annotated``: what a key means, in English for docs/settings.md, and its default in words where
    the value does not say it."""
    return msgspec.Meta(description=text, extra={"default": default})


@cache
def keys(tree: type[msgspec.Struct], section: str = "") -> Mapping[str, Any]:
    """The type of each key of a tree of settings, in the order in which they are declared."""
    found: dict[str, Any] = {}
    for name, hint in get_type_hints(tree, include_extras=True).items():
        if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
            found |= keys(hint, f"{section}{name}.")
        else:
            found[f"{section}{name}"] = hint
    return found


def notes(hint: Any) -> Iterator[msgspec.Meta]:
    """What is said of a type and of those that it is made of, the outermost first."""
    if get_origin(hint) is Annotated:
        yield from reversed(hint.__metadata__)
        hint = hint.__origin__
    if get_origin(hint) is not Literal:
        for part in get_args(hint):
            yield from notes(part)


def _sentence(hint: Any) -> Sentence:
    found = (note.extra["sentence"] for note in notes(hint) if note.extra and "sentence" in note.extra)
    return next(
        found, lambda _: _("{file}: {key} must be one of {choices}, not {value}; {kept} stays in use.")
    )


def _choices(hint: Any) -> tuple[object, ...]:
    """The values of a key that takes one of a few."""
    if get_origin(hint) is Annotated:
        return _choices(hint.__origin__)
    return get_args(hint) if get_origin(hint) is Literal else ()


def meant(hint: Any, given: object) -> object:
    """What a person's value means: "none" is no value where there may be none, and a time may be text.

    Raises:
        msgspec.ValidationError: if the key does not take it.
    """
    kinds = get_args(hint.__origin__)
    if given == "none" and type(None) in kinds:
        return None
    if isinstance(given, str) and re.fullmatch(r"\d{1,2}:\d{2}", given):
        given = f"{given:0>5}:00"
    value = msgspec.convert(given, hint)
    return value.replace(second=0, microsecond=0) if isinstance(value, datetime.time) else value


def flat(tree: msgspec.Struct) -> dict[str, object]:
    """The values of a tree of settings by dotted key."""
    found: dict[str, object] = {}
    for name in tree.__struct_fields__:
        value = getattr(tree, name)
        inner = flat(value) if isinstance(value, msgspec.Struct) else None
        found |= {name: value} if inner is None else {f"{name}.{key}": one for key, one in inner.items()}
    return found


# --- Reading ------------------------------------------------------------------------------------------


class Reading:
    """What the layers say so far: values by dotted key, their origins, and the mistakes met."""

    def __init__(self, kind: type[msgspec.Struct], below: Mapping[str, object]) -> None:
        self.hints = keys(kind)
        self.sections = {key.rsplit(".", depth)[0] for key in self.hints for depth in (1, 2)} - set(
            self.hints
        )
        self.values: dict[str, object] = dict(below)
        self.origins: dict[str, str] = {}
        self._mistakes: list[Callable[[Gettext], str]] = []

    def notices(self) -> list[Notice]:
        """What was wrong in the file, one sentence for each mistake."""
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
            hint = self.hints[key]
            try:
                new[key] = meant(hint, value)
            except msgspec.ValidationError:
                self.mistake(
                    _sentence(hint),
                    file=file,
                    key=key,
                    value=shown(value),
                    kept=shown(self.values[key]),
                    choices=", ".join(shown(choice) for choice in _choices(hint)),
                )
        self._drop_shared_pins(file, new)
        self.values |= new
        self.origins |= dict.fromkeys(new, str(file))

    def _leaves(self, file: Path, tree: Mapping[str, object], section: str) -> Iterator[tuple[str, object]]:
        """Known keys with their raw values; everything else becomes a mistake."""
        for name, value in tree.items():
            key = f'{section}"{name}"' if "." in name else f"{section}{name}"
            if key in self.hints:
                yield key, value
            elif key in self.sections and isinstance(value, dict):
                yield from self._leaves(file, value, f"{key}.")
            elif key in self.sections:
                self.mistake(
                    lambda _: _("{file}: {key} must be a section, written [{key}], and is left out."),
                    file=file,
                    key=_shortened(key),
                )
            elif suggestion := self._suggestion(key, isinstance(value, dict)):
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
            shared = _shared_pin(self.values | new)
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

    def _suggestion(self, key: str, is_section: bool) -> str | None:
        """The known key nearest to a mistyped one: by its whole name, else by its last part alone."""
        if is_section:
            nearest = difflib.get_close_matches(key, sorted(self.sections), n=1, cutoff=0.6)
            return f"[{nearest[0]}]" if nearest else None
        nearest = difflib.get_close_matches(key, self.hints, n=1, cutoff=0.75)
        if not nearest:
            names = {known.rsplit(".", 1)[1]: known for known in self.hints}
            last_part = key.rsplit(".", 1)[-1]
            nearest = [names[name] for name in difflib.get_close_matches(last_part, names, n=1, cutoff=0.75)]
        return nearest[0] if nearest else None

    def tree(self, kind: type[Tree]) -> Tree:
        """The values as a tree of settings."""
        found: dict[str, Any] = {}
        for key, value in self.values.items():
            *sections, name = key.split(".")
            place = found
            for section in sections:
                place = place.setdefault(section, {})
            place[name] = value
        with _FIRST_LOOK:
            return msgspec.convert(found, kind)


def read(paths: Paths, defaults: msgspec.Struct) -> Reading:
    """Lay the files, and then the environment, over the defaults. Never raises."""
    reading = Reading(type(defaults), flat(defaults))
    for file in filter(None, (paths.system, paths.user)):
        text = _read_text(file, reading)
        if text is not None:
            reading.apply(file, _parse(text, file, reading)[0])
    if (folder := data_folder_of_environment()) is not None:
        reading.values["storage.data_folder"] = str(folder)
        reading.origins["storage.data_folder"] = "LONGSHIP_DATA"
    return reading


def data_folder_of_environment() -> Path | None:
    """The folder that LONGSHIP_DATA names."""
    override = os.environ.get("LONGSHIP_DATA")
    return absolute(override) if override else None


def absolute(path: str) -> Path:
    """A path from a person's hand, with ~ for the home folder. Never raises."""
    return Path(os.path.abspath(os.path.expanduser(path)))  # noqa: PTH100, PTH111 - Path's own can raise


def _read_text(file: Path, reading: Reading | None = None) -> str | None:
    """The text of a file; None when there is none, or when it cannot be read (which is a mistake)."""

    def mistake(sentence: Callable[[Gettext], str], **values: object) -> None:
        if reading is not None:
            reading.mistake(sentence, file=file, **values)

    try:
        found = kept_file.read(file)
        if found is None:
            return None
        if found[1]:
            return found[0].decode("utf-8-sig")
        mistake(lambda _: _("{file} is too large to be a settings file and is left out."))
    except UnicodeDecodeError:
        mistake(lambda _: _("{file} is not a text file (UTF-8) and is left out."))
    except OSError as error:
        mistake(
            lambda _: _("{file} cannot be read ({reason}) and is left out."), reason=error.strerror or error
        )
    return None


def _parse(text: str, file: Path, reading: Reading | None = None) -> tuple[dict[str, Any], str]:
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
                        line=_shortened(_without_password(lines[number].removeprefix("# ").strip())),
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


def _without_password(line: str) -> str:
    """A line as it may be shown: none has a password in it, but somebody may have thought so."""
    return re.sub(r"(?i)(pass\w*\s*[=:]).*", r"\1 …", line)


def _shared_pin(values: Mapping[str, object]) -> tuple[str, str, object] | None:
    """The first two keys that name the same pin, with its number."""
    named: dict[object, str] = {}
    places: list[tuple[str, object]] = []
    for key, value in values.items():
        if not key.startswith("pins."):
            continue
        if isinstance(value, tuple):
            places += [(f"{key}[{place}]", pin) for place, pin in enumerate(value)]
        elif value is not None:
            places.append((key, value))
    for name, pin in places:
        if pin in named:
            return named[pin], name, pin
        named[pin] = name
    return None


def _shortened(text: str, longest: int = 60) -> str:
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


def shown(value: object) -> str:
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
        return _shortened("[" + ", ".join(shown(part) for part in value[:30]) + "]")
    if isinstance(value, int) and value.bit_length() > 200:
        return "…"
    return _shortened(str(value))


# --- Writing ------------------------------------------------------------------------------------------


def write(settings: msgspec.Struct, paths: Paths, defaults: msgspec.Struct) -> None:
    """Lay settings into the user's file, whole or not at all. Raises OSError, and the old file stays then.

    Written are the keys of which the file does not say it yet; comments, other keys and mistakes that say
    nothing stay. A file that cannot be read or written into is set aside.
    """
    file = kept_file.led_to(paths.user)
    wanted = flat(settings)
    if data_folder_of_environment() is not None:  # the environment's word is not the user's
        del wanted["storage.data_folder"]
    below = Reading(type(settings), flat(defaults))
    if paths.system is not None and (text := _read_text(paths.system, below)) is not None:
        below.apply(paths.system, _parse(text, paths.system)[0])
    text = _merged_text(wanted, paths.user, file, type(settings), below.values)
    kept_file.write(file, text.encode())


def text_of(settings: msgspec.Struct, defaults: msgspec.Struct, always: Iterable[str] = ()) -> str:
    """Settings as the text of a file that needs no other: what differs from the defaults, and some keys
    always. Nobody has written into it, so it needs no library that keeps comments."""
    below = flat(defaults) | dict.fromkeys(always)
    sections: dict[str, list[str]] = {}
    for key, value in flat(settings).items():
        if value != below[key]:
            section, _dot, name = key.rpartition(".")
            text = json.dumps(_plain(value), ensure_ascii=False)  # which is TOML, but for one letter
            text = text.replace("\x7f", "\\u007f")
            sections.setdefault(section, []).append(f"{name} = {text}")
    return "\n".join("\n".join((f"[{section}]", *lines, "")) for section, lines in sections.items())


def read_text(text: str, file: Path, defaults: msgspec.Struct) -> Reading:
    """Lay the text of one file over the defaults. Never raises."""
    reading = Reading(type(defaults), flat(defaults))
    reading.apply(file, _parse(text, file, reading)[0])
    return reading


def _merged_text(
    wanted: Mapping[str, object],
    user: Path,
    file: Path,
    kind: type[msgspec.Struct],
    below: Mapping[str, object],
) -> str:
    import tomlkit  # only here: reading does without it, and every start would pay for it
    from tomlkit.exceptions import TOMLKitError

    text = _text_to_keep(file)
    if text is not None:
        # what was a mistake may count once something else has changed: then all keys are written
        for new in (_unsaid(text, wanted, user, Reading(kind, below)), wanted):
            with contextlib.suppress(TOMLKitError):
                document = tomlkit.parse(text)
                _lay(document, new, below)
                laid = tomlkit.dumps(document)
                if not _unsaid(laid, wanted, user, Reading(kind, below)):
                    return laid
    _set_aside(file)
    document = tomlkit.document()
    _lay(document, wanted, below)
    return tomlkit.dumps(document)


def _set_aside(file: Path) -> None:
    """Keep a file that cannot be written into under another name. Raises OSError."""
    if file.exists():
        file.rename(kept_file.free_name(file, ".unreadable"))


def _text_to_keep(file: Path) -> str | None:
    """The text of the user's file, its bad lines made comments; None when it cannot be read."""
    if not file.exists():
        return ""
    text = _read_text(file)
    return None if text is None else _parse(text, file)[1]


def _unsaid(text: str, wanted: Mapping[str, object], file: Path, reading: Reading) -> dict[str, object]:
    """The values that a text, read over the layers below, does not mean as they are wanted."""
    reading.apply(file, _parse(text, file)[0])
    return {key: value for key, value in wanted.items() if reading.values[key] != value}


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
