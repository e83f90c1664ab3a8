"""The app as a service: what systemd hears of it, and how it comes back when it was stuck or killed."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.app import games, last_words
from companion.app.last_words import EndingKind, LastWords, endings
from companion.app.storage import open_store
from companion.history.log import Header
from tests.e2e.outside import App, patient, running
from tests.kit.driver import PATIENCE_SECONDS
from tests.kit.manager import Manager
from tests.kit.players import PEOPLE
from tests.kit.tables import CITIES_KNIGHTS

WATCH_SECONDS = 2.0
OF_THE_TEST = """
import signal, time

# a Pi has no clock of its own, and without a network nobody tells it the time
real, shift = time.time, 5.0 - time.time()
time.time = lambda: real() + shift
time.time_ns = lambda: int(time.time() * 1e9)

# the window's thread goes into C code that does not come back, while all other threads go on
signal.signal(signal.SIGUSR1, lambda *_: time.sleep(3600))
"""
HEADER = Header("friday", PEOPLE, CITIES_KNIGHTS)


@pytest.fixture
def manager(tmp_path: Path) -> Iterator[Manager]:
    found = Manager(str(tmp_path / "notify"))
    yield found
    found.close()


@contextmanager
def service(folder: Path, manager: Manager) -> Iterator[App]:
    """The app as systemd starts it, in 1970; SIGUSR1 makes its window's thread hang."""
    (folder / "sitecustomize.py").write_text(OF_THE_TEST)
    around = {
        "SDL_VIDEODRIVER": "offscreen",
        "NOTIFY_SOCKET": manager.address,
        "WATCHDOG_USEC": str(int(WATCH_SECONDS * 1e6)),
        "PYTHONPATH": f"{folder}:{Path(__file__).parents[2]}",
    }
    with running(folder, "", around) as app:
        app.environment.pop("DISPLAY", None)
        yield app


def until(manager: Manager, wanted: str, silence: float = PATIENCE_SECONDS) -> list[str]:
    """What is said up to a word, which comes before so long a silence."""
    said: list[str] = []
    while not said or not said[-1].startswith(wanted):
        word = manager.next(silence)
        assert word, f"{wanted} was never said, but {said}"
        said.append(word)
    return said


def on_the_table(folder: Path) -> None:
    """A game that was being played when the app before this one crashed."""
    store = open_store(folder / "data", print)
    games.begin(store, HEADER)
    store.close()
    words = LastWords(folder / "data" / last_words.FOLDER)
    words.begin()
    words.plays(HEADER.game)
    words.drawn()
    words.let_go()


def screen(app: App, wanted: str) -> None:
    patient(lambda: (seen := app.look()) is not None and seen.screen == wanted, app.said)


def test_a_service_that_is_stuck_or_killed_comes_back_into_the_running_game(
    tmp_path: Path, manager: Manager
) -> None:
    on_the_table(tmp_path)
    with service(tmp_path, manager) as app:
        said = until(manager, "WATCHDOG=1")
        assert "READY=1" in said
        names = ", ".join(player.name for player in PEOPLE)
        assert f"STATUS=A game is being played: {names}" in said
        screen(app, "table")
        # nobody touches it, nothing changes on the screen, and it says that it is alive
        for _beat in range(4):
            assert manager.next(WATCH_SECONDS) == "WATCHDOG=1"
        app.process.send_signal(signal.SIGUSR1)
        while manager.next(WATCH_SECONDS):
            pass
        assert app.alive(), "only the watchdog ends it"
        app.process.send_signal(signal.SIGABRT)
        assert app.process.wait(PATIENCE_SECONDS) == -signal.SIGABRT
    (tmp_path / "data" / last_words.FOLDER / last_words.VERDICT).write_text("watchdog\n")
    with service(tmp_path, manager) as app:
        screen(app, "table")
        until(manager, "READY=1")
        app.kill()
    found = endings(tmp_path / "data" / last_words.FOLDER)
    assert [one.kind for one in found] == [EndingKind.KILLED, EndingKind.STUCK]
    assert "sitecustomize.py" in found[-1].words, "it is known where it was stuck"


def test_a_service_that_is_stopped_says_so_and_begins_on_the_first_screen(
    tmp_path: Path, manager: Manager
) -> None:
    with service(tmp_path, manager) as app:
        said = until(manager, "READY=1")
        assert "STATUS=No game is being played." in said
        assert app.stop() == 0
        assert manager.heard()[-1] == "STOPPING=1"
    assert not (tmp_path / "data" / last_words.FOLDER / last_words.NOTE).exists()
