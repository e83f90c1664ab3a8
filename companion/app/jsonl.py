"""The open format of a game: JSON Lines, described in docs/format.md.

The first line says what the game is played by, each further line is one entry of the log. What comes in
is checked before anything is made of it; what is wrong is said in one sentence with the number of the line.
"""

from __future__ import annotations

import difflib
import re
import stat
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar, Union

import msgspec

from companion.app.i18n import _
from companion.app.narrate import problem_texts
from companion.app.session import ruleset_of
from companion.engine.codec import encode
from companion.engine.errors import AssemblyError, DecodeError
from companion.engine.event import Event
from companion.engine.ids import EntryId, PlayerId, RuleId
from companion.engine.level import Level
from companion.engine.state import Player
from companion.engine.verdict import Severity, Violation
from companion.history.log import LONGEST_NAME, Entry, Header
from companion.rules import catalogue

T = TypeVar("T")

FORMAT = 1

LARGEST_FILE_BYTES = 32_000_000
LONGEST_LINE_BYTES = 1_000_000
MOST_ENTRIES = 10_000
LONGEST_ID = 60
"""Characters of a game's, player's or colour's id."""
LARGEST_GAME_NUMBER = 10_000
"""In commands and events: no count, turn or question of a game is larger."""
LARGEST_NUMBER = 2**53 - 1
"""What every reader of JSON holds exactly."""


class GameFileError(ValueError):
    """One clear sentence about a game file that cannot be read, in the language in use.

    ``line`` is the number of the bad line, ``readable`` how many entries stand before it.
    """

    def __init__(self, text: str, line: int | None = None, readable: int = 0) -> None:
        super().__init__(text)
        self.line = line
        self.readable = readable


@dataclass(frozen=True)
class GameFile:
    """A game as read: ``lines`` are the numbers of the entries' lines; ``without_events`` are the commands
    that came without the events they meant."""

    name: str
    header: Header
    entries: tuple[Entry, ...]
    lines: dict[EntryId, int]
    without_events: frozenset[EntryId]


class PlayerLine(msgspec.Struct, forbid_unknown_fields=True):
    """A player in the first line."""

    id: str
    name: str
    colour: str


class HeaderLine(msgspec.Struct, forbid_unknown_fields=True):
    """The first line. What may be left out has the value that format 1 began with, whatever comes later."""

    longship: int
    game: str
    players: tuple[PlayerLine, ...]
    modules: tuple[str, ...] = ("base", "cities_knights")
    level: str = "L1"
    profile: str = "hobbyworld"
    options: dict[str, bool | int | str] = {}
    first: str | None = None
    started: int = 0


class ViolationLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """A broken rule that the table let stand."""

    rule: str
    key: str = ""
    params: dict[str, str | int | tuple[str, ...]] = {}
    severity: Severity = Severity.SOFT
    hidden: bool = False


class EntryLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Every other line: exactly one of ``command``, ``undo`` and ``redo``."""

    entry: int
    command: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    undo: int | msgspec.UnsetType = msgspec.UNSET
    redo: int | msgspec.UnsetType = msgspec.UNSET
    events: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    overruled: tuple[ViolationLine, ...] = ()
    at: int = 0


# --- Writing ------------------------------------------------------------------------------------------


def encode_header(header: Header) -> bytes:
    """The first line, without its end; every field is written."""
    players = tuple(PlayerLine(player.id, player.name, player.colour) for player in header.players)
    return msgspec.json.encode(
        HeaderLine(
            FORMAT,
            header.game,
            players,
            header.modules,
            header.level,
            header.profile,
            header.options,
            header.first,
            header.started,
        )
    )


def encode_entry(entry: Entry, events: bool = True) -> bytes:
    """The line of an entry, without its end."""
    line = EntryLine(
        entry.entry,
        overruled=tuple(
            ViolationLine(v.rule, v.key, v.params, v.severity, v.hidden) for v in entry.overruled
        ),
        at=entry.at,
    )
    if entry.command is not None:
        line.command = msgspec.Raw(encode(entry.command))
        if events:
            line.events = msgspec.Raw(encode(entry.events))
    elif entry.undo is not None:
        line.undo = entry.undo
    elif entry.redo is not None:
        line.redo = entry.redo
    return msgspec.json.encode(line)


def export_game(header: Header, entries: Iterable[Entry], events: bool = True) -> str:
    """A game as the text of a file (UTF-8); the same game is always the same text.

    Without ``events`` it is smaller, and an import judges every command by the rules of its day.
    """
    lines = (encode_header(header), *(encode_entry(entry, events) for entry in entries))
    return "".join(line.decode() + "\n" for line in lines)


# --- Reading ------------------------------------------------------------------------------------------


def read(path: Path, salvage: bool = False) -> GameFile:
    """Read a game file. With ``salvage`` the entries before the first bad line are taken.

    Raises:
        GameFileError: with one sentence that says what is wrong, and in which line.
    """
    shown = _shown(str(path), 200)
    try:
        if not stat.S_ISREG(path.stat().st_mode):  # a pipe might never end
            raise GameFileError(_("{file} is not a file.").format(file=shown))
        with path.open("rb") as stream:
            data = stream.read(LARGEST_FILE_BYTES + 1)
    except OSError as error:
        raise GameFileError(
            _("{file} cannot be read: {reason}.").format(file=shown, reason=error.strerror or error)
        ) from error
    return parse(data, path.name, salvage)


def parse(data: bytes, name: str, salvage: bool = False) -> GameFile:
    """Read the content of a game file called ``name``.

    Raises:
        GameFileError: with one sentence that says what is wrong, and in which line.
    """
    return _Reading(data, _shown(name)).game(salvage)


def decode_header(line: bytes) -> Header:
    """The header in a first line that this program wrote; nothing is asked of the rules.

    Raises:
        DecodeError: if it is not one.
    """
    try:
        return _header_of(_HEADER.decode(line))
    except msgspec.MsgspecError as error:
        raise DecodeError(str(error)) from error


def _header_of(line: HeaderLine) -> Header:
    return Header(
        line.game,
        tuple(Player(PlayerId(player.id), player.name, player.colour) for player in line.players),
        line.modules,
        line.level,
        line.profile,
        line.options,
        None if line.first is None else PlayerId(line.first),
        line.started,
    )


class _Version(msgspec.Struct):
    longship: int = 0


_VERSION = msgspec.json.Decoder(_Version)
_HEADER = msgspec.json.Decoder(HeaderLine)
_ENTRY = msgspec.json.Decoder(EntryLine)


class _Reading:
    """Goes through a file line by line and stops with a sentence at the first that is wrong."""

    def __init__(self, data: bytes, name: str) -> None:
        self.data = data
        self.name = name
        self.number = 1
        self.entries: list[Entry] = []
        self.lines: dict[EntryId, int] = {}
        self.without_events: set[EntryId] = set()
        self.standing: list[EntryId] = []
        self.undone: list[EntryId] = []

    def wrong(self, problem: str) -> NoReturn:
        """Stop, with what is wrong with the line."""
        raise GameFileError(
            _("{file}, line {line}: {problem}").format(file=self.name, line=self.number, problem=problem),
            self.number,
            len(self.entries),
        )

    def game(self, salvage: bool) -> GameFile:
        if len(self.data) > LARGEST_FILE_BYTES:
            raise GameFileError(
                _("{file} is too large for a game: at most {megabytes} MB are read.").format(
                    file=self.name, megabytes=LARGEST_FILE_BYTES // 10**6
                )
            )
        lines = self._lines()
        first = next(lines, None)
        if first is None:
            raise GameFileError(_("{file} is empty.").format(file=self.name))
        header = self._header(first)
        try:
            for line in lines:
                self._entry(line)
        except GameFileError:
            if not salvage:
                raise
        return GameFile(self.name, header, tuple(self.entries), self.lines, frozenset(self.without_events))

    def _lines(self) -> Iterator[bytes]:
        """The lines that are not blank, checked for their size and their letters."""
        data = self.data.removeprefix(b"\xef\xbb\xbf")
        start = 0
        while start < len(data):
            end = data.find(b"\n", start)
            line = data[start : end if end >= 0 else len(data)]
            if len(line) > LONGEST_LINE_BYTES:
                self.wrong(
                    _("This line is too long: at most {count} bytes are read.").format(
                        count=LONGEST_LINE_BYTES
                    )
                )
            if end < 0 and self.number > 1 and not _is_json(line):
                self.wrong(_("The file is torn: it ends in the middle of this line."))
            try:
                blank = not line.decode().strip()
            except UnicodeDecodeError:
                self.wrong(_("This is not text in UTF-8."))
            if not blank:
                yield line
            start = end + 1 if end >= 0 else len(data)
            self.number += 1

    def _decode(self, decoder: msgspec.json.Decoder[T], line: bytes) -> T:
        try:
            return decoder.decode(line)
        except msgspec.ValidationError as error:
            self.wrong(_explained(str(error)))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self.wrong(_("This is not JSON."))

    def _header(self, line: bytes) -> Header:
        try:
            version = _VERSION.decode(line).longship
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            version = 0
        if version < 1:
            self.wrong(_('This is not a game of Longship: the first line has no number of "longship".'))
        if version > FORMAT:
            self.wrong(
                _("This was written by a newer Longship (format {theirs}; this one reads {ours}).").format(
                    theirs=version, ours=FORMAT
                )
            )
        found = self._decode(_HEADER, line)
        self._check_names(found)
        header = _header_of(found)
        self._check_rules(header)
        return header

    def _check_names(self, header: HeaderLine) -> None:
        self._check_id("game", header.game)
        for seat, player in enumerate(header.players, start=1):
            self._check_id("id", player.id)
            self._check_id("colour", player.colour)
            if len(player.name) > LONGEST_NAME:
                self.wrong(
                    _("The name of player {seat} has {count} characters; at most {most} fit.").format(
                        seat=seat, count=len(player.name), most=LONGEST_NAME
                    )
                )
            if not player.name.strip() or _has_controls(player.name):
                self.wrong(
                    _("The name of player {seat} is empty or has control characters.").format(seat=seat)
                )
        ids = [player.id for player in header.players]
        if len(set(ids)) < len(ids):
            self.wrong(_("Two players have the same id."))
        if header.first is not None and header.first not in ids:
            self.wrong(_('"first" names nobody at the table: {name}.').format(name=_shown(header.first)))
        if not 0 <= header.started <= LARGEST_NUMBER:
            self.wrong(
                _('"started" must be milliseconds since 1970, not {number}.').format(number=header.started)
            )

    def _check_id(self, field: str, value: str) -> None:
        if not 1 <= len(value) <= LONGEST_ID or _has_controls(value) or "/" in value:
            self.wrong(
                _('"{field}" must have 1 to {most} characters, without control characters and "/".').format(
                    field=field, most=LONGEST_ID
                )
            )

    def _check_rules(self, header: Header) -> None:
        if not header.modules:
            self.wrong(_('"modules" is empty.'))
        self._check_known(_("The module {name} is not known."), header.modules, catalogue.folders())
        self._check_known(_("The profile {name} is not known."), [header.profile], catalogue.profiles())
        self._check_known(
            _("The level {name} is not known."), [header.level], [str(level) for level in Level]
        )
        try:
            ruleset_of(header)
        except AssemblyError as error:
            self.wrong(" ".join(problem_texts(error)))

    def _check_known(self, sentence: str, names: Iterable[str], known: Iterable[str]) -> None:
        for name in names:
            if name not in known:
                self.wrong(_with_suggestion(sentence.format(name=_shown(name)), name, known))

    def _entry(self, line: bytes) -> None:
        found = self._decode(_ENTRY, line)
        number = EntryId(found.entry)
        if len(self.entries) >= MOST_ENTRIES:
            self.wrong(_("A game has at most {count} entries.").format(count=MOST_ENTRIES))
        if not 1 <= number <= LARGEST_NUMBER or not 0 <= found.at <= LARGEST_NUMBER:
            self.wrong(_('"entry" counts from 1, and "at" is milliseconds since 1970.'))
        if number in self.lines:
            self.wrong(_("Entry {entry} is there twice.").format(entry=number))
        last = self.entries[-1].entry if self.entries else 0
        if number < last:
            self.wrong(
                _("Entry {entry} follows entry {last}, but the numbers must ascend.").format(
                    entry=number, last=last
                )
            )
        given = [field for field in (found.command, found.undo, found.redo) if field is not msgspec.UNSET]
        if len(given) != 1:
            self.wrong(_('An entry has exactly one of "command", "undo" and "redo".'))
        if found.command is msgspec.UNSET and (found.events is not msgspec.UNSET or found.overruled):
            self.wrong(_('Only a command has "events" and "overruled".'))
        self.entries.append(self._entered(number, found))
        self.lines[number] = self.number

    def _entered(self, number: EntryId, found: EntryLine) -> Entry:
        if found.undo is not msgspec.UNSET:
            if not self.standing or self.standing[-1] != found.undo:
                self.wrong(
                    _("Entry {entry} undoes entry {other}, which is not the last one that stands.").format(
                        entry=number, other=found.undo
                    )
                )
            self.undone.append(self.standing.pop())
            return Entry(number, undo=EntryId(found.undo), at=found.at)
        if found.redo is not msgspec.UNSET:
            if not self.undone or self.undone[-1] != found.redo:
                self.wrong(
                    _("Entry {entry} brings back entry {other}, which is not the last one undone.").format(
                        entry=number, other=found.redo
                    )
                )
            self.standing.append(self.undone.pop())
            return Entry(number, redo=EntryId(found.redo), at=found.at)
        assert found.command is not msgspec.UNSET
        codec = catalogue.codec()
        command = self._known(
            found.command, codec.command, codec.command_types, _("The command {name} is not known.")
        )
        events: tuple[Event, ...] = ()
        if found.events is msgspec.UNSET:
            self.without_events.add(number)
        else:
            events = self._known(
                found.events, codec.events, codec.event_types, _("The event {name} is not known.")
            )
        overruled = tuple(
            Violation(RuleId(broken.rule), broken.key, broken.params, broken.severity, broken.hidden)
            for broken in found.overruled
        )
        self.standing.append(number)
        self.undone.clear()
        return Entry(number, command, events, overruled, at=found.at)

    def _known(
        self,
        raw: msgspec.Raw,
        decode: Callable[[bytes], T],
        kinds: Iterable[type[msgspec.Struct]],
        unknown: str,
    ) -> T:
        try:
            if not _is_small(msgspec.json.decode(raw)):
                self.wrong(_("A number is larger than any in a game."))
            return decode(bytes(raw))
        except DecodeError as error:
            found = _UNKNOWN_TYPE.match(str(error))
            if found is None:
                self.wrong(_explained(str(error)))
            tags = [str(kind.__struct_config__.tag) for kind in kinds]
            self.wrong(_with_suggestion(unknown.format(name=_shown(found[1])), found[1], tags))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self.wrong(_("This is not JSON."))


_UNKNOWN_TYPE = re.compile(r"Invalid value '(.*)' - at `\$(?:\[\d+\])?\.type`$", re.DOTALL)
_UNKNOWN_FIELD = re.compile(r"Object contains unknown field `(.*?)`(?: - at `\$(.*)`)?$", re.DOTALL)
_MISSING_FIELD = re.compile(r"Object missing required field `(.*?)`(?: - at `\$(.*)`)?$", re.DOTALL)
_WRONG_VALUE = re.compile(r"(?:.*) - at `\$\.?(.*)`$", re.DOTALL)


def _explained(error: str) -> str:
    """What a decoder says, as a sentence in the language in use."""
    if found := _UNKNOWN_FIELD.match(error):
        return _("The field {field} is not known.").format(field=_shown(found[1]))
    if found := _MISSING_FIELD.match(error):
        return _("The field {field} is missing.").format(field=_shown(found[1]))
    if found := _WRONG_VALUE.match(error):
        return _("The field {field} has a wrong value.").format(field=_shown(found[1]))
    return _("This is not what the format asks for ({reason}).").format(reason=_shown(error))


def _with_suggestion(sentence: str, name: str, known: Iterable[str]) -> str:
    near = difflib.get_close_matches(name[:LONGEST_ID], list(known), n=1)
    if not near:
        return sentence
    return _("{sentence} Did you mean {suggestion}?").format(sentence=sentence, suggestion=near[0])


def _is_json(line: bytes) -> bool:
    try:
        msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeDecodeError):
        return False
    except RecursionError:
        return True
    return True


def _is_small(value: object) -> bool:
    """Whether all numbers in a value are of a game's size, so that nothing counts up to them for ever."""
    values = [value]
    while values:
        inside = values.pop()
        if isinstance(inside, dict):
            values.extend(inside.values())
        elif isinstance(inside, list):
            values.extend(inside)
        elif isinstance(inside, int) and abs(inside) > LARGEST_GAME_NUMBER:
            return False
    return True


