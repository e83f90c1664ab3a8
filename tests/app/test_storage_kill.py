"""SIGKILL at any moment: nothing that was acknowledged is lost, and the undo history is there."""

from __future__ import annotations

import multiprocessing
import random
import time
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path

import pytest

from companion.app.jsonl import encode_entry
from companion.history.rejudge import rejudge
from tests.kit.writer import (
    sit_down,
    write_and_correct_until_dead_before,
    write_and_die_before,
    write_until_killed,
)

SEED = 50
KILLS = 50
LONGEST_WAIT_SECONDS = 20

processes = multiprocessing.get_context("forkserver")
processes.set_forkserver_preload(["tests.kit.writer"])


class Writer:
    """A process that plays, and what it has acknowledged."""

    def __init__(self, target: Callable[[str, str, Connection], None], folder: Path, argument: str) -> None:
        self._pipe, theirs = processes.Pipe(duplex=False)
        self.process = processes.Process(target=target, args=(str(folder), argument, theirs), daemon=True)
        self.process.start()
        theirs.close()
        self.acknowledged: list[bytes] = []

    def wait_for(self, count: int) -> None:
        """Until so many entries are acknowledged."""
        while len(self.acknowledged) < count:
            assert self._pipe.poll(LONGEST_WAIT_SECONDS), (
                f"only {len(self.acknowledged)} entries acknowledged"
            )
            self.acknowledged.append(self._pipe.recv_bytes())

    def bury(self) -> None:
        """Take what was acknowledged before the end."""
        self.process.join(LONGEST_WAIT_SECONDS)
        assert self.process.exitcode == -9
        while True:
            try:
                self.acknowledged.append(self._pipe.recv_bytes())
            except EOFError:
                return
            except OSError:  # killed in the middle of telling it
                return


def test_killed_at_fifty_places_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    print(f"seed {SEED}")
    chance = random.Random(SEED)
    kept: list[bytes] = []
    unheard = 0
    for kill in range(KILLS):
        writer = Writer(write_until_killed, tmp_path, f"{SEED}-{kill}")
        writer.wait_for(chance.randint(1, 8))
        moment = time.perf_counter() + chance.uniform(0, 0.004)
        while time.perf_counter() < moment:
            pass
        writer.process.kill()
        writer.bury()
        kept += writer.acknowledged
        store, session = sit_down(tmp_path)
        stored = [encode_entry(entry) for entry in session.entries]
        assert stored[: len(kept)] == kept, f"kill {kill}"
        assert len(stored) <= len(kept) + 1, f"kill {kill}"
        unheard += len(stored) - len(kept)
        kept = stored
        store.close()
    print(f"{len(kept)} entries; {unheard} of {KILLS} kills came between the disk and the word of it")
    *_, last = rejudge(session.ruleset, session.ruleset.start(session.header.players), session.entries)
    assert session.state == last.state
    while session.undo():
        pass
    assert session.standing == ()
    assert session.state == session.ruleset.start(session.header.players)


@pytest.mark.parametrize("write", [write_and_die_before, write_and_correct_until_dead_before])
@pytest.mark.parametrize("statement", ["BEGIN", "INSERT INTO entries", "UPDATE games SET summary", "COMMIT"])
def test_killed_in_the_middle_of_writing_that_entry_is_whole_or_not_there(
    tmp_path: Path, statement: str, write: Callable[[str, str, Connection], None]
) -> None:
    writer = Writer(write, tmp_path, statement)
    writer.bury()
    assert len(writer.acknowledged) == 3
    store, session = sit_down(tmp_path)
    stored = [encode_entry(entry) for entry in session.entries]
    assert stored[:3] == writer.acknowledged
    assert len(stored) == (4 if statement == "COMMIT" else 3), "the ledger has it when SQLite commits"
    store.close()
