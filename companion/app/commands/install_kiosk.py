"""``longship install-kiosk``: put the kiosk on this machine, go back a version, or take it off again."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

import companion
from companion.app.commands.shared import CommandLineError, Commands, add_parser
from companion.app.i18n import _
from companion.app.kiosk.install import Wish, afterwards, back, install
from companion.app.kiosk.machine import KioskError, Machine
from companion.app.kiosk.remove import remove
from companion.app.kiosk.steps import Steps, check_root
from companion.app.kiosk.system import SCREENS
from companion.app.terminal import say

SOURCE = Path(companion.__file__).resolve().parents[1]


def add(commands: Commands) -> None:
    """Add ``install-kiosk``."""
    parser = add_parser(
        commands,
        "install-kiosk",
        _install_kiosk,
        _("Have Longship start with this machine, on its own screen; again after an update."),
        json=False,
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--back", action="store_true", help=_("let the version before run again"))
    what.add_argument("--remove", action="store_true", help=_("take all of it off this machine again"))
    parser.add_argument(
        "--screen",
        choices=SCREENS,
        help=_(
            "how the picture comes to the screen: by itself (kmsdrm, as usual), or through cage and XWayland"
        ),
    )
    parser.add_argument(
        "--rotation", type=int, choices=(0, 90, 180, 270), help=_("how far the picture is turned, in degrees")
    )
    parser.add_argument(
        "--leave-games", action="store_true", help=_("do not copy your own games and settings to the kiosk")
    )
    parser.add_argument(
        "--dry-run", action="store_true", help=_("only say what would be done, and change nothing")
    )


def _install_kiosk(options: argparse.Namespace, machine: Machine | None = None) -> int:
    machine = machine or Machine(person=_person())
    os.umask(0o022)  # everybody may read what is installed
    wish = Wish(SOURCE, options.screen, options.rotation, not options.leave_games)
    try:
        if not options.dry_run:
            check_root(machine)
        if options.back:
            done = _carry_out(back(machine), options.dry_run)
        elif options.remove:
            done = _carry_out(remove(machine), options.dry_run)
        else:
            done = _carry_out(install(machine, wish), options.dry_run)
    except KioskError as error:
        raise CommandLineError(str(error)) from error
    except OSError as error:
        reason = f"{error.filename}: {error.strerror}" if error.filename else str(error)
        raise CommandLineError(_("This could not be done: {reason}.").format(reason=reason)) from error
    if options.dry_run:
        say(_("This is what would be done; nothing was changed."))
    elif not done:
        say(_("Everything is as it should be; there was nothing to do."))
    elif options.remove:
        say(_("The kiosk is off this machine."))
    elif not options.back:
        say(afterwards(machine))
    return 0


def _person() -> str:
    """Who calls for it by sudo, or else whose checkout this is."""
    try:
        return os.environ.get("SUDO_USER") or SOURCE.owner()
    except (KeyError, OSError):
        return ""


def _carry_out(row: Steps, dry_run: bool) -> int:
    """Say each step and do it, unless it is only to be said. How many there were."""
    count = 0
    for step in row:
        count += 1
        say(step.says)
        said = None if dry_run else step.do()
        if said:
            say(said)
    return count
