"""A screen of their own for the tests that touch the app from outside."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.e2e.outside import x_server


@pytest.fixture(scope="module")
def display() -> Iterator[str]:
    """The DISPLAY of an X server that nobody sees."""
    with x_server() as found:
        yield found
