"""``longship rules``: all rules, and how many tests name each."""

from __future__ import annotations

import argparse

from companion.app.commands.shared import Commands, add_parser
from companion.app.i18n import _, ngettext
from companion.app.rule_reports import rule_reports
from companion.app.terminal import say, say_json
from companion.rules import catalogue


def add(commands: Commands) -> None:
    """Add ``rules``."""
    add_parser(commands, "rules", _rules, _("List all rules."))


def _rules(options: argparse.Namespace) -> int:
    for result in rule_reports(catalogue.rules()):
        if options.json:
            say_json(result)
        else:
            tests = ngettext("{count} test", "{count} tests", len(result.tests)).format(
                count=len(result.tests)
            )
            say(f"{result.id:7} {result.text} ({result.status}, {tests})")
    return 0
