"""What commands have in common."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from companion.app import kept_file
from companion.app.i18n import _
from companion.app.narrate import problem_texts
from companion.app.ports import Notice
from companion.app.terminal import complain
from companion.engine.errors import AssemblyError, LongshipError

Commands = Any
"""The sub-commands of the command line, as argparse collects them."""


class CommandLineError(LongshipError, ValueError):
    """One sentence about why the question cannot be answered."""


def add_parser(
    commands: Commands, name: str, answer: object, words: str, *, json: bool = True
) -> argparse.ArgumentParser:
    """A parser for a command that ``answer`` carries out; with ``json`` it may print for programs."""
    parser: argparse.ArgumentParser = commands.add_parser(name, help=words, description=words)
    parser.set_defaults(answer=answer)
    if json:
        parser.add_argument("--json", action="store_true", help=_("print one JSON object per line"))
    return parser


def separated(text: str) -> list[str]:
    """Names with commas between them."""
    return [name.strip() for name in text.split(",") if name.strip()]


def problems(error: AssemblyError) -> CommandLineError:
    """What is wrong with a combination of modules, in one sentence each."""
    return CommandLineError(" ".join(problem_texts(error)))


def say_notice(notice: Notice) -> None:
    """What went wrong on the way, on the error output."""
    complain(f"{notice.text} {notice.remedy}".rstrip())


def standing(names: dict[str, str], points: dict[str, int], winner: str | None) -> str:
    """Names, with points where these are tracked, and who has won."""
    scores = {player: f" {amount}" for player, amount in points.items()}
    listed = ", ".join(f"{name}{scores.get(player, '')}" for player, name in names.items())
    if winner is None:
        return listed
    return _("{points}. {name} has won.").format(points=listed, name=names.get(winner, winner))


def write_new(file: Path, text: str) -> None:
    """Write a file that is not there yet, whole or not at all. Raises CommandLineError."""
    try:
        kept_file.write(file, text.encode(), new=True)
    except FileExistsError as error:
        raise CommandLineError(_("{file} is there already.").format(file=file)) from error
    except OSError as error:
        raise CommandLineError(
            _("{file} cannot be written: {reason}.").format(file=file, reason=error.strerror or error)
        ) from error
