"""What every worker of a run needs is worked out by one of them."""

from __future__ import annotations

import os
import pickle
from collections.abc import Callable
from functools import cache, wraps
from hashlib import sha256
from pathlib import Path
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])

FOLDER = "TESTS_WORKED_OUT"
"""The variable that names the folder of a run. pytest makes it for its workers and what these start; without
one each process works for itself."""


def once(function: F) -> F:
    """Work out once in a run what takes long, and follows from arguments whose ``repr`` tells all of them.

    The first process to ask leaves it for the others. Every caller in a process gets the same object, so
    nobody may change it.
    """

    @cache
    def found(*arguments: Any, **named: Any) -> Any:
        folder = os.environ.get(FOLDER)
        if folder is None:
            return function(*arguments, **named)
        asked = function.__module__, function.__qualname__, arguments, sorted(named.items())
        kept = Path(folder) / sha256(repr(asked).encode()).hexdigest()
        if kept.exists():
            return pickle.loads(kept.read_bytes())
        result = function(*arguments, **named)
        own = kept.with_suffix(f".{os.getpid()}")
        own.write_bytes(pickle.dumps(result))
        own.replace(kept)
        return result

    return wraps(function)(found)  # type: ignore[return-value]
