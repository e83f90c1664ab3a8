"""``longship explain``: one rule, or what the modules of a game do."""

from __future__ import annotations

import argparse
import difflib
from itertools import groupby

from companion.app.commands.shared import CommandLineError, Commands, add_parser, problems, separated
from companion.app.explain import Contribution, contributions
from companion.app.i18n import _, pgettext
from companion.app.rule_reports import rule_reports
from companion.app.terminal import say, say_json
from companion.engine.errors import AssemblyError
from companion.rules import catalogue


def add(commands: Commands) -> None:
    """Add ``explain``."""
    words = _("Explain one rule, or what the modules of a game do.")
    explain = add_parser(commands, "explain", _explain, words)
    explain.add_argument("rule", nargs="?", metavar=_("RULE"))
    explain.add_argument(
        "--combination", nargs="+", metavar=_("MODULE"), help=_("what each of these modules adds or changes")
    )
    explain.add_argument("--level", default="L3", metavar=_("LEVEL"), help=_("tracking level, L0 to L3"))


def _explain(options: argparse.Namespace) -> int:
    if options.combination:
        return _explain_combination(options)
    if options.rule is None:
        raise CommandLineError(_("Name a rule, or the modules of a combination."))
    return _explain_rule(options)


def _explain_combination(options: argparse.Namespace) -> int:
    modules = tuple(name for listed in options.combination for name in separated(listed))
    try:
        ruleset = catalogue.ruleset(modules, options.level)
    except AssemblyError as error:
        raise problems(error) from error
    if options.json:
        for found in contributions(ruleset):
            say_json(found)
        return 0
    for module, points in groupby(contributions(ruleset), key=lambda found: found.module):
        say(f"{module}: {catalogue.manifests()[module].title}")
        for name, rule in catalogue.rules_of(module).items():
            say(f"  {name:6} {pgettext(name, rule.text)}")
        for line in dict.fromkeys(map(_line, points)):
            say(line)
    return 0


def _line(found: Contribution) -> str:
    """What a module does through an extension point, on one line."""
    rules = ", ".join(found.rules)
    return f"    {found.point:12} {found.effect:8} {found.name}{f'  ({rules})' if rules else ''}"


def _explain_rule(options: argparse.Namespace) -> int:
    name = options.rule.upper()
    if name not in catalogue.rules():
        near = difflib.get_close_matches(name, catalogue.rules(), n=1, cutoff=0.5)
        if near:
            raise CommandLineError(
                _("There is no rule {rule}. Did you mean {suggestion}?").format(
                    rule=options.rule, suggestion=near[0]
                )
            )
        raise CommandLineError(_("There is no rule {rule}.").format(rule=options.rule))
    (result,) = rule_reports([name])
    if options.json:
        say_json(result)
        return 0
    say(f"{result.id}  {result.text}")
    say(_("Source: {source} ({status})").format(source=result.source, status=result.status))
    if result.comment:
        say(result.comment)
    for test in result.tests:
        say(f"  {test}")
    return 0
