"""``longship restore``: what a backup holds."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.app import restore
from companion.app.backup import BackupError, open_backup
from companion.app.commands.shared import CommandLineError, Commands, add_parser, say_notice
from companion.app.i18n import _
from companion.app.settings import Paths, data_folder, load, save
from companion.app.storage import FILE, JournalStore, StorageError
from companion.app.terminal import complain, say
from companion.engine.piecemeal import finish


def add(commands: Commands) -> None:
    """Add ``restore``."""
    words = _("Restore what a backup holds. Nothing that is here is overwritten.")
    parser = add_parser(commands, "restore", _restore, words, json=False)
    parser.add_argument("file", type=Path, metavar=_("FILE"))
    parser.add_argument("--settings", action="store_true", help=_("the settings too"))


def _restore(options: argparse.Namespace) -> int:
    settings, _notices = load()
    folder = data_folder(settings)
    store = JournalStore(folder / FILE, say_notice)
    try:
        with open_backup(options.file) as archive:
            store.open()
            config = Paths.default().user if options.settings else None
            restored = finish(restore.restore(archive, store, folder, settings, config=config))
    except (BackupError, StorageError) as error:
        raise CommandLineError(f"{error.notice.text} {error.notice.remedy}".rstrip()) from error
    finally:
        store.close()
    if restored.settings is not None and (failure := save(restored.settings)) is not None:
        say_notice(failure)
    for sentence in restored.refused:
        complain(sentence)
    say(_("Games restored: {new}; already here: {known}.").format(new=restored.new, known=restored.known))
    if restored.stopped is not None:
        raise CommandLineError(f"{restored.stopped.text} {restored.stopped.remedy}".rstrip())
    return 1 if restored.refused else 0
