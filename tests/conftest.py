"""What every test may count on: compiled translations, and English unless it asks for another language.

``--fast`` leaves out whatever opens a window, drives devices, reads pictures or starts the launcher: engine,
rules, history, app and presenters remain. Where a test lies and which fixtures it asks for decide whether it
is among the fast ones, so a new one need not say so.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import hypothesis
import pytest

from companion.app.i18n import set_language
from tools import translations

# The workers keep all processors busy. Further threads, for products of matrices or for drawing without a
# graphics card, only wait for each other, busily: reading the dice costs three times as much with them.
os.environ.update(OPENBLAS_NUM_THREADS="1", LP_NUM_THREADS="0")
# Whichever test imports Kivy first: no log file of its own, and pytest's arguments stay pytest's.
os.environ.update(KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_ARGS="1")
# And a folder for each worker: on a fresh machine they would all make the user's at once, and Kivy fails
# where another was quicker.
os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="longship-kivy-")
atexit.register(shutil.rmtree, os.environ["KIVY_HOME"], ignore_errors=True)

# The same examples each time, and as long for one as the machine takes.
hypothesis.settings.register_profile("longship", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("longship")

HERE = Path(__file__).parent
SELDOM = 100
"""Collections of what is not new for a full one; Python's own choice is ten."""


SLOW = frozenset(
    {"calibration", "e2e", "hardware", "launcher", "systemd", "tools", "test_static.py", "test_by_chance.py"}
    | {"test_kept_pictures.py"}
)
"""Folders and files without anything of the fast ones."""
WINDOW = "window"
"""The fixture of a test that has one."""
FIRST = ("test_static.py", "test_whole_evening.py", "test_tap_budget.py")
"""What takes longest begins first, so that no processor waits for it in the end."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fast", action="store_true", help="only engine, rules, history, app and presenters: no window"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    inside = collection_path.is_relative_to(HERE)
    return True if config.getoption("fast") and inside and collection_path.name in SLOW else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("fast"):
        slow = [item for item in items if WINDOW in getattr(item, "fixturenames", ())]
        items[:] = [item for item in items if WINDOW not in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=slow)
    items.sort(key=lambda item: FIRST.index(item.path.name) if item.path.name in FIRST else len(FIRST))


def pytest_collection_finish() -> None:
    """Make garbage collection cheap: what all the tests' modules hold stays to the end, so no collection need
    walk through it again; and the app runs a full one only where nobody waits (window.housekeeping), so full
    ones may be as rare here."""
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
