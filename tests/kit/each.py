"""One test over many cases that lists all which fail, where a test a case would cost more than it tells.

``@each(cases)`` stands above a test as ``parametrize`` does, and a new case goes into the list named there. A
case of several arguments is a tuple. For what takes long, or asks for fixtures, ``parametrize`` it is.
"""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any

LONGEST = 120
"""Characters of a case in the list."""


def each(
    cases: Iterable[Any] | Callable[[], Iterable[Any]],
) -> Callable[[Callable[..., None]], Callable[[], None]]:
    """Call the test for each case. Cases that take long to find are given as a function that finds them."""

    def over_all(test: Callable[..., None]) -> Callable[[], None]:
        several = len(inspect.signature(test).parameters) > 1

        def run() -> None:
            found = list(cases() if callable(cases) else cases)
            assert found, "there is no case at all"
            faults = []
            for case in found:
                try:
                    test(*case) if several else test(case)
                except Exception as error:
                    faults.append(f"{str(case)[:LONGEST]}: {type(error).__name__}: {error}")
            assert not faults, f"{len(faults)} of {len(found)}\n" + "\n\n".join(faults)

        run.__name__, run.__doc__, run.__module__ = test.__name__, test.__doc__, test.__module__
        return run

    return over_all
