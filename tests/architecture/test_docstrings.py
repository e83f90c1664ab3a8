"""What is public says what it is for."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from tests.kit.each import each

ROOT = Path(__file__).parents[2]
SOURCES = sorted(
    path
    for package in ("companion/engine", "companion/rules", "companion/history", "companion/app")
    for path in (ROOT / package).rglob("*.py")
)

INHERITED = {
    "append", "apply", "at", "before", "built", "certainty", "choices", "conditions", "effect", "forms",
    "known", "needs", "may_begin", "price", "spots", "variant", "ways", "when",
}  # fmt: skip
"""Methods whose base class says what they do."""


def public(tree: ast.Module) -> Iterator[tuple[str, ast.AST]]:
    """Module, classes, functions and methods that others may use."""
    yield "the module", tree
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)) and not node.name.startswith("_"):
            yield node.name, node
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
            for inner in node.body:
                if not isinstance(inner, ast.FunctionDef) or inner.name.startswith("_"):
                    continue
                if not (node.bases and inner.name in INHERITED):
                    yield f"{node.name}.{inner.name}", inner


BARE = re.compile(r"(\w+|[A-Z]+[\w-]*-\w+(, [A-Z]+[\w-]*-\w+)*)\.")
"""A single word, or nothing but ids of rules."""


UPSTAIRS = sorted(
    path
    for package in ("companion/presenters", "kivy_ui", "hardware", "calibration")
    for path in (ROOT / package).rglob("*.py")
)
"""Where most of what is public is a method of Kivy's or of a port, which says there what it is for."""


@each([*SOURCES, *UPSTAIRS])
def test_a_docstring_says_more_than_a_rule_s_id_or_a_word(path: Path) -> None:
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    said = [ast.get_docstring(node) for node in nodes if isinstance(node, (ast.FunctionDef, ast.ClassDef))]
    assert not [text for text in said if text and BARE.fullmatch(text)]


@each(SOURCES)
def test_what_is_public_has_a_docstring(path: Path) -> None:
    tree = ast.parse(path.read_text(encoding="utf-8"))
    missing = [name for name, node in public(tree) if not ast.get_docstring(node)]  # type: ignore[arg-type]
    assert not missing
