"""The command line: judge a game again, look up rules, carry games in and out, examine the machine.

0: done, and every entry holds. 1: an entry does not hold, or the machine lacks something. 2: the question
could not be answered, and one sentence on the error output says why.
"""

from __future__ import annotations

import argparse
import logging
import os
import sys
from collections.abc import Sequence
from importlib.metadata import entry_points

from companion.app.commands.shared import CommandLineError
from companion.app.i18n import _
from companion.app.terminal import Parser, complain, prepare

logging.getLogger("companion").addHandler(logging.NullHandler())  # here a sentence says it


def main(arguments: Sequence[str]) -> int:
    """Answer, and return the exit status."""
    prepare()
    try:
        options = _parser(arguments).parse_args(arguments)
        status = int(options.answer(options))
        sys.stdout.flush()
        return status
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else 2
    except CommandLineError as error:
        complain(str(error))
        return 2
    except BrokenPipeError:  # whoever read has read enough
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _parser(arguments: Sequence[str]) -> argparse.ArgumentParser:
    """Knows the command that is asked for, or else all of them: those of this package and of others."""
    parser = Parser(prog="longship", description=_("Longship without arguments opens the table."))
    commands = parser.add_subparsers(required=True, metavar=_("COMMAND"))
    found = entry_points(group="longship.commands")
    for command in [one for one in found if [one.name] == list(arguments[:1])] or found:
        command.load()(commands)
    return parser
