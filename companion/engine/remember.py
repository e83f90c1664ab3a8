"""Results of pure functions, kept for as long as they may be asked for again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

MOST_KEPT = 1_000
"""Results of one function that are kept; then it starts afresh."""


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Do not work out again what follows from the very same immutable objects.

    For pure functions of parts of a state, which stay the same objects from entry to entry until an event
    changes them. Arguments are told apart by identity, strings by value. The result is handed to every
    caller, so nobody may change it. Only positional arguments.
    """
    kept: dict[tuple[Any, ...], tuple[R, tuple[Any, ...]]] = {}

    @wraps(function)
    def find(*arguments: Any) -> R:
        key = tuple([argument if type(argument) is str else id(argument) for argument in arguments])
        found = kept.get(key)
        if found is None:
            if len(kept) >= MOST_KEPT:
                kept.clear()
            # The arguments are kept too, so that no other object can come to have the identity of one.
            found = kept[key] = (function(*arguments), arguments)  # type: ignore[call-arg]
        return found[0]

    return find  # type: ignore[return-value]
