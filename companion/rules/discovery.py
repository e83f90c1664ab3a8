"""Finding a module's files by what they hold, so that no list of them has to be kept."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType


def files_with(name: str, package: str, path: Sequence[str]) -> Iterator[ModuleType]:
    """The files of a package that define ``name``, in the order of their names.

    ``package`` and ``path`` are the package's own ``__name__`` and ``__path__``.
    """
    for found in iter_modules(path):
        file = import_module(f"{package}.{found.name}")
        if hasattr(file, name):
            yield file
