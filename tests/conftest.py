"""What every test may count on: compiled translations, and English unless it asks for another language.

``--fast`` leaves out whatever opens a window, drives devices, reads pictures, starts the launcher, plays
whole games or reads the sources: engine, rules, history, app and presenters remain. Where a test lies, what
its file is called and which fixtures it asks for decide whether it is among the fast ones, so a new one need
not say so.
"""

from __future__ import annotations

import atexit
import gc
import os
import shutil
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path

import hypothesis
import pytest

from companion.app.i18n import set_language
from tests.kit import once
from tools import translations

# The workers keep all processors busy. Further threads, for matrices, networks or drawing without a
# graphics card, only wait for each other, busily: reading the dice costs three times as much with them.
os.environ.update(OPENBLAS_NUM_THREADS="1", OPENCV_FOR_THREADS_NUM="1", LP_NUM_THREADS="0")
# Whichever test imports Kivy first: no log file of its own, and pytest's arguments stay pytest's.
os.environ.update(KIVY_NO_FILELOG="1", KIVY_NO_CONSOLELOG="1", KIVY_NO_ARGS="1")
# And a folder for each worker: on a fresh machine they would all make the user's at once, and Kivy fails
# where another was quicker.
os.environ["KIVY_HOME"] = tempfile.mkdtemp(prefix="longship-kivy-")
atexit.register(shutil.rmtree, os.environ["KIVY_HOME"], ignore_errors=True)
# One folder for all workers, which have it from the process that starts them.
if once.FOLDER not in os.environ:
    os.environ[once.FOLDER] = tempfile.mkdtemp(prefix="longship-worked-out-")
    atexit.register(shutil.rmtree, os.environ[once.FOLDER], ignore_errors=True)

# The same examples each time, and as long for one as the machine takes.
hypothesis.settings.register_profile("longship", deadline=None, derandomize=True, database=None)
hypothesis.settings.load_profile("longship")

gc.disable()  # what is left behind is collected where memory would run out: see below

HERE = Path(__file__).parent
SHARE = 6
"""A worker may have this part of the machine's memory before it collects garbage. Of three none has to near
the end, where it took 11 s while the others had nothing left to do."""
most_pages = os.sysconf("SC_PHYS_PAGES") // SHARE

SLOW = frozenset(
    {"architecture", "calibration", "conformance", "e2e", "hardware", "kivy_ui", "launcher", "properties"}
    | {"systemd", "test_by_chance.py", "test_kept_pictures.py", "test_progress_secrets.py", "test_static.py"}
    | {"test_together.py", "tools"}
)
"""Folders and files without anything of the fast ones."""
WHOLE_GAMES = ("_games.py", "_options.py")
"""So end the names of files whose tests play whole games, or try all that is offered in them."""
WINDOW = "window"
"""The fixture of a test that has one."""
WINDOWS = "kivy_ui"
"""The folder of the tests with windows."""
FIRST = ("test_static.py", "test_whole_evening.py", "test_tap_budget.py")
"""What takes longest begins first, so that no processor waits for it in the end."""


def pytest_addoption(parser: pytest.Parser) -> None:
    parser.addoption(
        "--fast", action="store_true", help="only engine, rules, history, app and presenters: no window"
    )


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    inside = collection_path.is_relative_to(HERE)
    return True if config.getoption("fast") and inside and _is_slow(collection_path) else None


def _is_slow(path: Path) -> bool:
    return path.name.endswith(WHOLE_GAMES) or not SLOW.isdisjoint(path.relative_to(HERE).parts)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if config.getoption("fast"):
        slow = [item for item in items if WINDOW in getattr(item, "fixturenames", ())]
        items[:] = [item for item in items if WINDOW not in getattr(item, "fixturenames", ())]
        config.hook.pytest_deselected(items=slow)
    files = _spread(list(dict.fromkeys(item.path for item in items)))
    order = {file: number for number, file in enumerate(files)}
    items.sort(key=lambda item: order[item.path])


def _spread(files: list[Path]) -> list[Path]:
    """The order in which files are tested: the longest ones, then those with windows spread evenly among all
    others. Each worker gets a stretch of it, and would else be given nearly all windows or none: they leave
    most garbage."""
    windows = [file for file in files if file.parent.name == WINDOWS]
    others = [file for file in files if file.parent.name != WINDOWS]
    place = {file: number / len(part) for part in (windows, others) for number, file in enumerate(part)}
    first = {name: number for number, name in enumerate(FIRST)}
    return sorted(files, key=lambda file: (first.get(file.name, len(FIRST)), place[file]))


def pytest_collection(session: pytest.Session) -> None:
    """Begin to read at another file in each worker. On a fresh machine every file of tests is compiled, with
    its assertions written anew, which takes five times as long as reading it; what one worker has compiled
    the others read."""
    worker = os.environ.get("PYTEST_XDIST_WORKER", "").removeprefix("gw")
    if not worker or session.config.args != session.config.getini("testpaths"):
        return
    fast = session.config.getoption("fast")
    files = sorted(file for file in HERE.rglob("test_*.py") if not (fast and _is_slow(file)))
    first = len(files) * int(worker) // int(os.environ["PYTEST_XDIST_WORKER_COUNT"])
    for file in files[first:] + files[:first]:
        with suppress(Exception):  # told of when it is collected
            import_module(".".join(file.relative_to(HERE.parent).with_suffix("").parts))


def pytest_collection_finish() -> None:
    """Make garbage collection cheap: what all the tests' modules hold stays to the end, so no collection need
    walk through it again. Nor is anything collected by the way: each test with a window leaves a hundred
    thousand objects, and finding them takes as long as a third of what the test does. Looking only for those
    that are new frees next to nothing, for a tenth of it."""
    gc.collect()
    gc.freeze()


def pytest_runtest_logfinish() -> None:
    """Collect where memory would run out."""
    global most_pages
    if _pages() > most_pages:
        gc.collect()
        most_pages = _pages() + os.sysconf("SC_PHYS_PAGES") // SHARE // 4  # what is free is used first


def _pages() -> int:
    return int(Path("/proc/self/statm").read_bytes().split()[1])


def pytest_sessionfinish() -> None:
    """What is left goes with the process: pytest and Python would both look through all of it once more."""
    gc.freeze()


@pytest.fixture(scope="session", autouse=True)
def compiled_translations() -> None:
    translations.compile_all(always=False)


@pytest.fixture(autouse=True)
def english_again() -> Iterator[None]:
    yield
    set_language("en")
