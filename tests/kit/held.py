"""What this process holds, so that a test can say what it left behind."""

from __future__ import annotations

import gc
import threading
from collections import Counter
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Held:
    """Threads that run, and what open descriptors lead to with how many do."""

    threads: frozenset[threading.Thread]
    files: Counter[str]

    def more_than(self, before: Held) -> list[str]:
        """Which threads and descriptors were not there before.

        Counting them would not do: those of an earlier test may go meanwhile, and hide one that stays.
        """
        threads = [repr(thread) for thread in self.threads - before.threads]
        return sorted(threads) + sorted((self.files - before.files).elements())


def held() -> Held:
    """What there is now, without what only waits for garbage collection.

    What is left then is not looked through again: most of it is the windows' and stays, and the next time
    only what is new can be garbage.
    """
    gc.collect()
    gc.freeze()
    files: Counter[str] = Counter()
    for descriptor in Path("/proc/self/fd").iterdir():
        try:
            files[str(descriptor.readlink())] += 1
        except FileNotFoundError:  # the folder's own
            continue
    return Held(frozenset(threading.enumerate()), files)
