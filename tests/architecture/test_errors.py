"""Every error that Longship raises itself is a LongshipError, and one of Python's own kinds besides."""

from __future__ import annotations

import ast
import importlib
from pathlib import Path

import pytest

from companion.engine.errors import LongshipError

ROOT = Path(__file__).parents[2]


def errors() -> list[tuple[str, str]]:
    """Module and name of every class that is called an error."""
    found = []
    for package in ("companion", "hardware", "calibration", "kivy_ui"):
        for file in sorted((ROOT / package).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.ClassDef) and node.name.endswith("Error"):
                    found.append((".".join(file.relative_to(ROOT).with_suffix("").parts), node.name))
    return found


@pytest.mark.parametrize(("module", "name"), errors(), ids=[name for _module, name in errors()])
def test_it_is_caught_with_all_others_and_with_those_of_its_kind(module: str, name: str) -> None:
    error = getattr(importlib.import_module(module), name)
    assert issubclass(error, LongshipError)
    assert error is LongshipError or issubclass(error, (OSError, ValueError, AssertionError))


def test_there_are_errors() -> None:
    assert ("companion.app.storage", "StorageError") in errors() and len(errors()) > 15
