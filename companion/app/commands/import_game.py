"""``longship import``: a game from a file."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.app.commands.shared import CommandLineError, Commands, add_parser, say_notice
from companion.app.games import import_game, sound_part
from companion.app.i18n import _, ngettext
from companion.app.jsonl import GameFileError, read
from companion.app.settings import data_folder
from companion.app.storage import FILE, JournalStore, StorageError
from companion.app.terminal import say


def add(commands: Commands) -> None:
    """Add ``import``."""
    bring = add_parser(commands, "import", _import, _("Save a game from a file here."), json=False)
    bring.add_argument("file", type=Path, metavar=_("FILE"))
    bring.add_argument(
        "--salvage", action="store_true", help=_("of a damaged file, keep what comes before the damage")
    )


def _import(options: argparse.Namespace) -> int:
    store = JournalStore(data_folder() / FILE, say_notice)
    try:
        game = read(options.file, salvage=options.salvage)
        store.open()
        if options.salvage:
            game = sound_part(game)
        imported = import_game(store, game)
    except GameFileError as error:
        if error.readable and not options.salvage:
            raise CommandLineError(
                ngettext(
                    "{problem} With --salvage the {count} entry before it is kept.",
                    "{problem} With --salvage the {count} entries before it are kept.",
                    error.readable,
                ).format(problem=error, count=error.readable)
            ) from error
        raise CommandLineError(str(error)) from error
    except StorageError as error:
        raise CommandLineError(f"{error.notice.text} {error.notice.remedy}".rstrip()) from error
    finally:
        store.close()
    if imported.new:
        say(
            ngettext(
                "The game {game} is saved with {count} entry.",
                "The game {game} is saved with {count} entries.",
                len(game.entries),
            ).format(game=imported.game, count=len(game.entries))
        )
    else:
        say(_("The game {game} was saved already.").format(game=imported.game))
    return 0
