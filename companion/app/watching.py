"""See which rules are asked while entries are judged: a ruleset whose parts note the rules that they cite."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import wraps
from typing import Any, TypeVar

import msgspec

from companion.app.explain import cited
from companion.engine.ids import RuleId
from companion.engine.ruleset import Ruleset

T = TypeVar("T")

WATCHED = ("plans", "terms", "constraints", "reactions")
"""The parts of a ruleset that are functions and cite rules: steps, terms, constraints, reactions."""


def watched(ruleset: Ruleset, seen: set[RuleId]) -> Ruleset:
    """The same rules; whatever function of theirs is called adds the ids in its docstring to ``seen``."""
    return replace(ruleset, **{name: _watched(getattr(ruleset, name), seen) for name in WATCHED})


def _watched(part: Any, seen: set[RuleId]) -> Any:
    if isinstance(part, tuple):
        return tuple(_watched(item, seen) for item in part)
    if isinstance(part, dict):
        return {name: _watched(item, seen) for name, item in part.items()}
    if not isinstance(part, msgspec.Struct):
        return part
    functions = {name: getattr(part, name) for name in part.__struct_fields__}
    noting = {name: _noting(code, seen) for name, code in functions.items() if _cites(code)}
    return msgspec.structs.replace(part, **noting) if noting else part


def _cites(code: object) -> bool:
    return callable(code) and not isinstance(code, type) and bool(cited(code))


def _noting(code: Callable[..., T], seen: set[RuleId]) -> Callable[..., T]:
    rules = cited(code)

    @wraps(code)
    def noting(*arguments: Any) -> T:
        seen.update(rules)
        return code(*arguments)

    return noting
