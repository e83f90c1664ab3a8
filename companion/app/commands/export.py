"""``longship export``: a game as a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.app.commands.saved import saved_game
from companion.app.commands.shared import Commands, add_parser, write_new
from companion.app.i18n import _, ngettext
from companion.app.jsonl import export_game
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
    header, entries = saved_game(options.game)
    write_new(options.file, export_game(header, entries, events=not options.without_events))
    say(
        ngettext("{file}: {count} entry written.", "{file}: {count} entries written.", len(entries)).format(
            file=options.file, count=len(entries)
        )
    )
    return 0
