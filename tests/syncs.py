"""How often an entry waits for the disk: ``python -m tests.syncs [ENTRIES]``. It needs strace."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.kit.writer import enter_something, sit_down

ROOT = Path(__file__).parent.parent


def enter(folder: Path, entries: int) -> None:
    """Enter so often, and leave as a pulled plug does."""
    _store, session = sit_down(folder)
    chance = random.Random(1)
    while len(session.entries) < entries:
        enter_something(session, chance)
    os._exit(0)


def syncs(entries: int) -> int:
    """The calls of fsync and fdatasync in a process that begins a game and enters so often."""
    with tempfile.TemporaryDirectory(prefix="longship-syncs-") as place:
        trace = Path(place) / "trace"
        words = ["strace", "-f", "-e", "trace=fsync,fdatasync", "-o", str(trace), sys.executable]
        words += ["-m", "tests.syncs", str(entries), str(Path(place) / "games")]
        subprocess.run(words, check=True, cwd=ROOT)
        return sum("sync(" in line for line in trace.read_text().splitlines())


def main(arguments: list[str]) -> int:
    entries = int(arguments[0]) if arguments else 400
    if len(arguments) > 1:
        enter(Path(arguments[1]), entries)
    begun, all_in_all = syncs(0), syncs(entries)
    print(f"{begun} syncs to begin a game; {all_in_all - begun} for {entries} entries:", end=" ")
    print(f"{(all_in_all - begun) / entries:.2f} each")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
