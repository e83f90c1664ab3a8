"""``longship demo``: a game that plays by itself on the screen."""

from __future__ import annotations

import argparse

from companion.app.commands.shared import Commands, add_parser
from companion.app.i18n import _


def add(commands: Commands) -> None:
    """Add ``demo``."""
    words = _("Play a game by itself on the screen, until somebody touches it. Nothing of it is saved.")
    add_parser(commands, "demo", _demo, words)


def _demo(_options: argparse.Namespace) -> int:
    from companion.__main__ import open_table

    return open_table(demo=True)
