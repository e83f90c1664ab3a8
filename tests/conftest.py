"""What every test may count on: compiled translations, and English unless it asks for another language."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from companion.app.i18n import set_language
from tools import translations


@pytest.fixture(scope="session", autouse=True)
def compiled_translations() -> None:
    translations.compile_all(always=False)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    set_language("en")
