"""What a module's files contribute, and finding files by what they hold, so that nothing has to list them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

from companion.engine.event import Event
from companion.engine.extension import Part


def files_with(name: str, package: str, path: Sequence[str]) -> Iterator[ModuleType]:
    """The files of a package that define ``name``, in the order of their names.

    ``package`` and ``path`` are the package's own ``__name__`` and ``__path__``.
    """
    for found in iter_modules(path):
        file = import_module(f"{package}.{found.name}")
        if hasattr(file, name):
            yield file


def parts_of(files: Iterable[ModuleType]) -> tuple[Part, ...]:
    """The ``PARTS`` of those files that have some, one file after the other."""
    return tuple(part for file in files for part in getattr(file, "PARTS", ()))


def events_of(files: Iterable[ModuleType]) -> tuple[type[Event], ...]:
    """The ``EVENTS`` of those files that have some, one file after the other."""
    return tuple(event for file in files for event in getattr(file, "EVENTS", ()))
