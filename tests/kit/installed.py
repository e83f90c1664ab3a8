"""Modules that are installed for a test alone, as if their folders lay beside those of the product, or that a
version has not got."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

from companion.rules import catalogue

PRODUCT = "companion"
"""What remembers the files of modules. Signs that were drawn may stay: who goes still draws them."""


@contextmanager
def installed(package: str) -> Iterator[None]:
    """Have the modules in a package's folders found everywhere. What was read of the others is read again."""
    before = catalogue.PACKAGES
    catalogue.PACKAGES = (*before, package)
    forget()
    try:
        yield
    finally:
        catalogue.PACKAGES = before
        forget()


@contextmanager
def without(*groups: str) -> Iterator[None]:
    """Have the modules of these packages found nowhere, as in a version that has not got them."""
    before = catalogue.PACKAGES
    catalogue.PACKAGES = tuple(package for package in before if package not in groups)
    forget()
    try:
        yield
    finally:
        catalogue.PACKAGES = before
        forget()


def forget() -> None:
    """Empty every cache of the product that a module's files may have filled."""
    for name, module in tuple(sys.modules.items()):
        if name.partition(".")[0] == PRODUCT:
            for value in tuple(vars(module).values()):
                clear = getattr(value, "cache_clear", None)
                if callable(clear):
                    clear()
