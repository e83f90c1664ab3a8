"""``longship export``: a game as a file."""

from __future__ import annotations

import argparse
import difflib
from pathlib import Path

from companion.app.commands.shared import CommandLineError, Commands, add_parser, say_notice, write_new
from companion.app.i18n import _, ngettext
from companion.app.jsonl import export_game
from companion.app.settings import data_folder
from companion.app.storage import StorageError, open_copy
from companion.app.terminal import say


def add(commands: Commands) -> None:
    """Add ``export``."""
    export = add_parser(commands, "export", _export, _("Write a game to a file."), json=False)
    export.add_argument("game", metavar=_("GAME"))
    export.add_argument("file", type=Path, metavar=_("FILE"))
    export.add_argument(
        "--without-events", action="store_true", help=_("only what was entered, not what it meant")
    )


def _export(options: argparse.Namespace) -> int:
    try:
        store = open_copy(data_folder(), say_notice)
        header, entries, _journal = store.load(options.game)
    except StorageError as error:
        kept = [record.header.game for record in store.games()]
        near = difflib.get_close_matches(options.game, kept, n=1)
        if near and options.game not in kept:
            raise CommandLineError(
                _("{problem} Did you mean {suggestion}?").format(problem=error, suggestion=near[0])
            ) from error
        raise CommandLineError(str(error)) from error
    write_new(options.file, export_game(header, entries, events=not options.without_events))
    say(
        ngettext("{file}: {count} entry written.", "{file}: {count} entries written.", len(entries)).format(
            file=options.file, count=len(entries)
        )
    )
    return 0
