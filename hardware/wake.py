"""Waking a thread that waits for files."""

from __future__ import annotations

import contextlib
import os
import select
import threading


class Wake:
    """A file that can be read from once somebody has called ``wake``, until ``heard``."""

    def __init__(self) -> None:
        self._file = os.eventfd(0, os.EFD_NONBLOCK | os.EFD_CLOEXEC)
        self._open = threading.Lock()

    def fileno(self) -> int:
        """What to wait for, with poll or select."""
        return self._file

    def wake(self) -> None:
        """Wake whoever waits. From any thread; after ``close`` nobody does."""
        with self._open, contextlib.suppress(OSError):  # somebody may have called already
            if self._file >= 0:
                os.eventfd_write(self._file, 1)

    def heard(self) -> None:
        """Wait for the next call."""
        with contextlib.suppress(BlockingIOError):
            os.eventfd_read(self._file)

    def wait(self, seconds: float) -> None:
        """Do nothing for so long, or until somebody calls."""
        coming = select.poll()
        coming.register(self._file, select.POLLIN)
        if coming.poll(seconds * 1000):
            self.heard()

    def close(self) -> None:
        """Give the file back. By the lock nobody wakes one that has got the same number since."""
        with self._open:
            os.close(self._file)
            self._file = -1
