"""What every test may count on: compiled translations, and English unless it asks for another language."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator

import pytest

from companion.app.i18n import set_language
from tools import translations

# Two workers have two processors. Further threads, for products of matrices or for drawing without a graphics
# card, only wait for each other, busily: reading the dice costs three times as much with them.
os.environ.update(OPENBLAS_NUM_THREADS="1", LP_NUM_THREADS="0")
# Whichever test imports Kivy first: no log file of its own, and pytest's arguments stay pytest's.
os.environ.update(KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_ARGS="1")

SELDOM = 100
"""Searches of what is not new for one of everything; Python's own choice is ten."""


def pytest_collection_finish() -> None:
    """Spare the search for rubbish: what all the tests' modules hold stays to the end, so no search need walk
    through it again; and the app searches everything only where nobody waits (kivy_ui.housekeeping), so
    searches as rare as that are enough here."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*gc.get_threshold()[:2], SELDOM)


@pytest.fixture(scope="session", autouse=True)
def compiled_translations() -> None:
    translations.compile_all(always=False)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    set_language("en")
