"""Cut the power under the journal, and fill its disk: ``sudo python -m tests.power_cut [CUTS] [SEED]``.

A file system of its own (ext4 in a file, mounted by loop) loses, at a random moment, all that was not yet
synchronised: ``EXT4_IOC_SHUTDOWN`` without flushing its log is what a pulled plug does to it. Mounted again,
it must hold every entry that was acknowledged. It needs root and loop devices and so is not part of the
suite. A card that lies about what it has written is not modelled.
"""

from __future__ import annotations

import contextlib
import fcntl
import os
import random
import struct
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

from companion.app.games import begin
from companion.app.jsonl import encode_entry
from companion.app.ports import Notice
from companion.app.storage import StorageError, open_store
from companion.engine.core import AdjustPoints
from companion.history.log import Header
from tests.kit.players import PEOPLE
from tests.kit.tables import CITIES_KNIGHTS
from tests.kit.writer import sit_down

EXT4_IOC_SHUTDOWN = 0x8004587D
NO_LOG_FLUSH = 2
LONGEST_START_SECONDS = 20
ROOT = Path(__file__).parent.parent


def run(*words: str | Path) -> None:
    subprocess.run([str(word) for word in words], check=True, stdout=subprocess.DEVNULL)


@contextlib.contextmanager
def mounted(*words: str | Path) -> Iterator[None]:
    """Something mounted; the last word is where."""
    run("mount", *words)
    try:
        yield
    finally:
        run("umount", words[-1])


def cut_once(image: Path, place: Path, chance: random.Random, seed: str) -> tuple[list[bytes], list[bytes]]:
    """Let a table play and pull the plug: what it had acknowledged, and what is there afterwards."""
    word = image.with_name("acknowledged")
    with mounted("-o", "loop", image, place), word.open("wb") as stream:
        player = subprocess.Popen(
            [sys.executable, "-m", "tests.kit.writer", str(place / "games"), seed],
            stdout=stream,
            stderr=subprocess.DEVNULL,
            cwd=ROOT,
        )
        try:
            deadline = time.monotonic() + LONGEST_START_SECONDS
            while word.stat().st_size == 0:
                assert time.monotonic() < deadline, "nothing was acknowledged"
                time.sleep(0.005)
            time.sleep(chance.uniform(0, 0.4))
            handle = os.open(place, os.O_RDONLY)
            # what is said after the cut counts for nothing: no machine lives on to say it
            acknowledged = word.read_bytes().split(b"\n")[:-1]
            fcntl.ioctl(handle, EXT4_IOC_SHUTDOWN, struct.pack("I", NO_LOG_FLUSH))
            os.close(handle)
        finally:
            player.kill()
            player.wait()
    with mounted("-o", "loop", image, place):
        store, session = sit_down(place / "games")
        stored = [encode_entry(entry) for entry in session.entries]
        store.close()
    return acknowledged, stored


def cut_power(folder: Path, cuts: int, seed: int) -> bool:
    """Cut the power many times in one game; whether nothing acknowledged was lost."""
    image, place = folder / "card.img", folder / "card"
    place.mkdir()
    run("truncate", "-s", "64M", image)
    run("mkfs.ext4", "-q", "-F", image)
    chance = random.Random(seed)
    kept: list[bytes] = []
    good = True
    for cut in range(cuts):
        acknowledged, stored = cut_once(image, place, chance, f"{seed}-{cut}")
        kept += acknowledged
        lost = sum(entry not in stored[index : index + 1] for index, entry in enumerate(kept))
        good &= lost == 0
        print(f"cut {cut + 1:3}: {len(acknowledged):4} acknowledged, {len(kept):5} in all, {lost} lost")
        kept = stored
    return good


def fill_disk(folder: Path) -> bool:
    """Fill a disk of two megabytes under a game; whether all is there once there is room again."""
    place = folder / "small"
    place.mkdir()
    said: list[Notice] = []
    with mounted("-t", "tmpfs", "-o", "size=2M", "longship", place):
        store = open_store(place / "games", said.append)
        session, journal = begin(store, Header("evening", PEOPLE, CITIES_KNIGHTS))

        def note() -> None:
            session.submit(AdjustPoints(PEOPLE[0].id, PEOPLE[0].id, 1, "x" * 2000))

        note()
        filler = place / "filler"
        with filler.open("wb", buffering=0) as stream, contextlib.suppress(OSError):
            while stream.write(bytes(4096)):
                pass
        told = ""
        try:
            for _ in range(1000):
                note()
        except StorageError as error:
            told = f"{error.notice.text} {error.notice.remedy}"
        before = len(session.entries)
        journal.go_on_unsaved()
        for _ in range(50):
            note()
        waiting = journal.unsaved
        filler.unlink()
        note()
        store.close()
        again = open_store(place / "games", said.append)
        whole = again.load("evening")[1] == session.entries
        again.close()
    print(f"full disk: {told!r} after {before}; {waiting} waited, then {journal.unsaved}; whole: {whole}")
    return whole and bool(told) and waiting > 0 and journal.unsaved == 0 and not said


def main(arguments: list[str]) -> int:
    cuts, seed = (int(word) for word in (arguments + ["20", "1"][len(arguments) :]))
    if os.geteuid() != 0 or not Path("/dev/loop-control").exists():
        print("This needs root and loop devices: sudo python -m tests.power_cut", file=sys.stderr)
        return 2
    print(f"seed {seed}")
    with tempfile.TemporaryDirectory(prefix="longship-power-") as folder:
        good = cut_power(Path(folder), cuts, seed)
        good &= fill_disk(Path(folder))
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
