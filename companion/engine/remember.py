"""Results of pure functions, kept for as long as they may be asked for again."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from functools import wraps
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")
K = TypeVar("K", bound=Hashable)

BY_VALUE = frozenset({str, frozenset})
"""Classes of which equal objects are the same to a function."""

MOST_KEPT = 256
"""Results of one function that are kept; then it starts afresh."""


def remembered(function: Callable[P, R]) -> Callable[P, R]:
    """Do not work out again what follows from the very same immutable objects.

    For pure functions of parts of a state, which stay the same objects from entry to entry until an event
    changes them. Arguments are told apart by identity, strings and frozen sets by value, and given by
    position. Every caller gets the same result, so nobody may change it.
    """
    kept: dict[Any, R] = {}
    # The arguments are kept too, so that no other object can come to have the identity of one.
    arguments_kept: list[tuple[Any, ...]] = []
    find = kept.get

    def find_by_value(identities: Any, *arguments: Any) -> R:
        by_value = tuple([a if type(a) in BY_VALUE else id(a) for a in arguments])
        result = kept[by_value] if by_value in kept else function(*arguments)  # type: ignore[call-arg]  # P's own
        if len(arguments_kept) >= MOST_KEPT:
            arguments_kept.clear()
            kept.clear()
        arguments_kept.append(arguments)
        kept[by_value] = kept[identities] = result
        return result

    # Mostly they are the very same strings too. A few arguments are taken one by one, which is less work.
    def find_by_one(argument: Any) -> R:
        found = find(id(argument))
        return find_by_value(id(argument), argument) if found is None else found

    def find_by_two(one: Any, two: Any) -> R:
        found = find((id(one), id(two)))
        return find_by_value((id(one), id(two)), one, two) if found is None else found

    def find_by_three(one: Any, two: Any, three: Any) -> R:
        found = find((id(one), id(two), id(three)))
        return find_by_value((id(one), id(two), id(three)), one, two, three) if found is None else found

    def find_by_all(*arguments: Any) -> R:
        identities = tuple(map(id, arguments))
        found = find(identities)
        return find_by_value(identities, *arguments) if found is None else found

    by_number: dict[int, Any] = {1: find_by_one, 2: find_by_two, 3: find_by_three}
    return wraps(function)(by_number.get(function.__code__.co_argcount, find_by_all))
