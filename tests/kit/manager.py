"""A service manager of the test's own: a socket that hears what systemd would hear."""

from __future__ import annotations

import select
import socket


class Manager:
    """Listens at an address; one that begins with @ is no file."""

    def __init__(self, address: str) -> None:
        self.address = address
        self._line = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._line.bind(address.replace("@", "\0", 1) if address.startswith("@") else address)
        self._line.setblocking(False)

    def heard(self) -> list[str]:
        """All that has been said since the last time."""
        found: list[str] = []
        while True:
            try:
                found.append(self._line.recv(4096).decode())
            except BlockingIOError:
                return found

    def next(self, seconds: float) -> str:
        """The next word; empty when nothing is said for so long."""
        ready, _write, _error = select.select([self._line], [], [], seconds)
        return self._line.recv(4096).decode() if ready else ""

    def close(self) -> None:
        """Listen no more."""
        self._line.close()
