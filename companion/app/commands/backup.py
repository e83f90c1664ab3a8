"""``longship backup``: all games and settings as one file in a folder."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

from companion.app import backup
from companion.app.backup import BackupError
from companion.app.commands.shared import CommandLineError, Commands, add_parser, say_notice
from companion.app.i18n import _, ngettext
from companion.app.restore import besides
from companion.app.session import table_clock
from companion.app.settings import data_folder, load
from companion.app.storage import StorageError, open_copy
from companion.app.terminal import complain, say
from companion.engine.piecemeal import finish


def add(commands: Commands) -> None:
    """Add ``backup``."""
    words = _("Copy all games and settings into one file of a folder, such as that of a USB stick.")
    parser = add_parser(commands, "backup", _backup, words, json=False)
    parser.add_argument("folder", type=Path, metavar=_("FOLDER"))


def _backup(options: argparse.Namespace) -> int:
    settings, _notices = load()
    folder = data_folder(settings)
    try:
        handle = os.open(options.folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CommandLineError(
            _("{file} cannot be opened: {reason}.").format(file=options.folder, reason=reason)
        ) from error
    try:
        games = backup.games_of(open_copy(folder, say_notice).stored())
        written = finish(backup.write(handle, games, besides(settings, folder), table_clock()))
    except (BackupError, StorageError) as error:
        raise CommandLineError(f"{error.notice.text} {error.notice.remedy}".rstrip()) from error
    finally:
        os.close(handle)
    if written.left_out:
        complain(
            ngettext(
                "{count} game could not be copied.", "{count} games could not be copied.", written.left_out
            ).format(count=written.left_out)
        )
    say(
        ngettext("{file}: {count} game copied.", "{file}: {count} games copied.", written.games).format(
            file=options.folder / written.name, count=written.games
        )
    )
    return 1 if written.left_out else 0
