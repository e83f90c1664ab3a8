"""What the app tells systemd, where that runs it: ready, alive, what it is doing (sd_notify(3)).

A word is one datagram, sent without waiting. Nobody has to listen, and nothing here raises.
"""

from __future__ import annotations

import contextlib
import math
import socket
from collections.abc import MutableMapping

from companion.app.terminal import harmless

LONGEST_STATUS = 200


class Service:
    """The service that this process is. ``watch_s`` is how long it may be silent before it is killed and
    started again; infinite where nobody watches."""

    def __init__(self, address: str = "", watch_s: float = math.inf) -> None:
        self.watch_s = watch_s
        # a name that begins with @ stands in no folder, but in the kernel alone
        self._address = f"\0{address[1:]}" if address.startswith("@") else address

    @classmethod
    def of(cls, environment: MutableMapping[str, str]) -> Service:
        """The service that the environment tells of. It is taken out of there, so that no program that this
        one starts speaks in its name."""
        address = environment.pop("NOTIFY_SOCKET", "")
        microseconds = environment.pop("WATCHDOG_USEC", "")
        environment.pop("WATCHDOG_PID", None)  # cage's, where it stands between systemd and the app
        if not address.startswith(("/", "@")):
            return cls()
        watched = microseconds.isascii() and microseconds.isdecimal() and int(microseconds) > 0
        return cls(address, int(microseconds) / 1e6 if watched else math.inf)

    @property
    def runs(self) -> bool:
        """Whether the app is a service at all."""
        return bool(self._address)

    def ready(self) -> None:
        """The app has started."""
        self._tell("READY=1")

    def alive(self) -> None:
        """The app does what it should, just now."""
        self._tell("WATCHDOG=1")

    def status(self, words: str) -> None:
        """What the app is doing, in one line for ``systemctl status``."""
        self._tell(f"STATUS={harmless(words)[:LONGEST_STATUS]}")

    def waits(self, seconds: float) -> None:
        """The start takes so much longer."""
        self._tell(f"EXTEND_TIMEOUT_USEC={int(seconds * 1e6)}")

    def stopping(self) -> None:
        """The app is about to end, because it was asked to."""
        self._tell("STOPPING=1")

    def _tell(self, words: str) -> None:
        if not self._address:
            return
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as line:
            line.setblocking(False)
            line.sendto(words.encode(), self._address)
