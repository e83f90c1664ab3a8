"""The rules' sentences and ids: none is missing, none is claimed that is not tested."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.engine.errors import ModuleError
from companion.rules import catalogue
from companion.rules.cities_knights.progress import CARDS
from tests.kit.each import each
from tests.kit.installed import installed

ROOT = Path(__file__).parents[2]
COMBINATION = "CO-"
"""What the ids begin with that a bridge has of its own; others are those of its ends."""

HOMES = {name: manifest.ids for name, manifest in catalogue.manifests().items()}
PREFIXES = sorted({home.rstrip("-") for homes in HOMES.values() for home in homes} | {"CO"})
ID = re.compile(rf"\b(?:{'|'.join(PREFIXES)})-[A-Z]?\d+\b")
STATUSES = {"sourced", "inferred", "house", "todo"}

CODE = sorted(path for folder in ("engine", "rules") for path in (ROOT / "companion" / folder).rglob("*.py"))


def ids(text: str) -> set[str]:
    """The rule ids in a text."""
    return set(ID.findall(text))


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
    prefixes = "|".join(PREFIXES).lower()
    named = re.findall(rf"^ *(?:async )?def test_({prefixes})_([a-z]?\d+)_", names, re.MULTILINE)
    return {f"{prefix}-{number}".upper() for prefix, number in named}


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


def test_every_module_says_what_its_ids_begin_with() -> None:
    homes = [home for homes in HOMES.values() for home in homes]
    assert len(set(homes)) == len(homes)
    assert all(bool(HOMES[name]) is one.chosen for name, one in catalogue.manifests().items())


def test_each_rule_stands_in_its_module() -> None:
    for module, folder in catalogue.folders().items():
        ends = catalogue.manifests()[module].bridges
        homes = (*(home for end in ends for home in HOMES[end]), COMBINATION) if ends else HOMES[module]
        names = catalogue.read(folder / "rules.toml")
        assert all(name.startswith(homes) for name in names), module


def test_no_two_modules_have_different_texts_by_the_same_key() -> None:
    said: dict[str, tuple[str, object]] = {}
    for module, folder in catalogue.folders().items():
        for key, text in catalogue.read(folder / "texts.toml").items():
            other, same = said.setdefault(key, (module, text))
            assert same == text, f"{other} and {module} say different things by {key!r}"


def test_a_module_is_called_as_its_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    manifest = tmp_path / "copied" / "lanterns" / "manifest.toml"
    manifest.parent.mkdir(parents=True)
    manifest.write_text((Path(str(catalogue.folders()["gold"])) / "manifest.toml").read_text())
    monkeypatch.syspath_prepend(tmp_path)
    with installed("copied"), pytest.raises(ModuleError, match="lanterns: its manifest calls it 'gold'"):
        catalogue.manifests()
