"""What is said of a rule: its sentence, where it comes from, and the tests that name it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path

import msgspec

from companion.app.i18n import pgettext
from companion.engine.ids import RuleId
from companion.rules import catalogue

TESTS = Path(__file__).resolve().parents[2] / "tests"
"""The tests of a checkout; an installed package has none."""


class RuleReport(msgspec.Struct, frozen=True, omit_defaults=True):
    """What ``rules --json`` prints for a rule. ``tests`` are those of the checkout that name it."""

    id: str
    text: str
    source: str
    status: str
    tests: list[str]
    comment: str = ""


def rule_reports(names: Iterable[str]) -> list[RuleReport]:
    """A report on each of these rules, in this order.

    Raises:
        KeyError: if there is no such rule.
    """
    rules = catalogue.rules()
    tests = _tests()
    return [
        RuleReport(
            rule.id,
            pgettext(rule.id, rule.text),
            rule.source,
            rule.status,
            naming_tests(rule.id, tests),
            rule.comment,
        )
        for rule in (rules[RuleId(name)] for name in names)
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


def naming_tests(rule: str, tests: Iterable[tuple[str, str]]) -> list[str]:
    """The tests whose name has the rule's id in it, as ``test_ck_93_...``."""
    word = re.compile(rf"_{re.escape(rule.lower().replace('-', '_'))}(?:_|$)")
    return [f"{file}::{name}" for file, name in tests if word.search(name)]
