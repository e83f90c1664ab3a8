"""``longship share``: the card of an evening, a page to print, and the game's files."""

from __future__ import annotations

import argparse
import os
import tempfile
from pathlib import Path

from companion.app import share_files
from companion.app.commands.saved import opened_game
from companion.app.commands.shared import CommandLineError, Commands, add_parser
from companion.app.i18n import _
from companion.app.session import GameSession
from companion.app.settings import load
from companion.app.share_files import ShareError, stem
from companion.app.terminal import say
from companion.presenters import sharing


def add(commands: Commands) -> None:
    """Add ``share``."""
    share = add_parser(
        commands,
        "share",
        _share,
        _("Draw the card of an evening, and write it with the game’s files."),
        json=False,
    )
    share.add_argument("game", metavar=_("GAME"), help=_("a game file, or a saved game by its name"))
    share.add_argument("folder", type=Path, metavar=_("FOLDER"), nargs="?", default=Path())


def _share(options: argparse.Namespace) -> int:
    session = opened_game(options.game)
    written = {**_pictures(session), **sharing.files(session)}
    try:
        share_files.write(written, options.folder)
    except ShareError as error:
        raise CommandLineError(f"{error.notice.text} {error.notice.remedy}".rstrip()) from error
    for name in written:
        say(str(options.folder / name))
    return 0


def _pictures(session: GameSession) -> dict[str, bytes]:
    """The card, drawn in a window that nobody sees."""
    from kivy_ui.window import open_window, prepare

    settings, _notices = load()
    os.environ["SDL_VIDEODRIVER"] = "offscreen"
    with tempfile.TemporaryDirectory(prefix="longship-share-", ignore_cleanup_errors=True) as home:
        prepare(Path(home), "offscreen")
        try:
            open_window(settings.screen, "offscreen", (480, 480))
        except Exception as error:
            raise CommandLineError(
                _("The card cannot be drawn here: {reason}.").format(reason=error)
            ) from error
        from companion.presenters.share_card import card
        from kivy_ui.share.files import pdf, png
        from kivy_ui.share.picture import draw
        from kivy_ui.theme import THEMES

        drawn, name = draw(card(session), THEMES[settings.screen.theme]), stem(session.header.game)
    return {name + sharing.PNG: png(drawn), name + sharing.PDF: pdf(drawn)}
