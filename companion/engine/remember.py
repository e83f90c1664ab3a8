"""Results of pure functions, kept for as long as they may be asked for again."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

MOST_KEPT = 256
"""Results of one function that are kept; then it starts afresh."""


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Do not work out again what follows from the very same immutable objects.

    For pure functions of parts of a state, which stay the same objects from entry to entry until an event
    changes them. Arguments are told apart by identity, strings and frozen sets by value, and given by
    position. Every caller gets the same result, so nobody may change it.
    """
    # The arguments are kept too, so that no other object can come to have the identity of one.
    kept: dict[Any, tuple[R, tuple[Any, ...]]] = {}

    def work_out(key: Any, arguments: tuple[Any, ...]) -> R:
        if len(kept) >= MOST_KEPT:
            kept.clear()
        result: R = function(*arguments)  # type: ignore[call-arg]
        kept[key] = (result, arguments)
        return result

    def find_by_one(argument: Any) -> R:
        found = kept.get(id(argument))
        return work_out(id(argument), (argument,)) if found is None else found[0]

    def find_by_all(*arguments: Any) -> R:
        key = tuple([a if type(a) is str or type(a) is frozenset else id(a) for a in arguments])
        found = kept.get(key)
        return work_out(key, arguments) if found is None else found[0]

    alone = function.__code__.co_argcount == 1
    return wraps(function)(find_by_one if alone else find_by_all)
