"""``longship rules`` and ``longship explain``: what the rules say, and which tests name them."""

from __future__ import annotations

import argparse
import difflib
import re
from collections.abc import Iterable
from itertools import groupby
from pathlib import Path

import msgspec

from companion.app.commands.shared import CommandLineError, Commands, add_parser, problems, separated
from companion.app.explain import Contribution, contributions
from companion.app.i18n import _, ngettext, pgettext
from companion.app.terminal import say, say_json
from companion.engine.errors import AssemblyError
from companion.rules import catalogue

TESTS = Path(__file__).resolve().parents[3] / "tests"
"""The tests of a checkout; an installed package has none."""


class RuleResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """What ``rules --json`` prints for a rule. ``tests`` are those of the checkout that name it."""

    id: str
    text: str
    source: str
    status: str
    tests: list[str]
    comment: str = ""


def add_rules(commands: Commands) -> None:
    """Add ``rules``."""
    add_parser(commands, "rules", _rules, _("List all rules."))


def add_explain(commands: Commands) -> None:
    """Add ``explain``."""
    words = _("Explain one rule, or what the modules of a game do.")
    explain = add_parser(commands, "explain", _explain, words)
    explain.add_argument("rule", nargs="?", metavar=_("RULE"))
    explain.add_argument(
        "--combination", nargs="+", metavar=_("MODULE"), help=_("what each of these modules adds or changes")
    )
    explain.add_argument("--level", default="L3", metavar=_("LEVEL"), help=_("tracking level, L0 to L3"))


def _rules(options: argparse.Namespace) -> int:
    results = _rule_results(catalogue.rules())
    for result in results:
        if options.json:
            say_json(result)
        else:
            tests = ngettext("{count} test", "{count} tests", len(result.tests)).format(
                count=len(result.tests)
            )
            say(f"{result.id:7} {result.text} ({result.status}, {tests})")
    return 0


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
    (result,) = _rule_results([name])
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


def _rule_results(names: Iterable[str]) -> list[RuleResult]:
    rules = catalogue.rules()
    tests = _tests()
    return [
        RuleResult(
            rule.id,
            pgettext(rule.id, rule.text),
            rule.source,
            rule.status,
            _naming(rule.id, tests),
            rule.comment,
        )
        for rule in (rules[name] for name in names)  # type: ignore[index]
    ]


def _tests() -> list[tuple[str, str]]:
    """The tests of the checkout: file and name."""
    found = []
    for file in sorted(TESTS.rglob("test_*.py")):
        place = file.relative_to(TESTS.parent).as_posix()
        for name in re.findall(
            r"^\s*(?:async )?def (test_\w+)\(", file.read_text(encoding="utf-8"), re.MULTILINE
        ):
            found.append((place, name))
    return found


def _naming(rule: str, tests: Iterable[tuple[str, str]]) -> list[str]:
    """The tests whose name has the rule's id in it, as ``test_ck_93_...``."""
    word = re.compile(rf"_{re.escape(rule.lower().replace('-', '_'))}(?:_|$)")
    return [f"{file}::{name}" for file, name in tests if word.search(name)]
