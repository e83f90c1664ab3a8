"""Work done a little at a time, so that a screen can go on meanwhile: a generator that returns the result."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any, TypeVar

T = TypeVar("T")


def finish(work: Generator[Any, None, T]) -> T:
    """Do all of it at once and return its result. Raises whatever the work raises."""
    while True:
        try:
            next(work)
        except StopIteration as done:
            result: T = done.value
            return result