def _has_controls(text: str) -> bool:
    return any(unicodedata.category(letter) in ("Cc", "Zl", "Zp") for letter in text)


def _shown(text: str, longest: int = 60) -> str:
    """A word of the file, fit to be printed."""
    text = "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in text)
    return text if len(text) <= longest else text[: longest - 1] + "…"


# --- The schema ---------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """The JSON schema of a line, for docs/format.schema.json."""
    codec = catalogue.codec()
    command: Any = Union[codec.command_types]
    event: Any = Union[codec.event_types]
    fields: list[tuple[str, Any, Any]] = [
        ("entry", int, msgspec.NODEFAULT),
        ("command", command | msgspec.UnsetType, msgspec.UNSET),
        ("undo", int | msgspec.UnsetType, msgspec.UNSET),
        ("redo", int | msgspec.UnsetType, msgspec.UNSET),
        ("events", tuple[event, ...] | msgspec.UnsetType, msgspec.UNSET),
        ("overruled", tuple[ViolationLine, ...], ()),
        ("at", int, 0),
    ]
    entry = msgspec.defstruct("Entry", fields, forbid_unknown_fields=True)
    (header, line), parts = msgspec.json.schema_components((HeaderLine, entry), ref_template="#/$defs/{name}")
    for part in parts.values():
        if "description" in part:
            part["description"] = " ".join(
                part["description"].split()
            )  # indented or not, by version of Python
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Longship game, format 1: one line",
        "anyOf": [header, line],
        "$defs": parts,
    }


if __name__ == "__main__":
    print(msgspec.json.format(msgspec.json.encode(schema(), order="sorted"), indent=2).decode())
