"""How long 500 kept games take to be listed, searched and summed up; run it as a module."""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import msgspec

from companion.app.digests import Digests
from companion.app.games import complete
from companion.app.jsonl import read
from companion.app.session import ruleset_of
from companion.app.storage import FILE, JournalStore
from companion.engine.piecemeal import finish
from companion.engine.table import Table
from companion.history.summary import summarise
from companion.presenters import archive, year
from companion.presenters.archive import Search

T = TypeVar("T")

GAMES = Path(__file__).parents[1] / "games"
DAY = 86_400_000
FIRST = 1_767_264_000_000
"""The first of January 2026."""
NAMES = ("Anna", "Ben", "Carla", "David", "Ekaterina", "Grzegorz", "Łucja", "Пётр", "Zoë")


def fill(store: JournalStore, count: int, name: str = "evening_4p") -> None:
    """Keep so many games of nine people, one in each 17 hours."""
    game = read(GAMES / f"{name}.jsonl")
    entries, state = complete(game)
    summary = summarise(Table(ruleset_of(game.header), state), entries[-1].entry)
    for number in range(count):
        players = tuple(
            msgspec.structs.replace(player, name=NAMES[(number + seat * (1 + number % 3)) % len(NAMES)])
            for seat, player in enumerate(game.header.players)
        )
        header = msgspec.structs.replace(
            game.header, game=f"game-{number}", players=players, started=FIRST + number * DAY * 17 // 24
        )
        store.add(header, entries, summary)


def timed(what: str, work: Callable[[], T]) -> T:
    """Do something, and say how long it took."""
    began, busy = time.perf_counter(), time.process_time()
    result = work()
    wall, cpu = time.perf_counter() - began, time.process_time() - busy
    print(f"{what}: {1000 * wall:.0f} ms ({1000 * cpu:.0f} of this process)")
    return result


def main() -> int:
    """Measure, and return the exit status."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500)
    parser.add_argument("--game", default="evening_4p")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        store = JournalStore(Path(folder) / FILE)
        store.open()
        timed("filled", lambda: fill(store, options.games, options.game))
        timed("opened again", lambda: (store.close(), store.open()))
        records = timed("listed", store.games)
        timed("first page put together", lambda: archive.archive(records, Search()))
        timed("found by player", lambda: archive.archive(records, Search("Anna")))
        timed("found by month", lambda: archive.archive(records, Search(month=(2026, 3))))
        digests = Digests(Path(folder))
        timed("digests made, once", lambda: finish(digests.make(store, records)))
        again = timed("digests read", lambda: Digests(Path(folder)))
        timed("the year", lambda: year.view(records, again.of, 2026))
        timed("the year, from the disk on", lambda: year.view(store.games(), Digests(Path(folder)).of, 2026))
        store.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
