"""The rules' sentences and ids: none is missing, none is claimed that is not tested."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from companion.rules import catalogue
from companion.rules.cities_knights.progress import CARDS
from tests.kit.each import each

ROOT = Path(__file__).parents[2]
HOMES = {
    "base": ("B-",),
    "cities_knights": ("CK-", "PC-", "OPT-", "SF-"),
    "friendly_robber": ("FR-",),
    "event_cards": ("EV-",),
    "harbourmaster": ("HM-",),
    "catan_for_two": ("C2-",),
    "fishermen": ("FI-",),
}
"""What the ids of each module's rules begin with; bridges have ids of both ends, or of combinations."""

COMBINATION = "CO-"
ID = re.compile(r"\b(?:B|CK|OPT|SF|FR|EV|HM|C2|FI|CO|PC-[GBY])-?\d+\b")
STATUSES = {"sourced", "inferred", "house", "todo"}

CODE = sorted(path for folder in ("engine", "rules") for path in (ROOT / "companion" / folder).rglob("*.py"))


def ids(text: str) -> set[str]:
    """The rule ids in a text."""
    return {found for found in ID.findall(text) if "-" in found}


def judged_by(tree: ast.AST) -> Iterator[str]:
    """The ids that stand in code by themselves: those that a player may be told."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and ID.fullmatch(node.value):
            yield node.value


def cited_in_judgements() -> set[str]:
    """All ids that a violation, a question, a source of points or an option may carry."""
    found = {str(card.rule) for card in CARDS.values()}
    for path in CODE:
        found.update(judged_by(ast.parse(path.read_text(encoding="utf-8"))))
    for manifest in catalogue.manifests().values():
        found.update(option.rule for option in manifest.options)
    return found


def named_by_tests() -> set[str]:
    """The ids that tests are named after."""
    names = "\n".join(path.read_text(encoding="utf-8") for path in (ROOT / "tests").rglob("test_*.py"))
    found = set()
    for prefix, number in re.findall(
        r"^ *(?:async )?def test_(b|ck|opt|sf|fr|ev|hm|c2|fi|co|pc)_([gby]?\d+)_", names, re.MULTILINE
    ):
        found.add(f"{prefix.upper()}-{number.upper()}")
    return found


@each(CODE)
def test_every_rule_named_in_code_is_in_the_catalogue(path: Path) -> None:
    assert ids(path.read_text(encoding="utf-8")) <= set(catalogue.rules())


def test_every_rule_of_an_option_is_in_the_catalogue() -> None:
    for manifest in catalogue.manifests().values():
        assert {option.rule for option in manifest.options} <= set(catalogue.rules())


def test_nothing_is_judged_by_a_rule_that_is_still_to_do() -> None:
    todo = {name for name, rule in catalogue.rules().items() if rule.status == "todo"}
    assert not todo & cited_in_judgements()


def test_no_test_claims_a_rule_that_is_still_to_do() -> None:
    todo = {name for name, rule in catalogue.rules().items() if rule.status == "todo"}
    assert not todo & named_by_tests()


def test_every_other_rule_has_a_test_named_after_it() -> None:
    claimed = {name for name, rule in catalogue.rules().items() if rule.status != "todo"}
    assert not claimed - named_by_tests()


def test_no_test_is_named_after_a_rule_that_does_not_exist() -> None:
    assert named_by_tests() <= set(catalogue.rules())


@each(sorted(catalogue.rules()))
def test_a_rule_is_one_sentence_with_a_source(name: str) -> None:
    rule = catalogue.rules()[name]  # type: ignore[index]
    assert rule.status in STATUSES
    assert rule.source
    assert rule.text.endswith(".")
    assert not re.search(r"[.!?] ", rule.text), "one sentence"
    assert len(rule.text) <= 180, "it has to fit on the screen"
    assert rule.text == rule.text.strip()
    assert "{" not in rule.text


@each(sorted(catalogue.rules()))
def test_an_own_choice_says_what_was_chosen(name: str) -> None:
    rule = catalogue.rules()[name]  # type: ignore[index]
    if rule.status in ("inferred", "house"):
        assert rule.comment


def test_no_two_rules_say_the_same() -> None:
    sentences = [rule.text for rule in catalogue.rules().values()]
    assert len(set(sentences)) == len(sentences)


def test_each_rule_stands_in_its_module() -> None:
    for module, folder in catalogue.folders().items():
        ends = catalogue.manifests()[module].bridges
        homes = (*(home for end in ends for home in HOMES[end]), COMBINATION) if ends else HOMES[module]
        names = catalogue.read(folder / "rules.toml")
        assert all(name.startswith(homes) for name in names), module
