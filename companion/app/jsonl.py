"""The open format of a game: JSON Lines, described in docs/format.md.

The first line says what the game is played by, each further line is one entry of the log. What comes in
is checked before anything is made of it; what is wrong is said in one sentence with the number of the line.
"""

from __future__ import annotations

import difflib
import re
import stat
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NoReturn, TypeVar, Union, get_args

import msgspec

from companion.app.change_lines import (
    AnyLine,
    ViolationLine,
    change_of,
    lacks_events,
    lines_of,
    ruled_lines,
    ruled_of,
)
from companion.app.i18n import _
from companion.app.narrate import problem_texts
from companion.app.session import ruleset_of
from companion.app.terminal import is_obeyed, say
from companion.engine.codec import encode
from companion.engine.command import Command, tag_of
from companion.engine.errors import AssemblyError, DecodeError, LongshipError
from companion.engine.event import Event
from companion.engine.ids import EntryId, PlayerId
from companion.engine.level import Level
from companion.engine.state import Player
from companion.history.changes import Change
from companion.history.log import LONGEST_NAME, Entry, Fault, Fold, Header, LogError
from companion.rules import catalogue

T = TypeVar("T")

FORMAT = 1

LARGEST_FILE_BYTES = 32_000_000
LONGEST_LINE_BYTES = 8_000_000
"""A correction of the first of many entries states most of them anew."""
MOST_LINES = 20_000
"""Blank lines count too: each of them costs time."""
MOST_ENTRIES = 10_000
MOST_REPLAYED = 100_000
"""Entries that are played again, since a correction stands before them or one was undone."""
MOST_JUDGED = 20_000
"""Entries that are judged because they came without events; that takes ten times as long as playing them."""
MOST_OPTIONS = 100
LONGEST_PROBLEM = 600
"""Characters about what does not go together in the first line."""
LONGEST_ID = 60
"""Characters of a game's, player's or colour's id."""
LARGEST_GAME_NUMBER = 10_000
"""In commands and events: no count, turn or question of a game is larger."""
LARGEST_NUMBER = 2**53 - 1
"""What every reader of JSON holds exactly."""


class GameFileError(LongshipError, ValueError):
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
    and corrections that came without the events they meant."""

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
    modules: tuple[str, ...] = msgspec.field(default_factory=catalogue.usual)
    level: str = "L1"
    profile: str = "hobbyworld"
    options: dict[str, bool | int | str] = {}
    first: str | None = None
    started: int = 0
    inherited: int | msgspec.UnsetType = msgspec.UNSET


class EntryLine(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Every other line: exactly one of ``command``, ``undo``, ``redo`` and ``correction``."""

    entry: int
    command: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    undo: int | msgspec.UnsetType = msgspec.UNSET
    redo: int | msgspec.UnsetType = msgspec.UNSET
    correction: tuple[AnyLine, ...] | msgspec.UnsetType = msgspec.UNSET
    events: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    overruled: tuple[ViolationLine, ...] = ()
    at: int = 0


# --- Writing ------------------------------------------------------------------------------------------


def encode_header(header: Header) -> bytes:
    """The first line, without its end; all its fields, ``inherited`` only where there is something."""
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
            header.inherited or msgspec.UNSET,
        )
    )


def encode_entry(entry: Entry, events: bool = True) -> bytes:
    """The line of an entry, without its end."""
    line = EntryLine(
        entry.entry,
        overruled=ruled_lines(entry.overruled),
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
    elif entry.correction:
        line.correction = lines_of(entry.correction, events)
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
        0 if line.inherited is msgspec.UNSET else line.inherited,
    )


