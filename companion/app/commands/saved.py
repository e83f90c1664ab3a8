"""Games that are saved here, by their names."""

from __future__ import annotations

import difflib
from pathlib import Path

from companion.app.commands.shared import CommandLineError, say_notice
from companion.app.games import complete
from companion.app.i18n import _
from companion.app.jsonl import GameFileError, read
from companion.app.session import GameSession, Nowhere
from companion.app.settings import data_folder
from companion.app.storage import StorageError, open_copy
from companion.history.log import Entry, Header


def saved_game(name: str) -> tuple[Header, tuple[Entry, ...]]:
    """A game that is saved here.

    Raises:
        CommandLineError: if it cannot be read; where none has that name, with one that may be meant.
    """
    try:
        store = open_copy(data_folder(), say_notice)
        header, entries, _journal = store.load(name)
    except StorageError as error:
        kept = [record.header.game for record in store.games()]
        near = difflib.get_close_matches(name, kept, n=1)
        if near and name not in kept:
            raise CommandLineError(
                _("{problem} Did you mean {suggestion}?").format(problem=error, suggestion=near[0])
            ) from error
        raise CommandLineError(str(error)) from error
    return header, entries


def opened_game(name: str) -> GameSession:
    """A game from a file, or else one that is saved here; what is entered in it goes nowhere.

    Raises:
        CommandLineError: if it cannot be read.
    """
    if not Path(name).exists():
        header, entries = saved_game(name)
        return GameSession(header, Nowhere(), entries)
    try:
        game = read(Path(name))
        return GameSession(game.header, Nowhere(), complete(game)[0])
    except GameFileError as error:
        raise CommandLineError(str(error)) from error
