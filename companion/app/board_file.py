"""Boards that the table keeps: those saved by name, and the one laid last.

They stand in ``boards.json`` in the data folder, the newest first. Whatever of it cannot be understood is
left out, the file is kept beside under another name, and one sentence says so.
"""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.app import kept_file
from companion.app.i18n import _
from companion.app.ports import Notice
from companion.engine.geometry import LONGEST, interlock
from companion.rules.common import Board

FILE = "boards.json"
MOST_BOARDS = 200
LONGEST_NAME = 60

S = TypeVar("S", bound=msgspec.Struct)


class SavedBoard(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A board under its name."""

    name: str
    board: Board

    @property
    def key(self) -> str:
        """Its name in a list."""
        return self.name


class Boards(msgspec.Struct, frozen=True):
    """What is kept: the boards by name, and the one laid last."""

    saved: tuple[SavedBoard, ...] = ()
    last: Board | None = None


class _File(msgspec.Struct, frozen=True):
    boards: list[msgspec.Raw]
    last: msgspec.Raw = msgspec.Raw(b"null")
    version: int = 1


def clean_name(text: str) -> str:
    """A typed name as it is kept: one line, single spaces, no more letters than there is room for."""
    kept = "".join(letter if letter.isprintable() else " " for letter in text)
    return " ".join(kept.split())[:LONGEST_NAME].rstrip()


def with_board(boards: Boards, name: str, board: Board) -> Boards:
    """With the board under this name, first of all; another one of that name is replaced."""
    others = tuple(other for other in boards.saved if other.name != name)
    return msgspec.structs.replace(boards, saved=(SavedBoard(name, board), *others)[:MOST_BOARDS])


def without(boards: Boards, name: str) -> Boards:
    """Without the board of that name."""
    return msgspec.structs.replace(boards, saved=tuple(other for other in boards.saved if other.name != name))


def load(folder: Path) -> tuple[Boards, Notice | None]:
    """Everything kept, and a sentence if the file is damaged. Never raises."""
    file = folder / FILE
    try:
        found = kept_file.read(file)
    except OSError as error:
        return Boards(), Notice(
            _("The saved boards cannot be read from {file}: {reason}.").format(
                file=file, reason=error.strerror or error
            ),
            _("Boards can be set up as usual. Allow reading the file to get them back."),
        )
    if found is None:
        return Boards(), None
    data, all_of_it = found
    boards, whole = understood(data)
    if whole and all_of_it:
        return boards, None
    aside = kept_file.set_aside(file)
    return boards, Notice(
        _("The list of saved boards is damaged and was set aside as {file}.").format(file=aside.name),
        _("The boards that could be read are still there; save the others again."),
    )


def merged(boards: Boards, others: Boards) -> Boards:
    """With the boards of another machine behind those that are here. One of the same name that is another
    board gets a number behind its name."""
    saved = list(boards.saved)
    for other in others.saved:
        for number in itertools.count(1):
            ending = "" if number == 1 else f" {number}"
            name = other.name[: LONGEST_NAME - len(ending)].rstrip() + ending
            there = next((one for one in saved if one.name == name), None)
            if there is None:
                saved.append(SavedBoard(name, other.board))
            if there is None or there.board == other.board:
                break
    return Boards(tuple(saved[:MOST_BOARDS]), boards.last or others.last)


def understood(data: bytes) -> tuple[Boards, bool]:
    """The boards that can be read in a file, each name once, and whether that is all that was in it."""
    """The boards that can be read, each name once, and whether that is all that was in the file."""
    try:
        found = msgspec.json.decode(data, type=_File)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return Boards(), False
    whole = found.version == 1 and len(found.boards) <= MOST_BOARDS
    saved: list[SavedBoard] = []
    for raw in found.boards[:MOST_BOARDS]:
        board = _read(raw, SavedBoard)
        if (
            board is not None
            and board.name
            and board.name == clean_name(board.name)
            and _can_be(board.board)
            and all(board.name != other.name for other in saved)
        ):
            saved.append(board)
        else:
            whole = False
    last = None if bytes(found.last) == b"null" else _read(found.last, Board)
    if last is not None and not _can_be(last):
        last = None
    return Boards(tuple(saved), last), whole and (last is not None or bytes(found.last) == b"null")


def _read(raw: msgspec.Raw, kind: type[S]) -> S | None:
    try:
        return msgspec.json.decode(raw, type=kind)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return None


def _can_be(board: Board) -> bool:
    """Whether it can be drawn; the rules say the rest when it is laid, hubs among it."""
    return (
        interlock(board.rows)
        and len(board.terrain) == len(board.tokens) == sum(board.rows)
        and len(board.harbours) <= LONGEST**2
        and not board.hubs
        and all(harbour.edge in board.geometry.ends for harbour in board.harbours)
    )


def save(folder: Path, boards: Boards) -> Notice | None:
    """Write everything; a power cut leaves the old file or the new one. A failure is one sentence."""
    file = folder / FILE
    tree = {"version": 1, "last": boards.last, "boards": boards.saved}
    try:
        kept_file.write(file, msgspec.json.encode(tree) + b"\n")
    except OSError as error:
        return Notice(
            _("The board could not be saved in {file}: {reason}.").format(
                file=file, reason=error.strerror or error
            ),
            _("The game goes on. Allow writing there, or free some space."),
        )
    return None
