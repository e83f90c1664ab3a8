"""Entries as rows of the journal, and rows as entries."""

from __future__ import annotations

import msgspec

from companion.app.change_lines import AnyLine, change_of, lines_of, ruled_lines
from companion.app.journal_file import Row
from companion.app.jsonl import EntryLine
from companion.engine.codec import Codec, encode
from companion.engine.errors import DecodeError
from companion.engine.ids import EntryId
from companion.engine.verdict import Violation
from companion.history.log import Entry
from companion.history.summary import Summary


class _Body(msgspec.Struct, omit_defaults=True):
    command: msgspec.Raw | msgspec.UnsetType = msgspec.UNSET
    undo: EntryId | None = None
    redo: EntryId | None = None
    correction: tuple[AnyLine, ...] = ()


_BODY = msgspec.json.Decoder(_Body)
_OVERRULED = msgspec.json.Decoder(tuple[Violation, ...])
_SUMMARY = msgspec.json.Decoder(Summary)


def row_of(entry: Entry) -> Row:
    """The row of an entry, without the checksum that goes on from the one before."""
    command = msgspec.UNSET if entry.command is None else msgspec.Raw(encode(entry.command))
    return Row(
        entry.entry,
        msgspec.json.encode(_Body(command, entry.undo, entry.redo, lines_of(entry.correction))),
        None if entry.command is None else encode(entry.events),
        msgspec.json.encode(entry.overruled) if entry.overruled else None,
        entry.at,
    )


def entry_of(row: Row, codec: Codec) -> Entry:
    """The entry in a row.

    Raises:
        DecodeError: for what this program does not know.
    """
    try:
        body = _BODY.decode(row.body)
        overruled = () if row.overruled is None else _OVERRULED.decode(row.overruled)
    except msgspec.MsgspecError as error:
        raise DecodeError(str(error)) from error
    return Entry(
        EntryId(row.entry),
        None if body.command is msgspec.UNSET else codec.command(bytes(body.command)),
        () if row.events is None else codec.events(row.events),
        overruled,
        body.undo,
        body.redo,
        row.at,
        tuple(
            change_of(line, lambda raw: codec.command(bytes(raw)), lambda raw: codec.events(bytes(raw)))
            for line in body.correction
        ),
    )


def line_of(row: Row) -> bytes:
    """The line that the entry in a row has in a game file, without its end. The rules it was entered by need
    not be known here.

    Raises:
        DecodeError: for what this program cannot have stored.
    """
    try:
        body = _BODY.decode(row.body)
        overruled = () if row.overruled is None else _OVERRULED.decode(row.overruled)
    except msgspec.MsgspecError as error:
        raise DecodeError(str(error)) from error
    line = EntryLine(row.entry, body.command, overruled=ruled_lines(overruled), at=row.at)
    if body.command is not msgspec.UNSET and row.events is not None:
        line.events = msgspec.Raw(row.events)
    if body.undo is not None:
        line.undo = body.undo
    if body.redo is not None:
        line.redo = body.redo
    if body.correction:
        line.correction = body.correction
    return msgspec.json.encode(line)


def summary_of(text: bytes | None) -> Summary | None:
    """How a game stands, None where that is not known."""
    try:
        return None if text is None else _SUMMARY.decode(text)
    except (msgspec.MsgspecError, UnicodeDecodeError):  # it has no checksum: it can be made anew
        return None
