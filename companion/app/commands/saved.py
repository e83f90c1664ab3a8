"""Games that are saved here, by their names."""

from __future__ import annotations

import difflib
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from companion.app.commands.shared import CommandLineError, say_notice
from companion.app.games import complete, look_at
from companion.app.i18n import _
from companion.app.jsonl import GameFileError, read
from companion.app.session import GameSession, Nowhere
from companion.app.settings import data_folder
from companion.app.storage import JournalStore, StorageError, open_copy
from companion.history.log import Entry, Header

Found = TypeVar("Found")


def saved_game(name: str) -> tuple[Header, tuple[Entry, ...]]:
    """A game that is saved here.

    Raises:
        CommandLineError: if it cannot be read; where none has that name, with one that may be meant.
    """
    header, entries, _journal = _found(name, lambda store: store.load(name))
    return header, entries


def _found(name: str, find: Callable[[JournalStore], Found]) -> Found:
    """What is found in the games that are saved here."""
    store = open_copy(data_folder(), say_notice)
    try:
        return find(store)
    except StorageError as error:
        kept = [record.header.game for record in store.games()]
        near = difflib.get_close_matches(name, kept, n=1)
        if near and name not in kept:
            raise CommandLineError(
                _("{problem} Did you mean {suggestion}?").format(problem=error, suggestion=near[0])
            ) from error
        raise CommandLineError(str(error)) from error


def opened_game(name: str) -> GameSession:
    """A game from a file, or else one that is saved here; what is entered in it goes nowhere.

    Raises:
        CommandLineError: if it cannot be read.
    """
    if not Path(name).exists():
        return _found(name, lambda store: look_at(store, name))
    try:
        game = read(Path(name))
        return GameSession(game.header, Nowhere(), complete(game)[0])
    except GameFileError as error:
        raise CommandLineError(str(error)) from error
