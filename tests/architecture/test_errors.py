"""Every error that Longship raises itself is a LongshipError, and one of Python's own kinds besides."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

from companion.engine.errors import LongshipError

ROOT = Path(__file__).parents[2]
CLASS = re.compile(r"^\s*class (\w+Error)\b", re.MULTILINE)
"""By its letters: this is asked by each worker of each run, and parsing all files takes seconds."""


def errors() -> list[tuple[str, str]]:
    """Module and name of every class that is called an error."""
    found = []
    for package in ("companion", "hardware", "calibration", "kivy_ui"):
        for file in sorted((ROOT / package).rglob("*.py")):
            module = ".".join(file.relative_to(ROOT).with_suffix("").parts)
            found += [(module, name) for name in CLASS.findall(file.read_text(encoding="utf-8"))]
    return found


ERRORS = errors()


@pytest.mark.parametrize(("module", "name"), ERRORS, ids=[name for _module, name in ERRORS])
def test_it_is_caught_with_all_others_and_with_those_of_its_kind(module: str, name: str) -> None:
    error = getattr(importlib.import_module(module), name)
    assert issubclass(error, LongshipError)
    assert error is LongshipError or issubclass(error, (OSError, ValueError, AssertionError))


def test_there_are_errors() -> None:
    assert ("companion.app.storage", "StorageError") in ERRORS and len(ERRORS) > 15