def command_of(text: str) -> Command:
    """A command in JSON, as in a file.

    Raises:
        GameFileError: with one sentence that says what is wrong.
    """
    reading = _Reading(b"", "JSON")
    return reading.command(msgspec.Raw(text.encode(errors="surrogatepass")))


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
        self.fold = Fold()
        self.replayed = 0
        self.judged = 0

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
                self.wrong(_("The file is incomplete: it ends in the middle of this line."))
            try:
                blank = not line.decode().strip()
            except UnicodeDecodeError:
                self.wrong(_("This is not text in UTF-8."))
            if self.number > MOST_LINES:
                self.wrong(
                    _("The file has too many lines for a game: at most {count} are read.").format(
                        count=MOST_LINES
                    )
                )
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
        if header.inherited is not msgspec.UNSET and not 0 <= header.inherited <= LARGEST_NUMBER:
            self.wrong(_("The field {field} has a wrong value.").format(field="inherited"))

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
        if len(header.options) > MOST_OPTIONS:
            self.wrong(
                _("{number} options are more than any game has: at most {count} are read.").format(
                    number=len(header.options), count=MOST_OPTIONS
                )
            )
        self._check_known(_("The module {name} is not known."), header.modules, catalogue.folders())
        self._check_known(_("The profile {name} is not known."), [header.profile], catalogue.profiles())
        self._check_known(
            _("The level {name} is not known."), [header.level], [str(level) for level in Level]
        )
        try:
            ruleset_of(header)
        except AssemblyError as error:
            self.wrong(_shown(" ".join(problem_texts(error)), LONGEST_PROBLEM))

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
        fields = (found.command, found.undo, found.redo, found.correction)
        if sum(field is not msgspec.UNSET for field in fields) != 1:
            self.wrong(_('An entry has exactly one of "command", "undo", "redo" and "correction".'))
        if found.command is msgspec.UNSET and (found.events is not msgspec.UNSET or found.overruled):
            self.wrong(_('Only a command has "events" and "overruled".'))
        entry = self._entered(number, found)
        try:
            kept = self.fold.take(entry)
        except LogError as error:
            self.wrong(_contradiction(entry.entry, error))
        played = len(self.fold.standing) - kept
        self.judged += played if number in self.without_events else 0
        if self.judged > MOST_JUDGED:
            self.wrong(
                _(
                    "Too many entries came without events: at most {count} are judged, "
                    "those that follow a correction once more."
                ).format(count=MOST_JUDGED)
            )
        self.replayed += max(0, played - 1)
        if self.replayed > MOST_REPLAYED:
            self.wrong(
                _(
                    "The corrections of this game reach too far: at most {count} entries are played again."
                ).format(count=MOST_REPLAYED)
            )
        self.entries.append(entry)
        self.lines[number] = self.number

    def _entered(self, number: EntryId, found: EntryLine) -> Entry:
        if found.undo is not msgspec.UNSET:
            return Entry(number, undo=EntryId(found.undo), at=found.at)
        if found.redo is not msgspec.UNSET:
            return Entry(number, redo=EntryId(found.redo), at=found.at)
        if found.correction is not msgspec.UNSET:
            return Entry(number, correction=self._correction(number, found.correction), at=found.at)
        assert found.command is not msgspec.UNSET
        command = self.command(found.command)
        events: tuple[Event, ...] = ()
        if found.events is msgspec.UNSET:
            self.without_events.add(number)
        else:
            events = self._events(found.events)
        return Entry(number, command, events, ruled_of(found.overruled), at=found.at)

    def _correction(self, number: EntryId, lines: Sequence[AnyLine]) -> tuple[Change, ...]:
        if any(lacks_events(line) for line in lines):
            self.without_events.add(number)
        return tuple(change_of(line, self.command, self._events) for line in lines)

    def command(self, raw: msgspec.Raw) -> Command:
        codec = catalogue.codec()
        unknown = _("The command {name} is not known.")
        return self._known(raw, codec.command, codec.command_types, unknown)

    def _events(self, raw: msgspec.Raw) -> tuple[Event, ...]:
        codec = catalogue.codec()
        return self._known(raw, codec.events, codec.event_types, _("The event {name} is not known."))

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
            tags = [tag_of(kind) for kind in kinds]
            self.wrong(_with_suggestion(unknown.format(name=_shown(found[1])), found[1], tags))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            self.wrong(_("This is not JSON."))


def _contradiction(number: EntryId, error: LogError) -> str:
    """What is wrong with an entry that names another one, as a sentence in the language in use."""
    sentences = {
        Fault.UNDO: _("Entry {entry} undoes entry {other}, which is not the last one that stands."),
        Fault.REDO: _("Entry {entry} brings back entry {other}, which is not the last one undone."),
        Fault.MISSING: _("Entry {entry} corrects entry {other}, which does not stand."),
        Fault.TWICE: _("Entry {entry} corrects entry {other} twice."),
        Fault.EMPTY: _("Entry {entry} corrects nothing."),
    }
    assert error.fault is not None
    return sentences[error.fault].format(entry=number, other=error.other)


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
    return any(map(is_obeyed, text))


def _shown(text: str, longest: int = 60) -> str:
    """A word of the file, fit to be printed."""
    cut = text if len(text) <= longest else text[: longest - 1] + "…"
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in cut)


# --- The schema ---------------------------------------------------------------------------------------


def schema() -> dict[str, Any]:
    """The JSON schema of a line, for docs/format.schema.json."""
    codec = catalogue.codec()
    command: Any = Union[codec.command_types]
    event: Any = Union[codec.event_types]
    changes: Any = Union[tuple(_typed(line, command, event) for line in get_args(AnyLine))]
    fields: list[tuple[str, Any, Any]] = [
        ("entry", int, msgspec.NODEFAULT),
        ("command", command | msgspec.UnsetType, msgspec.UNSET),
        ("undo", int | msgspec.UnsetType, msgspec.UNSET),
        ("redo", int | msgspec.UnsetType, msgspec.UNSET),
        ("correction", tuple[changes, ...] | msgspec.UnsetType, msgspec.UNSET),
        ("events", tuple[event, ...] | msgspec.UnsetType, msgspec.UNSET),
        ("overruled", tuple[ViolationLine, ...], ()),
        ("at", int, 0),
    ]
    entry = msgspec.defstruct("Entry", fields, forbid_unknown_fields=True)
    (header, line), parts = msgspec.json.schema_components((HeaderLine, entry), ref_template="#/$defs/{name}")
    # what a function gives is no default to msgspec
    parts["HeaderLine"]["properties"]["modules"]["default"] = list(catalogue.usual())
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


def _typed(line: type[msgspec.Struct], command: Any, event: Any) -> type[msgspec.Struct]:
    """A change whose command and events are those that there are."""
    kinds = {"command": command, "events": tuple[event, ...]}
    fields: list[tuple[str, Any, Any]] = []
    for field in msgspec.structs.fields(line):
        kind = kinds.get(field.name, field.type)
        if field.default is msgspec.UNSET:
            kind = kind | msgspec.UnsetType
        fields.append((field.name, kind, field.default))
    return msgspec.defstruct(
        line.__name__, fields, tag_field="kind", tag=line.__struct_config__.tag, forbid_unknown_fields=True
    )


if __name__ == "__main__":
    say(*msgspec.json.format(msgspec.json.encode(schema(), order="sorted"), indent=2).decode().splitlines())
