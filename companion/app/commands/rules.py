"""``longship rules``: all rules, and how many tests name each; or pages of them to read and print."""

from __future__ import annotations

import argparse
from pathlib import Path

from companion.app.commands.shared import CommandLineError, Commands, add_parser
from companion.app.i18n import _, ngettext
from companion.app.rule_pages import pages
from companion.app.rule_reports import rule_reports
from companion.app.terminal import say, say_json
from companion.rules import catalogue


def add(commands: Commands) -> None:
    """Add ``rules``."""
    rules = add_parser(commands, "rules", _rules, _("List all rules."))
    rules.add_argument(
        "--pages",
        type=Path,
        metavar=_("FOLDER"),
        help=_("write them there as a page to print in each language, with examples"),
    )


def _rules(options: argparse.Namespace) -> int:
    if options.pages is not None:
        return _pages(options.pages)
    for result in rule_reports(catalogue.rules()):
        if options.json:
            say_json(result)
        else:
            tests = ngettext("{count} test", "{count} tests", len(result.tests)).format(
                count=len(result.tests)
            )
            say(f"{result.id:7} {result.text} ({result.status}, {tests})")
    return 0


def _pages(folder: Path) -> int:
    """Write a page for each language, over those that an earlier call has left."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for code, text in pages().items():
            file = folder / f"rules.{code}.md"
            file.write_text(text, encoding="utf-8")
            say(str(file))
    except OSError as error:
        reason = error.strerror or error
        words = _("{folder} cannot be written: {reason}.")
        raise CommandLineError(words.format(folder=folder, reason=reason)) from error
    return 0
